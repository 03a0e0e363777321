"""The terms of a match: how many play, with which options, and what follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self

from glowtable.game import Arg


class GameParameters:
    """One object per seats and options, so that states share it. A game derives what follows in `__init__`."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        self.seats = seats
        self.options = options
        self.everybody = tuple(range(seats))

    @classmethod
    def of(cls, seats: int, options: Mapping[str, Arg]) -> Self:
        """The terms for these seats and options: equal ones are the same object."""
        kind: Any = cls
        terms: Self = _shared_terms(kind, seats, tuple(sorted(options.items())))
        return terms

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _shared_terms, (type(self), self.seats, tuple(sorted(self.options.items())))

    def to_data(self) -> dict[str, Any]:
        return {"seats": self.seats, "options": dict(self.options)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Inverse of to_data."""
        return cls.of(data["seats"], data["options"])


@lru_cache(None)
def _shared_terms(kind: Any, seats: int, pairs: tuple[tuple[str, Arg], ...]) -> Any:
    return kind(seats, dict(pairs))
