"""S-expressions as KiCad writes them: text to nested lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')


def parse(text: str) -> list[Any]:
    """The lists of a text; every atom a str."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token[1:-1] if token.startswith('"') else token)
    return list(stack[0][0])


def children(node: Sequence[Any], head: str) -> list[Any]:
    return [item for item in node if isinstance(item, list) and item and item[0] == head]


def child(node: Sequence[Any], head: str) -> Any:
    """The first child of this name; a list of just its name if there is none."""
    return next(iter(children(node, head)), [head])
