"""NFC cells: where does this tag lie, or which tags lie anywhere. One small step per call, as readers.py.

Knows no chip. On a table of NFC cells the board has, besides poll(reader), two more questions, about the cell wired at
a place: seek(place, uid) is BUSY, then the uid, EMPTY or GARBLED; inventory(place) gives the uids there one by one,
BUSY between them, and at its end EMPTY, or GARBLED if some tag there could not be read. give_up() ends a question
that is not over.
"""

from glowpico.readers import BUSY, EMPTY, GARBLED


class Cells:
    """Calls here(place) when the tag sought is found, found(place, uid) for each tag of an audit, and audited(places
    not understood) at its end. Another wish replaces the one under way.
    """

    def __init__(self, board, here, found, audited):
        self.board = board
        self.here = here
        self.found = found
        self.audited = audited
        self.is_asked = False  # a question is under way
        self.forget()

    def forget(self):
        """Stop looking."""
        self.wish(EMPTY, ())

    def seek(self, uid, places):
        """Ask these places, again and again, until one has this tag."""
        self.wish(uid, places)

    def audit(self, places):
        """Ask each of these places once for all its tags."""
        self.wish(EMPTY, places)

    def wish(self, uid, places):
        if self.is_asked:
            self.is_asked = False
            self.board.give_up()
        self.uid = uid
        self.left = list(places)
        self.unread: list = []

    @property
    def is_looking(self):
        return bool(self.left)

    def step(self):
        """One step of the question under way; True when it is over."""
        if not self.left:
            return True
        self.is_asked = not (self.seek_one(self.left[0]) if self.uid else self.audit_one(self.left[0]))
        return not self.is_asked

    def seek_one(self, place):
        answer = self.board.seek(place, self.uid)
        if answer is BUSY:
            return False
        self.left.append(self.left.pop(0))
        if answer == self.uid:
            self.is_asked = False
            self.forget()
            self.here(place)
        return True

    def audit_one(self, place):
        answer = self.board.inventory(place)
        if answer is BUSY:
            return False
        if answer != EMPTY and answer != GARBLED:
            self.found(place, answer)
            return False
        self.left.pop(0)
        if answer == GARBLED:
            self.unread.append(place)
        if not self.left:
            self.audited(self.unread)
        return True
