"""The buzzer: plays a sound note by note, a little at each tick."""

import time

import machine

from glowpico import pins


class Buzzer:
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
