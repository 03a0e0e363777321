"""Samples of the key matrix in, presses and releases out, each key debounced by itself.

Knows rows and columns, not what a key means. A press is reported at once, a release when it has settled. A contact
that no finger moves so (a loose wire) is muted until it has been quiet for a minute: it cannot play, nor flood
the line.
"""

ROWS = 10  # 0..5 cells, 6..8 confirm, pass, undo of each seat, 9 the table's keys
COLUMNS = 6
SETTLE = 4  # samples (20 ms) that a key must be up before it counts as up: a worn switch bounces for 5..10 ms
MANY = 5  # a worn switch bounces when it closes and when it opens; what closes more often before it settles is loose
SOLID = 3  # samples in a row, and one more for each time that the contact closed, are a finger (20..40 ms)
CLEAN = 2  # are one, too, if it closed but once and has no strikes: as few may fall into a tap of 20 ms
LONGEST = SOLID + MANY  # samples in a row that are counted
STRIKES = 2  # presses that no finger makes, after which a key is muted
FORGET_S = 10  # without another of them; and so long
QUIET_S = 60  # a muted key must be, but for presses that a finger makes
SECOND_BITS = 10  # of the clock in ms

NOTHING = bytearray(ROWS)


class Scanner:
    """Calls report(key, is_down) for every press and release; key = row * 6 + column."""

    def __init__(self, report, settle=SETTLE):
        self.report = report
        self.settle = settle
        self.down = bytearray(ROWS)  # the levels, six bits a row
        self.muted = bytearray(ROWS)
        self.before = bytearray(ROWS)  # the contacts that were closed when last looked at
        self.unsettled = bytearray(ROWS)  # keys that have closed and not yet been open for long enough
        self.is_busy = True  # something is down or was
        self.up_for = bytearray(ROWS * COLUMNS)  # samples
        self.down_for = bytearray(ROWS * COLUMNS)  # samples in a row, at most LONGEST
        self.closures = bytearray(ROWS * COLUMNS)  # since it was settled
        self.longest = bytearray(ROWS * COLUMNS)  # the most samples in a row since then, at most LONGEST
        self.strikes = bytearray(ROWS * COLUMNS)
        self.left_s = bytearray(ROWS * COLUMNS)  # until strikes are forgotten, or it is not muted any more
        self.has_running_timers = False  # some key has strikes
        self.second = -1

    def scan(self, samples):
        """Take one sample of all rows: six bits each, 1 = down."""
        if not self.is_busy and samples == NOTHING:
            return
        for row in range(ROWS):
            if samples[row] or self.unsettled[row]:
                for column in range(COLUMNS):
                    self.look(row, 1 << column, row * COLUMNS + column, samples[row])
            self.before[row] = samples[row]
        self.is_busy = samples != NOTHING or self.unsettled != NOTHING

    def glance(self, samples):
        """Between two scans: tell what has closed since; nothing else, for scans count the time."""
        for row in range(ROWS):
            closed = samples[row] & ~self.before[row]
            if closed:
                for column in range(COLUMNS):
                    if closed >> column & 1:
                        self.closed(row, 1 << column, row * COLUMNS + column)
                self.before[row] |= closed
                self.is_busy = True

    def look(self, row, bit, key, sample):
        if sample & bit:
            self.up_for[key] = 0
            if not self.before[row] & bit:
                self.closed(row, bit, key)
            self.count_closed_sample(key)
        elif self.unsettled[row] & bit:
            self.down_for[key] = 0
            self.up_for[key] += 1
            if self.up_for[key] >= self.settle:
                self.settled(row, bit, key)

    def closed(self, row, bit, key):
        """A contact that was open is closed: a press, unless the key is down already or muted."""
        self.unsettled[row] |= bit
        self.closures[key] += 1
        if self.closures[key] > MANY:
            self.mute(row, bit, key)
        elif not (self.down[row] | self.muted[row]) & bit:
            self.down[row] |= bit
            self.report(key, True)

    def count_closed_sample(self, key):
        """It is closed: for how long?"""
        if self.down_for[key] < LONGEST:
            self.down_for[key] += 1
            if self.down_for[key] > self.longest[key]:
                self.longest[key] = self.down_for[key]

    def settled(self, row, bit, key):
        """It has been open for long enough: a release, and a strike if no finger presses like that."""
        is_clean = self.closures[key] == 1 and not self.strikes[key]
        is_finger = self.longest[key] >= (CLEAN if is_clean else SOLID + self.closures[key])
        self.release_key(row, bit, key)
        if not is_finger and self.muted[row] & bit:
            self.left_s[key] = QUIET_S
        elif not is_finger:
            self.strikes[key] += 1
            self.left_s[key] = FORGET_S
            self.has_running_timers = True
            if self.strikes[key] >= STRIKES:
                self.mute(row, bit, key)

    def release_key(self, row, bit, key):
        self.unsettled[row] &= ~bit
        self.closures[key] = 0
        self.down_for[key] = 0
        self.up_for[key] = 0
        self.longest[key] = 0
        if self.down[row] & bit:
            self.down[row] &= ~bit
            self.report(key, False)

    def mute(self, row, bit, key):
        self.muted[row] |= bit
        self.left_s[key] = QUIET_S
        self.has_running_timers = True
        self.release_key(row, bit, key)

    def expire_mutes(self, now_ms):
        """Once a second: forget strikes and end mutes whose time is over."""
        if not self.has_running_timers or now_ms >> SECOND_BITS == self.second:
            return
        self.second = now_ms >> SECOND_BITS
        self.has_running_timers = False
        for key in range(ROWS * COLUMNS):
            row, bit = key // COLUMNS, 1 << key % COLUMNS
            if self.muted[row] & self.before[row] & bit:
                self.left_s[key] = QUIET_S  # still closed
            if self.left_s[key]:
                self.left_s[key] -= 1
                self.has_running_timers = True
                if not self.left_s[key]:
                    self.strikes[key] = 0
                    self.muted[row] &= ~bit

    def noisy(self):
        """The keys muted now."""
        return [
            row * COLUMNS + column for row in range(ROWS) for column in range(COLUMNS) if self.muted[row] >> column & 1
        ]
