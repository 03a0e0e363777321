"""The page of a terminal: the public view as text, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from glowtable.grid import COLUMNS, ROWS, SIDE, TABLE_SEAT
from glowtable.match.presenter import current_picture, current_prompts, result_lines
from glowtable.match.session import Session
from glowtable.messages import Message
from glowtable.table import (
    BLINK,
    BLUE,
    COVER,
    DARK,
    FLASH,
    GREEN,
    OPEN,
    ORANGE,
    PICK,
    PURPLE,
    RED,
    SKY,
    WHITE,
    YELLOW,
    Light,
    Picture,
    Prompt,
)
from glowtable.terminal.letters import key_line
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from rich.text import Text

# The Okabe-Ito set; blue is lighter than there, because on black it could hardly be read.
STYLES = {
    DARK: "bright_black",
    WHITE: "bold white",
    ORANGE: "#e69f00",
    SKY: "#56b4e9",
    GREEN: "#009e73",
    YELLOW: "#f0e442",
    BLUE: "#3a87d8",
    RED: "#d55e00",
    PURPLE: "#cc79a7",
}
# How a pattern frames what lies on a cell: colour alone never says anything.
FRAMES = {OPEN: ("○", "({})"), COVER: ("◎", "[{}]"), PICK: ("◇", "<{}>"), BLINK: ("●", "*{}*"), FLASH: ("×", "×{}×")}
PLAIN = ("·", "{}")
CELL_WIDTH = 6


def grid_lines(
    picture: Picture, labels: Sequence[str], rows: Sequence[str] = ROWS, columns: Sequence[str] = COLUMNS
) -> list[Text]:
    """The six rows of cells with their lights and cards, under a line of column numbers."""
    from rich.text import Text

    lines = [Text("  " + "".join(column.center(CELL_WIDTH) for column in columns), "dim")]
    for row, name in enumerate(rows):
        line = Text(name + " ", "dim")
        for cell in range(row * SIDE, row * SIDE + SIDE):
            line.append(
                cell_text(picture.cells[cell], labels[cell]).center(CELL_WIDTH), STYLES[picture.cells[cell].colour]
            )
        lines.append(line)
    return lines


def cell_text(light: Light, label: str) -> str:
    """A cell's shape says what may be done there, its label what lies there."""
    empty, frame = FRAMES.get(light.pattern, PLAIN) if light.colour != DARK else PLAIN
    return frame.format(label) if label else empty


class Size(NamedTuple):
    """The size of a terminal."""

    columns: int = 100
    lines: int = 40


def page_lines(
    session: Session, translator: Translator, *, title: str, said: Sequence[str], typed: str | None, size: Size = Size()
) -> list[Text]:
    """The whole screen, as everybody may see it: grid, score, sentences, the current instruction, the typed line.

    If there is little room, what is needed least goes first; grid, instruction and typed line stay.
    """
    from rich.text import Text

    face, letters = session.game.surface.face(session.view), session.game.letters
    labels = [translator.text(label) if isinstance(label, Message) else label for label in face.cells]
    lines = result_lines(session.game.title, session.outcome) if session.outcome else face.lines
    parts = [  # (how needed, lines)
        (1, [Text(title, "bold")]),
        (0, [Text("")]),
        (9, grid_lines(current_picture(session), labels, face.rows, face.columns)),
        (2, [Text("  " + translator.text(session.game.legend), "dim")]),
        (2, [Text("  " + key_line(letters, translator), "dim")] if letters else []),
        (0, [Text("")]),
        (4, [Text(translator.text(line)) for line in lines]),
        (0, [Text("")]),
        (3, [Text(line, "dim") for line in said[:-1]]),
        (5, [Text(line, "dim") for line in said[-1:]]),
        (9, [_prompt_text(prompt, n == 0, translator) for n, prompt in enumerate(current_prompts(session))]),
        (9, [Text("» " + typed)] if typed is not None else []),
    ]
    for least in range(6):
        if sum(_lines_filled(line, size.columns) for _, lines in parts for line in lines) <= size.lines:
            break
        parts = [(need, lines) for need, lines in parts if need != least]
    return [line for _, lines in parts for line in lines]


def _prompt_text(prompt: Prompt, first: bool, translator: Translator) -> Text:
    from rich.text import Text

    who = "" if prompt.seat == TABLE_SEAT else f"{translator.name_seat(prompt.seat)}: "
    return Text(("> " if first else "  ") + who + translator.text(prompt.message), "bold" if first else "")


def _lines_filled(line: Text, columns: int) -> int:
    """How many lines of the terminal this line fills."""
    return max(1, -(-line.cell_len // columns))
