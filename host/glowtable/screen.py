"""What eyes see in text: messages in their language, and the page a terminal shows. The only room that translates.

Shows the public view alone. Knows no rules, ports or files but the catalogues.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glowtable.game import Message, say
from glowtable.table import (
    BLINK,
    BLUE,
    COVER,
    DARK,
    GREEN,
    OPEN,
    ORANGE,
    PICK,
    PURPLE,
    RED,
    SIDE,
    SKY,
    TABLE,
    WHITE,
    YELLOW,
    Light,
    Picture,
)

if TYPE_CHECKING:
    from rich.text import Text

LANGUAGES = ("en", "de", "it")
# The Okabe-Ito set; blue lighter than the set says, as on black it could hardly be read.
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
# How a pattern frames what lies on a cell: never by colour alone.
FRAMES = {OPEN: ("○", "({})"), COVER: ("◎", "[{}]"), PICK: ("◇", "<{}>"), BLINK: ("●", "*{}*")}
PLAIN = ("·", "{}")
CELL_WIDTH = 6


class Tongue:
    """Turns a Message into a sentence of one language; seats become names."""

    def __init__(self, language: str, names: Sequence[str] = (), *, game: str = "") -> None:
        self.language = language
        self.names = names
        house = Path(__file__).parent
        self._catalogue: gettext.NullTranslations = _catalogue(house / "locale", language)
        if game:
            self._catalogue = _catalogue(house / "games" / game / "locale", language, self._catalogue)

    def text(self, message: Message) -> str:
        """The sentence, everything in it translated too."""
        filled = {name: self._fill(name, value) for name, value in message.fill}
        translated = self._catalogue.gettext(message.text) if message.text else ""
        return translated.format(**filled)

    def seat(self, seat: int) -> str:
        """A seat's player, or `seat 3` where nobody is named."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat}"

    def _fill(self, name: str, value: Any) -> str:
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, Mapping):  # the same words in several languages
            return str(value.get(self.language) or value.get("en") or next(iter(value.values())))
        if isinstance(value, tuple):
            return ", ".join(self._fill(name, item) for item in value)
        return self.seat(value) if name.startswith("seat") and isinstance(value, int) else str(value)


def _catalogue(
    folder: Path, language: str, fallback: gettext.NullTranslations | None = None
) -> gettext.NullTranslations:
    found = gettext.translation("messages", folder, [language], fallback=True)
    if fallback:
        found.add_fallback(fallback)
    return found


def grid(picture: Picture, labels: Sequence[str]) -> list[Text]:
    """The 36 cells with their lights and cards, a line each, under a line of column numbers."""
    from rich.text import Text

    lines = [Text("  " + "".join(str(column + 1).center(CELL_WIDTH) for column in range(SIDE)), "dim")]
    for row in range(SIDE):
        line = Text("abcdef"[row] + " ", "dim")
        for cell in range(row * SIDE, row * SIDE + SIDE):
            line.append(
                cell_text(picture.cells[cell], labels[cell]).center(CELL_WIDTH), STYLES[picture.cells[cell].colour]
            )
        lines.append(line)
    return lines


def cell_text(light: Light, label: str) -> str:
    """A cell by shape: what may be done there, and what lies there."""
    empty, frame = FRAMES.get(light.pattern, PLAIN) if light.colour != DARK else PLAIN
    return frame.format(label) if label else empty


LEGEND = say("○ ◎ ◇ press here: free place, card to cover, card to choose   ● look here")


def page(session: Any, tongue: Tongue, *, title: str, said: Sequence[str], typed: str | None) -> list[Text]:
    """The whole screen for the public: grid, score, what was said, the current instruction, what is being typed."""
    from rich.text import Text

    face = session.game.surface.face(session.view)
    lines = [Text(title, "bold"), Text(""), *grid(session.picture, face.cells)]
    lines += [Text("  " + tongue.text(LEGEND), "dim"), Text("")]
    lines += [Text(tongue.text(line)) for line in face.lines]
    lines += [Text(""), *(Text(line, "dim") for line in said)]
    for n, prompt in enumerate(session.prompts):
        who = "" if prompt.seat == TABLE else f"{tongue.seat(prompt.seat)}: "
        lines.append(Text(("> " if n == 0 else "  ") + who + tongue.text(prompt.message), "bold" if n == 0 else ""))
    if typed is not None:
        lines.append(Text("» " + typed))
    return lines
