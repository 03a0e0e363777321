"""Every label of the pages is used, and no page shows one that does not exist."""

import re
from pathlib import Path

from glowtable.commands.care import JOBS
from glowtable.match.lobby import PREFERENCES
from glowtable.web import page_words

STATIC = Path(page_words.__file__).parent / "static"
SCRIPTS = "\n".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))
BY_NAME = {
    "unkept", "confirm", "pass", "undo", "wrong", "pause", "night", "next", "claim_wrong", "claim_slow", "stale",
    "late",
    *JOBS,
    *(f"table_{name}" for name in PREFERENCES),
    *(value for values in PREFERENCES.values() for value in values if not value.isdigit()),
}  # fmt: skip


def test_no_page_lacks_a_word():
    assert set(re.findall(r"\bwords\.(\w+)", SCRIPTS)) <= set(page_words.PAGE_WORDS)


def test_every_word_is_on_a_page():
    assert set(page_words.PAGE_WORDS) == set(re.findall(r"\bwords\.(\w+)", SCRIPTS)) | BY_NAME


def test_every_icon_on_a_page_is_there():
    from glowtable.web.faces import ICONS

    names = re.findall(r'icon\((?:[^"()]*\? )?"([\w-]+)"(?: : "([\w-]+)")?', SCRIPTS)
    listed = re.findall(r'\["\w+", (?:"#\w+", )?"([\w-]+)"', SCRIPTS)
    assert {name for pair in names for name in pair if name} | {n for n in listed if "-" in n} <= set(ICONS)


def test_no_script_writes_markup():
    assert not re.search(r"\.innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\b", SCRIPTS)
