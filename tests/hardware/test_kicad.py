"""KiCad's own verdict on schematics and boards, and that what it plots is what is committed."""

import re
from io import BytesIO
from struct import unpack
from zipfile import ZipFile

import pytest

from hardware.kicad import Copy, shown_of, undated, views
from hardware.layout.project import project_file
from hardware.made import MADE
from hardware.model.bar import BAR
from hardware.model.hub2 import HUB2
from hardware.model.panel import COUPON, QUARTER
from hardware.model.table import PROJECTS

pytestmark = pytest.mark.kicad
boards = pytest.mark.parametrize(
    "board", [pytest.param(board, marks=pytest.mark.xdist_group(board.name), id=board.name) for board in PROJECTS]
)
SMALLER = 4  # times: pictures drawn here, for KiCad takes long for each pixel; at 33 pixels of height it never ends


@pytest.fixture
def copy_of(tmp_path):
    return lambda board: Copy(board, MADE, tmp_path)


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Board -> its copy with the ground filled, and what KiCad finds wrong with it; each is judged once."""

    found = {}

    def judge(board):
        if board.name not in found:
            copy = Copy(board, MADE, tmp_path_factory.mktemp(board.name))
            found[board.name] = copy, copy.complaints()
        return found[board.name]

    return judge


@boards
def test_kicad_finds_nothing_wrong(board, judged):
    assert judged(board)[1] == []


@boards
def test_kicads_netlist_is_the_models(board, judged):
    found = {net.removeprefix("/"): pins for net, pins in judged(board)[0].netlist().items()}
    assert found == board.netlist()


@boards
def test_gerbers_are_those_committed(board, judged):
    before = (MADE / board.name / "plots" / f"{board.name}-gerbers.zip").read_bytes()
    assert unzipped(judged(board)[0].gerbers()) == unzipped(before)


@boards
def test_schematic_and_drawings_are_made(board, judged):
    made = judged(board)[0].papers()
    assert {f"{board.name}-schematic.pdf", f"{board.name}-assembly.pdf"} <= set(made)
    assert all(content.startswith(b"%PDF") for content in made.values())


@boards
def test_kicad_draws_every_picture_as_large_as_it_is_asked(board, judged):
    small = {picture: smaller(view) for picture, view in views(board).items()}
    for name, content in judged(board)[0].pictures(small).items():
        picture = name.removeprefix(f"{board.name}-")
        assert is_as_large(content, small[picture]), name
        if picture in shown_of(board):
            before = (MADE / board.name / "plots" / name).read_bytes()
            assert is_as_large(before, views(board)[picture]), name
            assert not is_as_large(before, small[picture]), name


def smaller(view):
    """A view in fewer pixels."""
    before = ("", *view)
    return [
        f"{int(word) // SMALLER}" if last in ("--width", "--height") else word
        for last, word in zip(before, view, strict=False)
    ]


def is_as_large(content, view):
    """Whether a PNG has the size that KiCad was told; it draws up to 36 pixels fewer."""
    asked = [int(view[view.index(word) + 1]) for word in ("--width", "--height")]
    return all(most - 36 <= size <= most for size, most in zip(unpack(">2I", content[16:24]), asked, strict=True))


def unzipped(content):
    with ZipFile(BytesIO(content)) as archive:
        return {file: archive.read(file) for file in archive.namelist()}


def test_dates_and_versions_are_left_out_of_gerbers():
    told = b"%TF.GenerationSoftware,KiCad,9*%\nG04 Created by KiCad (9.0.8) date 2026-01-01*\nX1Y1D02*\n"
    assert undated(told) == b"X1Y1D02*\n"


# -- controls: what is wrong is found


def test_a_wire_taken_away_is_found(copy_of):
    copy = copy_of(HUB2)
    spoil(copy.sheet, r"\t\(wire\n.*?\n\t\)\n", "")
    assert any("schematic:" in complaint for complaint in copy.complaints())
    assert any("must join" in complaint for complaint in copy.complaints())


def test_a_label_misspelt_is_found(copy_of):
    copy = copy_of(HUB2)
    spoil(copy.sheet, r'\(label "MOSI"', '(label "MOSY"')
    assert any("net /MOS" in complaint for complaint in copy.other_nets())


def test_a_track_too_narrow_for_its_current_is_found(copy_of):
    copy = copy_of(QUARTER)
    spoil(copy.pcb, r"\(width 0\.8\)", "(width 0.3)")
    assert any("Track width" in complaint for complaint in copy.design_check("as made"))


def test_a_track_taken_away_is_found(copy_of):
    copy = copy_of(BAR)
    spoil(copy.pcb, re.escape(longest_track(copy.pcb.read_text("utf-8"))), "")
    assert any("Missing connection" in complaint for complaint in copy.design_check("as made"))


def test_a_part_of_another_value_is_found(copy_of):
    copy = copy_of(BAR)
    spoil(copy.pcb, r'"Value" "BAT54"', '"Value" "1N4148"')
    assert list(copy.design_check("as made"))


def test_filling_the_ground_keeps_the_rules(copy_of):
    copy = copy_of(COUPON)
    copy.fill()
    assert "(filled_polygon" in copy.pcb.read_text("utf-8")
    project = (copy.folder / "coupon.kicad_pro").read_text("utf-8")
    for rule in re.findall(r'"min_\w+": [\d.]+', project_file(COUPON)):
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
