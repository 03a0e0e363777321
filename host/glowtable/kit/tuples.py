"""States are tuples: the same values with another one at one place."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values with another one at this place."""
    return (*values[:at], value, *values[at + 1 :])
