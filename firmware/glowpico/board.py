"""What is wired to which GPIO, as data: the table's own description, or that of board.json. Knows no chip.

Every description is checked on the computer that writes it (glowtable.device.boards); here only its CRC is.
"""

import json
from binascii import crc32

from glowpico.wire import CELLS, KEYS

NONE = -1  # there is no such wire
NOWHERE = 255  # the place of a contact where there is no key
COLUMNS = 6  # of the matrix

TABLE: dict = {
    "name": "table",
    "chip": "",  # the only one it is for, as RP2040; "": any
    "matrix": "decoded",  # `rows` are the code of a row to 74HC138s; direct: each is a row, pulled low one at a time
    "columns": (0, 1, 2, 3, 4, 5),  # in, pulled up, low = key down
    "rows": (6, 7, 8, 9),  # B0..B3; B0..B2 also choose the bank of card readers
    "keys": tuple(range(KEYS)),  # the wire's number of each key of the rows after the cells' six
    "diodes": 1,  # one at each key; 0: what may be a ghost of three others is not told
    "settle_us": 12,  # until a released column has risen: 10 kOhm * 200 pF = 2 us
    "cell_leds": 15,
    "seat_leds": 22,
    "buzzer": 14,
    "reader_type": "mfrc522",  # or pn532, with a direct matrix
    "spi": (18, 19, 16),  # of the card readers: SCK, MOSI, MISO
    "reader_reset": 13,  # low: all readers off
    "reader_select": (),  # low: the reader of this number is selected; none: `reader_code` and `reader_strobe` do it
    "reader_code": (10, 11, 12),  # A0..A2: reader 0..7 of the bank
    "reader_strobe": 17,  # low: the chosen reader is selected
    "supply_sense": 26,  # half of the 5 V LED rail
    "branch_sense": 27,  # half of the 5 V behind the switch of branch A0..A2, on a hub that has such switches
    "settings": {},  # what is not said in settings.json is so on this board
}
SDA, SCL = 20, 21  # expansion

SEAT_BANK = 6  # of card readers; the others are the rows of an NFC table
NO_ROW = 14  # a row code with no keys whose B0..B2 are bank 6: between scans the readers of the seats can be reached
READER_HZ = 2_000_000  # an MFRC522 takes 10 MHz, but its answer comes back through gates and cables in 211 ns
NFC_READER_HZ = 1_000_000  # and through those of seven banks in 296; half a period is left for that
READER_HZ_LEAST = 500_000  # a cable on which that fails is broken
READERS_START_US = 5000  # from reset until a crystal runs
BRANCH_SETTLE_US = 20  # half of 10 kOhm, a switch and some 100 pF settle in 2
V5_FULL_MV = 6600  # on the rail, when its half at the pin is all the Pico can measure
USB_MV = 5000  # of a rail that nothing measures

# the notes of each sound, (Hz, ms) after (Hz, ms); 0 Hz is a rest
SOUNDS = (
    ((0, 0),),  # 0 silence
    ((1760, 40),),  # 1 accepted
    ((220, 180),),  # 2 refused
    ((880, 60), (1320, 60)),  # 3 your turn
    ((660, 80), (880, 80), (1320, 160)),  # 4 round over
    ((660, 120), (880, 120), (1320, 120), (1760, 320)),  # 5 match over
    ((440, 80), (0, 60), (440, 80)),  # 6 something is wrong on the table
    ((2640, 20),),  # 7 tick
)


def read(raw):
    """The board of the bytes of board.json, a line of JSON and one with its CRC; None if they are damaged.

    No file (None) is the table as it is drawn.
    """
    if raw is None:
        return TABLE
    line, _, crc = raw.partition(b"\n")
    if crc.strip() != b"%08x" % crc32(line):
        return None
    return dict(TABLE, **json.loads(line))


def places(board):
    """The place of each contact among the scanner's, a byte each, row after row as they are wired, or NOWHERE."""
    keys = bytes([CELLS + key if key != NONE else NOWHERE for key in board["keys"]])
    return bytes(range(CELLS)) + keys if board["rows"] else keys


def report(board):
    """The fields of the word `board`: its name, keys, readers; whether there are lights at seats, a sense, a buzzer."""
    keys = sum([1 << key for key in board["keys"] if key != NONE])
    readers = (1 << len(board["reader_select"])) - 1 if board["matrix"] != "decoded" else 0xFF
    seats, supply, buzzer = [int(board[name] != NONE) for name in ("seat_leds", "supply_sense", "buzzer")]
    return board["name"], "%06x" % keys, "%02x" % readers, seats, supply, buzzer
