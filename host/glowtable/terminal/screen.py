"""The page of a terminal: the public view as text, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from glowtable.grid import COLUMNS, ROWS, SIDE, TABLE_SEAT
from glowtable.match.presenter import current_picture, current_prompts, result_lines
from glowtable.match.session import Session
from glowtable.messages import Message, say, say_count
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
from glowtable.terminal.layout import Size, fill_pane, fold_lines, put_beside, wrap_texts
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
PANE = 2 + SIDE * CELL_WIDTH + 2  # where the pane beside the grid begins
PANE_COLUMNS = 36  # a narrower one is none
BACK = say("Enter: back to the table")


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


def page_lines(
    session: Session,
    translator: Translator,
    *,
    title: str,
    said: Sequence[str],
    private: Sequence[str] = (),
    typed: str | None,
    size: Size = Size(),
) -> list[Text]:
    """The whole screen: grid, score, sentences, what is asked, the typed line; `private` is what one seat asked to see.

    Nothing of the score, nor of what is asked, is left out without a word: what does not fit is folded, and `status`
    shows it. In a terminal of at least 40 columns and 10 lines the page fits.
    """
    face, columns = session.game.surface.face(session.view), size.columns
    labels = [translator.text(label) if isinstance(label, Message) else label for label in face.cells]
    grid = grid_lines(current_picture(session), labels, face.rows, face.columns)
    typing = [] if typed is None else [_line("» " + typed[-columns + 3 :])]
    room = max(2, size.lines - len(grid) - len(typing))
    more = partial(_more_lines, translator)
    asked = fold_lines(_prompt_lines(session, translator, columns), room - 1, more)
    shown = fold_lines(wrap_texts(private, "", columns), room - len(asked) - 1, more) if private else []
    room -= len(asked) + len(shown)
    last = _if_room(wrap_texts(said[-1:], "dim", columns), room - 1)
    room -= len(last)
    top, state = _around_grid(grid, state_texts(session, translator), columns, room)
    state = fold_lines(state, max(1, room), more) if state else []
    room -= len(state)
    before = _if_room(wrap_texts(said[:-1], "dim", columns), room)
    legend = _if_room(_legend_lines(session, translator, columns), room - len(before))
    room -= len(before) + len(legend)
    head = _if_room([_line(title, "bold")], room) if title else []
    blank = _if_room([_line("")] * 3, room - len(head))[:1]
    return [*head, *blank, *top, *legend, *blank, *state, *blank, *before, *last, *shown, *asked, *typing]


def state_texts(session: Session, translator: Translator) -> list[str]:
    """What everybody knows of the match beside the grid; at its end the result."""
    if session.outcome:
        lines: Sequence[Message] = result_lines(session.game.title, session.outcome)
    else:
        lines = session.game.surface.face(session.view).lines
    return list(map(translator.text, lines))


def prompt_texts(session: Session, translator: Translator) -> list[str]:
    """What is asked of whom, what is asked first with a mark."""
    prompts = enumerate(current_prompts(session))
    return [("  " if number else "> ") + _prompt_text(prompt, translator) for number, prompt in prompts]


def _prompt_lines(session: Session, translator: Translator, columns: int) -> list[Text]:
    texts = prompt_texts(session, translator)
    return [*wrap_texts(texts[:1], "bold", columns), *wrap_texts(texts[1:], "", columns)]


def leaf_lines(texts: Sequence[str], at: int, translator: Translator, typed: str | None, size: Size) -> list[Text]:
    """A leaf of a long text instead of the page, from its line `at` on, and how Enter goes on."""
    lines = wrap_texts(texts, "", size.columns)[at:]
    room = leaf_room(size)
    left = len(lines) - room
    foot = _more_lines_by_enter(translator, left) if left > 0 else translator.text(BACK)
    return [*lines[:room], *wrap_texts([foot], "bold", size.columns), *([_line("» " + typed)] if typed else [])]


def leaf_room(size: Size) -> int:
    """How many lines of a text fit on a leaf."""
    return max(1, size.lines - 3)


def _around_grid(grid: Sequence[Text], texts: Sequence[str], columns: int, room: int) -> tuple[list[Text], list[Text]]:
    """The grid, and the state under it; if that is too tall, its first lines stand beside the grid."""
    under = wrap_texts(texts, "", columns)
    pane_columns = columns - PANE
    if len(under) <= room or pane_columns < PANE_COLUMNS:
        return list(grid), under
    pane, count = fill_pane(texts, pane_columns, len(grid))
    return put_beside(grid, pane, PANE), wrap_texts(texts[count:], "", columns)


def _legend_lines(session: Session, translator: Translator, columns: int) -> list[Text]:
    letters = session.game.letters
    texts = ["  " + translator.text(session.game.legend), *(["  " + key_line(letters, translator)] if letters else [])]
    return wrap_texts(texts, "dim", columns)


def _if_room(lines: list[Text], room: int) -> list[Text]:
    return lines if len(lines) <= room else []


def _more_lines(translator: Translator, count: int) -> str:
    return translator.text(say_count("… one more line: type status", "… {n} more lines: type status", n=count))


def _more_lines_by_enter(translator: Translator, count: int) -> str:
    return translator.text(say_count("Enter goes on: one more line", "Enter goes on: {n} more lines", n=count))


def _line(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(text, style)


def _prompt_text(prompt: Prompt, translator: Translator) -> str:
    who = "" if prompt.seat == TABLE_SEAT else f"{translator.name_seat(prompt.seat)}: "
    return who + translator.text(prompt.message)
