"""A field of a glance: compiled with the rules, for a bot asks for thousands of them in a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Field:
    """Found out when it is first asked for, and kept: Python then finds it without asking again."""

    def __init__(self, find: Callable[..., Any]) -> None:
        self._find = find
        self._name = ""

    def __set_name__(self, owner: Any, name: str) -> None:
        self._name = name

    def __get__(self, glance: Any, owner: Any) -> Any:
        value = self._find(*glance._source)
        glance.__dict__[self._name] = value
        return value
