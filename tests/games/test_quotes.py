"""A refusal quotes the sentence of the sheet that forbids, or none: quotes.toml lists what for which reason.

A person has read each line of the list beside the sheet. Whatever people can say in the course of matches is tried.
"""

import tomllib
from pathlib import Path
from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, Action, full_options
from glowtable.lab.breaches import possible_actions

from tests.games.shipped import SHIPPED
from tests.games.test_contract import match
from tests.support.campaign import IN_CAMPAIGN

LISTED = tomllib.loads(Path(__file__).with_name("quotes.toml").read_text("utf-8"))  # game -> sentence -> reasons
MATCHES = 3 if IN_CAMPAIGN else 1
EVERY = 7  # so many actions of a match lie between two moments that are tried


def quotes_of(game):
    """Reason and quoted sentence of each refusal, of what is possible at other moments or by other seats."""
    return {quote for seats in game.seats for seed in range(MATCHES) for quote in quotes_in(game, seats, seed)}


def quotes_in(game, seats, seed):
    rng, seen = Random(seed), []
    options = full_options(game, game.test_options)
    for number, step in enumerate(match(game, seats, options, seed)):
        seen += possible_actions(game, step.state)[:4]
        if number % EVERY == 0:
            for tried in rng.sample(seen, min(60, len(seen))):
                yield from quoted(game, step.state, tried._replace(seat=rng.choice([tried.seat, rng.randrange(seats)])))
                yield from quoted(game, step.state, any_of(game, tried, seats, rng))


def any_of(game, tried, seats, rng):
    """The same kind about anything."""
    domains = game.kinds[tried.kind].domains
    return Action(tried.seat, tried.kind, tuple(rng.choice(list(domain)) for domain in domains))


def quoted(game, state, action):
    by_chance = game.kinds[action.kind].by_chance
    refusal = game.rules.refuse(state, action._replace(seat=CHANCE) if by_chance else action)
    words = (refusal.quote or refusal.rule) if refusal else ""
    return [(str(refusal.reason), words)] if words in game.sheet else []


@pytest.mark.campaign
@pytest.mark.parametrize("name", SHIPPED)
def test_only_sentences_that_forbid_are_quoted(name):
    found = quotes_of(games.find(name))
    listed = {(reason, words) for words, reasons in LISTED[name].items() for reason in reasons}
    assert found <= listed
    assert len(found) > len(listed) // 3, "much of the list is met in play"


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_listed_is_a_sentence_of_the_sheet(name):
    assert set(LISTED[name]) <= set(games.find(name).sheet)
