"""The engine of Punto against an independent one, on random play; and the symmetries of the board."""

import pytest
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.punto.cards import CARD_KINDS, COLOURS
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.score import compare
from glowtable.games.punto.state import NOBODY
from glowtable.match.dealer import Dealer
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import punto_oracle as oracle
from tests.games.play import at_random, steps
from tests.games.punto_positions import GAME, legal_cells, position, turned

MATCHES = [(2, {}), (3, {}), (4, {}), (4, {"teams": "yes"})]
BOARDS = st.dictionaries(
    st.tuples(st.integers(0, 5), st.integers(0, 5)), st.sampled_from(sorted(set(CARD_KINDS))), min_size=1, max_size=36
)


def centre(frame):
    return {(5, 5)} if frame == "floating" else {(row, col) for row in (2, 3) for col in (2, 3)}


def board_of(state):
    return {divmod(cell, state.terms.lattice.side): CARD_KINDS[card] for cell, card in state.laid}


def named(places):
    return {"abcdef"[row] + str(col + 1) for row, col in places}


@pytest.mark.parametrize("frame", ["fixed", "floating"])
@pytest.mark.parametrize(("seats", "options"), MATCHES)
@given(seed=st.integers(0, 2**32), no_rows=st.sampled_from(["draw", "step_down"]))
@settings(max_examples=6, deadline=None)
def test_random_play_agrees_with_the_oracle(seats, options, frame, seed, no_rows):
    options = full_options(GAME, {**GAME.test_options, **options, "frame": frame, "no_rows": no_rows, "max_rounds": 3})
    dealer = Dealer(seed)
    for step in steps(rules, rules.setup(seats, options), dealer, at_random(rules, dealer.rng)):
        CHECKS.get(step.action.kind, lambda *_: None)(*step, frame)


def check_turn(state, action, after, frame):
    expected = oracle.legal(board_of(state), CARD_KINDS[action.args[0]], frame, centre(frame))
    if after.phase == "place":
        found = {divmod(each.args[0], after.terms.lattice.side) for each in rules.legal(after, after.seat)}
        assert found == expected
    else:
        assert not expected
        check_stalemate(after)


def check_place(state, action, after, frame):
    place = divmod(action.args[0], state.terms.lattice.side)
    board = {**board_of(state), place: CARD_KINDS[state.card]}
    lines = oracle.lines(board, place, state.terms.need) if state.card < state.terms.coloured else []
    ended = after.rounds[len(state.rounds) :]
    if lines:
        side = after.terms.lattice.side
        assert {frozenset(divmod(cell, side) for cell in line) for line in ended[0].lines} == set(map(frozenset, lines))
        assert ended[0].winner == state.terms.side_of[state.seat]
    elif ended:
        check_stalemate(after)


def check_stalemate(state):
    terms, done = state.terms, state.rounds[-1]
    sides = ["".join(COLOURS[colour] for colour in mine) for mine in terms.colours]
    options = terms.options
    verdict = oracle.stalemate(board_of(state), sides, terms.need, options["tie_points"], options["no_rows"])
    assert done.winner == (NOBODY if verdict.winner is None else verdict.winner)
    assert [list(zip(step.sides, step.rows, step.points, strict=True)) for step in done.steps] == verdict.tallies


def tallies(steps):
    return [list(zip(step.sides, step.rows, step.points, strict=True)) for step in steps]


CHECKS = {"turn": check_turn, "place": check_place}


@given(board=BOARDS, card=st.sampled_from(sorted(set(CARD_KINDS))))
@settings(max_examples=200, deadline=None)
def test_legal_cells_of_any_board_agree_with_the_oracle(board, card):
    expected = named(oracle.legal(board, card, "fixed", set()))
    state = turned(position({next(iter(named([place]))): kind for place, kind in board.items()}), card)
    assert set(legal_cells(state) if state.phase == "place" else []) == expected


@pytest.mark.slow
@given(
    board=BOARDS,
    need=st.integers(4, 5),
    sides=st.sampled_from([["RB", "GY"], ["R", "G", "B"], ["R", "G", "B", "Y"]]),
    tie_points=st.sampled_from(["sum", "lowest_single_row"]),
    no_rows=st.sampled_from(["draw", "step_down"]),
)
@settings(max_examples=300, deadline=None)
def test_any_stalemate_agrees_with_the_oracle(board, need, sides, tie_points, no_rows):
    cells = {row * 6 + col: kind for (row, col), kind in board.items()}
    values = {cell: int(kind[1]) for cell, kind in cells.items()}
    own = [[sum(1 << cell for cell in cells if cells[cell][0] == colour) for colour in side] for side in sides]
    winner, steps = compare(own, values, 6, need, tie_points, no_rows)
    verdict = oracle.stalemate(board, sides, need, tie_points, no_rows)
    assert winner == verdict.winner
    assert tallies(steps) == verdict.tallies


SYMMETRIES = [
    lambda row, col: (row, 5 - col),
    lambda row, col: (5 - row, col),
    lambda row, col: (col, row),
    lambda row, col: (col, 5 - row),
]


@pytest.mark.parametrize("turn", SYMMETRIES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_seen_from_another_side_is_the_same_match(turn, seats):
    def moved(cell):
        row, col = turn(*divmod(cell, 6))
        return row * 6 + col

    options = full_options(GAME, GAME.test_options)
    dealer = Dealer(seats, "symmetry")
    state = mirror = rules.setup(seats, options)
    while actors := rules.to_act(state):
        if actors[0] == CHANCE:
            action = reflected = dealer.draw_outcome(rules.chance(state))
            assert rules.chance(mirror) == rules.chance(state)
        else:
            legal = rules.legal(state, actors[0])
            action = dealer.rng.choice(legal)
            reflected = Action(action.seat, action.kind, tuple(map(moved, action.args)))
            there = {each.args for each in rules.legal(mirror, actors[0])}
            assert there == {tuple(map(moved, each.args)) for each in legal}
        state, mirror = rules.apply(state, action), rules.apply(mirror, reflected)
    here, there = rules.outcome(state), rules.outcome(mirror)
    assert (here.winners, here.scores, here.rounds) == (there.winners, there.scores, there.rounds)
