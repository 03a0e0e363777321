"""A table and a host with a bad cable between them, on a clock of their own: what arrives is what was done.

Plays alike in CPython and MicroPython: prints a line for each seed; a broken promise is an AssertionError.
"""

from board import Board
from chance import Chance
from glowpico.loop import Loop
from glowpico.wire import HOST, KEYS, TABLE, Lines, decode, encode

BAD = 150  # one byte in so many suffers
RESTARTS = 400  # the table restarts about every so many ticks
RESEND_MS = 50
WRAP_MS = 7000  # when the table's 30-bit clock passes its end


class Cable:
    """Bytes one way: now and then one is lost, damaged, doubled, or all behind it late."""

    def __init__(self, chance):
        self.chance = chance
        self.waiting = bytearray()
        self.held = 0  # ticks that nothing passes
        self.is_bad = True

    def put(self, data):
        for byte in data:
            self.suffer(byte) if self.is_bad and self.chance.one_in(BAD) else self.waiting.append(byte)

    def suffer(self, byte):
        what = self.chance.below(4)
        if what == 1:
            self.waiting.append(byte ^ 1 << self.chance.below(7))
        elif what == 2:
            self.waiting.extend(bytes([byte, byte]))
        elif what == 3:
            self.waiting.append(byte)
            self.held = self.chance.below(30)

    def take(self):
        if self.held:
            self.held -= 1
            return b""
        many = 1 + self.chance.below(80) if self.is_bad else len(self.waiting)
        data, self.waiting = bytes(self.waiting[:many]), bytearray(self.waiting[many:])
        return data


class Host:
    """The least a host must do; `in_order` is false for the control, which believes every edge it hears."""

    def __init__(self, in_order):
        self.in_order = in_order
        self.sessions = 0
        self.begin()

    def begin(self):
        """Greet again: nothing was heard, all sounds must be sent again."""
        self.sessions += 1
        self.session = f"{self.sessions:04x}"
        self.is_heard = False
        self.last = 0
        self.edges = []
        self.next_sound = 1
        self.said_ms = -RESEND_MS
        self.lines = Lines()

    def hear(self, data):
        for line in self.lines.feed(data):
            frame = decode(TABLE, line) if line else None
            if frame:
                self.take(*frame)

    def take(self, session, number, word, fields):
        if word == "hello" and session == "0000" and self.is_heard:
            self.begin()
        elif session != self.session:
            return
        elif word == "hello":
            self.is_heard = True
        elif not self.is_heard:
            return
        elif number is not None:
            self.edge(number, word, fields)
        elif word == "ack" and fields[0] == self.next_sound:
            self.next_sound += 1
            self.said_ms -= RESEND_MS

    def edge(self, number, word, fields):
        if number == self.last + 1 or not self.in_order:
            self.last = number
            self.edges.append((word, fields[0]))

    def say(self, now_ms):
        """The frame that is due, with what was heard acknowledged beside it."""
        if now_ms - self.said_ms < RESEND_MS:
            return b""
        self.said_ms = now_ms
        if not self.is_heard:
            return encode(HOST, self.session, None, "hi")
        sound = encode(HOST, self.session, self.next_sound, "sound", self.next_sound % 8)
        return sound + encode(HOST, self.session, None, "ack", self.last)


class Hands:
    """Presses and lets go of keys one by one; writes down what the table must tell."""

    def __init__(self, chance):
        self.chance = chance
        self.key = None
        self.until_ms = 0
        self.done = []

    def move(self, board, now_ms):
        if now_ms < self.until_ms:
            return
        self.until_ms = now_ms + 60 + 5 * self.chance.below(60)
        if self.key is None:
            self.key = self.chance.below(36 + KEYS)
            board.press(self.key)
            self.done.append(("press", self.key) if self.key < 36 else ("key", self.key - 36))
        else:
            board.release(self.key)
            if self.key < 36:
                self.done.append(("release", self.key))
            self.key = None


class Ears(Board):
    """A board that counts its sounds, which come 1, 2, 3... by eights."""

    count = 0
    wrong = 0

    def sound(self, number):
        self.count += 1
        self.wrong += number != self.count % 8


class Table:
    """A table that has just been switched on, with hands on it; on none before a session may be known."""

    def __init__(self, chance):
        self.board = Ears()
        self.loop = Loop(self.board)
        self.hands = Hands(chance)
        self.session = None

    def tick(self, now_ms):
        if self.loop.talk.session != self.session:
            self.session = self.loop.talk.session
            self.hands.done = []
            self.board.count = 0
        if self.session != "0000":
            self.hands.move(self.board, now_ms)
        self.loop.tick((now_ms - WRAP_MS) & 0x3FFFFFFF)
        said, self.board.said = self.board.said, bytearray()
        return said


class Trial:
    def __init__(self, seed, in_order):
        self.chance = Chance(seed)
        self.host = Host(in_order)
        self.restarts = 0
        self.healed = 0  # bad lines and repetitions
        self.told = 0
        self.now_ms = 0
        self.switch_on()

    def tick(self):
        self.now_ms += 5
        self.down.put(self.host.say(self.now_ms))
        self.table.board.inbox += self.down.take()
        self.up.put(self.table.tick(self.now_ms))
        before = self.host.sessions
        edges = len(self.host.edges)
        self.host.hear(self.up.take())
        self.told += len(self.host.edges) - edges if self.host.sessions == before else 0
        self.check()

    def check(self):
        """Nothing lost from the middle, doubled or invented, either way."""
        host, table = self.host, self.table
        if host.session != table.session:
            return
        done = table.hands.done
        assert host.edges == done[: len(host.edges)], (host.edges[-3:], done[-3:])
        assert not table.board.wrong
        assert 0 <= table.board.count - (host.next_sound - 1) <= 1, (table.board.count, host.next_sound)
        assert table.loop.talk.lost == 0

    def restart(self):
        """A USB device that goes takes with it what was under way."""
        talk = self.table.loop.talk
        self.healed += talk.bad_crc + talk.noise + talk.resent
        self.restarts += 1
        self.switch_on()

    def switch_on(self):
        self.table = Table(self.chance)
        self.down, self.up = Cable(self.chance), Cable(self.chance)

    def settle(self):
        """With a good cable and still hands everything arrives."""
        self.down.is_bad = self.up.is_bad = False
        self.table.hands.until_ms = 1 << 29
        for _ in range(1000):
            self.tick()
        assert self.host.session == self.table.session
        assert self.host.edges == self.table.hands.done


def run(seed, ticks, in_order=True):
    trial = Trial(seed, in_order)
    for _ in range(ticks):
        trial.tick()
        if trial.chance.one_in(RESTARTS):
            trial.restart()
    trial.settle()
    trial.restart()
    print(seed, trial.told, "edges", trial.restarts, "restarts", trial.healed, "healed")
