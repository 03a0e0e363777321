"""The templates on paper: what a reader of PDF finds on the sheets is where the table has it; mistakes are found."""

from contextlib import suppress
from ctypes import byref, c_float
from dataclasses import dataclass
from math import dist

import pytest

from hardware.drawings import templates as tiles
from hardware.drawings.__main__ import FOLDER, PAPERS, origins, papers
from hardware.drawings.templates import FIELD, FIELD_AT, around, bounds, paper, rear_panel_marks, sheets, templates
from hardware.made import stale
from hardware.product import cell
from hardware.product import table as t
from hardware.tray.drawing import DRILL, Circle

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from pypdfium2 import PdfDocument, raw

    from hardware.solids.shapes import all_of, box, rod, span
    from hardware.solids.tray import rear_panel

MM = 25.4 / 72
NEAR = 0.05  # mm
NAMES = tuple(templates())


@dataclass
class Read:
    """A sheet as another project's reader of PDF has it: in mm on the paper."""

    paths: list  # of each, its corners and whether it has curves
    words: str

    @property
    def circles(self):
        """Middle and diameter of each."""
        around = [tuple(zip(*path, strict=True)) for path, curved in self.paths if curved]
        return [((max(x) + min(x)) / 2, (max(y) + min(y)) / 2, max(x) - min(x)) for x, y in around]

    @property
    def ruler(self) -> float:
        """The longest level line below the field."""
        below = [path for path, _ in self.paths if len(path) == 2 and max(y for _, y in path) < FIELD_AT[1] - 6]
        return max(dist(*path) for path in below)


def read(content: bytes) -> list[Read]:
    return [_page(page) for page in PdfDocument(content)]


def _page(page) -> Read:
    paths = []
    for shape in page.get_objects():
        if shape.type == raw.FPDF_PAGEOBJ_PATH:
            matrix = shape.get_matrix()
            count = raw.FPDFPath_CountSegments(shape)
            segments = [raw.FPDFPath_GetPathSegment(shape, n) for n in range(count)]
            spots = [tuple(each * MM for each in matrix.on_point(*_point(each))) for each in segments]
            kinds = {raw.FPDFPathSegment_GetType(each) for each in segments}
            paths.append((spots, raw.FPDF_SEGMENT_BEZIERTO in kinds))
    return Read(paths, page.get_textpage().get_text_range())


def _point(segment):
    x, y = c_float(), c_float()
    raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
    return x.value, y.value


def faults(name: str, content: bytes) -> list[str]:
    """What is wrong with a template, a sentence each: holes, scale, sheets that lack something."""
    template = templates()[name]
    where = sheets(*around(template.marks))
    pages = read(content)
    found = [f"{sheet.name}: the bar is {page.ruler:.2f} mm" for sheet, page in zip(where, pages, strict=True)
             if abs(page.ruler - tiles.RULER) > NEAR]  # fmt: skip
    holes = [mark for mark in template.marks if isinstance(mark, Circle)]
    for hole in holes:
        wanted = [(page, sheet.on_paper(hole.middle)) for sheet, page in zip(where, pages, strict=True)
                  if sheet.has(bounds(hole))]  # fmt: skip
        if not wanted:
            found.append(f"on no sheet: {hole}")
        for page, at in wanted:
            if not any(dist(each, (*at, hole.diameter)) < NEAR for each in page.circles):
                found.append(f"not where it should be: {hole}")
    return found


@pytest.mark.hardware
def test_the_committed_drawings_are_fresh_and_the_same_bytes_again():
    assert stale(FOLDER, origins()) == [], "run: make renew R=hardware"
    assert set(papers()) == {*PAPERS}
    assert [name for name, content in papers().items() if content != (FOLDER / name).read_bytes()] == []


@pytest.mark.parametrize("name", NAMES)
def test_whatever_fits_on_a_sheet_is_whole_on_one_and_all_else_is_on_several(name):
    marks = templates()[name].marks
    where = sheets(*around(marks))
    for mark in marks:
        left, near, right, far = bounds(mark)
        if right - left < FIELD[0] and far - near < FIELD[1]:
            assert any(sheet.has(bounds(mark)) for sheet in where), mark
        for corner in ((left, near), (right, far), (left, far), (right, near)):
            assert any(sheet.has((*corner, *corner)) for sheet in where), mark


def test_neighbouring_sheets_have_the_same_marks_and_no_gap_is_between_them():
    where = sheets(t.OUTSIDE, t.OUTSIDE)
    assert [sheet.name for sheet in where] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    first, second, below = where[0], where[1], where[3]
    assert len(first.joints() & second.joints()) == 2
    assert len(first.joints() & below.joints()) == 2
    assert first.field[0] <= -t.OUTSIDE / 2 <= t.OUTSIDE / 2 <= first.field[3]
    assert where[-1].field[1] <= -t.OUTSIDE / 2 <= t.OUTSIDE / 2 <= where[-1].field[2]
    assert first.field[2] - second.field[0] == below.field[3] - first.field[1] == tiles.OVERLAP
    assert sheets(100, 20)[0].joints() == set()


def test_a_sheet_leaves_a_margin_that_every_printer_can_print_in():
    assert min(FIELD_AT) >= 15
    assert tiles.PAPER[0] - FIELD_AT[0] - FIELD[0] >= 10 <= tiles.PAPER[1] - FIELD_AT[1] - FIELD[1]


def test_the_rear_panel_is_drawn_as_seen_from_inside():
    middles = [((left + right) / 2, far - near) for left, near, right, far in map(bounds, rear_panel_marks())]
    assert middles[1:] == [pytest.approx((opening.x, opening.height)) for opening in t.OPENINGS]


# -- with the extra


@pytest.mark.hardware
@pytest.mark.parametrize("name", NAMES)
def test_read_back_every_hole_is_where_the_table_has_it_and_the_bar_is_100_mm_long(name):
    content = (FOLDER / f"{name}.pdf").read_bytes()
    assert faults(name, content) == []
    for page, sheet in zip(read(content), sheets(*around(templates()[name].marks)), strict=True):
        assert f"sheet {sheet.name} of {sheet.columns} x {sheet.rows}" in page.words


def holes_of_base() -> set[tuple[float, float, float]]:
    """Of the committed sheets, laid together: middle and diameter of each circle that a drill makes."""
    sizes = (cell.SCREW_HOLE, t.WOOD_SCREW, t.HUB_SCREW, t.PIN_HOLE)
    pages = read((FOLDER / "base.pdf").read_bytes())
    return {
        (round(x - FIELD_AT[0] + sheet.field[0], 2), round(y - FIELD_AT[1] + sheet.field[1], 2), round(across, 2))
        for page, sheet in zip(pages, sheets(t.BASE_SIDE, t.BASE_SIDE), strict=True)
        for x, y, across in page.circles
        if any(abs(across - size) < NEAR for size in sizes)
    }


@pytest.mark.hardware
def test_drilled_by_the_sheets_the_base_is_the_solid_that_the_proofs_are_computed_with():
    from hardware.tray.wood import base

    whole = box((t.BASE_SIDE, t.BASE_SIDE, t.BASE), floor=t.FOOT)

    def drilled(wider: float):
        return whole - all_of(rod(across + wider, 20, (x, y)) for x, y, across in holes_of_base())

    assert (base() - drilled(-2 * NEAR)).volume() < 0.01  # no hole is missing, and none is beside its place
    assert (drilled(2 * NEAR) - base()).volume() < 0.01  # and none is where the solid has none


@pytest.mark.hardware
def test_cut_by_its_sheet_the_rear_panel_is_the_solid():
    panel, *gaps = map(bounds, rear_panel_marks())
    solid, up = rear_panel(), t.BASE_TOP + t.PANEL_SIZE[1] / 2
    left, _, low, right, _, high = solid.bounding_box()
    assert (left, low - up, right, high - up) == pytest.approx(panel)
    for left, low, right, high in gaps:
        assert (span(left, right, 0, 300, low + up, high + up) ^ solid).volume() == pytest.approx(0)


@pytest.mark.hardware
def test_a_scaled_page_is_caught(monkeypatch):
    monkeypatch.setattr("hardware.drawings.pdf.MM", 72 / 25.4 * 0.97)
    found = faults("base", paper(templates()["base"]))
    assert next(each for each in found if "bar" in each) == "A1: the bar is 97.00 mm"
    assert sum("not where it should be" in each for each in found) >= 16


@pytest.mark.hardware
def test_a_hole_drawn_beside_its_place_is_caught(monkeypatch):
    moved = Circle(DRILL, (t.BOOTSEL_AT[0] + 0.1, t.BOOTSEL_AT[1]), t.PIN_HOLE)
    base = templates()["base"]
    marks = [moved if isinstance(mark, Circle) and mark.middle == t.BOOTSEL_AT else mark for mark in base.marks]
    assert faults("base", paper(base._replace(marks=tuple(marks)))) == [
        f"not where it should be: {Circle(DRILL, t.BOOTSEL_AT, t.PIN_HOLE)}"
    ]


def test_sheets_that_do_not_overlap_cut_a_notch_in_two(monkeypatch):
    monkeypatch.setattr("hardware.drawings.templates.OVERLAP", 0.0)
    where = sheets(t.OUTSIDE, t.OUTSIDE)
    notch = next(mark for mark in templates()["frame"].marks if bounds(mark)[1] == -t.NOTCH[0] / 2)
    assert not any(sheet.has(bounds(notch)) for sheet in where)
