"""The board of a real Pico or Pico 2: the only file that imports machine, and the only firmware with a clock.

Whatever ends `run`, watchdog, sound, light and card readers stop with it, so that a maker at the REPL is left
in peace.
"""

import gc
import select
import sys
import time

import machine

from glowpico import pins
from glowpico.loop import TICK_MS
from glowpico.mfrc522 import VERSIONS, Mfrc522
from glowpico.readers import BUSY, READERS
from glowpico.scanner import ROWS

WATCHDOG_MS = 8000  # the longest an RP2040 can wait
WATCHDOG_CTRL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
ENABLE = 1 << 30
COLLECT_MS = 1000  # a small heap is collected in 3 ms, best between two beats
FIRST_KEYS_ROW = 6  # rows below are cells
NO_CHIP = (0x00, 0xFF)  # what a line with nothing on it says
LOST = tuple(["reader.%d" % reader for reader in range(READERS)])  # words of trouble


class Pico:
    cell_kind = "buttons"

    def __init__(self, settings, trouble=()):
        self.columns = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in pins.COLUMNS]
        self.row_code = [machine.Pin(gpio, machine.Pin.OUT, value=1) for gpio in pins.ROW_CODE]
        self.cell_leds = machine.Pin(pins.CELL_LEDS, machine.Pin.OUT, value=0)
        self.seat_leds = machine.Pin(pins.SEAT_LEDS, machine.Pin.OUT, value=0)
        self.buzzer = Buzzer()
        self.dev = settings["dev"]
        self.watchdog = None
        self.longest_us = 0
        self.byte = bytearray(1)
        self.waiting = select.poll()
        self.waiting.register(sys.stdin, select.POLLIN)
        self.reset_cause = machine.reset_cause()
        self.build = build()
        self.trouble = trouble
        self.choose_row(pins.NO_ROW)
        self.bank = Bank()
        self.readers = self.bank.start()
        self.trouble += self.bank.strangers

    def led_power(self):
        """Whether the 5 V supply of the LEDs is on; without it all current comes from USB."""
        return machine.ADC(pins.V5_SENSE).read_u16() >= pins.V5_PRESENT

    def key_held(self):
        """Whether a seat's or the table's key is down: held at power-on, the table does not start."""
        rows = bytearray(ROWS)
        self.sample(rows)
        return any(rows[FIRST_KEYS_ROW:])

    # -- what loop.py asks of a board

    def sample(self, rows):
        for row in range(ROWS):
            self.choose_row(row)
            time.sleep_us(pins.ROW_SETTLE_US)
            bits = 0
            bit = 1
            for column in self.columns:
                if not column.value():
                    bits |= bit
                bit <<= 1
            rows[row] = bits
        self.choose_row(pins.NO_ROW)

    def choose_row(self, row):
        for pin in self.row_code:
            pin.value(row & 1)
            row >>= 1

    def poll(self, reader):
        answer = self.bank.poll(reader)
        if answer is not BUSY:
            self.note(LOST[reader], self.bank.chips[reader].is_lost)
        return answer

    def note(self, word, is_so):
        """Keep a word of trouble just as long as it is so."""
        if is_so != (word in self.trouble):
            others = [other for other in self.trouble if other != word]
            self.trouble = tuple(others + [word] * is_so)

    def read(self):
        # stdin has no partial read: ask first, then take one byte
        for _ in self.waiting.ipoll(0):
            if sys.stdin.buffer.readinto(self.byte):
                return self.byte[0]
        return -1

    def write(self, frame):
        sys.stdout.buffer.write(frame)

    def shine(self, cells, seats):
        machine.bitstream(self.cell_leds, 0, pins.LED_TIMING_NS, cells)
        machine.bitstream(self.seat_leds, 0, pins.LED_TIMING_NS, seats)

    def sound(self, cue):
        self.buzzer.begin(cue)

    def watch(self):
        """Start the watchdog: only a host's greeting does, and never in development."""
        if not self.dev and self.watchdog is None:
            self.watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def free(self):
        return gc.mem_free()

    def tick_us(self):
        longest, self.longest_us = self.longest_us, 0
        return longest

    # -- power on to REPL

    def run(self, loop):
        """Tick until interrupted."""
        collected_ms = time.ticks_ms()
        try:
            while True:
                now_ms = time.ticks_ms()
                self.tick(loop, now_ms)
                if time.ticks_diff(now_ms, collected_ms) >= COLLECT_MS:
                    collected_ms = now_ms
                    gc.collect()
                time.sleep_ms(max(0, TICK_MS - time.ticks_diff(time.ticks_ms(), now_ms)))
        finally:
            self.rest(loop.strip)

    def tick(self, loop, now_ms):
        began_us = time.ticks_us()
        loop.tick(now_ms)
        self.buzzer.tick(now_ms)
        if self.watchdog:
            self.watchdog.feed()
        self.longest_us = max(self.longest_us, time.ticks_diff(time.ticks_us(), began_us))

    def rest(self, strip):
        """Leave nothing running: watchdog, readers, sound, light."""
        for chip in WATCHDOG_CTRL:
            if chip in sys.implementation._machine:
                machine.mem32[WATCHDOG_CTRL[chip]] &= 0xFFFFFFFF ^ ENABLE
        self.bank.stop()
        self.buzzer.begin(0)
        self.buzzer.tick(time.ticks_ms())
        self.shine(bytes(len(strip.cells)), bytes(len(strip.seats)))


class Bank:
    """The card readers of seats and dealer: eight places on one bus, one of them selected at a time.

    Its number, 6, stands on the matrix's row code, which every scan leaves there (pins.NO_ROW); a scan only ever
    runs between two exchanges, while the strobe keeps all banks off.
    """

    def __init__(self):
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
        self.chips = [Mfrc522(self) for _ in range(READERS)]
        self.strangers: tuple = ()  # words of trouble: chips of a version we do not know

    def start(self):
        """Self-check; one bit per reader that may be polled. All are left asleep."""
        self.reset.value(1)
        time.sleep_ms(pins.READERS_START_MS)
        return sum([1 << reader for reader in range(READERS) if self.is_sound(reader)])

    def is_sound(self, reader):
        self.select(reader)
        chip = self.chips[reader]
        version = chip.version()
        if version in VERSIONS:
            chip.rest()
            return True
        if version not in NO_CHIP:
            self.strangers += ("reader.%d-%02x" % (reader, version),)
        return False

    def poll(self, reader):
        self.select(reader)
        return self.chips[reader].poll()

    def select(self, reader):
        for pin in self.code:
            pin.value(reader & 1)
            reader >>= 1

    def exchange(self, out, into):
        self.strobe.value(0)
        self.spi.write_readinto(out, into)
        self.strobe.value(1)

    def stop(self):
        self.strobe.value(1)
        self.reset.value(0)


class Buzzer:
    """Plays a cue note by note, a little at each tick."""

    def __init__(self):
        self.pwm = machine.PWM(machine.Pin(pins.BUZZER))
        self.pwm.duty_u16(0)
        self.notes: tuple = ()
        self.at = 0
        self.until_ms = 0
        self.playing = False

    def begin(self, cue):
        self.notes = pins.CUES[cue]
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
    """The CRC in build.txt; flashing removes it first and writes it last, so zeros mean half a flash."""
    crc = (file_bytes(__file__.rsplit("/", 1)[0] + "/build.txt") or b"").strip()
    return crc.decode() if len(crc) == 8 and all(byte in b"0123456789abcdef" for byte in crc) else "00000000"


def file_bytes(name):
    """The bytes of a file, None if there is none."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None
