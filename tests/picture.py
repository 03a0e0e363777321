"""Draws docs/play.svg for the README: the page of a match at the simulated table, as a terminal shows it.

python -m tests.picture writes it; test_picture.py holds it fresh.
"""

import io
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from glowtable.match.presenter import current_prompt
from glowtable.match.session import Phase
from glowtable.terminal.typed_line import event_of
from rich.console import Console
from rich.text import Text

from tests.matches import Match

PICTURE = Path(__file__).parents[1] / "docs" / "play.svg"


def drawn() -> str:
    """The picture as SVG; the same match each time."""
    with TemporaryDirectory() as folder:
        match = Match(Path(folder), ("Ann", "bot:greedy", "Ben"), seed=24)
        match.console.title = "Punto · simulated table · the program deals the cards"
        match.until(lambda: match.session.phase is Phase.SETTING)
        match.console.hear_line("")
        match.wait()
        match.console.hear_line("ok Ann")
        match.until(lambda: person_may_lay(match) and len(match.session.history) > 26)
        match.console.hear_line("a1")
        match.wait()
        lines = match.console.page_lines("c")
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in lines:
        console.print(Text.assemble(*line.parts))
    svg = console.export_svg(title="glowtable play", unique_id="play")
    # no fonts from elsewhere: every reader has a monospace of its own
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)


def person_may_lay(match: Match) -> bool:
    """True when a person has turned a card up; presses for them until then, so that the board fills."""
    session = match.session
    if (
        session.phase is not Phase.PLAYING
        or not session.lit_cells
        or current_prompt(session).seat not in session.people
    ):
        return False
    if len(session.history) <= 26:
        event = event_of("abcdef"[session.lit_cells[0] // 6] + str(session.lit_cells[0] % 6 + 1), session)
        assert event is not None
        match.simulated_players.make_gesture(event, "punto")
        match.wait()
        return False
    return True


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
