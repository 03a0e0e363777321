"""The Pico's pins as files of the working folder, so that main.py runs where there are none.

`keys` is read: the keys held down, as "row.column" words. `light.15` and `light.22` are written: the bytes
last sent to a chain of LEDs, in hex. Only what pico.py uses is here; as on the hub board, a column is low
while its key is down and its row chosen.
"""

import os

ROW_CODE = (6, 7, 8, 9)
levels = {}
keys = set()


def read_keys():
    try:
        with open("keys") as file:
            words = file.read().split()
    except OSError:
        words = []
    keys.clear()
    keys.update(words)


def row_chosen():
    return sum([levels[pin] << bit for bit, pin in enumerate(ROW_CODE)])


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, gpio, mode=IN, pull=None, value=0):
        self.gpio = gpio
        self.mode = mode
        levels[gpio] = value

    def value(self, level=None):
        if level is None:
            return self.column()
        levels[self.gpio] = level
        return None

    def column(self):
        """The level of a matrix column; the keys are looked at anew with each scan's first one."""
        row = row_chosen()
        if row == 0 and self.gpio == 0:
            read_keys()
        return 0 if f"{row}.{self.gpio}" in keys else 1


def bitstream(pin, encoding, timing_ns, buffer):
    name = f"light.{pin.gpio}"
    with open(name + ".new", "w") as file:
        file.write(bytes(buffer).hex())
    os.rename(name + ".new", name)


class ADC:
    def __init__(self, gpio):
        pass

    def read_u16(self):
        return 0xFFFF


class PWM:
    def __init__(self, pin):
        pass

    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        pass


class WDT:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass


def reset_cause():
    return 1
