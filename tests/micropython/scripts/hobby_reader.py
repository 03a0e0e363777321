"""Tags that come, go and lie beside each other over a PN532, with and without faults: what it answers, in how many
exchanges."""

from chance import Chance
from glowpico.pn532 import BUSY, Pn532
from pn532_model import Pn532Chip
from tag_model import Stuck, Tag

UIDS = ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0badcafe", "04112233445566778899", "08112233")
chance = Chance(5)
chip = Pn532Chip()
chip.spoil = lambda frame: frame[:-3] + b"\0" + frame[-2:] if chip.is_noisy and chance.one_in(9) else frame
driver = Pn532(chip)


def ask():
    """The answer, with the steps and exchanges it took."""
    before = chip.exchanges
    for steps in range(1, 400):
        chip.wait(1000)
        answer = driver.poll()
        if answer is not BUSY:
            return answer, steps, chip.exchanges - before
    raise AssertionError("the question never ends")


for turn in range(60):
    chip.tags = [Tag(uid) for uid in UIDS if chance.one_in(3)]
    chip.is_noisy = turn >= 30
    if chance.one_in(12):
        chip.reset()
    print(turn, [tag.uid for tag in chip.tags], ask(), ask(), driver.is_lost, driver.is_crowded)

driver.bus = Stuck(0xFF)
print(ask(), driver.is_lost)
