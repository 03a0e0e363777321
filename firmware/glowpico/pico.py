"""The board of a real Pico or Pico 2: what is wired to it.

Only this file and banks.py, buzzer.py, clock.py, matrix.py, power.py and strobe.py know the chip.
"""

import gc
import sys
import time

import machine

from glowpico import pins
from glowpico.banks import Banks
from glowpico.buzzer import Buzzer
from glowpico.loop import TICK_MS
from glowpico.matrix import Matrix
from glowpico.power import build
from glowpico.readers import READERS
from glowpico.scanner import COLUMNS, ROWS
from glowpico.wire import CELLS

WATCHDOG_MS = 7500  # an RP2040 can wait for 8.3 s
WATCHDOG_CTRL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
ENABLE = 1 << 30
BITTEN = 3  # reset cause
SEAT_ROWS = (6, 7, 8)  # confirm, pass, undo
HELD_SAMPLES = 4  # of keys that are held down at power-on and do not just bounce


class Pico:
    def __init__(self, settings, power, trouble=()):
        self.port = power.port
        self.read = self.port.read
        self.matrix = Matrix(chip())
        self.strobe = self.matrix.sample
        self.cell_leds = machine.Pin(pins.CELL_LEDS, machine.Pin.OUT, value=0)
        self.seat_leds = machine.Pin(pins.SEAT_LEDS, machine.Pin.OUT, value=0)
        self.rail = machine.ADC(pins.V5_SENSE)
        self.behind = machine.ADC(pins.BRANCH_SENSE)  # the switch of a branch
        self.buzzer = Buzzer()
        self.settings = settings
        self.cell_kind = settings["cell_kind"]
        self.watchdog = None
        self.looked = [time.ticks_us(), 0]  # at the keys; the longest time between two looks, but for those asleep
        self.look = None  # at the keys, while a table runs
        self.seen = bytearray(ROWS)  # of the keys, when the loop looked last
        self.reset_cause = power.reset_cause
        self.build = build()
        self.trouble = trouble
        self.banks = Banks(
            self.matrix,
            power.readers_reset,
            power.readers_us,
            READERS + CELLS * (self.cell_kind == "nfc"),
            settings["reader_hz"],
        )
        self.poll = self.banks.poll

    @property
    def readers(self):
        """One bit per card reader that has passed its self-check; one that is plugged in later is found, too."""
        return self.banks.present

    def keys_held(self):
        """Whether two keys of one seat are down, and no other key of that column: then the table does not start.

        One key may be welded, and a shorted column closes all of its keys. People press all keys of a table that
        hangs: after a reset by the watchdog no key counts.
        """
        if self.reset_cause == BITTEN:
            return False
        held = [(1 << COLUMNS) - 1] * ROWS
        rows = bytearray(ROWS)
        for _ in range(HELD_SAMPLES):
            self.matrix.sample(rows, rows)
            held = [before & now for before, now in zip(held, rows)]
            if not any(held):
                return False
            time.sleep_ms(TICK_MS)
        return is_wish(held, self.settings["dead_keys"])

    def start(self):
        """Let the card readers check themselves, before the loop asks which there are; does any chip answer?"""
        return bool(self.banks.start(self.note))

    # -- what loop.py asks of a board

    def seek(self, place, uid):
        return self.banks.seek(place, uid)

    def inventory(self, place):
        return self.banks.inventory(place)

    def give_up(self):
        self.banks.give_up()

    def chip(self, number):
        return self.banks.version(number)

    def count_of(self, part, reader):
        return self.banks.count_of(part, reader)

    def sample(self, rows):
        looked, now_us = self.looked, time.ticks_us()
        looked[1] = max(looked[1], time.ticks_diff(now_us, looked[0]))
        looked[0] = now_us
        self.banks.leave()
        self.strobe(rows, self.seen)

    def write(self, frame):
        self.port.write(frame)

    def note(self, word, is_so):
        """Keep a word of trouble as long as it is true."""
        if is_so != (word in self.trouble):
            others = [other for other in self.trouble if other != word]
            self.trouble = tuple(others + [word] * is_so)

    def shine(self, cells, seats):
        """Interrupts rest meanwhile, 30 us for each LED: between the two chains the keys are looked at."""
        machine.bitstream(self.cell_leds, 0, pins.LED_TIMING_NS, cells)
        if self.look:
            self.look(time.ticks_ms())
        machine.bitstream(self.seat_leds, 0, pins.LED_TIMING_NS, seats)

    def sound(self, number):
        self.buzzer.begin(number)

    def watch(self):
        """Start the watchdog: only a host's greeting does, and never in development."""
        if not self.settings["dev"] and self.watchdog is None:
            self.watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def free(self):
        gc.collect()
        return gc.mem_free()

    def tick_us(self):
        longest, self.looked[1] = self.looked[1], 0
        return longest

    def supply_mv(self):
        return self.rail.read_u16() * pins.V5_FULL_MV // 65535

    def branch_mv(self, branch):
        self.banks.point_to(branch)  # no reader is strobed: a step of a radio is over
        time.sleep_us(pins.BRANCH_SETTLE_US)
        return self.behind.read_u16() * pins.V5_FULL_MV // 65535

    def rest(self, strip):
        """Leave nothing running for whoever comes to the prompt: watchdog, readers, sound, light."""
        self.look = None
        if chip() in WATCHDOG_CTRL:
            machine.mem32[WATCHDOG_CTRL[chip()]] &= 0xFFFFFFFF ^ ENABLE
        self.banks.stop()
        self.buzzer.begin(0)
        self.buzzer.tick(time.ticks_ms())
        self.shine(bytes(len(strip.cells)), bytes(len(strip.seats)))


def chip():
    """The name of this chip as far as we know it."""
    names = [name for name in WATCHDOG_CTRL if name in sys.implementation._machine]
    return names[0] if names else ""


def is_wish(held, dead_keys):
    """Do these rows of closed contacts say that somebody wants the prompt?"""
    for column in range(COLUMNS):
        down = [row for row in range(ROWS) if held[row] >> column & 1]
        keys = [row for row in down if (row - SEAT_ROWS[0]) * COLUMNS + column not in dead_keys]
        if len(keys) == 2 and len(down) < 2 + len(SEAT_ROWS) and all(row in SEAT_ROWS for row in keys):
            return True
    return False
