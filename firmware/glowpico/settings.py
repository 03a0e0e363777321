"""What a maker may say about one table in settings.json: names, defaults, and what is allowed. No I/O."""

import json
from binascii import crc32

from glowpico.board import NFC_READER_HZ, READER_HZ, TABLE
from glowpico.wire import CELLS, KEYS, SEATS

CHANNELS = (
    "GRB", "RGB", "BRG", "RBG", "GBR", "BGR", "GRBW", "RGBW", "BRGW", "RBGW", "GBRW", "BGRW",
)  # fmt: skip
DEEPEST = 2  # brackets within brackets: an object with lists
VERSION = 3  # of this list of names, raised with each new one: a file of a later version is not for this firmware


def is_order(value):
    """Each place once."""
    return is_order_of(CELLS, value)


def is_seat_order(value):
    return is_order_of(SEATS, value)


def is_order_of(count, value):
    return type(value) is list and sorted_ints(value) == list(range(count))


def are_cells(value):
    return type(value) is list and all(cell in range(CELLS) for cell in sorted_ints(value))


def are_keys(value):
    return type(value) is list and all(key in range(KEYS) for key in sorted_ints(value))


def sorted_ints(value):
    return sorted(value) if all(type(item) is int for item in value) else [-1]


# name -> (default, what is allowed: one of these, or what a function says)
SETTINGS: dict = {
    "version": (VERSION, range(1, VERSION + 1)),
    "cell_kind": ("buttons", ("buttons", "nfc", "none")),
    "pixels_per_cell": (4, (1, 2, 4)),
    "pixels_per_seat": (4, (0, 1, 2, 3, 4)),
    "led_type": ("ws2812b", ("ws2812b", "sk6812")),  # WS2811 take the first, too
    "led_colours": ("GRB", CHANNELS),  # in which order a LED takes them, W for a white diode of its own
    "cell_order": (list(range(CELLS)), is_order),  # the place in the matrix of each cell a1..f6: row * 6 + column
    "led_order": (list(range(CELLS)), is_order),  # the place along the chain of each cell's LEDs
    "seat_order": (list(range(SEATS)), is_seat_order),  # the same of each seat's; a seat without LEDs comes last
    "dead_cells": ([], are_cells),  # their contacts are not looked at
    "dead_keys": ([], are_keys),  # the same of keys, by the wire's numbers
    "reader_hz": (READER_HZ, (4000000, 2000000, 1000000, 500000)),  # a long cable to the card readers wants less
    "reader_gain": (33, (18, 23, 33, 38, 43, 48)),  # dB: more reaches farther, and hears more noise
    "rotation": (0, (0, 1, 2, 3)),  # quarter turns clockwise of the whole grid, seen from seat 0
    "brightness_pct": (25, range(1, 101)),  # at full, 36 lit cells dazzle
    "budget_ma": (2500, range(250, 10001)),  # LEDs on a 5 V 4 A supply that also feeds Pico and readers
    # LEDs of one branch of the supply, nine cells along the chain or the seats' pods: 750 where a switch limits each
    "branch_ma": (3000, range(500, 3001)),  # as it comes, nothing is limited: most tables have no such switches
    "branch_sense": (0, (0, 1)),  # 1: the hub has such switches, and the Pico can see which of them cut its branch off
    "usb_budget_ma": (250, range(250, 501)),  # LEDs when nothing but USB feeds the table
    "dev": (0, (0, 1)),  # 1: the watchdog is never started
}
DEFAULTS = {name: default for name, (default, _) in SETTINGS.items()}
NFC_DEFAULTS = {"reader_hz": NFC_READER_HZ}  # of a table whose cells are readers, too


def read(raw, of_board=TABLE["settings"]):
    """(settings, CRC of the file in hex, words of trouble) from the bytes of settings.json.

    None is no file. If anything in a file is wrong, none of it counts: the defaults do, and hello says so. What the
    board says goes before the defaults.
    """
    if raw is None:
        return with_defaults(of_board), "00000000", ("no-settings",)
    crc = "%08x" % crc32(raw)
    try:
        # MicroPython takes half an object for a whole one
        given = json.loads(raw) if raw.rstrip().endswith(b"}") and depth_of(raw) <= DEEPEST else None
    except ValueError:
        given = None
    if type(given) is dict and all(is_allowed(name, given[name]) for name in given):
        return with_defaults(dict(of_board, **given)), crc, ()
    return with_defaults(of_board), crc, ("newer-settings" if is_newer(given) else "bad-settings",)


def depth_of(raw):
    """How deep brackets lie in each other: a parser that calls itself for each would run out of stack."""
    depth = deepest = 0
    for byte in raw:
        depth += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, depth)
    return deepest


def with_defaults(given):
    """The default of all that is not given; no list is shared with it."""
    defaults = dict(DEFAULTS, **NFC_DEFAULTS) if given.get("cell_kind") == "nfc" else DEFAULTS
    return {name: list(value) if type(value) is list else value for name, value in dict(defaults, **given).items()}


def is_allowed(name, value):
    if name not in SETTINGS:
        return False
    default, allowed = SETTINGS[name]
    return type(value) is type(default) and (allowed(value) if callable(allowed) else value in allowed)


def is_newer(given):
    """Was it written for a later firmware? It may be right there, but not here."""
    version = given.get("version") if type(given) is dict else None
    return type(version) is int and version > VERSION
