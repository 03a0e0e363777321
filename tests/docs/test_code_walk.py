"""docs/PRESS.md walks one press through the code: each function it names is really called, in that order."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pytest
from glowtable.grid import cell_of

from tests.docs.pages import HOUSE, file_of, named
from tests.house import ARROWS, ROOMS
from tests.support.matches import Match

PAGE = "docs/PRESS.md"
TEXT = (HOUSE / "docs/CODE.md").read_text("utf-8")
WALK = (HOUSE / PAGE).read_text("utf-8").partition("## 1 Finger to bit")[2]
REAL = "pico.py"  # what only a Pico runs; the twin's part is named beside it
INSTEAD = (
    "TagRegistry.name_event",
    "why",
    "explain_refusal",
    "placeable",
)  # named on the way: what a tag, a refusal or the next card would need

Call = tuple[Path, str]  # a file, and the qualified name of a function in it


@contextmanager
def recorded() -> Iterator[list[Call]]:
    """Every function of host and firmware that is called meanwhile, in order."""
    calls: list[Call] = []

    def note(frame, event, argument) -> None:
        if event == "call":
            calls.append((Path(frame.f_code.co_filename), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def pressed(folder: Path, cell: str) -> list[Call]:
    """The calls from Ann's press until its light, in a match in which her first card is turned up."""
    match = Match(folder, ("Ann", "Ben"))
    match.wait()
    match.types("ok Ann", "ok Ann")
    assert match.session.match_state.turned_up
    before, loop = match.twin.picture_letters, match.twin.loop
    match.twin.tap(cell_of(cell))
    with recorded() as calls:
        while match.twin.picture_letters == before or loop.display.shown is not loop.display.picture:
            match.step()
    return [(path.resolve(), name) for path, name in calls]


def walk(text: str) -> list[Call]:
    """The functions that the walk names, those that only a real Pico calls aside."""
    steps = [each for each in named(text) if each.file != REAL and each.name not in INSTEAD]
    return [(path, each.name) for each in steps if (path := file_of(each, PAGE))]


def not_reached(steps: Sequence[Call], calls: Sequence[Call]) -> list[str]:
    """The first step that does not come after those before it, and all steps behind it."""
    left = iter(calls)
    for n, step in enumerate(steps):
        if step not in left:
            return [name for _, name in steps[n:]]
    return []


@pytest.fixture(scope="module")
def accepted(tmp_path_factory) -> list[Call]:
    return pressed(tmp_path_factory.mktemp("accepted"), "c3")


def test_one_press_takes_the_walk_that_is_written(accepted):
    assert len(walk(WALK)) > 40
    assert not_reached(walk(WALK), accepted) == []


# -- controls


def test_another_order_is_caught(accepted):
    steps = walk(WALK)
    assert not_reached(steps[::-1], accepted)
    swapped = ([*steps[:n], steps[n + 1], steps[n], *steps[n + 2 :]] for n in range(len(steps) - 1))
    caught = [n for n, order in enumerate(swapped) if not_reached(order, accepted)]
    assert len(caught) > 0.8 * len(steps)  # what the way needs twice may come earlier or later


def test_a_press_that_is_refused_goes_another_way(tmp_path):
    """It never comes to the rules' apply, and the reason is looked for instead."""
    calls = pressed(tmp_path, "a1")
    assert not_reached(walk(WALK), calls)[0] == "MatchState.apply_action"
    assert {"why", "explain_refusal"} <= {name for _, name in calls}


# -- the rooms


def lines(text: str) -> dict[str, list[str]]:
    """The lines of its tables that begin with names in backquotes: each of them, and the cells behind it."""
    found = (re.match(r"\| (`[\w./` ]+`) \| (.*) \|$", line) for line in text.splitlines())
    return {name.strip("`"): each[2].split(" | ") for each in found if each for name in each[1].split(" ")}


def chapter(heading: str) -> dict[str, list[str]]:
    """The lines of the tables between a heading and the next one."""
    return lines(re.split(r"^##+ ", TEXT.partition(f"## {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0])


ROOM_LINES = chapter("The packages of host/glowtable")


def arrows_of(room: str) -> set[str]:
    """The rooms, and the files on top, that a room may import; a game's own files are one room with `games`."""
    names = [name for name in ARROWS if name == room or (room == "games" and name.startswith("own"))]
    found = set(chain.from_iterable(ARROWS[name].split() for name in names))
    return {each.partition(".")[0] for each in found if not each.startswith("own")} - {room}


def told(cells: Sequence[str]) -> set[str]:
    return {"*"} if cells[1:] == ["all", "all"] else set(re.findall(r"`(\w+)`", " ".join(cells[1:])))


def test_the_rooms_and_their_arrows_are_those_of_the_house():
    assert set(ROOM_LINES) == {*ROOMS, "games", "game"}
    assert {room: told(cells) for room, cells in ROOM_LINES.items()} == {room: arrows_of(room) for room in ROOM_LINES}


def test_every_folder_of_the_program_is_a_room_of_the_page():
    host = HOUSE / "host/glowtable"
    folders = {path.name for path in host.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(ROOM_LINES)
    files = {path.name for path in host.glob("*.py") if not path.name.startswith("_")}
    assert {name for name in files if f"`{name}`" not in TEXT} == set()


@pytest.mark.parametrize(
    ("heading", "folder", "pattern"),
    [
        ("The firmware", "firmware/glowpico", "[a-z]*.py"),
        ("The hardware", "hardware", "[a-z]*/"),
        ("The tests", "tests", "[a-z]*/"),
    ],
)
def test_every_file_of_the_firmware_and_every_folder_is_on_the_page(heading, folder, pattern):
    paths = (HOUSE / folder).glob(pattern)
    assert set(chapter(heading)) == {path.name for path in paths if path.is_file() or has_files(path)}


def has_files(folder):
    """Python leaves its own in a folder whose files are gone."""
    return any(path.is_file() and path.suffix != ".pyc" for path in folder.rglob("*"))
