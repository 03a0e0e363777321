"""Cards are enrolled by their own tags alone: no phone, no two at once."""

import pytest
from glowpico.readers import MADE_UP
from glowtable import games
from glowtable.device.link import TroubleChanged
from glowtable.device.tag_registry import TagRegistry
from glowtable.maker.enrol import enrol_cards
from glowtable.maker.wizard import WaitTimeout
from glowtable.table import Tag
from glowtable.terminal.translator import Translator

ANN, BEN = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"
PUNTO = games.find("punto")
SAID = Translator("en").text


@pytest.fixture
def job():
    """The steps that enrol R5a, and what they ask after each of these came."""
    registry = TagRegistry()
    steps = enrol_cards(registry, PUNTO, ["R5a", "R5b"])
    next(steps)

    def after(*incoming):
        for what in incoming:
            wait = steps.send(what)
        return [SAID(line) for line in (wait.said, wait.message) if line]

    return registry, after


def test_a_phone_is_refused_and_the_card_still_asked_for(job):
    registry, after = job
    assert after(Tag(2, MADE_UP)) == [
        "That's a phone or a bank card. Use the card's own tag.", "Put R5a on any reader. 2 cards left.",
    ]  # fmt: skip
    assert registry.cards == {}
    assert after(Tag(2, ANN), WaitTimeout()) == ["Put R5b on any reader. 1 card left."]
    assert registry.cards == {ANN: ("punto", "R5a")}


def test_of_several_cards_none_is_enrolled(job):
    """The table reports a tag, then that others lie there; or it said so before."""
    registry, after = job
    crowded = TroubleChanged("7f", "dimmed,crowded.2")
    refused = "Several cards are there. Take all of them off, then put R5a there alone."
    assert after(Tag(2, ANN)) == ["Reading the card …"]
    assert after(crowded, WaitTimeout())[0] == refused
    assert after(Tag(2, BEN), WaitTimeout())[0] == refused
    assert registry.cards == {}
    after(TroubleChanged("7f", "dimmed"))
    assert after(Tag(3, BEN), crowded, WaitTimeout()) == ["Put R5b on any reader. 1 card left."]
    assert registry.cards == {BEN: ("punto", "R5a")}
