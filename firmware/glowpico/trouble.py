"""What is wrong at this table: reported when it changes, and again now and then as long as something is."""

from glowpico.wire import MAX_TROUBLE, NO_TROUBLE

CROWDED = 80  # bytes that the host may not have read: the report waits, for a press needs the room
REMIND_BITS = 13  # trouble is reported again every 8 s: the word is not numbered and may be lost


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
        if not self.talk.host_here or self.talk.unread > CROWDED:
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
        words = [self.wiring.by_cell(word) for word in self.board.trouble]
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
        while len(",".join(words)) > MAX_TROUBLE:
            words.pop()
        return ",".join(words) or NO_TROUBLE
