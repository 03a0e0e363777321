"""The key matrix on the pins, as the board is described: strobes its rows, reads six columns.

On a chip it knows, by machine code.
"""

from array import array

import machine

from glowpico.board import COLUMNS, NO_ROW, NOWHERE, places
from glowpico.scanner import ROWS

ORDER = (0, 1, 3, 2, 6, 7, 5, 4, 8, 9)  # of decoded rows: one line changes between most neighbours
GPIO_IN = 0xD0000004  # the levels of all pins, on both chips
GPIO_XOR = {"RP2040": 0xD000001C, "RP2350": 0xD0000028}  # what is written there changes the level of those pins
ENABLE_XOR = {"RP2040": 0xD000002C, "RP2350": 0xD0000048}  # lets go of pins that are held, and holds the others
EDGE_TURNS = 16  # of an empty loop, 1 us at 200 MHz: a column falls within 0.1 us of its row
TURNS_PER_US = 16


class Matrix:
    """`sample` leaves the rows where it found them: at NO_ROW, or none of them held.

    Rows that are strobed directly are pulled low or let go, never high: keys of one column cannot short two of them.
    """

    def __init__(self, chip, board):
        self.is_direct = board["matrix"] == "direct"
        self.columns = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in board["columns"]]
        mode = machine.Pin.OPEN_DRAIN if self.is_direct else machine.Pin.OUT
        self.lines = [machine.Pin(gpio, mode, value=1) for gpio in board["rows"]]
        self.order = range(len(board["rows"])) if self.is_direct else ORDER
        self.bits = [1 << gpio for gpio in board["columns"]]
        self.places = places(board)
        self.chip = chip
        self.turn = GPIO_XOR.get(chip)
        self.sample = self.sample_by_pins
        if self.turn:  # elsewhere there may be no machine code
            self.use_machine_code(board)
        self.select_row(NO_ROW)

    def use_machine_code(self, board):
        from glowpico import strobe

        lines = (ENABLE_XOR if self.is_direct else GPIO_XOR)[self.chip]
        settle, rows = board["settle_us"] * TURNS_PER_US, len(self.order)
        strobe.WIRING[:] = array("I", (lines, EDGE_TURNS, settle, sum(self.bits), rows, not board["diodes"]))
        before = self.held(NO_ROW, board["rows"])
        for step in range(rows):
            row = self.order[step]
            held = self.held(row, board["rows"])
            strobe.PATH[step] = held ^ before
            before = held
            at, first = COLUMNS * step, COLUMNS * row
            strobe.PLACES[at : at + COLUMNS] = self.places[first : first + COLUMNS]
        strobe.PATH[rows] = self.held(NO_ROW, board["rows"]) ^ before
        strobe.COLUMNS[:] = array("I", self.bits or [0] * COLUMNS)
        self.sample = strobe.strobe

    def held(self, row, gpios):
        """The bits of the lines that are high, or that are held low, while this row is chosen."""
        if self.is_direct:
            return 1 << gpios[row] if row < len(gpios) else 0
        b0, b1, b2, b3 = gpios
        return (row & 1) << b0 | (row >> 1 & 1) << b1 | (row >> 2 & 1) << b2 | (row >> 3) << b3

    def sample_by_pins(self, rows, too):
        for row in range(ROWS):
            rows[row] = too[row] = 0
        for row in self.order:
            self.select_row(row)
            levels = machine.mem32[GPIO_IN]
            for column in range(COLUMNS):
                place = self.places[COLUMNS * row + column]
                if place != NOWHERE and not levels & self.bits[column]:
                    rows[place // COLUMNS] |= 1 << place % COLUMNS
                    too[place // COLUMNS] = rows[place // COLUMNS]
        self.select_row(NO_ROW)

    def select_row(self, row):
        """Choose a row; the lower bits of a code are the bank of card readers, too."""
        for number in range(len(self.lines)):
            self.lines[number](row != number if self.is_direct else row >> number & 1)
