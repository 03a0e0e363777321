"""A page's plain data in one language, as text to send."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from glowtable.gate import printable
from glowtable.messages import Message

Tell = Callable[[Message], str]  # a sentence in somebody's language


def translated(page: Any, tell: Tell) -> Any:
    """The same data with every sentence translated."""
    if isinstance(page, Message):
        return tell(page)
    if isinstance(page, Mapping):
        return {name: translated(value, tell) for name, value in page.items()}
    if isinstance(page, tuple | list):
        return [translated(value, tell) for value in page]
    return printable(page) if isinstance(page, str) else page


def as_text(page: Any, tell: Tell) -> str:
    """The data as JSON in one language."""
    return json.dumps(translated(page, tell), ensure_ascii=False, separators=(",", ":"))


def with_member(text: str, name: str, value: str) -> str:
    """An object that has members, as JSON, with one more, whose value is JSON, too."""
    return f"{text[:-1]},{json.dumps(name)}:{value}}}"
