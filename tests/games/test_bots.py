"""The bots of every game play legal moves from what they may see; Punto's greedy plays well and quickly."""

from functools import partial
from random import Random

import pytest
from glowtable import games
from glowtable.game import PUBLIC, bot_for_seat, full_options
from glowtable.match.dealer import Dealer
from glowtable.match.players import ask_bot

from tests.bench import yardstick
from tests.games.play import after_chance, last_state
from tests.games.punto_positions import GAME, lay, place, position, turned
from tests.support.campaign import share, slow

BOTS = [
    (game, name)
    for game in map(games.find, games.names())
    for name in game.bots
    if name != "kernel"  # tests/extras has it
]
SEARCHING = {("alter_ego", "search"), ("spiel_des_jahres", "search")}  # whole matches of it take seconds
PLAYING = [
    (slow if (game.name, name) in SEARCHING else pytest.param)(game, name, id=f"{game.name}-{name}")
    for game, name in BOTS
]
READ = [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in BOTS if "knowledge" in each[0].test_options]
SINGLE = {"rounds_to_win": 1, "max_rounds": 1}


def choose(bot, state, seed=1):
    return ask_bot(bot_for_seat(GAME, bot, state.seat), GAME, state, state.seat, Random(seed))


def never():
    raise AssertionError("no bot of Punto needs to imagine")


@pytest.mark.parametrize(("game", "name"), PLAYING)
def test_a_bot_plays_a_whole_match_of_legal_actions(game, name):
    for seats in game.seats:
        assert game.rules.outcome(last_state(game, [name] * seats, seats))


@pytest.mark.parametrize(("game", "name"), READ)
def test_the_hand_of_a_bot_is_read(game, name):
    state = game.rules.setup(max(game.seats), full_options(game, {**game.test_options, "knowledge": "trust"}))
    state = after_chance(game.rules, state, Dealer(1))
    (seat,) = game.rules.to_act(state)
    assert ask_bot(bot_for_seat(game, name, seat, 1), game, state, seat, Random(1)).kind == "full"


def single_round(bots, seed):
    """Who won one round; the seats that share it if nobody did."""
    played = last_state(GAME, ["random" if name == "first" else name for name in bots], seed, **SINGLE)
    return GAME.rules.outcome(played).winners


def score(bot, bots, rounds):
    """Rounds won by a bot, a draw counts half."""
    seats = {seat for seat, name in enumerate(bots) if name == bot}
    winners = [set(single_round(bots, seed)) for seed in range(rounds)]
    return sum(1.0 if each <= seats else 0.5 if each & seats else 0.0 for each in winners) / rounds


@pytest.mark.campaign
def test_greedy_beats_random():
    rounds = max(100, share(1000))
    sittings = [("greedy", "random"), ("random", "greedy")]
    assert sum(score("greedy", bots, rounds // 2) for bots in sittings) / 2 >= 0.99


@pytest.mark.campaign
def test_random_does_not_beat_random_like_that():
    assert 0.3 < score("first", ("first", "random"), max(100, share(1000))) < 0.7  # the control


def test_greedy_completes_a_line_and_stops_one_of_others():
    state = turned(position({"b1": "R3", "b2": "R4", "b3": "R5", "e5": "G1"}), "R2")
    assert choose("greedy", state) == place(state, "b4")
    state = turned(position({"b2": "G3", "b3": "G9", "b4": "G9", "b1": "B9"}), "R7")
    assert choose("greedy", state) in (place(state, "b5"), place(state, "b2"))


def test_greedy_looks_at_no_line_for_the_neutral_colour():
    board = {"b1": "Y3", "b2": "Y4", "b3": "Y5", "d1": "R3", "d2": "R4", "d3": "R9"}
    state = turned(position(board, seats=3), "Y2")
    assert choose("greedy", state) not in (place(state, "b4"), place(state, "d4"))


def test_equal_placements_are_chosen_by_chance():
    state = turned(position(), "R5")
    assert len({choose("greedy", state, seed) for seed in range(20)}) == 4


def test_greedy_chooses_its_trophy_too():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert choose("greedy", state) in GAME.rules.legal(state, 0)


def test_greedy_takes_no_longer_than_four_yardsticks_a_move():
    """Two milliseconds on a core where one takes half a millisecond."""
    state = turned(position({f"{row}{col}": "G1" for row in "bcd" for col in range(1, 6)}), "R5")
    view, legal = GAME.rules.view(state, PUBLIC), GAME.rules.legal(state, 0)
    greedy = partial(bot_for_seat(GAME, "greedy", 0), view, legal, never, Random(1))
    took = [(yardstick.cpu_ns(greedy), yardstick.cpu_ns(yardstick.work)) for _ in range(100)]
    assert yardstick.yardsticks(*zip(*took, strict=True)) <= 4
