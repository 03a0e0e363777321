"""The safe mode, after errors that came too fast, or where nobody knows what is wired to the Pico.

No key is looked at and nothing shines, but a host is answered.
"""

from glowpico.talk import Talk
from glowpico.wire import PROTOCOL, VERSION

SAFE = "safe-mode"
NO_SETTINGS = "00000000"


class Safe:
    """A table that acknowledges every word and does none, and on which nothing is down; its hello says why."""

    def __init__(self, write, build, reset_cause, word):
        self.fields = (PROTOCOL, VERSION, build, "none", "00", 0, NO_SETTINGS, reset_cause, word)
        self.talk = Talk(write, self.begin, self.hello)

    def begin(self):
        """Nothing is done in a session."""

    def hello(self):
        return self.fields

    def tick(self, data, now_ms):
        """Take these bytes of the host, and answer."""
        for word, _ in self.talk.hear(data, now_ms):
            if word == "snapshot":  # a match that goes on waits for it
                self.talk.send("snapshot", "0" * 9, "0" * 6, "00", self.talk.next_edge, self.talk.lost)
        self.talk.send_due(now_ms)
