"""A ranking as one number: how many actions are left at most. No game is known here.

A ranking is a tuple that each action lowers, compared like a word in a lexicon: what comes first counts first. If it is
known how far later parts may rise where one falls, each part can be given a worth with which their sum falls, too.
"""

from __future__ import annotations

from collections.abc import Mapping


def worths(rises: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """What one of each part is worth, so that the sum falls with each action.

    `rises` names every part in its order, and for each how far later ones may rise where it falls by one.
    """
    worth_by_name: dict[str, int] = {}
    for part in reversed(list(rises)):
        worth_by_name[part] = 1 + sum(worth_by_name[later] * rise for later, rise in rises[part].items())
    return worth_by_name


def total_worth(parts: Mapping[str, int], worth: Mapping[str, int]) -> int:
    """All parts together."""
    return sum(worth[part] * count for part, count in parts.items())
