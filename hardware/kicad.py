"""What only KiCad can do: judge schematics and boards, fill the ground, plot. `python -m hardware.kicad` does it all.

The gerbers and the pictures that pages show are committed; schematics, drawings, other pictures and solids go to
dist/hardware. With `--stale` it does so only for the boards whose committed plots are of other files, and leaves the
rest: tests judge all. The only file that starts KiCad. It works on copies, so the committed projects stay as
`hardware.boards` made them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from glowtable.messages import FAILED, UserError, say
from glowtable.terminal.translator import Translator

from hardware.boards import FOOTPRINT_FOLDER
from hardware.bodies.camera import CAMERAS, words
from hardware.bodies.models import MODEL_FOLDER, models
from hardware.layout.assembly import placed
from hardware.layout.pcb import PASTE
from hardware.layout.plan import COPPER, PLANE
from hardware.layout.shapes import INNER
from hardware.layout.tracks import layout_of
from hardware.made import BUILD, MADE, Made, digest, keep, stale
from hardware.model.board import Board
from hardware.model.kinds import GROUND
from hardware.model.table import PROJECTS
from hardware.schematic.names import kicad_net
from hardware.sexp import child, children, parse

MAJOR = 9
PYTHONS = (
    "/usr/bin/python3",
    "/Applications/KiCad/KiCad.app/Contents/Frameworks/Python.framework/Versions/Current/bin/python3",
)
TRACK_LAYERS = "F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"
FILL = """import os, sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
board.Save(sys.argv[1])
os._exit(0)  # its own end crashes
"""
DATED = re.compile(
    rb"(?m)^.*(CreationDate|GenerationSoftware|Created by KiCad|DRILL file).*\n?"
)  # lines of date and version
DRAWINGS = {  # name -> layers, and how they are printed; the last one is for soldering
    "front": ("F.Cu,Edge.Cuts", ()),
    "back": ("B.Cu,Edge.Cuts", ()),
    "assembly": ("F.SilkS,F.Fab,F.Mask,Edge.Cuts", ("--black-and-white",)),
}
INNER_DRAWINGS = {"plane": (f"{PLANE},Edge.Cuts", ()), "inner": (f"{COPPER[INNER]},Edge.Cuts", ())}
AS_MADE = "as made"
HANG_S = 900  # of a program: a picture drawn 33 pixels high never ends
SOLID = "3d.step"  # the board with its parts, for a maker's CAD
SHOWN = {
    "hub2": ("3d.png",),
    "quarter": ("3d.png", "bottom.png"),
    "pod": ("3d.png",),
    "coupon": ("3d.png",),
}  # by pages
STAMP = re.compile(rb"(FILE_NAME\('[^']*',)'[^']*'")
MODEL = re.compile(r"/(\w[\w.-]*\.step)\"")


@cache
def program() -> str:
    """kicad-cli, of the version the projects are for; UserError says how to get it."""
    found = shutil.which("kicad-cli")
    version = run([found, "version"]).strip() if found else "none"
    if not found or version.split(".")[0] != str(MAJOR):
        how = "Debian 12: apt install -t bookworm-backports kicad; others: kicad.org"
        raise UserError(
            say("KiCad {major} is needed, found: {version}; {how}", major=MAJOR, version=version, how=how), FAILED
        )
    return found


def run(command: list[str | Path]) -> str:
    """What a program prints; UserError with its last words if it fails, or if it does not end."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=HANG_S)
    except subprocess.TimeoutExpired as error:
        asked = " ".join(map(str, command[1:3]))
        raise UserError(say("{program} {asked} does not end", program=str(command[0]), asked=asked), FAILED) from error
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no word"]
        raise UserError(say("{program} failed: {words}", program=str(command[0]), words=words[0]), FAILED)
    return done.stdout


@cache
def python() -> str:
    """The Python that has KiCad's module; UserError if there is none."""
    for found in PYTHONS:
        if Path(found).exists() and not subprocess.run([found, "-c", "import pcbnew"], capture_output=True).returncode:
            return found
    missing = say("no Python here has KiCad's module pcbnew: install KiCad {major} whole", major=MAJOR)
    raise UserError(missing, FAILED)


def kicad(*words: str | Path) -> str:
    return run([program(), *words])


class Copy:
    """A board's project in a folder of its own, to be judged and plotted there."""

    def __init__(self, board: Board, made: Path, folder: Path) -> None:
        self.board, self.folder = board, folder / board.name
        shutil.copytree(made / FOOTPRINT_FOLDER.name, folder / FOOTPRINT_FOLDER.name, dirs_exist_ok=True)
        (folder / MODEL_FOLDER.name).mkdir(exist_ok=True)
        for name, text in models().items():
            (folder / MODEL_FOLDER.name / name).write_text(text, "utf-8", newline="\n")
        shutil.copytree(made / board.name, self.folder, ignore=shutil.ignore_patterns("plots"))
        self.sheet = self.folder / f"{board.name}.kicad_sch"
        self.pcb = self.folder / f"{board.name}.kicad_pcb"

    # -- judging

    def complaints(self) -> list[str]:
        """All that KiCad finds wrong, of the board as made and with its ground filled; and nets unlike the model's."""
        found = [*self.rule_check(), *self.other_nets(), *self.design_check(AS_MADE)]
        self.fill()
        found += self.design_check("filled")
        return [f"{self.board.name}: {complaint}" for complaint in found]

    def report(self, *words: str | Path) -> Any:
        out = self.folder / "report.json"
        kicad(*words, "--format", "json", "--severity-all", "--output", out)
        return json.loads(out.read_text("utf-8"))

    def rule_check(self) -> Iterator[str]:
        for sheet in self.report("sch", "erc", self.sheet)["sheets"]:
            yield from (f"schematic: {said(violation)}" for violation in sheet["violations"])

    def design_check(self, state: str) -> Iterator[str]:
        report = self.report("pcb", "drc", "--schematic-parity", self.pcb)
        for kind in ("violations", "unconnected_items", "schematic_parity"):
            for violation in report[kind]:
                if state != AS_MADE or not self.awaits_ground(violation):
                    yield f"board {state}: {said(violation)}"

    def awaits_ground(self, violation: dict[str, Any]) -> bool:
        """Whether that ends with the filling: a via or track that leads nowhere, or ground that only a plane joins."""
        if violation["type"] == "unconnected_items" and layout_of(self.board).has_inner_plane:
            return all(f"[{GROUND}]" in item["description"] for item in violation["items"])
        return violation["type"] in ("via_dangling", "track_dangling")

    def other_nets(self) -> Iterator[str]:
        wanted = {kicad_net(net): pins for net, pins in self.board.netlist().items()}
        found = self.netlist()
        for net in sorted(wanted.keys() | found.keys()):
            if wanted.get(net) != found.get(net):
                yield f"net {net} joins {found.get(net)} on the schematic and must join {wanted.get(net)}"

    def netlist(self) -> dict[str, set[tuple[str, str]]]:
        """Net -> (ref, pin number), as KiCad reads the schematic; nets of open pins left out."""
        out = self.folder / "netlist.net"
        kicad("sch", "export", "netlist", "--output", out, self.sheet)
        nets = children(child(parse(out.read_text("utf-8")), "nets"), "net")
        joined = {
            child(net, "name")[1]: {(child(node, "ref")[1], child(node, "pin")[1]) for node in children(net, "node")}
            for net in nets
        }
        return {name: pins for name, pins in joined.items() if not name.startswith("unconnected-")}

    # -- making

    def fill(self) -> None:
        """Fill the ground; KiCad's own Python does it, for its command line cannot."""
        run([python(), "-c", FILL, self.pcb])

    def plots(self) -> dict[str, bytes]:
        """What is committed: gerbers and drills in a zip, and the pictures that pages show."""
        shown = {picture: view for picture, view in views(self.board).items() if picture in shown_of(self.board)}
        return {f"{self.board.name}-gerbers.zip": self.gerbers()} | self.pictures(shown)

    def others(self) -> dict[str, bytes]:
        """What a maker may want beside it: schematic and drawings, all other pictures, a solid."""
        rest = {picture: view for picture, view in views(self.board).items() if picture not in shown_of(self.board)}
        return self.papers() | self.pictures(rest) | {f"{self.board.name}-{SOLID}": self.solid()}

    def papers(self) -> dict[str, bytes]:
        """Schematic and drawings as PDF."""
        name = self.board.name
        kicad("sch", "export", "pdf", "--output", self.folder / f"{name}-schematic.pdf", self.sheet)
        for drawing, (layers, ink) in drawings(self.board).items():
            out = self.folder / f"{name}-{drawing}.pdf"
            kicad("pcb", "export", "pdf", "--layers", layers, *ink, "--mode-single", "--output", out, self.pcb)
        return {
            f"{name}-{what}": (self.folder / f"{name}-{what}").read_bytes()
            for what in ("schematic.pdf", *(f"{drawing}.pdf" for drawing in drawings(self.board)))
        }

    def pictures(self, seen: Mapping[str, tuple[str, ...]]) -> dict[str, bytes]:
        """The board drawn as KiCad is told for each picture."""
        files = {picture: self.folder / f"{self.board.name}-{picture}" for picture in seen}
        for picture, view in seen.items():
            kicad("pcb", "render", *view, "--output", files[picture], self.pcb)
        return {file.name: file.read_bytes() for file in files.values()}

    def solid(self) -> bytes:
        """The board and the parts that are fitted, as STEP; without its date."""
        out = self.folder / f"{self.board.name}-{SOLID}"
        kicad("pcb", "export", "step", "--no-dnp", "--output", out, self.pcb)
        return STAMP.sub(rb"\1''", out.read_bytes())

    def gerbers(self) -> bytes:
        """One zip with every layer and the drills; without dates, so that the same board gives the same bytes."""
        out = self.folder / "gerbers"
        out.mkdir()
        kicad("pcb", "export", "gerbers", "--layers", gerber_layers(self.board), "--output", f"{out}/", self.pcb)
        kicad("pcb", "export", "drill", "--excellon-separate-th", "--output", f"{out}/", self.pcb)
        packed = BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for file in sorted(path for path in out.iterdir() if path.suffix != ".gbrjob"):
                archive.writestr(ZipInfo(file.name), undated(file.read_bytes()), ZIP_DEFLATED)
        return packed.getvalue()


def shown_of(board: Board) -> tuple[str, ...]:
    """The pictures of a board that pages show."""
    return SHOWN.get(board.name, ())


def drawings(board: Board) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What is drawn of a board; of one with four layers those inside, too."""
    return DRAWINGS | (INNER_DRAWINGS if layout_of(board).has_inner_plane else {})


def views(board: Board) -> dict[str, tuple[str, ...]]:
    """Of each picture, what KiCad is told of its camera."""
    return {picture: words(camera, layout_of(board).size_mm) for picture, camera in CAMERAS.items()}


def gerber_layers(board: Board) -> str:
    paste = (PASTE,) if placed(board) else ()
    return ",".join((*layout_of(board).all_copper, TRACK_LAYERS, *paste))


def said(violation: dict[str, Any]) -> str:
    items = ", ".join(item["description"] for item in violation["items"])
    return f"{violation['description']}: {items}"


def undated(content: bytes) -> bytes:
    return DATED.sub(b"", content)


def origin(board: Board, made: Path = MADE) -> str:
    """What a board's plots are made from: schematic, board file, the models that this names; and how KiCad draws."""
    sheet, pcb = (made / board.name / f"{board.name}.{kind}" for kind in ("kicad_sch", "kicad_pcb"))
    used = sorted(set(MODEL.findall(pcb.read_text("utf-8"))))
    how = repr((drawings(board), views(board), gerber_layers(board)))
    texts = (*(models()[name].encode() for name in used), how.encode())
    return digest(b"".join((sheet.read_bytes(), pcb.read_bytes(), *texts)))


def origins(board: Board, made: Path = MADE) -> dict[str, str]:
    """Every committed plot of a board, and what it is made from."""
    names = ("gerbers.zip", *shown_of(board))
    return dict.fromkeys((f"{board.name}-{name}" for name in names), origin(board, made))


def make(made: Path = MADE, *, all_boards: bool = True) -> list[str]:
    """Check all boards, or those without fresh plots, two at a time; plot these if they have no faults. Complaints."""
    program(), python()  # if one is missing, say so once
    boards = [board for board in PROJECTS if all_boards or stale(made / board.name / "plots", origins(board, made))]
    with ProcessPoolExecutor(2) as pool:
        all_made = pool.map(partial(make_board, made=made, with_others=all_boards), boards)
        return [complaint for found in all_made for complaint in found]


def make_board(board: Board, made: Path, with_others: bool) -> list[str]:
    """The same of one board."""
    with TemporaryDirectory() as folder:
        copy = Copy(board, made, Path(folder))
        wrong = copy.complaints()
        if not wrong and stale(made / board.name / "plots", origins(board, made)):
            plots = {name: Made(content, origin(board, made)) for name, content in copy.plots().items()}
            keep(made / board.name / "plots", plots)
        if not wrong and with_others:
            (BUILD / board.name).mkdir(parents=True, exist_ok=True)
            for name, content in copy.others().items():
                (BUILD / board.name / name).write_bytes(content)
    return wrong


def main() -> int:
    all_boards = "--stale" not in sys.argv
    try:
        complaints = make(all_boards=all_boards)
    except UserError as error:
        print(Translator("en").text(error.message), file=sys.stderr)
        return error.exit_code
    if all_boards or complaints:
        print("\n".join(complaints) or f"KiCad finds nothing wrong with {', '.join(board.title for board in PROJECTS)}")
    return FAILED if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
