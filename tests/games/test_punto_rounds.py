"""The sheet of Punto on the end of a round without a line (P-25 to P-29)."""

import pytest
from glowtable.game import CHANCE, PUBLIC, Action
from glowtable.games.punto.cards import bag_of
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import Stacks
from glowtable.games.punto.state import NOBODY, State
from glowtable.kit.json_form import from_json, to_json
from glowtable.terminal.translator import Translator

from tests.games.punto_positions import (
    APART,
    ROW,
    begin,
    card,
    lay,
    legal_cells,
    number,
    past,
    position,
    stacks,
    stuck,
    turned,
)

EIGHT = {"f1": "G4", "f2": "G3", "f3": "G1"}
NINE = {"f1": "G4", "f2": "G3", "f3": "G2"}
PAIR = {"d1": "G6", "c1": "G2"}


def test_P25_an_empty_stack_on_ones_turn_ends_thepast():
    state = stuck({**ROW, **EIGHT, **APART})
    assert (state.rounds[0].seat, state.rounds[0].stuck) == (0, "")
    assert state.rounds[0].end == "stalemate"


def test_P25_so_does_a_card_without_a_cell():
    full = {f"{row}{col}": "G9" if (col + "abcdef".index(row)) % 2 else "Y9" for row in "abcdef" for col in range(1, 7)}
    state = turned(position(full), "R9")
    assert (state.rounds[0].seat, state.rounds[0].stuck) == (0, "R9a")
    assert state.card == card("R9a")  # it stays on the table, his, until the cards are gathered
    assert stacks(begin(state)) == [18, 18, 18, 18]


def test_P25_a_stack_with_one_card_left_goes_on():
    state = position({"c3": "R9"}, seats=3, turn=2)
    last = 1 << card("R1a")
    state = lay(state._replace(stacks=Stacks((last, 0, bag_of((2,))), ())), "B1@c4")
    assert (state.rounds, state.seat, stacks(state)[0]) == ((), 0, 1)


def test_P26_most_rows_one_short_win():
    state = stuck({**ROW, "d1": "R9", "d2": "R9", "d3": "R8", **EIGHT, **APART})
    assert state.rounds[0].winner == 0
    assert state.rounds[0].steps[0].rows == (2, 1, 0, 0)


def test_P26_rows_in_different_directions_share_a_card_and_both_colours_count():
    board = {"a1": "R1", "a2": "R2", "a3": "R3", "a4": "R4", "b1": "R5", "c1": "R6", "d1": "R7"}
    blue = {"f1": "B1", "f2": "B1", "f3": "B2", "f4": "B2"}
    state = lay(position({**board, **blue, "e1": "G1"}, seats=2, turn=1, empty=[0]), "Y9@e2")
    assert state.rounds[0].steps[0].rows == (3, 0)


def test_P26_a_run_of_another_length_is_no_row():
    state = stuck({"a1": "R1", "a2": "R2", **APART, "a4": "R3", **EIGHT})
    assert state.rounds[0].steps[0].rows == (0, 1, 0, 0)


@pytest.mark.parametrize(("value", "over"), [("round", False), ("game", True)])
def test_P26a_what_most_rows_win(value, over):
    state = stuck({**ROW, **APART}, stalemate_wins=value)
    outcome = rules.outcome(state)
    assert (outcome is not None) is over
    if outcome:
        assert (outcome.winners, outcome.scores) == ((0,), (1, 0, 0, 0))
        assert outcome.reason == "most rows when a player could not play"
        assert state.rounds[0].trophy == ""


def test_P26a_the_rows_win_the_game_against_more_rounds_won():
    state = stuck({**ROW, **APART}, stalemate_wins="game", rounds=[past(1), past(1)], rounds_to_win=3)
    outcome = rules.outcome(state)
    assert (outcome.winners, outcome.scores) == ((0,), (1, 2, 0, 0))


def test_P26a_a_draw_is_no_reason_to_end_the_match():
    assert rules.outcome(stuck({**PAIR, **APART}, stalemate_wins="game")) is None
    last = rules.outcome(stuck({**PAIR, **APART}, stalemate_wins="game", max_rounds=1))
    assert (last.reason, last.winners) == ("the last round was played", (0, 1, 2, 3))


def test_P26a_nor_is_a_line_won_by_rows():
    line = {"f4": "R1", "f5": "R2", "f6": "R3"}
    outcome = rules.outcome(lay(position(line, stalemate_wins="game", rounds_to_win=1), "R4@f3"))
    assert (outcome.reason, outcome.winners) == ("enough rounds won", (0,))


def test_P27_equal_rows_fewer_points_win():
    state = stuck({**ROW, **EIGHT, **APART})
    assert state.rounds[0].steps[0].points == (9, 8, 0, 0)
    assert state.rounds[0].winner == 1


def test_P27_or_the_lowest_single_row():
    board = {**ROW, "c1": "R9", "c2": "R9", "c3": "R8", **NINE, "d6": "G1", "e6": "G2", "f6": "G3", **APART}
    assert stuck(board).rounds[0].winner == 1  # 15 against 35 points in two rows each
    lowest = stuck(board, tie_points="lowest_single_row").rounds[0]
    assert (lowest.steps[0].points, lowest.winner) == ((9, 6, 0, 0), 1)
    swapped = {**board, "a3": "R1"}  # now red has the lowest row, but more points in all
    assert stuck(swapped).rounds[0].winner == 1
    assert stuck(swapped, tie_points="lowest_single_row").rounds[0].winner == 0


def test_P28_without_rows_nobody_wins():
    state = stuck({**PAIR, **APART})
    assert (state.rounds[0].end, state.rounds[0].winner) == ("draw", NOBODY)
    assert rules.view(state, PUBLIC).wins == (0, 0, 0, 0)
    assert stacks(begin(state)) == [18, 18, 18, 18]


def test_P28_or_shorter_rows_are_compared():
    state = stuck({**PAIR, **APART}, no_rows="step_down")
    assert [step.length for step in state.rounds[0].steps] == [3, 2]
    assert state.rounds[0].winner == 1


def test_P28_equal_points_too_are_a_draw():
    assert stuck({**ROW, **NINE, **APART}).rounds[0].end == "draw"
    assert stuck({**ROW, **NINE, **APART}, no_rows="step_down").rounds[0].end == "draw"


def test_P28_step_down_compares_only_who_is_still_tied():
    board = {**ROW, **NINE, **APART, "c1": "B8", "c2": "B9", "f6": "G5", "e6": "G8"}
    done = stuck(board, no_rows="step_down").rounds[0]
    assert [step.sides for step in done.steps] == [(0, 1, 2, 3), (0, 1)]
    assert done.winner == 1
    assert done.trophy == "G8a"  # of a row of the deciding length (P-29)


def test_P29_a_round_won_by_rows_takes_a_card_out_too():
    state = stuck({**ROW, "d1": "R9", "d2": "R2", "d3": "R8", **APART})
    assert legal_cells(state) == ["a3", "d1"]
    assert rules.to_act(state) == (0,)
    state = rules.apply(state, Action(0, "trophy", (number(state, "d1"),)))
    assert rules.view(state, PUBLIC).trophies[0] == ("R9a",)


def test_P29_the_winner_of_rows_chooses_whatever_is_agreed_for_two_lines():
    state = stuck({**ROW, "d1": "R9", "d2": "R2", "d3": "R8", **APART}, multi_line="highest_of_all")
    assert legal_cells(state) == ["a3", "d1"]


def test_P29_or_only_a_round_is_counted():
    view = rules.view(stuck({**ROW, **APART}, stalemate_trophy="no"), PUBLIC)
    assert (view.wins, view.trophies) == ((1, 0, 0, 0), ((), (), (), ()))


@pytest.mark.parametrize(
    ("board", "options", "rule"),
    [
        ({**ROW, **APART}, {}, "P-26"),
        ({**ROW, **EIGHT, **APART}, {}, "P-27"),
        ({**PAIR, **APART}, {"no_rows": "step_down"}, "P-28"),
    ],
)
def test_the_ledger_names_the_rule_that_decided(board, options, rule):
    outcome = rules.outcome(stuck(board, max_rounds=1, **options))
    assert [(point.rule, point.amount) for point in outcome.ledger] == [(rule, 1)]


def test_json_that_names_no_card_or_phase_is_no_state():
    data = to_json(position({"c3": "R4"}))
    assert from_json(State, data) == position({"c3": "R4"})
    with pytest.raises(KeyError, match="R0a"):
        from_json(State, {**data, "stacks": {"sure": [["R0a"]], "mixed": []}})
    with pytest.raises(ValueError, match="'dance' is not a valid Phase"):
        from_json(State, {**data, "phase": "dance"})


def decided(state):
    """The sentence of the end."""
    names = ["Ann", "Ben", "Cem", "Dot"][: state.terms.seats]
    return Translator("en", names, game="punto").text(rules.outcome(state).decided)


LONGER = {**ROW, "a6": "R7", "b6": "R8", "c6": "R9"}  # two rows of three


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ({**ROW, **APART}, "Most rows of 3 win: 1 for Ann, 0 for Ben, Cem and Dot."),
        ({**LONGER, **EIGHT, **APART}, "Most rows of 3 win: 2 for Ann, 1 for Ben."),
        ({**ROW, **EIGHT, **APART}, "Rows of 3 are tied. Fewest points win: 8 for Ben, 9 for Ann."),
    ],
)
def test_the_end_says_how_many_rows_or_points_the_next_ones_had(board, words):
    state = stuck(board, max_rounds=1, stalemate_trophy="no")
    assert decided(state) == words
    assert rules.outcome(state).ledger[0].message.fill[0] == ("number", 1)


def test_P26a_where_rows_win_the_match_the_end_tells_of_them_whatever_was_won_before():
    state = stuck({**ROW, **APART}, stalemate_wins="game", rounds=[past(1), past(1)], rounds_to_win=3)
    assert decided(state) == "Most rows of 3 win: 1 for Ann, 0 for Ben, Cem and Dot."


def test_P28_the_end_says_of_shorter_rows_how_long_they_are():
    state = stuck({**PAIR, **APART}, no_rows="step_down", max_rounds=1, stalemate_trophy="no")
    assert decided(state) == "Rows of 2 are tied. Fewest points win: 8 for Ben, 10 for Dot."


def test_P21_of_two_lines_at_once_the_end_says_how_long_the_longer_one_is():
    lines = {"a1": "R1", "a2": "R2", "a3": "R3", "a5": "R1", "b4": "R2", "c4": "R3", "d4": "R4"}
    assert decided(lay(position(lines, rounds_to_win=1), "R9@a4")) == "Ann completed a line of 5."


@pytest.mark.parametrize(
    ("won", "words"),
    [
        ([NOBODY], "Nobody won a round."),
        ([2], "Cem won 1 of 2 rounds, 1 more than Ann, Ben and Dot."),
        ([2, 1], "Ben and Cem won 1 of 3 rounds each."),
        ([2, 2, 1], "Cem won 2 of 4 rounds, 1 more than Ben."),
    ],
)
def test_the_end_says_who_won_how_many_rounds(won, words):
    before = [past(side, "draw" if side == NOBODY else "line", number=2 * at) for at, side in enumerate(won)]
    assert decided(stuck({**PAIR, **APART}, max_rounds=len(won) + 1, rounds_to_win=5, rounds=before)) == words


def test_a_new_round_asks_nobody_before_a_card_is_turned_up():
    new = begin(stuck({**PAIR, **APART}))
    assert new.cells == 0 and [rules.legal(new, seat) for seat in range(4)] == [()] * 4


def test_chance_begins_nothing():
    assert rules.legal(position({"c3": "R4"}), CHANCE) == ()
    assert rules.to_act(position({"c3": "R4"})) == (CHANCE,)
