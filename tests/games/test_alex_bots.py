"""ALEX & CO's `memory` plays well, ends its matches by the rules, and reads nothing that its seat cannot know."""

from itertools import islice
from random import Random

import pytest
from glowtable.game import CHANCE, full_options
from glowtable.games.alex_and_co.bots import faces_of
from glowtable.games.alex_and_co.cards import DECK
from glowtable.games.alex_and_co.state import GAP
from glowtable.lab.simulate import simulate_matches
from glowtable.match.dealer import Dealer, random_stream

from tests.games.alex_positions import GAME, action, do, position
from tests.games.play import steps
from tests.support.campaign import share
from tests.support.overridden import overridden

RULES = GAME.rules
TEUBER, CATAN, BURM, YINSH = "Klaus Teuber", "Catan", "Kris Burm", "YINSH"


def played(bots, seed):
    """States with what the bots did in them."""
    state, rng = RULES.setup(len(bots), full_options(GAME, GAME.test_options)), random_stream(seed, "bots")
    return steps(RULES, state, Dealer(seed, "cards"), lambda state, _: choose(bots[state.seat], state, state.seat, rng))


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
        *_, last = played(bots, seed)
        winners = RULES.outcome(last.after).winners
        won += (seed % seats in winners) / (1 + (len(winners) > 1))
    return won / matches


SHOWN = ("lay", "esg", "saz", "prove", "give")


def among_liars(seed, most=250):
    """Two whose hands are not read do anything that is legal; the states in which a bot shows a card, and the card."""
    rng = Random(seed)

    def choose_one(state, actors):
        if actors[0] < 2:
            return rng.choice([each for each in RULES.legal(state, actors[0]) if each.kind != "full"])
        return choose(("memory", "random")[actors[0] % 2], state, actors[0], rng)

    begun = RULES.setup(4, full_options(GAME, {"first_player": "random"}))
    for state, what, _ in islice(steps(RULES, begun, Dealer(seed, "cards"), choose_one), most):
        if what.seat >= 2 and what.kind in SHOWN:
            yield state, what


def test_a_bot_shows_only_what_was_read_in_its_hand_whatever_people_show():
    """Nobody could do it for the bot (A-38)."""
    shown, robbed = 0, 0
    for seed in range(8):
        for state, what in among_liars(seed):
            assert state.hands[what.seat] >> what.args[0] & 1
            shown, robbed = shown + 1, robbed + bool(state.hidden_count[what.seat])
    assert shown > 20 and robbed > 10, "cards read in bots' hands were shown by others"


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_memory_beats_random(seats):
    assert score("memory", seats, max(20, share(500))) >= 0.9


@pytest.mark.campaign
def test_random_does_not_beat_random_like_that():
    assert score("random", 3, max(40, share(500))) < 0.6  # the control


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_matches_between_memory_bots_end_by_the_rules(seats):
    matches = max(6, share(300))
    result = simulate_matches(GAME, seats, full_options(GAME, GAME.test_options), matches, 1, ["memory"] * seats)
    assert result.ended == matches
    assert result.reasons.get("no card moved for three rounds", 0) <= 0.05 * matches


def same_in_other_worlds(bot, state, what, rng):
    """Does the bot do the same if the cards hidden from its seat are others?"""
    seat = state.seat
    other = RULES.determinize(state, seat, Random(rng.random()))
    seed = rng.random()
    return other != state, choose(bot, state, seat, Random(seed)) == choose(bot, other, seat, Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_hidden_cards_change_nothing_that_memory_does(seats):
    rng, others = Random(seats), 0
    for state, what, _ in played(["memory"] * seats, seats):
        if what.seat != CHANCE:
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
    monkeypatch.setitem(globals(), "RULES", overridden(RULES, view=all_open))
    rng = Random(1)
    assert not all(same_in_other_worlds("peeks", state, None, rng)[1] for _ in range(200))


# -- what it does


def memory(state):
    return choose("memory", state, state.seat, Random(1))


def test_memory_displays_a_complete_set():
    assert memory(position([BURM, YINSH, "DVONN"], [CATAN])).kind == "lay"


IN_A_HAND = position([CATAN, BURM], [TEUBER, YINSH], ["Ra"])


@pytest.mark.parametrize(
    ("state", "texts"),
    [
        (
            position([CATAN, BURM], ["Ra"], faces={"c3": TEUBER, "d4": "Barbarossa"}),
            ("call", "at c3", f"name {TEUBER}", f"prove {CATAN}"),
        ),
        (IN_A_HAND._replace(open=IN_A_HAND.hands[1]), ("call", "ask 1", f"name {YINSH}", f"prove {BURM}")),
        (position(["Ra"], ["Goa"], faces={"c3": TEUBER, "d4": CATAN}), ("reveal", "at c3", "at d4", "take")),
    ],
    ids=["seen", "in a hand", "a pair"],
)
def test_memory_calls_and_turns_up_what_it_knows(state, texts):
    for text in texts:
        assert memory(state) == action(state, text)
        state = do(state, text)


def test_memory_turns_up_what_nobody_has_seen():
    state = do(position(["Ra"], ["Goa"], faces={"a1": CATAN}), "reveal")
    assert memory(state).kind == "at" and memory(state) != action(state, "at a1")


def test_memory_stops_where_all_is_seen_and_no_pair_lies():
    state = position(["Ra"], ["Goa"], faces={"a1": CATAN, "a2": YINSH})
    state = do(state._replace(faces=(*state.faces[:2], *[GAP] * 34)), "reveal", "at a1")
    assert memory(state).kind == "stop" and RULES.legal(state, 0)[-1] == memory(state)


def test_memory_keeps_a_game_drawn_and_pays_with_what_it_misses_least():
    drawn = do(position(["ESG 1"], [CATAN]), "esg ESG 1", "ask 1", f"draw {CATAN}")
    assert memory(drawn).kind == "keep"
    state = do(position([BURM, YINSH, "Ra"], [CATAN]), "swap", "ask 1", f"name {TEUBER}", "accept", f"give {CATAN}")
    assert memory(state) == action(state, "give Ra")


@pytest.mark.parametrize("seats", GAME.seats)
def test_in_every_moment_what_is_imagined_goes_on(seats):
    rng, tried = Random(seats), 0
    for state, what, _ in played(["random"] * seats, seats):
        if what.seat != CHANCE and state.phase not in ("turn", "hand"):
            world = RULES.determinize(state, rng.randrange(seats), rng)
            assert RULES.legal(world, what.seat)
            tried += world != state
    assert tried > 20


def test_what_was_seen_is_kept_for_all_who_see_it_and_changed_by_nobody():
    places = ("", DECK.names[3])
    seen = faces_of(places)
    assert seen == {1: 3} and faces_of(places) is seen
    with pytest.raises(TypeError):
        seen[0] = 4
