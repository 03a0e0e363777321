"""The board of a real Pico or Pico 2. Only this file and clock.py import machine; only this one knows the time.

When `run` ends for any reason, watchdog, sound, light and card readers stop, too, so that nothing disturbs a maker at
the REPL.
"""

import gc
import select
import sys
import time

import machine
import micropython

from glowpico import pins
from glowpico.loop import DRAIN, TICK_MS
from glowpico.mfrc522 import VERSIONS, Mfrc522
from glowpico.readers import BUSY, READERS
from glowpico.scanner import ROWS
from glowpico.strip import SIDE
from glowpico.wire import CELLS

WATCHDOG_MS = 7500  # an RP2040 can wait for 8.3 s
WATCHDOG_CTRL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
ENABLE = 1 << 30
BITTEN = 3  # reset cause
CTRL_C = 3
COLLECT_MS = 1000  # a small heap is collected in 4 ms, best between two heartbeats
COLLECT_MOST_MS = 2000  # it waits at most this long for the end of a card reader's question
FIRST_KEYS_ROW = 6  # rows below are cells
PAUSE_US = 4500  # seven readers are then polled in a tenth of a second
HELD_SAMPLES = 4  # of a key that is held down at power-on and does not just bounce
NO_CHIP = (0x00, 0xFF)  # what is read from a line without a chip
SCAN_ORDER = (0, 1, 3, 2, 6, 7, 5, 4, 8, 9)  # one line changes between most neighbours
GPIO_IN = 0xD0000004  # the levels of all pins, on both chips
COLUMN_BITS = 0x3F  # the columns are the first six


class Pico:
    def __init__(self, settings, trouble=()):
        self.columns = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in pins.COLUMNS]
        self.row_code = [machine.Pin(gpio, machine.Pin.OUT, value=1) for gpio in pins.ROW_CODE]
        self.cell_leds = machine.Pin(pins.CELL_LEDS, machine.Pin.OUT, value=0)
        self.seat_leds = machine.Pin(pins.SEAT_LEDS, machine.Pin.OUT, value=0)
        self.rail = machine.ADC(pins.V5_SENSE)
        self.buzzer = Buzzer()
        self.cell_kind = settings["cell_kind"]
        self.dev = settings["dev"]
        self.watchdog = None
        self.longest_us = 0  # from one sample to the next
        self.sampled_us = time.ticks_us()
        self.byte = bytearray(1)
        self.heard = bytearray(DRAIN)
        self.waiting = select.poll()
        self.waiting.register(sys.stdin, select.POLLIN)
        self.room = select.poll()
        self.room.register(sys.stdout, select.POLLOUT)
        self.reset_cause = machine.reset_cause()
        self.build = build()
        self.trouble = trouble
        self.path = self.path_over(SCAN_ORDER)
        self.choose_row(pins.NO_ROW)
        self.banks = Banks(self.choose_row, READERS + CELLS * (self.cell_kind == "nfc"))
        self.readers = 0
        self.has_radio = False
        self.poll = self.banks.poll
        self.seek = self.banks.seek
        self.inventory = self.banks.inventory
        self.give_up = self.banks.give_up
        self.chip = self.banks.version

    def key_held(self):
        """Whether a seat's or the table's key is down: held at power-on, the table does not start.

        People press all keys of a table that hangs: after a reset by the watchdog no key counts.
        """
        if self.reset_cause == BITTEN:
            return False
        held = [COLUMN_BITS] * ROWS
        rows = bytearray(ROWS)
        for _ in range(HELD_SAMPLES):
            self.sample(rows)
            held = [before & now for before, now in zip(held, rows)]
            if not any(held[FIRST_KEYS_ROW:]):
                return False
            time.sleep_ms(TICK_MS)
        return True

    def start(self):
        """Let the card readers check themselves, before the loop asks which there are."""
        sound = self.banks.start(self.note)
        self.readers = sum([1 << reader for reader in range(READERS) if reader in sound])
        self.has_radio = bool(sound)

    # -- what loop.py asks of a board

    def sample(self, rows):
        began_us = time.ticks_us()
        self.longest_us = max(self.longest_us, time.ticks_diff(began_us, self.sampled_us))
        self.sampled_us = began_us
        mem32, sleep_us = machine.mem32, time.sleep_us
        for row, moves in self.path:
            for pin, level in moves:
                pin(level)
            sleep_us(pins.ROW_SETTLE_US)
            rows[row] = ~mem32[GPIO_IN] & COLUMN_BITS
        self.choose_row(pins.NO_ROW)
        self.banks.bank = pins.SEAT_BANK

    def path_over(self, rows):
        """Each row with the lines that change on the way to it from the one before, and their levels."""
        path = []
        before = rows[0] ^ 0xF  # wherever the readers left the lines, all four are set
        for row in rows:
            changed = [n for n in range(len(self.row_code)) if (row ^ before) >> n & 1]
            path.append((row, [(self.row_code[n], row >> n & 1) for n in changed]))
            before = row
        return path

    def choose_row(self, row):
        for pin in self.row_code:
            pin(row & 1)
            row >>= 1

    def note(self, word, is_so):
        """Keep a word of trouble as long as it is true."""
        if is_so != (word in self.trouble):
            others = [other for other in self.trouble if other != word]
            self.trouble = tuple(others + [word] * is_so)

    def read(self):
        # stdin has no partial read: ask first, then take one byte
        ipoll, readinto, byte, heard = self.waiting.ipoll, sys.stdin.buffer.readinto, self.byte, self.heard
        if not any(ipoll(0)):
            return b""
        count = 0
        while count < DRAIN and any(ipoll(0)) and readinto(byte):
            heard[count] = byte[0]
            count += 1
        return bytes(heard[:count])

    def write(self, frame):
        """Drop a frame if nobody reads the port and it has no room: what matters is sent again."""
        if any(self.room.ipoll(0)):
            sys.stdout.buffer.write(frame)

    def shine(self, cells, seats):
        machine.bitstream(self.cell_leds, 0, pins.LED_TIMING_NS, cells)
        machine.bitstream(self.seat_leds, 0, pins.LED_TIMING_NS, seats)

    def sound(self, number):
        self.buzzer.begin(number)

    def watch(self):
        """Start the watchdog: only a host's greeting does, and never in development."""
        if not self.dev and self.watchdog is None:
            self.watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def free(self):
        gc.collect()
        return gc.mem_free()

    def tick_us(self):
        longest, self.longest_us = self.longest_us, 0
        return longest

    def supply_mv(self):
        return self.rail.read_u16() * pins.V5_FULL_MV // 65535

    # -- power on to REPL

    def run(self, loop):
        """Tick until interrupted; between two ticks the radios and the host are listened to."""
        collected_ms = due_ms = time.ticks_ms()
        try:
            while True:
                now_ms = time.ticks_ms()
                wait_ms = COLLECT_MOST_MS if self.banks.is_asked else COLLECT_MS
                if time.ticks_diff(now_ms, collected_ms) < wait_ms:
                    self.tick(loop, now_ms)
                else:
                    collected_ms = now_ms
                    loop.sense(now_ms)
                    gc.collect()  # instead of the rest of a tick, so that the next scan is not late
                due_ms = time.ticks_add(due_ms, TICK_MS)
                if time.ticks_diff(due_ms, now_ms) <= 0:  # a slow tick is not made up for later
                    due_ms = time.ticks_add(now_ms, TICK_MS)
                self.spare(loop, due_ms)
        finally:
            micropython.kbd_intr(-1)  # a second Ctrl-C must not leave the watchdog armed
            self.rest(loop.strip)
            micropython.kbd_intr(CTRL_C)

    def spare(self, loop, due_ms):
        """Until the next tick: sleep, apart from the steps of a radio and bytes of the host."""
        now_ms = time.ticks_ms()
        left_ms = time.ticks_diff(due_ms, now_ms)
        while left_ms > 0:
            if self.has_radio:
                loop.listen()
                left_ms = min(left_ms, self.banks.idle_ms())
            if any(self.waiting.ipoll(left_ms)):
                loop.answer(now_ms)
            now_ms = time.ticks_ms()
            left_ms = time.ticks_diff(due_ms, now_ms)

    def tick(self, loop, now_ms):
        loop.tick(now_ms)
        self.buzzer.tick(now_ms)
        if self.watchdog:
            self.watchdog.feed()

    def rest(self, strip):
        """Leave nothing running: watchdog, readers, sound, light."""
        for chip in WATCHDOG_CTRL:
            if chip in sys.implementation._machine:
                machine.mem32[WATCHDOG_CTRL[chip]] &= 0xFFFFFFFF ^ ENABLE
        self.banks.stop()
        self.buzzer.begin(0)
        self.buzzer.tick(time.ticks_ms())
        self.shine(bytes(len(strip.cells)), bytes(len(strip.seats)))


class Banks:
    """The reader chips by number: 0..7 are the card readers of seats and dealer, 8 + place those of NFC cells.

    Eight places a bank on one bus, one of them selected at a time, and a field on over no more than one. The bank
    stands on the lines of the matrix's row code; a scan only ever runs between two exchanges, while the strobe keeps
    all banks off, and leaves the readers' bank there.
    """

    def __init__(self, choose_bank, count):
        self.choose_bank = choose_bank
        self.strobe = machine.Pin(pins.READER_STROBE, machine.Pin.OUT, value=1)
        self.reset = machine.Pin(pins.READER_RESET, machine.Pin.OUT, value=0)
        self.code = [machine.Pin(gpio, machine.Pin.OUT, value=0) for gpio in pins.READER_CODE]
        self.spi = machine.SPI(
            0,
            baudrate=pins.READER_HZ,
            sck=machine.Pin(pins.READER_SCK),
            mosi=machine.Pin(pins.READER_MOSI),
            miso=machine.Pin(pins.READER_MISO),
        )
        self.clock_us = time.ticks_us
        self.chips = [Mfrc522(self, sleeps=number >= READERS) for number in range(count)]  # few stay awake
        self.names = ["reader.%d" % n if n < READERS else "place.%d" % (n - READERS) for n in range(count)]
        self.bank = pins.SEAT_BANK  # on the lines
        self.place = 0  # on the lines
        self.asked = 0  # the chip whose question may be under way
        self.polled_us = time.ticks_us()  # when a reader was polled last

    def start(self, note):
        """Self-check; the numbers of the chips that answer as they should, with their fields off."""
        self.note = note
        self.reset(1)
        time.sleep_ms(pins.READERS_START_MS)
        versions = [self.version(number) for number in range(len(self.chips))]
        sound = [number for number in range(len(self.chips)) if versions[number] in VERSIONS]
        for number in sound:
            self.select(number)
            self.chips[number].rest()
        shorted = {0x00: "miso-low", 0xFF: "miso-high"}.get(versions[0]) if len(set(versions)) == 1 else None
        if shorted and (versions[0] or len(versions) > READERS):  # a table of buttons may have no reader at all
            note(shorted, True)
            return sound
        for number in range(len(self.chips)):
            if versions[number] not in VERSIONS:
                self.tell_stranger(number, versions[number])
        return sound

    def tell_stranger(self, number, version):
        """A chip of a version we do not know, or an NFC cell without a chip; a place for a reader may be empty."""
        if version not in NO_CHIP:
            self.note("%s-%02x" % (self.names[number], version), True)
        elif number >= READERS:
            self.note(self.names[number], True)

    def poll(self, reader):
        """After each poll there is a pause, or the readers would take half of a Pico's time."""
        if not self.is_asked and self.pause_us() > 0:
            return BUSY
        answer = self.told(reader, self.chosen(reader).poll())
        if answer is not BUSY:
            self.polled_us = time.ticks_us()
        return answer

    @property
    def is_asked(self):
        """A question is under way."""
        return self.chips[self.asked].is_asked

    def pause_us(self):
        return PAUSE_US - time.ticks_diff(time.ticks_us(), self.polled_us)

    def seek(self, place, uid):
        return self.told(READERS + place, self.chosen(READERS + place).seek(uid))

    def inventory(self, place):
        return self.told(READERS + place, self.chosen(READERS + place).inventory())

    def chosen(self, number):
        """The chip to be asked a question; one under way elsewhere is given up, field and all."""
        if number != self.asked:
            self.give_up()
            self.asked = number
        self.select(number)
        return self.chips[number]

    def idle_ms(self):
        """For how long no step of a radio would find anything to do."""
        return self.chips[self.asked].idle_ms() if self.is_asked else max(0, self.pause_us() + 999) // 1000

    def give_up(self):
        """End the question under way, if any: its chip sleeps, its field is off."""
        if self.is_asked:
            self.select(self.asked)
            self.chips[self.asked].rest()

    def told(self, number, answer):
        if answer is not BUSY:
            self.note(self.names[number], self.chips[number].is_lost)
        return answer

    def version(self, number):
        """The version that a chip reports; 0x00 or 0xFF if there is no chip."""
        if number >= len(self.chips):
            return 0
        self.select(number)
        return self.chips[number].version()

    def select(self, number):
        bank, place = divmod(number - READERS, SIDE) if number >= READERS else (pins.SEAT_BANK, number)
        if bank != self.bank:
            self.bank = bank
            self.choose_bank(bank)
        if place != self.place:
            self.place = place
            for pin in self.code:
                pin(place & 1)
                place >>= 1

    def exchange(self, out, into):
        self.strobe(0)
        self.spi.write_readinto(out, into)
        self.strobe(1)

    def stop(self):
        self.strobe(1)
        self.reset(0)


class Buzzer:
    """Plays a sound note by note, a little at each tick."""

    def __init__(self):
        self.pwm = machine.PWM(machine.Pin(pins.BUZZER))
        self.pwm.duty_u16(0)
        self.notes: tuple = ()
        self.at = 0
        self.until_ms = 0
        self.playing = False

    def begin(self, number):
        self.notes = pins.SOUNDS[number]
        self.at = 0
        self.playing = False

    def tick(self, now_ms):
        if self.playing and time.ticks_diff(self.until_ms, now_ms) > 0:
            return
        self.playing = self.at < len(self.notes)
        if self.playing:
            hz, length_ms = self.notes[self.at]
            self.at += 1
            self.until_ms = time.ticks_add(now_ms, length_ms)
            self.tone(hz)
        elif self.notes:
            self.notes = ()
            self.tone(0)

    def tone(self, hz):
        if hz:
            self.pwm.freq(hz)
        self.pwm.duty_u16(32768 if hz else 0)


def build():
    """The CRC in build.txt; flashing removes it first and writes it last, so zeros mean an incomplete flash.

    Of firmware that is frozen into the image, a module has it.
    """
    try:
        from glowpico.frozen import BUILD  # type: ignore

        return BUILD
    except ImportError:
        pass
    crc = (file_bytes(__file__.rsplit("/", 1)[0] + "/build.txt") or b"").strip()
    return crc.decode() if len(crc) == 8 and all(byte in b"0123456789abcdef" for byte in crc) else "00000000"


def file_bytes(name):
    """The bytes of a file, None if there is none."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None
