"""Hours and grams of each print, as PrusaSlicer counts them of its committed file by the profiles of this folder.

They are committed, too, each with a digest of what was sliced: only who slices again needs the program.
"""

from __future__ import annotations

import csv
import re
import subprocess
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

from glowtable.messages import UserError, say

from hardware.made import digest
from hardware.solids.bed import check_bed
from hardware.solids.needed import BESIDE, NEEDED
from hardware.solids.origins import FOLDER
from hardware.solids.sizes import BED

HERE = Path(__file__).parent
FILE = HERE / "slices.csv"
SLICER, HANG_S = "prusa-slicer", 300
MODEL = "3D/3dmodel.model"
VERTEX = re.compile(r'<vertex x="(\S+)" y="(\S+)" z="(\S+)"/>')
TRIANGLE = re.compile(r'<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)"/>')
GRAMS = re.compile(r"^; filament used \[g\] = (\S+)", re.MULTILINE)
TIME = re.compile(r"^; estimated printing time \(normal mode\) =(.*)", re.MULTILINE)
MOVES = re.compile(r"^(?:;Z:(\S+)|G1 .*?E(-?[\d.]+).*)$", re.MULTILINE)
UNIT_HOURS = {"d": 24, "h": 1, "m": 1 / 60, "s": 1 / 3600}

Corner = tuple[float, float, float]


class Slice(NamedTuple):
    """Of a piece on a bed that is full of them; `first` are its grams before a change of filament, or all."""

    hours: float
    grams: float
    first: float
    made_from: str


@cache
def model_of(name: str) -> str:
    """What a part's committed file says."""
    with ZipFile(FOLDER / f"{name}.3mf") as archive:
        return archive.read(MODEL).decode()


@cache
def mesh_of(name: str) -> tuple[list[Corner], list[tuple[int, int, int]]]:
    """The corners of a part's committed file, and of each triangle the numbers of its three."""
    spots = [(float(x), float(y), float(z)) for x, y, z in VERTEX.findall(model_of(name))]
    return spots, [(int(a), int(b), int(c)) for a, b, c in TRIANGLE.findall(model_of(name))]


@cache
def size_of(name: str) -> list[float]:
    """Width, depth and height, in mm."""
    along = list(zip(*mesh_of(name)[0], strict=True))
    return [max(each) - min(each) for each in along]


def made_from(name: str) -> str:
    """The digest of a part's model and of what it is printed by."""
    return digest("\0".join([model_of(name), *(path.read_text("utf-8") for path in profiles(name))]).encode())


def profiles(name: str) -> list[Path]:
    """Each on top of those before it."""
    return [HERE / f"{profile}.ini" for profile in NEEDED[name].profiles]


@cache
def committed_slices() -> dict[str, Slice]:
    """The committed figures by the print's name."""
    rows = csv.reader(FILE.read_text("utf-8").splitlines()[1:])
    return {name: Slice(float(hours), float(grams), float(first), of) for name, hours, grams, first, of in rows}


def slice_of(name: str) -> Slice:
    """UserError if the print, or how it is printed, has changed since it was sliced."""
    if is_stale(name):
        again = "python -m hardware.solids --slice"
        raise UserError(say("{part} has changed since it was sliced: {again}", part=name, again=again))
    return committed_slices()[name]


def is_stale(name: str) -> bool:
    return name not in committed_slices() or committed_slices()[name].made_from != made_from(name)


def slice_bed(name: str) -> Slice:
    """Slice a bed of it; UserError if it does not fit one, or the program is missing or refuses."""
    check_bed(name, size_of(name), BED)
    wide, deep, _ = ((bed + BESIDE) // (side + BESIDE) for bed, side in zip(BED, size_of(name), strict=True))
    pieces = int(min(max(1, NEEDED[name].pieces), wide * deep))
    with TemporaryDirectory() as folder:
        code = Path(folder) / "bed.gcode"
        several = ("--duplicate", pieces, "--duplicate-distance", BESIDE) if pieces > 1 else ()
        loaded = [word for path in profiles(name) for word in ("--load", path)]
        run_slicer(name, "--export-gcode", "--output", code, *several, *loaded, FOLDER / f"{name}.3mf")
        return slice_in(code.read_text("utf-8"), name, pieces)


def run_slicer(name: str, *words: object) -> None:
    try:
        done = subprocess.run([SLICER, *map(str, words)], capture_output=True, text=True, timeout=HANG_S)
    except FileNotFoundError as missing:
        sentence = "PrusaSlicer is missing, which counts the hours of {part}: hardware/install_kicad.sh installs it"
        raise UserError(say(sentence, part=name)) from missing
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no word"]
        raise UserError(say("PrusaSlicer does not slice {part}: {words}", part=name, words=said[0]))


def slice_in(code: str, name: str, pieces: int) -> Slice:
    """What the program wrote about a bed with so many pieces."""
    change = NEEDED[name].change
    height = first = used = 0.0
    for z, filament in MOVES.findall(code):
        height = float(z) if z else height
        used += float(filament or 0)
        if change is None or height <= change.after:
            first = used
    (grams,), (time,) = GRAMS.findall(code), TIME.findall(code)
    hours = sum(int(word[:-1]) * UNIT_HOURS[word[-1]] for word in time.split())
    each = float(grams) / pieces
    return Slice(hours / pieces, each, each * first / used, made_from(name))


def renew(*, all_prints: bool) -> None:
    """Slice all, or those that have changed; all figures are written at the end, or none."""
    found = {name: slice_bed(name) if all_prints or is_stale(name) else committed_slices()[name] for name in NEEDED}
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("print", "hours", "grams", "before the change", "made from"))
    for name, (hours, grams, first, of) in found.items():
        writer.writerow((name, f"{hours:.3f}", f"{grams:.2f}", f"{first:.2f}", of))
    FILE.write_text(out.getvalue(), "utf-8", newline="\n")
    committed_slices.cache_clear()
