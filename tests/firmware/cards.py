"""Cards that are not as a reader wishes: a phone, and one that hears badly."""

from random import Random

from glowpico.readers import MADE_UP

from tests.micropython.rig.tag_model import Tag


class Phone(Tag):
    """It makes up a uid anew each time it has lost the field, and says more than a card."""

    ats = bytes([8, 0x78, 0x80, 0x70, 2, 1, 2, 3])
    rng = Random("a phone")

    def __init__(self, deaf_to_halt=False):
        super().__init__(MADE_UP, deaf_to_halt)

    def power_off(self):
        super().power_off()
        self.uid = b"\x08" + self.rng.randbytes(3)


class Weak(Tag):
    """Through thick wood it hears so many of the calls that wake it."""

    def __init__(self, uid, share):
        super().__init__(uid)
        self.share, self.rng = share, Random(f"{uid} {share}")

    def wake(self, command):
        return super().wake(command) if self.rng.random() < self.share else []
