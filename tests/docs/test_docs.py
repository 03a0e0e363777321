"""What the pages say is so: links lead somewhere, commands can be typed, files and names exist, sentences are said."""

import argparse
import contextlib
import io
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from glowtable import games
from glowtable.command_line import COMMANDS, make_parser
from glowtable.commands import options_of
from glowtable.game import check_seats
from glowtable.lab.one_match import check_player
from glowtable.match.players import players_of
from glowtable.messages import UserError

from tests.bench.__main__ import BENCHES
from tests.docs.pages import (
    HOUSE,
    SPAN,
    Named,
    all_names,
    anchors,
    code,
    file_of,
    links,
    named,
    names_in,
    pages,
    prose,
    sources,
    spans,
)
from tests.games.shipped import SHIPPED
from tests.tiers import TIERS

MOST_WORDS = 2500
MOST_NEWS = 500  # words: two minutes
LONG = ("hardware/BUILD.md", "hardware/PROOFS.md")
HISTORY = ("not_found", "CHANGELOG.md")  # it shows commands of before, and not how .venv is activated
NOT_YET = "pebbles"  # a game that a reader of docs/NEW_GAME.md makes
THEIRS = (
    "boot.py",
    "glowtable.py",
    f"tests/games/test_{NOT_YET}.py",
    "tests/games/test_tic_tac_toe.py",
)  # files of readers' own
GLOWTABLE = re.compile(r"(?:\.venv/bin/)?glowtable (?=[a-z-])")
ACTIVATE = "source .venv/bin/activate"  # from there on what is installed in .venv can be typed without a path
OF_VENV = re.compile(r"(?:\w+=\S+ )*(glowtable (?=[a-z-])|mpremote |python -m |pip |pytest |ruff |mypy )")
SAID_INSTALL = re.compile(r"say_install\(\"(\w+)\"\)")
COMMENT = re.compile(r"\s+(#|[<>|]|\.\.\.).*$")  # also where the output goes
PLACEHOLDER = re.compile(r"[A-Z]+")
CLASS_MEMBER = re.compile(r"_?[A-Z][A-Za-z]\w*\.[a-z_]\w*")
NOT_PLAIN = re.compile(
    r"\b(anew|whoever|whomever|in place of|nobody's|of its own accord|what it may|shines|shone|of itself|pair of eyes)"
    r"\b",
    re.IGNORECASE,
)
PAGES = pages()
OF_HARDWARE = [path.relative_to(HOUSE).as_posix() for path in HOUSE.glob("hardware/*.md")]
NOTEBOOK = (HOUSE / "docs/notebook.ipynb").read_text("utf-8")  # its cells are run in `make test T=extras`
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = set(PROJECT["optional-dependencies"])
MAKEFILE = (HOUSE / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z0-9-]+):", MAKEFILE, re.MULTILINE))
GIVEN = {f"T={name}" for name in ("list", *TIERS)} | {f"B={name}" for name in ("list", *BENCHES)}
GIVEN |= {f"R={name}" for name in re.findall(r"\brenew\.([a-z]+)[: ]", MAKEFILE)}


# -- what may be wrong with a page


def bad_links(page: str, text: str) -> list[str]:
    """Links that lead to no file, or to no heading of it."""
    return [target for target in links(text) if not leads_somewhere(HOUSE / page, text, target)]


def leads_somewhere(page: Path, text: str, target: str) -> bool:
    name, _, anchor = target.partition("#")
    path = page.parent / name if name else page
    if not path.exists():
        return False
    return not anchor or anchor in anchors(path.read_text("utf-8") if name else text)


def bad_commands(text: str) -> list[str]:
    """Lines that `glowtable` does not take, with what it says of them."""
    wrong = {line: whats_wrong(words) for line, words in command_lines(text)}
    return [f"{line}: {why}" for line, why in wrong.items() if why]


def command_lines(text: str) -> list[tuple[str, list[str]]]:
    """Each line of the page that runs our program, with what is handed to it; by way of make, too."""
    shown = [*code(text), *spans(text)]
    typed = [(line, words(GLOWTABLE.sub("", line, count=1))) for line in shown if GLOWTABLE.match(line)]
    return typed + [(line, made(words(line))) for line in shown if re.match(r"make (play|simulate)\b", line)]


def words(line: str) -> list[str]:
    return shlex.split(COMMENT.sub("", line))


def made(line: list[str]) -> list[str]:
    """`make play GAME=punto ARGS="--seed 3"` as what the program is handed."""
    given = dict(word.split("=", 1) for word in line[2:])
    return [line[1], *given.get("GAME", "").split(), *shlex.split(given.get("ARGS", ""))]


def whats_wrong(given: list[str]) -> str:
    """What speaks against this command line; '' for nothing. The bare name of a command is no command line."""
    if len(given) == 1 and given[0] in COMMANDS:
        return ""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            args = make_parser().parse_args(["1" if PLACEHOLDER.fullmatch(word) else word for word in given])
        check_match(args)
    except SystemExit as left:
        return said.getvalue() if left.code else ""
    except UserError as error:
        return str(error.message)
    return ""


def check_match(args: argparse.Namespace) -> None:
    """Game, seats, bots and options are those there are."""
    if args.command not in ("play", "simulate", "tournament") or args.game == NOT_YET:
        return
    game = games.find_typed(args.game or "punto")
    options_of(game, args.option)
    if getattr(args, "players", 0):
        check_seats(game, args.players)
    if getattr(args, "seats", ""):
        check_seats(game, len(args.seats.split(",")))
    bots = [player.bot for player in players_of(getattr(args, "seats", "").split(","))]
    named = [] if getattr(args, "guests", ()) else [*bots, *getattr(args, "bots", "").split(",")]  # else a reader's own
    for bot in filter(None, named):
        check_player(game, bot)


def not_found(text: str) -> list[str]:
    """Commands that a terminal does not find, because the page has not shown before how .venv is activated."""
    before = text.partition(ACTIVATE)[0]
    shown = {line for part in (code(before), spans(before)) for line in part}
    return sorted(line for line in shown if OF_VENV.match(line))


def bad_targets(text: str) -> list[str]:
    """What the page has made and the Makefile does not know."""
    lines = [line for line in (*code(text), *spans(text)) if re.match("make [a-z]", line)]
    wrong = {target for line in lines if (target := line.split()[1].rstrip(":")) not in TARGETS}
    given = {word for line in lines for word in re.findall(r"\b[TBR]=[a-z-]+", line)}
    return sorted(wrong | (given - GIVEN))


def bad_files(text: str) -> list[str]:
    """Python files that there are not."""
    told = {span for span in spans(text) if re.fullmatch(r"[\w./-]+\.py", span)}
    return sorted(
        name for name in told.difference(THEIRS) if not any(f"/{each}".endswith(f"/{name}") for each in sources())
    )


def bad_names(page: str, text: str) -> list[str]:
    """Names that are not in the file beside them, or in no class of that name."""
    wrong = [f"{each.file} {each.name}" for each in named(text) if not is_there(each, page)]
    members = {span for span in spans(text) if CLASS_MEMBER.fullmatch(span)}
    return wrong + sorted(members - all_names())


def is_there(each: Named, page: str) -> bool:
    path = file_of(each, page)
    return path is not None and each.name in names_in(path)


def bad_imports(notebook: str) -> list[str]:
    """What a cell of this notebook would import from us and there is not."""
    lines = "\n".join("".join(cell["source"]) for cell in json.loads(notebook)["cells"]).splitlines()
    ours = [line.strip() for line in lines if re.match(r"\s*(from|import) glowtable", line)]
    return [line for line in ours if not can_import(line)]


def can_import(line: str) -> bool:
    try:
        exec(line, {})
    except ImportError:
        return False
    return True


def not_plain(text: str) -> list[str]:
    """Words that people do not use like that; what is quoted from the program is another page's."""
    return NOT_PLAIN.findall(SPAN.sub("", prose(text)))


# -- the pages


@pytest.mark.parametrize("page", sorted({*PAGES, *OF_HARDWARE}.difference(LONG)))
def test_a_page_is_no_book(page):
    assert len((HOUSE / page).read_text("utf-8").split()) <= MOST_WORDS


def test_control_what_may_be_a_book_is_one():
    assert [page for page in LONG if len((HOUSE / page).read_text("utf-8").split()) <= MOST_WORDS] == []


def test_the_changelog_begins_with_this_version_and_is_read_in_two_minutes():
    found = re.findall(r"^## (.*)$", PAGES["CHANGELOG.md"], re.MULTILINE)
    assert found[0] == PROJECT["version"] and found == sorted(found, key=as_numbers, reverse=True)
    assert len(PAGES["CHANGELOG.md"].split()) <= MOST_NEWS


def as_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_and_names_is_there_and_its_words_are_plain(page):
    text = PAGES[page]
    assert (bad_links(page, text), bad_names(page, text)) == ([], [])
    found = {check.__name__: check(text) for check in (bad_commands, bad_targets, bad_files, not_plain, not_found)}
    assert {name: wrong for name, wrong in found.items() if wrong and (name, page) != HISTORY} == {}


def test_the_program_names_extras_that_there_are_and_one_function_says_how_to_install_them():
    texts = {name: (HOUSE / name).read_text("utf-8") for name in sources() if name.startswith("host/glowtable/")}
    assert {name for name, text in texts.items() if "pip install" in text} == {"host/glowtable/messages.py"}
    said = {extra for text in texts.values() for extra in SAID_INSTALL.findall(text)}
    assert said == {"cluster", "lab", "mirror", "mpy", "peers", "sim"} <= EXTRAS


def test_what_the_notebook_imports_exists():
    assert bad_imports(NOTEBOOK) == []
    assert bad_imports(NOTEBOOK.replace("import report_page", "import repaint")) == [
        "from glowtable.lab.report_page import repaint"
    ]


def test_there_is_something_to_judge():
    whole = "\n".join(PAGES.values())
    assert len(links(whole)) > 60 and len(command_lines(whole)) > 50 and len(named(whole)) > 80
    assert {words[0] for _, words in command_lines(whole)} == set(COMMANDS)


# -- tables


def rows(page: str, columns: int) -> list[tuple[str, ...]]:
    """The lines of its tables that have so many columns."""
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [row for row in cells if len(row) == columns]


def test_the_readme_says_how_many_may_play_each_game():
    told = {title: players for title, players, *_ in rows(PAGES["README.md"], 4)[1:]}
    found = [games.find(name) for name in SHIPPED]
    seats = {game.title: f"{min(game.seats)} to {max(game.seats)}" for game in found}
    assert {title.removesuffix(" v6.0"): players for title, players in told.items() if players[0].isdigit()} == seats


# -- quotes

NAMES = {"en": "English", "de": "German", "it": "Italian"}


def test_the_quotes_of_a_game_are_in_the_languages_that_the_page_names():
    told = dict(rows(PAGES["docs/play/README.md"].partition("## Languages")[2].partition("\n## ")[0], 2)[1:])
    found = [game for game in map(games.find, games.names()) if game.title in told]
    assert len(found) == len(told) >= 4
    for game in found:
        quoted = {language for words in game.sheet.values() for language in words}
        assert told[game.title] == ", ".join(NAMES[language] for language in NAMES if language in quoted)


# -- controls

BAD = """
# A page

See [nothing](nothing.md), [no heading](docs/CODE.md#the-cellar), [itself](#a-page), [a site](https://example.org).

    glowtable fly
    glowtable play punto --sauce
    glowtable play atlantis --seed 1
    glowtable play --option frame=round
    glowtable simulate punto --bots clever
    .venv/bin/glowtable export --format text > match.txt
    make play GAME=punto ARGS="--seats Ann"
    make coffee
    make test T=black
    make renew R=hot
    pip install 'glowtable[mpy]'

`glowtable tags lose`, `make tea`, `glowtable export 1 --format text`, `glowtable doctor --bundle FILE`, `make test`,
`mpremote rm x`, `rulez.py`,
`match/session.py`, `Session.listen`, `Session.handle_event`, `match/session.py` `Session.sing`,
[`wire.py`](firmware/glowpico/talk.py) `encode`, [`wire.py`](firmware/glowpico/wire.py) `encode`.
Made anew by whoever: it shines `of itself`.
"""


def test_a_bad_page_is_caught():
    assert bad_links("README.md", BAD) == ["nothing.md", "docs/CODE.md#the-cellar"]
    assert [line.partition(":")[0] for line in bad_commands(BAD)] == [
        "glowtable fly",
        "glowtable play punto --sauce",
        "glowtable play atlantis --seed 1",
        "glowtable play --option frame=round",
        "glowtable simulate punto --bots clever",
        ".venv/bin/glowtable export --format text > match.txt",
        "glowtable tags lose",
        'make play GAME=punto ARGS="--seats Ann"',
    ]
    unfound = not_found(BAD)
    assert unfound[0] == "glowtable doctor --bundle FILE" and unfound[-2:] == [
        "mpremote rm x",
        "pip install 'glowtable[mpy]'",
    ]
    assert not_found(BAD.replace("See", f"`{ACTIVATE}`. See")) == []
    assert bad_targets(BAD) == ["R=hot", "T=black", "coffee", "tea"]
    assert bad_files(BAD) == ["rulez.py"]
    assert bad_names("README.md", BAD) == [
        "match/session.py Session.sing",
        "wire.py encode",
        "Session.listen",
        "Session.sing",
    ]
    assert not_plain(BAD) == ["anew", "whoever", "shines"]
