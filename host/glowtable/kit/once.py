"""What is found out when it is first asked for, and kept: cached_property without its lock, in a third of its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):
    """Decorates a method without arguments."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find, self.name, self.__doc__ = find, find.__name__, find.__doc__

    @overload
    def __get__(self, one: None, kind: type[Any]) -> once[T]: ...
    @overload
    def __get__(self, one: object, kind: type[Any] | None = None) -> T: ...
    def __get__(self, one: Any, kind: type[Any] | None = None) -> T | once[T]:
        if one is None:
            return self
        found: T = self.find(one)
        one.__dict__[self.name] = found
        return found
