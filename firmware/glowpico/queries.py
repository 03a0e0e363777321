"""What a host asks of a table, answered at once: the levels now, and what is measured or counted of each part."""

from glowpico.readers import READERS
from glowpico.scanner import COLUMNS
from glowpico.wire import CELLS, KEYS

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


class Queries:
    """`refuse(what)` is called for what cannot be answered here."""

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
