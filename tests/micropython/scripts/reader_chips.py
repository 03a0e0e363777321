"""Tags that come, go and collide over one reader chip: what it answers, in how many exchanges."""

from chance import Chance
from glowpico.mfrc522 import BUSY, Mfrc522
from tag_model import Chip, Stuck, Tag

UIDS = ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "04a1b2c354e5f6", "0badcafe", "04112233445566778899")
chance = Chance(4)
chip = Chip()
chip.spoil = lambda bits: (bits, chip.error)
driver = Mfrc522(chip)
driver.rest()


def ask(question, *uid):
    """The answer, with the steps and exchanges it took."""
    before = chip.exchanges
    for steps in range(1, 200):
        chip.wait(5000)
        answer = question(*uid)
        if answer is not BUSY:
            return answer, steps, chip.exchanges - before
    raise AssertionError("the question never ends")


for turn in range(60):
    chip.tags = [Tag(uid) for uid in UIDS if chance.one_in(2)]
    chip.error = 2 if chance.one_in(5) else 0
    print(turn, [tag.uid for tag in chip.tags], ask(driver.poll), ask(driver.seek, UIDS[turn % 5]))
    found = ask(driver.inventory)
    while len(found[0]) > 1:
        print(found)
        found = ask(driver.inventory)

driver.bus = Stuck(0xFF)
print(ask(driver.poll), driver.is_lost)
