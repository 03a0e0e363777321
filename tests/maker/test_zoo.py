"""Tags and readers of every kind, from the model of a chip to what is said as a card is enrolled: no wrong card.

`make renew R=measured` writes the table of it into docs/MEASURED.md.
"""

from functools import cache
from typing import NamedTuple

import pytest
from glowpico.pn532 import PN532
from glowpico.readers import BUSY, EMPTY, MADE_UP, Readers
from glowpico.wire import NO_TROUBLE
from glowtable import games
from glowtable.device.link import Board, Hello, Measured, TroubleChanged
from glowtable.device.tag_registry import TagRegistry
from glowtable.maker.enrol import enrol_cards
from glowtable.maker.selftest import PASS, Facts, try_readers
from glowtable.maker.wizard import WaitTimeout
from glowtable.table import Tag as Laid
from glowtable.terminal.translator import Translator

from tests.docs.pages import pages
from tests.firmware import test_mfrc522, test_pn532
from tests.firmware.cards import Phone, Weak
from tests.firmware.test_mfrc522 import Mfrc522
from tests.micropython.rig.tag_model import Tag

POLLS, SETTLED = 200, 50  # of each case; what comes second is laid there after so many
FOUR, SEVEN, TEN, OTHER = "0badcafe", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6010203", "04a1b2c3d4e5f7"
PHONE, WEAK = "phone", "weak"
COPIES = (0x12, 0x15, 0x18, 0x80, 0x82, 0x88, 0x89, 0xB2, 0xEE)
READERS = {"MFRC522": test_mfrc522, "PN532": test_pn532}
SAY = Translator("en").text
# What lies there and what is laid there later
CASES = {
    "a uid of 4 bytes": ((FOUR,), ()),
    "a uid of 7 bytes": ((SEVEN,), ()),
    "a uid of 10 bytes": ((TEN,), ()),
    "a random uid: a phone, a bank card": ((PHONE,), ()),
    "a phone, then a card": ((PHONE,), (SEVEN,)),
    "a card, then a phone": ((SEVEN,), (PHONE,)),
    "two cards at once": ((SEVEN, OTHER), ()),
    "a weak card: it hears half of the calls": ((WEAK,), ()),
}


class Told(NamedTuple):
    """What the table told, what was said last, and how many cards were told or enrolled that do not lie there."""

    words: tuple[str, ...]
    said: str
    wrong: int
    polls: int = POLLS


def tag_of(name):
    return Phone() if name == PHONE else Weak(SEVEN, 0.5) if name == WEAK else Tag(name)


class Enrolling:
    """Somebody enrols cards at this reader: each poll is told to the program as a table would."""

    def __init__(self, desk):
        self.desk, self.words, self.trouble = desk, [], NO_TROUBLE
        self.registry = TagRegistry()
        self.steps = enrol_cards(self.registry, games.find("punto"), ["R5a", "R5b"])
        self.wait, self.since_us = next(self.steps), 0
        self.readers = Readers(lambda reader: self.step(), 1, lambda reader, uid: self.tell(uid))

    def step(self):
        return self.desk.step(Mfrc522.poll) if isinstance(self.desk, test_mfrc522.Desk) else self.desk.step()

    def send(self, what):
        before, self.wait = self.wait, self.steps.send(what)
        if self.wait is not before:
            self.since_us = self.desk.chip.now_us

    def tell(self, uid):
        self.words.append(uid)
        if uid:
            self.send(Laid(0, uid))

    def poll(self):
        while not self.readers.step():
            pass
        trouble = "crowded.0" if self.desk.driver.is_crowded else NO_TROUBLE
        if trouble != self.trouble:
            self.trouble = trouble
            self.words += ["crowded"] * (trouble != NO_TROUBLE)
            self.send(TroubleChanged("01", trouble))
        if self.wait.for_ms and self.desk.chip.now_us - self.since_us >= 1000 * self.wait.for_ms:
            self.send(WaitTimeout())


def told(desk, first, later=()):
    """What is told and said of these tags; `first` lie there before anybody looks."""
    enrolling = Enrolling(desk)
    for number in range(POLLS):
        for name in {0: first, SETTLED: later}.get(number, ()):
            desk.chip.lay(tag_of(name))
        enrolling.poll()
    names = {*first, *later}
    right = {SEVEN if name == WEAK else MADE_UP if name == PHONE else name for name in names}
    may_be_enrolled = right - {MADE_UP} if len(first) == 1 else set()
    wrong = [word for word in enrolling.words if word not in {*right, EMPTY, "crowded"}]
    wrong += [uid for uid in enrolling.registry.cards if uid not in may_be_enrolled]
    spoken = {EMPTY: "gone", MADE_UP: "phone", "crowded": "several"}
    said = SAY(enrolling.wait.said or enrolling.wait.message)
    return Told(tuple(spoken.get(word, "card") for word in enrolling.words), said, len(wrong))


@cache
def case(reader, name):
    first, later = CASES[name]
    return told(READERS[reader].Desk(), first, later)


def selftest_says(version):
    hello = Hello(1, "0.1.0", "0" * 8, "buttons", "01", 42, "0" * 8, 1, NO_TROUBLE)
    steps = try_readers(hello, Facts("0" * 8, None, {}, False, Board(readers="01")))
    next(steps)
    with pytest.raises(StopIteration) as stopped:
        steps.send(Measured("chip", 0, version))
    ((_, verdict, text),) = stopped.value.value
    assert verdict == PASS
    return SAY(text)


@cache
def copy(version):
    """A copy of the chip says this of itself."""
    return told(test_mfrc522.Desk(version=version), (SEVEN,))._replace(said=selftest_says(version))


@cache
def asleep():
    return told(test_pn532.Desk(wake_us=2000), (SEVEN,))._replace(said=selftest_says(PN532))


def rows():
    """Reader, what lies there, what is told; readers and cases that are told alike share a row."""
    alike = {}
    for name in CASES:
        seen = case("MFRC522", name)
        assert seen == case("PN532", name)
        alike.setdefault(seen, []).append(name)
    for seen, names in alike.items():
        yield "both", "; ".join(names), seen._replace(polls=2 * POLLS * len(names))
    copies = [copy(version) for version in COPIES]
    summed = copies[0]._replace(said=f"{copies[0].said} … {copies[-1].said}", polls=POLLS * len(COPIES))
    yield "MFRC522", f"a card, on {len(COPIES)} copies of the chip", summed
    yield "PN532", "a card, on a chip that sleeps at power-on", asleep()


def table():
    lines = ["| reader | what lies there | the table tells | then is said | wrong cards |"]
    lines.append("|---|---|---|---|---|")
    for reader, name, seen in rows():
        wrong = f"{seen.wrong} in {seen.polls:,} polls"
        lines.append(f"| {reader} | {name} | {', '.join(seen.words)} | {seen.said} | {wrong} |")
    return "\n".join(lines)


ONE = "Put R5b on any reader. 1 card left."
EXPECTED = {
    (PHONE,): (("phone",), "That's a phone or a bank card. Use the card's own tag."),
    (SEVEN, OTHER): (("card", "several"), "Several cards are there. Take all of them off, then put R5a there alone."),
    (PHONE, SEVEN): (("phone", "gone", "card"), ONE),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("reader", READERS)
def test_no_tag_is_taken_for_another_and_each_is_said_rightly(reader, name):
    first, later = CASES[name]
    assert case(reader, name) == Told(*EXPECTED.get((*first, *later), (("card",), ONE)), 0)


@pytest.mark.parametrize("version", COPIES)
def test_a_copy_of_the_chip_is_named_by_what_it_says_and_reads_as_any(version):
    assert copy(version) == Told(("card",), f"chip of version {version:02x}", 0)


def test_a_chip_that_sleeps_reads_as_any():
    assert asleep() == Told(("card",), "PN532 chip", 0)


def test_the_page_has_what_a_run_gives():
    assert table() in pages()["docs/MEASURED.md"]


def test_control_a_wrong_card_is_counted(monkeypatch):
    desk = test_pn532.Desk()
    honest = desk.step
    desk.step = lambda: answer if (answer := honest()) in (BUSY, EMPTY) else OTHER
    assert told(desk, (SEVEN,)).wrong == 2  # told, and enrolled


if __name__ == "__main__":
    print(table())
