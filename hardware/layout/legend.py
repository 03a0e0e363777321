"""The list of all values of a board, printed on its back, for who mends it without its papers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase as LETTERS
from textwrap import wrap

from glowtable.messages import USAGE, UserError, say

from hardware.layout.ink import ADVANCE
from hardware.layout.plan import Print, U
from hardware.layout.shapes import Rectangle
from hardware.model.board import Board, Part

SIZE, LEADING = 1.0, 1.5  # mm
NUMBERED = re.compile(r"(.* )(\d+)")


def legend(board: Board, areas: Sequence[Rectangle]) -> Iterator[Print]:
    """The list of all values, from area to area; UserError if they do not hold it."""
    waiting = entries(board)
    for left, top, right, bottom in areas:
        letters = int((right - left) / (ADVANCE * SIZE))
        y = top + LEADING / 2
        while waiting and y + LEADING * (len(lines := broken(waiting[0], letters)) - 0.5) <= bottom:
            for line in lines:
                yield Print(line, right / U, y / U, SIZE, True, is_left=True)
                y += LEADING
            waiting.pop(0)
    if waiting:
        entry = waiting[0].split(":")[0]
        raise UserError(say("{board}: the legend has no room for {entry}", board=board.name, entry=entry), USAGE)


def broken(entry: str, letters: int) -> list[str]:
    return wrap(entry, letters, subsequent_indent="  ", break_on_hyphens=False)


def entries(board: Board) -> list[str]:
    """A line for all parts of a value, in the order of letters and values' first parts; numbered values as one."""
    alike: dict[tuple[str, str, int | None], list[Part]] = {}
    for part in board.parts:
        if part.is_fitted and part.kind.letter != "TP":
            alike.setdefault((part.kind.letter, *stem(part)), []).append(part)
    return [entry(parts) for _, parts in sorted(alike.items(), key=lambda found: found[0][0])]


def stem(part: Part) -> tuple[str, int | None]:
    """A value; of one with a number at its end what is before it, and how far that is from the reference's."""
    match = NUMBERED.fullmatch(part.value)
    return (match[1], int(match[2]) - number(part.ref)) if match else (part.value, None)


def number(ref: str) -> int:
    return int(ref.lstrip(LETTERS))


def entry(parts: Sequence[Part]) -> str:
    ordered = sorted(parts, key=lambda part: number(part.ref))
    first, last = ordered[0].value, ordered[-1].value
    value = first if first == last else f"{first} to {last.split()[-1]}"
    return f"{value}: {' '.join(runs(ordered[0].kind.letter, [number(part.ref) for part in ordered]))}"


def runs(letter: str, numbers: Sequence[int]) -> Iterator[str]:
    """References; three and more that follow each other as first-last."""
    waiting = list(numbers)
    while waiting:
        long = next((n for n, number in enumerate(waiting) if number != waiting[0] + n), len(waiting))
        long = long if long > 2 else 1
        yield f"{letter}{waiting[0]}" + (f"-{letter}{waiting[long - 1]}" if long > 1 else "")
        del waiting[:long]
