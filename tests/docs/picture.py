"""Draws a moment of each shipped game as a terminal shows it, in docs/play.

python -m tests.docs.picture writes them; test_picture.py holds them fresh.
"""

import io
import re
from pathlib import Path

from glowtable import games
from glowtable.game import Game
from glowtable.match.presenter import current_picture
from glowtable.match.session import Session
from glowtable.table import OFF, SEATS
from glowtable.terminal.layout import Size
from glowtable.terminal.layout import Text as Line
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator
from rich.console import Console
from rich.text import Text

from tests.docs.captures import world_of
from tests.games.shipped import SHIPPED
from tests.support.adversary import session_at

DOCS = Path(__file__).parents[2] / "docs"
SIZE = Size(100, 40)


def pictures() -> dict[str, str]:
    """Each SVG by its name in docs; the same match each time."""
    return {f"play/{name}.svg": svg_of(page_of(games.find(name)), name) for name in SHIPPED}


def page_of(game: Game) -> list[Line]:
    """The page of the moment in which most kinds of light are on."""
    seats, world = world_of(game)
    moments = (session_at(game, seats, world, at) for at in range(1, len(world.actions)))
    at, session = max(enumerate(moments, 1), key=lambda moment: telling(moment[1]))
    translator = Translator("en", [player.name for player in seats.players], game=game.name)
    said = game.surface.description(world.actions[at - 1], world.states[at - 1], world.states[at])
    told = list(map(translator.text, said))
    return page_lines(session, translator, title=game.title, said=told, typed="", size=SIZE)


def telling(session: Session) -> tuple[bool, int, int]:
    """Is a seat asked, how many kinds of light are on, and how many lights."""
    picture = current_picture(session)
    lights = (*picture.cells, *picture.seats[:SEATS])
    shining = [light for light in lights if light != OFF]
    return any(light != OFF for light in picture.seats), len(set(shining)), len(shining)


def svg_of(page: list[Line], name: str) -> str:
    """A page as a terminal in colour shows it."""
    console = Console(
        record=True, width=SIZE.columns, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    for line in page:
        console.print(Text.assemble(*line.parts))
    svg = console.export_svg(title="glowtable play", unique_id=name)
    # no fonts from elsewhere: every reader has a monospace of its own
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    for name, svg in pictures().items():
        (DOCS / name).write_text(svg, encoding="utf-8")
