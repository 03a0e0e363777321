"""The Pico's pins as files of the working folder, so that main.py runs where there are none.

`keys` is read: the keys held down, as "row.column" words. `light.15` and `light.22` are written: the bytes
last sent to a chain of LEDs, in hex. `readers` is read: one word per reader chip there is, its number (0..7 at
the seats, 8 + place in an NFC cell), its version and the tags on it, as 0:92:04a1b2c3d4e5f6+0badcafe; and perhaps how
many kHz its cable carries, as 0:92::1000: of what is read faster a bit is wrong. Only what pico.py uses is here. As on
the hub board, or as a `board.json` says, a column is low while its key is down and its row chosen. Two fields at a
time fail.
"""

import json
import os
import time

from tag_model import Chip, Tag

SEAT_BANK = 6
READERS = 8
SIDE = 6  # cells of a bank
GPIO_IN = 0xD0000004
levels = {}
keys = set()


def words_of(name):
    """The words of a file, none if there is no file."""
    try:
        with open(name) as file:
            return file.read().split()
    except OSError:
        return []


def board_here():
    """What is wired to which pin; our own copy of the table's, so that a mistake in its description is found."""
    try:
        with open("board.json") as file:
            return json.loads(file.readline())
    except (OSError, ValueError):
        return {
            "matrix": "decoded", "columns": (0, 1, 2, 3, 4, 5), "rows": (6, 7, 8, 9), "reader_code": (10, 11, 12),
            "reader_reset": 13, "reader_strobe": 17, "reader_select": (), "reader_type": "mfrc522",
        }  # fmt: skip


BOARD = board_here()
IS_DIRECT = BOARD["matrix"] == "direct"
if BOARD["reader_type"] == "pn532":
    from pn532_model import Pn532Chip


def read_keys():
    keys.clear()
    keys.update(words_of("keys"))


def code_on(pins):
    return sum([levels[pin] << bit for bit, pin in enumerate(pins)])


def row_chosen():
    if IS_DIRECT:
        low = [row for row, pin in enumerate(BOARD["rows"]) if not levels[pin]]
        return low[0] if len(low) == 1 else 14
    return code_on(BOARD["rows"])


def chip_chosen():
    """The number of the chip that bank and reader code select, None if there is no place for one."""
    if IS_DIRECT:
        return next(number for number, pin in enumerate(BOARD["reader_select"]) if not levels[pin])
    bank, place = row_chosen() % 8, code_on(BOARD["reader_code"])
    if bank == SEAT_BANK:
        return place
    return READERS + SIDE * bank + place if bank < SIDE and place < SIDE else None


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

    def __init__(self, gpio, mode=IN, pull=None, value=0):
        self.gpio = gpio
        self.mode = mode
        levels[gpio] = value

    def __call__(self, level):
        levels[self.gpio] = level


class Mem32:
    """The levels of all pins: of the columns those that the keys of the chosen row give them."""

    def __getitem__(self, address):
        assert address == GPIO_IN
        row = row_chosen()
        if row == 0:
            read_keys()
        return sum([1 << pin for column, pin in enumerate(BOARD["columns"]) if f"{row}.{column}" not in keys])


mem32 = Mem32()


def bitstream(pin, encoding, timing_ns, buffer):
    name = f"light.{pin.gpio}"
    with open(name + ".new", "w") as file:
        file.write(bytes(buffer).hex())
    os.rename(name + ".new", name)


class SPI:
    """All banks: the chip that strobe, bank and reader code select answers; zeros where there is none."""

    def __init__(self, number, **wires):
        assert number == 0 and 500000 <= wires["baudrate"] <= 4000000
        self.chips = {}
        self.khz_of = {}
        self.init(**wires)
        self.since_us = time.ticks_us()

    def write_readinto(self, out, into):
        for i in range(len(into)):
            into[i] = 0
        assert IS_DIRECT or levels[BOARD["reader_strobe"]] == 0
        if levels[BOARD["reader_reset"]]:
            self.look()
            number = chip_chosen()
            if number in self.chips:
                self.chips[number].exchange(out, into)
                if self.khz > self.khz_of[number]:
                    into[-1] ^= 0x08
        assert sum([chip.field_us is not None for chip in self.chips.values()]) <= 1, "two fields"

    def init(self, baudrate, **wires):
        self.khz = baudrate // 1000

    def look(self):
        """Chips and tags as the file has them now; a chip that is not in it any more is gone."""
        found = {int(word.split(":")[0]): word.split(":")[1:] for word in words_of("readers")}
        passed_us = time.ticks_diff(time.ticks_us(), self.since_us)
        self.since_us = time.ticks_us()
        for reader in list(self.chips):
            if reader not in found:
                del self.chips[reader]
        for reader in found:
            version, uids, khz = (found[reader] + ["4000"])[:3]
            self.khz_of[reader] = int(khz)
            if reader not in self.chips:
                is_pn532 = BOARD["reader_type"] == "pn532"
                self.chips[reader] = Pn532Chip() if is_pn532 else Chip(version=int(version, 16))
                self.chips[reader].wait(5000)
            self.lay(self.chips[reader], [uid for uid in uids.split("+") if uid])
        for chip in self.chips.values():
            chip.wait(passed_us)

    def lay(self, chip, uids):
        if [tag.uid.hex() for tag in chip.tags] != uids:
            chip.tags.clear()
            for uid in uids:
                chip.lay(Tag(uid))


class ADC:
    def __init__(self, gpio):
        pass

    def read_u16(self):
        return 0xFFFF


class PWM:
    def __init__(self, pin):
        pass

    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        pass


class WDT:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass


def reset_cause():
    """Power, or a reset before this run."""
    return 3 if "was_reset" in os.listdir() else 1


def reset():
    """Our caller starts us again."""
    with open("was_reset", "w"):
        pass
    raise SystemExit(0)
