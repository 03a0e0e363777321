"""The key matrix as a board describes it: a row code to three 74HC138, or rows pulled low; pulled-up columns.

With a diode per key, or without: then a row that is low pulls down all that closed contacts join to it.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from glowpico.board import NO_ROW, NOWHERE, TABLE, places
from glowpico.scanner import COLUMNS, ROWS

from tests.emulated.emulator import RP2040, GPIOPinState


class Loose(NamedTuple):
    """A contact that opens and closes by itself: every `step_us` it is closed with this chance, at random."""

    step_us: float
    closed: float

    def is_closed(self, key: int, us: float) -> bool:
        return Random(f"{key} {us // self.step_us}").random() < self.closed


class Keys:
    """Fingers on the matrix; key = row * 6 + column, as the scanner counts."""

    def __init__(self, board: dict[str, Any] = TABLE) -> None:
        self.board = board
        self.is_direct = board["matrix"] == "direct"
        self.places = places(board)
        self.rows = len(board["rows"]) if self.is_direct else ROWS
        self.fights = 0  # how often a pin was high against one that is low, through closed contacts
        self.down = bytearray(ROWS)  # six bits a row
        self.loose: dict[int, Loose] = {}
        self.when_scanned: Callable[[int], None] = lambda row: None
        self.scanned_us = 0.0  # when a row was chosen last

    def attach(self, mcu: RP2040) -> None:
        self.mcu = mcu
        self.code = [mcu.gpio[gpio] for gpio in self.board["rows"]]
        self.columns = [mcu.gpio[gpio] for gpio in self.board["columns"]]
        self.pulled = 0  # columns held low now
        for pin in self.code:
            pin.add_listener(self._row_chosen)

    def press(self, key: int) -> None:
        self.down[key // COLUMNS] |= 1 << key % COLUMNS
        self._row_chosen()

    def release(self, key: int) -> None:
        self.down[key // COLUMNS] &= ~(1 << key % COLUMNS)
        self._row_chosen()

    def chatter(self, key: int, closed: float = 0.5, hz: float = 1000) -> None:
        """Until `calm`ed this contact is closed for such a part of the time, and may change so often, at random."""
        self.loose[key] = Loose(1e6 / hz, closed)

    def calm(self, key: int) -> None:
        del self.loose[key]
        self.release(key)

    @property
    def row(self) -> int:
        """The row chosen now; 10..15 are no row."""
        if self.is_direct:
            low = [row for row, pin in enumerate(self.code) if pin.value == GPIOPinState.LOW]
            return low[0] if len(low) == 1 else NO_ROW
        return sum((pin.value == GPIOPinState.HIGH) << bit for bit, pin in enumerate(self.code))

    def _row_chosen(self, new: object = None, old: object = None) -> None:
        row = self.row
        if new is not None:  # a line moved; one that falls is GPIOPinState.LOW, which is 0
            self.scanned_us = self.mcu.clock.nanos / 1000
            self.when_scanned(row)
        down = self._closed(row) if row < self.rows else 0
        changed = down ^ self.pulled
        self.pulled = down
        for column in range(COLUMNS):
            if changed >> column & 1:
                pin = self.columns[column]
                pin.set_input_value(False) if down >> column & 1 else pin.release_input()

    def _closed(self, row: int) -> int:
        """The columns that this row pulls low."""
        return self._contacts(row) if self.board["diodes"] else self._joined(row)

    def _joined(self, row: int) -> int:
        """Without diodes: through closed contacts current goes back and forth."""
        contacts = [self._contacts(other) for other in range(self.rows)]
        bits, rows = contacts[row], {row}
        while more := {other for other in range(self.rows) if contacts[other] & bits} - rows:
            rows |= more
            for other in more:
                bits |= contacts[other]
                self.fights += self.code[other].value == GPIOPinState.HIGH
        return bits

    def _contacts(self, row: int) -> int:
        """The closed contacts of a row, as it is wired."""
        bits = 0
        for column in range(COLUMNS):
            place = self.places[COLUMNS * row + column]
            if place != NOWHERE:
                bits |= (self._of_scanner(place // COLUMNS) >> place % COLUMNS & 1) << column
        return bits

    def _of_scanner(self, row: int) -> int:
        bits = self.down[row]
        for key, loose in self.loose.items():
            if key // COLUMNS == row and loose.is_closed(key, self.mcu.clock.nanos / 1000):
                bits |= 1 << key % COLUMNS
        return bits
