"""The board of a real Pico or Pico 2: what is wired to it, and its time.

Only this file and banks.py, clock.py, matrix.py, power.py and strobe.py know the chip. board.py says what is wired.

When `Schedule.run` ends for any reason, watchdog, sound, light and card readers stop, too, so that nothing disturbs a
maker at the REPL.
"""

import gc
import time

import machine
import micropython

from glowpico.banks import Banks
from glowpico.board import BRANCH_SETTLE_US, NONE, SOUNDS, TABLE, USB_MV, V5_FULL_MV, report
from glowpico.loop import TICK_MS
from glowpico.matrix import Matrix
from glowpico.power import build, chip
from glowpico.readers import READERS
from glowpico.scanner import COLUMNS, ROWS
from glowpico.strip import LED_NS
from glowpico.wire import CELLS

try:
    from glowpico.swift import sleep_until_activity
except (ImportError, SyntaxError, ValueError):  # no machine code here, or another machine's
    from glowpico.plain import sleep_until_activity  # type: ignore

WATCHDOG_MS = 7500  # an RP2040 can wait for 8.3 s
WATCHDOG_CTRL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
ENABLE = 1 << 30
BITTEN = 3  # reset cause
CTRL_C = 3
REST_MS = 28  # between two ticks while no key is down and nothing sounds: a slot of light lasts more than four of them
LOOK_MS = 2  # between two looks at the keys
COLLECT_MS = 1000  # a collection holds the table up for milliseconds: at most one in so long,
FRESH_MS = 80  # while a picture is so new that nobody can have seen it and pressed,
COLLECT_MOST_MS = 5_000  # or one in so long if there is none: to find room among garbage takes time, too
WAKING_US = 100  # from the end of sleep until a radio is asked
LATE_MS = 50  # so long a radio waits for words of the host, if they do not end
MOVED, SPOKEN = 1, 2  # what ends a sleep: a key, the host
SEAT_ROWS = (6, 7, 8)  # confirm, pass, undo
HELD_SAMPLES = 4  # of keys that are held down at power-on and do not just bounce


class Pico:
    def __init__(self, settings, power, trouble=()):
        board = power.board
        self.port = power.port
        self.read, self.write = self.port.read, self.port.write
        self.matrix = Matrix(chip(), board)
        self.strobe = self.matrix.sample
        self.cell_leds = machine.Pin(board["cell_leds"], machine.Pin.OUT, value=0)
        self.seat_leds = wired(board["seat_leds"], lambda gpio: machine.Pin(gpio, machine.Pin.OUT, value=0))
        self.led_ns = LED_NS[settings["led_type"]]
        self.rail = wired(board["supply_sense"], machine.ADC)
        self.behind = wired(board["branch_sense"], machine.ADC)  # the switch of a branch
        self.buzzer = Buzzer(board["buzzer"])
        self.sound = self.buzzer.begin
        self.report = None if board is TABLE else report(board)
        self.settings = settings
        self.cell_kind = settings["cell_kind"]
        self.watchdog = None
        self.looked = [time.ticks_us(), 0]  # at the keys; the longest time between two looks, but for those asleep
        self.look = None  # at the keys, while a table runs
        self.seen = bytearray(ROWS)  # of the keys, when the loop looked last
        self.reset_cause = power.reset_cause
        self.build = build()
        self.trouble = trouble
        kind = Banks
        if board["reader_type"] == "pn532":  # most tables have none
            from glowpico.banks532 import Banks532 as kind
        self.banks = kind(
            self.matrix,
            board,
            power.readers_reset,
            power.readers_us,
            READERS + CELLS * (self.cell_kind == "nfc"),
            settings["reader_hz"],
            settings["reader_gain"],
        )
        self.poll, self.chip, self.count_of = self.banks.poll, self.banks.version, self.banks.count_of

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

    def sample(self, rows):
        looked, now_us = self.looked, time.ticks_us()
        looked[1] = max(looked[1], time.ticks_diff(now_us, looked[0]))
        looked[0] = now_us
        self.banks.leave()
        self.strobe(rows, self.seen)

    def note(self, word, is_so):
        """Keep a word of trouble as long as it is true."""
        if is_so != (word in self.trouble):
            others = [other for other in self.trouble if other != word]
            self.trouble = tuple(others + [word] * is_so)

    def shine(self, cells, seats):
        """Interrupts rest meanwhile, 30 us for each LED: between the two chains the keys are looked at."""
        machine.bitstream(self.cell_leds, 0, self.led_ns, cells)
        if self.look:
            self.look(time.ticks_ms())
        if self.seat_leds:
            machine.bitstream(self.seat_leds, 0, self.led_ns, seats)

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
        return self.rail.read_u16() * V5_FULL_MV // 65535 if self.rail else USB_MV

    def branch_mv(self, branch):
        if not self.behind:
            return USB_MV
        self.banks.point_to(branch)  # no reader is strobed: a step of a radio is over
        time.sleep_us(BRANCH_SETTLE_US)
        return self.behind.read_u16() * V5_FULL_MV // 65535

    def rest(self, strip):
        """Leave nothing running for whoever comes to the prompt: watchdog, readers, sound, light."""
        self.look = None
        if chip() in WATCHDOG_CTRL:
            machine.mem32[WATCHDOG_CTRL[chip()]] &= 0xFFFFFFFF ^ ENABLE
        self.banks.stop()
        self.buzzer.begin(0)
        self.buzzer.tick(time.ticks_ms())
        self.shine(bytes(len(strip.cells)), bytes(len(strip.seats)))


def sooner(due_ms, sampled_ms):
    """When the tick is due after a look that found something: TICK_MS after the last sample, or before that."""
    at_ms = time.ticks_add(sampled_ms, TICK_MS)
    return at_ms if time.ticks_diff(due_ms, at_ms) > 0 else due_ms


class Schedule:
    """The turns of this loop on that board; `has_radio`: some card reader or cell answers."""

    def __init__(self, pico, loop, has_radio):
        self.pico = pico
        self.loop = loop
        self.port = pico.port
        self.banks = pico.banks
        self.buzzer = pico.buzzer
        self.has_radio = has_radio
        self.is_nfc = pico.cell_kind == "nfc"
        self.ask = loop.listen if self.is_nfc else loop.readers.step
        self.asleep = (
            pico.strobe, bytearray(ROWS), pico.seen, pico.port.ipoll,
            time.ticks_us, time.ticks_ms, time.ticks_diff, LOOK_MS, pico.looked,
        )  # fmt: skip
        self.radio_ms = time.ticks_ms()  # when a step of a radio is due
        self.shown = loop.display.shown
        self.shown_ms = self.collected_ms = self.radio_ms
        self.may_probe = False  # for a reader that is absent
        self.is_littered = False  # garbage may be collected now

    def run(self):
        """Tick until interrupted; between two ticks the radios, the host and the keys are listened to."""
        self.pico.look = self.loop.look
        try:
            while True:
                self.tick(time.ticks_ms())
                is_at_rest = not (self.loop.scanner.is_busy or self.buzzer.notes)
                self.spare(REST_MS if is_at_rest else TICK_MS)
        finally:
            micropython.kbd_intr(-1)  # a second Ctrl-C must not leave the watchdog armed
            self.pico.rest(self.loop.strip)
            micropython.kbd_intr(CTRL_C)

    def tick(self, now_ms):
        loop = self.loop
        loop.sense(now_ms)
        loop.poll_slow_inputs(now_ms)
        loop.answer(now_ms)
        now_ms = time.ticks_ms()  # a picture takes its time
        if loop.display.shown is not self.shown:
            self.shown = loop.display.shown
            self.shown_ms = now_ms
        is_fresh = time.ticks_diff(now_ms, self.shown_ms) < FRESH_MS
        if not is_fresh:
            self.shown_ms = time.ticks_add(now_ms, -FRESH_MS)  # or in six days it would be in the future
        least_ms = COLLECT_MS if is_fresh else COLLECT_MOST_MS << loop.scanner.is_busy  # a press waits for its light
        self.is_littered = time.ticks_diff(now_ms, self.collected_ms) >= least_ms
        self.may_probe = True
        if not self.has_radio:
            self.radio_ms = now_ms  # or in six days it would be in the future
            self.banks.probe(now_ms)
            self.has_radio = bool(self.banks.present)
        self.buzzer.tick(now_ms)
        if self.pico.watchdog:
            self.pico.watchdog.feed()

    def spare(self, step_ms):
        """Until the next tick: asleep, apart from looks at the keys, steps of a radio and words of the host.

        It comes so long after the scanner's last sample; a key that moves brings it nearer, to TICK_MS after that,
        and never puts it off, however many contacts flicker.
        """
        loop = self.loop
        due_ms = time.ticks_add(loop.sampled_ms, step_ms)
        is_called = self.port.wait(0)  # by what a radio can wait for
        while True:
            until_ms = self.listen(due_ms, is_called) if self.has_radio else due_ms
            if self.is_nfc:
                self.banks.leave()  # for the keys are looked at asleep
            activity = sleep_until_activity(self.asleep, until_ms)
            now_ms = time.ticks_ms()
            if activity == MOVED and loop.look(now_ms):
                due_ms = sooner(due_ms, loop.sampled_ms)
            elif activity == MOVED and self.port.wait(0):  # a dead contact that flickers hides no word
                activity = SPOKEN
            if activity == SPOKEN:
                loop.answer(now_ms)
                now_ms = time.ticks_ms()  # a picture takes its time
                if loop.scanner.is_busy:  # a look between the two chains has found a press
                    due_ms = sooner(due_ms, loop.sampled_ms)
            is_called = activity == SPOKEN or (not activity and self.is_littered and self.collect(now_ms))
            if time.ticks_diff(due_ms, now_ms) <= 0:
                return

    def listen(self, due_ms, is_called):
        """A step of a radio, if one is due; until when may the table sleep?"""
        now_ms = time.ticks_ms()
        if is_called and 0 <= time.ticks_diff(now_ms, self.radio_ms) < LATE_MS:
            return time.ticks_add(now_ms, 1)  # if the host says no more, the radio's turn has come
        if time.ticks_diff(now_ms, self.radio_ms) >= 0:
            self.step(now_ms)
            left_us = time.ticks_diff(self.banks.due_us(), time.ticks_us())
            self.radio_ms = time.ticks_add(time.ticks_ms(), (left_us + 999 - WAKING_US) // 1000)
        return self.radio_ms if time.ticks_diff(due_ms, self.radio_ms) > 0 else due_ms

    def step(self, now_ms):
        """One step of a question; a search has no pause between two of them."""
        if self.ask():
            self.loop.send_cards(now_ms)
            if self.may_probe:
                self.may_probe = False
                self.banks.probe(now_ms)
            if self.loop.cells.left:
                self.ask()

    def collect(self, now_ms):
        """Collect garbage right after a look at the keys, when nobody waits; was it done?"""
        if self.port.wait(0):
            return False
        self.collected_ms = now_ms
        self.is_littered = False
        gc.collect()
        return True


def wired(gpio, make):
    """What is made of this pin, None where there is none."""
    return None if gpio == NONE else make(gpio)


def is_wish(held, dead_keys):
    """Do these rows of closed contacts say that somebody wants the prompt?"""
    for column in range(COLUMNS):
        down = [row for row in range(ROWS) if held[row] >> column & 1]
        keys = [row for row in down if (row - SEAT_ROWS[0]) * COLUMNS + column not in dead_keys]
        if len(keys) == 2 and len(down) < 2 + len(SEAT_ROWS) and all(row in SEAT_ROWS for row in keys):
            return True
    return False


class Buzzer:
    """Plays a sound note by note, a little at each tick."""

    def __init__(self, gpio):
        self.pwm = wired(gpio, lambda gpio: machine.PWM(machine.Pin(gpio)))
        self.tone(0)
        self.notes: tuple = ()
        self.at = 0
        self.until_ms = 0
        self.playing = False

    def begin(self, number):
        self.notes = SOUNDS[number]
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
        if self.pwm and hz:
            self.pwm.freq(hz)
        if self.pwm:
            self.pwm.duty_u16(32768 if hz else 0)
