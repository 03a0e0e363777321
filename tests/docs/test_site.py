"""The site of the documents and the manual page: whole, and no link on them leads nowhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from glowtable.command_line import COMMANDS, make_parser
from glowtable.commands.manual import manual_page
from glowtable.messages import LANGUAGES

HOUSE = Path(__file__).parents[2]
ELSEWHERE = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="?https?://[^ >"]+')


def build(folder, docs):
    """The site of these pages; what the build says."""
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(HOUSE / name, folder)
    for name in (".ci", "host", "firmware", "tests", "hardware"):
        (folder / name).symlink_to(HOUSE / name)
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", ".ci/mkdocs.yml"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def docs(tmp_path):
    shutil.copytree(HOUSE / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "docs"


@pytest.mark.slow
def test_every_page_is_on_the_site_and_asks_nobody_else(tmp_path, docs):
    done = build(tmp_path, docs)
    assert done.returncode == 0 and "WARNING -" not in done.stderr, done.stderr
    pages = {path.relative_to(docs).with_suffix(".html").as_posix() for path in docs.rglob("*.md")}
    made = {path.relative_to(tmp_path / "site").as_posix(): path for path in (tmp_path / "site").rglob("*.html")}
    from_above = {"index.html", "BUILD.html", "CHANGELOG.html"}
    assert {name.replace("README", "index") for name in pages} | from_above <= set(made)
    assert [found for path in made.values() for found in ELSEWHERE.findall(path.read_text("utf-8"))] == []
    assert "page/punto.png" in made["index.html"].read_text("utf-8")
    assert "pictures/hub2-3d.png" in made["BUILD.html"].read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "link", ["[nothing](nothing.md)", "[no heading](CODE.md#the-cellar)", "[no file](../host/no.py)"]
)
def test_control_a_link_that_leads_nowhere_fails(tmp_path, docs, link):
    (docs / "FLASH.md").write_text(f"# A page\n\n{link}\n")
    assert build(tmp_path, docs).returncode != 0


def test_the_manual_page_names_all_that_may_be_typed():
    page = manual_page().replace("\\", "")
    for name, command in COMMANDS.items():
        assert f"glowtable {name}" in page
        assert [flag for flag, _ in command.arguments if flag.startswith("-") and flag not in page] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_help_has_no_english_sentence(language):
    """Of the lines of --help none is as in English, but for what is typed."""
    lines = {}
    for each in ("en", language):
        parser = make_parser(each)
        subparsers = next(action for action in parser._actions if hasattr(action, "choices") and action.choices)
        lines[each] = [action.help for sub in subparsers.choices.values() for action in sub._actions]
        lines[each] += [sub.description for sub in subparsers.choices.values()] + [parser.description, parser.epilog]
    assert len(lines["en"]) > 50
    assert [own for own, english in zip(lines[language], lines["en"], strict=True) if own == english] == []
