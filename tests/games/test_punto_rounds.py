"""The sheet of Punto from the end of a round without a line to the end of the match (P-25 to P-33a)."""

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, chosen
from glowtable.games.punto import rules
from glowtable.games.punto.cards import NAMES, colour_bag
from glowtable.games.punto.stacks import Mixed, Stacks, possible, size
from glowtable.games.punto.state import NOBODY

from tests.games.punto_positions import GAME, card, lay, legal_cells, number, position, refused, turned

ROW = {"a1": "R1", "a2": "R2", "a3": "R6"}  # a row of three, 9 points
EIGHT = {"f1": "G4", "f2": "G3", "f3": "G1"}
NINE = {"f1": "G4", "f2": "G3", "f3": "G2"}
APART = {"b4": "B1", "c4": "Y1", "d4": "B2", "e4": "Y2"}  # joins two rows, itself no row
PAIR = {"d1": "G6", "c1": "G2"}


def stuck(board, seats=4, **options):
    """A position after its last card: the seat to play next has an empty stack."""
    state = position(board, seats, turn=seats - 1, empty=[0], **options)
    return lay(state, "Y9@b4" if "b4" in board else "Y9@b2")


def stacks(state):
    return [size(state.stacks, seat) for seat in range(state.terms.seats)]


def begin(state):
    return rules.apply(state, Action(state.seat, "begin"))


def test_P25_an_empty_stack_on_ones_turn_ends_the_round():
    state = stuck({**ROW, **EIGHT, **APART})
    assert (state.rounds[0].seat, state.rounds[0].stuck) == (0, "")
    assert state.rounds[0].end == "stalemate"


def test_P25_so_does_a_card_without_a_cell():
    full = {f"{row}{col}": "G9" if (col + "abcdef".index(row)) % 2 else "Y9" for row in "abcdef" for col in range(1, 7)}
    state = turned(position(full), "R9")
    assert (state.rounds[0].seat, state.rounds[0].stuck) == (0, "R9a")
    assert state.card == card("R9a")  # it stays on the table, his, until the cards are gathered
    assert stacks(begin(state)) == [18, 18, 18, 18]


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
        assert outcome.reason == "most rows when nobody could play on"
        assert state.rounds[0].trophy == ""


def test_P26a_the_rows_win_the_game_against_more_rounds_won():
    state = stuck({**ROW, **APART}, stalemate_wins="game", rounds=[_round(1), _round(1)], rounds_to_win=3)
    outcome = rules.outcome(state)
    assert (outcome.winners, outcome.scores) == ((0,), (1, 2, 0, 0))


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


def test_P29_or_only_a_round_is_counted():
    view = rules.view(stuck({**ROW, **APART}, stalemate_trophy="no"), PUBLIC)
    assert (view.wins, view.trophies) == ((1, 0, 0, 0), ((), (), (), ()))


def test_P30_all_other_cards_go_home_covered_ones_too():
    state = lay(position({"a1": "R2 G8", "b2": "R7", "c3": "R3", "d4": "B1 R4"}), "R9@a1")
    assert stacks(begin(state)) == [17, 18, 18, 18]
    assert [possible(begin(state).stacks, seat) for seat in (1, 2, 3)] == [colour_bag(colour) for colour in (1, 2, 3)]


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


NEUTRALS = {"c3": "Y1", "c4": "Y2", "d3": "Y3", "d4": "Y4", "e3": "Y5"}
LINE = {"a1": "R1", "b1": "R2", "c1": "R3"}


def _three_players(played_neutrals, held, **options):
    """Three players before a line of red; the neutrals that are not played are held so."""
    state = position({**LINE, **played_neutrals}, seats=3, **options)
    laid = sum(1 << number for _, number in state.laid)
    sure = tuple(colour_bag(colour) & ~laid for colour in range(3))
    return state._replace(stacks=Stacks(sure, (Mixed(colour_bag(3) & ~laid, held),)))


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


def test_P31_a_neutral_card_that_found_no_cell_stays_with_who_turned_it_up():
    full = {f"{row}{col}": "G9" if (col + "abcdef".index(row)) % 2 else "R9" for row in "abcdef" for col in range(1, 7)}
    state = turned(position(full, seats=3, turn=2), "Y4")
    state = begin(state._replace(stacks=Stacks((0, 0, 0), (Mixed(colour_bag(3) ^ 1 << card("Y4a"), (6, 6, 5)),))))
    assert state.stacks.sure[2] == colour_bag(2) | 1 << card("Y4a")
    again = begin(turned(state._replace(seat=2), "Y4")._replace(phase="begin", seat=0, rounds=state.rounds * 2))
    assert again.stacks.sure[2] == state.stacks.sure[2]


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


def test_P32_after_a_draw_left_of_who_could_not_play():
    assert stuck({**PAIR, **APART}).seat == 1


def _round(winner, end="line", number=0):
    return [
        end,
        0,
        winner,
        winner,
        [[0, 1, 2, 3]],
        [],
        "",
        NAMES[18 * winner + number] if winner >= 0 else "",
        0,
        0,
        0,
    ]


def test_P33_who_first_wins_two_rounds_wins_the_match():
    board = {"b1": "R6", "b2": "R7", "b3": "R3"}
    assert rules.outcome(lay(position(board, rounds=[_round(1)]), "R5@b4")) is None
    outcome = rules.outcome(lay(position(board, rounds=[_round(0)]), "R5@b4"))
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (2, 0, 0, 0), "enough rounds won")
    assert [(point.seats, point.amount, point.rule) for point in outcome.ledger][1] == ((0,), 1, "P-18")
    assert outcome.rounds == ("line", "line")


def test_P33_or_another_number_of_rounds():
    assert rules.outcome(lay(position(LINE, rounds_to_win=1), "R5@d1")) is not None


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
    outcome = rules.outcome(stuck({**PAIR, **APART}, max_rounds=3, rounds=[_round(2), _round(NOBODY, "draw")]))
    assert (outcome.winners, outcome.reason) == ((2,), "the last round was played")
    shared = rules.outcome(stuck({**PAIR, **APART}, max_rounds=1))
    assert shared.winners == (0, 1, 2, 3)
    assert [(point.seats, point.amount, point.rule) for point in shared.ledger] == [((), 0, "P-28")]


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
    assert [point.rule for point in outcome.ledger] == [rule]


def test_a_round_counts_up_when_it_begins_not_when_one_ends():
    state = rules.setup(4, chosen(GAME, {}))
    assert rules.round_number(state) == 1
    ended = lay(position(LINE), "R5@d1")
    assert (rules.round_number(ended), rules.round_number(begin(ended))) == (1, 2)


# -- refusals that belong to no single rule


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
        (turned(position({"c3": "R4"}), "G4"), Action(0, "place", ("c3",)), ("unknown", "P-16")),
        (turned(position({"c3": "R4"}), "G4"), Action(0, "place", (1, 2)), ("unknown", "P-16")),
        (rules.setup(2, chosen(GAME, {})), Action(0, "place", (3,)), ("not now", "")),
        (rules.setup(2, chosen(GAME, {})), Action(2, "begin"), ("not your turn", "P-11")),
        (rules.setup(2, chosen(GAME, {"first_player": "random"})), Action(0, "begin"), ("not now", "")),
        (
            rules.setup(2, chosen(GAME, {"first_player": "random"})),
            Action(CHANCE, "starter", (2,)),
            ("unknown", "P-09"),
        ),
        (lay(position(LINE), "R5@d1"), Action(CHANCE, "turn", (3,)), ("not now", "")),
        (lay(position(LINE), "R5@d1"), Action(1, "begin", (3,)), ("unknown", "")),
        (
            stuck({**ROW, "d1": "R9", "d2": "R2", "d3": "R8", **APART}),
            Action(0, "place", (1,)),
            ("not now", ""),
        ),
        (
            stuck({**ROW, "d1": "R9", "d2": "R2", "d3": "R8", **APART}),
            Action(0, "trophy", (36,)),
            ("unknown", "P-16"),
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(state, action, refusal):
    assert refused(state, action) == refusal


@pytest.mark.parametrize(
    ("seats", "options", "rule"),
    [(2, {}, "P-03"), (3, {}, "P-04"), (4, {}, "P-05"), (4, {"teams": "yes"}, "P-06")],
)
def test_a_card_that_cannot_be_in_the_stack_is_refused(seats, options, rule):
    state = rules.apply(rules.setup(seats, chosen(GAME, options)), Action(0, "begin"))
    assert refused(state, Action(CHANCE, "turn", (card("G4a"),))) == ("card not in this stack", rule)


def test_json_that_names_no_cell_or_card_is_no_state():
    with pytest.raises(ValueError, match="no such cell: 'g7'"):
        position({"g7": "R1"})
    with pytest.raises(KeyError, match="R0a"):
        position({"c3": "R0"})
