"""The 42 lights in text: what a picture shows on the grid and at the seats, readable without colour, too."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from glowtable import table
from glowtable.grid import COLUMNS, ROWS, SIDE, seat_name
from glowtable.messages import Message, say
from glowtable.terminal.layout import Text

# The Okabe-Ito set; blue is lighter than there, because on black it could hardly be read.
STYLES = {
    table.DARK: "bright_black",
    table.WHITE: "bold white",
    table.ORANGE: "#e69f00",
    table.SKY: "#56b4e9",
    table.GREEN: "#009e73",
    table.YELLOW: "#f0e442",
    table.BLUE: "#3a87d8",
    table.RED: "#d55e00",
    table.PURPLE: "#cc79a7",
}
# The sign of a pattern, and how it frames what lies on a cell: colour alone never says anything.
FRAMES = {
    table.OPEN: ("○", "({})"),
    table.COVER: ("◎", "[{}]"),
    table.PICK: ("◇", "<{}>"),
    table.BLINK: ("●", "*{}*"),
    table.FLASH: ("×", "×{}×"),
    table.BREATHE: ("≈", "~{}~"),
    table.STEADY: ("■", "|{}|"),
    table.DIM: ("▫", "{}"),
}
DARK_FRAME = ("·", "·{}·")
PATTERN_WORDS = {
    table.OPEN: say("free cell"),
    table.COVER: say("card to cover"),
    table.PICK: say("to choose"),
    table.BLINK: say("blinks, look here"),
    table.FLASH: say("flashes"),
    table.BREATHE: say("breathes"),
    table.STEADY: say("lit"),
    table.DIM: say("dimly lit"),
}
COLOUR_WORDS = {
    table.WHITE: say("white"),
    table.ORANGE: say("orange"),
    table.SKY: say("sky blue"),
    table.GREEN: say("green"),
    table.YELLOW: say("yellow"),
    table.BLUE: say("blue"),
    table.RED: say("red"),
    table.PURPLE: say("purple"),
}
CELL_WIDTH = 6
GRID_WIDTH = 2 + SIDE * CELL_WIDTH  # and at the end of each row a seat: its number and the sign of its light
LAST_BEFORE, LAST_AFTER = "›", "‹"  # stand beside the cells of the last move
NAME_ROOM = 3  # so many columns more show the name of a seat's player, too


def frame_of(light: table.Light) -> tuple[str, str]:
    """The sign of a light, and how it frames a label."""
    return FRAMES[light.pattern] if light.colour != table.DARK else DARK_FRAME


def cell_text(light: table.Light, label: str) -> str:
    """A cell's shape says how it shines, and so what may be done there; its label what lies there."""
    sign, frame = frame_of(light)
    return frame.format(label) if label else sign


def grid_lines(
    picture: table.Picture,
    labels: Sequence[str],
    rows: Sequence[str] = ROWS,
    columns: Sequence[str] = COLUMNS,
    names: Sequence[str] = (),
    width: int = GRID_WIDTH,
    marked: Collection[int] = (),
) -> list[Text]:
    """The six rows of cells with their lights and cards, under a line of column numbers.

    At the end of each row is the light of a seat, with the player's name as far as so many columns allow. Cells that
    are `marked` have a sign before them and are shown in reverse.
    """
    lines = [Text("  " + "".join(column.center(CELL_WIDTH) for column in columns), "dim")]
    for row, name in enumerate(rows):
        line = Text(name + " ", "dim")
        for cell in range(row * SIDE, row * SIDE + SIDE):
            light = picture.cells[cell]
            plain = Text(cell_text(light, labels[cell]).center(CELL_WIDTH), STYLES[light.colour])
            line += _marked_cell(light, labels[cell]) if cell in marked else plain
        lines.append(line + seat_text(picture.seats[row], row, names, width - GRID_WIDTH))
    return lines


def _marked_cell(light: table.Light, label: str) -> Text:
    """The sign stands before it or, if only there is room, after it; a shape that needs all room is only reversed."""
    shape = cell_text(light, label)
    left, right = shape.center(CELL_WIDTH).split(shape)
    if left:
        left, shape = left[1:], LAST_BEFORE + shape
    elif right:
        right, shape = right[1:], shape + LAST_AFTER
    return Text(left) + Text(shape, f"reverse {STYLES[light.colour]}") + Text(right)


def cell_at(page: Sequence[Text], rows: Sequence[str], column: int, line: int) -> int | None:
    """The cell that a page shows at this column and line, both from 1 on; None beside the grid."""
    begins = next((at for at in range(len(page)) if _are_rows(page[at : at + SIDE], rows)), None)
    row, across = line - 1 - (begins or 0), (column - 3) // CELL_WIDTH
    return row * SIDE + across if begins is not None and 0 <= row < SIDE and 0 <= across < SIDE else None


def _are_rows(lines: Sequence[Text], rows: Sequence[str]) -> bool:
    return len(lines) == SIDE and all(line.plain.startswith(f"{row} ") for line, row in zip(lines, rows, strict=True))


def seat_text(light: table.Light, seat: int, names: Sequence[str], room: int) -> Text:
    """A seat's number and light, and its player's name if there is room; nothing at a dark seat without a player."""
    if room < 2 or (light == table.OFF and seat >= len(names)):
        return Text()
    style = STYLES[light.colour]
    text = Text(seat_name(seat), "dim") + Text(frame_of(light)[0], style)
    if room > NAME_ROOM and seat < len(names):
        text = (text + Text(" " + names[seat], style)).cut(room)
    return text


def lights_in_words(picture: table.Picture, cell_names: Sequence[str], seats: int) -> tuple[Message, ...]:
    """All that shines, in words: one sentence for each colour and pattern."""
    places: dict[table.Light, list[Message]] = {}
    for name, light in zip(cell_names, picture.cells, strict=True):
        places.setdefault(light, []).append(say("{cell}", cell=name))
    for seat, light in enumerate(picture.seats[:seats]):
        places.setdefault(light, []).append(say("{seat}", seat=seat))
    lit = {light: where for light, where in places.items() if light.colour != table.DARK}
    return tuple(_light_words(light, tuple(where)) for light, where in lit.items()) or (say("No light is on."),)


def _light_words(light: table.Light, where: tuple[Message, ...]) -> Message:
    sign, how, colour = frame_of(light)[0], PATTERN_WORDS[light.pattern], COLOUR_WORDS[light.colour]
    return say("{sign} {colour}, {how}: {where}", sign=sign, colour=colour, how=how, where=where)
