"""The firmware's sources with a fault in wait at each statement: the number 0 in `sound` lets that one fail.

Every line keeps its number. `sound` is a builtin of the interpreter that runs them, with a 1 for each statement.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WITHIN = (ast.FunctionDef, ast.Try, ast.With)  # no code of their own
LAST = (ast.While,)  # MicroPython looks at their condition behind their body, and tells that line


class Place(NamedTuple):
    module: str
    line: int


class Piece(NamedTuple):
    """What is put into a line."""

    line: int
    column: int
    text: str


def laid(sources: list[Path], folder: Path) -> list[Place]:
    """Write the sources so into this folder; the place of each fault by its number."""
    places: list[Place] = []
    for path in sources:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        pieces: list[Piece] = []
        for statement in statements(ast.parse("".join(lines))):
            pieces += fault(statement, f"0 // sound[{len(places)}]")
            places.append(Place(path.stem, statement.lineno))
        for line, column, text in sorted(pieces, reverse=True):
            lines[line - 1] = lines[line - 1][:column] + text + lines[line - 1][column:]
        (folder / path.name).write_text("".join(lines), encoding="utf-8")
    return places


def statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Those in functions, but for their texts."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                if isinstance(node, ast.stmt) and not isinstance(node, WITHIN + LAST) and not is_text:
                    yield node


def fault(statement: ast.stmt, text: str) -> list[Piece]:
    """In front of it, of its condition, or of what it goes through."""
    if isinstance(statement, ast.If):
        return around(statement.test, text)
    if isinstance(statement, ast.For):
        return around(statement.iter, text)
    return [Piece(statement.lineno, statement.col_offset, f"{text}; ")]


def around(expression: ast.expr, text: str) -> list[Piece]:
    begin = Piece(expression.lineno, expression.col_offset, f"{text} or (")
    assert expression.end_lineno and expression.end_col_offset
    return [begin, Piece(expression.end_lineno, expression.end_col_offset, ")")]
