"""A board for loop.py in memory: keys, cards and bytes to hear go in; bytes said, cues and light come out."""

from glowpico.readers import EMPTY
from glowpico.scanner import ROWS


class Board:
    cell_kind = "buttons"
    readers = 0b11
    reset_cause = 1
    build = "0badcafe"
    trouble = ()

    def __init__(self):
        self.keys = bytearray(ROWS)
        self.tags = [EMPTY] * 8
        self.inbox = bytearray()
        self.heard = 0
        self.said = bytearray()
        self.cues = []
        self.lit = (b"", b"")

    def press(self, key):
        self.keys[key // 6] |= 1 << key % 6

    def release(self, key):
        self.keys[key // 6] &= ~(1 << key % 6)

    def sample(self, rows):
        for row in range(ROWS):
            rows[row] = self.keys[row]

    def poll(self, reader):
        return self.tags[reader]

    def read(self):
        if self.heard == len(self.inbox):
            return -1
        byte = self.inbox[self.heard]
        self.heard += 1
        if self.heard == len(self.inbox):
            self.inbox = bytearray()
            self.heard = 0
        return byte

    def write(self, frame):
        self.said += frame

    def shine(self, cells, seats):
        self.lit = (cells, seats)

    def sound(self, cue):
        self.cues.append(cue)

    def watch(self):
        pass

    def free(self):
        return 0

    def tick_us(self):
        return 0
