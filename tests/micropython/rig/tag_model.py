"""An MFRC522 and the tags over it, register by register: a bus for mfrc522.py, in any Python.

Answers really collide, bit by bit. Time is a number of microseconds: an exchange takes EXCHANGE_US and its bytes, what
is in between a test says with `wait`. What a real chip or tag would not stand fails here.
"""

EXCHANGE_US = 35  # by MicroPython; machine code is faster
BYTE_US = 8  # at 1 MHz, the lowest rate a table begins with; a Pico that is not flashed yet has no board.py to say it
ETU_US = 128 / 13.56
ANSWER_US = 1172 / 13.56  # from a command to a tag's answer
FIELD_US = 5000  # of field before a tag hears
CRYSTAL_US = 1000

COMMAND, COM_IRQ, ERROR, FIFO, FIFO_LEVEL, BIT_FRAMING, COLLISION, TX_CONTROL = 1, 4, 6, 9, 10, 13, 14, 0x14
ASK, TIMER_MODE, PRESCALER, RELOAD, VERSION = 0x15, 0x2A, 0x2B, 0x2D, 0x37
RECEIVED, FAILED, TIMED_OUT = 0x20, 0x02, 0x01
COLLIDED, PARITY = 0x08, 0x02

SOFT_RESET = 0x0F  # of COMMAND

IDLE, READY, ACTIVE, HALTED = range(4)


def bits_of(data):
    return [byte >> i & 1 for byte in data for i in range(8)]


def bytes_of(bits):
    return bytes([sum([bit << i for i, bit in enumerate(bits[at : at + 8])]) for at in range(0, len(bits), 8)])


def with_crc(data):
    """CRC_A bit by bit from its polynomial, unlike the driver's."""
    crc = 0x6363
    for bit in bits_of(data):
        crc = crc >> 1 ^ (0x8408 if (crc ^ bit) & 1 else 0)
    return bytes(data) + bytes([crc & 0xFF, crc >> 8])


class Tag:
    def __init__(self, uid, deaf_to_halt=False):
        self.uid = bytes([int(uid[i : i + 2], 16) for i in range(0, len(uid), 2)])
        self.last_level = (len(self.uid) - 4) // 3
        self.deaf_to_halt = deaf_to_halt
        self.power_off()

    def power_off(self):
        self.state = IDLE
        self.level = 0
        self.powered_us = None

    def level_bytes(self):
        at = 3 * self.level
        four = self.uid[at : at + 4] if self.level == self.last_level else b"\x88" + self.uid[at : at + 3]
        return four + bytes([four[0] ^ four[1] ^ four[2] ^ four[3]])

    def hear(self, frame, bits):
        """The bits of the answer, none for silence."""
        if bits == 7:
            return self.wake(frame[0])
        if self.state == ACTIVE and frame == with_crc(b"\x50\x00"):
            self.state = ACTIVE if self.deaf_to_halt else HALTED
        if self.state == READY and frame[0] == 0x93 + 2 * self.level:
            return self.select(frame) if frame[1] == 0x70 else self.match(frame, bits - 16)
        return []

    def wake(self, command):
        if command == 0x52 or (command == 0x26 and self.state != HALTED):
            self.state, self.level = READY, 0
            return bits_of(b"\x44\x00")
        return []

    def match(self, frame, known):
        assert frame[1] == ((2 + known // 8) << 4 | known % 8), "NVB does not say how much follows"
        mine = bits_of(self.level_bytes())
        return mine[known:] if mine[:known] == bits_of(frame[2:])[:known] else []

    def select(self, frame):
        if frame != with_crc(frame[:2] + self.level_bytes()):
            self.state = IDLE
            return []
        if self.level == self.last_level:
            self.state = ACTIVE
            return bits_of(with_crc(b"\x00"))
        self.level += 1
        return bits_of(with_crc(b"\x04"))


class Bus:
    """What exchanges as many bytes out as in runs a script of exchanges: each its length and its bytes, then 0."""

    def run(self, script, into):
        at = 0
        while script[at]:
            out = script[at + 1 : at + 1 + script[at]]
            back = bytearray(len(out))
            self.exchange(out, back)
            for i in range(len(back)):
                into[i] = back[i]
            at += 1 + len(out)


class Reader(Bus):
    """The field of a chip, and the `tags` in it."""

    def field(self, on):
        self.field_us = (self.now_us if self.field_us is None else self.field_us) if on else None
        for tag in self.tags:
            if not on:
                tag.power_off()
            elif tag.powered_us is None:
                tag.powered_us = self.now_us

    def lay(self, tag):
        """Put a tag on the reader at this moment."""
        tag.power_off()
        tag.powered_us = None if self.field_us is None else self.now_us
        self.tags.append(tag)


class Chip(Reader):
    """`tags` lie over it. `spoil(bits)` may change an answer; it returns (bits, value of ERROR).

    counts_from and coll_bit: what chips do that no manual says, namely where they count collisions from in a
    frame that begins in mid-byte, and which value the bit that collided has.
    """

    stopped_until_us = 0  # its crystal, by itself: until then it hears nothing, and no driver can know

    def __init__(self, tags=(), version=0x92, counts_from="frame", coll_bit=0):
        self.tags = list(tags)
        self.version = version
        self.counts_from = counts_from
        self.coll_bit = coll_bit
        self.spoil = lambda bits: (bits, 0)
        self.now_us = 0
        self.exchanges = 0
        self.frames = 0
        self.collisions = 0
        self.no_position = False  # collisions are noticed, but not where
        self.crystal_us = CRYSTAL_US
        self.reset()

    def reset(self):
        """As at power on."""
        self.registers = bytearray(64)
        self.registers[COMMAND] = 0x20
        self.registers[TX_CONTROL] = 0x80
        self.registers[COLLISION] = 0xA0
        self.fifo = b""
        self.answer = None  # (when it is over, irqs, error, position, fifo)
        self.awake_us = self.now_us + self.crystal_us
        self.field_us = None  # since when there is one

    def lose_supply(self):
        """For a moment: it comes back by itself."""
        self.reset()
        self.stopped_until_us = self.awake_us

    def clock_us(self):
        """Of 30 bits, as a Pico's."""
        return int(self.now_us) & 0x3FFFFFFF

    def wait(self, us):
        self.now_us += us
        if self.answer and self.answer[0] <= self.now_us:
            _, irqs, error, position, self.fifo = self.answer
            self.registers[COM_IRQ] |= irqs
            self.registers[ERROR] = error
            self.registers[COLLISION] = self.registers[COLLISION] & 0x80 | position
            self.answer = None

    def exchange(self, out, into):
        assert len(out) == len(into)
        self.exchanges += 1
        self.wait(EXCHANGE_US + BYTE_US * len(out))
        into[0] = 0
        for i in range(1, len(out)):
            if out[0] & 0x80:
                into[i] = self.read(out[i - 1] >> 1 & 0x3F)
            else:
                self.write(out[0] >> 1, out[i])

    def read(self, register):
        if register == VERSION:
            return self.version
        if register == COMMAND:
            starting = self.awake_us is not None and self.now_us < self.awake_us
            return self.registers[COMMAND] | (0x10 if starting else 0)
        if register == FIFO_LEVEL:
            return len(self.fifo)
        if register == FIFO:
            value, self.fifo = self.fifo[0], self.fifo[1:]
            return value
        return self.registers[register]

    def write(self, register, value):
        if self.now_us < self.stopped_until_us and register != COMMAND:
            return
        assert register == COMMAND or self.is_awake() or (register, value) == (TX_CONTROL, 0x80), "the chip sleeps"
        if register == FIFO:
            self.fifo += bytes([value])
        elif register == FIFO_LEVEL and value == 0x80:
            self.fifo = b""
        elif register == COM_IRQ:
            self.registers[COM_IRQ] &= 0x7F ^ value
        else:
            self.registers[register] = value
        if register == COMMAND:
            self.command(value)
        elif register == TX_CONTROL:
            self.field(value & 3 == 3)
        elif register == BIT_FRAMING and value & 0x80:
            self.transceive()

    def is_awake(self):
        return self.awake_us is not None and self.now_us >= self.awake_us

    def command(self, value):
        self.answer = None
        if value == SOFT_RESET:
            self.field(False)
            self.reset()
        elif value & 0x10:
            self.awake_us = None
        elif self.awake_us is None:
            self.awake_us = self.now_us + self.crystal_us

    def transceive(self):
        assert self.registers[COMMAND] == 0x0C and self.fifo, "nothing to say"
        framing = self.registers[BIT_FRAMING]
        frame, self.fifo = self.fifo, b""
        bits = 8 * len(frame) - (8 - framing & 7)
        self.frames += 1
        answers = [answer for answer in [tag.hear(frame, bits) for tag in self.hearing()] if answer]
        said_us = int(ETU_US * (bits * 9 // 8 + 2))
        self.answer = self.heard(answers, framing >> 4 & 7, said_us) if answers else self.silence(said_us)

    def hearing(self):
        """Tags that have had enough of a field they understand."""
        if self.field_us is None or self.registers[ASK] != 0x40:
            return []
        return [tag for tag in self.tags if self.now_us - tag.powered_us >= FIELD_US]

    def silence(self, said_us):
        """Told by the timer, if it starts by itself."""
        if self.registers[TIMER_MODE] != 0x80:
            return None
        timeout_us = self.registers[RELOAD] * (2 * self.registers[PRESCALER] + 1) / 13.56
        return (self.now_us + said_us + int(timeout_us), TIMED_OUT, 0, 0x20, b"")

    def heard(self, answers, align, said_us):
        heard, error = self.spoil(answers[0])
        over_us = self.now_us + said_us + int(ANSWER_US + ETU_US * (len(heard) * 9 // 8 + 2))
        differ = [i for i in range(len(heard)) if any(answer[i] != heard[i] for answer in answers[1:])]
        position = 0x20
        if differ and not error:
            self.collisions += 1
            first = differ[0]
            heard = heard[:first] + [self.coll_bit] + [0] * (len(heard) - first - 1)
            error = COLLIDED | PARITY
            counted = first + 1 + (align if self.counts_from == "byte" else 0)
            position = counted & 0x1F if counted <= 32 and not self.no_position else 0x20
            assert self.registers[COLLISION] & 0x80 == 0, "bits after a collision must be zeros"
        return (over_us, RECEIVED | (FAILED if error else 0), error, position, bytes_of([0] * align + heard))


class Stuck(Bus):
    """A line that is always high or always low: no chip."""

    def __init__(self, level):
        self.level = level
        self.now_us = 0

    def clock_us(self):
        """It goes on by itself, half a millisecond at each look."""
        self.now_us += 500
        return self.now_us

    def exchange(self, out, into):
        for i in range(len(into)):
            into[i] = self.level
