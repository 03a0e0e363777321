"""Whether the value of every part can be read on the print of a board.

The legend is what stands on the back as "value: parts", its lines from top to
bottom; on the front a word belongs to the part whose copper is nearest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hardware.layout.distances import Line, between
from hardware.model.board import Board, Part
from hardware.model.file import File, Word

SILK, BACK_SILK = "F.SilkS", "B.SilkS"
LETTER = 0.9  # wide, as a share of its height
ENTRY = re.compile(r"([^:]+): (.+)")
REFS = re.compile(r"([A-Z]+)(\d+)(?:-\1(\d+))?")
NUMBERED = re.compile(r"(.* )(\d+) to (\d+)")
POINTS, SIZED = ("TP",), ("BZ", "C", "D", "F", "Q", "R", "U")  # parts with values beside them
BESIDE = 3.0  # mm from the middle line of a word to its part's pads, at most
Pads = Mapping[str, Sequence[Line]]


def middle_line(word: Word) -> Line:
    """Through the middle of a word's letters."""
    (x, y), half = word.at, LETTER * word.height * len(word.text) / 2
    return ((x, y - half), (x, y + half)) if word.is_upright else ((x - half, y), (x + half, y))


def legend_of(found: Sequence[Word]) -> dict[str, str]:
    """Ref -> value, by the legend: column by column from the left as one sees the back, which is mirrored."""
    ordered = sorted((word for word in found if word.layer == BACK_SILK), key=lambda word: (-word.at[0], word.at[1]))
    entries: list[str] = []
    for text in (word.text for word in ordered):
        if text.startswith(" ") and entries:
            entries[-1] += f" {text.strip()}"
        else:
            entries.append(text)
    matches = (ENTRY.fullmatch(entry) for entry in entries)
    return {ref: value for match in matches if match for ref, value in valued(match[1], match[2])}


def valued(value: str, refs: str) -> Iterator[tuple[str, str]]:
    """Each part of an entry with its value; "Pod 1 to 3: J11-J13" gives each its own number."""
    names = [name for letter, first, last in REFS.findall(refs) for name in named(letter, first, last)]
    numbered = NUMBERED.fullmatch(value)
    values = [f"{numbered[1]}{n}" for n in range(int(numbered[2]), int(numbered[3]) + 1)] if numbered else [value]
    yield from zip(names, values if numbered else values * len(names), strict=False)


def named(letter: str, first: str, last: str) -> list[str]:
    return [f"{letter}{n}" for n in range(int(first), int(last or first) + 1)]


def print_faults(file: File, board: Board, pads: Pads) -> Iterator[str]:
    """Values that nobody can read, and those beside another part; `pads` are the edges of each part's pads."""
    said = legend_of(file.words)
    for letters in (POINTS, SIZED):
        for word, part in readings(file.words, [part for part in board.parts if part.kind.letter in letters], pads):
            said.setdefault(part.ref, word.text)
            if part.value != word.text:
                yield f"{word.text} stands beside {part.ref}, which is {part.value}"
    for part in board.parts:
        if part.is_fitted and said.get(part.ref) != part.value:
            yield f"the value of {part.ref}, {part.value}, cannot be read on the board"


def readings(found: Sequence[Word], parts: Sequence[Part], pads: Pads) -> Iterator[tuple[Word, Part]]:
    """Each word on the front that is a value of one of these parts, and the part that it stands beside."""
    values = {part.value for part in parts}
    for word in (word for word in found if word.layer == SILK and word.text in values):
        line = middle_line(word)
        room, nearest = min((min(between(line, edge) for edge in pads[part.ref]), part.ref) for part in parts)
        if room <= BESIDE:
            yield word, next(part for part in parts if part.ref == nearest)
