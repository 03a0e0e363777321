"""Templates of base, frame and rear panel, 1:1 on sheets of A4, with what the DXFs have and words for who cuts.

Sheets are upright, in rows and columns that overlap. Columns are letters from the left, rows numbers from the rear, as
on a map: A1 is at the rear on the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from hardware.product import table as t
from hardware.product.table import Spot
from hardware.tray.drawing import CUT, DRILL, GLUE, SEEN, Circle, Mark, base_marks, frame_marks, rectangle

if TYPE_CHECKING:
    from hardware.drawings.pdf import Paper

PAPER = (210.0, 297.0)
FIELD = (182.0, 252.0)  # of a sheet: where the drawing is
FIELD_AT = (16.0, 30.0)  # of the field's lower left corner on the paper
OVERLAP = 30.0  # of neighbours: whatever is smaller is whole on one of them
JOINT = 50.0  # from a field's side to the marks where sheets join
RULER = 100.0  # mm: a bar on every sheet, to hold a ruler against
PENS: Mapping[str, tuple[float, float, tuple[float, ...]]] = {  # of each layer: width, grey, dashes
    CUT: (0.35, 0.0, ()),
    DRILL: (0.25, 0.0, ()),
    GLUE: (0.2, 0.35, (2.0, 1.2)),
    SEEN: (0.2, 0.6, (0.6, 1.0)),
}
ARM = 3.5  # of a square where sheets join, from its middle to a side
CLEAR = 6.5  # from a hole's middle to its words: beyond the circle of a post
TALL, SMALL = 4.0, 2.8  # letters
LINE = 5.0  # from one line of words to the next
MAP = (9.0, 5.5)  # of a sheet in the small map of all sheets
LEGEND = "Full line: cut.  Cross in a circle: drill, its figure is the diameter.  Dashed: glue.  Dotted: other parts."


Bounds = tuple[float, float, float, float]  # left, near, right, far


class Words(NamedTuple):
    """Where a line of them begins."""

    spot: Spot
    text: str


class Template(NamedTuple):
    title: str
    how: str  # to lay it
    marks: tuple[Mark, ...]
    words: tuple[Words, ...]


def templates() -> dict[str, Template]:
    """By the names of their files, without the kind."""
    return {"base": _base(), "frame": _frame(), "rear-panel": _rear_panel()}


def _base() -> Template:
    texts = [
        Words((t.HUB_AT[0] - 30, t.HUB_AT[1]), "hub"),
        Words((t.BOOTSEL_AT[0] + CLEAR, t.BOOTSEL_AT[1] + 3), "BOOTSEL"),
        *(Words((x - 5, y + 8), "foot, below") for x, y in t.FEET),
    ]
    how = "Seen from above. Drill through; sink all holes but BOOTSEL from below."
    return Template("base", how, tuple(base_marks()), tuple(texts))


def _frame() -> Template:
    texts = []
    for pod in t.PODS:
        x, y = t.turned_about((pod.along, -(t.OUTSIDE - t.BAR) / 2), pod.turn)
        texts.append(Words((x - 8, y + 15 if y < t.OUTSIDE / 4 else y - 19), f"notch {pod.name}"))
    texts.append(Words((t.KEY_BAR_ALONG - 12, -t.OUTSIDE / 2 + t.BAR + 4), "notch table keys"))
    texts.append(Words((-t.REAR_WINDOW / 2, t.OUTSIDE / 2 - t.BAR - 5), f"rear window, {t.ROOM:g} mm high"))
    how = f"Seen from above: stand the frame on it, mark its sides. The notches are {t.NOTCH[1]:g} mm deep, from below."
    return Template("frame", how, tuple(frame_marks()), tuple(texts))


def rear_panel_marks() -> Iterator[Mark]:
    """The rear panel as seen from inside the tray, its middle the origin, up as it stands."""
    yield rectangle(CUT, (0, 0), *t.PANEL_SIZE)
    yield from (rectangle(CUT, opening_at(each), each.width, each.height) for each in t.OPENINGS)


def opening_at(opening: t.Opening) -> Spot:
    return opening.x, opening.z - t.BASE_TOP - t.PANEL_SIZE[1] / 2


def _rear_panel() -> Template:
    below = -t.PANEL_SIZE[1] / 2 - 5
    texts = [
        Words((opening_at(each)[0] - each.width / 2, below - LINE * (n % 2)), each.name)
        for n, each in enumerate(t.OPENINGS)
    ]
    how = f"Seen from inside the tray. Cut it from a sheet {t.PANEL_THICK:g} mm thick."
    return Template("rear panel", how, tuple(rear_panel_marks()), tuple(texts))


# -- sheets, in mm on the table


class Sheet(NamedTuple):
    """One of a template's sheets: its column and row, of how many, and the middle of its field on the table."""

    column: int
    row: int
    columns: int
    rows: int
    middle: Spot

    @property
    def name(self) -> str:
        return f"{'ABCDEFGH'[self.column]}{self.row + 1}"

    @property
    def field(self) -> Bounds:
        """The part of the table that is on it."""
        (x, y), (width, height) = self.middle, FIELD
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2

    def on_paper(self, spot: Spot) -> Spot:
        """From the paper's lower left corner."""
        left, near, _, _ = self.field
        return spot[0] - left + FIELD_AT[0], spot[1] - near + FIELD_AT[1]

    def has(self, bounds: Bounds) -> bool:
        """Whether something is wholly on it."""
        left, near, right, far = self.field
        return left <= bounds[0] and near <= bounds[1] and bounds[2] <= right and bounds[3] <= far

    def shows(self, bounds: Bounds) -> bool:
        """Whether a part of it is on it."""
        left, near, right, far = self.field
        return left < bounds[2] and near < bounds[3] and bounds[0] < right and bounds[1] < far

    def joints(self) -> set[Spot]:
        """Where it is laid on its neighbours: two spots in the middle of each overlap."""
        left, near, right, far = self.field
        half = OVERLAP / 2
        xs = [left + half] * (self.column > 0) + [right - half] * (self.column < self.columns - 1)
        ys = [far - half] * (self.row > 0) + [near + half] * (self.row < self.rows - 1)
        beside = product(xs, (near + JOINT, far - JOINT))
        return {*beside, *product((left + JOINT, right - JOINT), ys)}


def sheets(width: float, depth: float) -> list[Sheet]:
    """So many as a drawing of this size around the origin needs, row by row."""
    wide, high = (field - OVERLAP for field in FIELD)
    columns, rows = max(1, ceil((width - OVERLAP) / wide)), max(1, ceil((depth - OVERLAP) / high))
    return [
        Sheet(column, row, columns, rows, ((column - (columns - 1) / 2) * wide, ((rows - 1) / 2 - row) * high))
        for row in range(rows)
        for column in range(columns)
    ]


def bounds(mark: Mark) -> Bounds:
    if isinstance(mark, Circle):
        (x, y), half = mark.middle, mark.diameter / 2
        return x - half, y - half, x + half, y + half
    xs, ys = zip(*mark.corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def around(marks: Sequence[Mark]) -> tuple[float, float]:
    """Width and depth of what is around the origin and has all marks in it."""
    left, near, right, far = zip(*map(bounds, marks), strict=True)
    return 2 * max(*map(abs, left), *map(abs, right)), 2 * max(*map(abs, near), *map(abs, far))


# -- on paper


def paper(template: Template) -> bytes:
    """The template as PDF, a page for each sheet. Needs the extra `hardware`."""
    from hardware.drawings.pdf import Paper

    page = Paper(f"Glowtable: {template.title}", PAPER)
    for sheet in sheets(*around(template.marks)):
        _page(page, template, sheet)
        page.turn()
    return page.content()


def _page(page: Paper, template: Template, sheet: Sheet) -> None:
    low, high = FIELD_AT, (FIELD_AT[0] + FIELD[0], FIELD_AT[1] + FIELD[1])
    page.clip(low, high)
    for mark in template.marks:
        if sheet.shows(bounds(mark)):
            _draw(page, mark, sheet)
    page.pen(0.2)
    for spot, text in template.words:
        if sheet.has((*spot, *spot)):
            page.words(sheet.on_paper(spot), text, SMALL)
    page.unclip()
    _joints(page, sheet)
    page.pen(0.25)
    for x, way in ((low[0], -1), (high[0], 1)):  # outside the field's corners: along these marks a blade runs
        for y, up in ((low[1], -1), (high[1], 1)):
            page.line([(x + way, y), (x + 6 * way, y)])
            page.line([(x, y + up), (x, y + 6 * up)])
    _foot(page, template, sheet)


def _draw(page: Paper, mark: Mark, sheet: Sheet) -> None:
    width, grey, dashes = PENS[mark.layer]
    page.pen(width, grey, dashes)
    if not isinstance(mark, Circle):
        page.line([sheet.on_paper(corner) for corner in mark.corners], closed=True)
        return
    x, y = sheet.on_paper(mark.middle)
    page.circle((x, y), mark.diameter)
    if mark.layer == DRILL:
        half = mark.diameter / 2 + 1
        page.line([(x - half, y), (x + half, y)])
        page.line([(x, y - half), (x, y + half)])
        page.words((x + CLEAR, y - SMALL / 3), f"{mark.diameter:g}", SMALL)


def _joints(page: Paper, sheet: Sheet) -> None:
    """To lay one sheet on its neighbour: squares with their diagonals, unlike holes."""
    for x, y in map(sheet.on_paper, sorted(sheet.joints())):
        page.pen(0.15)
        a, b, c, d = ((x - ARM, y - ARM), (x + ARM, y - ARM), (x + ARM, y + ARM), (x - ARM, y + ARM))
        for spots in ((a, b, c, d, a), (a, c), (b, d)):
            page.line(spots)


def _foot(page: Paper, template: Template, sheet: Sheet) -> None:
    """Below the field: what it is, its place in the whole, and the bar that tells its scale."""
    left = FIELD_AT[0] + 8
    _map(page, sheet)
    page.pen(0.2)
    place = f"{template.title.capitalize()}: sheet {sheet.name} of {sheet.columns} x {sheet.rows}"
    page.words((left, 21), place, TALL)
    page.words((left, 21 - LINE), template.how, SMALL)
    page.words((left, 21 - LINE * 1.8), LEGEND, SMALL)
    _ruler(page, (left, 7.5))
    if sheet.columns * sheet.rows > 1:
        text = f"Sheets overlap by {OVERLAP:g} mm: tape square on square; squares are no holes."
        page.words((left + 60, 21), text, SMALL)


def _ruler(page: Paper, begin: Spot) -> None:
    x, y = begin
    page.pen(0.35)
    page.line([(x, y), (x + RULER, y)])
    for n in range(11):
        page.line([(x + n * RULER / 10, y), (x + n * RULER / 10, y + (2.5 if n % 5 == 0 else 1.5))])
    page.words((x + RULER + 3, y), f"{RULER:g} mm: if not, print again at 100 %", SMALL)


def _map(page: Paper, sheet: Sheet) -> None:
    """All sheets, small, this one dark."""
    width, height = MAP
    right = FIELD_AT[0] + FIELD[0] - 8
    for other in range(sheet.columns * sheet.rows):
        row, column = divmod(other, sheet.columns)
        x, y = right - (sheet.columns - column) * width, 24.5 - (row + 1) * height
        here = (column, row) == (sheet.column, sheet.row)
        page.pen(0.2, 0.5 if here else 0.0)
        page.line([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], closed=True, filled=here)
