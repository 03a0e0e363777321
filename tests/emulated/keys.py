"""The key matrix as wired: a row code to three 74HC138, active-low rows, a diode per key, pulled-up columns."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from glowpico import pins
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

    def __init__(self) -> None:
        self.down = bytearray(ROWS)  # six bits a row
        self.loose: dict[int, Loose] = {}
        self.when_scanned: Callable[[int], None] = lambda row: None
        self.scanned_us = 0.0  # when a row was chosen last

    def attach(self, mcu: RP2040) -> None:
        self.mcu = mcu
        self.code = [mcu.gpio[gpio] for gpio in pins.ROW_CODE]
        self.columns = [mcu.gpio[gpio] for gpio in pins.COLUMNS]
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
        return sum((pin.value == GPIOPinState.HIGH) << bit for bit, pin in enumerate(self.code))

    def _row_chosen(self, new: object = None, old: object = None) -> None:
        row = self.row
        if new is not None:  # a line moved; one that falls is GPIOPinState.LOW, which is 0
            self.scanned_us = self.mcu.clock.nanos / 1000
            self.when_scanned(row)
        down = self._closed(row) if row < ROWS else 0
        changed = down ^ self.pulled
        self.pulled = down
        for column in range(COLUMNS):
            if changed >> column & 1:
                pin = self.columns[column]
                pin.set_input_value(False) if down >> column & 1 else pin.release_input()

    def _closed(self, row: int) -> int:
        bits = self.down[row]
        for key, loose in self.loose.items():
            if key // COLUMNS == row and loose.is_closed(key, self.mcu.clock.nanos / 1000):
                bits |= 1 << key % COLUMNS
        return bits
