"""One PN532 card reader chip over SPI: which tag is here. It is slower than an MFRC522, and what most shops sell.

Knows the chip's frames and commands; no pin. The bus is that of mfrc522.py. The chip runs a program of its own: a
command goes out in a frame, and is acknowledged and answered once the chip says that it is ready. Nothing here waits:
a step is a look whether it is, and one exchange. The field is on only while a question is under way.
Source: PN532 user manual UM0701-02, 6.2 (frames, SPI) and 7 (commands).
"""

from binascii import hexlify, unhexlify

from glowpico.readers import BUSY, EMPTY, GARBLED, LEAVE, MADE_UP

PN532 = 0x32  # what a PN532 says it is
TRIES = 3  # of a tag that may be weak, before nobody has answered; as it comes, the chip would try for ever

# The chip begins with the lowest bit of a byte, a Pico with the highest: all is turned.
TURNED = bytearray(256)
for byte in range(1, 256):
    TURNED[byte] = TURNED[byte >> 1] >> 1 | (byte & 1) << 7


def turned(data):
    return bytes([TURNED[byte] for byte in data])


WRITE, STATUS, READ = turned(b"\x01\x02\x03")  # the first byte of an exchange
READY = TURNED[1]
START = 0xFF  # after zeros; both are the same when they are turned
ACK = b"\x00\x00\xff\x00\xff\x00"
TO_CHIP, FROM_CHIP = 0xD4, 0xD5


def exchange(kind, data):
    return bytes((1 + len(data), kind)) + turned(data) + b"\0"


def command(*words):
    """The exchange with the frame of a command: its length and the length's complement, then data and their sum's."""
    data = bytes([TO_CHIP]) + bytes(words)
    head = bytes((0, 0, START, len(data), -len(data) & 0xFF))
    return exchange(WRITE, head + data + bytes((-sum(data) & 0xFF, 0)))


# In this order a chip is set up; then it is asked.
SAM, VERSION, PLAIN, RETRIES, DARK, ANY, NAMED = range(7)
CODES = b"\x14\x02\x12\x32\x32\x4a\x4a"
COMMANDS = (
    command(CODES[SAM], 1, 20, 1),  # SAMConfiguration: awake from now on, and no other chip behind it
    command(CODES[VERSION]),  # GetFirmwareVersion
    command(CODES[PLAIN], 0),  # SetParameters: uids alone are asked for
    command(CODES[RETRIES], 5, 0xFF, 1, TRIES - 1),  # RFConfiguration, MaxRetries
    command(CODES[DARK], 1, 0),  # RFConfiguration, RF field: off, or a tag would not answer a second time
    command(CODES[ANY], 2, 0),  # InListPassiveTarget: two at most, of type A
)
LONGEST = 7 + 3 + 2 * (5 + 10)  # a frame with two uids of ten bytes
TO_STATUS = exchange(STATUS, b"\0")
TO_ACK = exchange(READ, bytes(len(ACK)))
TO_ANSWER = exchange(READ, bytes(13))  # the longest but for uids: the version
TO_UIDS = exchange(READ, bytes(LONGEST))
ABORT = exchange(WRITE, ACK)

UID_SIZES = (4, 7, 10)
MAKES_UP = 0x08  # the first byte of a uid of four that phones and bank cards make up
CASCADE_TAG = b"\x88"  # stands before each part of a uid but the last
WAKE_US = 3000  # from the first time that it is selected until it hears
SOON_US = 500  # until a command is acknowledged, or answered if nobody else is asked
FIELD_US = 6000  # until tags have power and can have answered; how long a search takes is learned
LOOK_US = 2000  # between two looks at a chip that is busy
PATIENCE_US = 30_000  # the manual allows it 15 ms to acknowledge
SEARCH_PATIENCE_US = 200_000  # no manual says how long it looks for tags

OFF, WAKING, SAYING, ACKNOWLEDGING, ANSWERING, LISTING = range(6)  # states


def spelled(uid):
    """A uid as the chip is told it."""
    return uid if len(uid) == 4 else CASCADE_TAG + (uid if len(uid) == 7 else uid[:3] + CASCADE_TAG + uid[3:])


class Pn532:
    """One chip, and steps of a poll of it: see readers.py. A question that was given up says nothing of tags."""

    ic = 0  # what it says it is, 0 until it has
    is_lost = False  # the chip itself did not answer the last question
    is_set_up = False
    state = OFF
    command = SAM  # the one under way
    answer = BUSY  # of this poll, until the field is off
    since_us = 0  # when the chip began what it does now
    due_us = 0  # when a step may find something to do, while a question is under way
    search_us = FIELD_US  # until the last search was over, or a little less
    length = 0  # of the data in the last frame
    collided = 0  # bit 0: the last search found several cards, bit 1: the one before did
    last_uid = EMPTY  # of the last polls: it is asked for by name
    target = b""  # the same in bytes
    to_target = b""  # the command that asks for it, made when it is needed
    silent = 0  # polls in a row that nobody has answered

    def __init__(self, bus):
        self.bus = bus
        self.into = bytearray(LONGEST + 8)  # what came back; one more target would still be in it

    @property
    def is_asked(self):
        """A question is under way."""
        return self.state != OFF

    @property
    def is_crowded(self):
        """Several cards are here."""
        return self.collided == 3

    def poll(self):
        """BUSY until it is over, then EMPTY, GARBLED, MADE_UP or a uid: of several cards the one that was here."""
        return STEPS[self.state](self)

    def version(self):
        """What the chip says it is, 0 until it has said so: each call is a step towards that."""
        if not self.ic:
            self.poll()
        return self.ic

    def carries(self):
        """Has the chip said what it is? Each frame has its sums."""
        return self.ic != 0

    def rest(self):
        """Give up what is under way; the field goes off as soon as the chip is set up again."""
        if self.state != OFF:
            self.bus.run(ABORT, self.into)
        self.is_set_up = False
        self.state = OFF

    # -- steps

    def begin(self):
        self.answer = BUSY
        if self.is_set_up:
            self.choose()
            return self.say()
        self.bus.run(TO_STATUS, self.into)  # a chip that sleeps wakes when it is selected
        return self.go(WAKING, WAKE_US)

    def wake(self):
        return BUSY if self.passed_us() < WAKE_US else self.next(SAM)

    def say(self):
        if self.command == NAMED and not self.to_target:
            self.to_target = command(CODES[NAMED], 1, 0, *spelled(self.target))
        self.bus.run(self.to_target if self.command == NAMED else COMMANDS[self.command], self.into)
        return self.go(ACKNOWLEDGING, SOON_US)

    def acknowledged(self):
        if not self.is_ready():
            return self.hope(PATIENCE_US)
        self.bus.run(TO_ACK, self.into)
        at = self.after_start()
        if not at or self.into[at] != 0 or self.into[at + 1] != 0xFF:
            return self.lose()
        return self.go(ANSWERING, SOON_US if self.command < ANY else self.search_us)

    def answered(self):
        is_search = self.command >= ANY
        if not self.is_ready():
            return self.hope(SEARCH_PATIENCE_US if is_search else PATIENCE_US)
        if is_search:
            self.search_us = max(FIELD_US, self.passed_us() - LOOK_US)
            self.bus.run(TO_UIDS, self.into)
            return self.go(LISTING, 0)
        self.bus.run(TO_ANSWER, self.into)
        return self.went_on(self.data(13))

    def listed(self):
        """At a slow bus the answer to a search has already taken the time of a step."""
        at = self.data(LONGEST)
        answer = self.heard(at) if at else GARBLED
        if self.command == NAMED and (answer == EMPTY or answer == GARBLED):
            return self.next(ANY)
        self.answer = answer
        return self.next(DARK)

    # -- what steps are made of

    def go(self, state, wait_us):
        self.state = state
        self.since_us = now_us = self.bus.clock_us()
        self.due_us = now_us + wait_us & 0x3FFFFFFF
        return BUSY

    def next(self, command):
        self.command = command
        return self.go(SAYING, 0)

    def choose(self):
        """Ask for the card of the last polls by its name, but look for all while there are several."""
        self.command = NAMED if self.last_uid and not self.collided & 1 else ANY

    def passed_us(self):
        return (self.bus.clock_us() - self.since_us) & 0x3FFFFFFF

    def is_ready(self):
        self.bus.run(TO_STATUS, self.into)
        return self.into[1] == READY

    def hope(self, patience_us):
        """Look again a little later, but not for ever."""
        self.due_us = self.bus.clock_us() + LOOK_US & 0x3FFFFFFF
        return BUSY if self.passed_us() < patience_us else self.lose()

    def lose(self):
        """Nothing is known of tags here, so nothing may be said to have left."""
        self.is_lost = True
        self.ic = 0
        self.collided = 0
        self.rest()
        return GARBLED

    def went_on(self, at):
        """A command that asks nobody has been answered: the next one."""
        if not at:
            return self.lose()
        if self.command == VERSION:
            self.ic = self.into[at]
            if self.ic != PN532:
                return self.lose()
        if self.command < DARK:
            return self.next(self.command + 1)
        self.is_set_up = True
        if self.answer is not BUSY:
            return self.end(self.answer)
        self.choose()
        return self.go(SAYING, 0)

    def end(self, answer):
        self.is_lost = False
        self.state = OFF
        if answer == EMPTY or answer == MADE_UP:
            self.silent += self.silent < LEAVE
        elif answer != GARBLED:
            self.silent = 0
            if answer != self.last_uid:
                self.last_uid, self.target, self.to_target = answer, unhexlify(answer), b""
        if self.silent == LEAVE:
            self.last_uid, self.target = EMPTY, b""
            self.collided = 0
        return answer

    # -- frames

    def after_start(self):
        """Where the frame that came goes on after its zeros and START, 0 if it does not begin so."""
        at = 1
        while at < 4 and self.into[at] == 0:
            at += 1
        return at + 1 if at > 1 and self.into[at] == START else 0

    def data(self, read):
        """Where the data of the answer begin, once they are turned; 0 unless it is whole, and answers the command."""
        at = self.after_start()
        if not at:
            return 0
        into, table = self.into, TURNED
        length = table[into[at]]
        if length + table[into[at + 1]] != 0x100 or at + 2 + length > read:
            return 0
        at += 2
        total = 0
        for i in range(at, at + length + 1):
            into[i] = byte = table[into[i]]
            total += byte
        self.length = length
        is_answer = into[at] == FROM_CHIP and into[at + 1] == CODES[self.command] + 1
        return at + 2 if length > 1 and not total & 0xFF and is_answer else 0

    def heard(self, at):
        """Who is here, of the targets that the answer lists: number, SENS_RES (2), SEL_RES, size of the uid, uid."""
        into, end = self.into, at + self.length - 2
        count = into[at]
        at += 1
        cards = chosen = chosen_size = 0
        for _ in range(count):
            size = into[at + 4]
            at += 5
            if size not in UID_SIZES or at + size > end:
                return GARBLED
            if size > 4 or into[at] != MAKES_UP:
                cards += 1
                if not chosen or self.is_target(at, size):
                    chosen, chosen_size = at, size
            at += size
        if at != end:
            return GARBLED
        if self.command == ANY:
            self.collided = self.collided << 1 & 3 | (cards > 1)
        if not chosen:
            return MADE_UP if count else EMPTY
        if self.is_target(chosen, chosen_size):
            return self.last_uid
        return hexlify(bytes(into[chosen : chosen + chosen_size])).decode()

    def is_target(self, at, size):
        if size != len(self.target):
            return False
        for i in range(size):
            if self.into[at + i] != self.target[i]:
                return False
        return True


STEPS = (
    Pn532.begin,
    Pn532.wake,
    Pn532.say,
    Pn532.acknowledged,
    Pn532.answered,
    Pn532.listed,
)  # in the order of the states
