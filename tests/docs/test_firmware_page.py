"""docs/FIRMWARE.md is true: its light sensor is put into a copy of the project, runs there, and is told."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.docs.pages import HOUSE
from tests.micropython.interpreter import FIRMWARE, cpython
from tests.support.fake_pico import with_stdin
from tests.support.patience import HANG_S

PAGE = (HOUSE / "docs" / "FIRMWARE.md").read_text("utf-8")
FILE = re.compile(r"^```python (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
(DIFF,) = re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
HUNK = re.compile(r"(?:^[ -].*\n)+(?:^\+.*\n)+", re.MULTILINE)
COPIED = ("firmware", "host", "tests", "docs", "hardware/BUILD.md", "README.md", "CHANGELOG.md", "pyproject.toml")
PLAYED = """
from pathlib import Path
from glowtable.terminal.translator import Translator
from tests.support.matches import Match

match = Match(Path("."), ("Ann", "Ben"))
for pct in (60, 65, 5, 5):
    match.twin.pico.light_pct = lambda: pct
    for _ in range(200):
        match.step()
print(*map(Translator("en").text, match.pump.news.said), sep="\\n")
"""
RUN = """
from board import Board
from glowpico.loop import Loop
from glowpico.wire import HOST, encode

board = Board()
board.light_pct = lambda: 60
loop = Loop(board)
now_ms = 0
for pct, session in ((60, ""), (60, "3f2a"), (65, ""), (5, ""), (5, "beef")):
    board.light_pct = lambda: pct
    board.inbox += encode(HOST, session or loop.talk.session, None, *(["hi"] if session else ["beat", 0]))
    for _ in range(20):
        now_ms += 5
        loop.tick(now_ms)
print([line for line in board.said.decode().splitlines() if " light " in line])
"""
KEPT = """
import gc
gc.collect()
before = gc.mem_alloc()
for _ in range(1000):
    loop.light.poll()
print(gc.mem_alloc() - before)
"""


def changed(text, hunk):
    """The text after one step of the page: lines that are there once, and others instead of them or below them."""
    lines = hunk.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] != but) for but in "+-")
    assert ("\n" + text).count("\n" + old) == 1, f"not there once: {old}"
    return ("\n" + text).replace("\n" + old, "\n" + new)[1:]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The project with the page's sensor."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        (folder / name).parent.mkdir(exist_ok=True)
        if (HOUSE / name).is_dir():
            shutil.copytree(HOUSE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.png"))
        else:
            shutil.copy(HOUSE / name, folder / name)
    for name, text in FILE.findall(PAGE):
        (folder / name).write_text(text)
    for name, *_, hunks in re.findall(r"^--- (\S+)\n((?:(?!---).*\n)+)", DIFF, re.MULTILINE):
        text = (folder / name).read_text("utf-8")
        for hunk in HUNK.findall(hunks):
            text = changed(text, hunk)
        (folder / name).write_text(text, "utf-8")
    yield folder
    shutil.rmtree(folder)


def run(copy, *words):
    path = os.pathsep.join(map(str, (copy / "host", copy / "firmware", copy)))
    done = subprocess.run(
        [sys.executable, *words], cwd=copy, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True,
        timeout=HANG_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def of_copy(interpreter, copy):
    name, folders = interpreter.path
    return interpreter._replace(path=(name, folders.replace(str(FIRMWARE), str(copy / "firmware"))))


def test_the_sensor_is_told_to_people_when_it_changes_and_not_otherwise(copy):
    told = [line for line in run(copy, "-c", PLAYED).splitlines() if "bright" in line]
    assert told == ["The room is 60 % bright.", "The room is 5 % bright."]


@pytest.mark.micropython
def test_a_table_reports_it_to_each_session_and_keeps_no_memory(copy):
    expected = "['<3f2a - light 60 2f544000', '<3f2a - light 5 CRC', '<beef - light 5 CRC']\n"
    assert re.sub("5 [0-9a-f]{8}", "5 CRC", of_copy(cpython(), copy).run("-c", RUN)) == expected
    printed = of_copy(with_stdin(), copy).run("-c", RUN + KEPT)
    assert re.sub("5 [0-9a-f]{8}", "5 CRC", printed) == f"{expected}0\n"


def test_its_files_are_formatted_linted_and_typed(copy):
    names = [name for name, _ in FILE.findall(PAGE)] + re.findall(r"^--- (\S+\.py)$", DIFF, re.MULTILINE)
    run(copy, "-m", "ruff", "format", "--check", *names)
    run(copy, "-m", "ruff", "check", *names)
    run(copy, "-m", "mypy", "host/glowtable/match/pump.py", "host/glowtable/device/twin.py")


def test_control_a_line_that_is_no_longer_there_is_noticed():
    with pytest.raises(AssertionError, match="not there once"):
        changed("a\nb\n", " c\n+d\n")
    assert changed("a\nb\n", "-a\n+c\n") == "c\nb\n"
