"""A PN532 and the tags over it: a bus for pn532.py, in any Python. Made from its manual, UM0701-02, 6.2 and 7.

Whole bytes go both ways, their lowest bit first. What the manual leaves open is assumed, and said here: times, which
tag is heard first, what a chip that sleeps answers. What a real chip would not stand fails here.
"""

try:
    from tag_model import ACTIVE, BYTE_US, EXCHANGE_US, IDLE, Reader
except ImportError:  # not the rig's own program
    from tests.micropython.rig.tag_model import ACTIVE, BYTE_US, EXCHANGE_US, IDLE, Reader

WRITE, STATUS, READ = 1, 2, 3
ACK, NACK = b"\x00\x00\xff\x00\xff\x00", b"\x00\x00\xff\xff\x00\x00"
SYNTAX_ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
ASLEEP = 0xAA  # what it sends then; seen on a real one

WAKE_US = 2000  # assumed, as are these:
ACK_US, ANSWER_US = 400, 700
FIELD_US = 5000  # of field before a tag hears
TRY_US = 2500  # to ask and to hear nobody
LEVEL_US = 2500  # to find one more part of a uid, and the tag behind it
FOR_EVER = 0xFF  # retries, after power-on
RATS = 0x10  # of SetParameters: ask for the ATS of tags that have one; so after power-on


def mirrored(byte):
    return sum([(byte >> i & 1) << 7 - i for i in range(8)])


def framed(data):
    return bytes([0, 0, 0xFF, len(data), -len(data) & 0xFF]) + data + bytes([-sum(data) & 0xFF, 0])


def spelled(uid):
    """A uid as InListPassiveTarget takes it."""
    head = uid[:3] + b"\x88" + uid[3:] if len(uid) == 10 else uid
    return uid if len(uid) == 4 else b"\x88" + head


class Pn532Chip(Reader):
    """`tags` lie over it. `spoil(frame)` may change a frame that it sends, `mishear(frame)` one that it gets.

    `sticks`: after a frame that was not whole it hears nothing more, until this: "abort" or "reset".
    `busy_us` comes on top of each answer.
    """

    sticks = ""
    busy_us = 0
    ic = 0x32

    def __init__(self, tags=(), wake_us=WAKE_US):
        self.tags = list(tags)
        self.wake_us = wake_us
        self.spoil = lambda frame: frame
        self.mishear = lambda frame: frame
        self.now_us = 0
        self.exchanges = self.commands = self.searches = self.resets = 0
        self.field_us = None
        self.reset()

    def reset(self):
        """As after power-on: asleep, and once woken only until it has answered."""
        self.field(False)
        self.resets += 1
        self.awake_us = None
        self.is_low = True
        self.is_stuck = False
        self.retries = FOR_EVER
        self.parameters = RATS
        self.kind = self.position = None  # of the exchange: none
        self.heard = b""
        self.said = b""  # a frame that waits to be read
        self.ready_us = 0
        self.then = None  # what is done once that is read, as (us, function)
        self.job = None  # what it does now

    # -- time

    def clock_us(self):
        """Of 30 bits, as a Pico's."""
        return int(self.now_us) & 0x3FFFFFFF

    def wait(self, us):
        end_us = self.now_us + us
        while self.job and self.job[0] <= end_us:
            self.now_us, act = self.job
            self.job = None
            act()
        self.now_us = end_us

    # -- the line

    def exchange(self, out, into):
        """Selected once, so many bytes both ways."""
        self.exchanges += 1
        self.wait(EXCHANGE_US)
        self.select()
        for i in range(len(out)):
            into[i] = self.byte(out[i])
            self.wait(BYTE_US)
        self.deselect()

    def select(self):
        if self.awake_us is None:
            self.awake_us = self.now_us + self.wake_us
        self.kind, self.position, self.heard = None, 0, b""

    def byte(self, out):
        """What comes back while this goes out."""
        if self.now_us < self.awake_us or (self.kind is None and self.position):
            self.position += 1
            return ASLEEP
        if self.kind is None:
            self.kind = mirrored(out)
            assert self.kind in (WRITE, STATUS, READ), "neither read nor written"
            assert self.kind != READ or self.is_ready(), "read before it is ready"
            return 0xFF
        if self.kind == WRITE:
            self.heard += bytes([mirrored(out)])
            return 0xFF
        if self.kind == STATUS:
            return mirrored(self.is_ready())
        self.position += 1
        return mirrored(self.said[self.position - 1]) if self.position <= len(self.said) else 0

    def deselect(self):
        kind, self.kind = self.kind, None
        if kind == WRITE:
            self.take(self.mishear(self.heard))
        elif kind == READ:
            self.said = b""
            if self.then:
                wait_us, act = self.then
                self.then, self.job = None, (self.now_us + wait_us, act)
                self.wait(0)
            elif self.is_low:
                self.awake_us = None  # it sleeps again

    def is_ready(self):
        return bool(self.said) and self.now_us >= self.ready_us

    # -- commands

    def take(self, frame):
        """A frame that is not whole is as none; each that is ends what was under way."""
        if frame == ACK and self.sticks != "reset":
            self.is_stuck = False
        data = self.data_of(frame)
        if data is None and frame != ACK:
            self.is_stuck = self.is_stuck or bool(self.sticks)
        if self.is_stuck or (data is None and frame != ACK):
            return
        self.said, self.then, self.job = b"", None, None
        if data is not None:
            self.commands += 1
            self.say(ACK, ACK_US)
            self.then = (self.busy_us, lambda: self.execute(data[1], data[2:]))

    def data_of(self, frame):
        while frame[:2] == b"\0\0":
            frame = frame[1:]
        data = frame[4 : 4 + frame[2]] if frame[:2] == b"\0\xff" and len(frame) > 5 else b""
        return data if data[:1] == b"\xd4" and framed(data)[1:-1] == frame[: len(data) + 5] else None

    def say(self, frame, wait_us):
        self.said = self.spoil(frame)
        self.ready_us = self.now_us + wait_us

    def answer(self, code, data=b"", wait_us=ANSWER_US):
        self.say(framed(bytes([0xD5, code + 1]) + data), wait_us)

    def execute(self, code, data):
        if code == 0x14 and data[:1] == b"\x01":
            self.is_low = False
            self.answer(code)
        elif code == 0x02:
            self.answer(code, bytes([self.ic, 1, 6, 7]))
        elif self.is_low:
            self.say(SYNTAX_ERROR, ANSWER_US)
        elif code == 0x12 and len(data) == 1:
            self.parameters = data[0]
            self.answer(code)
        elif code == 0x32 and data[:1] == b"\x01" and len(data) == 2:
            self.field(data[1] & 1)
            self.answer(code)
        elif code == 0x32 and data[:1] == b"\x05" and len(data) == 4:
            self.retries = data[3]
            self.answer(code)
        elif code == 0x4A and len(data) in (2, 6, 10, 14) and data[0] in (1, 2) and data[1] == 0:
            self.field(True)
            left_us = max(0, FIELD_US - (self.now_us - self.field_us))
            self.job = (self.now_us + left_us, lambda: self.search(data[0], data[2:], [], 0))
        else:
            self.say(SYNTAX_ERROR, ANSWER_US)

    # -- tags

    def search(self, most, uid, found, tried):
        """One try; found so far are told to keep silent while a second one is sought."""
        self.searches += 1
        tags = [tag for tag in self.tags if tag not in found and self.hears(tag) and uid in (b"", spelled(tag.uid))]
        if tags:
            found = list(found)
            found.append(tags[self.searches % len(tags)])  # any of them
            found[-1].state = ACTIVE
            tried = 0
            wait_us = LEVEL_US * (1 + found[-1].last_level)
        else:
            wait_us = TRY_US
            tried += 1
        if len(found) == most or tried > self.retries:
            self.answer(0x4A, bytes([len(found)]) + b"".join(self.described(found)), wait_us)
        else:
            tried = min(tried, 1) if self.retries == FOR_EVER else tried
            self.job = (self.now_us + wait_us, lambda: self.search(most, uid, found, tried))

    def hears(self, tag):
        """Does it answer? One that was found before, and has had power since, only hears that it is asked again."""
        if self.now_us - tag.powered_us < FIELD_US:
            return False
        if tag.state == ACTIVE:
            tag.state = IDLE
            return False
        return bool(tag.wake(0x26))

    def described(self, found):
        for number in range(len(found)):
            tag = found[number]
            ats = getattr(tag, "ats", b"") if self.parameters & RATS else b""
            yield bytes([number + 1, 0, 0x44, 0, len(tag.uid)]) + tag.uid + ats
