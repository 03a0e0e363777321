"""What polls of a chip take from the heap of a real MicroPython: its answers are noted once and then played again."""

import gc

from glowpico.mfrc522 import Mfrc522
from glowpico.pn532 import Pn532
from pn532_model import Pn532Chip
from tag_model import Chip, Tag

POLLS = 50


class Played:
    """A bus that makes no object of its own once it plays."""

    def __init__(self, chip):
        self.chip = chip
        self.said = []
        self.at = -1
        self.now_us = 0

    def clock_us(self):
        self.now_us += 2000
        return self.now_us & 0x3FFFFFFF

    def run(self, script, into):
        if self.at < 0:
            self.chip.wait(20_000)
            self.chip.run(script, into)
            self.said.append(bytes(into))
            return
        said = self.said[self.at]
        self.at += 1
        for i in range(len(said)):
            into[i] = said[i]


def poll(driver):
    while True:
        answer = driver.poll()
        if answer is not None:
            return answer


def taken(kind, uids):
    """Bytes of one poll, of a chip that has been polled before."""
    chip = Chip() if kind is Mfrc522 else Pn532Chip()
    chip.tags = [Tag(uid) for uid in uids]
    bus = Played(chip)
    driver = kind(bus)
    for _ in range(3):
        poll(driver)
    bus.said = []
    answer = poll(driver)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(POLLS):
        bus.at = 0
        assert poll(driver) == answer
    gc.enable()
    return (gc.mem_alloc() - before) // POLLS


class Wasteful(Pn532):
    """The control: it makes an object at each look."""

    def is_ready(self):
        return Pn532.is_ready(self) and bytes(100) != b""


def of(kind):
    return [taken(kind, uids) for uids in ((), ("04a1b2c3d4e5f6",), ("0badcafe",))]
