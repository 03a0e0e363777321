"""The LEDs' supply: it may be switched off and on while the table runs, and USB alone gives little."""

from glowpico.talk import elapsed

LOOK_MS = 20  # between two looks at it
STEADY_MS = 1000  # it must be there this long before the LEDs use it
FED_MV = (3800, 4300)  # below the first the LEDs use only USB, from the second on the supply feeds them
BRANCHES = ("branch.1", "branch.2", "branch.3", "branch.4", "branch.seats")  # words of trouble, as strip.py counts them
CUT_MV = 1000  # a branch that has less than this behind its switch is shorted, or was cut off
CUT_LOOKS = 3  # in a row, for a short may be over before its switch cuts it off


class Supply:
    def __init__(self, board, settings):
        self.board = board
        self.settings = settings
        self.is_fed = True
        self.measured_ms = None
        self.rising_ms = None  # since when it has been there
        self.branch = 0  # that is looked at next
        self.low = bytearray(len(BRANCHES))  # looks in a row at which each had no volts
        self.cut = 0  # one bit per branch that is cut off

    def is_due(self, now_ms):
        return self.measured_ms is None or elapsed(now_ms, self.measured_ms) >= LOOK_MS

    @property
    def budget_ma(self):
        """What the LEDs may draw now."""
        return self.settings["budget_ma" if self.is_fed else "usb_budget_ma"]

    def measure(self, now_ms):
        """Look at the rail, and at one branch; True if the LEDs are fed by another source than before."""
        self.measured_ms = now_ms
        is_fed = self.board.supply_mv() >= FED_MV[not self.is_fed]
        if not is_fed or self.rising_ms is None:
            self.rising_ms = now_ms
        is_changed = is_fed != self.is_fed and (not is_fed or elapsed(now_ms, self.rising_ms) >= STEADY_MS)
        if is_changed:
            self.is_fed = is_fed
        if self.settings["branch_sense"]:
            self.measure_branch()
        return is_changed

    def measure_branch(self):
        """One branch at each look, in turn: one that stays without volts while the rail has some was cut off."""
        branch = self.branch
        self.branch = (branch + 1) % len(BRANCHES)
        is_low = self.is_fed and self.board.branch_mv(branch) < CUT_MV
        self.low[branch] = min(self.low[branch] + 1, CUT_LOOKS) if is_low else 0
        self.cut = self.cut & ~(1 << branch) | (self.low[branch] == CUT_LOOKS) << branch

    def trouble(self):
        """The branches that are cut off."""
        return [BRANCHES[branch] for branch in range(len(BRANCHES)) if self.cut >> branch & 1]
