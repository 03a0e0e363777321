"""ALEX & CO's `memory` plays well, ends its matches by the rules, and reads nothing that its seat cannot know."""

from random import Random

import pytest
from glowtable.game import CHANCE, full_options
from glowtable.games.alex_and_co.cards import EVERY, GAMES
from glowtable.kit.bit_sets import members
from glowtable.lab.simulate import simulate_matches
from glowtable.match.dealer import Dealer, random_stream

from tests.campaign import share
from tests.games.alex_positions import GAME, action, do, position

RULES = GAME.rules
TEUBER, CATAN, BURM, YINSH = "Klaus Teuber", "Catan", "Kris Burm", "YINSH"


def played(bots, seed):
    """States with what the bots did in them."""
    dealer, rng = Dealer(seed, "cards"), random_stream(seed, "bots")
    state = RULES.setup(len(bots), full_options(GAME, GAME.test_options))
    while actors := RULES.to_act(state):
        if actors == (CHANCE,):
            what = dealer.draw_outcome(RULES.chance(state))
        else:
            what = choose(bots[actors[0]], state, actors[0], rng)
        yield state, what
        state = RULES.apply(state, what)
    yield state, None


def choose(bot, state, seat, rng):
    return GAME.bots[bot](RULES.view(state, seat), RULES.legal(state, seat), never, rng)


def never():
    raise AssertionError("no bot of ALEX & CO needs to imagine")


def score(bot, seats, matches):
    """Matches won by one such seat among random ones; a shared one counts half."""
    won = 0.0
    for seed in range(matches):
        bots = ["random"] * seats
        bots[seed % seats] = bot
        *_, (state, _) = played(bots, seed)
        winners = RULES.outcome(state).winners
        won += (seed % seats in winners) / (1 + (len(winners) > 1))
    return won / matches


SHOWN = ("lay", "esg", "saz", "prove", "give")


def among_liars(seed, most=250):
    """Two whose hands are not read do anything that is legal; the states in which a bot shows a card, and the card."""
    dealer, rng = Dealer(seed, "cards"), Random(seed)
    state = RULES.setup(4, full_options(GAME, {"first_player": "random"}))
    for _ in range(most):
        actors = RULES.to_act(state)
        if not actors:
            return
        if actors == (CHANCE,):
            what = dealer.draw_outcome(RULES.chance(state))
        elif actors[0] < 2:
            what = rng.choice([each for each in RULES.legal(state, actors[0]) if each.kind != "full"])
        else:
            what = choose(("memory", "random")[actors[0] % 2], state, actors[0], rng)
            if what.kind in SHOWN:
                yield state, what
        state = RULES.apply(state, what)


def test_a_bot_shows_only_what_was_read_in_its_hand_whatever_people_show():
    """Nobody could do it for the bot (A-38)."""
    shown, robbed = 0, 0
    for seed in range(8):
        for state, what in among_liars(seed):
            assert state.hands[what.seat] >> what.args[0] & 1
            shown, robbed = shown + 1, robbed + bool(state.hidden_count[what.seat])
    assert shown > 20 and robbed > 10, "cards read in bots' hands were shown by others"


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [3, 4])
def test_memory_beats_random(seats):
    assert score("memory", seats, max(20, share(500))) >= 0.9


@pytest.mark.campaign
def test_random_does_not_beat_random_like_that():
    assert score("random", 3, max(40, share(500))) < 0.6  # the control


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_matches_between_memory_bots_end_by_the_rules(seats):
    matches = max(6, share(300))
    result = simulate_matches(GAME, seats, full_options(GAME, GAME.test_options), matches, 1, ["memory"] * seats)
    assert result.finished == matches
    assert result.reasons.get("no card moved for three rounds", 0) <= 0.05 * matches


def same_in_other_worlds(bot, state, what, rng):
    """Does the bot do the same if the cards hidden from its seat are others?"""
    seat = state.seat
    other = RULES.determinize(state, seat, Random(rng.random()))
    seed = rng.random()
    return other != state, choose(bot, state, seat, Random(seed)) == choose(bot, other, seat, Random(seed))


@pytest.mark.parametrize("seats", GAME.seats)
def test_hidden_cards_change_nothing_that_memory_does(seats):
    rng, others = Random(seats), 0
    for state, what in played(["memory"] * seats, seats):
        if what and what.seat != CHANCE:
            differs, same = same_in_other_worlds("memory", state, what, rng)
            others += differs
            assert same
    assert others > 20


def test_a_bot_that_peeks_is_caught(monkeypatch):
    """The control: it chooses by the cards of the seat to its left."""

    def peeks(view, legal, determinize, rng):
        return legal[sum(map(len, view.known[(view.eyes + 1) % view.seats])) % len(legal)]

    def all_open(state, seat):
        return whole(state._replace(open=sum(state.hands)), seat)

    whole = RULES.view
    state = position([CATAN, BURM, YINSH], [TEUBER, "Ra"], ["Goa"])
    monkeypatch.setitem(GAME.bots, "peeks", peeks)
    monkeypatch.setitem(globals(), "RULES", RULES._replace(view=all_open))
    rng = Random(1)
    assert not all(same_in_other_worlds("peeks", state, None, rng)[1] for _ in range(200))


# -- what it does


def memory(state):
    return choose("memory", state, state.seat, Random(1))


def test_memory_displays_a_complete_set():
    assert memory(position([BURM, YINSH, "DVONN"], [CATAN])).kind == "lay"


def test_memory_calls_what_it_has_seen():
    state = position([CATAN, BURM], ["Ra"], faces={"c3": TEUBER, "d4": "Barbarossa"})
    for text in ("call", "at c3", f"name {TEUBER}", f"prove {CATAN}"):
        assert memory(state) == action(state, text)
        state = do(state, text)


def test_memory_calls_what_it_knows_in_a_hand():
    state = position([CATAN, BURM], [TEUBER, YINSH], ["Ra"])
    state = state._replace(open=state.hands[1])
    for text in ("call", "ask 1", f"name {YINSH}", f"prove {BURM}"):
        assert memory(state) == action(state, text)
        state = do(state, text)


def test_memory_turns_up_a_pair_it_knows_of():
    state = position(["Ra"], ["Goa"], faces={"c3": TEUBER, "d4": CATAN})
    for text in ("reveal", "at c3", "at d4", "take"):
        assert memory(state) == action(state, text)
        state = do(state, text)


def test_memory_turns_up_what_nobody_has_seen():
    state = do(position(["Ra"], ["Goa"], faces={"a1": CATAN}), "reveal")
    assert memory(state).kind == "at" and memory(state) != action(state, "at a1")


def test_memory_keeps_a_game_drawn_and_pays_with_what_it_misses_least():
    drawn = do(position(["ESG 1"], [CATAN]), "esg ESG 1", "ask 1", f"draw {CATAN}")
    assert memory(drawn).kind == "keep"
    state = do(position([BURM, YINSH, "Ra"], [CATAN]), "swap", "ask 1", f"name {TEUBER}", "accept", f"give {CATAN}")
    assert memory(state) == action(state, "give Ra")


# -- what may be imagined


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
}
RARE = "David Parlett"  # of one game


@pytest.mark.parametrize("choice", CHOICES)
def test_in_every_world_imagined_the_choice_under_way_can_be_made(choice):
    state = CHOICES[choice]()
    worlds = imagined(state, 2, 300)
    assert all(RULES.legal(world, world.seat) for world in worlds)
    assert any(world != state for world in worlds)


@pytest.mark.parametrize("seats", GAME.seats)
def test_in_every_moment_what_is_imagined_goes_on(seats):
    rng, tried = Random(seats), 0
    for state, what in played(["random"] * seats, seats):
        if what and what.seat != CHANCE and state.phase not in ("turn", "hand"):
            world = RULES.determinize(state, rng.randrange(seats), rng)
            assert RULES.legal(world, what.seat)
            tried += world != state
    assert tried > 20
