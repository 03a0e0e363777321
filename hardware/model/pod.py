"""The pod board: a reader's socket with its regulator, three keys, four LEDs, and one flat cable to the hub.

One board for seven readers. The dealer's has neither keys nor LEDs: the house leaves those empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.model.board import Board, Part, across, wired
from hardware.model.chips import (
    CAN,
    ESD_ARRAY,
    MEDIUM_CAPACITOR,
    POD_LED,
    POD_LINES,
    POD_PLUG,
    READER_SOCKET,
    REGULATOR_SMALL,
    SMALL_LED,
)
from hardware.model.kinds import GROUND, KEY, RAIL_5V, READERS_3V3
from hardware.model.panel import points
from hardware.model.smd import CHIP_CAPACITOR, CHIP_RESISTOR, CHIP_SCHOTTKY

KEYS = {"CONFIRM": "ROW6", "PASS": "ROW7", "UNDO": "ROW8"}
COLUMN = "COL0"  # at the hub it is the seat's own
LEDS = range(1, 5)
LINE_OHM = "82"  # in series with what a pod sends
NET_OF = {"5V": RAIL_5V, "3V3": READERS_3V3, "GND": GROUND, "SHIELD": GROUND, "RST": "RD_RST", "SEAT": COLUMN, **KEYS}
ON_POINTS = ("5V", "3V3", "GND", "SCK", "MISO", "RST", "DIN", "DOUT", "SEAT")
POINTS = {line: NET_OF.get(line, line) for line in ON_POINTS}


def supply() -> Iterator[Part]:
    yield wired("J1", POD_PLUG, "Hub", {line: NET_OF.get(line, line) for line in POD_LINES.split()})
    yield wired("U1", REGULATOR_SMALL, "MCP1700-3302", {"IN": RAIL_5V, "OUT": READERS_3V3, "GND": GROUND})
    yield across("C5", MEDIUM_CAPACITOR, "10 uF", RAIL_5V, GROUND)
    yield across("C6", CAN, "100 uF", READERS_3V3, GROUND)
    yield across("C7", CHIP_CAPACITOR, "100 nF", READERS_3V3, GROUND)
    yield across("R1", CHIP_RESISTOR, "2.2k", RAIL_5V, "POWER")
    yield across("D4", SMALL_LED, "5 V", GROUND, "POWER")


def reader() -> Iterator[Part]:
    own = {"SDA": "SS", "MISO": "MISO0", "IRQ": None, "RST": "RD_RST", "SCK": "SCK", "MOSI": "MOSI"}
    yield wired("J2", READER_SOCKET, "Reader", {**own, "GND": GROUND, "3V3": READERS_3V3})
    yield across("R2", CHIP_RESISTOR, LINE_OHM, "MISO0", "MISO")


def keys() -> Iterator[Part]:
    for n, (name, row) in enumerate(KEYS.items(), 1):
        yield across(f"SW{n}", KEY, name.title(), COLUMN, f"KEY{n}")
        yield across(f"D{n}", CHIP_SCHOTTKY, "BAT54", row, f"KEY{n}")
    lines = {f"IO{n}": net for n, net in enumerate((*KEYS.values(), COLUMN), 1)}
    yield wired("U2", ESD_ARRAY, "SRV05-4", {**lines, "GND": GROUND, "VREF": None})


def light() -> Iterator[Part]:
    data = ["DIN", *(f"DATA{n}" for n in LEDS)]
    for n in LEDS:
        power = {"VDD": RAIL_5V, "VSS": GROUND}
        yield wired(f"LED{n}", POD_LED, "WS2812B", {"DIN": data[n - 1], "DOUT": data[n], **power})
        yield across(f"C{n}", CHIP_CAPACITOR, "100 nF", RAIL_5V, GROUND)
    yield across("R3", CHIP_RESISTOR, LINE_OHM, data[-1], "DOUT")


DEALER = frozenset(
    [
        *(f"{letter}{n}" for letter in ("LED", "C") for n in LEDS),
        *(f"{letter}{n}" for letter in ("SW", "D") for n in (1, 2, 3)),
        "R3",
        "U2",
    ]
)  # what the dealer's board does without
POD = Board(
    "pod",
    "Glowtable pod: card reader, keys and light of a seat",
    (*supply(), *reader(), *keys(), *light(), *points(POINTS)),
    without={"dealer": DEALER},
)
