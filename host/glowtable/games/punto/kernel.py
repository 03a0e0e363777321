"""Punto in C (the files of c/): rounds put to it from a view, whole matches, many at once. It needs no other package.

A wheel brings the machine code; elsewhere the C compiler of this computer makes it when it is first asked for.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from ctypes import Structure, c_double, c_float, c_int8, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any

from glowtable.game import Arg
from glowtable.messages import UserError, say, say_install

from .cards import CARDS, COLOURS, VALUES
from .lines import LATTICE_SIDE, TABLE_SIDE, lines_through
from .state import NOBODY, PuntoParameters

HERE = Path(__file__).parent
SOURCE = HERE / "c" / "kernel.c"
COMPILERS = ("cc", "gcc", "clang")
ZIG = (sys.executable, "-m", "ziglang", "cc", "-nostdlib")  # of the extra `sim`: a C compiler as a package
FLAGS = ("-O3", "-shared", "-s", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno")
LATTICE_CELLS = LATTICE_SIDE**2  # the most there can be
PROCESSORS: Mapping[str, Mapping[str, tuple[str, ...]]] = {  # machine -> what is made for it, the fastest first
    "x86_64": {"avx2": ("-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"), "sse4": ("-msse4.2", "-mpopcnt")},
}
SIDE, CELLS, WORDS = 8, 64, 16  # of the kernel's lattice; words of a board
RING = 1  # rows and columns of the lattice before those where cards lie
SEATS, HELD, BAGS, KINDS = 4, 36, 20, len(COLOURS) * len(VALUES)
NO_CARD = 255  # of a match
U8 = c_uint8


class KernelRules(Structure):
    """What is played by. Like all structures here, the one of this name in c/kernel.c, field by field."""

    _fields_ = [
        *((name, c_int32) for name in ("seats", "sides", "need", "floating", "shortest", "lowest", "row_trophies")),
        *((name, c_int32) for name in ("rows_win_match", "highest_of_all", "deals_rest", "winner_starts")),
        *((name, c_int32) for name in ("rounds_to_win", "max_rounds")),
        ("side_of", c_int32 * SEATS),
        ("owner", c_int32 * len(COLOURS)),
        ("crossing", c_int32 * CELLS),
        ("first_cells", c_uint64),
        ("place", c_int32 * len(COLOURS) * SEATS),
        ("through", U8 * 5 * 20 * CELLS),
    ]


class Board(Structure):
    """The cards of a round as they lie."""

    _fields_ = [("word", c_uint64 * WORDS), *((name, c_int32) for name in ("top", "left", "height", "width"))]


class Known(Structure):
    """What is known of the stacks: the cards of each seat, and of each mixed bag how many lie where."""

    _fields_ = [
        ("sizes", c_int32 * SEATS),
        ("bags", c_int32),
        ("counts", c_int32 * BAGS),
        ("held", c_int32 * SEATS * BAGS),
        ("sure", U8 * HELD * SEATS),
        ("bag", U8 * CARDS * BAGS),
    ]


class Bag(Structure):
    """Cards shuffled together."""

    _fields_ = [("kinds", U8 * KINDS), ("count", U8), ("held", U8 * SEATS)]


class Match(Structure):
    """A match at one moment."""

    _fields_ = [
        *((name, c_int32) for name in ("phase", "seat", "card", "count", "winners")),
        ("cells", U8 * LATTICE_CELLS),
        ("board", Board),
        ("open", c_uint64),
        ("stream", c_uint64),
        *((name, c_int32 * SEATS) for name in ("size", "left", "won")),
        *((name, c_int32) for name in ("rounds", "side", "taker", "starter", "by_rows", "bags")),
        ("cards", U8 * HELD * SEATS),
        ("top", U8 * LATTICE_CELLS),
        *((name, U8 * CARDS) for name in ("under", "trophy")),
        ("odd", c_int8 * 2),
        ("bag_of", c_int8 * CARDS),
        ("sure", c_float * KINDS * SEATS),
        ("bag", Bag * BAGS),
    ]


class Node(Structure):
    """Of a search: by cell the node after it, 0 for none; its visits, and what they came to for who laid there."""

    _fields_ = [("child", c_int32 * CELLS), ("visits", c_double), ("worth", c_double)]


class Sight(Structure):
    """Where a batch enters what is seen: arrays with a row for each match."""

    _fields_ = [("planes", c_void_p), ("masks", c_void_p), ("seats", c_void_p)]


SIGNATURES: Mapping[str, tuple[Any, ...]] = {  # name -> what it returns and takes
    "start_round": (None, c_void_p, c_void_p),
    "lay_on": (None, c_void_p, c_void_p, c_int32, c_int32),
    "placeable": (c_uint64, c_void_p, c_void_p, c_int32, c_int32),
    "winner_by_rows": (c_int32, c_void_p, c_void_p),
    "play_rounds": (c_int64, c_void_p, c_void_p, c_int32, c_int64, c_uint64, c_void_p),
    "grow_tree": (None, *[c_void_p] * 3, c_int32, c_int32, c_void_p, c_void_p, c_int32, c_void_p),
    "begin": (None, c_void_p, c_void_p, c_uint64),
    "apply": (c_int32,),  # of one match: what is passed is ready as it is, which takes half of the time
    "sight": (c_int32, c_void_p),
    "begin_all": (None, c_void_p, c_void_p, c_int64, c_void_p, c_void_p),
    "apply_all": (c_int64, c_void_p, c_void_p, c_int64, *[c_void_p] * 6),
    "draw_all": (None, c_void_p, c_int64, c_void_p),
    "weights": (c_int32,),
    "learn": (c_int64, *[c_void_p] * 4, c_int64, c_double, c_double, c_double, c_void_p),
    "value_cells": (None, *[c_void_p] * 4, c_int32, c_int32, c_int32, c_void_p),
}


# -- its machine code


@cache
def kernel_library() -> Any:
    """Its functions by name. UserError without machine code and without a compiler that makes it."""
    for processor in processors_of(platform.machine()):
        library = ctypes.CDLL(str(_machine_code(processor)))
        if library.punto_start():
            return _typed(library)
    raise AssertionError("the last one is every processor's")


def processors_of(machine: str) -> Mapping[str, tuple[str, ...]]:
    """The kinds of processor that machine code is made for, each with the compiler's flags; one name is empty: all."""
    return PROCESSORS.get(machine.lower().replace("amd64", "x86_64"), {"": ()})


def code_name(system: str, machine: str, processor: str) -> str:
    """What a file of machine code is called: for another source it has another name."""
    source = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(SOURCE.parent.glob("*.[ch]"))))
    return f"kernel-{source.hexdigest()[:12]}-{system}-{machine.lower()}{processor and '-' + processor}.so"


def _machine_code(processor: str) -> Path:
    """What the wheel brought or was made before; else it is made."""
    name = code_name(sys.platform, platform.machine(), processor)
    there = [path for path in (HERE / "c" / name, HERE / "__pycache__" / name) if path.exists()]
    if there:
        return there[0]
    flags = processors_of(platform.machine())[processor]
    try:
        (HERE / "__pycache__").mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=HERE / "__pycache__") as work:
            compile_kernel(Path(work, name), flags)
            return Path(work, name).replace(HERE / "__pycache__" / name)  # whole, whoever else makes it now
    except OSError:  # a folder that is not ours: for this program alone
        made = Path(_own_folder().name, name)
        compile_kernel(made, flags)
        return made


@cache
def _own_folder() -> tempfile.TemporaryDirectory[str]:
    """It goes when the program ends; Windows keeps what is loaded."""
    return tempfile.TemporaryDirectory(prefix="glowtable-", ignore_cleanup_errors=True)


def compile_kernel(made: Path, flags: Sequence[str], target: str = "") -> None:
    """Make this file; for another system (`target`, as zig calls it) by zig. UserError if no compiler can."""
    compilers = [(path,) for path in map(shutil.which, COMPILERS) if path and not target]
    where = ("-target", target) if target else ()
    place = () if "windows" in target or (sys.platform == "win32" and not target) else ("-fPIC",)
    for compiler in (*compilers, ZIG):
        command = [*compiler, *where, *FLAGS, *place, *flags, "-o", made.name, SOURCE]
        # in its folder, for some systems keep in the file where it was made
        if not subprocess.run(command, cwd=made.parent, capture_output=True, stdin=subprocess.DEVNULL).returncode:
            return
    raise UserError(
        say(
            "The bots kernel and learned need a C compiler. There is one as a package. {install}",
            install=say_install("sim"),
        )
    )


def _typed(library: ctypes.CDLL) -> Any:
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(library, f"punto_{name}")
        function.restype, function.argtypes = result, arguments or None
    return library


# -- what is played by


@cache
def rules_of(seats: int, options: tuple[tuple[str, Arg], ...]) -> KernelRules:
    """Those of matches under these options, all of which there must be."""
    terms, chosen = PuntoParameters.of(seats, dict(options)), dict(options)
    sides, owned = len(terms.sides), {colour: side for side, mine in enumerate(terms.colours) for colour in mine}
    rules = KernelRules(
        seats=seats,
        sides=sides,
        need=terms.need,
        floating=terms.floating,
        shortest=2 if chosen["no_rows"] == "step_down" else terms.need - 1,
        lowest=chosen["tie_points"] == "lowest_single_row",
        row_trophies=chosen["stalemate_trophy"] == "yes" and chosen["stalemate_wins"] == "round",
        rows_win_match=chosen["stalemate_wins"] == "game",
        highest_of_all=chosen["multi_line"] == "highest_of_all",
        deals_rest=chosen["neutral_rest"] == "deal",
        winner_starts=chosen["next_start"] == "winner_left",
        rounds_to_win=int(chosen["rounds_to_win"]),
        max_rounds=int(chosen["max_rounds"]),
        side_of=(c_int32 * SEATS)(*terms.side_of),
        owner=(c_int32 * len(COLOURS))(*(owned.get(colour, NOBODY) for colour in range(len(COLOURS)))),
        first_cells=_first_places(terms.floating, str(chosen["first_cell"])),
    )
    for seat, own in enumerate(terms.side_of):
        order = [colour for step in range(sides) for colour in terms.colours[(own + step) % sides]]
        for colour in range(len(COLOURS)):
            rules.place[seat][colour] = order.index(colour) if colour in owned else len(order)
    _enter_lines(rules)
    return rules


def _first_places(floating: bool, first_cell: str) -> int:
    """Where the first card may lie (P-10)."""
    middle = range(1, 2) if floating else range(3, 5) if first_cell == "centre4" else range(1, TABLE_SIDE + 1)
    return sum(1 << row * SIDE + column for row in middle for column in middle)


def _enter_lines(rules: KernelRules) -> None:
    """Cell -> the lines through it: those of the frame; of the floating one those near the cards."""
    side = SIDE if rules.floating else TABLE_SIDE
    ring = (SIDE - side) // 2
    for cell, lines in enumerate(lines_through(side, rules.need)):
        at = _shift_cell(cell, side, ring)
        rules.crossing[at] = len(lines)
        for number, line in enumerate(lines):
            for place, other in enumerate(line):
                rules.through[at][number][place] = _shift_cell(other, side, ring)


def _shift_cell(cell: int, side: int, ring: int) -> int:
    return (cell // side + ring) * SIDE + cell % side + ring
