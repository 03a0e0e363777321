"""What a proof claims: a figure that was computed, beside the goal it must keep. Computes none."""

from __future__ import annotations

from typing import NamedTuple


class Claim(NamedTuple):
    """A figure and its goal, in the same unit. `about` names the figure: "tilt of a plate"."""

    about: str
    reached: float
    goal: float
    unit: str
    at_most: bool = True  # the goal is the largest figure allowed; else the smallest

    @property
    def is_kept(self) -> bool:
        """Never with a figure that is no number."""
        return bool(self.reached <= self.goal if self.at_most else self.reached >= self.goal)
