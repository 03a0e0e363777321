"""Players of TITLE. They see what a person sees: the view and what is legal."""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.bots import best_by, random_bot

from .rules import RULES, State, free_cells


@best_by
def greedy(view: State, action: Action) -> int:
    """How many more cells are then free to it than to the other player."""
    after = RULES.apply(view, action)
    return free_cells(after, view.seat).bit_count() - free_cells(after, 1 - view.seat).bit_count()


BOTS = {"greedy": greedy, "random": random_bot}
