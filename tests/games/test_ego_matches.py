"""Whole matches of Alter Ego: nothing is lost in any state."""

from itertools import islice, pairwise
from random import Random

import pytest
from glowtable import games
from glowtable.games.alter_ego.cards import NAMES
from glowtable.games.alter_ego.options import OPTIONS
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.termination import actions_left
from glowtable.match.dealer import Dealer
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.ego_positions import options_for, position
from tests.games.play import steps
from tests.games.whereabouts_alter_ego import cards, tokens
from tests.support.campaign import share

GAME = games.find("alter_ego")
LONG = 700  # actions of a match that need not end
KEEN = "fight engage event activate ask yes token trophy rescue spend call cops buy"
OPTION_SETS = st.fixed_dictionaries({option.name: st.sampled_from(option.choices) for option in OPTIONS})


def choice(legal, rng, keen):
    """Any action; who is keen fights and uses what it can."""
    wanted = [each for each in legal if each.kind in KEEN.split()] if keen and rng.random() < 0.8 else []
    return rng.choice(wanted or list(legal))


def match(seats, options, seed, keen=False):
    """Every state of a match, and what is done in it."""
    dealer = Dealer(seed, seats)

    def choose(state, actors):
        return choice([each for seat in actors for each in rules.legal(state, seat)], dealer.rng, keen)

    played = [*islice(steps(rules, rules.setup(seats, {**options_for(), **options}), dealer, choose), LONG)]
    return [*((step.state, step.action) for step in played), (played[-1].after, None)]


@pytest.mark.campaign
@given(st.integers(1, 4), OPTION_SETS, st.integers(0, 2**32), st.booleans())
@settings(max_examples=max(5, share(150)), deadline=None, derandomize=True)
def test_cards_tokens_money_and_hostages_are_conserved_in_every_state(seats, options, seed, keen):
    states = match(seats, options, seed, keen)
    whole = tokens(states[0][0])
    for state, _ in states:
        assert tokens(state) == whole
        assert sorted(cards(state)) == sorted(NAMES)


def test_what_is_determinized_is_conserved_too():
    rng = Random(3)
    for state, _ in match(3, {"nemesis": "personal"}, 5):
        imagined = rules.determinize(state, 1, rng)
        assert sorted(cards(imagined)) == sorted(NAMES) and tokens(imagined) == tokens(state)


def test_a_token_too_many_is_caught():
    state = position({"tokens": 1})
    assert tokens(state._replace(teamwork=20)) != tokens(state)
    assert tokens(state._replace(pools=(5, 5, 4, 0))) != tokens(state)


def test_E43_with_an_empty_deck_of_henchmen_people_may_go_on_for_ever():
    """With `empty_deck=go_on`, where nobody does anything: what is left falls no more."""
    state, rng = position({}, {}, deck=[], empty_deck="go_on"), Random(1)
    rounds, numbers = state.round, []
    while state.round < rounds + 60:
        actors = rules.to_act(state)
        legal = [each for each, _ in rules.chance(state)] or [each for at in actors for each in rules.legal(state, at)]
        state = rules.apply(state, next((each for each in legal if each.kind == "ready"), rng.choice(legal)))
        numbers.append(actions_left(state))
    assert any(not after < before for before, after in pairwise(numbers))
