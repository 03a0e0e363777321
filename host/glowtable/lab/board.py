"""A view of the table as text and as a drawing: what lies on the cells, and where may be pressed. In English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from glowtable.game import Game
from glowtable.grid import SIDE
from glowtable.messages import Message
from glowtable.table import CHOICE, DARK, Face, Light, Prompt
from glowtable.terminal.lights import STYLES, grid_lines
from glowtable.terminal.translator import Translator

CELL, EDGE = 48, 22  # of the drawing, in pixels
GROUND, INK, FRAME = "#1b1b1b", "#f4f1ea", "#5c5c5c"


def board_text(game: Game, view: Any) -> str:
    """The grid with its cards and legal cells, the score, and what is asked."""
    face, picture = game.surface.face(view), game.surface.paint(view)
    translator = Translator("en", game=game.name)
    grid = [
        line.plain.rstrip() for line in grid_lines(picture, _cell_labels(face, translator), face.rows, face.columns)
    ]
    asked = [_prompt_lines(prompt, translator) for prompt in game.surface.prompts(view)]
    return "\n".join([*grid, *map(translator.text, face.lines), *asked])


def _prompt_lines(prompt: Prompt, translator: Translator) -> str:
    who = translator.name_seat(prompt.seat) + ": " if prompt.seat >= 0 else ""
    return who + translator.text(prompt.message)


def _cell_labels(face: Face, translator: Translator) -> list[str]:
    return [translator.text(label) if isinstance(label, Message) else label for label in face.cells]


def board_svg(game: Game, view: Any) -> str:
    """The grid as a drawing: a label on each cell, a ring where a press is legal, the colours of the table."""
    face, picture = game.surface.face(view), game.surface.paint(view)
    labels = _cell_labels(face, Translator("en", game=game.name))
    size = EDGE + SIDE * CELL + 4
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}" '
            'font-family="sans-serif" font-size="13" text-anchor="middle">',
            f'<rect width="{size}" height="{size}" rx="6" fill="{GROUND}"/>',
            *_cell_names(face.columns, face.rows),
            *(_draw_cell(cell, picture.cells[cell], label) for cell, label in enumerate(labels)),
            "</svg>",
        )
    )


def _cell_names(columns: Sequence[str], rows: Sequence[str]) -> Iterator[str]:
    for n, (column, row) in enumerate(zip(columns, rows, strict=True)):
        middle = EDGE + n * CELL + CELL // 2
        yield _draw_text(middle, EDGE - 7, column, FRAME) + _draw_text(EDGE // 2, middle + 4, row, FRAME)


def _draw_cell(cell: int, light: Light, label: str) -> str:
    left, top = EDGE + cell % SIDE * CELL, EDGE + cell // SIDE * CELL
    ink = STYLES[light.colour].removeprefix("bold ") if light.colour != DARK else INK
    middle = left + CELL // 2, top + CELL // 2
    square = f'<rect x="{left + 2}" y="{top + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="5" fill="none" '
    square += f'stroke="{ink if light.colour != DARK else FRAME}"/>'
    ring = f'<circle cx="{middle[0]}" cy="{middle[1]}" r="18" fill="none" stroke="{ink}" stroke-width="2"/>'
    return square + (ring if light.pattern in CHOICE else "") + _draw_text(middle[0], middle[1] + 5, label, ink)


def _draw_text(x: int, y: int, text: str, ink: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}">{escape(text)}</text>' if text else ""
