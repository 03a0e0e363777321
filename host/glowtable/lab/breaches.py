"""What the checks of a game have in common: the Breach they raise, and what they look at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from glowtable.game import CHANCE, PUBLIC, Action, Arg, Game, full_options
from glowtable.kit.json_form import to_json
from glowtable.messages import Message, UserError, say

MOST_COMPARED = 8  # actions of one state, each with each
Check = Callable[[], Any]  # raises a Breach


class Breach(UserError):
    """A promise that a game breaks: a sentence with cause and next step."""


def breach_unless(is_kept: bool, breach: Message) -> None:
    if not is_kept:
        raise Breach(breach)


def possible_actions(game: Game, state: Any) -> tuple[Action, ...]:
    """Everything that may happen next."""
    if game.rules.to_act(state) == (CHANCE,):
        return tuple(action for action, _ in game.rules.chance(state))
    return tuple(action for seat in game.rules.to_act(state) for action in game.rules.legal(state, seat))


def fitting(game: Game, seats: int, change: Mapping[str, Arg]) -> list[tuple[int, dict[str, Arg]]]:
    """So many seats and the test options so changed; nothing if they do not go together."""
    options = full_options(game, {**game.test_options, **change})
    try:
        game.rules.setup(seats, options)
    except UserError:
        return []
    return [(seats, options)]


def eyes(seats: int) -> tuple[int, ...]:
    return (PUBLIC, *range(seats))


def as_json(value: Any) -> str:
    return json.dumps(to_json(value), sort_keys=True)


def missing_methods(made: type, base: type, methods: Iterable[str]) -> str:
    """Those that a game has not overridden, as text."""
    return ", ".join(f"{name}()" for name in methods if getattr(made, name) is getattr(base, name))


def must_be(method: str, given: Any, is_right: bool, kind: str) -> None:
    breach_unless(
        is_right,
        say("{method}() returned {given}. Let it return {type}.", method=method, given=shortened(given), type=kind),
    )


def fingerprint(state: Any) -> str:
    """What tells whether it was changed; of a state that has no JSON form, how it looks."""
    try:
        return as_json(state)
    except (TypeError, ValueError, LookupError, AttributeError):
        return repr(state)


def changed_part(value: Any, again: Any) -> str:
    """The first field that is another one now; else what came of the whole."""
    if type(again) is type(value):
        for name in getattr(value, "_fields", ()):
            was, now = getattr(value, name), getattr(again, name)
            if was != now:
                return f"{name}: {shortened(was)} became {shortened(now)}"
    return shortened(again)


def shortened(value: Any) -> str:
    return repr(value)[:120]
