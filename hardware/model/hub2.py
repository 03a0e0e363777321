"""The hub: inlet, five guarded branches, Pico, and a port of its own for each of seven readers.

Nets: LINEn are the columns outside, COLn those at the Pico; SCKn and MOSIn are a port's, behind its own gate and
resistor; BRANCHn are the 5 V of the quarters (0 to 3) and of the pods (4). HEREn is low while pod n is plugged in.
"""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.grid import seat_name

from hardware.model.board import Board, Part, across, part, wired
from hardware.model.chips import POD_LINES, SMALL_LED
from hardware.model.hub_chips import (
    BULK_HUB,
    DEALER_PORT,
    ESD,
    GATES,
    HC4051,
    INLET,
    INLET_FUSE,
    LARGE_CHIP,
    LVC1G157,
    LVC244,
    PFET,
    POD_PORT,
    PORTS,
    QUARTER_PLUG,
    QUARTER_POWER,
    SIDE_KEY,
    SMALL_125,
    SMALL_138,
    SMALL_251,
    SMALL_DIODE,
    SMALL_NPN,
    SMALL_SCHOTTKY_1A,
    SWITCH,
    TABLE_KEYS_PLUG,
    TVS,
    USB_C,
)
from hardware.model.kinds import BUZZER, EXPANSION, GROUND, RAIL_3V3, RAIL_5V
from hardware.model.panel import points
from hardware.model.pico import PICO, USES, pico_nets
from hardware.model.smd import SMALL_CAPACITOR, SMALL_RESISTOR

SEATS, DEALER, SIDE = range(1, 7), 7, 6
QUARTERS, PODS = range(4), 4  # branches
BRANCHES = (*QUARTERS, PODS)
BRIDGED = range(1, 6)  # pods past which the data finds its way; behind the sixth is none
LIMIT_OHM = "28.7k"  # 900 mA. Source: TPS2553-1 datasheet, "Common RILIM resistor selections"
STARTS = {0: ("10k", "10 nF"), 1: ("10k", "10 nF"), 2: ("68k", "1 uF"), 3: ("68k", "1 uF"), 4: ("180k", "1 uF")}
PORT_OHM, COLUMN_OHM = "82", "1k"
SELECT_OHM = "1k"  # a select or a reset that is high must not feed readers whose branch is off


def branch(n: int) -> str:
    return f"BRANCH{n}"


def chip(number: int, net: str) -> Part:
    """100 nF beside a chip."""
    return across(f"C{number}", SMALL_CAPACITOR, "100 nF", net, GROUND)


def resistor(number: int, value: str, one: str, other: str) -> Part:
    return across(f"R{number}", SMALL_RESISTOR, value, one, other)


def inlet() -> Iterator[Part]:
    yield wired("J1", USB_C, "USB-C 5 V", {"VBUS": "VIN", "CC1": "CC1", "CC2": "CC2", "GND": GROUND, "SHELL": GROUND})
    yield wired("J2", INLET, "5 V", {"5V": "VIN", "GND": GROUND})
    yield across("F1", INLET_FUSE, "3 A", "VIN", "FUSED")
    for ref in ("Q1", "Q2"):
        yield part(ref, PFET, "AO3401A", D="FUSED", S=RAIL_5V, G=GROUND)
    yield across("D1", TVS, "SMAJ5.0A", RAIL_5V, GROUND)
    yield across("C1", BULK_HUB, "470 uF", RAIL_5V, GROUND)
    yield across("D2", SMALL_SCHOTTKY_1A, "SS14", "VSYS", RAIL_5V)
    yield chip(2, "VSYS")
    yield resistor(1, "5.1k", "CC1", GROUND)
    yield resistor(2, "5.1k", "CC2", GROUND)
    yield resistor(3, "10k", RAIL_5V, "V5_SENSE")
    yield resistor(4, "10k", "V5_SENSE", GROUND)
    yield chip(3, "V5_SENSE")
    yield resistor(5, "2.2k", RAIL_5V, "POWER")
    yield across("D3", SMALL_LED, "5 V", GROUND, "POWER")


def guard(n: int) -> Iterator[Part]:
    """The switch of a branch, what sets it, and what the Pico reads of it."""
    ohm, farad = STARTS[n]
    nets = {"IN": RAIL_5V, "GND": GROUND, "EN": f"EN{n}", "/FAULT": None, "ILIM": f"ILIM{n}", "OUT": branch(n)}
    yield wired(f"U{11 + n}", SWITCH, "TPS2553-1", nets)
    yield chip(11 + n, RAIL_5V)
    yield resistor(11 + n, LIMIT_OHM, f"ILIM{n}", GROUND)
    yield resistor(16 + n, ohm, RAIL_5V, f"EN{n}")
    yield across(f"C{16 + n}", SMALL_CAPACITOR, farad, f"EN{n}", GROUND)
    yield resistor(21 + n, "10k", branch(n), f"SENSE{n}")
    yield resistor(26 + n, "10k", f"SENSE{n}", GROUND)
    if n in QUARTERS:
        yield across(f"C{21 + n}", LARGE_CHIP, "47 uF", branch(n), GROUND)
        yield wired(f"J{3 + n}", QUARTER_POWER, f"5 V {n + 1}", {"5V": branch(n), "GND": GROUND})


def logic() -> Iterator[Part]:
    rest = {"RUN": "RUN", "ADC_VREF": None, "3V3_EN": None, "VBUS": None}
    supplies = {"VSYS": "VSYS", "3V3": RAIL_3V3, "GND": GROUND, "AGND": GROUND}
    yield wired("U1", PICO, "Pico", {**pico_nets(USES), **rest, **supplies})
    yield across("SW1", SIDE_KEY, "Reset", "RUN", GROUND)
    code = {"A0": "B0", "A1": "B1", "A2": "B2"}
    yield decoder("U2", code, ("B3", GROUND, RAIL_3V3), {n: f"ROW{n}" for n in range(8)})
    rows = {0: "ROW8", 1: "ROW9", 6: "PODS"}  # 14: no row, and the readers of the pods
    yield decoder("U3", code, (GROUND, GROUND, "B3"), rows)
    place = {f"A{n}": f"A{n}" for n in range(3)}
    yield decoder("U4", place, ("RD_STB", "PODS", RAIL_3V3), {n: f"SELECT{n + 1}" for n in range(PORTS)})
    answers: dict[str, str | None] = {f"I{n}": f"MISO{n + 1}" for n in range(PORTS)}
    answers |= {"I7": "MISO8", "S0": "A0", "S1": "A1", "S2": "A2", "/OE": "RD_STB", "Z": "MISO", "/Z": None}
    yield wired("U5", SMALL_251, "74HC251", {**answers, "VCC": RAIL_3V3, "GND": GROUND})
    yield resistor(31, "100k", "MISO8", GROUND)
    yield gates("U6", "SCK", "RD_RST", "RST_GATE")
    yield gates("U7", "MOSI", GROUND, None)
    yield resistor(32, SELECT_OHM, "RST_GATE", "RST_OUT")
    yield sensing()
    for n in range(31, 38):
        yield chip(n, RAIL_3V3)


def decoder(ref: str, code: dict[str, str], enables: tuple[str, str, str], names: dict[int, str]) -> Part:
    chosen = dict(zip(("/E0", "/E1", "E2"), enables, strict=True))
    outputs: dict[str, str | None] = {f"/Y{n}": names.get(n) for n in range(8)}
    return wired(ref, SMALL_138, "74HC138", {**code, **chosen, **outputs, "VCC": RAIL_3V3, "GND": GROUND})


def gates(ref: str, line: str, spare_in: str, spare_out: str | None) -> Part:
    """Eight gates: one for each port, and one to spare."""
    nets: dict[str, str | None] = {"/1OE": GROUND, "/2OE": GROUND, "VCC": RAIL_3V3, "GND": GROUND}
    for n, gate in enumerate(GATES, 1):
        half, which = gate[0], gate[1]
        is_port = n <= PORTS
        nets[f"{half}A{which}"] = line if is_port else spare_in
        nets[f"{half}Y{which}"] = f"{line}_GATE{n}" if is_port else spare_out
    return wired(ref, LVC244, "74LVC244", nets)


def sensing() -> Part:
    inputs: dict[str, str | None] = {f"X{n}": f"SENSE{n}" for n in BRANCHES}
    inputs |= {"X5": "CC1", "X6": "CC2", "X7": GROUND}
    code = {f"S{n}": f"A{n}" for n in range(3)}
    rails = {"/E": GROUND, "VEE": GROUND, "VCC": RAIL_3V3, "GND": GROUND}
    return wired("U9", HC4051, "74HC4051", {**inputs, **code, **rails, "Z": "SENSE"})


def light_and_sound() -> Iterator[Part]:
    buffers: dict[str, str | None] = {"/1OE": GROUND, "1A": "LED_CELLS", "1Y": "CELLS_OUT"}
    buffers |= {"/2OE": GROUND, "2A": "LED_SEATS", "2Y": "SEATS_OUT"}
    for spare in ("3", "4"):
        buffers |= {f"/{spare}OE": RAIL_5V, f"{spare}A": GROUND, f"{spare}Y": None}
    yield wired("U8", SMALL_125, "74AHCT125", {**buffers, "VCC": RAIL_5V, "GND": GROUND})
    yield chip(38, RAIL_5V)
    yield resistor(33, "330", "CELLS_OUT", "CELLS0")
    yield resistor(34, "330", "SEATS_OUT", "DIN1")
    yield resistor(35, "470", "BUZZ", "BUZZ_BASE")
    yield part("Q3", SMALL_NPN, "MMBT3904", B="BUZZ_BASE", E=GROUND, C="BUZZ_LOW")
    yield across("BZ1", BUZZER, "5 V", RAIL_5V, "BUZZ_LOW")
    yield across("D4", SMALL_DIODE, "1N4148W", RAIL_5V, "BUZZ_LOW")


def columns() -> Iterator[Part]:
    """An array at the connectors, a resistor, the Pico; the pull-up is outside the resistor."""
    for n in range(SIDE):
        yield resistor(41 + n, COLUMN_OHM, f"LINE{n}", f"COL{n}")
        yield resistor(51 + n, "10k", RAIL_3V3, f"LINE{n}")
    for ref, lines in (("U17", (0, 1, 2)), ("U18", (3, 4, 5))):
        nets: dict[str, str | None] = {f"IO{n}": f"LINE{line}" for n, line in enumerate(lines, 1)}
        yield wired(ref, ESD, "SRV05-4", {**nets, "IO4": None, "GND": GROUND, "VREF": None})


def pulls() -> Iterator[Part]:
    yield resistor(6, "4.7k", RAIL_3V3, "SDA")
    yield resistor(7, "4.7k", RAIL_3V3, "SCL")
    yield resistor(8, "10k", RAIL_3V3, "RD_STB")
    yield resistor(9, "10k", "RD_RST", GROUND)
    yield resistor(10, "8.2k", "MISO", GROUND)
    yield resistor(36, "10k", RAIL_3V3, "RUN")


def quarter(n: int) -> Part:
    """Two by two, as one reads: rows 0 to 2 or 3 to 5, columns alike; the data goes from one to the next."""
    row, column = (SIDE // 2 * half for half in divmod(n, 2))
    lines = {f"R{k}": f"ROW{row + k}" for k in range(3)} | {f"C{k}": f"LINE{column + k}" for k in range(3)}
    out = f"CELLS{n + 1}" if n + 1 < len(QUARTERS) else None
    return wired(
        f"J{7 + n}", QUARTER_PLUG, f"Quarter {n + 1}", {**lines, "DIN": f"CELLS{n}", "DOUT": out, "GND": GROUND}
    )


def port(n: int) -> Iterator[Part]:
    """The header of pod n, its own gates' resistors, and what bridges it while it is not there."""
    is_seat, is_bridged = n in SEATS, n in BRIDGED
    nets: dict[str, str | None] = {"5V": branch(PODS), "GND": GROUND, "RST": "RST_OUT"}
    nets |= {line: f"{line}{n}" for line in ("SCK", "MOSI", "MISO", "SS")}
    nets |= {"SHIELD": f"HERE{n}" if is_bridged else GROUND}
    nets |= {"DIN": f"DIN{n}" if is_seat else GROUND, "DOUT": f"DOUT{n}" if is_bridged else None}
    keys = {"CONFIRM": "ROW6", "PASS": "ROW7", "UNDO": "ROW8", "SEAT": f"LINE{n - 1}"}
    nets |= keys if is_seat else dict.fromkeys(keys)
    kind = POD_PORT if is_seat else DEALER_PORT
    yield wired(f"J{10 + n}", kind, f"Pod {seat_name(n - 1)}", {line: nets[line] for line in POD_LINES.split()})
    yield resistor(60 + n, PORT_OHM, f"SCK_GATE{n}", f"SCK{n}")
    yield resistor(70 + n, PORT_OHM, f"MOSI_GATE{n}", f"MOSI{n}")
    yield resistor(80 + n, "100k", f"MISO{n}", GROUND)
    yield resistor(120 + n, SELECT_OHM, f"SELECT{n}", f"SS{n}")
    if is_bridged:
        yield from bridge(n)


def bridge(n: int) -> Iterator[Part]:
    """Past an unplugged pod: HERE rises, and the next pod hears what this one would have heard."""
    nets = {"I0": f"DOUT{n}", "I1": f"DIN{n}", "S": f"HERE{n}", "Y": f"BRIDGE{n}", "VCC": RAIL_5V, "GND": GROUND}
    yield wired(f"U{20 + n}", LVC1G157, "74LVC1G157", nets)
    yield chip(40 + n, RAIL_5V)
    yield resistor(90 + n, "10k", RAIL_5V, f"HERE{n}")
    yield chip(50 + n, f"HERE{n}")
    yield resistor(100 + n, "100k", f"DOUT{n}", GROUND)
    yield resistor(110 + n, PORT_OHM, f"BRIDGE{n}", f"DIN{n + 1}")


def connectors() -> Iterator[Part]:
    for n in QUARTERS:
        yield quarter(n)
    for n in (*SEATS, DEALER):
        yield from port(n)
    yield wired("J18", EXPANSION, "I2C", {"GND": GROUND, "3V3": RAIL_3V3, "SDA": "SDA", "SCL": "SCL"})
    lines = {f"C{n}": f"LINE{n}" for n in range(SIDE)}
    yield wired("J19", TABLE_KEYS_PLUG, "Table keys", {"ROW": "ROW9", **lines})


POINTS = (RAIL_5V, RAIL_3V3, GROUND, "VSYS", "V5_SENSE", "SENSE", *map(branch, BRANCHES), "SCK", "MOSI", "MISO")
PULLED = {
    **{f"LINE{n}": (RAIL_3V3,) for n in range(SIDE)},
    **{f"MISO{n}": (GROUND,) for n in range(1, PORTS + 2)},  # a port may be without its pod
    **{f"HERE{n}": (RAIL_5V,) for n in BRIDGED},
    **{f"DOUT{n}": (GROUND,) for n in BRIDGED},
    **{f"SENSE{n}": (branch(n), GROUND) for n in BRANCHES},
    **{f"CC{n}": (GROUND,) for n in (1, 2)},
    "SDA": (RAIL_3V3,),
    "SCL": (RAIL_3V3,),
    "RD_STB": (RAIL_3V3,),
    "RD_RST": (GROUND,),
    "MISO": (GROUND,),
    "RUN": (RAIL_3V3,),
    "V5_SENSE": (RAIL_5V, GROUND),
}
HEAVY = {"VIN": 5.0, "FUSED": 5.0, RAIL_5V: 5.0, GROUND: 5.0}
HUB2 = Board(
    "hub2",
    "Glowtable hub",
    (
        *inlet(),
        *(found for n in BRANCHES for found in guard(n)),
        *logic(),
        *light_and_sound(),
        *columns(),
        *pulls(),
        *connectors(),
        *points({net: net for net in POINTS}),
    ),
    PULLED,
    heavy=HEAVY,
)
