"""docs/STARTER.md, step by step, on an emulated Pico that is wired as the board's description says."""

import json
import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatch

import pytest
from glowtable.device.boards import read_board
from glowtable.grid import cell_of
from glowtable.maker.wiring import key_names

from tests.emulated.served import ROOT, Served
from tests.pty.match import BOOK, SEATED, Match
from tests.pty.workbench import Screen, Workbench

pytestmark = pytest.mark.pty
STARTER = read_board("starter")
PAGE = (ROOT / "docs/STARTER.md").read_text(encoding="utf-8")
FASTER = {"flash": ("--mpy",)}  # so that it is copied in seconds
ASKED = re.compile(r"^(?:> |(?=Put))(.*)$", re.MULTILINE)
SERPENTINE = [6 * row + (along if row % 2 else 5 - along) for row in range(6) for along in range(6)]
LAID = 4  # cards of a match
LONG_S = 120  # of the table, for all that a command asks


def steps() -> list[tuple[str, list[str]]]:
    """Each command of the page that is typed, and the lines that it prints."""
    blocks = re.findall(r"^    \$ (.*)\n((?:    (?!\$).*\n)*)", PAGE, re.MULTILINE)
    return [(typed, [line.strip() for line in printed.splitlines()]) for typed, printed in blocks]


@pytest.fixture(scope="module")
def bench(image_here, tmp_path_factory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("starter")
    with Served(folder / "pico", "--empty", "--board", "starter") as table:
        yield Workbench(folder, table)


class Maker:
    """Does what the screen asks, at the table or in the terminal; the string runs from a6 to and fro over the rows."""

    def __init__(self, workbench: Workbench) -> None:
        self.workbench, self.did = workbench, ""

    def follow(self, screen: Screen) -> str:
        """Until the command has ended; what it printed."""
        self.workbench.until(lambda: self._is_over(screen), LONG_S, lambda: screen.text[-500:])
        assert screen.ends() == 0, screen.text[-500:]
        return screen.text.rpartition("\x1b[?1049l")[2]

    def _is_over(self, screen: Screen) -> bool:
        if screen.process.poll() is not None:
            return True
        page = (screen.page or screen.text).partition("»")[0]
        asked = ASKED.search(page)
        if asked and page != self.did and self._does(asked[1], screen):
            self.did = page
        return False

    def _does(self, asked: str, screen: Screen) -> bool:
        """Was there something to do?"""
        do = self.workbench.table.do
        if named := re.search(r"[Pp]ress (?:cell )?([a-f]\d)", asked):
            do(f"tap {cell_of(named[1])}")
        elif key := re.search(r"Press key (\w+)", asked):
            do(f"key {STARTER['keys'][key_names(STARTER).index(key[1])]}")
        elif "Press the lit cell" in asked:
            return self._press_lit()
        elif "Put a card on reader 1" in asked:
            do("lay 0 04a1b2c3d4e5f6")
        elif card := re.search(r"Put (\w+) on any reader", asked):
            do(f"lay 0 {BOOK.tags_of('punto', card[1])[0]}")
        elif not asked.startswith(("Hands off", "greeting", "measuring")):
            screen.type("usb" if "What feeds" in asked else "yes" if "yes" in asked else "")
        return True

    def _press_lit(self) -> bool:
        lit = [pixel for pixel in range(36) if any(self._shown()[3 * pixel : 3 * pixel + 3])]
        if len(lit) != 1:
            return False
        self.workbench.table.do(f"tap {SERPENTINE.index(lit[0])}")
        self.workbench.until(lambda: not any(self._shown()[3 * lit[0] : 3 * lit[0] + 3]), LONG_S)
        return True

    def _shown(self) -> bytes:
        return bytes.fromhex(self.workbench.table.do("cells"))


def matches(said: str, wanted: str) -> bool:
    """Apart from numbers, names of ports, and what stands for `...`."""
    said, wanted = (re.sub(r"/\S+|\b[0-9a-f]{8}\b|\d+", "#", line) for line in (said, wanted))
    return fnmatch(said, wanted.replace("...", "*"))


def test_every_step_prints_what_the_page_says(bench):
    for typed, printed in steps()[:-1]:
        program, command, *words = shlex.split(typed)
        words += ["--port", bench.port, *FASTER.get(command, ())]
        with Screen(bench, program, command, *words) as screen:
            said = [line.rstrip() for line in Maker(bench).follow(screen).splitlines() if line.strip()]
        *_, wanted = printed
        assert matches(said[-1], wanted), (typed, said)
        bench.table.do("lift 0")


def test_two_people_play_at_one_reader_and_one_row_of_keys(bench):
    """After the other steps: the last line of the page."""
    assert steps()[-1][0].split()[:4] == ["glowtable", "play", "punto", "--seats"]
    bench.led_order = SERPENTINE
    match = Match(bench, *SEATED, shared=True).begin()
    try:
        for _ in range(LAID):
            match.lay_next()
    finally:
        match.close()
    assert json.loads(bench.mpremote("cat", ":settings.json"))["led_order"] == SERPENTINE  # calibrate has learned it
