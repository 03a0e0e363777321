"""The bot every game has, bots that only say what an action is worth, and why a bot does something."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from glowtable.game import HAND_KNOWN, Action, Choose, Determinize
from glowtable.messages import Message


def random_bot(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Any legal action; but its hand is tracked where that is asked, for a bot cannot look at paper."""
    return legal[0] if legal[0].kind == HAND_KNOWN else rng.choice(legal)


def best_by(worth: Callable[[Any, Action], float]) -> Choose:
    """A bot that does what is worth most to it: `worth(view, action)`; of equals any."""

    def choose(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        worths = [worth(view, action) for action in legal]
        most = max(worths)
        return rng.choice([action for action, each in zip(legal, worths, strict=True) if each == most])

    return choose


def reason_by_kind(reasons: Mapping[str, Message], otherwise: Message) -> Callable[[Any, Action], Message]:
    """The reason of a hint, where it hangs on the kind of the action alone."""
    return lambda view, action: reasons.get(action.kind, otherwise)
