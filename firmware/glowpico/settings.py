"""What a maker may say about one table in settings.json: names, defaults, and what is allowed. No I/O."""

import json
from binascii import crc32

# name -> (default, what is allowed)
SETTINGS = {
    "pixels_per_cell": (4, (1, 2, 4)),
    "pixels_per_seat": (4, (1, 2, 3, 4)),
    "rotation": (0, (0, 1, 2, 3)),  # quarter turns clockwise of the grid as wired, seen from seat 0
    "snake": (0, (0, 1)),  # 1: the LED chain runs back in every other row
    "brightness_pct": (25, range(1, 101)),  # at full, 36 lit cells dazzle
    "budget_ma": (2500, range(250, 10001)),  # LEDs on a 5 V 4 A supply that also feeds Pico and readers
    "usb_budget_ma": (250, range(250, 501)),  # LEDs when nothing but USB feeds the table
    "dev": (0, (0, 1)),  # 1: the watchdog is never started
}
DEFAULTS = {name: default for name, (default, _) in SETTINGS.items()}


def read(raw):
    """(settings, CRC of the file in hex, words of trouble) from the bytes of settings.json.

    None is no file. Of a file with anything wrong in it nothing counts: the defaults do, and hello says so.
    """
    if raw is None:
        return dict(DEFAULTS), "00000000", ("no-settings",)
    crc = "%08x" % crc32(raw)
    try:
        # MicroPython takes half an object for a whole one
        given = json.loads(raw) if raw.rstrip().endswith(b"}") else None
    except ValueError:
        given = None
    if type(given) is dict and all(is_allowed(name, given[name]) for name in given):
        return dict(DEFAULTS, **given), crc, ()
    return dict(DEFAULTS), crc, ("bad-settings",)


def is_allowed(name, value):
    return name in SETTINGS and type(value) is int and value in SETTINGS[name][1]
