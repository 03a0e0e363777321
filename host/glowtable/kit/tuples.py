"""States are tuples: the same with one value another, and out of JSON's lists again."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values with another one at this place."""
    return (*values[:at], value, *values[at + 1 :])


def tupled(data: Any) -> Any:
    """JSON's lists as tuples, all the way down."""
    return tuple(map(tupled, data)) if isinstance(data, list | tuple) else data
