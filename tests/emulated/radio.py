"""The banks of card readers on the SPI bus: chips and tags of tag_model.py, in emulated time.

Each bank is a 74HC138, which selects one of eight chips while the strobe is low, and a 74HC251, which takes that
chip's MISO and no other's. Bank 0..5 are the cells of an NFC table, row by row; bank 6 are the readers.
"""

from typing import Any

from glowpico.board import TABLE

from tests.emulated.emulator import RP2040, GPIOPinState
from tests.micropython.rig import pn532_model, tag_model

Chip, Tag, Pn532Chip = tag_model.Chip, tag_model.Tag, pn532_model.Pn532Chip
SEAT_BANK = 6


class CellChip(Chip):  # type: ignore[misc]
    """Under an NFC cell cards lie on each other: tags within 1 mm starve each other of the field, and none answers."""

    def hearing(self) -> list[Any]:
        return super().hearing() if len(self.tags) == 1 else []


class Held:
    """A clone that holds its MISO at one level, selected or not."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.now_us = 0.0

    def wait(self, us: float) -> None:
        self.now_us += us

    def reset(self) -> None:
        """Nothing mends it."""

    def read(self, register: int) -> int:
        return self.level

    def write(self, register: int, value: int) -> None:
        """Not that it listened."""


class Banks:
    """`chips` by (bank, place). A place without one reads as zeros: MISO is pulled down."""

    def __init__(self, board: dict[str, Any] = TABLE) -> None:
        self.board = board
        self.selects = board["reader_select"] if board["matrix"] == "direct" else (board["reader_strobe"],)
        self.chips: dict[tuple[int, int], Any] = {}
        self.miso: int | None = None  # a short: what every byte reads
        self.address = -1  # the byte before, -1: none yet
        self.chosen: Any = None

    def plug(self, bank: int, place: int, chip: Any = None) -> Any:
        """Plug in a chip, a sound one if not told otherwise."""
        kind = Pn532Chip if self.board["reader_type"] == "pn532" else Chip
        self.chips[bank, place] = chip or (kind() if bank == SEAT_BANK else CellChip())
        return self.chips[bank, place]

    def chip(self, bank: int, place: int) -> Any:
        """The chip there, at this moment."""
        self._catch_up(self.chips[bank, place])
        return self.chips[bank, place]

    def attach(self, mcu: RP2040) -> None:
        self.clock = mcu.clock
        self.gpio = mcu.gpio
        self.spi = mcu.spi[self.board["spi"][0] // 8 % 2]
        self.answer = 0
        self.shifted = mcu.clock.create_alarm(lambda: self.spi.complete_transmit(self.answer))
        self.spi.on_transmit = self._byte
        for gpio in self.selects:
            mcu.gpio[gpio].add_listener(self._strobed)
        mcu.gpio[self.board["reader_reset"]].add_listener(self._reset)

    @property
    def is_off(self) -> bool:
        """Do all chips stand in reset?"""
        return not self._level(self.board["reader_reset"])

    def _level(self, gpio: int) -> bool:
        return self.gpio[gpio].value == GPIOPinState.HIGH

    def _code(self, wires: tuple[int, ...]) -> int:
        return sum(self._level(gpio) << bit for bit, gpio in enumerate(wires))

    def _reset(self, new: object, old: object) -> None:
        """NRSTPD rose: all chips start again. While it is low they are off."""
        if new == GPIOPinState.HIGH:
            for chip in self.chips.values():
                self._catch_up(chip)
                chip.reset()

    def _strobed(self, new: object, old: object) -> None:
        if isinstance(self.chosen, Pn532Chip):
            self._catch_up(self.chosen)
            self.chosen.deselect()
        self._choose(new)
        if isinstance(self.chosen, Pn532Chip):
            self._catch_up(self.chosen)
            self.chosen.select()

    def _choose(self, new: object) -> None:
        self.address = -1
        self.chosen = None
        if new != GPIOPinState.LOW or self.is_off:
            return
        if self.board["matrix"] == "direct":
            (low,) = [number for number, gpio in enumerate(self.selects) if not self._level(gpio)]
            self.chosen = self.chips.get((SEAT_BANK, low))
        else:
            self.chosen = self.chips.get((self._code(self.board["rows"][:3]), self._code(self.board["reader_code"])))

    def _byte(self, out: int) -> None:
        """A byte has begun to move; its answer is there when it has."""
        self.answer = self._exchanged(out) if self.miso is None else self.miso
        self.shifted.schedule(8e9 / self.spi.clock_frequency)

    def _exchanged(self, out: int) -> int:
        chip, address = self.chosen, self.address
        if chip is None:
            return 0
        self._catch_up(chip)
        if isinstance(chip, Pn532Chip):
            return chip.byte(out)  # type: ignore[no-any-return]
        if address < 0:
            self.address = out
            return 0
        if address & 0x80:
            self.address = out
            return chip.read(address >> 1 & 0x3F)
        chip.write(address >> 1, out)
        return 0

    def _catch_up(self, chip: Any) -> None:
        chip.wait(self.clock.nanos / 1000 - chip.now_us)
