"""The kinds of parts: their pins, what carries current through them, their footprint, and what a maker asks for.

Knows no board. Pin types are those of schematics: an `output` must not meet another, an `input` needs a driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

INPUT, OUTPUT, TRI_STATE, BOTH, PASSIVE = "input", "output", "tri_state", "bidirectional", "passive"
POWER_IN, POWER_OUT = "power_in", "power_out"

RAIL_5V, RAIL_3V3, READERS_3V3, GROUND = "+5V", "+3V3", "+3V3R", "GND"


class Pin(NamedTuple):
    """One pin. It draws `draws_ma` from its net, or supplies up to `gives_ma`; its net's name begins with `wants`."""

    number: str
    name: str
    type: str = PASSIVE
    draws_ma: float = 0
    gives_ma: float = 0
    wants: str = ""
    may_float: bool = False  # an input with a pull of its own


@dataclass(frozen=True)
class Kind:
    """What a part is. `passes` names the pins by which current goes in and out; `shape` is for checks."""

    name: str
    letter: str
    footprint: str
    about: str
    pins: tuple[Pin, ...]
    shape: str = "box"
    passes: tuple[tuple[str, str], ...] = ()
    rated_ma: float = 0
    needs_capacitor: bool = False  # 100 nF beside each of its supply pins

    @property
    def is_connector(self) -> bool:
        return self.letter == "J"


def header(name: str, footprint: str, about: str, pins: tuple[Pin, ...]) -> Kind:
    return Kind(name, "J", footprint, about, pins)


SAID_BY_ITS_NAME = {  # what a pin of a connector wants, where its name says it
    **{line: line for line in ("GND", "SDA", "SCL", "SCK", "MOSI", "MISO", "RD_RST", "A0", "A1", "A2")},
    **{f"C{n}": f"COL{n}" for n in range(6)},
    "CONFIRM": "ROW6",
    "PASS": "ROW7",
    "UNDO": "ROW8",
    "ROW": "ROW9",
    "SEAT": "COL",
    "3V3": RAIL_3V3,
    "3V3R": READERS_3V3,
}


def row(names: str, draws: Mapping[str, float] = MappingProxyType({})) -> tuple[Pin, ...]:
    """The passive pins of a connector, numbered from 1."""
    return tuple(
        Pin(str(n), name, PASSIVE, draws.get(name, 0), wants=SAID_BY_ITS_NAME.get(name, ""))
        for n, name in enumerate(names.split(), 1)
    )


def two(a: str = "1", b: str = "2", b_wants: str = "") -> tuple[Pin, Pin]:
    """The pins of a part with two ends."""
    return Pin("1", a, PASSIVE), Pin("2", b, PASSIVE, wants=b_wants)


RESISTOR = Kind("R", "R", "R_axial", "resistor, 1/4 W, 1 %, axial", two(), "resistor")
CAPACITOR = Kind("C", "C", "C_disc", "ceramic capacitor, 16 V or more, lead pitch 5 mm", two(), "capacitor")
BULK = Kind(
    "CP", "C", "C_radial", "electrolytic capacitor, 10 V or more, lead pitch 5 mm", two("+", "-", GROUND), "bulk"
)
SCHOTTKY = Kind("D_KEY", "D", "D_DO35", "Schottky signal diode, BAT85 type, DO-35", two("K", "A"), "schottky")
SCHOTTKY_2A = Kind(
    "D_2A",
    "D",
    "D_DO15",
    "Schottky diode, 2 A, SB220 type, DO-15",
    two("K", "A"),
    "schottky",
    passes=(("A", "K"),),
    rated_ma=2000,
)
POLYFUSE = Kind(
    "PTC",
    "F",
    "F_radial",
    "resettable fuse, holds 1.35 A, lead pitch 5 mm",
    two(),
    "fuse",
    passes=(("1", "2"),),
    rated_ma=1350,
)
KEY = Kind("KEY", "SW", "Key_MX", "mechanical key switch, MX, for a plate of 1.5 mm", two(), "key")
BUZZER = Kind(
    "BUZZER",
    "BZ",
    "Buzzer",
    "passive buzzer, 5 V, at least 40 ohm, lead pitch 7.6 mm",
    (Pin("1", "+", PASSIVE, draws_ma=60), Pin("2", "-", PASSIVE)),
    "buzzer",
)
_OUTPUTS = tuple(enumerate(("15", "14", "13", "12", "11", "10", "9", "7")))
HC138 = Kind(
    "74HC138",
    "U",
    "DIP16",
    "74HC138, one of eight low, DIP-16",
    (
        *(Pin(number, name, INPUT) for number, name in (("1", "A0"), ("2", "A1"), ("3", "A2"))),
        *(Pin(number, name, INPUT) for number, name in (("4", "/E0"), ("5", "/E1"), ("6", "E2"))),
        *(Pin(number, f"/Y{n}", OUTPUT) for n, number in _OUTPUTS),
        Pin("16", "VCC", POWER_IN, draws_ma=5),
        Pin("8", "GND", POWER_IN, wants=GROUND),
    ),
    needs_capacitor=True,
)
HC251 = Kind(
    "74HC251",
    "U",
    "DIP16",
    "74HC251, one of eight inputs, three-state, DIP-16",
    (
        *(
            Pin(number, f"I{n}", INPUT, wants="MISO")
            for n, number in enumerate(("4", "3", "2", "1", "15", "14", "13", "12"))
        ),
        *(Pin(number, name, INPUT) for number, name in (("11", "S0"), ("10", "S1"), ("9", "S2"), ("7", "/OE"))),
        Pin("5", "Z", TRI_STATE, wants="MISO"),
        Pin("6", "/Z", TRI_STATE),
        Pin("16", "VCC", POWER_IN, draws_ma=5),
        Pin("8", "GND", POWER_IN, wants=GROUND),
    ),
    needs_capacitor=True,
)
AHCT125 = Kind(
    "74AHCT125",
    "U",
    "DIP14",
    "74AHCT125, four buffers, 3.3 V in and 5 V out, DIP-14",
    (
        *(Pin(number, name, INPUT) for number, name in (("1", "/1OE"), ("2", "1A"), ("4", "/2OE"), ("5", "2A"))),
        *(Pin(number, name, INPUT) for number, name in (("10", "/3OE"), ("9", "3A"), ("13", "/4OE"), ("12", "4A"))),
        *(Pin(number, name, TRI_STATE) for number, name in (("3", "1Y"), ("6", "2Y"), ("8", "3Y"), ("11", "4Y"))),
        Pin("14", "VCC", POWER_IN, draws_ma=20),
        Pin("7", "GND", POWER_IN, wants=GROUND),
    ),
    needs_capacitor=True,
)
AHC125 = replace(
    AHCT125,
    name="74AHC125",
    about="74AHC125, four buffers, 3.3 V in and out, DIP-14",
    pins=tuple(pin._replace(draws_ma=5 if pin.draws_ma else 0) for pin in AHCT125.pins),
)

# Source: MFRC522 datasheet, supply currents
LAMP_MA = 1.5  # of a module's red LED, 1k at 3.3 V: it is never off
AWAKE_READER_MA = 9 + 10 + LAMP_MA  # no field: the most of IDDD and of IDDA
FIELD_MA = 100  # the antenna drivers at most, and never two fields at once
RC522 = header(
    "RC522",
    "Header_1x08",
    "pin header 1 x 8, pitch 2.54 mm",
    (
        Pin("1", "SDA", INPUT, wants="SS"),  # so it is printed on the modules: the chip's select
        Pin("2", "SCK", INPUT, wants="SCK"),
        Pin("3", "MOSI", INPUT, wants="MOSI"),
        Pin("4", "MISO", OUTPUT, wants="MISO"),
        Pin("5", "IRQ", PASSIVE),
        Pin("6", "GND", PASSIVE, wants=GROUND),
        Pin("7", "RST", INPUT, wants="RD_RST"),
        Pin("8", "3V3", PASSIVE, draws_ma=AWAKE_READER_MA, wants=READERS_3V3),
    ),
)
POWER_5V = header(
    "POWER_5V",
    "Terminal_1x02",
    "screw terminal, two ways, pitch 5.08 mm",
    (Pin("1", "5V", POWER_OUT, gives_ma=2000), Pin("2", "GND", POWER_OUT, wants=GROUND)),
)
EXPANSION_MA = 100
EXPANSION = header(
    "I2C",
    "Header_1x04",
    "pin header 1 x 4, pitch 2.54 mm",
    row("GND 3V3 SDA SCL", {"3V3": EXPANSION_MA}),
)
TABLE_KEYS = header("TABLE_KEYS", "Header_1x07", "pin header 1 x 7, pitch 2.54 mm", row("ROW C0 C1 C2 C3 C4 C5"))
# The bank that is next to the hub reads BANK6
BANK_LINES = "BANK6 BANK0 BANK1 BANK2 BANK3 BANK4 BANK5"
BUS_LINES = f"3V3R 3V3R GND SCK GND MOSI GND MISO GND RD_RST A0 A1 A2 {BANK_LINES}"
BUS_ABOUT = "box header 2 x 10, pitch 2.54 mm, for flat cable"


def bus(name: str, types: dict[str, str], draws_ma: float = 0, gives_ma: float = 0) -> Kind:
    """A reader bus connector as one end sees it; of several pins of a line only the first has a type and a current."""

    def pin(n: int, line: str, is_first: bool) -> Pin:
        type = types.get(line, PASSIVE) if is_first else PASSIVE
        draws, gives = (draws_ma, gives_ma) if n == 1 else (0, 0)
        return Pin(str(n), line, type, draws, gives, SAID_BY_ITS_NAME.get(line, ""))

    lines = BUS_LINES.split()
    pins = tuple(pin(n, line, line not in lines[: n - 1]) for n, line in enumerate(lines, 1))
    return header(name, "Header_2x10", BUS_ABOUT, pins)
