"""S-expressions as KiCad writes them: nested tuples to text, and text back to nested lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

HOUSE = UUID("6f3d3f5e-6c1b-5d0e-9a55-676c6f777462")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')
Node = tuple[Any, ...]


class Word(str):
    """An atom that is written without quotes."""


YES, NO = Word("yes"), Word("no")


def uid(*names: object) -> str:
    """The same identity for the same names, for ever."""
    return str(uuid5(HOUSE, "/".join(map(str, names))))


def dump(node: Node, depth: int = 0) -> str:
    """The text of (head, item, ...), the head without quotes; what holds no further lists stays on its line."""
    head, items = node[0], node[1:]
    if not any(isinstance(item, tuple) for item in items):
        return "\t" * depth + f"({' '.join([head, *map(atom, items)])})"
    flat = [head, *(atom(item) for item in items if not isinstance(item, tuple))]
    lines = [dump(item, depth + 1) for item in items if isinstance(item, tuple)]
    return "\t" * depth + "(" + " ".join(flat) + "\n" + "\n".join(lines) + "\n" + "\t" * depth + ")"


def atom(item: object) -> str:
    if isinstance(item, Word):
        return item
    if isinstance(item, str):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(item, float):
        return f"{item:.4f}".rstrip("0").rstrip(".") if abs(item) > 1e-6 else "0"
    return str(item)


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
