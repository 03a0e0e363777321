"""Card readers polled in turn, one small step per call: a tag arrived, a tag left.

Knows no chip. The board's poll(reader) takes at most 1.5 ms and returns BUSY until that poll is over, then
EMPTY (a clean time-out), GARBLED (a card is there, but was not understood), MADE_UP (phones or bank cards alone) or
the tag's uid in lower-case hex. Only EMPTY counts as "no tag": presence is not identity. A tag that answers badly, as
through thick wood, is given more time.

An empty reader is asked quickly; one that has a card, or fails, takes longer. Of those only as many are asked in each
turn as there is time for, so that a card that comes is told soon whatever lies elsewhere.
"""

BUSY = None
EMPTY = ""
GARBLED = "?"
MADE_UP = "08000000"  # any uid that a phone or a bank card makes up anew each time it is asked
READERS = 8
LEAVE = 3  # equal answers before a known tag is given up: one answer may be missed while a card is moved
FIRM = 24  # answers in a row after which a missed poll no longer counts
WEAK_LEAVE = 16  # polls without it before a tag is given up that has missed a second one before that
QUICK_MS, SLOW_MS = 10, 15  # from a poll to the next, where one is slow: of an empty reader, and of one with a card
TURN_MS = 75  # of all readers but those that are slow and have to wait


class Readers:
    """Calls report(reader, uid) when a tag arrived and report(reader, EMPTY) when it left.

    `present` has one bit per reader that is polled. Another uid on a reader is a leaving and an arrival.
    """

    def __init__(self, poll, present, report):
        self.poll = poll
        self.report = report
        self.is_slow = bytearray(READERS)  # it took long, and there was nothing new: it fails, or its card still lies
        self.admit(present)
        self.uids = [EMPTY] * READERS
        self.seen = [EMPTY] * READERS  # an answer that differs from what is known
        self.times = bytearray(READERS)  # how often in a row
        self.weak = bytearray(READERS)  # answers until the tag there is firm; it is weak while they are more than FIRM

    def admit(self, present):
        """From now on these are polled."""
        self.present = present
        self.which = bytes([reader for reader in range(READERS) if present >> reader & 1])
        for reader in range(READERS):
            self.is_slow[reader] &= present >> reader
        self.slow = 0  # the one of them that was asked last
        self.turn = 0  # how many of this turn have been passed
        self.asked = self.next() if self.which else 0

    def step(self):
        """One step of the poll under way; True when it is over."""
        if not self.which:
            return True
        reader = self.asked
        answer = self.poll(reader)
        if answer is BUSY:
            return False
        if answer or self.uids[reader] or self.seen[reader]:
            self.take_answer(reader, answer)
        self.is_slow[reader] = bool(answer) and (answer == GARBLED or answer == self.uids[reader])
        self.asked = self.next()
        return True

    def next(self):
        """Whom to ask: in each turn the quick ones, then as many of the slow as there is time for, they too in turn."""
        while self.turn < len(self.which):
            reader = self.which[self.turn]
            self.turn += 1
            if not self.is_slow[reader]:
                return reader
        slow = sum(self.is_slow)
        time_for = (TURN_MS - QUICK_MS * (len(self.which) - slow)) // SLOW_MS
        if self.turn < len(self.which) + min(slow, max(1, time_for)):
            self.turn += 1
            return self.next_slow()
        self.turn = 0
        return self.next()

    def next_slow(self):
        self.slow = (self.slow + 1) % READERS
        while not self.is_slow[self.slow]:
            self.slow = (self.slow + 1) % READERS
        return self.slow

    def take_answer(self, reader, answer):
        known = self.uids[reader]
        if answer == known or answer == GARBLED:
            if self.times[reader]:
                self.weak[reader] = 2 * FIRM if self.weak[reader] else FIRM
            elif self.weak[reader]:
                self.weak[reader] -= 1
            self.times[reader] = 0
            return
        if answer != self.seen[reader]:
            self.seen[reader] = answer
            self.times[reader] = 0
        self.times[reader] += 1
        if known == EMPTY or self.times[reader] >= self.patience(reader, answer):
            self.change(reader, answer)

    def patience(self, reader, answer):
        """How many such answers in a row count. A phone alone says as little of a weak card as silence does."""
        is_weak = self.weak[reader] > FIRM and (answer == EMPTY or answer == MADE_UP)
        return WEAK_LEAVE if is_weak else LEAVE

    def change(self, reader, uid):
        left = self.uids[reader]
        self.times[reader] = 0
        self.weak[reader] = 0
        self.uids[reader] = uid
        if left:
            self.report(reader, EMPTY)
        if uid:
            self.report(reader, uid)

    def forget(self):
        """Forget every tag, so that those which lie on readers are reported again."""
        for reader in range(READERS):
            self.uids[reader] = EMPTY
            self.times[reader] = 0

    def levels(self):
        """One bit per reader that has a tag."""
        return sum([1 << reader for reader in range(READERS) if self.uids[reader]])
