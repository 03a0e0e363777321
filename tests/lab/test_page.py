"""Every example of the pages for those who study games does what they say, and its types are right."""

import doctest
import subprocess
import sys

import pytest
from glowtable import games

from tests.docs.pages import HOUSE, PYTHON, STUDY, block_with, programs

WITH_EXTRAS = (  # what its blocks of Python need; tests/extras and tests/peers run them
    "glowtable.games.punto.kernel_bot", "glowtable.games.punto.learned", "glowtable.lab.batch",
    "glowtable.lab.pettingzoo_env",
    "glowtable.lab.gymnasium_env", "glowtable.lab.open_spiel_games",
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_guests(monkeypatch):
    """What the page registers is forgotten after it."""
    monkeypatch.setattr(games, "_guests", {})
    monkeypatch.setattr(games, "_guest_bots", {})


@pytest.mark.slow
def test_every_example_does_what_the_page_says():
    tried = [doctest.testfile(str(HOUSE / page), module_relative=False) for page in STUDY]
    assert sum(page.attempted for page in tried) > 25 and not any(page.failed for page in tried)


def all_programs():
    return [program for page in STUDY for program in programs((HOUSE / page).read_text("utf-8"))]


def judged(code, tmp_path):
    """What mypy says of a program that uses the interface as it is installed."""
    (tmp_path / "page.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(HOUSE / "pyproject.toml"), str(tmp_path / "page.py")]
    found = subprocess.run(
        [*command, "--cache-dir", str(HOUSE / ".mypy_cache")], capture_output=True, text=True, cwd=HOUSE
    )
    return found.stdout


@pytest.mark.slow
def test_the_types_of_every_example_are_right(tmp_path):
    found = all_programs()
    code = found[0]
    assert all(judged(each, tmp_path).startswith("Success") for each in found)
    assert "has no attribute" in judged(code + "m.shuffle()\n", tmp_path)
    assert "Argument 1" in judged(code + "gt.play(7)\n", tmp_path)


def test_each_block_of_python_is_run_where_its_extra_is_installed():
    found = [block for page in STUDY for block in PYTHON.findall((HOUSE / page).read_text("utf-8"))]
    assert sorted(map(block_with, WITH_EXTRAS)) == sorted(found)
