"""The bank board: eight card readers on one bus. A 74HC138 selects one of them, a 74HC251 lets only that one answer.

All banks are the same board: bank lines move up by one from IN to OUT. Readers never share MISO, for many copies of the
chip hold it low while they are not selected. Nor are their cables on the bus: a 74AHC125 listens to it through a
resistor, and drives four readers' clocks with each gate. A capacitor at the gate makes its edges slower than
echoes; each reader's resistor ends its own. SCKn and MOSIn are those of reader n.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from glowtable.grid import seat_name

from hardware.model.board import Board, Part, across, wired
from hardware.model.kinds import (
    AHC125,
    BANK_LINES,
    BULK,
    CAPACITOR,
    FIELD_MA,
    GROUND,
    HC138,
    HC251,
    INPUT,
    LAMP_MA,
    OUTPUT,
    POWER_OUT,
    RC522,
    READERS_3V3,
    RESISTOR,
    TRI_STATE,
    bus,
)

READERS, HALF = 8, 4
SUPPLY_MA = 1500  # what its 3.3 V must give
CLOCKED = {"SCK": ("1", "2"), "MOSI": ("3", "4")}  # its gates: for the first half of the readers, and for the second
TAP_OHM, READER_OHM, GATE_FARAD = "470", "82", "100 pF"
OWN_BANK = BANK_LINES.split()[0]
_SHARED = ("SCK", "MOSI", "RD_RST", "A0", "A1", "A2")
_FROM_HUB = {**dict.fromkeys((*_SHARED, *BANK_LINES.split()), OUTPUT), "3V3R": POWER_OUT, "GND": POWER_OUT}
BUS_IN = bus("BUS_IN", {**_FROM_HUB, "MISO": INPUT}, gives_ma=SUPPLY_MA)
# Six more banks may hang on it: of their readers one has its field on, the others sleep with their lamps on
OTHER_BANKS, OTHER_READERS = 6, 36
CHIPS_MA = sum(pin.draws_ma for kind in (HC138, HC251, AHC125) for pin in kind.pins)
OTHER_READERS_MA = OTHER_READERS * LAMP_MA + OTHER_BANKS * CHIPS_MA + FIELD_MA
BUS_OUT = bus("BUS_OUT", {**dict.fromkeys(_SHARED, INPUT), "MISO": TRI_STATE}, draws_ma=OTHER_READERS_MA)


def bus_nets(banks: Mapping[str, str | None]) -> dict[str, str | None]:
    """The nets of a bus connector, by its lines; `banks` says which bank lines are not the net of their own name."""
    straight = ("SCK", "MOSI", "MISO", "RD_RST", "A0", "A1", "A2", *BANK_LINES.split())
    return {"3V3R": READERS_3V3, "GND": GROUND, **{line: line for line in straight}, **banks}


def moved_up() -> dict[str, str | None]:
    """The bank lines of OUT: the next board finds its own where this one has its own."""
    lines = BANK_LINES.split()
    return dict(zip(lines, [*lines[1:], None], strict=True))


def parts() -> Iterator[Part]:
    yield wired("J1", BUS_IN, "In", bus_nets({}))
    yield wired("J2", BUS_OUT, "Out", bus_nets(moved_up()))
    place = {"A0": "A0", "A1": "A1", "A2": "A2"}
    selects = {f"/Y{n}": f"SS{n}" for n in range(READERS)}
    enables = {"/E0": OWN_BANK, "/E1": GROUND, "E2": READERS_3V3}
    power = {"VCC": READERS_3V3, "GND": GROUND}
    yield wired("U1", HC138, "74HC138", {**place, **selects, **enables, **power})
    answers = {f"I{n}": f"MISO{n}" for n in range(READERS)}
    chosen = {"S0": "A0", "S1": "A1", "S2": "A2", "/OE": OWN_BANK, "Z": "MISO", "/Z": None}
    yield wired("U2", HC251, "74HC251", {**answers, **chosen, **power})
    for n in range(READERS):
        yield reader(n)
    for n in range(READERS):
        yield across(f"R{n + 1}", RESISTOR, "100k", f"MISO{n}", GROUND)
    for ref in ("C1", "C2", "C4"):
        yield across(ref, CAPACITOR, "100 nF", READERS_3V3, GROUND)
    yield across("C3", BULK, "100 uF", READERS_3V3, GROUND)
    yield from buffers()


def buffers() -> Iterator[Part]:
    """A gate for each half of the readers, and what is before and behind it."""
    nets = {"VCC": READERS_3V3, "GND": GROUND}
    for n, (line, gates) in enumerate(CLOCKED.items()):
        yield across(f"R{9 + n}", RESISTOR, TAP_OHM, line, f"{line}_TAP")
        for half, gate in enumerate(gates):
            nets |= {f"/{gate}OE": GROUND, f"{gate}A": f"{line}_TAP", f"{gate}Y": f"{line}_GATE{half}"}
            yield across(f"C{5 + 2 * n + half}", CAPACITOR, GATE_FARAD, f"{line}_GATE{half}", GROUND)
        for reader in range(READERS):
            ref = f"R{11 + READERS * n + reader}"
            yield across(ref, RESISTOR, READER_OHM, f"{line}_GATE{reader // HALF}", f"{line}{reader}")
    yield wired("U3", AHC125, "74AHC125", nets)


def reader(n: int) -> Part:
    own = {"SDA": f"SS{n}", "MISO": f"MISO{n}", "IRQ": None}
    own |= {line: f"{line}{n}" for line in CLOCKED}
    shared = {"RST": "RD_RST", "GND": GROUND, "3V3": READERS_3V3}
    return wired(f"J{3 + n}", RC522, f"Reader {seat_name(n)}", {**own, **shared})


PULLED = {f"MISO{n}": (GROUND,) for n in range(READERS)}  # a place may have no reader
BANK = Board("bank", "Glowtable reader bank", tuple(parts()), PULLED)
