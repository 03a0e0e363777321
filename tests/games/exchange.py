"""Two cards of a match change places: the same actions with one for the other, and the states they lead to."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from glowtable.game import Action, Rules


def differs(one: Iterable[Any], other: Iterable[Any]) -> bool:
    """Do two looks at a match differ? No further than to the first difference is looked."""
    return any(a != b for a, b in zip_longest(one, other))


def exchanged(actions: Sequence[Action], card_kinds: Collection[str], swapped: Mapping[int, int]) -> list[Action]:
    """The actions with each of these cards another; `card_kinds` are the kinds of actions that are about one card."""
    return [
        action._replace(args=(swapped.get(int(action.args[0]), action.args[0]),))
        if action.kind in card_kinds
        else action
        for action in actions
    ]


def replayed(rules: Rules, state: Any, actions: Sequence[Action]) -> list[Any] | None:
    """The states from this one on, one more than actions; None if the rules forbid one."""
    states = [state]
    for action in actions:
        if rules.refuse(states[-1], action):
            return None
        states.append(rules.apply(states[-1], action))
    return states
