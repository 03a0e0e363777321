"""The words that table and host exchange: one table of words; frames to bytes and back. No state, no I/O.

A frame is one ASCII line: direction and session, number, word, fields, CRC-32 of all before it.

    >3f2a 17 sound 2 2ed9a8dd        host to table, session 3f2a, frame 17
    <3f2a 4 press 21 6e66ccc1        table to host, edge 4
    <3f2a - beat 17 c94fc461         unnumbered: never acknowledged, never resent

The first byte says the direction, so our own frames echoed by a terminal or a REPL are noise.
"""

from binascii import crc32

PROTOCOL = 1
OWN_BOARD = 2  # of a table that is wired in another way, and says how: an older host would misread its keys
VERSION = "1.0.0"  # of the firmware
MAX_LINE = 256  # bytes with the newline: what a Pico's USB buffer holds without being read
DRAIN = 64  # bytes a table reads at once, one USB packet: 1.1 ms on a Pico
MAX_NUMBER = (1 << 30) - 1  # larger ints allocate on a Pico

MAX_TROUBLE = 64  # characters
NO_TROUBLE = "-"

CELLS = 36
SEATS = 6
READERS = 8
KEYS = 24  # matrix rows 6..9: confirm, pass, undo of six seats, then six keys of the table
COLOURS = "-wosgybrp"
PATTERNS = "sdbkfecp"

HOST = ">"  # said by the host
TABLE = "<"  # said by the table
NO_SESSION = "0000"
DIGITS = b"0123456789"
HEX = DIGITS + b"abcdef"
LETTERS = b"abcdefghijklmnopqrstuvwxyz"
TOKEN = LETTERS + DIGITS + b".,_-"


def whole(low, high):
    """A field that is a decimal integer, low..high."""
    return ("whole", low, high, None)


def text(shortest, longest, letters):
    """A field of shortest..longest characters out of these ASCII letters."""
    return ("text", shortest, longest, letters)


NUMBER = whole(0, MAX_NUMBER)
CELL = whole(0, CELLS - 1)
READER = whole(0, READERS - 1)
UID_DIGITS = (8, 14, 20)  # of 4, 7 or 10 bytes
UID = text(UID_DIGITS[0], UID_DIGITS[-1], HEX)
CELL_BITS = text(CELLS // 4, CELLS // 4, HEX)
KEY_BITS = text(KEYS // 4, KEYS // 4, HEX)
CRC = text(8, 8, HEX)

# (direction, word) -> (numbered?, ((field, kind), ...)). A new word is one line here.
WORDS = {
    (HOST, "hi"): (False, ()),
    (HOST, "ack"): (False, (("last", NUMBER),)),
    (HOST, "beat"): (False, (("last", NUMBER),)),
    (HOST, "lights"): (
        True,
        (
            ("colours", text(CELLS + SEATS, CELLS + SEATS, COLOURS.encode())),
            ("patterns", text(CELLS + SEATS, CELLS + SEATS, PATTERNS.encode())),
            ("brightness_pct", whole(0, 100)),
        ),
    ),
    (HOST, "seek"): (True, (("uid", UID), ("cells", CELL_BITS))),
    (HOST, "sound"): (True, (("number", whole(0, 7)),)),
    (HOST, "snapshot"): (True, ()),
    (HOST, "audit"): (True, ()),
    (HOST, "test"): (True, (("part", text(1, 12, TOKEN)), ("value", whole(0, 255)))),
    (TABLE, "hello"): (
        False,
        (
            ("protocol", whole(0, 999)),
            ("version", text(1, 24, TOKEN)),
            ("build", CRC),
            ("cells", text(1, 8, TOKEN)),  # buttons, nfc or none
            ("readers", text(2, 2, HEX)),  # one bit per reader that answered its self-check
            ("pixels", whole(0, 255)),
            ("settings", CRC),
            ("reset_cause", whole(0, 9)),
            ("trouble", text(1, MAX_TROUBLE, TOKEN)),  # comma-separated words, - for none
        ),
    ),
    (TABLE, "board"): (  # of a table that is wired in another way than ours; before its hello
        False,
        (
            ("name", text(1, 12, TOKEN)),
            ("keys", KEY_BITS),  # one bit per key that there is
            ("readers", text(2, 2, HEX)),  # the same of readers
            ("seat_lights", whole(0, 1)),
            ("supply_sense", whole(0, 1)),  # whether it can measure its supply
            ("buzzer", whole(0, 1)),
        ),
    ),
    (TABLE, "trouble"): (False, (("readers", text(2, 2, HEX)), ("words", text(1, MAX_TROUBLE, TOKEN)))),  # as in hello
    (TABLE, "ack"): (False, (("last", NUMBER),)),
    (TABLE, "beat"): (False, (("last", NUMBER),)),
    (TABLE, "press"): (True, (("cell", CELL),)),
    (TABLE, "release"): (True, (("cell", CELL),)),
    (TABLE, "tag"): (True, (("reader", READER), ("uid", UID))),
    (TABLE, "untag"): (True, (("reader", READER),)),
    (TABLE, "key"): (True, (("key", whole(0, KEYS - 1)),)),
    (TABLE, "found"): (True, (("cell", CELL), ("uid", UID))),  # of an audit, like the next
    (TABLE, "audited"): (True, (("unread", CELL_BITS),)),  # its end; the cells where a tag could not be read
    (TABLE, "snapshot"): (
        False,
        (
            ("cells", CELL_BITS),
            ("keys", KEY_BITS),
            ("readers", text(2, 2, HEX)),
            ("next_edge", NUMBER),
            ("lost", NUMBER),
        ),
    ),
    (TABLE, "stats"): (
        False,
        (("free", NUMBER), ("tick_us", NUMBER), ("bad_crc", NUMBER), ("noise", NUMBER), ("resent", NUMBER)),
    ),
    (TABLE, "measured"): (False, (("part", text(1, 12, TOKEN)), ("number", whole(0, 255)), ("value", NUMBER))),
}
EDGES = ("press", "release", "tag", "untag", "key", "found", "audited")  # numbered: none is ever lost


def encode(direction, session, number, word, *fields):
    """One frame as bytes with its newline; number None for an unnumbered word. ValueError if it breaks the table."""
    numbered, kinds = WORDS[direction, word]
    opening = (direction + session).encode()
    if numbered != (number is not None) or len(fields) != len(kinds) or not is_session(opening[1:]):
        raise ValueError("frame does not fit its word: " + word)
    parts = [opening, b"-" if number is None else b"%d" % number, word.encode()]
    for value, (name, kind) in zip(fields, kinds):
        if type(value) is int:  # no detour by its digits: a Pico takes long enough as it is
            written, fits = b"%d" % value, kind[0] == "whole" and kind[1] <= value <= kind[2]
        else:
            written = str(value).encode()
            fits = read_field(kind, written) == value
        if not fits:
            raise ValueError("%s of %s does not fit: %r" % (name, word, value))
        parts.append(written)
    body = b" ".join(parts)
    return body + b" %08x\n" % crc32(body)


def decode(direction, line):
    """(session, number or None, word, fields) of a line said in that direction.

    None for noise: another direction, no frame at all, or fields outside the table.
    False for a frame whose CRC does not fit: damaged on its way.
    """
    line = line.rstrip(b"\r\n")
    if not 16 <= len(line) < MAX_LINE or line[-9:-8] != b" " or line[:1] != direction.encode():
        return None
    body = line[:-9]
    if line[-8:] != b"%08x" % crc32(body):
        return False
    parts = body.split(b" ")  # bytes to the end: MicroPython takes five times as long over strings
    if len(parts) < 3 or not is_session(parts[0][1:]) or parts[2].strip(LETTERS):
        return None
    word = parts[2].decode()
    numbered, kinds = WORDS.get((direction, word), (None, ()))
    number = read_field(NUMBER, parts[1]) if numbered else None
    if (number is not None) != numbered or (not numbered and parts[1] != b"-") or len(parts) != 3 + len(kinds):
        return None
    fields = tuple([read_field(kind, part) for (_, kind), part in zip(kinds, parts[3:])])
    return None if None in fields else (parts[0][1:].decode(), number, word, fields)


def is_session(written):
    """Four hex digits."""
    return len(written) == 4 and not written.strip(HEX)


def read_field(kind, written):
    """The value of a field as its bytes on the wire, None if it is not of that kind."""
    sort, low, high, letters = kind
    if sort == "text":
        return written.decode() if low <= len(written) <= high and not written.strip(letters) else None
    if not 1 <= len(written) <= 10 or written.strip(DIGITS) or (written[:1] == b"0" and len(written) > 1):
        return None
    value = int(written)
    return value if low <= value <= high else None


class Lines:
    """Bytes in, whole lines out; a line over MAX_LINE is dropped up to its newline and counted as noise."""

    def __init__(self):
        self.buffer = bytearray(MAX_LINE)
        self.used = 0
        self.overrun = False
        self.dropped = 0

    def feed(self, data):
        """The lines (bytes, without newline) that these bytes end."""
        lines = []
        begin = 0
        end = data.find(b"\n")
        while end >= 0:
            self.keep(data[begin:end])
            if not self.overrun:
                lines.append(bytes(self.buffer[: self.used]))
            self.used = 0
            self.overrun = False
            begin = end + 1
            end = data.find(b"\n", begin)
        self.keep(data[begin:])
        return lines

    def keep(self, part):
        """Put part of a line behind what there is of it."""
        if self.used + len(part) < MAX_LINE and not self.overrun:
            self.buffer[self.used : self.used + len(part)] = part
            self.used += len(part)
        else:
            self.dropped += not self.overrun
            self.overrun = True
