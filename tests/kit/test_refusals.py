"""What is no action of a game at all is refused in the same words everywhere."""

import pytest
from glowtable.game import CHANCE, Action, Kind
from glowtable.kit import refusals
from glowtable.kit.cards import NamedCards
from glowtable.kit.refusals import CommonReason, Vocabulary, is_well_formed, number_of

CARDS, SEATS = NamedCards(("Ace", "King", "Queen")), range(3)
KINDS = {
    "lay": Kind((CARDS,)),
    "ask": Kind((SEATS,)),
    "say": Kind((("yes", "no"),)),
    "ready": Kind(),
    "deal": Kind((CARDS,), by_chance=True),
}
WORDS = Vocabulary("Snap", KINDS, CARDS, "N-01")


@pytest.mark.parametrize(
    "action",
    [Action(0, "lay", (2,)), Action(1, "say", ("no",)), Action(5, "ready"), Action(CHANCE, "deal", (0,))],
    ids=str,
)
def test_an_action_of_the_vocabulary_is_not_refused(action):
    assert WORDS.refuse(action) is None


@pytest.mark.parametrize(
    "action",
    [
        Action(0, "dance"),
        Action(0, "lay"),
        Action(0, "lay", ("x",)),
        Action(0, "lay", (1, 2)),
        Action(0, "say", ("perhaps",)),
        Action(0, "say", (1,)),
        Action(0, "ready", (1,)),
        Action(0, "deal", (1,)),
        Action(CHANCE, "lay", (1,)),
    ],
    ids=str,
)
def test_what_no_kind_allows_is_no_action(action):
    refusal = WORDS.refuse(action)
    assert refusal.reason == CommonReason.UNKNOWN and refusal.rule == ""
    assert dict(refusal.message.fill) == {"game": "Snap"}


@pytest.mark.parametrize("card", [-1, 3, 99])
def test_a_card_there_is_not_is_said_with_its_rule(card):
    assert WORDS.refuse(Action(0, "lay", (card,))) == WORDS.no_such_card()
    assert WORDS.no_such_card().rule == "N-01"


def test_who_sits_where_is_not_judged_by_the_words():
    assert WORDS.refuse(Action(0, "ask", (9,))) is None


def test_what_is_refused_is_not_in_the_vocabulary():
    for args in [(), (0,), (5,), ("yes",), (0, 0)]:
        for seat in (0, CHANCE):
            for name, kind in KINDS.items():
                action = Action(seat, name, args)
                assert not (kind.includes(action) and WORDS.refuse(action))


def test_the_number_an_action_is_about():
    assert number_of(Action(0, "lay", (2,))) == 2
    assert number_of(Action(0, "say", ("no",))) == number_of(Action(0, "ready")) == 0


def test_a_form_may_have_several_arguments():
    move = Kind((CARDS, ("up", "down")))
    assert is_well_formed(move, (7, "up"))
    assert not is_well_formed(move, ("up", 7)) and not is_well_formed(move, (7,))


def test_each_common_reason_is_said_with_the_rule_given():
    said = [
        refusals.match_over("r"),
        refusals.not_now("r"),
        refusals.not_yours("r"),
        refusals.nobody_there("r"),
        refusals.ready_already(1, "r"),
        refusals.not_held(1, "r"),
        refusals.cannot_be_there("r"),
    ]
    assert {each.reason for each in said} == set(CommonReason)
    assert {each.rule for each in said} == {"r"} and all(each.message.text for each in said)


def test_a_card_that_is_plausible_is_passed_on():
    action = Action(CHANCE, "deal", (1,))
    assert refusals.cannot_be_there("", action).plausible == action
