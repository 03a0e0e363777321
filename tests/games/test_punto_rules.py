"""The sheet of Punto up to the end of a round by a line: one test per numbered rule (P-01 to P-24)."""

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, DrawSource, full_options
from glowtable.games.punto.cards import NAMES
from glowtable.games.punto.kinds import KINDS
from glowtable.games.punto.lines import box, cell_text, frames
from glowtable.games.punto.rules import RULES as rules
from glowtable.kit.bit_sets import mask_of
from glowtable.messages import UserError
from hypothesis import given
from hypothesis import strategies as st

from tests.games.punto_positions import (
    GAME,
    begin,
    begun,
    card,
    lay,
    legal_cells,
    number,
    place,
    position,
    refused,
    stacks,
    turned,
)


def tops(state):
    return {NAMES[action.args[0]]: weight for action, weight in rules.chance(state)}


def test_P01_seventy_two_cards_two_of_each_value_in_four_colours():
    assert len(set(GAME.deck)) == 72
    assert {name[:2] for name in GAME.deck} == {f"{colour}{value}" for colour in "RGBY" for value in range(1, 10)}
    assert sum(int(name[1]) for name in GAME.deck if name[0] == "R") == 90


def test_P02_two_to_four_players():
    assert GAME.seats == (2, 3, 4)


def test_P03_two_players_have_all_cards_of_two_colours_each():
    state = begun(2)
    assert stacks(state) == [36, 36]
    assert {name[0] for name in tops(state)} == {"R", "B"}
    assert {name[0] for name in tops(begun(2, starter=1))} == {"G", "Y"}


def test_P04_three_players_have_a_colour_each_and_six_unknown_cards_of_the_fourth():
    state = begun(3)
    assert stacks(state) == [24, 24, 24]
    weights = tops(state)
    assert {name[0] for name in weights} == {"R", "Y"}
    assert sum(weight for name, weight in weights.items() if name[0] == "Y") * 24 == sum(weights.values()) * 6
    assert len(set(weights.values())) == 2


def test_P05_four_players_have_a_colour_each():
    state = begun(4, starter=3)
    assert stacks(state) == [18, 18, 18, 18]
    assert {name[0] for name in tops(state)} == {"Y"}


def test_P06_teams_sit_opposite_and_share_two_colours_by_halves():
    state = begun(4, teams="yes")
    assert stacks(state) == [18, 18, 18, 18]
    assert state.terms.sides == ((0, 2), (1, 3))
    assert tops(state) == tops(begun(4, starter=2, teams="yes"))
    assert tops(state).keys() == tops(begun(2)).keys()
    assert len(set(tops(state).values())) == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_P06_only_four_can_make_teams(seats):
    with pytest.raises(UserError, match=f"teams=yes needs 4 players, not {seats}"):
        rules.setup(seats, full_options(GAME, {"teams": "yes"}))


def test_P07_all_eyes_see_the_same_and_no_order_of_a_stack():
    state = lay(begun(3), "R5@c3", "Y2@c4")
    assert rules.view(state, PUBLIC) == rules.view(state, 0) == rules.view(state, 2)
    assert rules.determinize(state, 1, None) is state


def test_P07_what_is_known_of_a_stack_is_the_same_whatever_the_order_it_was_turned_up_in():
    one = lay(begun(2), "R5@c3", "G1@c4", "R6@d3")
    other = lay(begun(2), "R6@d3", "G1@c4", "R5@c3")
    assert one != other and one.stacks == other.stacks
    assert rules.view(one, PUBLIC).sure == rules.view(other, PUBLIC).sure


@pytest.mark.parametrize(("seats", "options", "need"), [(2, {}, 5), (3, {}, 4), (4, {}, 4), (4, {"teams": "yes"}, 5)])
def test_P08_how_long_a_line_must_be(seats, options, need):
    assert begun(seats, **options).terms.need == need


def test_P09_the_youngest_begins_and_says_so():
    state = rules.setup(3, full_options(GAME, {}))
    assert rules.to_act(state) == (0, 1, 2)
    assert rules.legal(state, 2) == (Action(2, "begin"),)
    assert rules.to_act(rules.apply(state, Action(2, "begin"))) == (CHANCE,)
    assert rules.apply(state, Action(2, "begin")).seat == 2


def test_P09_or_chance_draws_who_begins():
    state = rules.setup(3, full_options(GAME, {"first_player": "random"}))
    assert rules.to_act(state) == (CHANCE,)
    assert rules.chance(state) == tuple((Action(CHANCE, "starter", (seat,)), 1) for seat in range(3))
    assert rules.apply(state, Action(CHANCE, "starter", (1,))).seat == 1


def test_P09_P12_chance_draws_the_lot_or_from_the_stack_whose_turn_it_is():
    drawn = rules.setup(3, full_options(GAME, {"first_player": "random"}))
    assert rules.draw_source(drawn) == DrawSource("starter", keeps=False)
    assert [rules.draw_source(begun(3, starter=seat)) for seat in range(3)] == list(map(DrawSource, range(3)))


def test_P10_the_first_card_of_a_round_goes_to_the_middle():
    state = turned(begun(4), "R5")
    assert legal_cells(state) == ["c3", "c4", "d3", "d4"]
    assert refused(state, place(state, "b2")) == ("first card not in the middle", "P-10")


def test_P10_so_does_the_first_card_of_every_later_round():
    state = turned(begin(lay(position({"b1": "R6", "b2": "R7", "b3": "R3"}), "R5@b4")), "G5")
    assert len(state.rounds) == 1
    assert legal_cells(state) == ["c3", "c4", "d3", "d4"]


def test_P10_or_anywhere_if_agreed():
    assert len(legal_cells(turned(begun(4, first_cell="any"), "R5"))) == 36


def test_P10_in_the_floating_frame_it_is_the_origin():
    assert legal_cells(turned(begun(4, frame="floating"), "R5")) == ["f6"]


def test_P11_turns_go_clockwise():
    state = begun(4, starter=2)
    seats = []
    for text in ("B1@c3", "Y1@c4", "R1@d3", "G1@d4", "B2@b2"):
        seats.append(state.seat)
        state = lay(state, text)
    assert seats == [2, 3, 0, 1, 2]


def test_P12_the_card_turned_up_must_be_played_and_no_other():
    state = turned(begun(4), "R5")
    assert rules.to_act(state) == (0,)
    assert {action.kind for action in rules.legal(state, 0)} == {"place"}
    assert refused(state, Action(CHANCE, "turn", (card("R7a"),))) == ("first card stays", "P-12")
    assert refused(state, Action(CHANCE, "turn", (card("R5a"),))) == ("read twice", "P-12")
    assert refused(begun(4), Action(0, "place", (14,))) == ("no card turned up", "P-12")


def test_P13_next_to_a_card_by_edge_or_corner():
    state = turned(position({"c3": "R9"}), "G1")
    assert legal_cells(state) == ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]
    assert refused(state, place(state, "e5")) == ("apart", "P-13")


def test_P14_on_top_of_fewer_points_whatever_the_colour():
    state = turned(position({"c3": "R4", "f6": "G5"}), "R5")
    assert "c3" in legal_cells(state)  # a card of one's own
    assert refused(state, place(state, "f6")) == ("not higher", "P-14")
    assert {"c3", "f6"} <= set(legal_cells(turned(position({"c3": "R4", "f6": "G5"}), "B6")))


def test_P14_nothing_covers_a_nine():
    state = turned(position({"c3": "R9"}), "G9")
    assert refused(state, place(state, "c3")) == ("not higher", "P-14")


def test_P15_only_the_top_card_counts():
    state = turned(position({"a1": "R2 G8"}), "B6")
    assert refused(state, place(state, "a1")) == ("not higher", "P-14")
    assert rules.view(lay(state._replace(phase="turn"), "B9@a1"), PUBLIC).piles == ((0, ("R2a", "G8a", "B9a")),)


def test_P16_the_fixed_frame_ends_at_the_edge():
    assert legal_cells(turned(position({"a1": "R9"}), "G1")) == ["a2", "b1", "b2"]


def test_P16_the_floating_frame_closes_when_six_are_spanned():
    row = {f"f{col + 6}": f"R{col + 4}" for col in range(6)}
    state = turned(position(row, frame="floating"), "B1")
    assert legal_cells(state) == sorted(f"{row}{col}" for row in "eg" for col in range(6, 12))
    assert refused(state, place(state, "f5")) == ("outside the frame", "P-16")
    five = {cell: kind for cell, kind in row.items() if cell != "f11"}
    assert {"f5", "f11"} <= set(legal_cells(turned(position(five, frame="floating"), "B1")))


@pytest.mark.parametrize(("far", "closed"), [("e5 d4 c3 b2 a1", "g7 g6 f7"), ("g5 h4 i3 j2 k1", "e7 e6 f7 e1")])
def test_P16_six_rows_and_columns_are_spanned_in_the_corners_of_the_lattice_too(far, closed):
    diagonal = position(dict.fromkeys(["f6", *far.split()], "R9"), frame="floating")
    state = turned(diagonal, "B1")
    assert not set(closed.split()) & set(legal_cells(state))
    assert {refused(state, place(state, cell)) for cell in closed.split()} == {("outside the frame", "P-16")}


@given(side=st.sampled_from([6, 11]), cells=st.sets(st.integers(0, 35), min_size=1))
def test_P16_what_is_spanned_is_the_first_and_the_last_row_and_column(side, cells):
    rows, cols = [cell // side for cell in cells], [cell % side for cell in cells]
    assert box(mask_of(cells), side) == (min(rows), max(rows), min(cols), max(cols))


def test_P16_a_frame_ends_at_the_edges_of_the_lattice():
    assert frames(0, 0, 0, 0, 11, 6) == mask_of(row * 11 + col for row in range(6) for col in range(6))
    assert frames(3, 3, 3, 3, 6, 6) == (1 << 36) - 1
    assert frames(10, 10, 0, 0, 11, 6) == mask_of(row * 11 + col for row in range(5, 11) for col in range(6))


def test_P16_actions_are_about_the_cells_of_the_largest_lattice():
    for kind in ("place", "trophy"):
        (cells,) = KINDS[kind].domains
        assert [cell_text(cells[0], 11), cell_text(cells[-1], 11), len(cells)] == ["a1", "k11", 121]


def test_P17_there_is_no_passing():
    state = turned(begun(4), "R5")
    assert refused(state, Action(0, "pass")) == ("unknown", "")
    assert refused(state, Action(0, "begin"))[0] == "not now"


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ({"b1": "R3", "b2": "R4", "b3": "R5"}, "R6@b4"),
        ({"a2": "R3", "b2": "R4", "c2": "R5"}, "R6@d2"),
        ({"a1": "R3", "b2": "R4", "d4": "R5"}, "R6@c3"),
        ({"a6": "R3", "b5": "R4", "c4": "R5"}, "R6@d3"),
    ],
)
def test_P18_a_line_in_row_column_or_diagonal_ends_the_round(board, text):
    state = lay(position(board), text)
    assert [(done.end, done.winner) for done in state.rounds] == [("line", 0)]
    assert rules.to_act(state) == (1,)  # who begins the next round


def test_P18_two_own_colours_do_not_mix():
    state = lay(position({"b1": "R3", "b2": "R4", "b3": "R5", "b4": "R6"}, seats=2), "B9@b5")
    assert state.rounds == ()


def test_P18_a_gap_or_too_few_make_no_line():
    assert lay(position({"b1": "R3", "b2": "R4", "b4": "R5"}), "R6@b5").rounds == ()
    assert lay(position({"b1": "R3", "b2": "R4"}), "R6@b3").rounds == ()


def test_P19_the_neutral_colour_makes_no_line():
    board = {"b1": "Y3", "b2": "Y4", "b3": "Y5"}
    assert lay(position(board, seats=3), "Y6@b4").rounds == ()
    assert lay(position(board, seats=4, turn=3), "Y6@b4").rounds != ()  # control: of four players it is yellow's


def test_P20_covering_can_only_destroy_a_line_of_others():
    state = lay(position({"b1": "G3", "b2": "G4", "b3": "G5"}), "R6@b2")
    assert state.rounds == ()
    assert lay(state, "G6@b4").rounds == ()


def test_P21_a_longer_run_is_one_line():
    state = lay(position({"e1": "R3", "e2": "R9", "e4": "R6", "e5": "R1"}), "R2@e3")
    assert state.rounds[0].lines == (tuple(range(24, 29)),)
    assert state.rounds[0].trophy == "R9a"


def test_P21_so_is_a_run_across_the_whole_frame():
    state = lay(position({"e1": "R3", "e2": "R9", "e4": "R6", "e5": "R1", "e6": "R1"}), "R2@e3")
    assert state.rounds[0].lines == (tuple(range(24, 30)),)


TWO_LINES = {"a3": "R9", "b3": "R4", "c3": "R2", "d4": "R7", "d5": "R3", "d6": "R6"}


def test_P22_of_two_lines_at_once_the_winner_chooses():
    state = lay(position(TWO_LINES), "R5@d3")
    assert rules.to_act(state) == (0,)
    assert legal_cells(state) == ["a3", "d4"]
    assert refused(state, Action(0, "trophy", (number(state, "b3"),))) == ("no trophy", "P-23")
    assert refused(state, Action(1, "trophy", (number(state, "a3"),))) == ("not your turn", "P-11")
    state = rules.apply(state, Action(0, "trophy", (number(state, "d4"),)))
    assert state.rounds[0].trophy == "R7a"


def test_P22_or_the_highest_of_all_goes():
    assert lay(position(TWO_LINES, multi_line="highest_of_all"), "R5@d3").rounds[0].trophy == "R9a"


def test_P23_the_highest_card_leaves_the_game_for_good():
    state = lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5@d4")
    view = rules.view(state, PUBLIC)
    assert view.trophies == (("R7a",), (), (), ())
    assert view.wins == (1, 0, 0, 0)
    assert number(state, "b2") not in dict(view.piles)
    state = rules.apply(state, Action(1, "begin"))
    state = state._replace(seat=0)
    assert refused(state, Action(CHANCE, "turn", (card("R7a"),))) == ("card out of the game", "P-23")
    assert stacks(state) == [17, 18, 18, 18]


def test_P23_of_equal_highest_the_card_just_laid_goes():
    state = lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R7@d4")
    assert state.rounds[0].trophy == "R7b"


def test_P23_else_the_winner_points():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert legal_cells(state) == ["a1", "b2"]


def test_P23_a_tagged_copy_is_the_one_that_leaves():
    state = lay(position({"a1": "R2", "b2": "R7b", "c3": "R3"}), "R5@d4")
    assert rules.view(state, PUBLIC).trophies[0] == ("R7b",)


def test_P24_a_team_completes_a_line_together():
    state = begun(4, teams="yes")
    state = lay(state, "R1@c3", "G1@d3", "R2@c4", "G2@d4", "R3@c5", "G3@d5", "R4@c6", "G5@e5", "R5@c2")
    assert rules.view(state, PUBLIC).wins == (1, 0)
    assert state.rounds[0].taker == 0
    assert stacks(rules.apply(state, Action(1, "begin")))[::2] == [17, 18]
