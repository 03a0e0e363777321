"""Nobody learns what is hidden: the adversary of tests/adversary.py finds no difference in any game, and is no fool."""

import itertools

import pytest
from glowtable import games
from glowtable.match.course import Course
from glowtable.match.judge import Judge
from glowtable.match.session import Session

from tests.adversary import attempts, try_everything
from tests.campaign import IN_CAMPAIGN, long_share

SECRET = [game for game in map(games.find, games.names()) if game.hidden_information]
MATCHES = 40  # of each game in a long campaign: 10^6 probes in all
CHUNKS = 4  # so that several cores share a game
FEW = 100  # probes: a match with no more of them says little


class OpenCourse(Course):
    @property
    def public_state(self):
        return self.state


class CarelessJudge(Judge):
    needs_consent = False


class AsItIs(Session):
    """Control: everything is judged by the true state."""

    def __init__(self, course, phase):
        super().__init__(OpenCourse(course.game, course.players, course.options, course.think), phase)


class Unasked(Session):
    """Control: anybody may say what another one lays."""

    def __init__(self, course, phase):
        super().__init__(course, phase)
        self.judge = CarelessJudge(course)


class Unjudged(Session):
    """Control: what is typed is done like what is sensed."""

    def judge_typed(self, event):
        return None


@pytest.mark.campaign
@pytest.mark.parametrize("chunk", range(CHUNKS if IN_CAMPAIGN else 1))
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_two_worlds_cannot_be_told_apart(game, chunk):
    """A match in which nothing could be exchanged, or little was probed, does not count."""
    wanted = max(1, long_share(MATCHES) // CHUNKS) if IN_CAMPAIGN else 1
    every = (try_everything(game, seed, part=1 if IN_CAMPAIGN else 29) for seed in itertools.count(chunk, CHUNKS))
    count = 0
    for found in itertools.islice((each for each in every if each.count > FEW or each.differences), wanted):
        assert found.differences == []
        count += found.count
    print(f"adversary, {game.title}: {count} probes, 0 differences")


@pytest.mark.parametrize(
    ("name", "make", "first"),
    [
        ("alex_and_co", AsItIs, 18),
        ("alter_ego", AsItIs, 14),
        ("spiel_des_jahres", AsItIs, 6),
        ("spiel_des_jahres", Unasked, 26),
        ("spiel_des_jahres", Unjudged, 22),
    ],
)
def test_control_the_adversary_notices(name, make, first):
    """Within forty matches; the one that is tried first is known to be enough."""
    tried = (attempts(games.find(name), seed, make=make, part=3) for seed in (first, *range(40)))
    assert any(itertools.chain.from_iterable(tried))
