"""The whole table: how many boards a variant has, what else it needs, and which cable joins what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from glowtable.grid import cell_name, seat_name

from hardware.model.bank import BANK, READERS
from hardware.model.bar import BAR
from hardware.model.board import Board
from hardware.model.hub import HUB, SEATS
from hardware.model.hub2 import HUB2
from hardware.model.kinds import KEY, SCHOTTKY
from hardware.model.panel import COUPON, QUARTER
from hardware.model.pod import POD
from hardware.model.power import MAIN_FUSE_MA, ROW_FUSE_MA, SUPPLY_MA
from hardware.model.row import ROW, SIDE

BOARDS = (HUB, ROW, BANK)
SECOND_TABLE = (COUPON, QUARTER, POD, BAR, HUB2)  # no variant has them before somebody has built one
PROJECTS = (*BOARDS, *SECOND_TABLE)
VARIANTS = {  # name -> how many of each board
    "buttons": {"hub": 1, "row": SIDE, "bank": 1},
    "nfc": {"hub": 1, "row": 0, "bank": 1 + SIDE},
}
SECOND = "second"  # the second table as a variant
SECOND_NEEDS: tuple[tuple[Board, int], ...] = ((QUARTER, 4), (POD, 7), (HUB2, 1), (BAR, 1))  # how many of each board
BUS_BAR_WAYS = 10  # in, hub, six rows, seats, and the capacitor
KEYS_OFF_BOARD = 3 * SEATS + 6  # of seats and table: wired by hand


class Thing(NamedTuple):
    """Something to buy that is on no board; how many each variant needs."""

    about: str
    buttons: int
    nfc: int
    where: str = ""

    def needed(self, variant: str) -> int:
        return {"buttons": self.buttons, "nfc": self.nfc}[variant]


def _both(about: str, count: int, where: str = "") -> Thing:
    return Thing(about, count, count, where)


THINGS = (
    Thing("socket for a chip, DIP-16", 5, 17),
    Thing("socket for a chip, DIP-14", 2, 8),
    _both(f"power supply 5 V {SUPPLY_MA // 1000} A, short-circuit proof", 1),
    _both(f"blade fuse {MAIN_FUSE_MA // 1000} A with inline holder", 1),
    _both("socket for the supply's plug, with screw terminals", 1),
    _both(f"bus bar or terminal strip, two rails, {BUS_BAR_WAYS} ways", 1),
    _both(f"resettable fuse, holds {ROW_FUSE_MA / 1000:.2f} A", SIDE + 1),
    _both("electrolytic capacitor 1000 uF, 10 V or more", 1, "at the bus bar"),
    _both("electrolytic capacitor 220 uF, 10 V or more", SIDE, "one where each row of LEDs begins"),
    _both("WS2812B LED strip, 60 LEDs per metre, pieces of 24", SIDE),
    _both("WS2812B LED strip, 60 LEDs per metre, pieces of 4", SEATS),
    Thing("RC522 card reader module, 40 x 60 mm, 13.56 MHz", SEATS + 1, SEATS + 1 + SIDE * SIDE),
    _both(KEY.about, KEYS_OFF_BOARD, "seats and table"),
    _both("key cap for an MX switch", KEYS_OFF_BOARD, "seats and table"),
    _both(SCHOTTKY.about, KEYS_OFF_BOARD, "at the keys of seats and table"),
    Thing("flat cable 14-way with two sockets 2 x 7, 500 mm", 1, 0, "hub to the first row"),
    Thing("flat cable 14-way with two sockets 2 x 7, 150 mm", SIDE - 1, 0, "row to row"),
    Thing("flat cable 20-way with two sockets 2 x 10, 300 mm", 1, 1 + SIDE),
    Thing("cable, eight wires, socket 1 x 8 at one end, at most 500 mm", SEATS + 1, SEATS + 1 + SIDE * SIDE),
    _both("cable, four wires, socket 1 x 4 at one end, 800 mm", SEATS),
    _both("cable, seven wires, socket 1 x 7 at one end, 800 mm", 1),
    _both("cable, two wires, socket 1 x 3 at one end, 800 mm", 2),
    _both("wire 0.75 mm2, red and black, metres of each", 7),
    _both("thin wire, metres", 6, "LED data from row to row and from seat to seat"),
)


class End(NamedTuple):
    """Where a cable ends: a thing (`hub`, `row c`, `keys of seat 1`), and its connector if it has one."""

    place: str
    connector: str = ""


class Connection(NamedTuple):
    """One cable; `wires` are (what it is called at the first end, at the second), wire by wire."""

    name: str
    first: End
    second: End
    wires: tuple[tuple[str, str], ...]


def _pins(board: Board, ref: str) -> list[str]:
    return [pin.name for pin in board.by_ref[ref].kind.pins]


def _nets(board: Board, ref: str) -> list[str]:
    return [net or "open" for _, net in board.by_ref[ref].pins()]


def _straight(board: Board, ref: str) -> tuple[tuple[str, str], ...]:
    """A flat cable joins like with like."""
    return tuple((name, name) for name in _pins(board, ref))


def cable_name(letter: str, index: int) -> str:
    """K, 0 -> K1: cables are counted from one, like seats and readers."""
    return f"{letter}{index + 1}"


def row_name(row: int) -> str:
    """0..5 -> `row a` to `row f`, as its cells are named."""
    return f"row {cell_name(SIDE * row)[0]}"


def supply_cables() -> Iterator[Connection]:
    both = (("5V", "5V"), ("GND", "GND"))
    yield Connection(cable_name("P", 0), End("supply"), End("bus bar", "through the main fuse"), both)
    yield Connection(cable_name("P", 1), End("bus bar"), End("hub", "J1"), both)
    for n, strip in enumerate([*map(cell_lights, range(SIDE)), seat_lights(0)]):
        yield Connection(cable_name("P", 2 + n), End("bus bar", "fused"), strip, both)


def data_cables() -> Iterator[Connection]:
    wires = (("GND", "GND"), ("DATA", "DIN"))
    yield Connection(cable_name("L", 0), End("hub", "J3"), cell_lights(0), wires)
    for row in range(1, SIDE):
        yield Connection(cable_name("L", row), cell_lights(row - 1), cell_lights(row), (("DOUT", "DIN"),))
    yield Connection(cable_name("L", SIDE), End("hub", "J4"), seat_lights(0), wires)
    chain = (("5V", "5V"), ("GND", "GND"), ("DOUT", "DIN"))
    for seat in range(1, SEATS):
        yield Connection(cable_name("L", SIDE + seat), seat_lights(seat - 1), seat_lights(seat), chain)


def cell_lights(row: int) -> End:
    return End(f"LEDs of {row_name(row)}")


def seat_lights(seat: int) -> End:
    return End(f"LEDs of seat {seat_name(seat)}")


def key_cables(variant: str) -> Iterator[Connection]:
    places = [f"keys of seat {seat_name(seat)}" for seat in range(SEATS)] + ["keys of the table"]
    for n, place in enumerate(places):
        ref = f"J{7 + n}"
        yield Connection(cable_name("K", n), End("hub", ref), End(place), _named(HUB, ref))
    for row in range(VARIANTS[variant]["row"]):
        before = End(row_name(row - 1), "J2") if row else End("hub", "J2")
        yield Connection(cable_name("G", row), before, End(row_name(row), "J1"), _straight(ROW, "J1"))


def _named(board: Board, ref: str) -> tuple[tuple[str, str], ...]:
    return tuple(zip(_pins(board, ref), _nets(board, ref), strict=True))


def reader_cables(variant: str) -> Iterator[Connection]:
    names = [f"reader of seat {seat_name(seat)}" for seat in range(SEATS)] + ["reader of the dealer"]
    banks = ["seats' bank", *(f"bank of {row_name(row)}" for row in range(VARIANTS[variant]["bank"] - 1))]
    for n, bank in enumerate(banks):
        before = End(banks[n - 1], "J2") if n else End("hub", "J5")
        yield Connection(cable_name("B", n), before, End(bank, "J1"), _straight(BANK, "J1"))
        cells = range(SIDE * (n - 1), SIDE * n)
        for place, name in enumerate([f"reader of cell {cell_name(cell)}" for cell in cells] if n else names):
            ref = f"J{3 + place}"
            yield Connection(cable_name("R", READERS * n + place), End(bank, ref), End(name), _straight(BANK, ref))


def cables(variant: str) -> tuple[Connection, ...]:
    return (*supply_cables(), *data_cables(), *key_cables(variant), *reader_cables(variant))
