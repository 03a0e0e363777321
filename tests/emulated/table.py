"""The emulated table: a Pico with everything wired to it, hands over it, and the frames it says with their times.

Hands have the twin's gestures (press, release, tap, tap_key, lay, lift), so that what drives a twin drives this table.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from glowpico.board import NONE, report
from glowpico.board import TABLE as BOARD
from glowpico.readers import READERS
from glowpico.strip import SIDE
from glowpico.trouble import BRANCHES
from glowpico.wire import CELLS, HOST, TABLE, decode, encode
from glowtable.device.boards import board_file
from glowtable.device.link import Board
from glowtable.device.twin import HAND_MS, TAP_MS

from tests.emulated import disk
from tests.emulated.emulator import RP2040, GPIOPinState
from tests.emulated.keys import Keys
from tests.emulated.light import Chain
from tests.emulated.pico import Pico, Said, Silent
from tests.emulated.radio import SEAT_BANK, Banks, Tag

SESSION = "3f2a"
SUPPLY_MV = 5000  # of the LEDs' rail


def reading(mv: int) -> int:
    """What the Pico's converter makes of half of it."""
    return mv * 4095 // 2 // 3300


class Branches:
    """The volts behind each switch of the hub: one line to the Pico, which reads the place that A0..A2 say."""

    def __init__(self) -> None:
        self.mv = [SUPPLY_MV] * len(BRANCHES) + [0] * (8 - len(BRANCHES))

    def attach(self, mcu: RP2040) -> None:
        self.mcu = mcu
        for gpio in BOARD["reader_code"]:
            mcu.gpio[gpio].add_listener(lambda *_: self.put(self.mv))
        self.put(self.mv)

    def put(self, mv: list[int]) -> None:
        """From now on there are so many behind each."""
        self.mv = mv
        levels = [self.mcu.gpio[gpio].value == GPIOPinState.HIGH for gpio in BOARD["reader_code"]]
        place = sum(level << bit for bit, level in enumerate(levels))
        self.mcu.adc.channel_values[BOARD["branch_sense"] - 26] = reading(mv[place])


class Heard(NamedTuple):
    """A frame of the table, and when its last byte had arrived."""

    us: float
    session: str
    number: int | None
    word: str
    fields: tuple[Any, ...]


class Table(Pico):
    """Switched on with these settings (a dict, the bytes of settings.json, or no file at all).

    `board` is how it is wired: but for the table itself, its board.json says so, and `others` may say another thing.
    `readers` are those whose chip is there; `others` are more files, or others instead of the firmware's. With a `uf2`
    the firmware is in that, and without any file its flash is bare.
    """

    def __init__(
        self,
        settings: Mapping[str, object] | bytes | None = None,
        readers: range = range(READERS - 1),
        compiled: bool = True,
        others: Mapping[str, bytes | None] | None = None,
        is_nfc: bool = False,
        uf2: Path | None = None,
        board: dict[str, Any] = BOARD,
    ) -> None:
        uf2 = uf2 or disk.one_file()
        firmware = {} if uf2 else disk.files(compiled)
        content: dict[str, bytes | None] = {**firmware, "settings.json": written(settings)}
        if board is not BOARD:
            content["board.json"] = board_file(board)
        content.update(others or {})
        self.wiring, self.keys, self.banks = board, Keys(board), Banks(board)
        self.board, self.has_cells = (Board() if board is BOARD else Board(*report(board))), bool(board["rows"])
        self.cells, self.seats = Chain(board["cell_leds"]), Chain(board["seat_leds"])
        self.last = self.cells if board["seat_leds"] == NONE else self.seats  # the chain that is sent last
        self.branches = Branches()
        for reader in readers:
            self.banks.plug(SEAT_BANK, reader)
        for cell in range(CELLS * is_nfc):
            self.banks.plug(*divmod(cell, SIDE))
        present = {name: data for name, data in content.items() if data is not None}
        wired = {"reader_reset": self.banks, "branch_sense": self.branches}
        there = [device for name, device in wired.items() if board[name] != NONE]
        devices = [self.keys, self.cells, self.seats, *there]
        super().__init__(disk.image(present) if present else b"", devices, uf2)
        self.supply(SUPPLY_MV)
        self.session = SESSION
        self.number = 0
        self._plans: dict[tuple[str, int], tuple[float, Callable[[], None]]] = {}
        self._reader_free_us = [0.0] * READERS

    def supply(self, rail_mv: int) -> None:
        """Put so much on the LEDs' rail; the Pico senses half of it."""
        if self.wiring["supply_sense"] != NONE:
            self.mcu.adc.channel_values[self.wiring["supply_sense"] - 26] = reading(rail_mv)

    # -- hands

    def press(self, cell: int) -> None:
        self.keys.press(cell)

    def release(self, cell: int) -> None:
        self.keys.release(cell)

    def tap(self, cell: int) -> None:
        """Press, and let go a moment later."""
        self.keys.press(cell)
        self._at(self.us + 1000 * TAP_MS, "up", cell, partial(self.keys.release, cell))

    def tap_key(self, code: int) -> None:
        """Tap a key by the wire's number."""
        self.tap(CELLS + code)

    def lay(self, reader: int, uid: str) -> None:
        """Lay a card on a reader as soon as hands can, off with another."""
        self.lift(reader)
        self._at(self._reader_free_us[reader], "lay", reader, partial(self.put, uid, SEAT_BANK, reader))

    def lift(self, reader: int) -> None:
        self._plans.pop(("lay", reader), None)
        tags = self.banks.chip(SEAT_BANK, reader).tags if (SEAT_BANK, reader) in self.banks.chips else []
        if tags:
            tags.clear()
            self._reader_free_us[reader] = self.us + 1000 * HAND_MS

    def lay_on(self, cell: int, uid: str) -> None:
        """Lay a card on an NFC cell, on top of those that lie there."""
        self.put(uid, *divmod(cell, SIDE))

    def put(self, uid: str, bank: int, place: int) -> None:
        self.banks.chip(bank, place).lay(Tag(uid))

    def _at(self, us: float, what: str, number: int, act: Callable[[], None]) -> None:
        """Do this then, at once if it is past."""
        if us <= self.us:
            act()
        else:
            self._plans[what, number] = (us, act)

    def run_us(self, us: float) -> None:
        """Let time pass, doing what hands had begun."""
        end_us = self.us + us
        while due := [plan for plan, (at_us, _) in self._plans.items() if at_us <= end_us]:
            at_us, act = self._plans.pop(min(due, key=lambda plan: self._plans[plan][0]))
            super().run_us(max(0, at_us - self.us))
            act()
        super().run_us(max(0, end_us - self.us))

    # -- what shines and sounds

    def next_frame(self) -> tuple[bytes, bytes]:
        """Run until both chains have taken their next bytes; what those are."""
        self.next_of(self.last)
        return self.cells.shown, self.seats.shown

    def next_of(self, chain: Chain) -> bytes:
        """Run until this chain has taken its next bytes, those being sent now among them."""
        latched = chain.latched
        self.until(lambda: chain.latched > latched, step_ms=0.05)
        return chain.shown

    @property
    def tone_hz(self) -> float:
        """What the buzzer sounds; 0 for silence."""
        channel = self.mcu.pwm.channels[self.wiring["buzzer"] // 2 % 8]
        is_on = channel.csr & 1 and channel.cc & 0xFFFF
        return self.clock.hz / (channel.div / 16) / (channel.top + 1) if is_on else 0.0

    # -- the host's voice and ear

    def greet(self, session: str = SESSION) -> Heard:
        """Open a session once the port is there; the hello."""
        self.until(lambda: self.usb.is_open)
        self.session, self.number = session, 0
        self.write(b"\r\n" + encode(HOST, session, None, "hi"))
        while True:
            hello = self.hears("hello")
            if hello.session == session:
                return hello

    def say(self, word: str, *fields: object) -> None:
        """The host's next numbered word."""
        self.number += 1
        self.write(encode(HOST, self.session, self.number, word, *fields))

    def acknowledge(self, last: int) -> None:
        self.write(encode(HOST, self.session, None, "ack", last))

    def hears(self, *words: str, most_ms: float = 3000) -> Heard:
        """The next frame with one of these words; all before it are dropped."""
        end_us = self.us + 1000 * most_ms
        while True:
            for frame in self.frames(words):
                return frame
            if self.us >= end_us:
                raise Silent(f"no {' or '.join(words)} within {most_ms} ms: {self.heard()[-400:]!r}")
            self.run_us(250)

    def frames(self, words: tuple[str, ...] = ()) -> Iterator[Heard]:
        """The frames said since; with `words` only those, and what follows one that was taken stays for later."""
        for us, line in self._lines():
            frame = decode(TABLE, line)
            if frame and (not words or frame[2] in words):
                yield Heard(us, *frame)

    def _lines(self) -> Iterator[tuple[float, bytes]]:
        """Whole lines, each with the time of the packet that ended it; taken one by one."""
        while b"\n" in self.heard():
            line = b""
            while not line.endswith(b"\n"):
                us, data = self.said.popleft()
                head, newline, rest = data.partition(b"\n")
                line += head + newline
                if rest:
                    self.said.appendleft(Said(us, rest))
            yield us, line


def written(settings: Mapping[str, object] | bytes | None) -> bytes | None:
    return settings if settings is None or isinstance(settings, bytes) else json.dumps(settings).encode()
