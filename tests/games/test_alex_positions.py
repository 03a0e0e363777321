"""How many ways small positions of ALEX & CO go at each depth, fixed as a table; the first depths counted by hand."""

import pytest
from glowtable.game import CHANCE
from glowtable.games.alex_and_co.rules import RULES as rules

from tests.games.alex_positions import do, position

BURM = ["Kris Burm", "YINSH", "DVONN"]
TEUBER, GOA, RA = ["Klaus Teuber"], ["Goa"], ["Ra"]


def perft(state, depth):
    """How many ways lead `depth` actions on; ways that end earlier are not counted."""
    if depth == 0:
        return 1
    if rules.to_act(state) == (CHANCE,):
        actions = [action for action, _ in rules.chance(state)]
    else:
        actions = [action for seat in rules.to_act(state) for action in rules.legal(state, seat)]
    return sum(perft(rules.apply(state, action), depth - 1) for action in actions)


POSITIONS = {
    # call, swap, reveal, ESG; 36 places and 2 players, 2, 36, 2; 38 x 12 names, 2 x 27, 36 x 93 cards, 2 + 1 drawn
    "a turn": (position(["Catan", "ESG 1", "Ra"], [*TEUBER, "SAZ 1"], GOA, seats=3), [4, 78, 3861]),
    # end and 3 cards; the next turn's 3 and 3 x (2 cards or back); its 38 + 2 + 36, 3 x 2 x (done, the third card or
    # back), and the end where a card was taken back
    "cards displayed": (position(BURM, ["Catan"], GOA, seats=3, mode="revealed"), [4, 12, 97, 3699]),
    # 27 designers; 26 noes with 3 choices for the next seat, one yes with 2
    "a swap": (do(position([*RA, *GOA], ["Bohnanza", "Agricola"], seats=3), "swap", "ask 1"), [27, 80, 1929]),
    # 6 names; one proof; yes or no, but for the card all see is elsewhere only no
    "a trusted player": (do(position(["Catan"], [], RA, untracked={1: 2}, seats=3), "call", "ask 1"), [6, 6, 11, 358]),
    # 2 players; 27 names; 2 players; the same player again for 26 names, or 54 answers with 1 or (once each) 2 choices
    "a SAZ card": (do(position(["SAZ 1"], TEUBER, GOA, seats=3), "saz SAZ 1"), [2, 54, 108, 1460, 1688]),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_goes_so_many_ways(name):
    state, counts = POSITIONS[name]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
