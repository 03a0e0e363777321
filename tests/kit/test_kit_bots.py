"""The bot every game has, bots that say what an action is worth, and why one does something."""

from collections import Counter
from random import Random
from types import SimpleNamespace

from glowtable.game import HAND_KNOWN, Action
from glowtable.kit.bots import best_by, random_bot, reason_by_kind
from glowtable.kit.hands import hand_known_actions
from glowtable.messages import say

LEGAL = (Action(0, "yes"), Action(0, "no"), Action(0, "pass"))


def never():
    raise AssertionError("it need not imagine")


def choices(legal, view=None):
    rng = Random(1)
    return Counter(random_bot(view, legal, never, rng) for _ in range(300))


def test_it_does_anything_that_is_legal_whatever_the_phase_is_called():
    for view in (None, SimpleNamespace(phase="hand")):
        counts = choices(LEGAL, view)
        assert set(counts) == set(LEGAL)
        assert min(counts.values()) > 60


def test_its_hand_is_tracked():
    asked = hand_known_actions(None, 0)
    assert choices(asked, SimpleNamespace(phase="any")) == {asked[0]: 300} and asked[0].kind == HAND_KNOWN


def test_the_same_seed_does_the_same():
    assert choices(LEGAL) == choices(LEGAL)


def worth(view, action):
    """To a player who likes this kind."""
    return 1.0 if action.kind in view.liked else 0.0


def test_a_bot_does_what_is_worth_most_and_of_equals_any():
    bot, rng = best_by(worth), Random(1)
    assert {bot(SimpleNamespace(liked="pass"), LEGAL, never, rng) for _ in range(20)} == {LEGAL[2]}
    assert {bot(SimpleNamespace(liked=("yes", "pass")), LEGAL, never, rng) for _ in range(40)} == {LEGAL[0], LEGAL[2]}


def test_a_kind_has_its_reason_and_all_others_one():
    reason = reason_by_kind({"yes": say("it is true")}, say("nothing else is left"))
    assert [reason(None, action).text for action in LEGAL[:2]] == ["it is true", "nothing else is left"]
