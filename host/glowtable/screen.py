"""What eyes see in text: messages in their language, and the page a terminal shows. The only room that translates.

Shows the public view alone. Knows no rules, ports or files but the catalogues.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from glowtable.game import Message, say
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
    SIDE,
    SKY,
    TABLE,
    WHITE,
    YELLOW,
    Light,
    Picture,
    Prompt,
    seat_name,
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
FRAMES = {OPEN: ("○", "({})"), COVER: ("◎", "[{}]"), PICK: ("◇", "<{}>"), BLINK: ("●", "*{}*"), FLASH: ("×", "×{}×")}
PLAIN = ("·", "{}")
CELL_WIDTH = 6


class Tongue:
    """Turns a Message of the house or of this game (of any game without one) into a sentence; seats become names."""

    def __init__(self, language: str, names: Sequence[str] = (), *, game: str = "") -> None:
        self.language = language
        self.names = names
        house = Path(__file__).parent
        self._catalogue: gettext.NullTranslations = _catalogue(house / "locale", language)
        for folder in sorted(house.glob(f"games/{game or '*'}/locale")):
            self._catalogue = _catalogue(folder, language, self._catalogue)

    def text(self, message: Message) -> str:
        """The sentence, everything in it translated too."""
        filled = {name: self._fill(name, value) for name, value in message.fill}
        translated = self._catalogue.gettext(message.text) if message.text else ""
        return translated.format(**filled)

    def seat(self, seat: int) -> str:
        """A seat's player, or for seat 2 `seat 3` where nobody is named."""
        return self.names[seat] if 0 <= seat < len(self.names) else self.text(say("seat {n}", n=seat_name(seat)))

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


def result(session: Any, tongue: Tongue) -> list[str]:
    """How the match ended, in sentences: who won, and every point with its reason."""
    outcome, title = session.outcome, session.game.title
    lines = [say("{game}: nobody won ({reason})", game=title, reason=say(outcome.reason))]
    if outcome.winners:
        winners = say("{seat}", seat=outcome.winners)
        lines = [say("{game}: won by {who} ({reason})", game=title, who=winners, reason=say(outcome.reason))]
    lines += [say("{seat}: {score}", seat=seat, score=score) for seat, score in enumerate(outcome.scores)]
    lines += [
        say(
            "  {seat} +{amount}: {why} ({rule})",
            seat=point.seats,
            amount=point.amount,
            why=point.message,
            rule=point.rule,
        )
        for point in outcome.ledger
    ]
    return [tongue.text(line) for line in lines]


class Room(NamedTuple):
    """The size of a terminal."""

    columns: int = 100
    lines: int = 40


def page(
    session: Any, tongue: Tongue, *, title: str, said: Sequence[str], typed: str | None, room: Room = Room()
) -> list[Text]:
    """The whole screen for the public: grid, score, what was said, the current instruction, what is being typed.

    Where there is little room, what is least needed goes first; grid, instruction and typing stay.
    """
    from rich.text import Text

    face = session.game.surface.face(session.view)
    score = result(session, tongue) if session.outcome else [tongue.text(line) for line in face.lines]
    parts = [  # (how needed, lines)
        (1, [Text(title, "bold")]),
        (0, [Text("")]),
        (9, grid(session.picture, face.cells)),
        (2, [Text("  " + tongue.text(LEGEND), "dim")]),
        (0, [Text("")]),
        (4, [Text(line) for line in score]),
        (0, [Text("")]),
        (3, [Text(line, "dim") for line in said[:-1]]),
        (5, [Text(line, "dim") for line in said[-1:]]),
        (9, [_prompt_text(prompt, n == 0, tongue) for n, prompt in enumerate(session.prompts)]),
        (9, [Text("» " + typed)] if typed is not None else []),
    ]
    for needless in range(6):
        if sum(_height(line, room.columns) for _, lines in parts for line in lines) <= room.lines:
            break
        parts = [(need, lines) for need, lines in parts if need != needless]
    return [line for _, lines in parts for line in lines]


def _prompt_text(prompt: Prompt, first: bool, tongue: Tongue) -> Text:
    from rich.text import Text

    who = "" if prompt.seat == TABLE else f"{tongue.seat(prompt.seat)}: "
    return Text(("> " if first else "  ") + who + tongue.text(prompt.message), "bold" if first else "")


def _height(line: Text, columns: int) -> int:
    """Lines of the terminal that this line fills."""
    return max(1, -(-line.cell_len // columns))
