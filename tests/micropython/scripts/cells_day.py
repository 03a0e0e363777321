"""A table of NFC cells: tags put down, sought and audited, with real drivers over a model of chips and tags."""

from board import Board
from chance import Chance
from glowpico.loop import Loop
from glowpico.mfrc522 import Mfrc522
from glowpico.readers import EMPTY, READERS
from glowpico.settings import DEFAULTS
from glowpico.wire import CELLS, HOST, encode
from tag_model import Chip, Stuck, Tag

UIDS = ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0badcafe", "04112233445566778899")
SPARSE = 4  # every fourth cell has a chip; the others are asked in vain


class Radio(Board):
    """One field at a time, as in pico.py."""

    cell_kind = "nfc"
    readers = 0b1

    def __init__(self):
        Board.__init__(self)
        self.chips = {number: Chip() for number in range(READERS, READERS + CELLS, SPARSE)}
        self.chips[0] = Chip()
        self.drivers = [Mfrc522(self.chips.get(number) or Stuck(0)) for number in range(READERS + CELLS)]
        for driver in self.drivers:
            driver.rest()
        self.asked = self.drivers[0]

    def chosen(self, number):
        driver = self.drivers[number]
        if driver is not self.asked:
            self.give_up()
            self.asked = driver
        for chip in self.chips.values():
            chip.wait(2000)
        assert sum([chip.field_us is not None for chip in self.chips.values()]) <= 1
        return driver

    def give_up(self):
        if self.asked.is_asked:
            self.asked.rest()

    def poll(self, reader):
        return self.chosen(reader).poll()

    def seek(self, place, uid):
        return self.chosen(READERS + place).seek(uid)

    def inventory(self, place):
        return self.chosen(READERS + place).inventory()

    def chip(self, number):
        return self.drivers[number].version()

    def put_down(self, cell, uid):
        self.chips[READERS + cell].lay(Tag(uid))

    def pick_up(self, cell):
        self.chips[READERS + cell].tags.clear()


chance = Chance(5)
board = Radio()
loop = Loop(board, dict(DEFAULTS, cell_kind="nfc"))
now_ms = 0
number = 0


def say(word, *fields):
    global number
    number += 1
    board.inbox += encode(HOST, "3f2a", number, word, *fields)


def run(ticks):
    """Let it tick, acknowledge what it says once a second, print it."""
    global now_ms
    for _ in range(ticks):
        now_ms += 5
        if now_ms % 1000 == 0:
            board.inbox += encode(HOST, "3f2a", None, "beat", loop.talk.reached - 1)
        loop.tick(now_ms)
    said, board.said = board.said, bytearray()
    print(now_ms, len(said))
    for line in said.decode().split("\n"):
        if " ack " not in line and " beat " not in line:
            print(line)


board.inbox += encode(HOST, "3f2a", None, "hi")
run(20)
for turn in range(6):
    cells = [SPARSE * chance.below(9), SPARSE * chance.below(9)]
    say("seek", UIDS[turn % 4], "fffffffff")
    run(200)
    board.put_down(cells[0], UIDS[turn % 4])
    run(900)
    board.put_down(cells[1], UIDS[(turn + 1) % 4])
    say("audit")
    run(chance.below(60))
    say("seek" if turn & 1 else "audit", *((UIDS[0], "000000111") if turn & 1 else ()))
    run(900)
    if turn == 3:
        for cell in range(0, CELLS, SPARSE):
            board.pick_up(cell)
say("seek", "00000000", "000000000")
say("test", "chip", 0)
say("test", "chip", 12)
run(400)
print(loop.trouble.words(), EMPTY in loop.readers.uids)
