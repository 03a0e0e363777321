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
    branch_mv(branch)     the same behind the switch of a branch, as BRANCHES; only asked if settings say `branch_sense`
    chip(number)          the version that a chip reports: card reader 0..7, or 8 + an NFC cell's place; 0 or 255: none
    cell_kind             "buttons", "nfc" or "none"
    readers               one bit per card reader that passed its self-check; one may come later
    count_of(part, reader)  "polls", "lost" or "garbled" answers of a card reader since power on, or its "khz"
    reset_cause, build    for hello: 0..9 and the CRC of build.txt
    trouble               words for hello: what is wrong with this board; NFC chips by their place, as place.7
"""

from glowpico.cells import Cells
from glowpico.readers import READERS, Readers
from glowpico.scanner import COLUMNS, ROWS, Scanner
from glowpico.settings import DEFAULTS
from glowpico.strip import LIGHTS, Strip, places
from glowpico.talk import Talk, elapsed
from glowpico.wire import CELLS, KEYS, MAX_TROUBLE, NO_SESSION, NO_TROUBLE, PROTOCOL, SEATS, UID_DIGITS, VERSION

TICK_MS = 5
CROWDED = 80  # bytes that the host may not have read: what ails the table waits, for a press needs the room
REMIND_BITS = 13  # trouble is told again every 8 s: the word is not numbered and may be lost
SUPPLY_MS = 20  # between two looks at the supply
STEADY_MS = 1000  # it must be there this long before the LEDs use it
FED_MV = (3800, 4300)  # below the first the LEDs use only USB, from the second on the supply feeds them
BRANCHES = ("branch.1", "branch.2", "branch.3", "branch.4", "branch.seats")  # words of trouble, as strip.py counts them
CUT_MV = 1000  # a branch that has less than this behind its switch is shorted, or was cut off
CUT_LOOKS = 3  # in a row, for a short may be over before its switch cuts it off
TURNS = 8  # while NFC cells look for something, one poll in so many is a reader's
ROOM = 16  # an audit goes on only if there is room for so many edges

DARK = ("-" * LIGHTS, "s" * LIGHTS, 0)
IDLE = ("-" * 14 + "ss" + "-" * 4 + "ss" + "-" * 20, "b" * LIGHTS, 50)  # the four cells in the middle breathe
HALF_MS = 10  # so long a pattern waits for the rest of a line
WALK_PCT = 20
WALK_BITS = 6  # a light of the walk shines 64 ms


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
        self.settings = settings or DEFAULTS
        self.board = board
        self.settings_crc = settings_crc
        self.samples = bytearray(ROWS)
        self.sampled_ms = 0  # when the scanner took a sample last
        self.cell_at = bytearray(CELLS)  # wired place -> cell
        self.strip = Strip(self.settings)
        self.scanner = Scanner(self.key_moved)
        self.readers = Readers(board.poll, board.readers, self.card_moved)
        self.cells = Cells(board, self.cell_found, self.tag_found, self.audited)
        self.heard: Readers | Cells = self.readers  # whose question is under way
        self.turn = 0
        self.talk = Talk(board.write, self.begin, self.hello, timing)
        self.picture = DARK  # the picture the host sent
        self.shown = None  # the picture the strip shows
        self.half_ms = None  # since when half a line of the host is here
        self.walked = -1  # the light of the walk that shines; LIGHTS: it is over
        self.walk = IDLE
        self.began_ms = None
        self.is_fed = True
        self.dimmed = ""  # why a picture was darker than asked for: told once a session, not once a picture
        self.supply_ms = None  # when it was measured last
        self.rising_ms = None  # since when it has been there
        self.branch = 0  # of the supply, that is looked at next
        self.low = bytearray(len(BRANCHES))  # looks in a row at which each had no volts
        self.cut = 0  # one bit per branch that is cut off
        self.undone = ""  # the last word that was acknowledged and cannot be done here
        self.told: tuple = ((), 0, b"", True, 0, "", "")  # what trouble depends on, as it was told last
        self.reminded = -1
        self.is_sound = True  # nothing ails it, as far as it was told
        self.words = {
            "lights": self.light,
            "sound": board.sound,
            "snapshot": self.say_snapshot,
            "test": self.test,
            "seek": self.seek,
            "audit": self.audit,
        }
        self.parts = {
            "stats": self.say_stats,
            "raw": self.arrange,
            "supply": self.say_supply,
            "chip": self.say_chip,
            "polls": lambda reader: self.say_count("polls", reader),
            "lost": lambda reader: self.say_count("lost", reader),
            "garbled": lambda reader: self.say_count("garbled", reader),
            "khz": lambda reader: self.say_count("khz", reader),
        }
        self.arrange(False)

    def arrange(self, raw):
        """Cells and lights in the order of the settings; raw: by the places where they are wired."""
        settings = self.settings
        wired = bytes(range(CELLS))
        self.places = wired if raw else places(settings["cell_order"], settings["rotation"])
        for cell in range(CELLS):
            self.cell_at[self.places[cell]] = cell
        self.strip.wire(
            wired if raw else places(settings["led_order"], settings["rotation"]),
            wired[:SEATS] if raw else bytes(settings["seat_order"]),
        )
        dead = [] if raw else [self.places[cell] for cell in settings["dead_cells"]]
        dead += [CELLS + key for key in settings["dead_keys"]]
        self.dead = [divmod(key, COLUMNS) for key in dead]
        self.shown = None

    def tick(self, now_ms):
        """Everything that is due at this moment of the 30-bit clock, in bounded work; a board may do it in parts."""
        self.sense(now_ms)
        self.listen()
        self.feel(now_ms)
        self.answer(now_ms)

    def sense(self, now_ms):
        """Look at the keys and send what changed: the part of a tick that cannot wait."""
        self.sample()
        self.scan(now_ms)
        self.talk.say(now_ms)
        self.echo()

    def look(self, now_ms):
        """Between two ticks: tell a press at once. Has anything changed since the keys were looked at last?"""
        self.sample()
        is_same = self.samples == self.scanner.before
        self.scan(now_ms)
        if is_same:
            return False
        self.talk.say(now_ms)
        self.echo()
        return True

    def scan(self, now_ms):
        """Whoever looked, the scanner takes a sample every TICK_MS: to it each is so much time. Else it may glance."""
        if elapsed(now_ms, self.sampled_ms) < TICK_MS:
            self.scanner.glance(self.samples)
        else:
            self.sampled_ms = now_ms
            self.scanner.scan(self.samples)

    def sample(self):
        self.board.sample(self.samples)
        for row, column in self.dead:
            self.samples[row] &= ~(1 << column)

    def echo(self):
        """A lit cell that is pressed answers by a short brightening, whatever the host will say: it was felt."""
        if self.strip.echo_due:
            self.strip.echo_due = False
            self.board.shine(self.strip.cells, self.strip.seats)

    def answer(self, now_ms):
        """Take what the host has sent, and show a new picture at once."""
        self.hear(now_ms)
        self.shine(now_ms)

    def listen(self):
        """One step of a card reader or an NFC cell, only one field is on at a time; is the question over?"""
        is_over = self.heard.step()
        if is_over and (self.heard is self.cells or self.cells.left):
            self.turn = (self.turn + 1) % TURNS
            is_for_cells = self.turn and self.cells.is_looking and self.talk.room >= ROOM
            self.heard = self.cells if is_for_cells else self.readers
        return is_over

    def tell_cards(self, now_ms):
        """Between two ticks: send at once what a question has found."""
        if self.talk.cursor < self.talk.next_edge:
            self.talk.say(now_ms)

    # -- events

    def key_moved(self, key, is_down):
        if key < CELLS:
            cell = self.cell_at[key]
            self.talk.edge("press" if is_down else "release", cell)
            if is_down and self.talk.host_here and self.shown is self.picture and self.picture[0][cell] != "-":
                self.strip.echo(cell)
        elif is_down:
            self.talk.edge("key", key - CELLS)

    def card_moved(self, reader, uid):
        if uid:
            self.talk.edge("tag", reader, uid)
        else:
            self.talk.edge("untag", reader)

    def cell_found(self, place):
        """The tag that was sought lies there: it counts as a press of the cell."""
        self.talk.edge("press", self.cell_at[place])

    def tag_found(self, place, uid):
        self.talk.edge("found", self.cell_at[place], uid)

    def audited(self, unread):
        flags = bytearray(CELLS)
        for place in unread:
            flags[self.cell_at[place]] = 1
        self.talk.edge("audited", hex_of(flags))

    def feel(self, now_ms):
        """What changes slowly: keys that are loose, readers that came, the supply, and what ails the table."""
        if self.supply_ms is not None and elapsed(now_ms, self.supply_ms) < SUPPLY_MS:
            return
        self.scanner.cool(now_ms)
        if self.board.readers != self.readers.present:
            self.readers.admit(self.board.readers)
        self.measure(now_ms)
        self.complain(now_ms)

    def measure(self, now_ms):
        """The LEDs' supply: it may be switched off and on while the table runs, and USB alone gives little."""
        self.supply_ms = now_ms
        is_fed = self.board.supply_mv() >= FED_MV[not self.is_fed]
        if not is_fed or self.rising_ms is None:
            self.rising_ms = now_ms
        if is_fed != self.is_fed and (not is_fed or elapsed(now_ms, self.rising_ms) >= STEADY_MS):
            self.is_fed = is_fed
            self.strip.budget_ma = self.settings["budget_ma" if is_fed else "usb_budget_ma"]
            self.dimmed = ""
            self.shown = None
        if self.settings["branch_sense"]:
            self.measure_branch()

    def measure_branch(self):
        """One branch at each look, in turn: one that stays without volts while the rail has some was cut off."""
        branch = self.branch
        self.branch = (branch + 1) % len(BRANCHES)
        is_low = self.is_fed and self.board.branch_mv(branch) < CUT_MV
        self.low[branch] = min(self.low[branch] + 1, CUT_LOOKS) if is_low else 0
        self.cut = self.cut & ~(1 << branch) | (self.low[branch] == CUT_LOOKS) << branch

    def complain(self, now_ms):
        """Tell what ails the table when that has changed, and again now and then as long as something does."""
        if not self.talk.host_here or self.talk.unread > CROWDED:
            return
        if self.is_told() and (self.is_sound or now_ms >> REMIND_BITS == self.reminded):
            return
        self.reminded = now_ms >> REMIND_BITS
        readers, words = self.ailing()
        self.talk.tell("trouble", readers, words)

    def is_told(self):
        """Is it as it was told last?"""
        trouble, readers, muted, is_fed, cut, undone, dimmed = self.told
        return (
            trouble is self.board.trouble
            and readers == self.board.readers
            and muted == self.scanner.muted
            and is_fed == self.is_fed
            and cut == self.cut
            and undone is self.undone
            and dimmed == self.dimmed
        )

    def ailing(self):
        """(readers, words of trouble) to be told now."""
        board = self.board
        muted = bytes(self.scanner.muted)
        self.told = (board.trouble, board.readers, muted, self.is_fed, self.cut, self.undone, self.dimmed)
        words = self.trouble()
        self.is_sound = words == NO_TROUBLE
        return "%02x" % board.readers, words

    # -- the host's words

    def hear(self, now_ms):
        data = self.board.read()
        if data:
            for word, fields in self.talk.hear(data, now_ms):
                self.words[word](*fields)

    def begin(self):
        """A new session: nothing shines yet, and tags that lie on readers are reported again."""
        self.picture = DARK
        self.undone = ""
        self.dimmed = ""
        self.readers.forget()
        self.cells.forget()
        self.arrange(False)
        self.board.watch()

    def light(self, colours, patterns, brightness_pct):
        self.picture = (colours, patterns, brightness_pct)

    def say_snapshot(self):
        """The levels now; bit n of each field is cell, key or reader n."""
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
        self.parts.get(part, lambda value: self.refuse(part))(value)

    def refuse(self, what):
        self.undone = what

    def say_stats(self, value):
        talk = self.talk
        talk.tell("stats", self.board.free(), self.board.tick_us(), talk.bad_crc, talk.noise, talk.resent)

    def say_supply(self, value):
        self.talk.tell("measured", "supply", 0, self.board.supply_mv())

    def say_chip(self, number):
        """A cell is named by its number, a chip by its place."""
        if number >= READERS + CELLS:
            return self.refuse("chip")
        chip = number if number < READERS else READERS + self.places[number - READERS]
        return self.talk.tell("measured", "chip", number, self.board.chip(chip))

    def say_count(self, part, reader):
        if reader >= READERS:
            return self.refuse(part)
        return self.talk.tell("measured", part, reader, self.board.count_of(part, reader))

    def seek(self, uid, cells):
        if self.board.cell_kind == "nfc" and len(uid) in UID_DIGITS:
            self.cells.seek(uid, [self.places[cell] for cell in flags_of(cells)])
        else:
            self.refuse("seek")

    def audit(self):
        if self.board.cell_kind == "nfc":
            self.cells.audit(self.places)
        else:
            self.refuse("audit")

    def hello(self):
        """The fields of `hello` now."""
        board = self.board
        readers, words = self.ailing()
        return (
            PROTOCOL,
            VERSION,
            board.build,
            board.cell_kind,
            readers,
            self.strip.pixels,
            self.settings_crc,
            board.reset_cause,
            words,
        )

    def trouble(self):
        """What is wrong here, as many words as fit, what a maker has set last; - for nothing."""
        words = [self.by_cell(word) for word in self.board.trouble]
        if not self.is_fed:
            words.append("usb-power")
        elif self.dimmed:
            words.append(self.dimmed)
        words += [BRANCHES[branch] for branch in range(len(BRANCHES)) if self.cut >> branch & 1]
        words += ["noisy." + self.name(key) for key in self.scanner.noisy()]
        if self.undone:
            words.append("not-done." + self.undone)
        words += ["dead.k%d" % key for key in self.settings["dead_keys"]]
        words += ["dead.c%d" % cell for cell in self.settings["dead_cells"]]
        while len(",".join(words)) > MAX_TROUBLE:
            words.pop()
        return ",".join(words) or NO_TROUBLE

    def by_cell(self, word):
        """A board counts its NFC chips by their place: place.7-b2 is reported as the cell wired there."""
        if not word.startswith("place."):
            return word
        place, dash, rest = word[6:].partition("-")
        return "cell.%d%s" % (self.cell_at[int(place)], dash + rest)

    def name(self, key):
        """The name of a matrix key: c7 is cell 7, k7 is key 7."""
        return "c%d" % self.cell_at[key] if key < CELLS else "k%d" % (key - CELLS)

    # -- light

    def shine(self, now_ms):
        picture = self.picture if self.talk.host_here else self.alone(now_ms)
        if picture is not self.shown:
            self.shown = picture
            self.strip.show(*picture)
            self.dimmed = self.dimmed or self.strip.dimmed
        elif self.is_spoken_to(now_ms):
            return
        if self.strip.render(now_ms):
            self.board.shine(self.strip.cells, self.strip.seats)

    def is_spoken_to(self, now_ms):
        """Half a line of the host is here: a pattern's next step would hold up the rest. What was torn never ends."""
        if not self.talk.lines.used:
            self.half_ms = None
        elif self.half_ms is None:
            self.half_ms = now_ms
        return self.half_ms is not None and elapsed(now_ms, self.half_ms) < HALF_MS

    def alone(self, now_ms):
        """What shines without a host: after power-on each light once, as it is wired, then four cells that breathe."""
        if self.walked == LIGHTS:
            return IDLE
        if self.began_ms is None:
            self.began_ms = now_ms
        is_over = self.talk.session != NO_SESSION
        light = LIGHTS if is_over else min(LIGHTS, elapsed(now_ms, self.began_ms) >> WALK_BITS)
        if light != self.walked:
            self.walked = light
            self.walk = (("-" * light + "w" + "-" * LIGHTS)[:LIGHTS], "s" * LIGHTS, WALK_PCT)
        return self.walk
