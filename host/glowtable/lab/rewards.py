"""What a match's outcome is worth to those who learn from it."""

from __future__ import annotations

from glowtable.game import Game, Outcome


def rewards_of(game: Game, seats: int, ended: Outcome | None) -> list[float]:
    """For each seat. Where all win together 1 or 0 for all; else its share of one win less a fair one: the sum is 0.

    A match that did not end, and one without winners, is worth nothing to anybody.
    """
    if ended is None or not ended.winners:
        return [0.0] * seats
    if game.cooperative:
        return [1.0] * seats
    return [(seat in ended.winners) / len(ended.winners) - 1 / seats for seat in range(seats)]
