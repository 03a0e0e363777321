"""Write a new game: a small one that plays at once, with its tests, to be changed into the game that is meant.

What is written is a picture of what lies in game_template/: the same files in the same folders of a checkout.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path
from string import ascii_uppercase

from glowtable import games
from glowtable.commands import translator_for
from glowtable.gate import unwritable_error
from glowtable.messages import USAGE, UserError, say, say_install_sources
from glowtable.terminal.translator import Translator

TEMPLATE = Path(__file__).with_name("game_template")
CHECKOUT = Path(__file__).parents[3]  # where this program lies if it runs from its sources
SOURCES = "host/glowtable/command_line.py"  # is in any folder of Glowtable's sources
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")  # of a Python package, and short enough for a line of code
TEMPLATE_LETTER = "X"  # of the numbered rules

PARTS = (
    ("host/glowtable/games/{name}", say("the game (start with rules.py)")),
    ("docs/rules/{name}.md", say("its rules, numbered {letter}-01 and so on")),
    ("tests/games/test_{name}.py", say("its tests")),
    ("tests/golden/{name}.json", say("worked cases of its rules")),
    ("tests/traces/{name}_2p.jsonl", say("a whole match, kept as a test")),
)
NEXT = (
    ("glowtable play {name}", say("play it")),
    ("glowtable simulate {name}", say("let bots play it")),
    ('make test ARGS="-k {name}"', say("run its tests")),
    ('make renew R=traces ARGS="--play {name}_2p"', say("record its match again, after you have changed it")),
    ("docs/NEW_GAME.md", say("how a game is made, step by step")),
)


def new_game(args: argparse.Namespace) -> int:
    """Write the files; say which, and what to do next."""
    _check_name(args.name)
    root = Path(args.into or CHECKOUT)
    if not (args.into or (CHECKOUT / "pyproject.toml").is_file()):
        raise UserError(say("This program doesn't run from its sources. Say where they are: --into FOLDER"), USAGE)
    letter = _free_letter(args.name)
    _write_all(_files_of(args.name, letter), root)
    _say_what_is_next(args.name, letter, root, translator_for(args))
    return 0


def _check_name(name: str) -> None:
    """UserError unless a game of that name can be made."""
    if not NAME.fullmatch(name) or iskeyword(name):
        raise UserError(
            say("Choose a Python name of up to 30 letters a-z, digits and _, such as my_game, not {name}.", name=name),
            USAGE,
        )
    if name in games.names():
        raise UserError(say("There's already a game called {name}. Choose another name.", name=name), USAGE)


def _free_letter(name: str) -> str:
    """The letter of its rules' numbers: one of its name if no other game has that one, else any."""
    known = games.load_games()[0]
    cited = {rule for game in known for rule in (*game.sheet, *(option.rule for option in game.options))}
    taken = {TEMPLATE_LETTER, *(rule[:1] for rule in cited)}
    free = [letter for letter in name.upper() + ascii_uppercase if letter in ascii_uppercase and letter not in taken]
    return (free or [TEMPLATE_LETTER])[0]


def _files_of(name: str, letter: str) -> dict[str, bytes]:
    """Every file of the template by its path in a checkout, the placeholders replaced."""
    paths = sorted(path for path in TEMPLATE.rglob("*") if path.is_file() and path.suffix != ".pyc")
    words = {
        "NAME": name,
        "TITLE": name.replace("_", " ").capitalize(),
        f"{TEMPLATE_LETTER}-0": f"{letter}-0",
        f"test_{TEMPLATE_LETTER}0": f"test_{letter}0",
    }
    return {path.relative_to(TEMPLATE).as_posix().replace("NAME", name): _fill_template(path, words) for path in paths}


def _fill_template(path: Path, words: Mapping[str, str]) -> bytes:
    """The content of a file of the template; compiled catalogues hold no placeholder."""
    if path.suffix == ".mo":
        return path.read_bytes()
    text = path.read_text("utf-8")
    for placeholder, word in words.items():
        text = text.replace(placeholder, word)
    return text.encode()


def _write_all(files: Mapping[str, bytes], root: Path) -> None:
    """All of them or, if one is there already, none."""
    there = [name for name in files if (root / name).exists()]
    if there:
        raise UserError(say("{path} already exists. Choose another name.", path=str(root / there[0])), USAGE)
    for name, content in files.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise unwritable_error(path, error) from None


def _say_what_is_next(name: str, letter: str, root: Path, translator: Translator) -> None:
    print(translator.text(say("Wrote {name} in {folder}. You can play it at once:", name=name, folder=str(root))))
    lines = [(part.format(name=name), what._replace(fill=(("letter", letter),))) for part, what in PARTS]
    width = 2 + max(len(part.format(name=name)) for part, _ in (*PARTS, *NEXT))
    print("\n".join(f"  {part:{width}}{translator.text(what)}" for part, what in lines))
    if root.resolve() != CHECKOUT and (root / SOURCES).is_file():
        print(translator.text(say_install_sources(str(root.resolve()))))
        return
    if root.resolve() != CHECKOUT:
        print(translator.text(say("Copy it into the sources of Glowtable. Games are found there by their folder.")))
        return
    print(translator.text(say("Next:")))
    print("\n".join(f"  {part.format(name=name):{width}}{translator.text(what)}" for part, what in NEXT))
