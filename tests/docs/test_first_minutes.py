"""README.md and FIRST_MINUTES.md tell what happens: each line comes, in this order; five keys lay the first card."""

import os
import re
import subprocess
import sys

import pytest

from tests.docs.pages import HOUSE, pages
from tests.support.patience import HANG_S

README, *BLOCKS = re.findall(
    r"^```text\n(.*?)^```",
    pages()["README.md"] + pages()["docs/FIRST_MINUTES.md"],
    re.M | re.S,
)
CUT = "..."  # here the page leaves something out


@pytest.fixture
def home(tmp_path):
    """The environment of somebody new."""
    here = {name: text for name, text in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    folder = {"GLOWTABLE_DATA": str(tmp_path / "data"), "GLOWTABLE_CONFIG": str(tmp_path / "config.toml")}
    return {**here, **folder, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}


def glowtable(home, *arguments, typed="", **environment):
    done = subprocess.run(
        [sys.executable, "-m", "glowtable", *arguments], input=typed, capture_output=True, text=True, timeout=HANG_S,
        env={**home, **environment}, encoding="utf-8",
    )  # fmt: skip
    return done.stdout + done.stderr


def missing(block, shown):
    """The first line of a block that does not come after the one before it."""
    at = 0
    for line in block.splitlines():
        words = line.partition(CUT)[0].rstrip()
        found = shown.find(words, at)
        if found < 0:
            return line
        at = found + len(words)
    return ""


def block_with(words):
    (found,) = (block for block in BLOCKS if words in block)
    return found


def test_a_script_does_what_the_page_says(home):
    script = block_with("# the first card")
    shown = glowtable(home, "play", "--seed", "3", "--script", "-", typed=script)
    assert missing(block_with("» c3"), shown) == "" and missing(block_with("Match 1 is saved."), shown) == ""


@pytest.mark.slow
def test_german_is_as_the_page_says(home):
    shown = glowtable(home, "play", "--seed", "3", "--script", "-", "--language", "de", typed="\n\nzurück\nwarum a1\n")
    assert missing(block_with("» zurück"), shown) == ""
    assert missing(block_with("Aufruf"), glowtable(home, "tanz", LANG="de_DE.UTF-8")) == ""


def test_doctor_begins_as_the_page_says(home):
    shown = glowtable(home, "doctor")
    assert shown.startswith(("No Pico is plugged in", "All good: ", "Problems: "))
    doctor = (HOUSE / "host/glowtable/commands/doctor.py").read_text("utf-8")
    assert block_with("No Pico is plugged in").strip() in doctor


def test_five_keys_lay_the_first_card(home):
    keys = "\n\nc3\n"
    shown = glowtable(home, "play", "--port", "twin:", "--seed", "3", "--script", "-", typed=keys)
    assert len(keys) == 5 and missing(block_with("Player starts round 1."), shown) == ""
    typed = README.replace("\nc3\n", "\n")  # what is typed does not come back from a pipe
    assert missing(typed, shown) == ""


def test_at_a_prompt_why_hint_and_help_say_what_the_readme_says_and_a_match_that_was_left_is_saved(home):
    shown = glowtable(home, "play", "--seed", "3", "--script", "-", typed="\n\nwhy a1\nhint\nhelp\n")
    assert all(f"`{word}`" in pages()["README.md"] for word in ("why a1", "hint", "help"))
    told = "» why a1\nThe first card goes in the middle\n» hint\nTip: type c4.\n» help\nYou can type:\n"
    assert missing(told, shown) == ""
    assert "unfinished" in glowtable(home, "matches")
    assert "Press Enter to start" not in glowtable(home, "play", "--resume")


def test_control_a_line_that_does_not_come_is_named():
    assert missing("a\nb...\nc\n", "a\nbb\nc") == "" and missing("b\na\n", "a\nb") == "a"
