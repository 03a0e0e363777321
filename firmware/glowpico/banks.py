"""The card readers on the pins: up to 44 chips in banks on one SPI bus, asked one at a time.

A chip that understands no bit at full speed gets a slower bus of its own; one that was absent is looked for again.
"""

import time
from array import array

import machine

from glowpico.board import NO_ROW, READER_HZ_LEAST, READERS_START_US, SEAT_BANK
from glowpico.mfrc522 import NO_CHIP, SET_UP, Mfrc522, set_up
from glowpico.readers import BUSY, EMPTY, GARBLED, READERS
from glowpico.strip import SIDE

PAUSE_US = 3000  # between two polls: seven empty readers are then polled in 82 ms
SHORT_US = 1000  # the same while a reader has a card, for that takes longer
SILENT_US = 1800  # and while one says nothing
SPI = {"RP2040": (0x4003C000, 0x40040000), "RP2350": (0x40080000, 0x40088000)}  # registers of the two
GAP_TURNS = 10  # of an empty loop, 0.2 us at least: a chip is selected through two gates
SHORTS = {"miso-low": 0x00, "miso-high": 0xFF}  # what every chip then reads
PROBE_MS = 500  # between two looks for a reader that was absent


class Banks:
    """The reader chips by number: 0..7 are the card readers of seats and dealer, 8 + place those of NFC cells.

    Eight places a bank on one bus, one of them selected at a time, and a field on over no more than one. The bank
    stands on the lines of the matrix's row code; a scan only ever runs between two exchanges, while the strobe keeps
    all banks off, and leaves the readers' bank there. On a board without banks each reader has a line of its own that
    selects it.
    """

    def __init__(self, matrix, board, reset, reset_us, count, hz, gain):
        self.matrix = matrix
        gpios = board["reader_select"] if matrix.is_direct else (board["reader_strobe"],)
        self.selects = [machine.Pin(gpio, machine.Pin.OUT, value=1) for gpio in gpios]
        self.strobes = [1 << gpio for gpio in gpios]
        self.wired = (1 << len(gpios)) - 1 if matrix.is_direct else (1 << READERS) - 1
        self.reset = reset
        self.reset_us = reset_us  # when that let the chips go, None: it holds them
        code = () if matrix.is_direct else board["reader_code"]
        self.code = [machine.Pin(gpio, machine.Pin.OUT, value=0) for gpio in code]
        self.run = self.one_by_one
        if gpios:
            self.use_bus(board["spi"], hz)
        self.strobe = 0  # of `selects`, the line that selects the chip
        self.hz = hz  # of the bus now
        self.rates = [hz >> step for step in range(4) if hz >> step >= READER_HZ_LEAST]
        self.rate_of = [hz] * count
        self.clock_us = time.ticks_us
        self.chips = self.made(count, gain)
        self.names = ["reader.%d" % n if n < READERS else "place.%d" % (n - READERS) for n in range(count)]
        self.bank = SEAT_BANK  # on the lines
        self.place = 0  # on the lines
        self.selected = -1  # the chip that exchanges are with, -1: unknown
        self.asked = 0  # the chip whose question may be under way
        self.is_sound = bytearray(count)  # chips whose last answer was one, and of which nothing is noted
        self.present = 0  # one bit per card reader that is sound
        self.slow = 0  # one bit per card reader whose last answer took long: not one whose chip says nothing
        self.silent = 0  # one bit per card reader that did not answer when it was asked last
        self.probed = 0  # the reader that was looked for last
        self.probed_ms = None
        self.short = ""  # the word for MISO if every chip reads alike
        self.crowded = 0  # one bit per card reader on which several cards lie
        self.polls, self.losses, self.garbled = [0] * READERS, [0] * READERS, [0] * READERS

    def made(self, count, gain):
        """The chips; few stay awake."""
        to_set_up = SET_UP if gain == 33 else set_up(gain)  # it takes its time
        return [Mfrc522(self, number >= READERS, to_set_up) for number in range(count)]

    def use_bus(self, gpios, hz):
        sck, mosi, miso = [machine.Pin(gpio) for gpio in gpios]
        number = gpios[0] >> 3 & 1  # pins of the two buses alternate in eights
        self.spi = machine.SPI(number, baudrate=hz, sck=sck, mosi=mosi, miso=miso)
        chip, turn = self.matrix.chip, self.matrix.turn
        if turn:  # elsewhere there may be no machine code
            from glowpico import shift

            shift.WIRING[:] = array("I", (SPI[chip][number], self.strobes[0], turn, GAP_TURNS))
            self.run = shift.shift

    def start(self, note):
        """Self-check; the numbers of the chips that answer as they should, with their fields off."""
        self.note = note
        if self.reset_us is None:
            self.reset(1)
            self.reset_us = time.ticks_us()
        time.sleep_us(max(0, READERS_START_US - time.ticks_diff(time.ticks_us(), self.reset_us)))
        versions, sound = [], []
        for number in range(len(self.chips)):
            versions.append(self.version(number))
            if versions[number] not in NO_CHIP and self.admit(number):
                sound.append(number)
        there = {versions[number] for number in range(len(versions)) if number >= READERS or self.wired >> number & 1}
        shorted = [word for word in SHORTS if there == {SHORTS[word]}]
        if shorted and (versions[0] or len(versions) > READERS):  # a table of buttons may have no reader at all
            self.short = shorted[0]
            note(self.short, True)
            return sound
        for number in range(READERS, len(self.chips)):  # a place for a card reader may be empty
            if versions[number] in NO_CHIP:
                note(self.names[number], True)
        return sound

    def admit(self, number):
        """Find the rate at which this chip understands every bit, and let it rest; False if there is none.

        It is judged by what it does: copies of the chip do the same and report versions of their own.
        """
        chip = self.chips[number]
        for hz in self.rates:
            self.rate_of[number] = hz
            if number != self.selected or hz != self.hz:
                self.select(number)
            if chip.carries() and chip.carries() and chip.carries():
                chip.rest()
                if number < READERS:
                    self.present |= 1 << number
                self.note("slow.%d" % number, number < READERS and hz < self.rates[0])
                return True
        self.note(self.names[number], True)
        return False

    def probe(self, now_ms):
        """Now and then, between two questions, look for a reader that is not there: it may have been plugged in."""
        if self.present == self.wired:
            return
        if self.probed_ms is not None and time.ticks_diff(now_ms, self.probed_ms) < PROBE_MS:
            return
        self.probed_ms = now_ms
        self.probed = (self.probed + 1) % READERS
        while not (self.wired & ~self.present) >> self.probed & 1:
            self.probed = (self.probed + 1) % READERS
        self.look_at(self.probed)

    def look_at(self, number):
        """What was wrong with this reader, or with the line of all, may be mended; one wrong bit says nothing."""
        version = self.version(number)
        if version != self.version(number):
            return
        if self.short and version != SHORTS[self.short]:
            self.note(self.short, False)
            self.short = ""
        if version in NO_CHIP or self.admit(number):
            self.note(self.names[number], False)

    def count_of(self, part, reader):
        """What was counted of a reader since power on: polls, questions it lost, answers not understood; its kHz."""
        if part == "khz":
            return self.rate_of[reader] // 1000 if self.present >> reader & 1 else 0
        return {"polls": self.polls, "lost": self.losses, "garbled": self.garbled}[part][reader]

    def poll(self, reader):
        chip = self.chips[reader]
        if reader != self.asked or reader != self.selected:
            self.select_place(reader)
        answer = chip.poll()
        if answer is BUSY:
            return BUSY
        self.polls[reader] += 1
        is_plain = self.is_sound[reader] and not (self.slow or self.silent or self.crowded or chip.collided)
        if answer is EMPTY and is_plain:  # as nearly always
            return EMPTY
        others = ~(1 << reader)
        self.slow = self.slow & others | (answer is not EMPTY and not chip.is_lost) << reader
        self.silent = self.silent & others | (answer is GARBLED and chip.is_lost) << reader
        if chip.is_crowded != self.crowded >> reader & 1:
            self.crowded ^= 1 << reader
            self.note("crowded.%d" % reader, chip.is_crowded)
        if answer is GARBLED:
            self.losses[reader] += chip.is_lost
            self.garbled[reader] += not chip.is_lost
        return answer if answer is EMPTY and self.is_sound[reader] else self.noted(reader, answer)

    def seek(self, place, uid):
        return self.noted(READERS + place, self.chosen(READERS + place).seek(uid))

    def inventory(self, place):
        return self.noted(READERS + place, self.chosen(READERS + place).inventory())

    def chosen(self, number):
        """The chip to be asked a question."""
        self.select_place(number)
        return self.chips[number]

    def select_place(self, number):
        """Exchanges are with this chip now; a question under way elsewhere is given up, field and all."""
        if number != self.asked:
            if self.chips[self.asked].state:
                self.give_up()
            self.asked = number
        if number != self.selected:
            self.select(number)

    def due_us(self):
        """The moment at which a step of the question under way, or of the next poll, will find something to do."""
        chip = self.chips[self.asked]
        if chip.state:
            return chip.due_us
        return time.ticks_add(time.ticks_us(), SHORT_US if self.slow else SILENT_US if self.silent else PAUSE_US)

    def give_up(self):
        """End the question under way, if any: its chip sleeps, its field is off."""
        chip = self.chips[self.asked]
        if chip.is_asked:
            self.select(self.asked)
            chip.rest()

    def noted(self, number, answer):
        if answer is GARBLED or (answer is not BUSY and not self.is_sound[number]):
            is_lost = self.chips[number].is_lost
            self.is_sound[number] = not is_lost
            self.note(self.names[number], is_lost)
        return answer

    def version(self, number):
        """The version that a chip reports; 0x00 or 0xFF if there is no chip."""
        if number >= len(self.chips) or (number < READERS and not self.wired >> number & 1):
            return 0
        self.select(number)
        return self.chips[number].version()

    def leave(self):
        """Put the readers' bank on the lines, if it is not there: a scan of the keys begins there."""
        if self.bank != SEAT_BANK:
            self.bank = SEAT_BANK
            self.selected = -1
            self.matrix.select_row(NO_ROW)

    def select(self, number):
        bank, place = divmod(number - READERS, SIDE) if number >= READERS else (SEAT_BANK, number)
        if self.rate_of[number] != self.hz:
            self.hz = self.rate_of[number]
            self.spi.init(baudrate=self.hz)
        if bank != self.bank:
            self.bank = bank
            self.matrix.select_row(NO_ROW if bank == SEAT_BANK else bank)  # where a scan of the keys begins
        self.point_to(place)
        self.selected = number

    def point_to(self, place):
        """Put this place of a bank on the lines; exchanges are with no chip then."""
        self.selected = -1
        if self.matrix.is_direct:
            self.select_by_line(place)
        elif place != self.place:
            self.place = place
            low, middle, high = self.code
            low(place & 1)
            middle(place >> 1 & 1)
            high(place >> 2)

    def select_by_line(self, place):
        self.strobe = place
        if self.matrix.turn:
            from glowpico import shift

            shift.WIRING[1] = self.strobes[place]

    def one_by_one(self, script, into):
        """Exchanges with the chip selected: see mfrc522.py."""
        at = 0
        while script[at]:
            end = at + 1 + script[at]
            self.selects[self.strobe](0)
            self.spi.write_readinto(script[at + 1 : end], memoryview(into)[: end - at - 1])
            self.selects[self.strobe](1)
            at = end

    def stop(self):
        for select in self.selects:
            select(1)
        self.reset(0)
        self.reset_us = None
