"""The key matrix on the pins: strobes the ten rows, reads six columns; on a chip it knows by machine code."""

from array import array

import machine

from glowpico import pins
from glowpico.scanner import ROWS

ORDER = (0, 1, 3, 2, 6, 7, 5, 4, 8, 9, pins.NO_ROW)  # one line changes between most neighbours
GPIO_IN = 0xD0000004  # the levels of all pins, on both chips
GPIO_XOR = {"RP2040": 0xD000001C, "RP2350": 0xD0000028}  # what is written there changes the level of those pins
COLUMN_BITS = 0x3F  # the columns are the first six
EDGE_TURNS = 16  # of an empty loop, 1 us at 200 MHz: a column falls within 0.1 us of its row
SETTLE_TURNS = 190  # 12 us: a released column rises with 10 kOhm * 200 pF = 2 us


class Matrix:
    """`sample` leaves the row code where it found it: at NO_ROW."""

    def __init__(self, chip):
        self.columns = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in pins.COLUMNS]
        self.row_code = [machine.Pin(gpio, machine.Pin.OUT, value=1) for gpio in pins.ROW_CODE]
        self.chip = chip
        self.turn = GPIO_XOR.get(chip)
        self.sample = self.sample_by_pins
        if self.turn:  # elsewhere there may be no machine code
            from glowpico import strobe

            strobe.WIRING[:] = array("I", (self.turn, EDGE_TURNS, SETTLE_TURNS))
            strobe.PATH[:] = path()
            self.sample = strobe.strobe
        self.select_row(pins.NO_ROW)

    def sample_by_pins(self, rows, too):
        for row in range(ROWS):
            self.select_row(row)
            rows[row] = too[row] = ~machine.mem32[GPIO_IN] & COLUMN_BITS
        self.select_row(pins.NO_ROW)

    def select_row(self, row):
        """Put a row code on the lines; its lower bits are the bank of card readers, too."""
        for pin in self.row_code:
            pin(row & 1)
            row >>= 1


def path():
    """A row, then the lines that change on the way to it, row after row, and back to none."""
    steps = bytearray()
    before = pins.NO_ROW
    for row in ORDER:
        steps += bytes((row, row ^ before))
        before = row
    return steps
