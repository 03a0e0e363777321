"""One MFRC522 card reader chip: which tag is here, is this tag here, which tags are all here.

Knows the chip's registers and ISO/IEC 14443-3 type A; no pin. The bus has two methods: run(script, into), exchanges
with the chip that the board has selected, each its length and so many bytes out, until a length of 0; what came back
in the last one then begins at `into`. And clock_us(), of 30 bits. Nothing here waits: a step starts something and a
later one looks at it, so time passes only between steps, which may come as often as one likes. The field is on only
while a question is under way, and a chip that sleeps is awake no longer.
"""

from binascii import hexlify, unhexlify

from glowpico.readers import BUSY, EMPTY, GARBLED, LEAVE, MADE_UP

# Registers
COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO = 0x09
FIFO_LEVEL = 0x0A
BIT_FRAMING = 0x0D
COLLISION = 0x0E
TX_CONTROL = 0x14
ASK = 0x15
GAIN = 0x26
VERSION = 0x37

NO_CHIP = b"\x00\xff"  # versions read from a line without a chip; copies report any other

# COMMAND
IDLE = 0x00
TRANSCEIVE = 0x0C
RESET = 0x0F  # every register as after power on
ASLEEP = 0x10  # stays readable as 1 until the crystal runs

# COM_IRQ
ALL_IRQS = 0x7F
ANSWERED = 0x22  # received, or an error in what was received
TIMED_OUT = 0x01

COLLIDED_BIT = 0x08  # of ERROR
NO_POSITION = 0x20  # of COLLISION
FLUSH = 0x80  # of FIFO_LEVEL
START = 0x80  # of BIT_FRAMING
FIELD_ON = 0x83  # both antenna drivers
FIELD_OFF = 0x80
FULL = 0x40  # of ASK: 100 % modulation, what type A listens to

GAINS = {18: 0x08, 23: 0x18, 33: 0x48, 38: 0x58, 43: 0x68, 48: 0x78}  # dB: 33 after power on

SETTINGS = (
    (0x11, 0x3D),  # Mode: transmit only into a field
    (0x2A, 0x80),  # TMode: the timer starts when a frame is out and stops when an answer begins
    (0x2B, 0xA9),  # TPrescaler: 13.56 MHz / (2 * 169 + 1) = 40 kHz
    (0x2C, 0x00),  # TReload: 12 ticks = 0.3 ms; a tag that answers does so after 0.09 ms
    (0x2D, 0x0C),
    (COLLISION, 0x00),  # bits after a collision read as zero
    (ASK, FULL),  # the last one: if it is there, all are
)

# Commands to tags
REQUEST = 0x26
WAKE_UP = 0x52  # asks the halted too
ANTICOLLISION = b"\x93\x95\x97"  # one per cascade level
HALT = 0x50
PROBE = b"\x55\xaa\x00\xff\x81"  # of a line: each bit both ways, long runs too
CASCADE_TAG = 0x88  # stands for "more of the uid at the next level"
MORE_LEVELS = 0x04  # of a tag's answer to SELECT
MAKES_UP = 0x08  # the first byte of a uid of four that phones and bank cards make up

LEVEL_BITS = 40  # four bytes of uid and their check byte
LEVELS = 3
TRIES = 4  # of the tag that was here a poll ago, before nobody has answered
MOST_PASSED_OVER = 4  # phones and bank cards in one poll
CRYSTAL_US = 1000  # until a crystal runs, more or less
GUARD_US = 5100  # a tag may need so much field before it hears
ANSWER_US = 400  # until the air has been silent for so long that nobody will answer
SELECT_US = 1200  # of a frame of nine bytes and its answer
PATIENCE_US = (
    4000  # for what takes 2 ms: a board that was busy looks before it counts; a chip that takes longer is lost
)
START_US = 10000  # the same for a crystal, and some start slowly

OFF, WAKING, GUARDING, REQUESTED, WALKING, SELECTING, HALTING = range(7)  # states
ONE, THIS, ALL = range(3)  # questions
WAITING, SILENT, BROKEN, COLLIDED, WHOLE = range(5)  # the result of a frame


def reading(registers):
    """The exchange that reads these registers; their values come one byte later."""
    return bytes([len(registers) + 1] + [register << 1 | 0x80 for register in registers] + [0, 0])


def writing(*pairs):
    """The exchanges that write these registers."""
    return b"".join([bytes((2, register << 1, value)) for register, value in pairs]) + b"\0"


def set_up(gain):
    """The exchanges that set a chip up, with so many dB."""
    return writing((GAIN, GAINS[gain]), *SETTINGS)


SET_UP = set_up(33)  # as most are


HEALTH = reading((VERSION, COMMAND, ASK))
RESULT = reading((COM_IRQ, ERROR, FIFO_LEVEL, COLLISION))
FETCH = [reading([FIFO] * count) for count in range(6)]
CHECK = writing((COMMAND, IDLE))[:-1] + HEALTH

LIGHT = writing((TX_CONTROL, FIELD_ON))
DARK = writing((TX_CONTROL, FIELD_OFF))
SLEEP = writing((TX_CONTROL, FIELD_OFF), (COMMAND, ASLEEP))
CARRY = writing((FIFO_LEVEL, FLUSH))[:-1] + bytes([1 + len(PROBE), FIFO << 1]) + PROBE + FETCH[len(PROBE)]

# All chips share these: no exchange outlives its step.
INTO = bytearray(10)
WRITE = bytearray(writing((0, 0)))
OPENING = writing((COMMAND, IDLE), (COM_IRQ, ALL_IRQS), (FIFO_LEVEL, FLUSH))[:-1]
CLOSING = writing((COMMAND, TRANSCEIVE), (BIT_FRAMING, START))
REQUESTS = {  # the only commands of seven bits
    command: OPENING + writing((FIFO, command))[:-1] + writing((COMMAND, TRANSCEIVE), (BIT_FRAMING, START | 7))
    for command in (REQUEST, WAKE_UP)
}
SEND = bytearray(OPENING + bytes(2 + 9 + len(CLOSING)))  # between them the frame


def crc_a(data, begin, end):
    """The checksum of these bytes, low byte first on the air; 0 of bytes that end with theirs."""
    crc = 0x6363
    for i in range(begin, end):
        byte = data[i] ^ crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc & 0xFFFF


class Mfrc522:
    """One chip. poll, seek and inventory are steps of a question; another question gives up the one under way."""

    is_lost = False  # the chip itself did not answer the last question
    question = ONE
    sought = EMPTY
    target = b""  # the bytes of the uid that is asked for by name
    has_missed = False  # a tag is here, but not that one
    tries = 0
    passed_over = 0  # phones and bank cards, which keep silent while others are asked
    collided = 0  # bit 0: several tags answered in the last search, bit 1: in the one before
    state = OFF
    since_us = 0  # when the chip began what it does now
    due_us = 0  # when a step will find something to do, while a question is under way
    known = 0  # bits of this level
    position = 0  # the register COLLISION after the last frame
    level = 0
    last_level = LEVELS - 1  # unless a tag is asked for by name
    last_uid = EMPTY  # of this inventory, or of the last polls: it is asked for by name in the next
    silent = 0  # polls in a row that nobody has answered: a tag may miss one, and is still asked for

    def __init__(self, bus, sleeps=True, to_set_up=SET_UP):
        self.bus = bus
        self.to_set_up = to_set_up
        self.sleeps = sleeps  # between two questions; waking takes a millisecond
        self.resting = SLEEP if sleeps else DARK
        self.frame = bytearray(9)  # the command, how much of the uid follows, the five bytes of a level, CRC
        self.uid = bytearray(10)

    @property
    def is_asked(self):
        """A question is under way."""
        return self.state != OFF

    @property
    def is_crowded(self):
        """Several tags are here: two searches have heard them, as one may hear noise."""
        return self.collided == 3

    # -- questions

    def poll(self):
        """BUSY until it is over, then EMPTY, GARBLED or the uid of a tag: of several always the same one."""
        return STEPS[self.state](self) if self.state and self.question == ONE else self.ask(ONE, EMPTY)

    def seek(self, uid):
        """BUSY until it is over, then the uid if this tag is among those here, EMPTY if not, or GARBLED."""
        return self.ask(THIS, uid)

    def inventory(self):
        """The uids of all tags here one by one, BUSY between them; at its end EMPTY, or GARBLED if some stay unread."""
        return self.ask(ALL, EMPTY)

    def ask(self, question, uid):
        if self.state != OFF and (question != self.question or uid != self.sought):
            self.rest()
        if self.state == OFF:
            self.question = question
            self.sought = uid
        return STEPS[self.state](self)

    def version(self):
        """The version that the chip reports; 0x00 or 0xFF if there is no chip."""
        self.bus.run(HEALTH, INTO)
        return INTO[1]

    def carries(self):
        """Does the chip give back what is written to it? On a line that is too long or too fast bits are lost."""
        self.bus.run(CARRY, INTO)
        return bytes(INTO[1 : 1 + len(PROBE)]) == PROBE

    def rest(self):
        """Field off, and asleep if it sleeps at all; nothing is under way."""
        self.bus.run(self.resting, INTO)
        self.state = OFF

    # -- steps

    def wake(self):
        if self.question == ALL:
            self.last_uid = EMPTY
        if self.target or self.sought or self.last_uid:  # of an empty reader none is
            self.expect(self.sought or (EMPTY if self.collided & 1 else self.last_uid))
        self.has_missed = False
        self.passed_over = 0
        self.tries = TRIES if self.last_uid and self.question == ONE else 1
        if self.is_lost:
            self.write(COMMAND, RESET)  # it may mend what is wrong with the chip
            return self.go(WAKING)
        if not self.sleeps:
            return self.field_on()
        self.write(COMMAND, IDLE)
        return self.go(WAKING)

    def field_on(self):
        """Once the crystal runs; a chip that lost its supply has lost its settings, too."""
        self.bus.run(HEALTH if self.sleeps else CHECK, INTO)
        if INTO[1] in NO_CHIP:
            return self.lose()
        if INTO[2] & ASLEEP:
            return self.hope() if self.state == WAKING else self.go(WAKING)
        if INTO[3] != FULL:
            self.bus.run(self.to_set_up, INTO)
            self.bus.run(HEALTH, INTO)
            if INTO[3] != FULL:  # it takes nothing in: what it answers means nothing
                return self.lose()
        self.bus.run(LIGHT, INTO)
        return self.go(GUARDING)

    def guard(self):
        return BUSY if self.passed_us() < GUARD_US else self.request(WAKE_UP)

    def requested(self):
        """Answers of several tags may collide here: it only matters that someone is there."""
        self.bus.run(RESULT, INTO)
        if INTO[1] & (ANSWERED | TIMED_OUT) == TIMED_OUT:  # as nearly always
            self.tries -= 1
            if self.tries > 0:
                return self.request(WAKE_UP)
            return self.end(self.unnamed() if self.passed_over else GARBLED if self.has_missed else EMPTY)
        became = self.heard(2)
        if became == WAITING:
            return self.hope()
        if became == BROKEN:
            return self.end(GARBLED)
        self.level = 0
        return self.begin_level()

    def walked(self):
        """The tree of uids: as far as the answers agree, then whichever bit was heard; there is a tag that has it."""
        became = self.result(5 - self.known // 8)
        if became == WAITING:
            return self.hope()
        if became < COLLIDED:
            return self.end(GARBLED)
        self.learn()
        if became == WHOLE:
            return self.select() if self.checks() else self.end(GARBLED)
        self.collided |= 1
        self.known = self.agreed()
        return self.walk() if self.known < LEVEL_BITS else self.end(GARBLED)

    def selected(self):
        became = self.result(3)
        if became == WAITING:
            return self.hope()
        if became == SILENT and self.target:
            return self.missed()
        if became != WHOLE or crc_a(INTO, 1, 4):
            return self.end(GARBLED)
        return self.climb() if INTO[1] & MORE_LEVELS else self.found()

    def missed(self):
        """The tag asked for by name is not the one that has answered. Which is it?"""
        if self.question == THIS:
            return self.end(EMPTY)
        self.has_missed = True
        self.expect(EMPTY)
        return self.request(WAKE_UP)

    def halted(self):
        """A tag that heard HALT keeps silent; whatever came, ask the others."""
        return self.hope() if self.result(0) == WAITING else self.request(REQUEST)

    # -- what steps are made of

    def go(self, state):
        self.state = state
        self.since_us = now_us = self.bus.clock_us()
        self.due_us = now_us + WAITS_US[state] & 0x3FFFFFFF
        return BUSY

    def passed_us(self):
        return (self.bus.clock_us() - self.since_us) & 0x3FFFFFFF

    def hope(self):
        """Look again a little later, but not for ever."""
        self.due_us = self.bus.clock_us() + ANSWER_US & 0x3FFFFFFF
        return BUSY if self.passed_us() < (START_US if self.state == WAKING else PATIENCE_US) else self.lose()

    def lose(self):
        """Nothing is known of tags here, so nothing may be said to have left."""
        self.is_lost = True
        self.collided = 0
        self.rest()
        return GARBLED

    def end(self, answer):
        self.is_lost = False
        if answer == EMPTY or answer == MADE_UP:
            self.silent += self.silent < LEAVE
        elif answer != GARBLED:
            self.silent, self.last_uid = 0, answer
        if self.silent == LEAVE:
            self.last_uid = EMPTY
            self.collided = 0
        self.bus.run(self.resting, INTO)
        self.state = OFF
        return answer

    def expect(self, uid):
        """From now on this tag is asked for by name; EMPTY: whoever is here."""
        self.target = unhexlify(uid) if uid else b""
        self.last_level = (len(self.target) - 4) // 3 if uid else LEVELS - 1

    def request(self, command):
        self.bus.run(REQUESTS[command], INTO)
        return self.go(REQUESTED)

    def begin_level(self):
        self.frame[0] = ANTICOLLISION[self.level]
        if self.target:
            self.spell()
            return self.select()
        self.known = 0
        if self.level == 0:
            self.collided = self.collided << 1 & 3
        return self.walk()

    def walk(self):
        """Ask those whose uid begins with the bits known to say the rest."""
        whole, bits = divmod(self.known, 8)
        self.frame[1] = (2 + whole << 4) + bits
        self.send(2 + whole + (bits > 0), bits << 4 | bits)
        return self.go(WALKING)

    def learn(self):
        """Put what was heard behind the bits known."""
        at = self.known // 8
        low = (1 << self.known % 8) - 1
        INTO[1] = self.frame[2 + at] & low | INTO[1] & (0xFF ^ low)
        for i in range(at, 5):
            self.frame[2 + i] = INTO[1 + i - at]

    def agreed(self):
        """How many bits are known after a collision.

        Of a frame that began in mid-byte chips and their manual do not say from where they count, so the
        position is used for whole levels only; then the walk goes on bit by bit.
        """
        if self.known or self.position & NO_POSITION:
            return self.known + 1
        return self.position & 0x1F or 32

    def checks(self):
        frame = self.frame
        return frame[2] ^ frame[3] ^ frame[4] ^ frame[5] == frame[6]

    def spell(self):
        """The five bytes of this level of the uid asked for."""
        frame = self.frame
        at = 3 * self.level
        if self.level < self.last_level:
            at -= 1
        for i in range(4):
            frame[2 + i] = self.target[at + i]
        if self.level < self.last_level:
            frame[2] = CASCADE_TAG
        frame[6] = frame[2] ^ frame[3] ^ frame[4] ^ frame[5]

    def select(self):
        self.frame[1] = 0x70
        self.seal(7)
        self.send(9, 0)
        return self.go(SELECTING)

    def climb(self):
        """To the next level: three of the five bytes were uid."""
        if self.level == self.last_level or self.frame[2] != CASCADE_TAG:
            return self.end(GARBLED)
        self.keep(3, 3)
        self.level += 1
        return self.begin_level()

    def found(self):
        if self.target:
            return self.end(self.sought or self.last_uid if self.level == self.last_level else GARBLED)
        self.keep(2, 4)
        if self.level == 0 and self.uid[0] == MAKES_UP:
            return self.pass_over()
        uid = hexlify(bytes(self.uid[: 3 * self.level + 4])).decode()
        return self.tell_and_halt(uid) if self.question == ALL else self.end(uid)

    def pass_over(self):
        """Phones and bank cards hide no card that lies beside them; one that does not keep silent does."""
        if self.passed_over == MOST_PASSED_OVER:
            return self.end(self.unnamed())
        self.passed_over += 1
        return self.halt()

    def unnamed(self):
        """The answer where no card was found beside them."""
        return GARBLED if self.question == ALL else MADE_UP

    def tell_and_halt(self, uid):
        """So that the others can be heard; one that goes on answering would be reported for ever."""
        if uid == self.last_uid:
            return self.end(GARBLED)
        self.last_uid = uid
        self.halt()
        return uid

    def halt(self):
        self.frame[0] = HALT
        self.frame[1] = 0
        self.seal(2)
        self.send(4, 0)
        return self.go(HALTING)

    def keep(self, begin, count):
        for i in range(count):
            self.uid[3 * self.level + i] = self.frame[begin + i]

    def seal(self, count):
        """Put the checksum behind the first bytes of the frame."""
        crc = crc_a(self.frame, 0, count)
        self.frame[count] = crc & 0xFF
        self.frame[count + 1] = crc >> 8

    # -- registers

    def send(self, count, framing):
        """Say the first bytes of the frame and listen; framing tells how their last byte ends and the answer begins."""
        at = len(OPENING)
        SEND[at] = 1 + count
        SEND[at + 1] = FIFO << 1
        at += 2
        for i in range(count):
            SEND[at] = self.frame[i]
            at += 1
        for byte in CLOSING:
            SEND[at] = byte
            at += 1
        SEND[at - 2] |= framing
        self.bus.run(SEND, INTO)

    def result(self, length):
        """The result of the frame; an answer of this many bytes is then in INTO, from its second byte on.

        Where answers collided nothing else that seems wrong with them counts.
        """
        self.bus.run(RESULT, INTO)
        return self.heard(length)

    def heard(self, length):
        """The same, once RESULT is in INTO."""
        irqs = INTO[1]
        error = INTO[2]
        self.position = INTO[4]
        if not irqs & ANSWERED:
            return SILENT if irqs & TIMED_OUT else WAITING
        if INTO[3] != length or (error and not error & COLLIDED_BIT):
            return BROKEN
        self.bus.run(FETCH[length], INTO)
        return COLLIDED if error else WHOLE

    def write(self, register, value):
        WRITE[1] = register << 1
        WRITE[2] = value
        self.bus.run(WRITE, INTO)


# In the order of the states: what passes before there is anything to look at, and what is then done
WAITS_US = (0, CRYSTAL_US, GUARD_US, ANSWER_US, ANSWER_US, SELECT_US, ANSWER_US)
STEPS = (
    Mfrc522.wake,
    Mfrc522.field_on,
    Mfrc522.guard,
    Mfrc522.requested,
    Mfrc522.walked,
    Mfrc522.selected,
    Mfrc522.halted,
)
