"""The bot every game has."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from glowtable.game import Action, Determinize


def random_bot(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Any legal action; but its hand is read (asked for in the phase `hand`), for a bot cannot look at paper."""
    return legal[0] if getattr(view, "phase", "") == "hand" else rng.choice(legal)
