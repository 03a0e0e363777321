"""What ticks leave on the heap of a real MicroPython, and what they take before garbage is collected."""

import gc

from board import Board
from glowpico.loop import Loop
from glowpico.mfrc522 import Mfrc522
from glowpico.readers import EMPTY
from glowpico.wire import HOST, encode
from tag_model import Chip, Tag

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


class Reading(Quiet):
    """Its card readers are real drivers over a model of their chips; so are the cells it seeks a tag on."""

    cell_kind = "nfc"

    def __init__(self):
        Quiet.__init__(self)
        self.drivers = [Mfrc522(Chip()) for _ in range(3)]
        for driver in self.drivers:
            driver.rest()

    def driver(self, number):
        driver = self.drivers[number]
        driver.bus.wait(1000)
        return driver

    def poll(self, reader):
        chip = self.drivers[reader].bus
        if self.tags[reader] and not chip.tags:
            chip.lay(Tag(self.tags[reader]))
        elif chip.tags and not self.tags[reader]:
            chip.tags.clear()
        return self.driver(reader).poll()

    def seek(self, place, uid):
        return self.driver(2).seek(uid)

    def give_up(self):
        self.drivers[2].rest()


class Day:
    """A lit table in the middle of a session; on a busy one a cell is pressed and a card laid again and again."""

    def __init__(self, board, is_busy, patterns="ecpsdbkf" * 5 + "ss"):
        self.board = board
        self.loop = Loop(board)
        self.is_busy = is_busy
        self.now_ms = 0
        board.inbox = encode(HOST, "3f2a", None, "hi")
        board.inbox += encode(HOST, "3f2a", 1, "lights", "g" * 42, patterns, 80)
        board.inbox += encode(HOST, "3f2a", 2, "seek", "04a1b2c3", "000000001")
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
            self.board.tags[1] = "04a1b2c3d4e5f6" if self.board.tags[1] == EMPTY else EMPTY
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
