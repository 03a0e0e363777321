"""Each sort of event is read by the function that is for it."""

from glowtable.game import Action
from glowtable.kit.events import Meanings
from glowtable.table import Card, Key, Press, Release, Said

MEANINGS = Meanings(
    card=lambda reader, card, state: Action(reader, "show", (card, state)),
    press=lambda cell, state: Action(0, "press", (cell, state)),
    key=lambda seat, key, state: Action(seat, key, (state,)),
    said=lambda text, state: Action(0, "say", (text, state)),
)


def test_an_event_is_read_with_all_it_says_and_the_state():
    assert MEANINGS.read(Card(2, "R5"), "now") == Action(2, "show", ("R5", "now"))
    assert MEANINGS.read(Press(14), "now") == Action(0, "press", (14, "now"))
    assert MEANINGS.read(Key(1, "pass"), "now") == Action(1, "pass", ("now",))
    assert MEANINGS.read(Said("hello"), "now") == Action(0, "say", ("hello", "now"))


def test_any_other_event_means_nothing():
    assert MEANINGS.read(Release(14), "now") is None
