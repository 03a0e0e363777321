"""What is wrong at this table: reported when it changes, and again now and then as long as something is."""

from glowpico.talk import elapsed
from glowpico.wire import MAX_TROUBLE, NO_TROUBLE

REMIND_BITS = 13  # trouble is reported again every 8 s: the word is not numbered and may be lost
LOOK_MS = 20  # between two looks at it
STEADY_MS = 1000  # it must be there this long before the LEDs use it
FED_MV = (3800, 4300)  # below the first the LEDs use only USB, from the second on the supply feeds them
BRANCHES = ("branch.1", "branch.2", "branch.3", "branch.4", "branch.seats")  # words of trouble, as strip.py counts them
CUT_MV = 1000  # a branch that has less than this behind its switch is shorted, or was cut off
CUT_LOOKS = 3  # in a row, for a short may be over before its switch cuts it off


class Supply:
    """The LEDs' supply: it may be switched off and on while the table runs, and USB alone gives little."""

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


class Trouble:
    def __init__(self, board, talk, wiring, scanner, supply):
        self.board = board
        self.talk = talk
        self.wiring = wiring
        self.scanner = scanner
        self.supply = supply
        self.dimmed = ""  # why a picture was darker than asked for: reported once a session, not once a picture
        self.undone = ""  # the last word that was acknowledged and cannot be done here
        self.reported: tuple = ((), 0, b"", True, 0, "", "")  # what the words depend on, as reported last
        self.reminded = -1
        self.is_sound = True  # nothing is wrong, as far as it was reported

    def report(self, now_ms):
        if not self.talk.may_report():
            return
        if self.is_reported() and (self.is_sound or now_ms >> REMIND_BITS == self.reminded):
            return
        self.reminded = now_ms >> REMIND_BITS
        self.talk.send("trouble", *self.current())

    def is_reported(self):
        """Is it as it was reported last?"""
        trouble, readers, muted, is_fed, cut, undone, dimmed = self.reported
        return (
            trouble is self.board.trouble
            and readers == self.board.readers
            and muted == self.scanner.muted
            and is_fed == self.supply.is_fed
            and cut == self.supply.cut
            and undone is self.undone
            and dimmed == self.dimmed
        )

    def current(self):
        """(readers, words) to be reported now."""
        board, supply = self.board, self.supply
        muted = bytes(self.scanner.muted)
        self.reported = (board.trouble, board.readers, muted, supply.is_fed, supply.cut, self.undone, self.dimmed)
        words = self.words()
        self.is_sound = words == NO_TROUBLE
        return "%02x" % board.readers, words

    def words(self):
        """What is wrong here, as many words as fit, what a maker has set last; - for nothing."""
        settings = self.wiring.settings
        words = [self.wiring.by_cell(word) for word in self.board.trouble if not word.startswith("crowded.")]
        if not self.supply.is_fed:
            words.append("usb-power")
        elif self.dimmed:
            words.append(self.dimmed)
        words += self.supply.trouble()
        words += ["noisy." + self.wiring.name(key) for key in self.scanner.noisy()]
        if self.undone:
            words.append("not-done." + self.undone)
        words += ["dead.k%d" % key for key in settings["dead_keys"]]
        words += ["dead.c%d" % cell for cell in settings["dead_cells"]]
        words += [word for word in self.board.trouble if word.startswith("crowded.")]  # no part is out of order
        while len(",".join(words)) > MAX_TROUBLE:
            words.pop()
        return ",".join(words) or NO_TROUBLE
