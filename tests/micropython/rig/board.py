"""A board for loop.py in memory: keys, cards and bytes to hear go in; bytes said, sounds and light come out."""

from glowpico.readers import EMPTY
from glowpico.scanner import ROWS
from glowpico.wire import DRAIN


class Board:
    cell_kind = "buttons"
    readers = 0b11
    reset_cause = 1
    build = "0badcafe"
    report = None
    trouble = ()

    def __init__(self):
        self.keys = bytearray(ROWS)
        self.tags = [EMPTY] * 8
        self.inbox = bytearray()
        self.said = bytearray()
        self.sounds = []
        self.lit = (b"", b"")
        self.rail_mv = 5000
        self.branches_mv = [5000] * 5

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
        if not self.inbox:
            return b""
        data = bytes(self.inbox[:DRAIN])
        self.inbox = self.inbox[DRAIN:]
        return data

    def write(self, frame):
        self.said += frame

    def shine(self, cells, seats):
        self.lit = (cells, seats)

    def sound(self, number):
        self.sounds.append(number)

    def watch(self):
        pass

    def supply_mv(self):
        return self.rail_mv

    def branch_mv(self, branch):
        return self.branches_mv[branch]

    def count_of(self, part, reader):
        return 0

    def chip(self, number):
        return 0x92 if self.readers >> number & 1 else 0

    def free(self):
        return 0

    def tick_us(self):
        return 0
