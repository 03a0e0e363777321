"""What can be mutated, and whose tests must notice: the rules of each game, the kit, and a control."""

import ast
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from .mutation import Key

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
GLOWTABLE = HOUSE / "host" / "glowtable"
GAMES = GLOWTABLE / "games"
# A game's rules are what these files of its folder reach by imports
ROOTS = ("rules", "options")
# game -> the word that the names of its own tests have
WORDS = {"punto": "punto", "alex_and_co": "alex", "spiel_des_jahres": "spiel", "alter_ego": "ego"}
EVERY = ("kit", *WORDS)
BOTS = {"bots.py", "search.py"}  # of the kit: how well they play says nothing about rules
CONTROL = "control"


class Subject(NamedTuple):
    name: str
    files: tuple[Path, ...]
    tests: tuple[str, ...]  # what pytest is told to run
    listed: Path  # the survivors that are known, with their reasons

    @property
    def recorded(self) -> Path:
        """Which test killed which mutant."""
        return self.listed.with_name(f"{self.name}_killers.json")


def subject_of(name: str) -> Subject:
    """What is mutated under a name, and the tests that judge it. KeyError for a name that is none."""
    if name == "kit":
        files = tuple(path for path in sorted((GLOWTABLE / "kit").glob("*.py")) if path.name not in BOTS)
        return Subject(name, files, ("tests/kit",), HERE / "kit.toml")
    if name == CONTROL:
        folder = HERE / CONTROL
        return Subject(name, (folder / "rules.py",), (f"tests/mutants/{CONTROL}/checks.py",), folder / "survivors.toml")
    # how well bots play says little about rules; what a file of cards must have is asked for all games together
    tests = ("tests/games", "-k", f"{WORDS[name]} and not bots or test_card_files")
    return Subject(name, rules_files(GAMES / name), tests, HERE / f"{name}.toml")


def rules_files(folder: Path) -> tuple[Path, ...]:
    """The files of a game that its rules are made of, the data of its cards last."""
    todo, found = [folder / f"{root}.py" for root in ROOTS], set()
    while todo:
        path = todo.pop()
        if path.exists() and path not in found:
            found.add(path)
            todo += [folder / f"{name}.py" for name in own_imports(path)]
    return tuple(sorted(found)) + tuple(path for path in (folder / "cards.toml",) if path.exists())


def own_imports(path: Path) -> Iterable[str]:
    """The names after `from .` in a file: files of its folder, or names in them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [alias.name for alias in node.names]


def listed_survivors(path: Path) -> dict[Key, str]:
    """The reason of each survivor that is known to change nothing. ValueError for one without a reason."""
    reasons: dict[Key, str] = {}
    if not path.exists():
        return reasons
    for entry in tomllib.loads(path.read_text("utf-8")).get("survivor", []):
        now = entry["now"] if isinstance(entry["now"], list) else [entry["now"]]
        if not entry["why"].strip():
            raise ValueError(f"{path.name}: no reason for {entry['was']}")
        for text in now:
            reasons[Key(entry["file"], entry["in"], entry["was"], text, entry.get("nth", 1))] = entry["why"]
    return reasons
