"""KiCad's own verdict on schematics and boards, and that what it plots is what is committed."""

import re
import zlib
from io import BytesIO
from zipfile import ZipFile

import pytest

from hardware.kicad import Copy, undated
from hardware.layout.project import project_file
from hardware.made import MADE
from hardware.model.hub import HUB
from hardware.model.row import ROW
from hardware.model.table import PROJECTS

pytestmark = pytest.mark.kicad
boards = pytest.mark.parametrize("board", PROJECTS, ids=lambda board: board.name)


@pytest.fixture
def copy_of(tmp_path):
    return lambda board: Copy(board, MADE, tmp_path)


@boards
def test_kicad_finds_nothing_wrong(board, copy_of):
    assert copy_of(board).complaints() == []


@boards
def test_kicads_netlist_is_the_models(board, copy_of):
    found = {net.removeprefix("/"): pins for net, pins in copy_of(board).netlist().items()}
    assert found == board.netlist()


@boards
def test_plots_are_those_committed_but_for_their_dates(board, copy_of):
    copy = copy_of(board)
    copy.fill()
    for name, content in copy.plots().items():
        before = (MADE / board.name / "plots" / name).read_bytes()
        assert plain(name, content) == plain(name, before), name


def plain(name, content):
    """What must not change: of a zip its files, of a drawing its lines, of a picture its size, of a solid all."""
    if name.endswith(".zip"):
        with ZipFile(BytesIO(content)) as archive:
            return {file: archive.read(file) for file in archive.namelist()}
    if name.endswith(".pdf"):
        return drawn(content)
    return content[:24] if name.endswith(".png") else content  # the head of a PNG


def drawn(content):
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    return [unpacked(stream) for stream in streams]


def unpacked(stream):
    """A stream's bytes; not every stream is compressed."""
    return zlib.decompress(stream) if stream[:1] == b"\x78" else stream


def test_dates_and_versions_are_left_out_of_gerbers():
    told = b"%TF.GenerationSoftware,KiCad,9*%\nG04 Created by KiCad (9.0.8) date 2026-01-01*\nX1Y1D02*\n"
    assert undated(told) == b"X1Y1D02*\n"


# -- controls: what is wrong is found


def test_a_wire_taken_away_is_found(copy_of):
    copy = copy_of(HUB)
    spoil(copy.sheet, r"\t\(wire\n.*?\n\t\)\n", "")
    assert any("schematic:" in complaint for complaint in copy.complaints())
    assert any("must join" in complaint for complaint in copy.complaints())


def test_a_label_misspelt_is_found(copy_of):
    copy = copy_of(HUB)
    spoil(copy.sheet, r'\(label "MOSI"', '(label "MOSY"')
    assert any("net /MOS" in complaint for complaint in copy.other_nets())


def test_a_track_too_narrow_for_its_current_is_found(copy_of):
    copy = copy_of(HUB)
    spoil(copy.pcb, r"\(width 0\.6\)", "(width 0.3)")
    assert any("Track width" in complaint for complaint in copy.design_check("as made"))


def test_a_track_taken_away_is_found(copy_of):
    copy = copy_of(ROW)
    spoil(copy.pcb, re.escape(longest_track(copy.pcb.read_text("utf-8"))), "")
    assert any("Missing connection" in complaint for complaint in copy.design_check("as made"))


def test_a_part_of_another_value_is_found(copy_of):
    copy = copy_of(ROW)
    spoil(copy.pcb, r'"Value" "BAT85"', '"Value" "1N4148"')
    assert list(copy.design_check("as made"))


def test_filling_the_ground_keeps_the_rules(copy_of):
    copy = copy_of(ROW)
    copy.fill()
    assert "(filled_polygon" in copy.pcb.read_text("utf-8")
    project = (copy.folder / "row.kicad_pro").read_text("utf-8")
    for rule in re.findall(r'"min_\w+": [\d.]+', project_file(ROW)):
        assert rule in project


def longest_track(text):
    """One that ends far from any pad it comes from: a short one may lie within the pad's own copper."""

    def length(track):
        (ax, ay), (bx, by) = re.findall(r"\((?:start|end) (\S+) (\S+)\)", track)
        return abs(float(ax) - float(bx)) + abs(float(ay) - float(by))

    return max(re.findall(r"\t\(segment\n.*?\n\t\)\n", text, re.DOTALL), key=length)


def spoil(path, pattern, change):
    text, count = re.subn(pattern, change, path.read_text("utf-8"), count=1, flags=re.DOTALL)
    assert count == 1
    path.write_text(text, "utf-8")
