"""What stands in a compiled wheel for host/glowtable/kit/once.py: objects of compiled classes have no `__dict__`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Keeping:
    """What classes with such methods are derived from here: it holds what was found out."""

    found: dict[str, Any]


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
        try:
            found = one.found
        except AttributeError:
            found = one.found = {}
        if self.name not in found:
            found[self.name] = self.find(one)
        known: T = found[self.name]
        return known
