"""A refusal quotes the sentence of the sheet that forbids, or none: what is quoted for which reason is listed here.

A person has read each line of the list beside the sheet. Whatever people can say in the course of matches is tried.
"""

from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, Action, full_options

from tests.games.contract import possible
from tests.games.shipped import SHIPPED
from tests.games.test_contract import match
from tests.support.campaign import IN_CAMPAIGN

LISTED = {  # sentence -> reasons
    "alex_and_co": {
        "A-01": ("unknown",),
        "A-04": ("card elsewhere",),
        "A-08": ("not your turn",),
        "A-09": ("must go on", "not now"),
        "A-10": ("ESG or SAZ after the action", "ESG or SAZ before reveal", "unknown"),
        "A-11": ("player without cards",),
        "A-11 keep": ("must go on",),
        "A-12": ("unknown",),
        "A-14": ("no right to call",),
        "A-14 point": ("no proof",),
        "A-15": ("no proof",),
        "A-19": ("unknown",),
        "A-20": ("card not in this hand", "card of no set", "player without cards"),
        "A-26": ("no majority", "not in this hand or no majority"),
    },
    "alter_ego": {
        "E-01": ("unknown",),
        "E-10": ("not in the supply",),
        "E-15": ("closed phase",),
        "E-19": ("once a round", "too few icons"),
        "E-22": ("not drawn", "ready already"),
        "E-25": ("card elsewhere", "nothing to do", "once a round", "too few icons"),
        "E-28": ("too few icons",),
        "E-29": ("once a round",),
        "E-33": ("no teamwork token", "oneself or the own team", "only for one player"),
        "E-35": ("too little money",),
        "E-36": ("card not in this hand", "not now"),
        "E-38": ("card not in this hand", "display full", "display not full"),
        "E-38 penalty": ("another card is forced",),
        "E-38 take": ("another card is forced",),
    },
    "punto": {
        "P-01": ("unknown",),
        "P-03": ("card not in this stack",),
        "P-04": ("card not in this stack",),
        "P-05": ("card not in this stack",),
        "P-06": ("card not in this stack",),
        "P-09": ("not your turn",),
        "P-10": ("first card not in the middle",),
        "P-11": ("not your turn",),
        "P-12": ("card on the table", "first card stays", "no card turned up", "read twice"),
        "P-13": ("apart",),
        "P-14": ("not higher",),
        "P-16": ("outside the frame", "unknown"),
        "P-23": ("card out of the game", "no trophy"),
        "P-26a": ("over",),
        "P-29": ("no trophy",),
        "P-31": ("card not in this stack",),
        "P-32": ("not your turn",),
        "P-33": ("over",),
    },
    "spiel_des_jahres": {
        "S-01": ("unknown",),
        "S-04": ("no coins for it",),
        "S-08": ("not now",),
        "S-09": ("one action a month",),
        "S-09 ready": ("ready already",),
        "S-12 hand": ("card not in this hand", "ideas tapped", "twice"),
        "S-12 part": ("a contract is no part of a game", "unknown"),
        "S-12": ("too few ideas", "too many ideas"),
        "S-20": ("name taken",),
        "S-22": ("card not in this hand",),
        "S-24 employ": ("fired by this seat", "not employed there"),
        "S-24": ("not paid yet",),
        "S-24b": ("changed hands in these offers",),
        "S-25": ("own designer",),
        "S-26": ("not now", "not paid yet"),
        "S-27": ("not now", "ready already"),
        "S-29": ("card not in this hand", "game of another", "oneself"),
        "S-30": ("ruined",),
        "S-33 card": ("card elsewhere",),
    },
}
MATCHES = 3 if IN_CAMPAIGN else 1
EVERY = 7  # so many actions of a match lie between two moments that are tried


def quotes_of(game):
    """Reason and quoted sentence of each refusal, of what is possible at other moments or by other seats."""
    return {quote for seats in game.seats for seed in range(MATCHES) for quote in quotes_in(game, seats, seed)}


def quotes_in(game, seats, seed):
    rng, seen = Random(seed), []
    options = full_options(game, game.test_options)
    for number, step in enumerate(match(game, seats, options, seed)):
        seen += possible(game, step.state)[:4]
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
