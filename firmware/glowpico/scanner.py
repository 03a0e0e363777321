"""Samples of the key matrix in, presses and releases out, each key debounced by itself.

Knows rows and columns, not what a key means. A press is reported at once, a release when it has settled. A key
that presses faster than any finger (a loose wire) is muted until it has been quiet: it cannot flood the line.
"""

ROWS = 10  # 0..5 cells, 6..8 confirm, pass, undo of each seat, 9 the table's keys
COLUMNS = 6
SETTLE = 4  # samples (20 ms) that a key must be up before it counts as up: a worn switch bounces for 5..10 ms
HEAT_OF_PRESS = 16  # samples (80 ms) of rest that pay for one press: twelve a second is faster than people tap
TOO_HOT = 240  # heat at which a key is muted; it then needs that many quiet samples (1.2 s)


NOTHING = bytearray(ROWS)


class Scanner:
    """Calls report(key, is_down) for every press and release; key = row * 6 + column."""

    def __init__(self, report, settle=SETTLE):
        self.report = report
        self.settle = settle
        self.down = bytearray(ROWS)  # the levels, six bits a row
        self.muted = bytearray(ROWS)
        self.before = bytearray(ROWS)  # the samples of the last scan
        self.warm = bytearray(ROWS)  # keys whose heat is not 0
        self.is_busy = True  # something is down, was or is warm
        self.up_for = bytearray(ROWS * COLUMNS)  # samples
        self.heat = bytearray(ROWS * COLUMNS)

    def scan(self, samples):
        """Take one sample of all rows: six bits each, 1 = down."""
        if not self.is_busy and samples == NOTHING:
            return
        for row in range(ROWS):
            if samples[row] or self.down[row] or self.warm[row]:
                for column in range(COLUMNS):
                    self.look(row, 1 << column, row * COLUMNS + column, samples[row])
            self.before[row] = samples[row]
        self.is_busy = samples != NOTHING or self.down != NOTHING or self.warm != NOTHING

    def look(self, row, bit, key, sample):
        if self.heat[key]:
            self.cool(row, bit, key)
        if sample & bit:
            self.up_for[key] = 0
            if not self.down[row] & bit:
                self.closed(row, bit, key)
        elif self.down[row] & bit:
            self.up_for[key] += 1
            if self.up_for[key] >= self.settle:
                self.down[row] &= ~bit
                self.report(key, False)

    def closed(self, row, bit, key):
        """A key that was up is down: a press, unless the key is muted."""
        if not self.before[row] & bit:
            self.warm_up(row, bit, key)
        if not self.muted[row] & bit:
            self.down[row] |= bit
            self.report(key, True)

    def warm_up(self, row, bit, key):
        """Count a press, and mute a key that has too many."""
        self.warm[row] |= bit
        self.heat[key] = min(self.heat[key] + HEAT_OF_PRESS, TOO_HOT)
        if self.heat[key] == TOO_HOT:
            self.muted[row] |= bit

    def cool(self, row, bit, key):
        self.heat[key] -= 1
        if not self.heat[key]:
            self.warm[row] &= ~bit
            self.muted[row] &= ~bit

    def noisy(self):
        """The keys muted now."""
        return [
            row * COLUMNS + column for row in range(ROWS) for column in range(COLUMNS) if self.muted[row] >> column & 1
        ]
