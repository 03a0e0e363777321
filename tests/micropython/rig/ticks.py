"""What ticks leave on the heap of a real MicroPython, and what they take before garbage is collected."""

import gc

from board import Board
from glowpico.loop import Loop
from glowpico.wire import HOST, encode

WARM_UP = 400  # ticks: every slot of a pattern shown, beats said
TICKS = 150  # less than a second: no beat among them


class Quiet(Board):
    """Keeps nothing of what it is told."""

    def write(self, frame):
        pass


class Keeping(Quiet):
    """The control: every sample leaves a little behind."""

    kept = ()

    def sample(self, rows):
        Quiet.sample(self, rows)
        self.kept = [self.kept]


class Day:
    """A lit table in the middle of a session; on a busy one a cell is pressed again and again."""

    def __init__(self, board, is_busy):
        self.board = board
        self.loop = Loop(board)
        self.is_busy = is_busy
        self.now_ms = 0
        board.inbox = encode(HOST, "3f2a", None, "hi")
        board.inbox += encode(HOST, "3f2a", 1, "lights", "g" * 42, "ecpsdbkf" * 5 + "ss", 80)
        self.tick(WARM_UP)

    def tick(self, many):
        for i in range(many):
            self.now_ms += 5
            if self.is_busy:
                self.act(i % 30)
            self.loop.tick(self.now_ms)

    def act(self, moment):
        if moment == 0:
            self.board.press(21)
        elif moment == 10:
            self.board.release(21)
        elif moment == 20:
            self.loop.talk.acknowledged(self.loop.talk.next_edge - 1, self.now_ms)


def left(day):
    """Bytes more on the heap after ticks and a collection than before."""
    gc.collect()
    before = gc.mem_alloc()
    day.tick(TICKS)
    gc.collect()
    return gc.mem_alloc() - before


def taken(day):
    """Bytes that ticks take with nothing collected meanwhile."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    day.tick(TICKS)
    gc.enable()
    return gc.mem_alloc() - before
