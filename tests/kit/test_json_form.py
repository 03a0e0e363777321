"""Values as JSON by field name, and back, as their types say."""

import json
from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import Annotated, NamedTuple

import pytest
from glowtable.kit.cards import Named
from glowtable.kit.json_form import from_json, to_json
from glowtable.kit.terms import GameParameters
from hypothesis import given
from hypothesis import strategies as st

Cards = Annotated[int, Named(("ace", "king", "queen"))]


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


class Level(IntEnum):
    LOW = 0
    HIGH = 1


class Hand(NamedTuple):
    seat: int
    cards: Cards
    level: Level = Level.LOW
    pair: tuple[str, bool] = ("", False)


class Deal(NamedTuple):
    terms: GameParameters
    suit: Suit
    hands: tuple[Hand, ...]
    best: Hand | None
    word: int | str
    names: Mapping[str, int]
    shares: float
    nothing: None
    by_seat: tuple[Cards, ...]


TERMS = GameParameters.of(2, {"teams": "no"})
DEAL = Deal(TERMS, Suit.SPADES, (Hand(0, 0b101, Level.HIGH, ("low", True)),), None, "three", {"a": 1}, 0.5, None, (6,))
DATA = {
    "terms": {"seats": 2, "options": {"teams": "no"}},
    "suit": "spades",
    "hands": [{"seat": 0, "cards": ["ace", "queen"], "level": 1, "pair": ["low", True]}],
    "best": None,
    "word": "three",
    "names": {"a": 1},
    "shares": 0.5,
    "nothing": None,
    "by_seat": [["king", "queen"]],
}


def through_json(value):
    return from_json(type(value), json.loads(json.dumps(to_json(value))))


def test_a_value_is_written_by_the_names_of_its_fields():
    assert to_json(DEAL) == DATA


class Rows(NamedTuple):
    """No field of it is plain."""

    first: tuple[int, ...]
    second: tuple[tuple[int, ...], int]


def test_tuples_in_fields_and_in_tuples_are_lists():
    rows = Rows((1, 2), ((3,), 4))
    assert to_json(rows) == {"first": [1, 2], "second": [[3], 4]} and from_json(Rows, to_json(rows)) == rows


def test_and_read_back_as_it_was_with_its_types():
    again = from_json(Deal, json.loads(json.dumps(DATA)))
    assert again == DEAL
    assert again.suit is Suit.SPADES and again.hands[0].level is Level.HIGH and again.terms is TERMS
    assert type(again.hands) is tuple and type(again.hands[0]) is Hand


def test_a_value_or_none():
    assert through_json(DEAL._replace(best=Hand(1, 0))).best == Hand(1, 0)
    assert through_json(DEAL).best is None


@pytest.mark.slow
@given(st.integers(0, 5), st.integers(0, 7), st.sampled_from(Level), st.tuples(st.text(), st.booleans()))
def test_every_hand_comes_back(seat, cards, level, pair):
    assert through_json(Hand(seat, cards, level, pair)) == Hand(seat, cards, level, pair)


@given(st.one_of(st.integers(), st.text()))
def test_a_word_or_a_number_comes_back(word):
    assert through_json(DEAL._replace(word=word)).word == word


@pytest.mark.parametrize("value", [3, "three", True])
def test_any_plain_value_comes_back(value):
    again = through_json(Plain(value)).value
    assert (type(again), again) == (type(value), value)


def test_what_is_no_card_is_not_read():
    with pytest.raises(KeyError, match="joker"):
        from_json(Hand, {**to_json(Hand(0, 0)), "cards": ["joker"]})
    with pytest.raises(KeyError, match="seat"):
        from_json(Hand, {})
    with pytest.raises(ValueError, match="'stars' is not a valid Suit"):
        from_json(Deal, {**DATA, "suit": "stars"})


class Bare:
    """Neither fields nor data of its own."""


class Named:
    """It has fields, and is no tuple."""

    _fields = ()


class Pair(tuple[int, int]):
    """A tuple whose fields have no names."""


class Plain(NamedTuple):
    value: int | str | bool


class Lists(NamedTuple):
    cards: list[int]


class Either(NamedTuple):
    hand: Hand | Suit


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (Bare, "no JSON form for <class '.*Bare'>"),
        (Named, "no JSON form for <class '.*Named'>"),
        (Pair, "no JSON form for <class '.*Pair'>"),
        (Lists, r"no JSON form for list\[int\]"),
        (Either, "no JSON form for .*Hand.*: they look alike"),
        (NamedTuple("Odd", [("what", Annotated[int, "a note"])]), "no JSON form for typing.Annotated"),
    ],
)
def test_a_type_without_a_form_is_an_error(kind, error):
    with pytest.raises(TypeError, match=error):
        from_json(kind, {})
