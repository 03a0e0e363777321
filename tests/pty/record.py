"""Records docs/pico.svg for docs/FLASH.md: a new Pico is flashed for a calibrated table, tested and
played at, on the emulated RP2040.

python -m tests.pty.record takes some minutes.
"""

import io
import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

from tests.emulated.served import ROOT, Served
from tests.pty.conftest import SETTINGS
from tests.pty.match import ASKED, SEATED, Match
from tests.pty.workbench import COLUMNS, Workbench

PICTURE = ROOT / "docs" / "pico.svg"
PROMPT = "[bold green]$[/] "
COMMANDS = (("flash", "--mpy"), ("selftest", "--no-hands"))
CARDS = 6  # laid before the page is taken


def recorded(folder: Path) -> list[Text]:
    """What a person at the workbench saw, line by line."""
    with Served(folder / "pico", "--empty") as table:
        workbench = Workbench(folder, table)
        learned = folder / "settings.json"  # what calibrate would have left
        learned.write_text(json.dumps(SETTINGS))
        workbench.mpremote("cp", str(learned), ":settings.json")
        workbench.port = "pico"  # as seen from its folder
        lines = [line for command in COMMANDS for line in run(workbench, *command)]
        match = Match(workbench, *SEATED).begin()
        try:
            for _ in range(CARDS):
                match.lay_next()
            match.sees(ASKED)
            return [*lines, typed(*match.command), *Text.from_ansi(match.screen.drawn).split()]
        finally:
            match.close()


def run(workbench: Workbench, command: str, *arguments: str) -> list[Text]:
    done = workbench.glowtable(command, *arguments)
    assert done.returncode == 0, done.stdout
    printed = [Text(line) for line in done.stdout.splitlines()]
    return [typed("glowtable", command, "--port", workbench.port, *arguments), *printed, Text()]


def typed(*words: str) -> Text:
    return Text.from_markup(PROMPT) + Text(" ".join(words), "bold")


def drawn(lines: list[Text]) -> str:
    """These lines as SVG."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in lines:
        console.print(line)
    svg = console.export_svg(title="a new Pico becomes a table", unique_id="pico")
    # no fonts from elsewhere: every reader has a monospace of its own
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        PICTURE.write_text(drawn(recorded(Path(folder))), encoding="utf-8")
