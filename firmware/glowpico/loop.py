"""One tick: sample, say, hear, shine. The whole table, on any board.

The board is the hardware in a few small methods; pico.py is the real one, the twin has another:

    sample(rows)          fill ten bytes, six bits each, 1 = key down: rows as scanner.ROWS
    poll(reader)          one step of a card reader, at most 1.5 ms: see readers.py
    read()                the next byte from the host, -1 if none waits
    write(frame)          bytes to the host
    shine(cells, seats)   the bytes of the two LED chains
    sound(cue)            begin cue 0..7
    watch()               begin to reset the table if it stops ticking
    free(), tick_us()     bytes of free heap, the longest tick since asked; 0 if unknown
    cell_kind             "buttons", "nfc" or "none"
    readers               one bit per card reader that passed its self-check
    reset_cause, build    for hello: 0..9 and the CRC of build.txt
    trouble               words for hello: what is wrong with this board
"""

from glowpico.readers import Readers
from glowpico.scanner import COLUMNS, ROWS, Scanner
from glowpico.settings import DEFAULTS
from glowpico.strip import LIGHTS, Strip, turned
from glowpico.talk import Talk
from glowpico.wire import CELLS, KEYS, PROTOCOL

VERSION = "0.1.0"
TICK_MS = 5
DRAIN = 64  # bytes heard per tick, one USB packet: 1.8 ms on a Pico
MAX_TROUBLE = 64  # characters, as wire.WORDS says of hello

DARK = ("-" * LIGHTS, "s" * LIGHTS, 0)
IDLE = ("-" * 14 + "ss" + "-" * 4 + "ss" + "-" * 20, "b" * LIGHTS, 50)  # the four cells in the middle breathe


def hex_of(flags):
    """Flag n as bit n of a hex number, four at a time: no int here is wider than a Pico's."""
    nibbles = [
        flags[at] | flags[at + 1] << 1 | flags[at + 2] << 2 | flags[at + 3] << 3 for at in range(0, len(flags), 4)
    ]
    return "".join(["%x" % nibble for nibble in reversed(nibbles)])


class Loop:
    """A table on this board; `tick` every TICK_MS."""

    def __init__(self, board, settings=None, settings_crc="00000000", timing=None):
        settings = settings or DEFAULTS
        self.board = board
        self.settings_crc = settings_crc
        self.samples = bytearray(ROWS)
        self.cell_at = bytearray(CELLS)  # place on the wired grid -> cell
        for cell in range(CELLS):
            self.cell_at[turned(cell, settings["rotation"])] = cell
        self.scanner = Scanner(self.key_moved)
        self.readers = Readers(board.poll, board.readers, self.card_moved)
        self.strip = Strip(settings)
        self.talk = Talk(board.write, self.hello, timing)
        self.picture = DARK  # what the host asked for
        self.shown = None  # what the strip shows of it
        self.undone = ""  # the last word this table acknowledged without being able to do it
        self.words = {
            "hi": self.begin,
            "lights": self.light,
            "sound": board.sound,
            "snapshot": self.say_snapshot,
            "test": self.test,
            "seek": self.seek,
            "audit": self.audit,
        }

    def tick(self, now_ms):
        """Everything that is due at this moment of the 30-bit clock, in bounded work."""
        self.board.sample(self.samples)
        self.scanner.scan(self.samples)
        self.readers.step()
        self.talk.say(now_ms)
        self.hear(now_ms)
        self.shine(now_ms)

    # -- events

    def key_moved(self, key, is_down):
        if key < CELLS:
            self.talk.edge("press" if is_down else "release", self.cell_at[key])
        elif is_down:
            self.talk.edge("key", key - CELLS)

    def card_moved(self, reader, uid):
        if uid:
            self.talk.edge("tag", reader, uid)
        else:
            self.talk.edge("untag", reader)

    # -- the host's words

    def hear(self, now_ms):
        for _ in range(DRAIN):
            byte = self.board.read()
            if byte < 0:
                return
            said = self.talk.hear(byte, now_ms)
            if said:
                self.words[said[0]](*said[1])

    def begin(self):
        """A new session: nothing shines yet, and tags that lie on readers are told again."""
        self.picture = DARK
        self.undone = ""
        self.readers.forget()
        self.board.watch()

    def light(self, colours, patterns, brightness_pct):
        self.picture = (colours, patterns, brightness_pct)

    def say_snapshot(self):
        """The levels as they are; bit n of each field is cell, key or reader n."""
        cells = bytearray(CELLS)
        keys = bytearray(KEYS)
        for key in range(CELLS + KEYS):
            is_down = self.scanner.down[key // COLUMNS] >> key % COLUMNS & 1
            if key < CELLS:
                cells[self.cell_at[key]] = is_down
            else:
                keys[key - CELLS] = is_down
        fields = (hex_of(cells), hex_of(keys), "%02x" % self.readers.levels())
        self.talk.tell("snapshot", *fields, self.talk.next_edge, self.talk.lost)

    def test(self, part, value):
        if part == "stats":
            talk = self.talk
            talk.tell("stats", self.board.free(), self.board.tick_us(), talk.bad_crc, talk.noise, talk.resent)
        else:
            self.undone = part

    def seek(self, uid, cells):
        self.undone = "seek"

    def audit(self):
        self.undone = "audit"

    def hello(self):
        """The fields of `hello` as they are now."""
        board = self.board
        return (
            PROTOCOL,
            VERSION,
            board.build,
            board.cell_kind,
            "%02x" % board.readers,
            self.strip.pixels,
            self.settings_crc,
            board.reset_cause,
            self.trouble(),
        )

    def trouble(self):
        """What is wrong here, as many words as fit; - for nothing."""
        words = list(self.board.trouble)
        words += ["noisy." + self.name(key) for key in self.scanner.noisy()]
        if self.undone:
            words.append("not-done." + self.undone)
        while len(",".join(words)) > MAX_TROUBLE:
            words.pop()
        return ",".join(words) or "-"

    def name(self, key):
        """A matrix key as the wire counts: c7 is cell 7, k7 is key 7."""
        return "c%d" % self.cell_at[key] if key < CELLS else "k%d" % (key - CELLS)

    # -- light

    def shine(self, now_ms):
        picture = self.picture if self.talk.host_here else IDLE
        if picture is not self.shown:
            self.shown = picture
            self.strip.show(*picture)
        if self.strip.render(now_ms):
            self.board.shine(self.strip.cells, self.strip.seats)
