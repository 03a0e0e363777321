"""What a seat of ALEX & CO may imagine: every world that it cannot tell from the true one, and no other."""

from random import Random

import pytest
from glowtable.games.alex_and_co.cards import EVERY, GAMES, NUMBER, games_of
from glowtable.games.alex_and_co.rules import RULES
from glowtable.kit.bit_sets import members

from tests.games.alex_positions import GAME, about, do, position

TEUBER, CATAN, BURM, YINSH = "Klaus Teuber", "Catan", "Kris Burm", "YINSH"


def imagined(state, seat, times=3000):
    rng = Random(4)
    return [RULES.determinize(state, seat, rng) for _ in range(times)]


def test_all_that_may_be_is_imagined_alike():
    """Two cards of seat 1 and one of seat 2 may be any of the 96 that seat 0 does not know of."""
    state = position([CATAN, BURM, YINSH], [TEUBER, "Ra"], ["Goa"])
    counts = dict.fromkeys(members(EVERY & ~state.hands[0]), 0)
    for world in imagined(state, 0):
        for card in members(world.hands[1]):
            counts[card] += 1
    assert len(counts) == 96 and sum(counts.values()) == 6000
    squares = sum((count - 62.5) ** 2 / 62.5 for count in counts.values())
    assert squares < 145, "chi-square of 95 degrees of freedom, once in a thousand"


def test_a_seat_whose_hand_is_not_read_may_hold_any_card_of_the_bag_so_others_do_not():
    state = position([], [TEUBER, "Ra"], ["Goa"], untracked={0: 3})
    worlds = imagined(state, 0, 100)
    assert {world.bag for world in worlds} == {state.bag}
    assert {world.hands[1] for world in worlds} != {state.hands[1]}


def test_nothing_that_is_known_is_contradicted():
    """Seat 0 has seen Ra in the hand of seat 1, and seat 2 has denied to hold a game by Klaus Teuber."""
    state = position([CATAN, "ESG 1"], ["Ra", "Elfenland"], ["Goa", "Jambo"], seats=3)
    state = do(state, "esg ESG 1", "ask 1", "draw Ra", "return", "swap", "ask 2", f"name {TEUBER}")
    denied = members(state.denied[2])
    assert denied
    for world in imagined(state, 0, 300):
        assert RULES.view(world, 0) == RULES.view(state, 0) and world.hands[0] == state.hands[0]
        assert world.hands[1] >> GAME.deck.index("Ra") & 1, "it was seen"
        assert not any(world.hands[2] >> card & 1 for card in denied), "it was said"
        assert [each.bit_count() for each in world.hands] == [each.bit_count() for each in state.hands]


@pytest.mark.parametrize("shown", [True, False])
def test_a_card_that_turned_up_in_spite_of_its_denial_binds_nobody(shown):
    """Seat 1, whose hand is not read, has said no and is seen to hold the card: by all, or by who draws it."""
    state = position([CATAN, "ESG 1"], ["Ra"], ["Goa", "Jambo"], untracked={1: 3})
    state = do(state, "call", "ask 1", f"name {TEUBER}", f"prove {CATAN}", "no")
    if shown:
        state = do(state._replace(active=1, seat=1), "call", "ask 0", "name Barbarossa", f"prove {TEUBER}")
    else:
        state = do(state._replace(active=0, seat=0), "esg ESG 1", "ask 1", f"draw {TEUBER}")
    assert (TEUBER in RULES.view(state, 2).denied[1]) is not shown, "what all have seen, and no more"
    assert all(world.hands[2] != state.hands[2] for world in imagined(state, 0, 20))


def test_a_card_drawn_unseen_may_be_no_game_to_others():
    """Nobody hears whether the drawer may keep it (A-11)."""
    state = do(position(["ESG 1"], [CATAN], ["Goa", "Jambo"]), "esg ESG 1", "ask 1", f"draw {CATAN}")
    assert {GAMES >> world.held & 1 for world in imagined(state, 2, 100)} == {0, 1}


CHOICES = {
    "proof": lambda: do(position([CATAN], ["Ra"], ["Goa", "Jambo"]), "call", "ask 1", f"name {TEUBER}"),
    "set begun": lambda: do(position([BURM, YINSH], ["Ra"], ["Goa", "Jambo"]), f"lay {BURM}"),
    "swap": lambda: do(position([BURM], ["Ra"], [], [CATAN]), "swap", "ask 3", f"name {TEUBER}"),
    "swap, given": lambda: do(CHOICES["swap"](), "accept"),
    "swap, not read": lambda: do(
        position([BURM], [], ["Goa", "Jambo"], untracked={1: 3}), "swap", "ask 1", f"name {RARE}", "yes", "accept"
    ),
    "swap, paid": lambda: do(CHOICES["swap, given"](), f"give {CATAN}"),
    "swap, paid with the only one": lambda: do(
        position([BURM], ["Hare & Tortoise"], ["Goa", "Jambo"]),
        "swap",
        "ask 1",
        f"name {RARE}",
        "accept",
        "give Hare & Tortoise",
    ),
}
RARE = "David Parlett"  # of one game


@pytest.mark.parametrize("choice", CHOICES)
def test_in_every_world_imagined_the_choice_under_way_can_be_made(choice):
    state = CHOICES[choice]()
    worlds = imagined(state, 2, 300)
    assert all(RULES.legal(world, world.seat) for world in worlds)
    assert any(world != state for world in worlds)


@pytest.mark.parametrize(("paid", "designer"), [("swap, paid", TEUBER), ("swap, paid with the only one", RARE)])
def test_the_card_handed_over_is_imagined_as_a_game_of_the_designer_named(paid, designer):
    assert {games_of(NUMBER[designer]) >> world.held & 1 for world in imagined(CHOICES[paid](), 2, 300)} == {1}


def test_who_has_begun_a_set_is_imagined_with_enough_of_it():
    worlds = imagined(CHOICES["set begun"](), 2, 300)
    assert all(about(world, "lay") for world in worlds)
    assert len({world.hands[0] for world in worlds}) > 1


def test_what_everybody_knows_is_no_more_than_what_lies_open():
    state = position([CATAN, BURM], [TEUBER])._replace(open=1 << NUMBER[BURM], aware=(0, 1 << NUMBER[CATAN], 0, 0))
    known = RULES.public_state(state)
    assert known.hands == (1 << NUMBER[BURM], 0, 0, 0) and known.hidden_count == (1, 1, 0, 0)
    assert known.aware == (0,) * 4 and known.bag == EVERY & ~known.hands[0]
