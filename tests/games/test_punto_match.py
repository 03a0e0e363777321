"""The sheet of Punto from one round to the next and to the end of the match (P-30 to P-33a)."""

import pytest
from glowtable.game import PUBLIC, Action, full_options
from glowtable.games.punto.cards import NAMES, bag_of
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import Mixed, Stacks, possible
from glowtable.games.punto.state import NOBODY, Phase, Round

from tests.games.punto_positions import APART, GAME, begin, card, lay, past, position, refused, stacks, stuck, turned

EIGHT = {"f1": "G4", "f2": "G3", "f3": "G1"}
PAIR = {"d1": "G6", "c1": "G2"}


def test_P30_all_other_cards_go_home_covered_ones_too():
    state = lay(position({"a1": "R2 G8", "b2": "R7", "c3": "R3", "d4": "B1 R4"}), "R9@a1")
    assert stacks(begin(state)) == [17, 18, 18, 18]
    assert [possible(begin(state).stacks, seat) for seat in (1, 2, 3)] == [bag_of((colour,)) for colour in (1, 2, 3)]


def test_P30_the_odd_card_of_a_team_goes_to_the_partner_of_who_took_its_latest_trophy():
    row = {"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}
    for taker, halves in ((0, [17, 18]), (2, [18, 17])):
        state = lay(position(row, turn=taker, teams="yes"), "R6@b5")
        assert stacks(begin(state))[::2] == halves


def test_P30_after_a_stalemate_to_the_lower_seat():
    row = {"b1": "B1", "b2": "B2", "b3": "B3", "b5": "B5", "b4": "B4"}
    board = {cell: kind for cell, kind in row.items() if cell != "b5"}
    state = lay(position(board, turn=3, empty=[0], teams="yes"), "Y9@c5")
    assert state.rounds[0].taker == 0
    assert stacks(begin(state))[::2] == [18, 17]


TEAM_ROW = {"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}


@pytest.mark.parametrize(
    ("earlier", "halves"),
    [
        ([("line", 2, 0, "R9a"), ("line", 2, 0, "R8a"), ("line", 0, 0, "R7a")], [16, 18, 17, 18]),
        ([("line", 0, 0, "R9a"), ("line", 0, 0, "R8a"), ("line", 2, 0, "R7a")], [17, 18, 16, 18]),
        ([("stalemate", 0, 0, "R9a"), ("line", 2, 0, "R8a"), ("line", 0, 0, "R7a")], [16, 18, 17, 18]),
        ([("line", 0, 0, "R9a"), ("line", 1, 1, "G9a")], [17, 17, 18, 18]),  # the other team's came later
        ([("line", 0, 0, "R9a"), ("stalemate", 0, 0, "")], [17, 18, 18, 18]),  # the latest round brought none
    ],
)
def test_P30_only_the_latest_trophy_of_that_team_counts(earlier, halves):
    rounds = [Round(how, seat, side, seat, (), (), "", trophy) for how, seat, side, trophy in earlier]
    state = begin(position({}, rounds=rounds, teams="yes", rounds_to_win=5)._replace(phase="begin"))
    assert stacks(state) == halves


NEUTRALS = {"c3": "Y1", "c4": "Y2", "d3": "Y3", "d4": "Y4", "e3": "Y5"}
LINE = {"a1": "R1", "b1": "R2", "c1": "R3"}


def _three_players(played_neutrals, held, **options):
    """Three players before a line of red; the neutrals that are not played are held so."""
    state = position({**LINE, **played_neutrals}, seats=3, **options)
    laid = sum(1 << number for _, number in state.laid)
    sure = tuple(bag_of((colour,)) & ~laid for colour in range(3))
    return state._replace(stacks=Stacks(sure, (Mixed(bag_of((3,)) & ~laid, held),)))


def test_P31_played_neutrals_are_shared_evenly_and_the_rest_leaves_the_game():
    state = lay(_three_players(NEUTRALS, (4, 5, 4)), "R4@d1")
    assert rules.view(state, PUBLIC).next_stacks == (17 + 4 + 1, 18 + 5 + 1, 18 + 4 + 1)
    state = begin(state)
    assert stacks(state) == [22, 24, 23]
    assert [mixed.held for mixed in state.stacks.mixed] == [(4, 5, 4), (1, 1, 1)]
    assert state.stacks.mixed[1].bag.bit_count() == 5  # two of them are out, nobody knows which


def test_P31_or_the_rest_is_dealt_from_the_new_starter_on():
    state = begin(lay(_three_players(NEUTRALS, (4, 5, 4), neutral_rest="deal"), "R4@d1"))
    assert [mixed.held for mixed in state.stacks.mixed] == [(4, 5, 4), (1, 2, 2)]


def test_P31_without_played_neutrals_nothing_is_shared():
    state = begin(lay(_three_players({}, (6, 6, 6)), "R4@d1"))
    assert [mixed.held for mixed in state.stacks.mixed] == [(6, 6, 6)]


def test_P31_neutrals_not_played_stay_with_who_holds_them():
    state = begin(lay(_three_players(NEUTRALS, (13, 0, 0)), "R4@d1"))
    weights = {NAMES[action.args[0]]: weight for action, weight in rules.chance(state)}
    assert "Y9a" not in weights
    assert {name for name in weights if name[0] == "Y"} == {"Y1a", "Y2a", "Y3a", "Y4a", "Y5a"}
    share = sum(weight for name, weight in weights.items() if name[0] == "Y")
    assert share * 19 == sum(weights.values())  # one of the 19 cards of this stack


@pytest.mark.parametrize("kind", ["Y4", "Y1"])
def test_P31_a_neutral_card_that_found_no_cell_stays_with_who_turned_it_up(kind):
    full = {f"{row}{col}": "G9" if (col + "abcdef".index(row)) % 2 else "R9" for row in "abcdef" for col in range(1, 7)}
    state, stuck_card = turned(position(full, seats=3, turn=2), kind), 1 << card(f"{kind}a")
    state = begin(state._replace(stacks=Stacks((0, 0, 0), (Mixed(bag_of((3,)) ^ stuck_card, (6, 6, 5)),))))
    assert state.stacks.sure[2] == bag_of((2,)) | stuck_card
    rounds = (past(0), *state.rounds)
    again = begin(turned(state._replace(seat=2), kind)._replace(phase="begin", seat=0, rounds=rounds))
    assert again.stacks.sure[2] == state.stacks.sure[2]


def test_P31_known_neutral_cards_stay_with_their_holder_round_after_round():
    state = lay(_three_players(NEUTRALS, (4, 4, 4)), "R4@d1")
    known = 1 << card("Y9a")
    sure = (*state.stacks.sure[:1], state.stacks.sure[1] | known, state.stacks.sure[2])
    state = begin(state._replace(stacks=Stacks(sure, (Mixed(state.stacks.mixed[0].bag ^ known, (4, 4, 4)),))))
    assert state.stacks.sure[1] == bag_of((1,)) | known


def test_P31_a_bag_that_was_played_to_its_end_is_forgotten():
    state = _three_players(NEUTRALS, (0, 0, 0))
    state = begin(lay(state._replace(stacks=state.stacks._replace(mixed=(Mixed(0, (0, 0, 0)),))), "R4@d1"))
    assert [mixed.held for mixed in state.stacks.mixed] == [(1, 1, 1)]


def test_P32_left_of_the_winner_starts():
    state = lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert rules.to_act(state) == (1,)


@pytest.mark.parametrize(("value", "starter"), [("winner_left", 2), ("ender_left", 1)])
def test_P32_after_a_stalemate(value, starter):
    assert stuck({**EIGHT, **APART}, next_start=value).seat == starter


def test_P32_left_of_the_winner_is_what_is_agreed_if_nothing_is():
    assert stuck({**EIGHT, **APART}).seat == 2


@pytest.mark.parametrize("value", ["winner_left", "ender_left"])
def test_P32_after_a_draw_left_of_who_could_not_play(value):
    assert stuck({**PAIR, **APART}, next_start=value).seat == 1
    assert stuck({**PAIR, **APART}, next_start=value, rounds=[past(2)]).seat == 1


def test_P32_after_a_line_of_a_team_left_of_who_laid_its_last_card():
    assert lay(position(TEAM_ROW, turn=2, teams="yes"), "R6@b5").seat == 3


@pytest.mark.parametrize(("value", "starter"), [("winner_left", 2), ("ender_left", 1)])
def test_P32_after_rows_of_a_team_left_of_its_lower_seat(value, starter):
    row = {"f1": "G1", "f2": "G2", "f3": "G3", "f4": "G4"}
    state = position(row, turn=3, empty=[0], teams="yes", next_start=value)
    assert lay(state, "Y9@e5").seat == starter


def test_P33_who_first_wins_two_rounds_wins_the_match():
    board = {"b1": "R6", "b2": "R7", "b3": "R3"}
    assert rules.outcome(lay(position(board, rounds=[past(1)]), "R5@b4")) is None
    outcome = rules.outcome(lay(position(board, rounds=[past(0)]), "R5@b4"))
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (2, 0, 0, 0), "enough rounds won")
    assert [(point.seats, point.amount, point.rule) for point in outcome.ledger][1] == ((0,), 1, "P-18")
    assert outcome.rounds == ("line", "line")


def test_P33_or_another_number_of_rounds():
    assert rules.outcome(lay(position(LINE, rounds_to_win=1), "R5@d1")) is not None


@pytest.mark.parametrize("goal", [3, 4, 5])
def test_P33_up_to_five(goal):
    before = [past(0, number=2 * number) for number in range(6, 6 + goal - 1)]
    assert rules.outcome(lay(position(LINE, rounds_to_win=goal, rounds=before[1:]), "R5@d1")) is None
    assert rules.outcome(lay(position(LINE, rounds_to_win=goal, rounds=before), "R5@d1")).scores[0] == goal


def test_P33_then_nobody_acts():
    state = lay(position(LINE, rounds_to_win=1), "R5@d1")
    assert rules.to_act(state) == rules.chance(state) == rules.legal(state, 0) == ()
    assert refused(state, Action(0, "begin")) == ("over", "P-33")


def test_P33_a_team_wins_together():
    row = {"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}
    outcome = rules.outcome(lay(position(row, teams="yes", turn=2, rounds_to_win=1), "R6@b5"))
    assert (outcome.winners, outcome.scores) == ((0, 2), (1, 0, 1, 0))
    assert outcome.ledger[0].seats == (0, 2)


def test_P33a_after_the_last_round_most_rounds_win_and_equals_share():
    outcome = rules.outcome(stuck({**PAIR, **APART}, max_rounds=3, rounds=[past(2), past(NOBODY, "draw")]))
    assert (outcome.winners, outcome.reason) == ((2,), "the last round was played")
    shared = rules.outcome(stuck({**PAIR, **APART}, max_rounds=1))
    assert shared.winners == (0, 1, 2, 3)
    assert [(point.seats, point.amount, point.rule) for point in shared.ledger] == [((), 0, "P-28")]
    leaders = rules.outcome(stuck({**PAIR, **APART}, max_rounds=3, rounds=[past(2), past(1)]))
    assert (leaders.winners, leaders.scores) == ((1, 2), (0, 1, 1, 0))


def test_P33a_twenty_rounds_if_nothing_is_agreed():
    draws = [past(NOBODY, "draw")] * 18
    assert rules.outcome(stuck({**PAIR, **APART}, rounds=draws)) is None
    assert rules.outcome(stuck({**PAIR, **APART}, rounds=[*draws, draws[0]])) is not None


def test_views_call_the_phases_so():
    assert set(Phase) == {"starter", "youngest", "begin", "turn", "place", "trophy", "over"}


def test_a_round_counts_up_when_it_begins_not_when_one_ends():
    state = rules.setup(4, full_options(GAME, {}))
    assert rules.round_number(state) == 1
    ended = lay(position(LINE), "R5@d1")
    assert (rules.round_number(ended), rules.round_number(begin(ended))) == (1, 2)
    choosing = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert (choosing.phase, rules.round_number(choosing)) == ("trophy", 1)


OPTIONS = {
    "teams": ("no", ("no", "yes")),
    "first_player": ("youngest", ("youngest", "random")),
    "first_cell": ("centre4", ("centre4", "any")),
    "frame": ("fixed", ("fixed", "floating")),
    "multi_line": ("choose", ("choose", "highest_of_all")),
    "stalemate_wins": ("round", ("round", "game")),
    "tie_points": ("sum", ("sum", "lowest_single_row")),
    "no_rows": ("draw", ("draw", "step_down")),
    "stalemate_trophy": ("yes", ("yes", "no")),
    "neutral_rest": ("remove", ("remove", "deal")),
    "next_start": ("winner_left", ("winner_left", "ender_left")),
    "rounds_to_win": (2, tuple(range(1, 6))),
    "max_rounds": (20, tuple(range(1, 100))),
}


def test_every_open_question_has_these_answers_and_this_default():
    assert {option.name: (option.default, option.choices) for option in GAME.options} == OPTIONS
