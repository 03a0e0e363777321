"""Every action of Spiel des Jahres lowers its ranking, trades too; what was called off is not begun again at once."""

from itertools import islice
from random import Random

import pytest
from glowtable.game import YIELDS, full_options
from glowtable.games.spiel_des_jahres.state import MOST_CHANGES, Phase
from glowtable.games.spiel_des_jahres.termination import actions_left, most_actions, parts_left, ranking, rises
from glowtable.match.dealer import Dealer

from tests.games.play import steps
from tests.games.spiel_positions import GAME, about, contract_of, do, may, position, refused, rules
from tests.support.campaign import share

MATCHES = 60  # whole campaign, of each kind of player
MOST = 1500  # actions that are looked at in a match with trades
BOUNDED = full_options(GAME, {"trades": "off"})
BACK = ("take", "withdraw", "pass")


def at_random(legal, rng):
    return rng.choice(legal)


def calling_off(legal, rng):
    """Takes back what can be taken back, begins what can be called off, and is ready at last."""
    for kinds in (BACK, ("trade", "tap", "call", "give", "pay", "hire", "fire", "claim", "raise")):
        found = [action for action in legal if action.kind in kinds]
        if found and rng.random() < 0.9:
            return rng.choice(found)
    return rng.choice([action for action in legal if action.kind not in YIELDS] or legal)


def trading(legal, rng):
    """Trades and agrees to everything."""
    kinds = ("accept", "hand", "give", "trade", "ask")
    found = [action for action in legal if action.kind in kinds]
    return rng.choice(found if found and rng.random() < 0.8 else legal)


def match(seats, seed, player, **options):
    """A match under any other options."""
    rng = Random(seed)
    drawn = {option.name: rng.choice(option.choices) for option in GAME.options} | options

    def choose(state, actors):
        return player([action for seat in actors for action in rules.legal(state, seat)], rng)

    begun = rules.setup(seats, full_options(GAME, drawn))
    most = MOST if drawn["trades"] == "open" else None
    return list(islice(steps(rules, begun, Dealer(seed, seats), choose), most))


def lowers(played, rank):
    return all(rank(after) < rank(state) for state, _, after in played)


@pytest.mark.campaign
@pytest.mark.parametrize("player", [at_random, calling_off, trading], ids=lambda player: player.__name__)
def test_every_action_lowers_the_ranking(player):
    kinds = set()
    for seed in range(max(6, share(MATCHES))):
        played = match(GAME.seats[seed % len(GAME.seats)], seed, player)
        assert lowers(played, ranking), seed
        kinds |= {step.action.kind for step in played}
    assert len(kinds) > 15


@pytest.mark.parametrize("at", [5, 12, 14, 17])
def test_a_ranking_without_one_of_its_parts_is_caught(at):
    """The controls: played contracts, readiness, what is taken back, trades begun."""

    def blind(state):
        rank = ranking(state)
        return (*rank[:at], *rank[at + 1 :])

    assert not all(lowers(match(3, seed, player), blind) for seed in range(8) for player in (at_random, calling_off))


def test_a_match_without_trades_takes_no_more_actions_than_its_bound():
    """Each part of what is left rises only as far as is stated where an earlier one falls, and is never below 0."""
    assert GAME.test_options["trades"] == "off"
    assert GAME.test_bound == most_actions() == max(actions_left(rules.setup(n, BOUNDED)) for n in GAME.seats)
    for seed in range(max(6, share(MATCHES))):
        seats = GAME.seats[seed % len(GAME.seats)]
        worth, played = rises(seats), match(seats, seed, (at_random, calling_off)[seed % 2], trades="off")
        for before, after in ((parts_left(state), parts_left(then)) for state, _, then in played):
            first = next(part for part in before if after[part] != before[part])
            later = list(before)[list(before).index(first) + 1 :]
            rose = {part for part in later if after[part] - before[part] > worth[first].get(part, 0)}
            assert after[first] < before[first] and not rose and min(after.values()) >= 0, (first, before, after)
        assert lowers(played, actions_left) and len(played) < GAME.test_bound


def test_two_who_agree_trade_for_ever_and_the_ranking_has_no_bottom():
    """With `trades=open`: one card goes to and fro."""
    state = position([["Goat"]], trades="open")
    left = actions_left(state)
    for _ in range(50):
        for one, other in ((0, 1), (1, 0)):
            before = ranking(state)
            state = do(state, f"{one} trade {other}", f"{one} give Goat", f"{one} hand", f"{other} accept")
            assert ranking(state) < before
    assert state.trades_made == 100 and actions_left(state) == left


# -- what was called off


def test_a_trade_called_off_is_begun_again_only_after_something_else():
    state = do(position([["Goat"]]), "0 trade 1", "0 give Goat", "0 pass")
    assert refused(state, "0 trade 1") == ("trade just called off", "S-29")
    assert about(state, 0, "trade") == {"2"} and about(state, 1, "trade") == {"0", "2"}
    assert about(do(state, "1 trade 0", "1 pass"), 1, "trade") == {"2"}
    assert about(do(state, "2 ready"), 0, "trade") == {"1", "2"}


def test_a_trade_refused_by_the_other_was_called_off_too():
    state = do(position([["Goat"]]), "0 trade 1", "0 give Goat", "0 hand", "1 pass")
    assert not may(state, "0 trade 1") and may(do(state, "0 tap Goat", "0 take Goat"), "0 trade 1")


def test_a_trade_that_is_made_lets_all_be_begun():
    state = do(position([["Goat"]]), "0 trade 2", "0 pass", "0 trade 1", "0 give Goat", "0 hand", "1 accept")
    assert about(state, 0, "trade") == {"1", "2"} and state.trades_made == 1


def test_what_was_put_in_is_taken_back_so_often_and_no_more():
    state = do(position([["Goat"]]), "0 trade 1")
    for _ in range(MOST_CHANGES):
        state = do(state, "0 give Goat", "0 withdraw")
    state = do(state, "0 give Goat")
    assert refused(state, "0 withdraw") == ("taken back too often", "S-12")
    assert may(state, "0 hand") and may(state, "0 pass")


def test_two_companies_cannot_fire_and_employ_one_designer_for_ever():
    """S-24b: until all have had him, at a higher wage each time."""
    contract = contract_of("role", "family")
    state = do(position(phase=Phase.OFFERS, staff=[(contract, 0, 30)]), f"0 fire {contract}", f"1 claim {contract}")
    assert not about(state, 1, "fire") and not about(state, 0, "claim") and about(state, 0, "call") == {contract}
