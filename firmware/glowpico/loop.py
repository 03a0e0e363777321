"""One tick: sample the keys, exchange words with the host, light the LEDs. The whole table, on any board.

The board is the hardware in a few small methods; pico.py is the real one, the twin has another:

    sample(rows)          fill ten bytes, six bits each, 1 = key down: rows as scanner.ROWS
    poll(reader)          one step of a card reader, at most 1.5 ms: see readers.py
    seek, inventory       the same for an NFC cell, and give_up(): see cells.py
    read()                the next bytes from the host, at most DRAIN; none if none wait
    write(frame)          bytes to the host
    shine(cells, seats)   the bytes of the two LED chains
    sound(number)         begin sound 0..7
    watch()               begin to reset the table if it stops ticking
    free(), tick_us()     bytes of free heap, the longest time between two samples since asked; 0 if unknown
    supply_mv()           of the LEDs' 5 V rail
    branch_mv(branch)     the same behind the switch of a branch: trouble.py; only asked with the setting branch_sense
    chip(number)          the version that a chip reports: card reader 0..7, or 8 + an NFC cell's place; 0 or 255: none
    cell_kind             "buttons", "nfc" or "none"
    readers               one bit per card reader that passed its self-check; one may come later
    count_of(part, reader)  "polls", "lost" or "garbled" answers of a card reader since power on, or its "khz"
    reset_cause, build    for hello: 0..9 and the CRC of build.txt
    report                the fields of the word `board`; None for a table that is wired like ours
    trouble               words for hello: what is wrong with this board; NFC chips by their place, as place.7
"""

from glowpico.cells import Cells
from glowpico.display import DARK, Display
from glowpico.readers import READERS, Readers
from glowpico.scanner import COLUMNS, ROWS, Scanner
from glowpico.settings import DEFAULTS
from glowpico.strip import Strip, places
from glowpico.talk import Talk, elapsed
from glowpico.trouble import Supply, Trouble
from glowpico.wire import CELLS, KEYS, OWN_BOARD, PROTOCOL, SEATS, UID_DIGITS, VERSION

TICK_MS = 5
TURNS = 8  # while NFC cells look for something, one poll in so many is a reader's
ROOM = 16  # an audit goes on only if there is room for so many edges
COUNTED = ("polls", "lost", "garbled", "khz")  # of a card reader


def hex_of(flags):
    """Flag n as bit n of a hex number, four at a time: no int here is wider than a Pico's."""
    nibbles = [
        flags[at] | flags[at + 1] << 1 | flags[at + 2] << 2 | flags[at + 3] << 3 for at in range(0, len(flags), 4)
    ]
    return "".join(["%x" % nibble for nibble in reversed(nibbles)])


def flags_of(written):
    """The numbers of the bits that are set in a hex number."""
    last = len(written) - 1
    return [n for n in range(4 * len(written)) if int(written[last - n // 4], 16) >> n % 4 & 1]


class Loop:
    """A table on this board: `tick` every TICK_MS; in between `listen`, `answer` when the host sends something."""

    def __init__(self, board, settings=None, settings_crc="00000000", timing=None):
        settings = settings or DEFAULTS
        self.board = board
        self.settings_crc = settings_crc
        self.samples = bytearray(ROWS)
        self.sampled_ms = 0  # when the scanner took a sample last
        self.wiring = Wiring(settings)
        self.strip = Strip(settings)
        self.scanner = Scanner(self.key_moved)
        self.readers = Readers(board.poll, board.readers, self.card_moved)
        self.cells = Cells(board, self.cell_found, self.tag_found, self.audited)
        self.asked: Readers | Cells = self.readers  # whose question is under way
        self.turn = 0
        self.talk = Talk(board.write, self.begin, self.hello, timing, board.report)
        self.supply = Supply(board, settings)
        self.trouble = Trouble(board, self.talk, self.wiring, self.scanner, self.supply)
        self.display = Display(board, self.talk, self.strip)
        self.queries = Queries(board, self.talk, self.wiring, self.refuse)
        self.words = {
            "lights": self.display.take,
            "sound": board.sound,
            "snapshot": self.send_snapshot,
            "test": self.test,
            "seek": self.seek,
            "audit": self.audit,
        }

    def tick(self, now_ms):
        """Everything that is due at this moment of the 30-bit clock, in bounded work; a board may do it in parts."""
        self.sense(now_ms)
        self.listen()
        self.poll_slow_inputs(now_ms)
        self.answer(now_ms)

    def sense(self, now_ms):
        """Look at the keys and send what changed: the part of a tick that cannot wait."""
        self.sample()
        self.scan(now_ms)
        self.talk.send_due(now_ms)
        self.display.echo()

    def look(self, now_ms):
        """Between two ticks: tell a press at once. Has anything changed since the keys were looked at last?"""
        self.sample()
        is_same = self.samples == self.scanner.before
        self.scan(now_ms)
        if is_same:
            return False
        self.talk.send_due(now_ms)
        self.display.echo()
        return True

    def sample(self):
        self.board.sample(self.samples)
        self.wiring.open_dead(self.samples)

    def scan(self, now_ms):
        """Whoever looked, the scanner takes a sample every TICK_MS: to it each is so much time. Else it may glance."""
        if elapsed(now_ms, self.sampled_ms) < TICK_MS:
            self.scanner.glance(self.samples)
        else:
            self.sampled_ms = now_ms
            self.scanner.scan(self.samples)

    def answer(self, now_ms):
        """Take what the host has sent, and show a new picture at once."""
        self.hear(now_ms)
        self.shine(now_ms)

    def listen(self):
        """One step of a card reader or an NFC cell, only one field is on at a time; is the question over?"""
        is_over = self.asked.step()
        if is_over and (self.asked is self.cells or self.cells.left):
            self.turn = (self.turn + 1) % TURNS
            is_for_cells = self.turn and self.cells.is_looking and self.talk.room >= ROOM
            self.asked = self.cells if is_for_cells else self.readers
        return is_over

    def send_cards(self, now_ms):
        """Between two ticks: send at once what a question has found."""
        if self.talk.cursor < self.talk.next_edge:
            self.talk.send_due(now_ms)

    def poll_slow_inputs(self, now_ms):
        """Every 20 ms: keys that are loose, readers that came, the supply, and what is wrong at the table."""
        if not self.supply.is_due(now_ms):
            return
        self.scanner.expire_mutes(now_ms)
        if self.board.readers != self.readers.present:
            self.readers.admit(self.board.readers)
        if self.supply.measure(now_ms):
            self.strip.budget_ma = self.supply.budget_ma
            self.trouble.dimmed = ""
            self.display.shown = None
        self.trouble.report(now_ms)

    # -- events

    def key_moved(self, key, is_down):
        if key < CELLS:
            cell = self.wiring.cell_at[key]
            self.talk.edge("press" if is_down else "release", cell)
            if is_down:
                self.display.pressed.append(cell)
        elif is_down:
            self.talk.edge("key", key - CELLS)

    def card_moved(self, reader, uid):
        if uid:
            self.talk.edge("tag", reader, uid)
        else:
            self.talk.edge("untag", reader)

    def cell_found(self, place):
        """The tag that was sought lies there: it counts as a press of the cell."""
        self.talk.edge("press", self.wiring.cell_at[place])

    def tag_found(self, place, uid):
        self.talk.edge("found", self.wiring.cell_at[place], uid)

    def audited(self, unread):
        flags = bytearray(CELLS)
        for place in unread:
            flags[self.wiring.cell_at[place]] = 1
        self.talk.edge("audited", hex_of(flags))

    # -- the host's words

    def hear(self, now_ms):
        data = self.board.read()
        if data:
            for word, fields in self.talk.hear(data, now_ms):
                self.words[word](*fields)

    def hello(self):
        """The fields of `hello` now."""
        board = self.board
        kind, pixels = board.cell_kind, self.strip.pixels
        readers, words = self.trouble.current()
        protocol = OWN_BOARD if board.report else PROTOCOL
        return protocol, VERSION, board.build, kind, readers, pixels, self.settings_crc, board.reset_cause, words

    def begin(self):
        """A new session: nothing shines yet, and tags that lie on readers are reported again."""
        self.display.picture = DARK
        self.trouble.undone = ""
        self.trouble.dimmed = ""
        self.readers.forget()
        self.cells.forget()
        self.arrange(False)
        self.board.watch()

    def arrange(self, is_raw):
        """Cells and lights as the settings say, or by the places where they are wired."""
        self.wiring.arrange(is_raw)
        self.strip.wire(self.wiring.lights, self.wiring.seats)
        self.display.shown = None

    def shine(self, now_ms):
        if self.display.shine(now_ms):
            self.trouble.dimmed = self.trouble.dimmed or self.strip.dimmed

    def send_snapshot(self):
        self.queries.send_snapshot(self.scanner.down, self.readers.levels())

    def test(self, part, value):
        if part == "raw":
            self.arrange(value)
        else:
            self.queries.answer(part, value)

    def refuse(self, what):
        """It was acknowledged and cannot be done here."""
        self.trouble.undone = what

    def seek(self, uid, cells):
        if self.board.cell_kind == "nfc" and len(uid) in UID_DIGITS:
            self.cells.seek(uid, [self.wiring.places[cell] for cell in flags_of(cells)])
        else:
            self.refuse("seek")

    def audit(self):
        if self.board.cell_kind == "nfc":
            self.cells.audit(self.wiring.places)
        else:
            self.refuse("audit")


class Queries:
    """What a host asks, answered at once: the levels now, and what is measured or counted of each part.

    `refuse(what)` is called for what cannot be answered here.
    """

    def __init__(self, board, talk, wiring, refuse):
        self.board = board
        self.talk = talk
        self.wiring = wiring
        self.refuse = refuse

    def answer(self, part, value):
        if part == "stats":
            self.send_stats()
        elif part == "supply":
            self.talk.send("measured", "supply", 0, self.board.supply_mv())
        elif part == "chip" and value < READERS + CELLS:
            self.talk.send("measured", "chip", value, self.board.chip(self.chip_of(value)))
        elif part in COUNTED and value < READERS:
            self.talk.send("measured", part, value, self.board.count_of(part, value))
        else:
            self.refuse(part)

    def send_stats(self):
        talk = self.talk
        talk.send("stats", self.board.free(), self.board.tick_us(), talk.bad_crc, talk.noise, talk.resent)

    def chip_of(self, number):
        """A card reader's number, or the place of a cell's chip: the host names a cell by its number."""
        return number if number < READERS else READERS + self.wiring.places[number - READERS]

    def send_snapshot(self, down, readers):
        """The levels now; bit n of each field is cell, key or reader n."""
        cells = bytearray(CELLS)
        keys = bytearray(KEYS)
        for key in range(CELLS + KEYS):
            is_down = down[key // COLUMNS] >> key % COLUMNS & 1
            if key < CELLS:
                cells[self.wiring.cell_at[key]] = is_down
            else:
                keys[key - CELLS] = is_down
        self.talk.send("snapshot", hex_of(cells), hex_of(keys), "%02x" % readers, self.talk.next_edge, self.talk.lost)


class Wiring:
    """Where each cell and light is wired: the settings' order, as the table lies. Dead contacts count as open."""

    def __init__(self, settings):
        self.settings = settings
        self.cell_at = bytearray(CELLS)  # wired place -> cell
        self.arrange(False)

    def arrange(self, is_raw):
        """Cells and lights in the order of the settings; raw: by the places where they are wired."""
        settings = self.settings
        wired = bytes(range(CELLS))
        self.places = wired if is_raw else places(settings["cell_order"], settings["rotation"])
        for cell in range(CELLS):
            self.cell_at[self.places[cell]] = cell
        self.lights = wired if is_raw else places(settings["led_order"], settings["rotation"])
        self.seats = wired[:SEATS] if is_raw else bytes(settings["seat_order"])
        dead = [] if is_raw else [self.places[cell] for cell in settings["dead_cells"]]
        dead += [CELLS + key for key in settings["dead_keys"]]
        self.dead = [divmod(key, COLUMNS) for key in dead]

    def open_dead(self, samples):
        """Take the dead contacts out of a sample of all rows."""
        for row, column in self.dead:
            samples[row] &= ~(1 << column)

    def name(self, key):
        """The name of a matrix key: c7 is cell 7, k7 is key 7."""
        return "c%d" % self.cell_at[key] if key < CELLS else "k%d" % (key - CELLS)

    def by_cell(self, word):
        """A board counts its NFC chips by their place: place.7 is reported as the cell wired there."""
        return "cell.%d" % self.cell_at[int(word[6:])] if word.startswith("place.") else word
