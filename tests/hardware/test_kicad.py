"""KiCad's own verdict on schematics and boards, and that what it plots is what is committed."""

import re
from io import BytesIO
from struct import unpack
from zipfile import ZipFile

import pytest

from hardware import kicad
from hardware.kicad import Copy, shown_of, undated, views
from hardware.layout.lands import OWN
from hardware.made import MADE
from hardware.model.boards import BAR, COUPON, HUB2, POD, PROJECTS, QUARTER
from hardware.model.file import BOARDS
from hardware.sexp import child, children, parse
from tests.hardware.mutations import changed, gerbers_of

pytestmark = pytest.mark.kicad
boards = pytest.mark.parametrize(
    "board", [pytest.param(board, marks=pytest.mark.xdist_group(board.name), id=board.name) for board in PROJECTS]
)
SMALLER = 4  # times: pictures drawn here, for KiCad takes long for each pixel; at 33 pixels of height it never ends


@pytest.fixture
def copy_of(tmp_path):
    return lambda board: Copy(board, tmp_path)


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Board -> its copy, and what is wrong with it; each is judged once."""

    found = {}

    def judge(board):
        if board.name not in found:
            copy = Copy(board, tmp_path_factory.mktemp(board.name))
            found[board.name] = copy, copy.complaints()
        return found[board.name]

    return judge


@boards
def test_kicad_finds_nothing_wrong(board, judged):
    assert judged(board)[1] == []


@boards
def test_the_schematic_joins_what_the_board_does(board, judged):
    assert judged(board)[0].netlist() == board.netlist()


@boards
def test_by_kicads_own_rules_alone_nothing_is_wrong(board, copy_of):
    """Without the board's settings and rules, as anybody who opens it anew."""
    copy = copy_of(board)
    copy.pcb.with_suffix(".kicad_dru").unlink()
    copy.pcb.with_suffix(".kicad_pro").write_text("{}", "utf-8")
    assert [*copy.rule_check(), *copy.design_check()] == []


@boards
def test_gerbers_are_those_committed(board, judged):
    assert unzipped(judged(board)[0].gerbers()) == unzipped(gerbers_of(board))


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
            before = (MADE / board.name / name).read_bytes()
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


def sheet(copy, name):
    return copy.folder / f"{name}.kicad_sch"


def test_a_wire_taken_away_is_found(copy_of):
    copy = copy_of(HUB2)
    spoil(sheet(copy, "inlet"), r"\t\(wire\n.*?\n\t\)\n", "")
    found = copy.complaints()
    assert any("schematic:" in complaint for complaint in found)
    assert any("on the schematic and" in complaint for complaint in found)


def test_a_label_misspelt_is_found(copy_of):
    copy = copy_of(HUB2)
    spoil(sheet(copy, "pico"), r'\(hierarchical_label "MOSI"', '(hierarchical_label "MOSY"')
    assert any("net MOS" in complaint for complaint in copy.other_nets())


WRONG_BOARDS = {
    "a track too narrow for its current": (QUARTER, r"\(width 0\.8\)", "(width 0.3)", "Track width"),
    "a via moved": (POD, r"(\(via\n\t\t\(at )[\d.]+", r"\g<1>60.96", "Clearance|connection|short"),
    "a pad on another net": (
        BAR, r'(\(footprint "Connector_JST.*?\(pad "1".*?)\(net \d+ "[^"]*"\)', r'\g<1>(net 1 "/COL0")', "net"),
    "a part moved away": (
        BAR, r'(\(footprint "Diode_SMD:D_SOD-123".*?\(at )[\d.]+', r"\g<1>60", "connection|Clearance"),
    "a board cut shorter": (BAR, r"(\(gr_rect\n.*?\(end )[\d.]+", r"\g<1>117.96", "edge"),
    "a part of another value": (BAR, r'"Value" "BAT54"', '"Value" "1N4148"', "doesn't match"),
    "a mirrored footprint": (
        POD, r'(\(footprint "Package_TO_SOT_SMD:SOT-23-6".*?\(pad "1" smd roundrect\n\t\t\t\(at )-', r"\g<1>",
        "does not match copy in library"),
    "a pin exchanged": (
        POD, r'(\(footprint "Package_TO_SOT_SMD:SOT-23".*?)\(pad "1"(.*?)\(pad "2"', r'\g<1>(pad "2"\g<2>(pad "1"',
        "doesn't match"),
    "ground that is not filled": (COUPON, r"\t\t\(filled_polygon\n.*?\n\t\t\)(?=\n\t\)\n)", "", "is not filled"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_BOARDS)
def test_a_mistake_on_a_board_is_found(copy_of, name):
    board, pattern, change, said = WRONG_BOARDS[name]
    copy = copy_of(board)
    spoil(copy.pcb, pattern, change)
    found = copy.complaints()
    assert any(re.search(said, complaint) for complaint in found), found


MIRRORED = {"two pins exchanged": ('number "1"', 'number "3"'), "a pin on the other side": ("at -12.7", "at 12.7")}


@pytest.mark.parametrize("name", MIRRORED)
def test_a_symbol_that_is_not_the_librarys_is_named(copy_of, name):
    copy, (before, after) = copy_of(POD), MIRRORED[name]
    assert list(copy.other_symbols()) == []
    spoil(copy.sheet, rf'(\(symbol "SRV05-4_1_1".*?\(){before}', rf"\g<1>{after}")
    assert list(copy.other_symbols()) == [
        "schematic: the pins of Power_Protection:SRV05-4 are not those of its library"
    ]


def test_a_track_taken_away_is_found(copy_of):
    copy = copy_of(BAR)
    spoil(copy.pcb, re.escape(longest_track(copy.pcb.read_text("utf-8"))), "")
    assert any("Missing connection" in complaint for complaint in copy.design_check())


# -- our own footprints: their pads are KiCad's


def pads_in(path):
    """Number -> place, size and drill of each pad; in a mirror for the Pico that lies face down."""
    found = {}
    for pad in children(parse(path.read_text("utf-8")), "pad"):
        x, y = (float(each) for each in child(pad, "at")[1:3])
        size, drill = ([float(each) for each in child(pad, of)[1:] if each != "oval"] for of in ("size", "drill"))
        found.setdefault(pad[1], []).append((x, y, *size, *drill))
    return found


@pytest.mark.parametrize("name", OWN)
def test_the_pads_of_our_footprints_are_those_of_kicads(name):
    library, official = OWN[name].split(":")
    ours = pads_in(BOARDS / "glowtable.pretty" / f"{name}.kicad_mod")
    theirs = pads_in(kicad.libraries() / "footprints" / f"{library}.pretty" / f"{official}.kicad_mod")
    if name == "Pico_face_down":
        ours.pop("")  # below BOOTSEL: test_hubs knows where
        theirs = {number: [(-x, *rest) for x, *rest in pads] for number, pads in theirs.items()}
    assert {n: [pytest.approx(pad, abs=0.05) for pad in pads] for n, pads in theirs.items()} == ours


def test_every_footprint_of_ours_is_named_with_its_reason():
    assert {path.stem for path in (BOARDS / "glowtable.pretty").iterdir()} == set(OWN)


def longest_track(text):
    """One that ends far from any pad it comes from: a short one may lie within the pad's own copper."""

    def length(track):
        (ax, ay), (bx, by) = re.findall(r"\((?:start|end) (\S+) (\S+)\)", track)
        return abs(float(ax) - float(bx)) + abs(float(ay) - float(by))

    return max(re.findall(r"\t\(segment\n.*?\n\t\)\n", text, re.DOTALL), key=length)


def spoil(path, pattern, change):
    path.write_text(changed(path.read_text("utf-8"), pattern, change), "utf-8")
