"""The table's side of the protocol: sessions, numbers, acknowledgements, repetition. No I/O and no clock.

Bytes come in through `hear`, frames go out through the `write` it is given. Knows the two number lines (from
1; 0 means none yet), but not what a word does: `hear` hands the host's new words to the caller.
"""

from glowpico.wire import HOST, NO_SESSION, TABLE, Lines, decode, encode

RING = 128  # edges kept until the host has them: a minute of busy play
WINDOW = 8  # edges on the line at once: more could delay the scan, and their repetition could block the line
RESEND_MS = 100  # first wait for an acknowledgement: the host commits to disk before it acknowledges
RESEND_MOST_MS = 1000
HEARTBEAT_MS = 1000
PORT_BYTES = 240  # written since the host was heard last: more might not fit a port that nobody reads, and then block
REPORT_BYTES = 80  # the same, with room left for a press: what is more than an event waits
HOST_MS = 5000  # after so much silence there is no host
ANNOUNCE_MS = 250  # at most one hello in this time to a host whose session we do not know


def elapsed(later_ms, earlier_ms):
    """Milliseconds between two readings of the 30-bit clock, across its wrap after 12 days."""
    return (later_ms - earlier_ms) & 0x3FFFFFFF


class Timing:
    """Every time-out of the table's side, in ms; slow tables scale them."""

    def __init__(self, scale=1):
        self.resend = RESEND_MS * scale
        self.resend_most = RESEND_MOST_MS * scale
        self.heartbeat = HEARTBEAT_MS * scale
        self.host = HOST_MS * scale
        self.announce = ANNOUNCE_MS * scale


class Talk:
    """One table's line. `begin` is called when a session begins; `hello` returns that word's fields as they are now.

    `board` has the fields of the word of that name, None for a table that is wired like ours.
    """

    def __init__(self, write, begin, hello, timing=None, board=None):
        self.write = write
        self.begin = begin
        self.hello = hello
        self.timing = timing or Timing()
        self.board = board
        self.lines = Lines()
        self.ring: list = [None] * RING
        self.bad_crc = 0
        self.strange = 0  # lines that were no frame of this session
        self.resent = 0
        self.announced_ms = None
        self.unread = 0  # bytes written since the host was heard
        self.forget(NO_SESSION, 0)

    def forget(self, session, now_ms):
        """Begin a session: both number lines at their start, nothing waiting."""
        self.session = session
        self.received = 0  # the highest number of the host taken in order
        self.oldest = 1  # the first edge not acknowledged
        self.next_edge = 1  # the number of the next edge
        self.cursor = 1  # the next edge to be written
        self.reached = 1  # edges below were written before
        self.lost = 0
        self.host_here = False
        self.heard_ms = now_ms
        self.sent_ms = now_ms
        self.heartbeat_ms = now_ms
        self.wait_ms = self.timing.resend
        for slot in range(RING):
            self.ring[slot] = None

    @property
    def room(self):
        """How many more edges can be kept."""
        return RING - (self.next_edge - self.oldest)

    def may_report(self):
        """Is a host there that reads, so that a word may go out that can wait?"""
        return self.host_here and self.unread <= REPORT_BYTES

    @property
    def noise(self):
        return self.strange + self.lines.dropped

    # -- in

    def hear(self, data, now_ms):
        """Take bytes; yields (word, fields) of each next number they end: do one before you ask for the next."""
        for line in self.lines.feed(data):
            new = line and self.parse_line(line, now_ms)
            if new:
                yield new

    def parse_line(self, line, now_ms):
        """What a line says that is new, None for nothing."""
        frame = decode(HOST, line)
        if frame:
            return self.take(frame, now_ms)
        if frame is None:
            self.strange += 1
        else:
            self.bad_crc += 1
        return None

    def take(self, frame, now_ms):
        session, number, word, fields = frame
        self.unread = 0  # who speaks also reads
        if word == "hi":
            self.greet(session, now_ms)
            return None
        if session != self.session or session == NO_SESSION:
            self.strange += 1
            self.announce_no_session(now_ms)
            return None
        self.mark_host_alive(now_ms)
        if number is None:
            self.acknowledged(fields[0], now_ms)
            return None
        return self.accept_command(number, word, fields)

    def greet(self, session, now_ms):
        """Answer `hi`: another session starts from the beginning, the same one goes on where it was."""
        if session == NO_SESSION:
            self.strange += 1
            return
        if session != self.session:
            self.forget(session, now_ms)
            self.begin()
        self.host_here = False
        self.mark_host_alive(now_ms)
        if self.board:
            self.send("board", *self.board)
        self.send("hello", *self.hello())

    def announce_no_session(self, now_ms):
        """A table without a session says so to a host that has one."""
        if self.session == NO_SESSION and (
            self.announced_ms is None or elapsed(now_ms, self.announced_ms) >= self.timing.announce
        ):
            self.announced_ms = now_ms
            self.send("hello", *self.hello())

    def mark_host_alive(self, now_ms):
        """The host is there; one that comes back gets at once what it may have missed."""
        self.heard_ms = now_ms
        if not self.host_here:
            self.host_here = True
            self.rewind_window(self.timing.resend)

    def acknowledged(self, last, now_ms):
        """The host has every edge up to `last`."""
        if not self.oldest <= last < self.next_edge:
            return
        while self.oldest <= last:
            self.ring[self.oldest % RING] = None
            self.oldest += 1
        self.cursor = max(self.cursor, self.oldest)
        self.sent_ms = now_ms
        # only when the line has kept up: otherwise repetition would block a slow one
        if self.oldest == self.next_edge:
            self.wait_ms = self.timing.resend

    def accept_command(self, number, word, fields):
        """Acknowledge a numbered word; it is new only if it is the next in order."""
        is_next = number == self.received + 1
        if is_next:
            self.received = number
        self.send("ack", self.received)
        return (word, fields) if is_next else None

    # -- out

    def edge(self, word, *fields):
        """Keep an event for the host; a full ring drops the newest. Without a session it is not kept."""
        if self.session == NO_SESSION:
            return
        if self.next_edge - self.oldest == RING:
            self.lost += 1
            return
        self.ring[self.next_edge % RING] = (word, fields)
        self.next_edge += 1

    def send_due(self, now_ms):
        """Write what is due: edges, their repetition, a heartbeat."""
        if self.session == NO_SESSION:
            return
        if elapsed(now_ms, self.heard_ms) >= self.timing.host:
            self.host_here = False
        if self.host_here and self.oldest < self.next_edge:
            self.send_edges(now_ms)
        # no heartbeat into a port that nobody reads: when its buffer is full, each write would delay the scan
        if self.host_here and elapsed(now_ms, self.heartbeat_ms) >= self.timing.heartbeat:
            self.heartbeat_ms = now_ms
            self.send("beat", self.received)

    def send_edges(self, now_ms):
        if self.cursor > self.oldest and elapsed(now_ms, self.sent_ms) >= self.wait_ms:
            self.rewind_window(min(2 * self.wait_ms, self.timing.resend_most))
        end = min(self.next_edge, self.oldest + WINDOW)
        while self.cursor < end:
            if self.cursor == self.oldest:
                self.sent_ms = now_ms
            word, fields = self.ring[self.cursor % RING]
            if not self.out(encode(TABLE, self.session, self.cursor, word, *fields)):
                break
            self.resent += self.cursor < self.reached
            self.cursor += 1
        self.reached = max(self.reached, self.cursor)

    def rewind_window(self, wait_ms):
        """Write the window once more, from the oldest edge that was not acknowledged."""
        self.cursor = self.oldest
        self.wait_ms = wait_ms

    def send(self, word, *fields):
        """Write an unnumbered word of this session at once."""
        self.out(encode(TABLE, self.session, None, word, *fields))

    def out(self, frame):
        """Write a frame, unless so much has been written since the host was heard that it might not fit; is it out?"""
        if self.unread + len(frame) > PORT_BYTES:
            return False
        self.unread += len(frame)
        self.write(frame)
        return True
