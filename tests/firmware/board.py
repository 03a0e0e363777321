"""A board of our own for loop.py: keys, readers and bytes are plain values that a test sets and looks at."""

from glowpico import wire
from glowpico.loop import TICK_MS, Loop
from glowpico.readers import EMPTY, GARBLED, READERS
from glowpico.scanner import COLUMNS, ROWS

SESSION = "3f2a"


class Board:
    cell_kind = "buttons"
    report = None
    reset_cause = 1
    build = "0badcafe"
    trouble: tuple[str, ...] = ()

    def __init__(self, readers=0xFF):
        self.readers = readers
        self.keys = set()
        self.tags = [EMPTY] * READERS
        self.waiting = bytearray()  # bytes of the host
        self.asked = 0  # how often bytes were asked for
        self.written = []
        self.shone = []
        self.sounds = []
        self.watched = 0
        self.rail_mv = 5000
        self.branches_mv = [5000] * 5
        self.versions = {}
        self.on_cells = {}  # place -> uids
        self.garbled = set()
        self.told = {}
        self.counted = {}  # (part, reader) -> number
        self.asked_cells = []

    def sample(self, rows):
        for row in range(ROWS):
            rows[row] = sum(1 << key % COLUMNS for key in self.keys if key // COLUMNS == row)

    def poll(self, reader):
        return self.tags[reader]

    def read(self):
        self.asked += 1
        data, self.waiting = bytes(self.waiting[: wire.DRAIN]), self.waiting[wire.DRAIN :]
        return data

    def write(self, frame):
        self.written.append(frame)

    def shine(self, cells, seats):
        self.shone.append((bytes(cells), bytes(seats)))

    def sound(self, number):
        self.sounds.append(number)

    def watch(self):
        self.watched += 1

    def supply_mv(self):
        return self.rail_mv

    def branch_mv(self, branch):
        return self.branches_mv[branch]

    def count_of(self, part, reader):
        return self.counted.get((part, reader), 0)

    def chip(self, number):
        return self.versions.get(number, 0)

    def seek(self, place, uid):
        self.asked_cells.append(place)
        return uid if uid in self.on_cells.get(place, ()) else EMPTY

    def inventory(self, place):
        """Each tag once, then the end; GARBLED for a cell whose tags do not answer."""
        self.asked_cells.append(place)
        told = self.told.setdefault(place, list(self.on_cells.get(place, ())))
        if told:
            return told.pop(0)
        del self.told[place]
        return GARBLED if place in self.garbled else EMPTY

    def give_up(self):
        self.told.clear()

    def free(self):
        return 200_000

    def tick_us(self):
        return 900


class Table:
    """A Loop on such a board, with its clock and the host's mouth and ears."""

    def __init__(self, board=None, settings=None, now_ms=0, session=SESSION):
        self.board = board or Board()
        self.loop = Loop(self.board, settings, "00c0ffee")
        self.now_ms = now_ms
        self.number = 0
        self.troubles = []  # (readers, words) of each that was told
        if session:
            self.greet(session)

    def greet(self, session):
        self.number = 0
        self.board.waiting += wire.encode(wire.HOST, session, None, "hi")
        self.tick()
        self.heard()

    def tick(self, count=1):
        for _ in range(count):
            self.now_ms += TICK_MS
            self.loop.tick(self.now_ms & 0x3FFFFFFF)

    def say(self, word, *fields):
        """Say a numbered word and give the table time to take it in; its answers."""
        self.number += 1
        self.board.waiting += wire.encode(wire.HOST, SESSION, self.number, word, *fields)
        while self.board.waiting:
            self.tick()
        return self.heard()

    def beat(self, last=0):
        self.board.waiting += wire.encode(wire.HOST, SESSION, None, "beat", last)

    def heard(self):
        """(word, fields) of what the table wrote since then but acks, beats and troubles; edges are acknowledged."""
        frames = [wire.decode(wire.TABLE, frame) for frame in self.board.written]
        self.board.written.clear()
        for _, number, _, _ in frames:
            if number:
                self.beat(number)
        self.troubles += [fields for _, _, word, fields in frames if word == "trouble"]
        return [(word, *fields) for _, _, word, fields in frames if word not in ("ack", "beat", "trouble")]
