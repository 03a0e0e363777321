"""How many ways small matches and positions go at each depth, fixed as tables; the first depths counted by hand.

Those of Punto are counted again by its oracle.
"""

import pytest
from glowtable import games
from glowtable.games.alter_ego.state import Phase as Round
from glowtable.games.punto.stacks import Stacks
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.lab.breaches import possible_actions

from tests.games import punto_oracle as oracle
from tests.games.alex_positions import do as does
from tests.games.alex_positions import position as of_alex
from tests.games.ego_positions import all_ready
from tests.games.ego_positions import position as of_ego
from tests.games.punto_positions import begun, card, position
from tests.games.spiel_positions import contract_of, do
from tests.games.spiel_positions import position as of_spiel


def perft(game, state, depth):
    """How many ways lead `depth` actions on; ways that end earlier are not counted."""
    if depth == 0:
        return 1
    return sum(perft(game, game.rules.apply(state, action), depth - 1) for action in possible_actions(game, state))


def ways(name, state, depths):
    game = games.find(name)
    return [perft(game, state, depth) for depth in range(1, depths + 1)]


BURM = ["Kris Burm", "YINSH", "DVONN"]
TEUBER, GOA, RA = ["Klaus Teuber"], ["Goa"], ["Ra"]
BRUISER = ("Alley Bruiser", {"kin": 1, "colleague": 1})
CONTRACT = contract_of("role", "family")
CLOSED = {"seats": 2, "trades": "off"}
POSITIONS = {
    "punto": {  # to begin a match: a card is drawn, then laid, the next is drawn
        "two players": (begun(2), [36, 144, 5184, 43776]),
        "three players": (begun(3), [36, 144, 5112, 43200]),
        "four players": (begun(4), [18, 72, 1296, 10944]),
        "teams": (begun(4, teams="yes"), [36, 144, 5184, 43776]),
        "floating frame": (begun(4, frame="floating"), [18, 18, 324, 2736]),
        "first card anywhere": (begun(4, first_cell="any"), [18, 648, 11664, 76464]),
    },
    "alex_and_co": {
        # call, swap, reveal, ESG; 36 places and 2 players, 2, 36, 2; 38 x 12 names, 2 x 27, 36 x 93 cards, 2 + 1 drawn
        "a turn": (of_alex(["Catan", "ESG 1", "Ra"], [*TEUBER, "SAZ 1"], GOA, seats=3), [4, 78, 3861]),
        # end and 3 cards; the next turn's 3 and 3 x (2 cards or back); its 38 + 2 + 36, 3 x 2 x (done, the third card
        # or back), and the end where a card was taken back
        "cards displayed": (of_alex(BURM, ["Catan"], GOA, seats=3, mode="revealed"), [4, 12, 97, 3699]),
        # 27 designers; 26 noes with 3 choices for the next seat, one yes with 2
        "a swap": (does(of_alex([*RA, *GOA], ["Bohnanza", "Agricola"], seats=3), "swap", "ask 1"), [27, 80, 1929]),
        # 6 names; one proof; yes or no, but for the card all see is elsewhere only no
        "a trusted player": (
            does(of_alex(["Catan"], [], RA, untracked={1: 2}, seats=3), "call", "ask 1"),
            [6, 6, 11, 358],
        ),
        # 2 players; 27 names; 2 players; the same player again for 26 names, or 54 answers with 1 or (once each) 2
        "a SAZ card": (does(of_alex(["SAZ 1"], TEUBER, GOA, seats=3), "saz SAZ 1"), [2, 54, 108, 1460, 1688]),
    },
    "spiel_des_jahres": {
        # seat 0 taps one of two, and each seat brainstorms or is ready; 2 x 5 more, 2 x 116 cards drawn, 2, 4
        "a month": (of_spiel([["Goat", "Moon"]], **CLOSED), [6, 248, 1458]),
        # seat 0 takes it back, taps the other, is ready, and seat 1's two; 6, 6, 2, 116 cards drawn, 3
        "an idea tapped": (do(of_spiel([["Goat", "Moon"]], **CLOSED), "0 tap Goat"), [5, 133, 986]),
        # three choices and pass each; the other's four; in 16 ways and 2 orders whoever brainstorms has two, else one
        "chosen in secret": (of_spiel(phase=Month.SEAL, actions="secret", **CLOSED), [8, 32, 80]),
        # fire, call, ready twice; 3, 2, 2, 2; fired and employed by the other, who fired him may offer more (S-24)
        "offers": (of_spiel(phase=Month.OFFERS, staff=[(CONTRACT, 0, 30)], **CLOSED), [4, 9, 250]),
        # raise or pass; 2 again, or call and twice ready
        "an auction": (
            do(of_spiel(phase=Month.OFFERS, staff=[(CONTRACT, 0, 30)], **CLOSED), f"1 call {CONTRACT}"),
            [2, 5, 11],
        ),
        # give, pay or ask 10, 20 or 30, hand over, end it; 9, 9 + 8 + 7 twice, 7, 6: not begun again at once
        "a trade": (do(of_spiel([["Goat"]], seats=2), "0 trade 1"), [9, 70, 690]),
    },
    "alter_ego": {
        # ready or fight; eight stacks, one to engage or back; 8 ready, kin or colleague, ready (called off); 8 ready,
        # 2 rescued, 8 stacks; 8 x 3 cards drawn, 2 x 8 stacks, 8 ready
        "a fight alone": (of_ego({"display": ["Strength", "Smarts"]}, henchmen=[BRUISER]), [2, 10, 11, 18, 48]),
        # ready, ready, ask; 1, 2, 2; all ready 2 x (8 + 8) stacks, ready in 2 x 2 ways, yes or no
        "a request for help": (of_ego({"tokens": 1}, {}), [3, 5, 38]),
        # eight stacks; the card of the hand is laid; ready
        "recoup": (of_ego({"hand": ["Job"]}, phase=Round.RECOUP), [8, 8, 8]),
        # two henchmen drawn in 2 x 1 ways, then one of two chosen
        "a secret choice": (
            all_ready(of_ego({"display": ["Community"]}, phase=Round.SUPPORT, deck=["Alley Bruiser", "Cellar Jailer"])),
            [2, 2, 4],
        ),
    },
}
EACH = [pytest.param(game, name, id=f"{game}: {name}") for game, positions in POSITIONS.items() for name in positions]


@pytest.mark.parametrize(("game", "name"), EACH)
def test_a_position_goes_so_many_ways(game, name):
    state, counts = POSITIONS[game][name]
    assert ways(game, state, len(counts)) == counts


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
    assert ways("punto", small(board, stacks), len(counts)) == counts


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
