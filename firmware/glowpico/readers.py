"""Card readers polled in turn, one small step per call: a tag arrived, a tag left.

Knows no chip. The board's poll(reader) takes at most 1.5 ms and returns BUSY until that poll is over, then
EMPTY (a clean time-out), GARBLED (a card is there, but was not understood) or the tag's uid in lower-case
hex. Only EMPTY counts as "no tag": presence is not identity.
"""

BUSY = None
EMPTY = ""
GARBLED = "?"
READERS = 8
LEAVE = 3  # equal answers before a known tag is given up: one answer may be missed while a card is moved


class Readers:
    """Calls report(reader, uid) when a tag arrived and report(reader, EMPTY) when it left.

    `present` has one bit per reader that is polled. Another uid on a reader is a leaving and an arrival.
    """

    def __init__(self, poll, present, report, leave=LEAVE):
        self.poll = poll
        self.report = report
        self.leave = leave
        self.admit(present)
        self.uids = [EMPTY] * READERS
        self.seen = [EMPTY] * READERS  # an answer that differs from what is known
        self.times = bytearray(READERS)  # how often in a row

    def admit(self, present):
        """From now on these are polled."""
        self.present = present
        self.which = bytes([reader for reader in range(READERS) if present >> reader & 1])
        self.turn = 0

    def step(self):
        """One step of the poll under way; True when it is over."""
        if not self.which:
            return True
        reader = self.which[self.turn]
        answer = self.poll(reader)
        if answer is BUSY:
            return False
        self.turn = (self.turn + 1) % len(self.which)
        if answer or self.uids[reader] or self.seen[reader]:
            self.weigh(reader, answer)
        return True

    def weigh(self, reader, answer):
        known = self.uids[reader]
        if answer == known or answer == GARBLED:
            self.times[reader] = 0
            return
        if answer != self.seen[reader]:
            self.seen[reader] = answer
            self.times[reader] = 0
        self.times[reader] += 1
        if known == EMPTY or self.times[reader] >= self.leave:
            self.change(reader, answer)

    def change(self, reader, uid):
        left = self.uids[reader]
        self.times[reader] = 0
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
