"""Mistakes as one makes them in a schematic, each a function from the sound board to the mistaken one."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from glowtable.messages import UserError

from hardware.made import MADE
from hardware.model.board import Board
from hardware.model.boards import BANK, BAR, COUPON, HUB2, POD, PROJECTS, QUARTER
from hardware.model.file import File, Reader, text_of
from hardware.model.kinds import Pin
from hardware.proofs.claims import Claim

boards = pytest.mark.parametrize("board", PROJECTS, ids=lambda board: board.name)


def gerbers_of(board: Board) -> bytes:
    """What the board's house gets of it: a zip within the committed order."""
    with ZipFile(MADE / board.name / f"{board.name}-order.zip") as order:
        return order.read(f"{board.name}-gerbers.zip")


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


def drawing_more(pins: tuple[Pin, ...]) -> tuple[Pin, ...]:
    """The pins of a connector whose 3.3 V feeds far more than it may."""
    return tuple(pin._replace(draws_ma=1000 if pin.name == "3V3" else pin.draws_ma) for pin in pins)


MUTATIONS = {
    "open enable": Mutation(HUB2, moved("U4", **{"/E0": None}), "U4 pin /E0 is open"),
    "shorted resistor": Mutation(HUB2, moved("R8", **{"1": "RD_STB"}), "R8 has all its pins on net RD_STB"),
    "MISO and MOSI swapped at the Pico": Mutation(
        HUB2, moved("U1", GP16="MOSI", GP19="MISO"), "U1 pin GP16 must be on net MISO and is on MOSI"
    ),
    "MISO and MOSI swapped at the bus": Mutation(
        BANK, moved("J1", MISO="MOSI", MOSI="MISO"), "J1 pin MOSI wants MOSI and is on net MISO"
    ),
    "MISO and MOSI swapped at a reader": Mutation(
        BANK, moved("J5", MISO="MOSI", MOSI="MISO2"), "J5 pin MOSI wants MOSI and is on net MISO2"
    ),
    "clock and select swapped at a reader": Mutation(
        BANK, moved("J4", SCK="SS1", SDA="SCK"), "J4 pin SCK wants SCK and is on net SS1"
    ),
    "missing capacitor on the hub": Mutation(HUB2, without("C33"), "net +3V3 feeds 7 chips and has 6 capacitors"),
    "missing capacitor on the bank": Mutation(BANK, without("C2"), "net +3V3R feeds 3 chips and has 2 capacitors"),
    "two outputs tied": Mutation(HUB2, moved("U2", **{"/Y1": "ROW0"}), "net ROW0 has several drivers"),
    "an output tied to a bank's": Mutation(BANK, moved("U1", **{"/Y7": "MISO"}), "net MISO has several drivers"),
    "diode of a key the wrong way round": Mutation(
        POD, moved("D3", A="ROW8", K="KEY3"), "D3 leads from ROW8 into the key of net KEY3"
    ),
    "supply diode the wrong way round": Mutation(
        HUB2, moved("D2", A="VSYS", K="+5V"), "net VSYS feeds U1 and is fed by nothing"
    ),
    "diode of the buzzer the wrong way round": Mutation(HUB2, moved("D4", A="+5V", K="BUZZ_LOW"), "D4 leads +5V"),
    "key without its diode": Mutation(POD, without("D2"), "SW2 has no diode"),
    "LED current through a thin track": Mutation(QUARTER, moved("LED11", VDD="ROW0"), "ROW0 feeds LED11"),
    "a quarter's current out of the Pico": Mutation(
        HUB2, with_kind("J18", pins=drawing_more(HUB2.by_ref["J18"].kind.pins)), "U1 pin 3V3 gives 300 mA"
    ),
    "a fuse too small": Mutation(HUB2, with_kind("F1", rated_ma=500), "F1 is good for 500 mA and carries"),
    "a net's name misspelt": Mutation(HUB2, moved("U8", **{"1A": "LED_CELL"}), "net LED_CELL has no driver"),
    "a supply's name misspelt": Mutation(HUB2, moved("U2", VCC="+3V33"), "net +3V33 feeds U2 and is fed by nothing"),
    "a column without its pull-up": Mutation(HUB2, without("R53"), "net LINE2 has no resistor to +3V3"),
    "a part without footprint": Mutation(HUB2, with_kind("U3", footprint=""), "U3 has no footprint"),
    "a bank's gate that is never enabled": Mutation(BANK, moved("U3", **{"/1OE": None}), "U3 pin /1OE is open"),
    "a bank's gate that hears nothing": Mutation(BANK, moved("U3", **{"1A": None}), "U3 pin 1A is open"),
    "a reader's ground left open": Mutation(BANK, moved("J9", GND=None), "J9 pin GND leads nowhere"),
    "a resistor soldered at one end": Mutation(HUB2, moved("R9", **{"2": None}), "R9 pin 2 leads nowhere"),
    "a strobe that floats while the Pico starts": Mutation(HUB2, without("R8"), "net RD_STB has no resistor to +3V3"),
    "half a divider": Mutation(HUB2, without("R3"), "net V5_SENSE has no resistor to +5V"),
    "an answer that floats": Mutation(BANK, without("R8"), "net MISO7 has no resistor to GND"),
    "a reader without its regulator": Mutation(POD, without("U1"), "net +3V3R feeds J2 and is fed by nothing"),
    "supply and ground of a chip swapped": Mutation(
        BANK, moved("U1", VCC="GND", GND="+3V3R"), "U1 pin GND wants GND and is on net +3V3R"
    ),
    "an electrolytic capacitor the wrong way round": Mutation(
        HUB2, moved("C1", **{"+": "GND", "-": "+5V"}), "C1 pin - wants GND and is on net +5V"
    ),
    "a seat on the wrong row": Mutation(HUB2, moved("J12", PASS="ROW8", UNDO="ROW7"), "J12 pin PASS wants ROW7"),
    "two lines of the reader code swapped": Mutation(BANK, moved("J1", A0="A1", A1="A0"), "J1 pin A0 wants A0"),
    "an LED without its capacitor": Mutation(QUARTER, without("C52"), "net +5V feeds 36 chips and has 35 capacitors"),
    "a chain of LEDs that is broken": Mutation(QUARTER, moved("LED52", DIN="DATA5X"), "net DATA5X has no driver"),
    "an LED the wrong way round": Mutation(
        COUPON, moved("LED12", DIN="DATA12", DOUT="DATA11"), "net DATA11 has several drivers: LED11, LED12"
    ),
    "the diode of a cell the wrong way round": Mutation(
        QUARTER, moved("D70", A="ROW2", K="KEY7"), "D70 leads from ROW2 into the key of net KEY7"
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
    "a name given twice": Mutation(HUB2, twice("R1"), "R1 is there twice"),
}  # fmt: skip


def moved_part(name: str, *by: float) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """A printed part that lies elsewhere."""
    return lambda parts: {**parts, name: parts[name].translate(by)}


def made_otherwise(module: str, name: str, of: Callable[[Any], Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """A printed part that is made otherwise of what this module of hardware.solids has."""
    return lambda parts: {**parts, name: of(import_module(f"hardware.solids.{module}"))}


def changed(text: str, pattern: str, change: str) -> str:
    """The text with the first match of a pattern changed."""
    spoilt, count = re.subn(pattern, change, text, count=1, flags=re.DOTALL)
    assert count == 1, pattern
    return spoilt


def spoilt_file(board: Board, pattern: str, change: str) -> File:
    """The file of a board, changed."""
    return Reader(changed(text_of(board.name), pattern, change)).file()


def near(spots: Iterable[tuple[float, float]]) -> list[Any]:
    return [pytest.approx(spot) for spot in sorted(spots)]


def missed(claims: Iterable[Claim]) -> str:
    """What a proof claims and does not keep."""
    return "; ".join(claim.about for claim in claims if not claim.is_kept)


def said(error: pytest.ExceptionInfo[UserError]) -> str:
    """The sentence of a refusal."""
    message = error.value.message
    return message.text.format(**dict(message.fill))
