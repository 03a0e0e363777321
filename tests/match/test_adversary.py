"""Nobody learns what is hidden: support/adversary.py finds no difference in any game, and is no fool."""

import itertools

import pytest
from glowtable import games
from glowtable.match.judge import Judge
from glowtable.match.match_state import MatchState
from glowtable.match.session import Session

from tests.support.adversary import attempts, is_dealt, try_everything
from tests.support.campaign import IN_CAMPAIGN, long_share, slow

SECRET = [game for game in map(games.find, games.names()) if game.hidden_information or is_dealt(game)]
PROBES = 250_000  # of each game in a long campaign: 10^6 in all
CHUNKS = 4  # so that several cores share a game
PART = 29  # one of so many probes of a match: many matches find more than all that can be tried in a few
MOST_MATCHES = 8000  # in which as many probes are to be found


class OpenMatchState(MatchState):
    @property
    def public_state(self):
        return self.state


class CarelessJudge(Judge):
    needs_consent = False


class AsItIs(Session):
    """Control: everything is judged by the true state."""

    def __init__(self, match_state, phase):
        super().__init__(
            OpenMatchState(match_state.game, match_state.players, match_state.options, match_state.think), phase
        )


class Unasked(Session):
    """Control: anybody may say what another one lays."""

    def __init__(self, match_state, phase):
        super().__init__(match_state, phase)
        self.judge = CarelessJudge(match_state)


class Unjudged(Session):
    """Control: what is typed is done like what is sensed."""

    def judge_typed(self, event):
        return None


@pytest.mark.campaign
@pytest.mark.parametrize("chunk", range(CHUNKS if IN_CAMPAIGN else 1))
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_two_worlds_cannot_be_told_apart(game, chunk):
    """Match after match, until so much was tried."""
    wanted, count = long_share(PROBES) // (CHUNKS if IN_CAMPAIGN else 1), 0
    matches = 0
    for seed in range(chunk, MOST_MATCHES, CHUNKS):
        found = try_everything(game, seed, part=PART)
        assert found.differences == []
        count, matches = count + found.count, matches + bool(found.count)
        if count >= wanted:
            break
    print(f"adversary, {game.title}: {count} probes in {matches} matches, 0 differences")
    assert count >= wanted > 100


@pytest.mark.parametrize(
    ("name", "make", "first"),
    [
        slow("alex_and_co", AsItIs, 18),
        ("alter_ego", AsItIs, 14),
        ("spiel_des_jahres", AsItIs, 6),
        slow("spiel_des_jahres", Unasked, 26),
        slow("spiel_des_jahres", Unjudged, 22),
        ("punto", Unjudged, 0),
    ],
)
def test_control_the_adversary_notices(name, make, first):
    """Within forty matches; the one that is tried first is known to be enough."""
    tried = (attempts(games.find(name), seed, make=make, part=3) for seed in (first, *range(40)))
    assert any(itertools.chain.from_iterable(tried))
