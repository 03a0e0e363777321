"""Cards and other things with names: as domains of actions, as sets, and as people call them."""

import copy
import pickle

import pytest
from glowtable.game import Action, Kind
from glowtable.kit.cards import Named, NamedCards

DECK = NamedCards(("Ace 1", "Ace 2", "King", "Queen"), ("Ace", "Ace", "King", "The Queen"))
PLACES = Named(("left", "right"))


def test_things_are_the_numbers_from_0_on():
    assert list(PLACES) == [0, 1] and len(DECK) == 4
    assert PLACES[1] == 1 and list(DECK[1:]) == [1, 2, 3]
    assert 3 in DECK
    assert 4 not in DECK and -1 not in DECK and "King" not in DECK
    with pytest.raises(IndexError):
        PLACES[2]


def test_a_set_of_things_by_name_and_back():
    assert DECK.names_of(0b1010) == ("Ace 2", "Queen")
    assert DECK.set_of(["Queen", "Ace 2"]) == 0b1010
    assert DECK.set_of(DECK.names_of(0)) == 0
    with pytest.raises(KeyError, match="Joker"):
        DECK.set_of(["Joker"])


def test_a_set_of_cards_by_what_is_printed_on_them_and_back():
    assert DECK.titles_of(0b1011) == ("Ace", "Ace", "The Queen")
    assert DECK.set_of(["Ace"]) == 0b0001 and DECK.set_of(["Ace", "King", "Ace"]) == 0b0111
    assert (DECK.number["Ace"], DECK.number["Ace 2"], DECK.number["The Queen"]) == (0, 1, 3)
    assert DECK.names_like("Ace") == ("Ace 1", "Ace 2") and DECK.names_like("Ace 2") == ("Ace 2",)
    assert [DECK.name_of(card) for card in (-1, 0, 3)] == ["", "Ace 1", "Queen"]
    assert [DECK.title_of(card) for card in (-1, 0, 3)] == ["", "Ace", "The Queen"]
    three = NamedCards(("A 1", "A 2", "A 3"), ("A", "A", "A"))
    assert [three.set_of(["A"] * count) for count in range(4)] == [0b000, 0b001, 0b011, 0b111]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("King", (2,)),
        ("kING", (2,)),
        ("ace", (0, 1)),
        (" Ace   2 ", (1,)),
        ("Queen", (3,)),
        ("the queen", (3,)),
        ("Joker", ()),
        ("", ()),
    ],
)
def test_what_a_text_may_mean(text, cards):
    assert DECK.copies_of(text) == cards


def test_without_titles_a_card_has_its_name_alone():
    assert NamedCards(("Ace 1", "Ace 2")).copies_of("ace 1") == (0,)
    assert NamedCards(("Ace 1", "Ace 2")).copies_of("ace") == ()


def test_cards_that_look_the_same_are_found_by_what_is_printed_on_them():
    assert DECK.alike(("A", "A", "K", "Q")) == {"A": ("Ace 1", "Ace 2")}
    assert DECK.alike(("A", "A", "K", "A")) == {"A": ("Ace 1", "Ace 2", "Queen")}
    assert DECK.alike(("A", "B", "K", "Q")) == {}


def test_by_what_is_printed_each_mention_is_another_copy():
    assert DECK.titles_of(0b0111) == ("Ace", "Ace", "King")
    assert DECK.set_of(("Ace", "King", "Ace")) == 0b0111 and DECK.set_of(("Ace 2", "Ace")) == 0b0011
    assert DECK.number["Ace"] == 0 and DECK.number["The Queen"] == DECK.number["Queen"] == 3
    assert DECK.names_like("Ace") == ("Ace 1", "Ace 2") and DECK.names_like("King") == ("King",)


@pytest.mark.parametrize("sent", [pickle.loads, copy.deepcopy], ids=["pickled", "copied"])
def test_a_deck_is_sent_and_has_the_same_names_and_titles(sent):
    assert DECK.titles_of(0b11) == ("Ace", "Ace") and PLACES.names_of(0b1) == ("left",)  # something is kept
    deck = sent(pickle.dumps(DECK) if sent is pickle.loads else DECK)
    places = sent(pickle.dumps(PLACES) if sent is pickle.loads else PLACES)
    assert type(deck) is NamedCards and deck.names_of(0b10) == ("Ace 2",) and deck.titles_of(0b10) == ("Ace",)
    assert type(places) is Named and places.names == PLACES.names


KINDS = {"lay": Kind((DECK,)), "deal": Kind((DECK,), by_chance=True), "go": Kind((PLACES,)), "pass": Kind()}


def test_kinds_of_actions_are_about_these_very_things():
    assert DECK.kinds_about(KINDS) == {"lay", "deal"}
    assert PLACES.kinds_about(KINDS) == {"go"}
    assert Named(("left", "right")).kinds_about(KINDS) == frozenset()


def test_they_are_domains_of_a_kind_of_actions():
    assert KINDS["lay"].includes(Action(0, "lay", (3,)))
    assert not KINDS["lay"].includes(Action(0, "lay", (4,)))
    assert not KINDS["lay"].includes(Action(0, "lay"))
    assert not KINDS["deal"].includes(Action(0, "deal", (3,)))
