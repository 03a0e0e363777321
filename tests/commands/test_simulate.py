"""Many matches: the same whatever the number of processes, and counted rightly."""

import json

import pytest
from glowtable.game import Action, Outcome, full_options
from glowtable.games import find
from glowtable.lab.one_match import PATIENCE
from glowtable.lab.simulate import simulate_match, simulate_matches

PUNTO = find("punto")
OPTIONS = full_options(PUNTO, {**PUNTO.test_options, "max_rounds": 2})


def play(games=10, seed=1, jobs=1, players=2, bots=("greedy", "random"), options=OPTIONS, **more):
    return simulate_matches(PUNTO, players, options, games, seed, bots, jobs, **more)


def without_cpu(tally):
    return {**tally.figures(), "cpu_s": 0.0}


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_jobs():
    assert without_cpu(play(jobs=1)) == without_cpu(play(jobs=2)) == without_cpu(play(jobs=3))


@pytest.mark.parametrize("change", [{"seed": 2}, {"bots": ("random", "greedy")}, {"games": 11}])
def test_another_seed_or_bot_or_number_has_another_digest(change):
    assert play(**change).digest != play().digest


def test_more_matches_begin_with_the_same_ones():
    first, again = [
        [
            simulate_match(PUNTO, 2, OPTIONS, 1, index, ("random", "random"))._replace(ms_per_decision=())
            for index in each
        ]
        for each in ((3, 4), (4, 3))
    ]
    assert first == again[::-1]
    assert first[0].digest != first[1].digest


def test_the_fields_are_what_the_command_prints():
    fields = json.loads(json.dumps(play(games=3).figures()))
    assert list(fields) == [
        *("game", "players", "options", "games", "seed", "finished", "wins", "win_shares"),
        *("reasons", "round_ends"),
        *("actions_mean", "rounds_mean", "cpu_s", "digest"),
    ]
    assert (fields["game"], fields["players"], fields["games"], fields["finished"]) == ("punto", 2, 3, 3)


def test_rounds_and_reasons_add_up():
    result = play(games=12).figures()
    assert sum(result["reasons"].values()) == result["finished"] == 12
    assert sum(result["round_ends"].values()) == round(result["rounds_mean"] * 12)
    assert result["wins"][0] == 12 and result["win_shares"] == [[1.0, 0.7575, 1.0], [0.0, 0.0, 0.2425]]
    assert result["cpu_s"] > 0  # greedy against random


def test_partners_and_those_who_share_all_count_as_winners():
    team = play(players=4, bots=("random",) * 4, options={**OPTIONS, "teams": "yes", "max_rounds": 1})
    assert team.wins[0] == team.wins[2] and team.wins[1] == team.wins[3]
    assert sum(team.wins) == 2 * 10 + 2 * team.round_ends["draw"]


def test_no_match_is_summed_up_too():
    assert play(games=0).figures()["actions_mean"] == 0


def test_no_more_matches_are_played_than_asked_for():
    assert [play(games=games, jobs=jobs).ended for games, jobs in ((1, 1), (1, 2), (2, 2), (7, 2))] == [1, 1, 2, 7]


class Endless:
    """A match of one seat that never ends; several may act, so that one of them is drawn."""

    def setup(self, seats, options):
        return 0

    def to_act(self, state):
        return (0, 1)

    def legal(self, state, seat):
        return (Action(seat, "wait"),)

    def apply(self, state, action):
        return state + 1

    def view(self, state, seat):
        return state

    def outcome(self, state):
        return Outcome("end", (0,), (1,), ()) if state < 0 else None

    def determinize(self, state, seat, rng):
        return state

    def round_number(self, state):
        return 1


def test_a_match_that_does_not_end_is_left_and_not_counted_as_finished():
    wait = {"wait": lambda view, legal, determinize, rng: legal[0]}
    endless = PUNTO._replace(rules=Endless(), bots=wait, test_bound=7)
    record = simulate_match(endless, 2, {}, 1, 0, ("wait", "wait"))
    assert (record.outcome, record.actions) == (None, 7 * PATIENCE)
