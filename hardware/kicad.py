"""What only KiCad can do: judge schematics and boards, draw and plot them. `python -m hardware.kicad` does it all.

A board's order (gerbers, drills, lists) and the pictures that pages show are committed; schematics, drawings, other
pictures and solids go to dist/hardware. With `--stale` it does so only for the boards whose committed files are of
other projects, and leaves the rest: tests judge all. The only file that starts KiCad. It works on copies: people alone
change boards.
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
from math import cos, radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from glowtable.messages import FAILED, UserError, say
from glowtable.terminal.translator import Translator

from hardware.layout.assembly import assembly, placed
from hardware.layout.check import faults, unruled
from hardware.layout.parts_page import parts_page
from hardware.made import BUILD, MADE, Made, digest, keep, stale
from hardware.model.board import Board
from hardware.model.boards import PROJECTS
from hardware.model.file import BOARDS, Point, Reader, file_of, net_name
from hardware.model.rules import complaints
from hardware.papers import cost
from hardware.sexp import child, children, parse

MAJOR = 9
LIBRARIES = Path("/usr/share/kicad")  # Debian's kicad-symbols and kicad-footprints
MODELS = LIBRARIES / "3dmodels"  # and kicad-packages3d
PROJECT = (".kicad_dru", ".kicad_pcb", ".kicad_pro", ".kicad_sch")  # beside them KiCad keeps what its windows show
OWN = ("glowtable.kicad_sym", "glowtable.pretty")
TRACK_LAYERS = "F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"
# Lines of date and version
DATED = re.compile(rb"(?m)^.*(CreationDate|GenerationSoftware|Created by KiCad|DRILL file).*\n?")
DRAWINGS = {  # name -> layers, and how they are printed; the last one is for soldering
    "front": ("F.Cu,Edge.Cuts", ()),
    "back": ("B.Cu,Edge.Cuts", ()),
    "assembly": ("F.SilkS,F.Fab,F.Mask,Edge.Cuts", ("--black-and-white",)),
}
INNER_DRAWINGS = {"plane": ("In1.Cu,Edge.Cuts", ()), "inner": ("In2.Cu,Edge.Cuts", ())}
HANG_S = 900  # of a program: a picture drawn 33 pixels high never ends
SOLID = "3d.step"  # the board with its parts, for a maker's CAD
SHOWN = dict.fromkeys(("hub2", "pod", "coupon"), ("3d.png",)) | {"quarter": ("3d.png", "bottom.png")}  # by pages
STAMP = re.compile(rb"(FILE_NAME\('[^']*',)'[^']*'")
LISTED = "({kind}_lib_table\n\t(version 7)\n{lines}\n)\n"
LINE = '\t(lib (name "{name}") (type "KiCad") (uri "{uri}") (options "") (descr ""))'

WIDE, LONG = 1600, 3200  # pixels at most; the second for a board that is more than four times as wide as deep
SPARE = 64  # pixels above and below together: KiCad's pictures are up to 36 pixels smaller than it is asked for
LIGHT = "--light-top 0.4 --light-camera 0.1 --light-side 0.3 --light-bottom 0.4"  # white boards are not blown out
ALWAYS = ("--quality", "basic", "--background", "opaque", *LIGHT.split())


class Camera(NamedTuple):
    """Degrees by which the board is tilted back and turned; how much of the picture it takes at most."""

    side: str
    tilt: float = 0
    turn: float = 0
    filled: float = 0.94


CAMERAS = {
    "top.png": Camera("top"),
    "bottom.png": Camera("bottom"),
    "3d.png": Camera("top", 40, 15, 0.74),  # what is near looks larger, and parts stand up
}


@cache
def program() -> str:
    """kicad-cli, of the version the projects are for; UserError says how to get it."""
    found = shutil.which("kicad-cli")
    version = run([found, "version"]).strip() if found else "none"
    if not found or version.split(".")[0] != str(MAJOR):
        how = "Debian 12: apt install -t bookworm-backports kicad; others: kicad.org"
        raise UserError(say("KiCad {major} is needed, found: {version}; {how}", major=MAJOR, version=version, how=how))
    return found


def run(command: list[str | Path]) -> str:
    """What a program prints; UserError with its last words if it fails, or if it does not end."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=HANG_S)
    except subprocess.TimeoutExpired as error:
        asked = " ".join(map(str, command[1:3]))
        raise UserError(say("{program} {asked} does not end", program=str(command[0]), asked=asked)) from error
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no word"]
        raise UserError(say("{program} failed: {words}", program=str(command[0]), words=words[0]))
    return done.stdout


def kicad(*words: str | Path) -> str:
    return run([program(), *words])


class Copy:
    """A board's project in a folder of its own, with KiCad's libraries at hand, to be judged and plotted there."""

    def __init__(self, board: Board, folder: Path, projects: Path = BOARDS) -> None:
        self.board, self.folder = board, folder / board.name
        shutil.copytree(projects / board.name, self.folder)
        shutil.copy(projects / OWN[0], folder)
        shutil.copytree(projects / OWN[1], folder / OWN[1], dirs_exist_ok=True)
        tables = (("sym", "symbols", ".kicad_sym", OWN[0]), ("fp", "footprints", ".pretty", OWN[1]))
        for kind, where, end, own in tables:
            paths = [*sorted((libraries() / where).glob(f"*{end}")), folder / own]
            lines = "\n".join(LINE.format(name=path.stem, uri=path) for path in paths)
            (self.folder / f"{kind}-lib-table").write_text(LISTED.format(kind=kind, lines=lines), "utf-8")
        self.sheet = self.folder / f"{board.name}.kicad_sch"
        self.pcb = self.folder / f"{board.name}.kicad_pcb"

    # -- judging

    def complaints(self) -> list[str]:
        """All that KiCad finds wrong, and what it cannot know: the board's own rules, what the firmware wants of it."""
        found = [*complaints(self.board), *faults(Reader(self.pcb.read_text("utf-8")).file(), self.board)]
        found += unruled(self.board, self.pcb.with_suffix(".kicad_dru").read_text("utf-8"))
        found += [*self.rule_check(), *self.other_symbols(), *self.other_nets(), *self.design_check()]
        return [f"{self.board.name}: {complaint}" for complaint in found]

    def report(self, *words: str | Path) -> Any:
        out = self.folder / "report.json"
        kicad(*words, "--format", "json", "--severity-all", "--output", out)
        return json.loads(out.read_text("utf-8"))

    def rule_check(self) -> Iterator[str]:
        for sheet in self.report("sch", "erc", self.sheet)["sheets"]:
            yield from (f"schematic: {said(violation)}" for violation in sheet["violations"])

    def other_symbols(self) -> Iterator[str]:
        """Symbols whose pins are not those of the library they are named after: KiCad looks at their drawing alone."""
        for sheet in sorted(self.folder.glob("*.kicad_sch")):
            for symbol in children(child(parse(sheet.read_text("utf-8")), "lib_symbols"), "symbol"):
                library, _, name = symbol[1].partition(":")
                own = self.folder.parent / OWN[0] if library == Path(OWN[0]).stem else None
                if pins_of(symbol) != pins_in(own or libraries() / "symbols" / f"{library}.kicad_sym", name):
                    yield f"schematic: the pins of {symbol[1]} are not those of its library"

    def design_check(self) -> Iterator[str]:
        report = self.report("pcb", "drc", "--schematic-parity", self.pcb)
        for kind in ("violations", "unconnected_items", "schematic_parity"):
            yield from (f"board: {said(violation)}" for violation in report[kind])

    def other_nets(self) -> Iterator[str]:
        wanted, found = self.board.netlist(), self.netlist()
        for net in sorted(wanted.keys() | found.keys()):
            if wanted.get(net) != found.get(net):
                yield f"net {net} joins {found.get(net)} on the schematic and {wanted.get(net)} on the board"

    def netlist(self) -> dict[str, set[tuple[str, str]]]:
        """Net -> (ref, pin number), as KiCad reads the schematic; nets of open pins left out."""
        out = self.folder / "netlist.net"
        kicad("sch", "export", "netlist", "--output", out, self.sheet)
        joined: dict[str, set[tuple[str, str]]] = {}
        for net in children(child(parse(out.read_text("utf-8")), "nets"), "net"):
            pins = {(child(node, "ref")[1], child(node, "pin")[1]) for node in children(net, "node")}
            joined[net_name(child(net, "name")[1]) or ""] = pins
        joined.pop("", None)
        return joined

    # -- making

    def plots(self) -> dict[str, bytes]:
        """What is committed: the order, the page of parts, and the pictures that pages show."""
        name, shown = self.board.name, {picture: views(self.board)[picture] for picture in shown_of(self.board)}
        page = parts_page(self.board).encode()
        return {f"{name}-order.zip": self.order(), f"{name}-parts.html": page} | self.pictures(shown)

    def order(self) -> bytes:
        """What is uploaded: gerbers and drills in a zip of their own, lists, and how the board is to be made."""
        lists = {name: text.encode() for name, text in assembly(self.board).items()}
        return packed({f"{self.board.name}-gerbers.zip": self.gerbers(), **lists})

    def others(self) -> dict[str, bytes]:
        """What a maker may want beside it: schematic and drawings, all other pictures, a solid."""
        rest = {picture: view for picture, view in views(self.board).items() if picture not in shown_of(self.board)}
        return self.papers() | self.pictures(rest) | {f"{self.board.name}-{SOLID}": self.solid()}

    def papers(self) -> dict[str, bytes]:
        """Schematic and drawings as PDF."""
        out = {drawing: self.folder / f"{self.board.name}-{drawing}.pdf" for drawing in drawings(self.board)}
        for drawing, (layers, ink) in drawings(self.board).items():
            kicad("pcb", "export", "pdf", "--layers", layers, *ink, "--mode-single", "--output", out[drawing], self.pcb)
        schematic = self.folder / f"{self.board.name}-schematic.pdf"
        kicad("sch", "export", "pdf", "--output", schematic, self.sheet)
        return {path.name: path.read_bytes() for path in (schematic, *out.values())}

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
        drills = ("--excellon-separate-th", "--excellon-oval-format", "route")
        kicad("pcb", "export", "drill", *drills, "--output", f"{out}/", self.pcb)
        files = sorted(path for path in out.iterdir() if path.suffix != ".gbrjob")
        return packed({file.name: undated(file.read_bytes()) for file in files})


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip without dates."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return out.getvalue()


@cache
def libraries() -> Path:
    """KiCad's symbols and footprints, with which those of the boards are compared; UserError if they are missing."""
    if not (LIBRARIES / "footprints").is_dir() or not (LIBRARIES / "symbols").is_dir():
        raise UserError(say("KiCad's libraries are missing: install kicad-symbols and kicad-footprints"))
    return LIBRARIES


def bodies() -> Path:
    """What parts are drawn with; UserError if it is missing."""
    if not MODELS.is_dir():
        raise UserError(say("KiCad's bodies of parts are missing: install kicad-packages3d"))
    return MODELS


def shown_of(board: Board) -> tuple[str, ...]:
    """The pictures of a board that pages show."""
    return SHOWN.get(board.name, ())


def pins_of(symbol: list[Any]) -> set[tuple[str, ...]]:
    """Number, name, type and place of each pin, and the unit it is of."""
    return {
        (child(pin, "number")[1], child(pin, "name")[1], pin[1], *child(pin, "at")[1:], unit[1].rsplit("_", 2)[1])
        for unit in children(symbol, "symbol")
        for pin in children(unit, "pin")
    }


@cache
def library_of(path: Path) -> dict[str, list[Any]]:
    return {symbol[1]: symbol for symbol in children(parse(path.read_text("utf-8")), "symbol")}


def pins_in(path: Path, name: str) -> set[tuple[str, ...]]:
    """Of a symbol of a library, or of the one that it extends; none if there is none."""
    symbol = library_of(path).get(name, ["symbol", name])
    base = child(symbol, "extends")
    return pins_in(path, base[1]) if len(base) > 1 else pins_of(symbol)


def drawings(board: Board) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What is drawn of a board; of one with four layers those inside, too."""
    return DRAWINGS | (INNER_DRAWINGS if file_of(board.name).has_inner_plane else {})


def views(board: Board) -> dict[str, tuple[str, ...]]:
    """Of each picture, what KiCad is told of its camera."""
    return {picture: camera_words(camera, file_of(board.name).size) for picture, camera in CAMERAS.items()}


def camera_words(camera: Camera, size: Point) -> tuple[str, ...]:
    """What kicad-cli is told, for a board of this size in mm; its zoom of 1 fits the longer side into the height."""
    turn, (width, height) = radians(camera.turn), size
    across = width * cos(turn) + height * sin(turn)
    deep = (height * cos(turn) + width * sin(turn)) * cos(radians(camera.tilt))
    scale = (LONG if across > 4 * deep else WIDE) / max(across, deep)
    wide, high = round(across * scale), round(deep * scale) + SPARE
    zoom = camera.filled * max(size) * scale / high
    shape = ("--width", f"{wide}", "--height", f"{high}", "--zoom", f"{zoom:.3f}")
    tilted = ("--perspective", "--rotate", f"-{camera.tilt:g},0,{camera.turn:g}") if camera.tilt else ()
    return ("--side", camera.side, *ALWAYS, *shape, *tilted)


def gerber_layers(board: Board) -> str:
    paste = ("F.Paste",) if placed(board) else ()
    return ",".join((*file_of(board.name).copper, TRACK_LAYERS, *paste))


def said(violation: dict[str, Any]) -> str:
    items = ", ".join(item["description"] for item in violation["items"])
    return f"{violation['description']}: {items}"


def undated(content: bytes) -> bytes:
    return DATED.sub(b"", content)


def origin(board: Board, projects: Path = BOARDS) -> str:
    """What a board's plots are made from: its project, its lists and its page; and how KiCad draws."""
    files = sorted(path for path in (projects / board.name).iterdir() if path.suffix in PROJECT)
    how = repr((drawings(board), views(board), gerber_layers(board), assembly(board), parts_page(board)))
    return digest(b"".join([*(path.read_bytes() for path in files), how.encode()]))


def origins(board: Board, projects: Path = BOARDS) -> dict[str, str]:
    """Every committed file of a board, and what it is made from."""
    names = ("order.zip", "parts.html", *shown_of(board))
    return dict.fromkeys((f"{board.name}-{name}" for name in names), origin(board, projects))


def make(made: Path = MADE, projects: Path = BOARDS, *, all_boards: bool = True) -> list[str]:
    """Check all boards, or those without fresh files, two at a time; plot these if they have no faults. Complaints.

    UserError, before anything is written, if KiCad is not whole here, or something of the table cannot be ordered.
    """
    boards = [board for board in PROJECTS if all_boards or stale(made / board.name, origins(board, projects))]
    order = cost.as_csv()
    if boards:
        program(), libraries(), bodies()
    (made / "table").mkdir(parents=True, exist_ok=True)
    (made / "table" / "parts.csv").write_text(order, "utf-8", newline="\n")
    with ProcessPoolExecutor(2) as pool:
        all_made = pool.map(partial(make_board, made=made, projects=projects, with_others=all_boards), boards)
        return [complaint for found in all_made for complaint in found]


def make_board(board: Board, made: Path, projects: Path, with_others: bool) -> list[str]:
    """The same of one board."""
    with TemporaryDirectory() as folder:
        copy = Copy(board, Path(folder), projects)
        wrong = copy.complaints()
        if not wrong and stale(made / board.name, origins(board, projects)):
            plots = {name: Made(content, origin(board, projects)) for name, content in copy.plots().items()}
            keep(made / board.name, plots)
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
