"""How many ways small positions of Spiel des Jahres go at each depth, fixed as a table; the first counted by hand."""

import pytest
from glowtable.game import CHANCE
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.state import Phase

from tests.games.spiel_positions import contract_of, do, position

CONTRACT = contract_of("role", "family")


def perft(state, depth):
    """How many ways lead `depth` actions on; ways that end earlier are not counted."""
    if depth == 0:
        return 1
    if rules.to_act(state) == (CHANCE,):
        actions = [action for action, _ in rules.chance(state)]
    else:
        actions = [action for seat in rules.to_act(state) for action in rules.legal(state, seat)]
    return sum(perft(rules.apply(state, action), depth - 1) for action in actions)


CLOSED = {"seats": 2, "trades": "off"}
POSITIONS = {
    # seat 0 taps one of two, and each seat brainstorms or is ready; 2 x 5 more, 2 x 116 cards drawn, 2, 4
    "a month": (position([["Goat", "Moon"]], **CLOSED), [6, 248, 1458]),
    # seat 0 takes it back, taps the other, is ready, and seat 1's two; 6, 6, 2, 116 cards drawn, 3
    "an idea tapped": (do(position([["Goat", "Moon"]], **CLOSED), "0 tap Goat"), [5, 133, 986]),
    # three choices and pass each; the other's four; in 16 ways and 2 orders whoever brainstorms has two, else one
    "chosen in secret": (position(phase=Phase.SEAL, actions="secret", **CLOSED), [8, 32, 80]),
    # fire, call, ready twice; 3, 2, 2, 2; fired and employed by the other, who fired him may offer more (S-24)
    "offers": (position(phase=Phase.OFFERS, staff=[(CONTRACT, 0, 30)], **CLOSED), [4, 9, 250]),
    # raise or pass; 2 again, or call and twice ready
    "an auction": (
        do(position(phase=Phase.OFFERS, staff=[(CONTRACT, 0, 30)], **CLOSED), f"1 call {CONTRACT}"),
        [2, 5, 11],
    ),
    # give, pay or ask 10, 20 or 30, hand over, end it; 9, 9 + 8 + 7 twice, 7, 6: not begun again at once
    "a trade": (do(position([["Goat"]], seats=2), "0 trade 1"), [9, 70, 690]),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_goes_so_many_ways(name):
    state, counts = POSITIONS[name]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
