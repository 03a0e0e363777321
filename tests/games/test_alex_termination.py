"""Every action of ALEX & CO lowers its ranking, also if somebody always calls off; so every match ends."""

from itertools import pairwise
from random import Random

import pytest
from glowtable.game import PUBLIC, full_options
from glowtable.games.alex_and_co import termination as parts
from glowtable.games.alex_and_co.termination import ranking
from glowtable.match.dealer import Dealer

from tests.games.alex_positions import GAME, do, of_size, position
from tests.games.play import steps
from tests.support.campaign import share

RULES = GAME.rules
MATCHES = 60  # whole campaign, of each player
CALLED_OFF = ("retract", "back", "decline", "leave", "return", "no", "stop")
BEGUN = ("lay", "call", "esg", "saz", "name", "ask", "at")


def at_random(state, seat, rng):
    return rng.choice(RULES.legal(state, seat))


def greedy(state, seat, rng):
    if state.phase == "hand":
        return at_random(state, seat, rng)
    return GAME.bots["memory"](RULES.view(state, seat), RULES.legal(state, seat), lambda: state, rng)


def contrary(state, seat, rng):
    """Begins whatever there is, and calls off whatever was begun, as long as the rules let it."""
    legal = RULES.legal(state, seat)
    for kinds in (CALLED_OFF, BEGUN):
        wanted = [action for action in legal if action.kind in kinds]
        if wanted and not (kinds is CALLED_OFF and state.phase == "reveal" and rng.random() < 0.5):
            return rng.choice(wanted)
    return rng.choice(legal)


PLAYERS = {"at random": at_random, "greedy": greedy, "contrary": contrary}


def states_of(seats, seed, choose):
    """Each state of a match, beginning with the first; hands are read or not as it comes, other options, too."""
    rng = Random(seed)
    options = {option.name: rng.choice(option.choices) for option in GAME.options if option.name != "stall"}
    begun = RULES.setup(seats, full_options(GAME, {**GAME.test_options, **options}))
    played = steps(RULES, begun, Dealer(seed, seats), lambda state, actors: choose(state, rng.choice(actors), rng))
    return [begun, *(step.after for step in played)]


@pytest.mark.parametrize("stall", ["warn", "off"])
def test_where_a_match_need_not_end_the_ranking_falls_without_a_bottom(stall):
    lowest = 0
    for state in quiet_turns(stall, 200):
        lowest = min(lowest, *ranking(state))
    assert lowest < -100


def quiet_turns(stall, turns):
    state = position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces={"a1": "Catan"}, stall=stall)
    before = ranking(state)
    for _ in range(turns):
        for text in ("reveal", "at a1", "stop", "end"):
            state = do(state, text)
            assert ranking(state) < before
            before = ranking(state)
        yield state


# -- what is called off is not begun again


@pytest.mark.parametrize("forgetful", ["retracted", "barred"])
def test_a_game_that_forgets_what_was_called_off_is_caught(forgetful):
    """The control: its ranking does not fall any more."""
    state = position(of_size(3), ["Ra"], untracked={0: 0} if forgetful == "barred" else None)
    texts = ("call", "ask 1", "back") if forgetful == "barred" else (f"lay {of_size(3)[0]}", "retract")
    after = do(state, *texts)
    assert ranking(after) < ranking(state)
    assert not ranking(after._replace(**{forgetful: 0})) < ranking(state)


# -- the parts of the bound


def longest(states, part):
    """The most actions between two changes of a part of the state."""
    most = count = 0
    for before, after in pairwise(states):
        count = count + 1 if part(before) == part(after) else 0
        most = max(most, count)
    return most


@pytest.mark.campaign
@pytest.mark.parametrize("player", PLAYERS)
def test_each_action_lowers_the_ranking_to_the_end_and_the_parts_of_the_bound_hold(player, record_property):
    count = 0
    for seed in range(max(4, share(MATCHES))):
        states = states_of(GAME.seats[seed % len(GAME.seats)], seed, PLAYERS[player])
        falls = [ranking(state) for state in states]
        for number, (before, after) in enumerate(pairwise(falls)):
            assert after < before, f"seed {seed}, {states[number].phase} to {states[number + 1].phase}"
        assert min(map(min, (fall[:8] for fall in falls))) >= 0, "it has a bottom"
        assert len(states) <= GAME.test_bound and states[-1].turns <= parts.MOST_TURNS
        assert longest(states, lambda state: (state.turns, state.phase == "final", state.tally)) <= parts.MOST_IN_TURN
        first = next(number for number, state in enumerate(states) if state.phase == "turn")
        assert first <= parts.MOST_BEFORE
        assert sum(state.phase in ("final", "over") for state in states) <= parts.MOST_AFTER * (1 + parts.MOST_LAID)
        count += len(states)
    record_property(f"{player}", f"{count} actions")


def test_the_ranking_says_nothing_of_hidden_cards():
    """It may be looked at by all: other hidden cards, the same ranking."""
    state = position(["Goa", "ESG 1"], ["Ra", "Catan"], ["Jambo"])
    other = position(["Goa", "ESG 1"], ["Jambo", "Catan"], ["Ra"])
    assert ranking(state) == ranking(other) and RULES.view(state, PUBLIC) == RULES.view(other, PUBLIC)
