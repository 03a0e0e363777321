"""Mistakes as one makes them in a schematic, each a function from the sound board to the mistaken one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from glowtable.messages import UserError

from hardware.made import MADE
from hardware.model.bank import BANK
from hardware.model.bar import BAR
from hardware.model.board import Board
from hardware.model.hub import HUB
from hardware.model.hub2 import HUB2
from hardware.model.panel import COUPON, QUARTER
from hardware.model.pod import POD
from hardware.model.row import ROW
from hardware.model.table import PROJECTS
from hardware.proofs.claims import Claim

boards = pytest.mark.parametrize("board", PROJECTS, ids=lambda board: board.name)


class Mutation(NamedTuple):
    board: Board
    change: Callable[[Board], Board]
    complaint: str  # part of what the check must say


def moved(ref: str, **nets: str | None) -> Callable[[Board], Board]:
    """Pins of a part put on other nets."""

    def change(board: Board) -> Board:
        parts = tuple(part._replace(nets={**part.nets, **nets}) if part.ref == ref else part for part in board.parts)
        assert parts != board.parts
        return replace(board, parts=parts)

    return change


def all_moved(ref: str, nets: dict[str, str | None]) -> Callable[[Board], Board]:
    return moved(ref, **nets)


def without(ref: str) -> Callable[[Board], Board]:
    return lambda board: replace(board, parts=tuple(part for part in board.parts if part.ref != ref))


def valued(ref: str, value: str) -> Callable[[Board], Board]:
    """A part of another value."""

    def change(board: Board) -> Board:
        parts = tuple(part._replace(value=value) if part.ref == ref else part for part in board.parts)
        assert parts != board.parts
        return replace(board, parts=parts)

    return change


def with_kind(ref: str, **changes: object) -> Callable[[Board], Board]:
    """A part whose kind is another."""

    def change(board: Board) -> Board:
        parts = tuple(
            part._replace(kind=replace(part.kind, **changes)) if part.ref == ref else part for part in board.parts
        )
        return replace(board, parts=parts)

    return change


def twice(ref: str) -> Callable[[Board], Board]:
    return lambda board: replace(board, parts=(*board.parts, board.by_ref[ref]._replace(value="again")))


MUTATIONS = {
    "open enable": Mutation(HUB, all_moved("U4", {"/E0": None}), "U4 pin /E0 is open"),
    "shorted resistor": Mutation(HUB, all_moved("R13", {"1": "RD_STB"}), "R13 has all its pins on net RD_STB"),
    "MISO and MOSI swapped at the Pico": Mutation(
        HUB, moved("U1", GP16="MOSI", GP19="MISO"), "U1 pin GP16 must be on net MISO and is on MOSI"
    ),
    "MISO and MOSI swapped at the bus": Mutation(
        HUB, moved("J5", MISO="MOSI", MOSI="MISO"), "J5 pin MOSI wants MOSI and is on net MISO"
    ),
    "MISO and MOSI swapped at a reader": Mutation(
        BANK, moved("J5", MISO="MOSI", MOSI="MISO2"), "J5 pin MOSI wants MOSI and is on net MISO2"
    ),
    "clock and select swapped at a reader": Mutation(
        BANK, moved("J4", SCK="SS1", SDA="SCK"), "J4 pin SCK wants SCK and is on net SS1"
    ),
    "missing capacitor on the hub": Mutation(HUB, without("C3"), "net +3V3 feeds 3 chips and has 2 capacitors"),
    "missing capacitor on the bank": Mutation(BANK, without("C2"), "net +3V3R feeds 3 chips and has 2 capacitors"),
    "two outputs tied": Mutation(HUB, all_moved("U2", {"/Y1": "ROW0"}), "net ROW0 has several drivers"),
    "an output tied to a bank's": Mutation(BANK, all_moved("U1", {"/Y7": "MISO"}), "net MISO has several drivers"),
    "diode of a key the wrong way round": Mutation(
        ROW, moved("D3", A="ROW0", K="KEY2"), "D3 leads from ROW0 into the key of net KEY2"
    ),
    "supply diode the wrong way round": Mutation(
        HUB, moved("D1", A="VSYS", K="+5V"), "net VSYS feeds U1 and is fed by nothing"
    ),
    "diode of the buzzer the wrong way round": Mutation(HUB, moved("D2", A="+5V", K="BUZZ_LOW"), "D2 leads +5V"),
    "key without its diode": Mutation(ROW, without("D6"), "SW6 has no diode"),
    "LED current through the hub": Mutation(HUB, all_moved("J3", {"5V": "+5V"}), "no track of 1.0 mm may"),
    "LED current through a signal's connector": Mutation(
        HUB, all_moved("J4", {"5V": "+3V3"}), "U1 pin 3V3 gives 300 mA"
    ),
    "a fuse too small": Mutation(HUB, with_kind("F1", rated_ma=500), "F1 is good for 500 mA and carries"),
    "a net's name misspelt": Mutation(HUB, all_moved("U5", {"1A": "LED_CELL"}), "net LED_CELL has no driver"),
    "a supply's name misspelt": Mutation(HUB, moved("U2", VCC="+3V33"), "net +3V33 feeds U2 and is fed by nothing"),
    "a column without its pull-up": Mutation(HUB, without("R7"), "net COL2 has no driver"),
    "a part without footprint": Mutation(HUB, with_kind("U3", footprint=""), "U3 has no footprint"),
    "a bank's gate that is never enabled": Mutation(BANK, moved("U3", **{"/1OE": None}), "U3 pin /1OE is open"),
    "a bank's gate that hears nothing": Mutation(BANK, moved("U3", **{"1A": None}), "U3 pin 1A is open"),
    "a reader's ground left open": Mutation(BANK, moved("J9", GND=None), "J9 pin GND leads nowhere"),
    "a resistor soldered at one end": Mutation(HUB, all_moved("R14", {"2": None}), "R14 pin 2 leads nowhere"),
    "a strobe that floats while the Pico starts": Mutation(HUB, without("R13"), "net RD_STB has no resistor to +3V3"),
    "half a divider": Mutation(HUB, without("R1"), "net V5_SENSE has no resistor to +5V"),
    "an answer that floats": Mutation(BANK, without("R8"), "net MISO7 has no resistor to GND"),
    "readers without their regulator": Mutation(HUB, without("U6"), "net +3V3R feeds J5 and is fed by nothing"),
    "supply and ground of a chip swapped": Mutation(
        BANK, moved("U1", VCC="GND", GND="+3V3R"), "U1 pin GND wants GND and is on net +3V3R"
    ),
    "an electrolytic capacitor the wrong way round": Mutation(
        HUB, all_moved("C1", {"+": "GND", "-": "+5V"}), "C1 pin - wants GND and is on net +5V"
    ),
    "a seat on the wrong row": Mutation(HUB, moved("J8", PASS="ROW8", UNDO="ROW7"), "J8 pin PASS wants ROW7"),
    "two columns swapped at a row": Mutation(ROW, moved("J2", C1="COL2", C2="COL1"), "J2 pin C1 wants COL1"),
    "two lines of the reader code swapped": Mutation(BANK, moved("J1", A0="A1", A1="A0"), "J1 pin A0 wants A0"),
    "an LED without its capacitor": Mutation(QUARTER, without("C52"), "net +5V feeds 36 chips and has 35 capacitors"),
    "a chain of LEDs that is broken": Mutation(QUARTER, moved("LED52", DIN="DATA5X"), "net DATA5X has no driver"),
    "an LED the wrong way round": Mutation(
        COUPON, moved("LED12", DIN="DATA12", DOUT="DATA11"), "net DATA11 has several drivers: LED11, LED12"
    ),
    "the diode of a cell the wrong way round": Mutation(
        QUARTER, moved("D70", A="ROW2", K="KEY7"), "D70 leads from ROW2 into the key of net KEY7"
    ),
    "an infrared diode the wrong way round": Mutation(
        QUARTER, moved("D75", A="IR2", K="IRA7"), "D75 pin K wants IR and is on net IRA7"
    ),
    "an infrared diode without its resistor": Mutation(QUARTER, moved("D75", A="+5V"), "D75 leads +5V into net IR2"),
    "a phototransistor the wrong way round": Mutation(
        COUPON, moved("Q15", C="GND", E="SENSE0"), "Q15 pin C wants SENSE and is on net GND"
    ),
    "two columns of the optical plug swapped": Mutation(
        QUARTER, moved("J3", SENSE0="SENSE1", SENSE1="SENSE0"), "J3 pin SENSE0 wants SENSE0 and is on net SENSE1"
    ),
    "two columns of a quarter swapped": Mutation(QUARTER, moved("J1", C1="COL2", C2="COL1"), "J1 pin C1 wants COL1"),
    "a pod's pull-up without its line": Mutation(HUB2, without("R91"), "net HERE1 has no resistor to +5V"),
    "a port without its pull-down": Mutation(HUB2, without("R83"), "net MISO3 has no resistor to GND"),
    "a column without its way to the Pico": Mutation(HUB2, without("R42"), "net COL1 has no driver"),
    "a switch without its capacitor": Mutation(HUB2, without("C13"), "net +5V feeds 11 chips and has 10 capacitors"),
    "two P-FETs of which one goes nowhere": Mutation(
        HUB2, moved("Q2", D="+5V", S="+5V"), "Q1 is good for 4000 mA and carries 4"
    ),
    "MISO of two ports swapped": Mutation(HUB2, moved("J12", MISO="SS2", SS="MISO2"), "J12 pin MISO wants MISO"),
    "a quarter's column on a row": Mutation(HUB2, moved("J8", C0="ROW3"), "J8 pin C0 wants LINE and is on net ROW3"),
    "a pod's regulator too small for its reader": Mutation(POD, with_kind("U1", rated_ma=100), "U1 is good for 100 mA"),
    "a pod's LED backwards": Mutation(POD, moved("LED2", DIN="DATA2", DOUT="DATA1"), "net DATA1 has several drivers"),
    "the diode of a table key the wrong way round": Mutation(
        BAR, moved("D3", A="ROW9", K="KEY3"), "D3 leads from ROW9 into the key of net KEY3"
    ),
    "a table key without its diode": Mutation(BAR, without("D2"), "SW2 has no diode"),
    "two columns of the bar swapped": Mutation(BAR, moved("J1", C1="COL2", C2="COL1"), "J1 pin C1 wants COL1"),
    "a name given twice": Mutation(HUB, twice("R1"), "R1 is there twice"),
}  # fmt: skip


def moved_part(name: str, *by: float) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """A printed part that lies elsewhere."""
    return lambda parts: {**parts, name: parts[name].translate(by)}


def made_otherwise(module: str, name: str, of: Callable[[Any], Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """A printed part that is made otherwise of what this module of hardware.solids has."""
    return lambda parts: {**parts, name: of(import_module(f"hardware.solids.{module}"))}


def committed(board: Board) -> str:
    """The file of the board's copper."""
    return (MADE / board.name / f"{board.name}.kicad_pcb").read_text("utf-8")


def near(spots: Iterable[tuple[float, float]]) -> list[Any]:
    return [pytest.approx(spot) for spot in sorted(spots)]


def missed(claims: Iterable[Claim]) -> str:
    """What a proof claims and does not keep."""
    return "; ".join(claim.about for claim in claims if not claim.is_kept)


def said(error: pytest.ExceptionInfo[UserError]) -> str:
    """The sentence of a refusal."""
    message = error.value.message
    return message.text.format(**dict(message.fill))
