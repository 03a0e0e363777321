"""Which source files a generator is made of: its own and all that these import, near and far. Runs none of them.

What a source reads has its name: kinds.toml is that of kinds.py. An import that is only named when the program runs is
not found; where one is, its files are given, too. Of the host only cells and keys count: its words and its games are in
no drawing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parents[1]
FOLDERS = {"hardware": HOUSE, "glowpico": HOUSE / "firmware", "glowtable": HOUSE / "host"}  # where imports are found
READ = (".toml", ".csv", ".html")
HOST = ("glowtable.grid", "glowtable.table")
BOARDS = HOUSE / "hardware" / "boards"
READER = HOUSE / "hardware" / "model" / "file.py"  # who imports it is made of the boards, too
NO_CONTENT = ("hardware.made", "hardware.sources", "hardware.extra")  # they and each room's ORIGINS tell whether a
ORIGINS = ".origins"  # file is to be made, not what is in it


def sources(generators: Iterable[Path], folders: Mapping[str, Path] = FOLDERS) -> list[Path]:
    """These files, all that they import of hardware and firmware, and what those read, sorted."""
    found: set[Path] = set()
    waiting = [path.resolve() for path in generators]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path.read_text("utf-8"), folders)
    read = {path.with_suffix(kind) for path in found for kind in READ}
    boards = BOARDS.glob("*/*.kicad_pcb") if READER in found else ()
    return sorted({*found, *filter(Path.exists, read), *boards})


def imported(text: str, folders: Mapping[str, Path]) -> Iterator[Path]:
    """The files that a source names; a package's own file where a name is of no file in it."""
    for module, name in named(text):
        inner = _file(f"{module}.{name}", folders) if name else None
        if path := inner or _file(module, folders):
            yield path


@cache
def named(text: str) -> tuple[tuple[str, str], ...]:
    """Each import of a source: a module and, after `from`, what is taken of it."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [(node.module, alias.name) for alias in node.names]
    return tuple(found)


def _file(module: str, folders: Mapping[str, Path]) -> Path | None:
    """Of a module that counts."""
    top, *inner = module.split(".")
    if top not in folders or module in NO_CONTENT or module.endswith(ORIGINS):
        return None
    if top == "glowtable" and module not in HOST:
        return None
    place = folders[top].joinpath(top, *inner)
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists()), None)
