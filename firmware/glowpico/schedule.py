"""What a Pico does when: ticks, and between two of them steps of a radio, words of the host and looks at the keys.

When `run` ends for any reason, watchdog, sound, light and card readers stop, too, so that nothing disturbs a maker at
the REPL.
"""

import gc
import time

import micropython

from glowpico.loop import TICK_MS
from glowpico.scanner import ROWS

try:
    from glowpico.swift import sleep_until_activity
except (ImportError, SyntaxError, ValueError):  # no machine code here, or another machine's
    from glowpico.plain import sleep_until_activity  # type: ignore

CTRL_C = 3
REST_MS = 28  # between two ticks while no key is down and nothing sounds: a slot of light lasts more than four of them
LOOK_MS = 2  # between two looks at the keys
COLLECT_MS = 1000  # a collection holds the table up for milliseconds: at most one in so long,
FRESH_MS = 80  # while a picture is so new that nobody can have seen it and pressed,
COLLECT_MOST_MS = 5_000  # or one in so long if there is none: to find room among garbage takes time, too
WAKING_US = 100  # from the end of sleep until a radio is asked
LATE_MS = 50  # so long a radio waits for words of the host, if they do not end
MOVED, SPOKEN = 1, 2  # what ends a sleep: a key, the host


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
        self.radio_ms = self.shown_ms = self.collected_ms = time.ticks_ms()  # when a step of a radio is due
        self.shown = loop.display.shown
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
