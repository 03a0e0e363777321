"""Why an action of Punto is refused: the reason, the rule, the words."""

import pytest
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.punto.cards import bag_of
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import Mixed, Stacks

from tests.games.punto_positions import (
    APART,
    GAME,
    ROW,
    begin,
    begun,
    card,
    lay,
    past,
    place,
    position,
    refused,
    stuck,
    turned,
)

LINE = {"a1": "R1", "b1": "R2", "c1": "R3"}
ROWS = {**ROW, "d1": "R9", "d2": "R2", "d3": "R8", **APART}
STUCK = stuck(ROWS)
BY_CHANCE = rules.setup(2, full_options(GAME, {"first_player": "random"}))


@pytest.mark.parametrize(
    ("state", "action", "refusal"),
    [
        (position(), Action(0, "turn", (3,)), ("unknown", "")),
        (position(), Action(CHANCE, "place", (3,)), ("unknown", "")),
        (position(), Action(CHANCE, "turn", ("R5",)), ("unknown", "P-01")),
        (position(), Action(CHANCE, "turn", (72,)), ("unknown", "P-01")),
        (position(), Action(CHANCE, "turn"), ("unknown", "P-01")),
        (position({"c3": "R4"}), Action(CHANCE, "turn", (card("R4a"),)), ("card on the table", "P-12")),
        (position(), Action(0, "trophy", (3,)), ("not now", "")),
        (turned(position({"c3": "R4"}), "G4"), Action(1, "place", (3,)), ("not your turn", "P-11")),
        (turned(position({"c3": "R4"}), "G4"), Action(0, "place", (36,)), ("unknown", "P-16")),
        (turned(position({"c3": "R4"}), "G4"), Action(0, "place", (-1,)), ("unknown", "P-16")),
        (turned(position({"c3": "R4"}), "G4"), Action(0, "place", ("a7",)), ("outside the frame", "P-16")),
        (turned(position({"c3": "R4"}), "G4"), Action(0, "place", (1, 2)), ("unknown", "P-16")),
        (rules.setup(2, full_options(GAME, {})), Action(0, "place", (3,)), ("not now", "")),
        (rules.setup(2, full_options(GAME, {})), Action(2, "begin"), ("unknown", "P-09")),
        (BY_CHANCE, Action(0, "begin"), ("not now", "")),
        (BY_CHANCE, Action(CHANCE, "starter", (2,)), ("unknown", "P-09")),
        (lay(position(LINE), "R5@d1"), Action(CHANCE, "turn", (3,)), ("not now", "")),
        (lay(position(LINE), "R5@d1"), Action(1, "begin", (3,)), ("unknown", "")),
        (STUCK, Action(0, "place", (1,)), ("not now", "")),
        (STUCK, Action(0, "trophy", (36,)), ("unknown", "P-16")),
        (STUCK, Action(0, "trophy", (0,)), ("no trophy", "P-29")),
        (lay(position(LINE), "R5@d1"), Action(0, "begin"), ("not your turn", "P-32")),
        (position(), Action(CHANCE, "shown", (3,)), ("unknown", "P-01")),
        (position(), Action(CHANCE, "shown"), ("unknown", "P-01")),
        (position(), Action(CHANCE, "shown", ("r5",)), ("unknown", "P-01")),
        (position(), Action(0, "shown", ("R5",)), ("unknown", "")),
        (begun(2), Action(CHANCE, "shown", ("G4",)), ("card not in this stack", "P-03")),
        (turned(begun(2), "R5"), Action(CHANCE, "shown", ("R5",)), ("read twice", "P-12")),
        (turned(begun(2), "R5"), Action(CHANCE, "shown", ("R6",)), ("first card stays", "P-12")),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(state, action, refusal):
    assert refused(state, action) == refusal


@pytest.mark.parametrize(
    ("seats", "options", "rule"), [(2, {}, "P-03"), (3, {}, "P-04"), (4, {}, "P-05"), (4, {"teams": "yes"}, "P-06")]
)
def test_a_card_that_cannot_be_in_the_stack_is_refused(seats, options, rule):
    state = rules.apply(rules.setup(seats, full_options(GAME, options)), Action(0, "begin"))
    assert refused(state, Action(CHANCE, "turn", (card("G4a"),))) == ("card not in this stack", rule)


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (lay(position(LINE, rounds_to_win=1), "R5@d1"), "P-33"),
        (stuck({**ROW, **APART}, stalemate_wins="game"), "P-26a"),
        (stuck({**ROW, **APART}, max_rounds=1), "P-33a"),
    ],
)
def test_a_match_is_over_by_the_rule_that_ended_it(state, rule):
    assert refused(state, Action(state.seat, "begin")) == ("over", rule)


def test_a_cell_within_the_floating_frame_that_touches_no_card_is_apart():
    state = turned(position({"f6": "R5"}, frame="floating"), "G4")
    assert refused(state, place(state, "d4")) == ("apart", "P-13")
    assert refused(state, place(state, "a1")) == ("apart", "P-13"), "five rows up and five to the left"
    assert refused(turned(position({"f6": "R5", "g6": "R6"}, frame="floating"), "G4"), place(state, "a1"))[1] == "P-16"


def test_the_card_that_rows_win_is_chosen_by_their_rule_whatever_won_before():
    state = stuck(ROWS, rounds=[past(1)], rounds_to_win=3)
    assert refused(state, Action(0, "trophy", (0,))) == ("no trophy", "P-29")


def test_neutral_cards_are_dealt_by_another_rule_once_a_round_was_played():
    known = Stacks((0, 1 << card("Y4a"), 0), (Mixed(bag_of((3,)) ^ 1 << card("Y4a"), (6, 6, 5)),))
    turn = Action(CHANCE, "turn", (card("Y4a"),))
    assert refused(begun(3)._replace(stacks=known), turn) == ("card not in this stack", "P-04")
    later = begin(lay(position(LINE, seats=3), "R5@d1"))._replace(stacks=known, seat=0)
    assert refused(later, turn) == ("card not in this stack", "P-31")
    first = Action(CHANCE, "turn", (card("Y1a"),))
    nowhere = later._replace(stacks=Stacks((0, 0, 0), ()))
    assert refused(nowhere, first) == ("card not in this stack", "P-31"), "the first of the neutral cards, too"
    own = Action(CHANCE, "turn", (card("G4a"),))
    assert refused(later, own) == ("card not in this stack", "P-04")
