"""How many ways small matches go at each depth, fixed as a table; and counted again by the oracle."""

import pytest
from glowtable.game import CHANCE
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import Stacks

from tests.games import punto_oracle as oracle
from tests.games.punto_positions import begun, card, position


def actions(state):
    if rules.to_act(state) == (CHANCE,):
        return [action for action, _ in rules.chance(state)]
    return [action for seat in rules.to_act(state) for action in rules.legal(state, seat)]


def perft(state, depth):
    """How many ways lead `depth` actions on; ways that end earlier are not counted."""
    if depth == 0:
        return 1
    return sum(perft(rules.apply(state, action), depth - 1) for action in actions(state))


BEGUN = {  # ways to begin, after one action, two, three, ...: a card is drawn, then laid, the next is drawn
    "two players": (begun(2), [36, 144, 5184, 43776]),
    "three players": (begun(3), [36, 144, 5112, 43200]),
    "four players": (begun(4), [18, 72, 1296, 10944]),
    "teams": (begun(4, teams="yes"), [36, 144, 5184, 43776]),
    "floating frame": (begun(4, frame="floating"), [18, 18, 324, 2736]),
    "first card anywhere": (begun(4, first_cell="any"), [18, 648, 11664, 76464]),
}


@pytest.mark.parametrize("name", BEGUN)
def test_a_match_begins_in_so_many_ways(name):
    state, counts = BEGUN[name]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


CORNER = {"a1": "R2 G8", "a2": "R9", "b1": "Y9", "b2": "B9"}
ROW = {"b1": "R3", "b2": "R4", "b3": "R5"}
STUCK = {f"{row}{col}": "GYGYGYG"[(col + ord(row)) % 2] + "9" for row in "abcdef" for col in range(1, 7)}
SMALL = {
    "to the last card": (CORNER, ["R5a B1a", "G1a G6a"], 5, [2, 10, 20, 150, 150, 1403, 1403, 16457, 0]),
    "a line may be won": (ROW, ["R1a R9a", "G1a", "B1a", "Y1a"], 4, [2, 21, 19, 185, 185, 2036, 2036]),
    "no cell is left": ({**STUCK, "f6": "R8"}, ["R5a R9a", "G9a", "B1a", "Y1a"], 4, [2, 1, 1, 0]),
}


def small(board, stacks):
    """A match of one round in the middle of it, its stacks just these cards."""
    state = position(board, len(stacks), rounds_to_win=1, max_rounds=1)
    sure = tuple(sum(1 << card(name) for name in stack.split()) for stack in stacks)
    return state._replace(stacks=Stacks(sure, ()))


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_small_match_goes_so_many_ways(name):
    board, stacks, _, counts = SMALL[name]
    assert [perft(small(board, stacks), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", SMALL)
def test_the_oracle_counts_the_same(name):
    board, stacks, need, counts = SMALL[name]
    tops = {("abcdef".index(cell[0]), int(cell[1]) - 1): pile.split()[-1] for cell, pile in board.items()}
    hands = [stack.split() for stack in stacks]
    assert [turns(tops, hands, 0, need, depth) for depth in range(1, len(counts) + 1)] == counts


def turns(board, stacks, seat, need, depth):
    """The same count from the oracle, a card turned up first."""
    if depth == 0 or not stacks[seat]:
        return depth == 0
    return sum(places(board, stacks, seat, need, name, depth - 1) for name in stacks[seat])


def places(board, stacks, seat, need, name, depth):
    cells = oracle.legal(board, name, "fixed", set())
    if depth == 0 or not cells:
        return depth == 0
    rest = [[each for each in stack if each != name] for stack in stacks]
    count = 0
    for cell in cells:
        after = {**board, cell: name[:2]}
        won = oracle.lines(after, cell, need)
        count += depth == 1 if won else turns(after, rest, (seat + 1) % len(stacks), need, depth - 1)
    return count
