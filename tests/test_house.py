"""The house keeps its shape (tests/house.py holds the rules), and what breaks a rule is caught."""

import ast
import shutil
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.games.shipped import SHIPPED
from tests.house import (
    CHECKS,
    GAME_FILES,
    LONGEST_FUNCTION,
    MAX_ATTRIBUTES,
    MAX_COMPLEXITY,
    MAX_METHODS,
    MOST_ARROWS,
    ONE_MEANING,
    File,
    arrows_between_rooms,
    arrows_in_hardware,
    catches_by_name,
    circles,
    libraries_in_their_rooms,
    one_way,
    one_word_functions,
    rooms_by_meaning,
    sentences_of_what_is_public,
    short_functions,
    small_parts,
    words_with_two_meanings,
)

HOUSE = Path(__file__).parents[1]
HOST, FIRMWARE, HARDWARE, GAMES = HOUSE / "host", HOUSE / "firmware", HOUSE / "hardware", HOUSE / "host/glowtable/games"
NAMED_FROM = {HARDWARE: HOUSE}  # where the names of a root's modules begin, if not in it


def module_name(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


@cache
def files_in(*roots: Path) -> list[File]:
    paths = {
        module_name(path, NAMED_FROM.get(root, root)): path for root in roots for path in sorted(root.rglob("*.py"))
    }
    modules = frozenset(paths)
    return [File(name, ast.parse(path.read_text()), modules) for name, path in paths.items()]


@pytest.mark.parametrize("check", CHECKS)
def test_every_file_of_the_house_keeps_the_rules(check):
    files = files_in(HOST, FIRMWARE, HARDWARE)
    assert {"glowtable.game", "glowtable.table", "glowpico.wire", "hardware.model.boards"} <= {
        file.module for file in files
    }
    assert [complaint for file in files for complaint in check(file)] == []


def test_no_file_keeps_both_sides_of_a_merge():
    kinds = ("*.js", "*.css", "*.html", "*.md", "*.toml", "*.po")
    files = [path for root in (HOST, HARDWARE, HOUSE / "docs") for kind in kinds for path in root.rglob(kind)]
    assert len(files) > 50
    assert [path.name for path in files if "\n<<<<<<< " in path.read_text(encoding="utf-8")] == []


@pytest.mark.slow
@pytest.mark.parametrize("check", [catches_by_name, short_functions])
def test_tests_keep_the_rules_that_are_not_about_rooms(check):
    files = files_in(HOUSE / "tests")
    assert "test_house" in {file.module for file in files}
    assert [complaint for file in files for complaint in check(file)] == []


def test_no_file_imports_itself_by_way_of_others():
    assert list(circles(files_in(HOST, FIRMWARE, HARDWARE))) == []


def test_there_are_few_arrows_between_rooms_and_none_in_a_circle():
    arrows = arrows_between_rooms(files_in(HOST, FIRMWARE, HARDWARE))
    assert {("games", "kit"), ("match", "device"), ("device", "glowpico")} <= arrows
    assert len(arrows) <= MOST_ARROWS
    assert rooms_from_below(arrows)[-1] == "commands"


def test_no_room_of_the_hardware_imports_itself_by_way_of_others():
    arrows = arrows_in_hardware(files_in(HOST, FIRMWARE, HARDWARE))
    assert {("layout", "model"), ("fittings", "model"), ("fittings", "solids"), ("kicad", "layout")} <= arrows
    order = rooms_from_below(arrows)
    assert order.index("product") < order.index("solids") < order.index("drawings") < order.index("views")


def rooms_from_below(arrows):
    """Each room after those that it imports."""
    wanted = {}
    for here, there in arrows:
        wanted.setdefault(here, set()).add(there)
    return list(TopologicalSorter(wanted).static_order())


def test_a_function_of_one_word_means_the_same_in_all_rooms():
    files = [file for file in files_in(HOST, FIRMWARE, HARDWARE) if file.module.startswith("glowtable")]
    assert list(words_with_two_meanings(files)) == []
    rooms = one_word_functions(files)
    assert all(len(rooms[word]) > 1 for word in ONE_MEANING), "a word that needs no entry"


def missing_from_game(folder: Path, tests: Path) -> list[str]:
    """What the folder of a game that is shipped lacks; a game is found by its folder, so nothing lists it."""
    files = [f"{name}.py" for name in ("__init__", *GAME_FILES)]
    missing = [name for name in files if not (folder / name).exists()]
    if not (tests / "golden" / f"{folder.name}.json").exists():
        missing.append(f"tests/golden/{folder.name}.json")
    if not any((tests / "traces").glob(f"{folder.name}*.jsonl")):
        missing.append(f"tests/traces/{folder.name}*.jsonl")
    return missing


def test_every_game_folder_is_complete():
    assert [lack for name in SHIPPED for lack in missing_from_game(GAMES / name, HOUSE / "tests")] == []


def test_types_of_others_are_not_linted_where_no_git_is(tmp_path):
    """`make check` in an unpacked sdist: .gitignore counts in a git repository only."""
    shutil.copy(HOUSE / "pyproject.toml", tmp_path)
    (tmp_path / "mypytypings").mkdir()
    (tmp_path / "mypytypings" / "machine.py").write_text("import os\nx=1")
    ruff = Path(sys.executable).parent / "ruff"
    assert subprocess.run([ruff, "check", "."], cwd=tmp_path, check=False, stdout=subprocess.DEVNULL).returncode == 0
    shutil.move(tmp_path / "mypytypings", tmp_path / "ours")
    assert subprocess.run([ruff, "check", "."], cwd=tmp_path, check=False, stdout=subprocess.DEVNULL).returncode == 1


# -- controls: a small bad sample that each check catches, and a good one it lets pass

LONG = "def f():\n" + "    pass\n" * (LONGEST_FUNCTION - 1)
HOLDS = "class Thing:\n    def __init__(self):\n        self.a0 = 0" + "".join(
    f"\n    a{n}: int" for n in range(1, MAX_ATTRIBUTES)
)
DOES = "class Thing:" + "".join(f"\n    def f{n}(self): pass" for n in range(MAX_METHODS))
PARTS = f"def f():\n    return {' or '.join(map(str, range(MAX_COMPLEXITY)))}"
BAD = [
    (one_way, "glowtable.match.session", "from glowtable.games.punto import rules"),
    (one_way, "glowtable.match.session", "import glowtable.games.punto.rules as rules"),
    (one_way, "glowtable.match.session", "def f():\n    from glowtable import terminal"),
    (one_way, "glowtable.match.session", "from ..terminal import screen"),
    (one_way, "glowtable.table", "from glowtable.game import Action"),
    (one_way, "glowtable.match.session", "if TYPE_CHECKING:\n    from glowtable.terminal.screen import page"),
    (one_way, "glowtable.kit.phases", "from glowpico import loop"),
    (one_way, "glowtable.games.punto.rules", "from glowtable.table import Press"),
    (one_way, "glowtable.games.punto.rules", "from . import surface"),
    (one_way, "glowtable.games.punto.rules", "from ..chess import cards"),
    (one_way, "glowtable.games.punto.bots", "from glowtable.games.punto.surface import paint"),
    (one_way, "glowpico.loop", "from glowtable.table import CELLS"),
    (one_way, "glowtable.device.twin", "from glowtable.match.session import Session"),
    (one_way, "glowtable.lab.simulate", "from glowtable.commands import play"),
    (one_way, "glowtable.lounge", ""),
    (one_way, "glowtable.match.session", "from hardware.model import boards"),
    (one_way, "hardware.model.boards", "from hardware.layout import check"),
    (one_way, "hardware.layout.check", "from hardware.kicad import make"),
    (one_way, "hardware.gerbers.read", "from hardware.layout import check"),
    (libraries_in_their_rooms, "hardware.model.boards", "import uuid"),
    (libraries_in_their_rooms, "glowtable.games.punto.rules", "import random"),
    (libraries_in_their_rooms, "glowtable.games.punto.rules", "from random import Random, choice"),
    (libraries_in_their_rooms, "glowtable.games.punto.bots", "from random import Random\nRandom(1)"),
    (libraries_in_their_rooms, "glowtable.match.session", "from time import monotonic"),
    (libraries_in_their_rooms, "glowtable.match.journal", "import datetime as d"),
    (libraries_in_their_rooms, "glowpico.loop", "import time"),
    (libraries_in_their_rooms, "glowpico.loop", "from machine import Pin"),
    (libraries_in_their_rooms, "glowtable.match.pump", "import serial.tools.list_ports"),
    (libraries_in_their_rooms, "glowtable.match.session", "from importlib import import_module"),
    (catches_by_name, "glowtable.match.pump", "try:\n    f()\nexcept:\n    g()"),
    (catches_by_name, "glowtable.match.pump", "try:\n    f()\nexcept Exception as e:\n    g()"),
    (catches_by_name, "glowtable.match.pump", "try:\n    f()\nexcept (OSError, BaseException):\n    g()"),
    (short_functions, "glowtable.match.pump", LONG),
    (small_parts, "glowtable.match.pump", HOLDS + "\n    more: int"),
    (small_parts, "glowtable.match.pump", DOES + "\n    def more(self): pass"),
    (small_parts, "glowtable.match.pump", PARTS + " or 99"),
    (rooms_by_meaning, "glowtable.core.pump", ""),
    (
        sentences_of_what_is_public,
        "glowtable.match.pump",
        "self.session.game.surface.description(action, state, after)",
    ),
    (sentences_of_what_is_public, "glowtable.web.outgoing", "say = surface.instruction"),
]
GOOD = [
    (one_way, "glowtable.command_line", "from glowtable.games import find"),
    (one_way, "glowtable.game", "if TYPE_CHECKING:\n    from glowtable.table import Event"),
    (one_way, "glowtable.device.link", "from glowpico import wire"),
    (one_way, "glowtable.match.session", "from glowtable.match.undo import Step"),
    (one_way, "glowtable.games.punto.rules", "from . import cards\nfrom glowtable.games.punto.lines import LINES"),
    (one_way, "glowtable.games.punto", "from glowtable.games.punto import bots, rules\nfrom .cards import DECK"),
    (one_way, "glowpico.loop", "from glowpico.wire import encode"),
    (one_way, "hardware.layout.check", "from hardware.model.boards import HUB2"),
    (libraries_in_their_rooms, "glowtable.games.punto.bots", "from random import Random\ndef f(rng: Random): pass"),
    (libraries_in_their_rooms, "glowtable.device.connection", "import serial"),
    (libraries_in_their_rooms, "glowtable.device.link", "import time, secrets"),
    (libraries_in_their_rooms, "glowtable.terminal.screen", "import gettext\nfrom importlib.resources import files"),
    (catches_by_name, "glowtable.match.pump", "try:\n    f()\nexcept (OSError, ValueError):\n    g()"),
    (short_functions, "glowtable.match.pump", LONG.replace("    pass\n", "", 1)),
    *((small_parts, "glowtable.match.pump", text) for text in (HOLDS, DOES, PARTS)),
    (small_parts, "glowtable.match.pump", HOLDS.replace("Thing", "Thing(NamedTuple)") + "\n    more: int"),
    (small_parts, "glowpico.loop", PARTS + " or 99"),
    (rooms_by_meaning, "glowtable.match.pump", ""),
    (
        sentences_of_what_is_public,
        "glowtable.match.pump",
        "self.session.match_state.texts.description_texts(played, after)",
    ),
    (sentences_of_what_is_public, "glowtable.match.public_texts", "self.game.surface.description(action, was, then)"),
]
SAMPLE_HOUSE = {
    "glowtable": ["table", "game", "games", "match", "terminal", "device", "commands"],
    "glowtable.match": ["session", "pump", "undo"],
    "glowtable.terminal": ["screen"],
    "glowtable.device": ["link"],
    "glowtable.commands": ["play"],
    "glowtable.games.punto": ["rules", "cards", "bots", "surface", "lines"],
    "glowtable.games.chess": ["cards"],
    "glowpico": ["wire", "loop"],
    "hardware": ["kicad", "model", "layout"],
    "hardware.model": ["hub2"],
    "hardware.layout": ["check"],
}
SAMPLE_MODULES = frozenset(
    name for package, files in SAMPLE_HOUSE.items() for name in [package, *[f"{package}.{file}" for file in files]]
)


def complaints(check, module, text):
    return list(check(File(module, ast.parse(text), SAMPLE_MODULES)))


@pytest.mark.parametrize(("check", "module", "text"), BAD)
def test_a_file_that_breaks_a_rule_is_caught(check, module, text):
    assert complaints(check, module, text)


@pytest.mark.parametrize(("check", "module", "text"), GOOD)
def test_a_file_that_keeps_the_rules_is_let_pass(check, module, text):
    assert complaints(check, module, text) == []


def test_every_check_has_a_control():
    assert {check for check, _, _ in BAD} == {check for check, _, _ in GOOD} == set(CHECKS)


def test_a_circle_is_caught_even_if_it_is_for_types_only():
    texts = {
        "glowtable.one": "from glowtable import two",
        "glowtable.two": "if TYPE_CHECKING:\n    import glowtable.one",
    }
    files = [File(name, ast.parse(text), frozenset({"glowtable", *texts})) for name, text in texts.items()]
    assert len(list(circles(files))) == 2
    assert list(circles(files[:1])) == []


def test_an_arrow_too_many_and_a_circle_of_rooms_are_caught():
    texts = {
        "glowtable.match.session": "from glowtable.device.link import Link\nfrom glowtable.match import undo",
        "glowtable.device.link": "import glowtable.table, glowpico.wire\nfrom glowtable.kit import cards",
        "glowtable.games.punto.rules": "from glowtable.kit import cards",
        "glowtable.commands.game_template.games.NAME.rules": "from glowtable.kit import cards",
        "glowtable.commands.game_template.tests.test_NAME": "from glowtable.lab.one_match import replay",
        "glowpico.wire": "",
    }
    files = [File(name, ast.parse(text), SAMPLE_MODULES) for name, text in texts.items()]
    arrows = arrows_between_rooms(files)
    assert arrows == {("match", "device"), ("device", "glowpico"), ("device", "kit"), ("games", "kit")}
    assert rooms_from_below(arrows).index("device") < rooms_from_below(arrows).index("match")
    with pytest.raises(CycleError):
        rooms_from_below({*arrows, ("kit", "match")})


@pytest.mark.parametrize("back", ["from hardware.layout import lands", "import hardware.kicad"])
def test_a_circle_of_rooms_of_the_hardware_is_caught(back):
    texts = {
        "hardware.kicad": "from hardware.layout import check",
        "hardware.layout.check": "from hardware.model.boards import HUB2\nfrom glowtable import grid",
        "hardware.model.boards": back,
    }
    files = [File(name, ast.parse(text), SAMPLE_MODULES) for name, text in texts.items()]
    assert rooms_from_below(arrows_in_hardware(files[:2])) == ["model", "layout", "kicad"]
    with pytest.raises(CycleError):
        rooms_from_below(arrows_in_hardware(files))


WORD = "def {}(): pass"
METHOD = "class Thing:\n    def {}(self): pass"


@pytest.mark.parametrize(
    ("there", "text", "caught"),
    [
        ("glowtable.maker.flash", WORD.format("told"), ["told is a function in maker, match"]),
        ("glowtable.maker.flash", METHOD.format("told"), ["told is a function in maker, match"]),
        ("glowtable.messages", WORD.format("told"), ["told is a function in match, messages"]),
        ("glowtable.match.undo", WORD.format("told"), []),
        ("glowtable.games.chess.rules", WORD.format("told"), ["told is a function in games, match"]),
        ("glowtable.maker.flash", WORD.format("_told"), []),
        ("glowtable.maker.flash", "class Thing:\n    @property\n    def told(self): pass", []),
        ("glowtable.maker.flash", f"def tell_it():\n    {WORD.format('told')}", []),
    ],
)
def test_a_word_with_two_meanings_is_caught(there, text, caught):
    texts = {"glowtable.match.export": WORD.format("told"), there: text}
    assert (
        list(words_with_two_meanings(File(name, ast.parse(text), SAMPLE_MODULES) for name, text in texts.items()))
        == caught
    )


def test_a_word_of_one_meaning_is_let_pass():
    files = [
        File(f"glowtable.{room}.a", ast.parse(WORD.format("close")), SAMPLE_MODULES) for room in ("match", "maker")
    ]
    assert list(words_with_two_meanings(files)) == []


def test_an_incomplete_game_folder_is_caught(tmp_path):
    folder = tmp_path / "ludo"
    folder.mkdir()
    for name in ("__init__", *GAME_FILES[1:]):
        (folder / f"{name}.py").touch()
    assert missing_from_game(folder, tmp_path) == ["rules.py", "tests/golden/ludo.json", "tests/traces/ludo*.jsonl"]
