"""KiCad projects of all boards, made without KiCad: `python -m hardware.boards` writes them to hardware/made."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from hardware.bodies.models import MODEL_FOLDER, models
from hardware.layout.assembly import assembly
from hardware.layout.check import faults
from hardware.layout.footprints import FOOTPRINTS
from hardware.layout.library import footprint_file
from hardware.layout.parts_page import parts_page
from hardware.layout.pcb import pcb
from hardware.layout.project import project_file, rules_file
from hardware.layout.route import Tracks
from hardware.layout.tracks import tracks_of
from hardware.made import MADE
from hardware.model.board import Board
from hardware.model.table import PROJECTS
from hardware.papers import cost
from hardware.schematic.sheet import schematic
from hardware.schematic.symbols import LIBRARY

LIBRARIES = """({kind}_lib_table
	(version 7)
	(lib (name "{name}") (type "KiCad") (uri "{uri}") (options "") (descr ""))
)
"""
FOOTPRINT_FOLDER = MADE / f"{LIBRARY}.pretty"


def project(board: Board, tracks: Mapping[str, Tracks]) -> dict[str, str]:
    """The files of a board's project, by name."""
    sheet, symbols = schematic(board)
    footprints = f"${{KIPRJMOD}}/../{FOOTPRINT_FOLDER.name}"
    return {
        f"{board.name}.kicad_sch": sheet,
        f"{board.name}.kicad_pro": project_file(board),
        f"{LIBRARY}.kicad_sym": symbols,
        "sym-lib-table": LIBRARIES.format(kind="sym", name=LIBRARY, uri=f"${{KIPRJMOD}}/{LIBRARY}.kicad_sym"),
        "fp-lib-table": LIBRARIES.format(kind="fp", name=LIBRARY, uri=footprints),
        f"{board.name}.kicad_pcb": pcb(board, tracks),
        f"{board.name}.kicad_dru": rules_file(board),
        **assembly(board),
        f"{board.name}-parts.html": parts_page(board),
    }


def footprint_library() -> dict[str, str]:
    return {f"{name}.kicad_mod": footprint_file(name) for name in FOOTPRINTS}


def papers() -> dict[str, str]:
    """Lists of the whole table; UserError if a line cannot be ordered."""
    return {"parts.csv": cost.as_csv()}


def write(folder: Path, files: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def make(folder: Path = MADE) -> list[str]:
    """Make everything that needs no KiCad, with new routes; what is wrong with it, which should be nothing.

    UserError, before anything is written, if something cannot be ordered; before any board is, if one cannot be routed.
    """
    papers()
    write(folder / FOOTPRINT_FOLDER.name, footprint_library())
    write(folder / MODEL_FOLDER.name, models())
    write(folder / "table", papers())
    projects = all_projects()
    for name, files in projects.items():
        write(folder / name, files)
    return [
        f"{board.name}: {fault}"
        for board in PROJECTS
        for fault in faults(projects[board.name][f"{board.name}.kicad_pcb"], board)
    ]


def all_projects() -> dict[str, dict[str, str]]:
    """The files of every board, by its name; two boards are routed at a time, that with most parts first."""
    by_size = sorted(PROJECTS, key=lambda board: -len(board.parts))
    if (os.cpu_count() or 1) == 1 or len(PROJECTS) == 1:
        found = [routed_project(board) for board in by_size]
    else:
        with ProcessPoolExecutor(2) as pool:
            found = list(pool.map(routed_project, by_size))
    named = {board.name: files for board, files in zip(by_size, found, strict=True)}
    return {board.name: named[board.name] for board in PROJECTS}


def routed_project(board: Board) -> dict[str, str]:
    return project(board, tracks_of(board))


def main(folder: Path = MADE) -> int:
    try:
        wrong = make(folder)
    except UserError as error:
        print(Translator("en").text(error.message), file=sys.stderr)
        return error.exit_code
    print("\n".join(wrong) or f"boards and lists are in {folder.name}/: nothing is wrong with them")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
