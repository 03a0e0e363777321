"""Tags that come, are misread, swapped and taken away, on three of eight readers polled in turn."""

from chance import Chance
from glowpico.readers import BUSY, EMPTY, GARBLED, Readers

ANSWERS = (BUSY, EMPTY, EMPTY, GARBLED, "04a1b2c3", "04a1b2c3d4e5f6")
chance = Chance(2)
lying = [EMPTY] * 8


def poll(reader):
    return ANSWERS[chance.below(len(ANSWERS))] if chance.one_in(5) else lying[reader]


readers = Readers(poll, 0b10100001, lambda reader, uid: print(step, reader, uid))
for step in range(2000):
    if chance.one_in(40):
        lying[chance.below(8)] = ANSWERS[1 + chance.below(5)]
    readers.step()
    if step % 400 == 0:
        print(step, readers.levels(), readers.uids)
    if step == 1000:
        readers.forget()
