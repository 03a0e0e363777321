"""Every match of Punto ends: each action lowers the ranking, and the ranking bounds a match."""

from collections import Counter
from random import Random

import pytest
from glowtable.game import Action, full_options
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.termination import ACTIONS_IN_ROUND, most_actions, ranking
from glowtable.lab.breaches import possible_actions
from glowtable.match.dealer import Dealer

from tests.games.play import steps
from tests.games.punto_positions import APART, GAME, ROW, begin, begun, lay, position, stuck, turned

OPTIONS = [
    (2, {}), (2, {"no_rows": "step_down"}), (3, {"neutral_rest": "deal"}), (3, {"frame": "floating"}), (4, {}),
    (4, {"teams": "yes"}), (2, {"max_rounds": 99}), (4, {"stalemate_wins": "game"}), (2, {"rounds_to_win": 5}),
    (2, {"first_player": "random", "max_rounds": 1}), (4, {"stalemate_trophy": "no", "first_cell": "any"}),
]  # fmt: skip


def someone_who_covers(state, actions, rng):
    """Lays on other cards wherever it is possible: rounds last as long as they can."""
    shown = dict(state.laid)
    return max(actions, key=lambda action: (bool(action.args) and action.args[0] in shown, rng.random()))


def someone(state, actions, rng):
    return rng.choice(actions)


def played(seats, options, choose, seed=1):
    rng, begun = Random(seed), rules.setup(seats, full_options(GAME, options))
    return list(steps(rules, begun, Dealer(seed), lambda state, _: choose(state, possible_actions(GAME, state), rng)))


def lowers(match, rank):
    return all(rank(after) < rank(state) for state, _, after in match)


@pytest.mark.parametrize("choose", [someone, someone_who_covers])
@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_every_action_lowers_the_ranking_and_no_round_takes_more_than_its_bound(seats, options, choose):
    match = played(seats, options, choose)
    assert lowers(match, ranking) and all(part >= 0 for step in match for part in ranking(step.after))
    in_rounds = Counter(len(state.rounds) - (state.phase == "trophy") for state, _, _ in match)
    assert max(in_rounds.values()) <= ACTIONS_IN_ROUND
    assert len(match) <= most_actions(options.get("max_rounds", 20))


@pytest.mark.parametrize("part", range(4))
def test_the_control_a_ranking_without_one_of_its_parts_is_not_lowered(part):
    def blind(state):
        return ranking(state)[:part] + ranking(state)[part + 1 :]

    assert not all(lowers(played(seats, options, someone), blind) for seats, options in OPTIONS[:4])


def test_what_the_ranking_counts():
    assert ranking(rules.setup(2, full_options(GAME, {}))) == (20, 1, 72, 0)
    assert ranking(rules.setup(2, full_options(GAME, {"first_player": "random", "max_rounds": 3}))) == (3, 1, 72, 0)
    assert ranking(begun(2)) == (20, 0, 72, 1)
    assert ranking(turned(begun(2), "R5")) == (20, 0, 72, 0)
    assert ranking(lay(begun(2), "R5@c3")) == (20, 0, 71, 1)
    choosing = stuck({**ROW, "d1": "R9", "d2": "R2", "d3": "R8", **APART})
    assert ranking(choosing)[:2] == (19, 2)
    ended = rules.apply(choosing, Action(choosing.seat, "trophy", (2,)))
    assert ranking(ended)[:2] == (19, 1) and ranking(begin(ended)) == (19, 0, 72, 1)
    over = lay(position({"a1": "R1", "b1": "R2", "c1": "R3"}, rounds_to_win=1), "R5@d1")
    assert ranking(over)[:2] == (19, 0)


def test_the_bound_of_the_game_follows_from_the_ranking():
    assert ACTIONS_IN_ROUND == 146 and GAME.test_bound == most_actions(GAME.test_options["max_rounds"]) == 2920
