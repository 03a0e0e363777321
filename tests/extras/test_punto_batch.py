"""A batch of Punto is the contract, move by move; what it is handed wrong is refused in one sentence."""

import copy
import pickle
import re
from random import Random

import glowtable as gt
import numpy as np
import pytest
from glowtable.game import CHANCE, Action
from glowtable.games.punto.kernel import Match
from glowtable.games.punto.state import Phase
from glowtable.lab.batch import PuntoBatch
from glowtable.lab.kernel_match import KernelMatch
from glowtable.lab.vocabulary import rewards_of
from glowtable.messages import UserError
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.docs.pages import block_with
from tests.extras.test_punto_kernel import Stream, some_terms
from tests.support.campaign import LONG

pytestmark = pytest.mark.extras
PUNTO = gt.find("punto")
RULES = PUNTO.rules
MOVES = 1_000_000 if LONG else 100_000
TOGETHER = 25  # matches of a batch
STEPS = 160  # of each: with other options then
LOOK_EACH = 7  # of so many steps the observation is compared
NO_CARD = 255


class Mirror:
    """One match of a batch by the rules, with the batch's own cards."""

    def __init__(self, batch, number):
        self.batch, self.number = batch, number
        self.start()

    @property
    def kernel(self):
        """The match as it stands in the batch."""
        return Match.from_buffer(self.batch._matches[self.number])

    def start(self):
        state = RULES.setup(self.batch.seats, self.batch.options)
        self.state = self.turned(RULES.apply(state, Action(CHANCE, "starter", (self.kernel.seat,))), self.kernel.card)

    def turned(self, state, card):
        action = Action(CHANCE, "turn", (card,))
        assert action in dict(RULES.chance(state))
        return RULES.apply(state, action)

    def step(self, action, stuck, ended):
        """The same by the rules; `stuck` is the card that comes if the round does not end by a line."""
        state = self.state
        kind = "place" if state.phase is Phase.PLACE else "trophy"
        state = RULES.apply(state, Action(state.seat, kind, (action,)))
        if state.phase is Phase.TURN:
            goes_on = not ended and self.kernel.rounds == len(state.rounds)
            state = self.turned(state, self.kernel.card if goes_on else stuck)
        if state.phase is Phase.BEGIN:
            state = RULES.apply(state, RULES.legal(state, state.seat)[0])
            state = self.turned(state, self.kernel.card)
        self.state = state


def next_card(match):
    """The card that the next seat will turn over, if nothing else is drawn before."""
    seat = (match.seat + 1) % sum(size > 0 for size in match.size)
    left = match.left[seat]
    return match.cards[seat][Stream(match.stream).draw(left)] if left else NO_CARD


def batch_of(number):
    """A batch of any seats and options."""
    seats, options = some_terms(Random(number))
    batch = PuntoBatch(TOGETHER, seats, number, **options)
    batch.seats, batch.options = seats, options
    return batch


def play_both(number, steps):
    """Random play of one batch, each move by the rules, too; how many moves."""
    batch = batch_of(number)
    seen, infos = batch.reset()
    mirrors = [Mirror(batch, number) for number in range(TOGETHER)]
    for step in range(steps):
        sight = None if step % LOOK_EACH else batch.sight
        for mirror, mask, seat, numbers in zip(
            mirrors, seen["action_mask"], infos["seat"], seen["observation"], strict=True
        ):
            state = mirror.state
            assert (seat, tuple(np.flatnonzero(mask))) == (state.seat, RULES.view(state, seat).cells)
            assert sight is None or np.array_equal(numbers, sight.tensor(RULES.view(state, seat), seat))
        actions, actors = batch.random_actions(), infos["seat"]
        stuck = [next_card(mirror.kernel) for mirror in mirrors]
        seen, rewards, ended, _, infos = batch.step(actions)
        for at, mirror in enumerate(mirrors):
            mirror.step(int(actions[at]), stuck[at], ended[at])
            outcome = RULES.outcome(mirror.state)
            assert (outcome is not None) == ended[at]
            assert np.allclose(infos["rewards"][at], rewards_of(PUNTO, batch.seats, outcome), atol=1e-12)
            assert rewards[at] == infos["rewards"][at][actors[at]]
            if ended[at]:
                last = infos["final_obs"][at]["observation"]
                assert np.array_equal(last, batch.sight.tensor(RULES.view(mirror.state, 0), actors[at]))
                mirror.start()
    return TOGETHER * steps


@pytest.mark.campaign
def test_every_move_of_a_batch_is_the_contracts():
    number = moves = 0
    while moves < MOVES:
        moves += play_both(number, STEPS)
        number += 1


# -- as an environment


def test_it_is_a_vector_environment_that_begins_ended_matches_anew():
    batch = PuntoBatch(3, seats=3, rounds_to_win=1, max_rounds=1)
    seen, infos = batch.reset(seed=5)
    assert batch.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and batch.observation_space.contains(seen)
    episodes = RecordEpisodeStatistics(batch)
    episodes.reset(seed=5)
    ended = np.zeros(3, bool)
    while not ended.all():
        actions = batch.random_actions()
        assert batch.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = episodes.step(actions)
        assert batch.observation_space.contains(seen) and not truncated.any() and not rewards[~terminated].any()
        assert set(infos["episode"]["l"][terminated] > 9) <= {True} if terminated.any() else "episode" not in infos
        ended |= terminated
    assert batch.parts_of(seen["observation"])["colours"].shape == (3, 4, 6, 6)


def test_a_seed_brings_the_same_matches_and_a_copy_goes_the_same_way():
    batch, other = PuntoBatch(4, frame="floating"), PuntoBatch(4, frame="floating")
    rows = [each.reset(seed=3)[0]["observation"] for each in (batch, other)]
    assert np.array_equal(*rows) and not np.array_equal(rows[0], batch.reset()[0]["observation"])
    other.reset()
    batches = [batch, other, copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for _ in range(50):
        actions = [each.random_actions() for each in batches]
        seen = [each.step(action)[0]["observation"].tobytes() for each, action in zip(batches, actions, strict=True)]
        assert len(set(seen)) == 1 and len({action.tobytes() for action in actions}) == 1


def test_what_was_seen_stays_as_it_was_while_somebody_has_it():
    batch = PuntoBatch(2)
    kept = [batch.reset()[0]]
    copies = [{name: array.copy() for name, array in kept[0].items()}]
    for _ in range(9):
        kept.append(batch.step(batch.random_actions())[0])
        copies.append({name: array.copy() for name, array in kept[-1].items()})
    assert all(np.array_equal(a[name], b[name]) for a, b in zip(kept, copies, strict=True) for name in a)
    part = batch.parts_of(kept.pop()["observation"])["cells"]
    before = part.copy()
    kept.clear()
    for _ in range(5):
        batch.step(batch.random_actions())
    assert np.array_equal(part, before) and len(batch._planes._arrays) <= 12


@pytest.mark.parametrize("n", [0, -1, 10_000_000, 1.5, "a", None])
def test_too_few_or_too_many_matches_are_refused(n):
    with pytest.raises(ValueError, match=rf"^n must be 1\.\.100000, got {n}$"):
        PuntoBatch(n)


@pytest.mark.parametrize("seed", ["a", -1, 1.5])
def test_a_seed_that_is_no_number_is_refused_and_changes_nothing(seed):
    with pytest.raises(ValueError, match=f"^seed must be a whole number from 0, got {seed}$"):
        PuntoBatch(2, seed=seed)
    batch, other = PuntoBatch(np.int64(2), seed=np.int64(3)), PuntoBatch(2, seed=3)
    with pytest.raises(ValueError, match=f"^seed must be a whole number from 0, got {seed}$"):
        batch.reset(seed=seed)
    assert np.array_equal(batch.reset()[0]["observation"], other.reset()[0]["observation"])


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seats": 5}, "Punto needs 2 to 4 players, not 5."),
        ({"wind": 1}, "Punto has no option wind. Choose one of teams, first_player,"),
        ({"frame": "round"}, "frame can be fixed, floating, not round."),
        ({"teams": "yes"}, "teams=yes needs 4 players, not 2 (P-06)."),
    ],
)
@pytest.mark.parametrize("make", [lambda **given: PuntoBatch(2, **given), KernelMatch])
def test_what_there_is_not_is_refused(make, given, says):
    with pytest.raises(UserError, match=re.escape(says)):
        make(**given)


@pytest.mark.parametrize("wrong", [[0], [[14], [14]], [14.0, 14.0], ["a", "b"]])
def test_actions_of_another_kind_are_refused(wrong):
    batch = PuntoBatch(2)
    batch.reset()
    with pytest.raises(ValueError, match=r"^actions must be 2 whole numbers, got "):
        batch.step(wrong)


@pytest.mark.parametrize("wrong", [0, -1, 36, 1 << 40])
def test_an_action_outside_the_mask_is_refused_and_changes_nothing(wrong):
    batch = PuntoBatch(2)
    with pytest.raises(ValueError, match=r"^no match has begun: reset begins them$"):
        batch.step([14, 14])
    seen, _ = batch.reset()
    before, mask = batch._matches.copy(), seen["action_mask"].copy()
    with pytest.raises(ValueError, match=rf"^action of match 1 must be one of 14, 15, 20, 21, got {wrong}$"):
        batch.step([14, wrong])
    assert np.array_equal(batch._matches, before) and np.array_equal(batch._mask, mask)
    batch.step([14, 15])


def test_one_match_is_that_of_a_batch():
    batch, number = PuntoBatch(1, seats=4, teams="yes"), 0
    batch.reset()
    one = KernelMatch(4, 0, teams="yes")
    one._enter(Match.from_buffer_copy(batch._matches[0]))
    one.legal = bytes(np.flatnonzero(batch._mask[0]).tolist())
    while one.legal:
        action, copied = one.legal[number % len(one.legal)], one.copy()
        _, _, ended, _, infos = batch.step([action])
        one.apply(action)
        assert copied.legal and (ended[0] or (one.seat, list(one.legal)) == (
            infos["seat"][0], np.flatnonzero(batch._mask[0]).tolist()))  # fmt: skip
        number += 1
    assert ended[0] and one.phase == "over" and one.winners is not None and copied.winners is None and number > 9


def test_one_match_refuses_what_is_not_legal_and_says_what_is_up():
    match = KernelMatch(2, seed=7)
    assert match.phase == "place" and match.card[0] in "RBGY" and match.seat in (0, 1)
    with pytest.raises(ValueError, match=r"^cell must be one of 14, 15, 20, 21, got 0$"):
        match.apply(0)
    assert list(match.legal) == [14, 15, 20, 21]
    while match.legal:
        match.apply(match.legal[0])
    with pytest.raises(ValueError, match=r"^the match is over$"):
        match.apply(3)


def test_parts_are_those_of_an_observation():
    batch = PuntoBatch(2)
    seen, _ = batch.reset()
    parts = batch.parts_of(seen["observation"])
    assert parts["colours"].shape == (2, 4, 6, 6) and np.shares_memory(parts["colours"], seen["observation"])
    assert np.array_equal(parts["card"][1], batch.sight.split(seen["observation"][1])["card"])
    with pytest.raises(ValueError, match=r"^an observation has 372 numbers, got 36$"):
        batch.parts_of(seen["action_mask"])


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.lab.batch"), "LEARN.md", "exec"), {})
