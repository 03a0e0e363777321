"""The table without hardware: glowpico's own loop on a fake Pico, in process, behind a pyserial-like line.

`Twin` is the table, and what people can touch of it. Time is handed in: by a clock that it follows whenever its line
is read, or by `advance`. Everything between finger and port is the firmware. It knows no game.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import glowpico
from glowpico.board import READER_HZ, TABLE, report
from glowpico.loop import TICK_MS, Loop
from glowpico.pn532 import PN532
from glowpico.readers import EMPTY, GARBLED, READERS
from glowpico.scanner import COLUMNS, ROWS
from glowpico.settings import DEFAULTS
from glowpico.strip import places
from glowpico.wire import CELLS, DRAIN
from glowtable.device.link import Board
from glowtable.device.twin_line import Faults, TwinLine

CLOCK_MASK = 0x3FFFFFFF  # a Pico's millisecond clock has 30 bits
TAP_MS = 40  # how long a finger stays down
HAND_MS = 200  # from lifting one card off a reader to the next lying there
CATCH_UP_MS = 1000  # of a longer pause of the host the rest is skipped, as if the table had slept, too
POWER_ON = 1  # reset cause
RAIL_MV = 5000  # the LEDs' supply
CHIP_VERSION = 0x92  # an MFRC522
LAST_SOUNDS = 1000  # that are remembered

COUNTS = {"polls": 0, "lost": 0, "garbled": 0, "khz": READER_HZ // 1000}  # of a simulated reader

RGB = tuple[int, int, int]
DARK: RGB = (0, 0, 0)


class FakePico:
    """The board that glowpico's loop needs (see loop.py), with keys and readers that a program can touch."""

    readers = (1 << READERS) - 1
    reset_cause = POWER_ON
    trouble: tuple[str, ...] = ()

    def __init__(self, rng: Random, cell_kind: str, board: Mapping[str, Any] = TABLE) -> None:
        self.rng = rng
        self.report = None if board is TABLE else report(board)
        self.chip_version = PN532 if board["reader_type"] == "pn532" else CHIP_VERSION
        if self.report:
            self.readers = int(self.report[2], 16)
        self.cell_kind = cell_kind
        self.lying: list[list[str]] = [[] for _ in range(CELLS)]  # tags at each NFC cell's place, from bottom to top
        self.reported_place: int | None = None  # the place whose tag was reported last
        self.build = (Path(glowpico.__file__).parent / "build.txt").read_text().strip()
        self.levels = bytearray(ROWS)
        self.stuck = bytearray(ROWS)
        self.chattering: set[int] = set()
        self.tags = [EMPTY] * READERS
        self.rx: deque[int] = deque()
        self.write: Callable[[bytes], None] = lambda frame: None
        self.cell_bytes = self.seat_bytes = b""
        self.sounds: list[int] = []
        self.longest_us = 0

    def hold_key(self, key: int, down: bool, where: bytearray | None = None) -> None:
        row, column = divmod(key, COLUMNS)
        levels = self.levels if where is None else where
        levels[row] = (levels[row] | 1 << column) if down else levels[row] & ~(1 << column)

    # -- what the loop asks

    def sample(self, rows: bytearray) -> None:
        for row in range(ROWS):
            rows[row] = self.levels[row] | self.stuck[row]
        for key in self.chattering:
            self.hold_key(key, self.rng.random() < 0.5, rows)

    def poll(self, reader: int) -> str:
        return self.tags[reader]

    def read(self) -> bytes:
        return bytes(self.rx.popleft() for _ in range(min(DRAIN, len(self.rx))))

    def shine(self, cells: bytearray, seats: bytearray) -> None:
        self.cell_bytes, self.seat_bytes = bytes(cells), bytes(seats)

    def sound(self, number: int) -> None:
        self.sounds.append(number)
        del self.sounds[:-LAST_SOUNDS]

    def supply_mv(self) -> int:
        return RAIL_MV

    def branch_mv(self, branch: int) -> int:
        return RAIL_MV

    def count_of(self, part: str, reader: int) -> int:
        return COUNTS[part]

    def chip(self, number: int) -> int:
        is_there = self.readers >> number & 1 if number < READERS else self.cell_kind == "nfc"
        return self.chip_version if is_there else 0

    def seek(self, place: int, uid: str) -> str:
        return uid if self.lying[place] == [uid] else EMPTY

    def inventory(self, place: int) -> str:
        """Tags in a stack take each other's power: their answers cannot be read."""
        if self.reported_place == place or not self.lying[place]:
            self.reported_place = None
            return EMPTY
        if len(self.lying[place]) > 1:
            return GARBLED
        self.reported_place = place
        return self.lying[place][0]

    def give_up(self) -> None:
        self.reported_place = None

    def watch(self) -> None:
        """No watchdog: only its caller can stop a twin."""

    def free(self) -> int:
        return 0

    def tick_us(self) -> int:
        longest, self.longest_us = self.longest_us, 0
        return longest


class Twin:
    """A simulated table; without a `clock_ms` only `advance` moves its time."""

    def __init__(
        self,
        clock_ms: Callable[[], int] | None = None,
        faults: Faults = Faults(),
        settings: Mapping[str, Any] = DEFAULTS,
        start_ms: int = 0,
        board: Mapping[str, Any] = TABLE,
    ) -> None:
        self.board_settings: Mapping[str, Any] = board["settings"]
        self.reader_type: str = board["reader_type"]
        settings = {**settings, **self.board_settings}
        rng = Random(faults.seed)
        self.clock_ms = clock_ms
        self.followed_ms = clock_ms() if clock_ms else 0
        self.now_ms = start_ms  # the table's own time
        self.settings = settings  # read at the next restart; the wiring stays as it is
        self.cell_wires: bytes = places(settings["cell_order"], settings["rotation"])
        self.light_wires: bytes = places(settings["led_order"], settings["rotation"])
        self.seat_wires: tuple[int, ...] = tuple(settings["seat_order"])
        self.line = TwinLine(self, rng, faults)
        self.pico = FakePico(rng, settings["cell_kind"], board)
        self.board = Board(*self.pico.report) if self.pico.report else Board()
        self.has_cells = settings["cell_kind"] != "none"
        self.pico.write = self.line.send_frame
        self.loop = Loop(self.pico, settings)
        self._credit_ms = 0
        self._plans: dict[tuple[str, int], tuple[int, Callable[[], None]]] = {}
        self._reader_free_ms = [start_ms] * READERS

    # -- time

    def advance(self, ms: int) -> None:
        """Let the table tick for this long; less than a tick is kept for the next call."""
        self._credit_ms += ms
        while self._credit_ms >= TICK_MS:
            self._credit_ms -= TICK_MS
            self._run_tick()

    def follow_clock(self) -> None:
        if self.clock_ms:
            now_ms = self.clock_ms()
            self.advance(min(now_ms - self.followed_ms, CATCH_UP_MS))
            self.followed_ms = now_ms

    def _run_tick(self) -> None:
        self.now_ms += TICK_MS
        if self._plans:
            self._do_plans()
        sent = self.line.to_table
        if sent.bytes:
            self.pico.rx.extend(sent.take_bytes(sent.bytes_ready(self.now_ms)))
        began_ns = time.perf_counter_ns()
        self.loop.tick(self.now_ms & CLOCK_MASK)
        self.pico.longest_us = max(self.pico.longest_us, (time.perf_counter_ns() - began_ns) // 1000)

    def _plan_later(self, ms: int, what: str, number: int, act: Callable[[], None]) -> None:
        self._plans[what, number] = (self.now_ms + ms, act)

    def _do_plans(self) -> None:
        for plan, (due_ms, act) in list(self._plans.items()):
            if due_ms <= self.now_ms:
                del self._plans[plan]
                act()

    # -- what people touch

    def press(self, cell: int) -> None:
        self.line.on_finger(cell)
        self.pico.hold_key(self.cell_wires[cell], True)

    def release(self, cell: int) -> None:
        self.pico.hold_key(self.cell_wires[cell], False)

    def tap(self, cell: int) -> None:
        """Press, and release a moment later."""
        self.line.on_finger(cell)
        self._tap_contact(self.cell_wires[cell])

    def tap_key(self, code: int) -> None:
        """Tap a key by its number on the wire: confirm, pass, undo of the seats, then the table's keys."""
        self.line.on_finger(CELLS + code)
        self._tap_contact(CELLS + code)

    def lay(self, reader: int, uid: str, for_ms: int | None = None) -> None:
        """Lay a card there as soon as the one before it is off; after `for_ms` it is taken away again."""
        self.lift(reader)
        wait_ms = max(0, self._reader_free_ms[reader] - self.now_ms)
        self._plan_later(wait_ms, "lay", reader, partial(self.pico.tags.__setitem__, reader, uid))
        if for_ms is not None:
            self._plan_later(wait_ms + for_ms, "lift", reader, partial(self.lift, reader))

    def lift(self, reader: int) -> None:
        for plan in ("lay", "lift"):
            self._plans.pop((plan, reader), None)
        if self.pico.tags[reader]:
            self.pico.tags[reader] = EMPTY
            self._reader_free_ms[reader] = self.now_ms + HAND_MS

    def put_down(self, cell: int, uid: str) -> None:
        """Lay a card on an NFC cell, on top of those that lie there."""
        self.pico.lying[self.cell_wires[cell]].append(uid)

    def pick_up(self, cell: int) -> str:
        """Take the top card off an NFC cell; its uid."""
        return self.pico.lying[self.cell_wires[cell]].pop()

    def _tap_contact(self, key: int) -> None:
        self.pico.hold_key(key, True)
        self._plan_later(TAP_MS, "up", key, partial(self.pico.hold_key, key, False))

    # -- what people see

    @property
    def cells_shown(self) -> tuple[RGB, ...]:
        """The light of each cell: red, green, blue."""
        return _chain_colours(self.pico.cell_bytes, self.settings, "pixels_per_cell", self.light_wires)

    @property
    def seats_shown(self) -> tuple[RGB, ...]:
        return _chain_colours(self.pico.seat_bytes, self.settings, "pixels_per_seat", self.seat_wires)

    @property
    def picture_letters(self) -> tuple[str, str, int]:
        """The last picture the host sent in this session: letters of colours and patterns, brightness."""
        colours, patterns, brightness_pct = self.loop.display.picture
        return colours, patterns, brightness_pct

    # -- what goes wrong

    def restart(self) -> None:
        """The table starts again and knows no session; a frame that is being sent breaks off."""
        self.pico.rx.clear()
        self.line.to_table.bytes.clear()
        self.line.to_host.cut_off()
        self.loop = Loop(self.pico, self.settings)

    def stick_cell(self, cell: int) -> None:
        """This cell's contact stays closed."""
        self.pico.hold_key(self.cell_wires[cell], True, self.pico.stuck)

    def chatter_cell(self, cell: int) -> None:
        """This cell's contact opens and closes at random."""
        self.pico.chattering.add(self.cell_wires[cell])

    def mend_cell(self, cell: int) -> None:
        self.pico.chattering.discard(self.cell_wires[cell])
        self.pico.hold_key(self.cell_wires[cell], False, self.pico.stuck)


def _chain_colours(
    chain: bytes, settings: Mapping[str, Any], pixels_per_light: str, order: Iterable[int]
) -> tuple[RGB, ...]:
    """What each light of a chain of pixels shows, in this order."""
    per_light, channels = settings[pixels_per_light], settings["led_colours"]
    if not per_light:
        return (DARK,) * len(tuple(order))
    width = len(channels)
    pixels = [chain[at : at + width] or bytes(width) for at in (width * per_light * place for place in order)]
    red, green, blue = map(channels.index, "RGB")
    white = channels.find("W")
    whites = [pixel[white] if white >= 0 else 0 for pixel in pixels]
    shown = zip(pixels, whites, strict=True)
    return tuple((max(p[red], w), max(p[green], w), max(p[blue], w)) for p, w in shown)
