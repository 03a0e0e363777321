"""Where things lie on a card and on a sheet of A4, in mm from the lower left corner. Draws nothing.

A sheet is turned over about its long edge: what is behind a card lies mirrored about the sheet's upright middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

PAPER = (210.0, 297.0)
BLEED = 3.0  # of all colour beyond the card's edge, so that a crooked cut shows no white
INSET = 2.5  # of all words and signs from the card's edge, so that a crooked cut loses none
QR = 14.0  # with the four white modules around it that readers want
STICKER = 25.0  # diameter of a common NTAG213 sticker; it covers the code, so that no light shows it through
CROP_GAP, CROP = BLEED + 0.5, 4.0  # how far from the cards crop marks begin, and how long they are
CROP_INSIDE = 0.5  # from a card's corner to the marks between cards
RULER = 50.0  # a bar to hold a ruler against: is the sheet printed at 100 %?


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def behind(self) -> Box:
        """Where it is on the other side of the sheet."""
        return self._replace(x=PAPER[0] - self.x - self.width)


class Line(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float


class Format(NamedTuple):
    """A size of cards, and how many of them are on a sheet; turned ones lie on their left side."""

    name: str
    width: float
    height: float
    columns: int
    rows: int
    turned: bool
    strip: float  # above and below the face, for the index

    @property
    def per_page(self) -> int:
        return self.columns * self.rows

    @property
    def on_page(self) -> tuple[float, float]:
        """Width and height as it lies on the sheet."""
        return (self.height, self.width) if self.turned else (self.width, self.height)

    @property
    def corner(self) -> tuple[float, float]:
        """The lower left corner of all cards of a sheet, which are in its middle."""
        spans = zip(PAPER, self.on_page, (self.columns, self.rows), strict=True)
        left, bottom = ((paper - count * (side + 2 * BLEED)) / 2 + BLEED for paper, side, count in spans)
        return left, bottom

    def pages(self, cards: int) -> int:
        return -(-cards // self.per_page)

    def place(self, number: int) -> tuple[int, Box]:
        """The page (0..) and the box of card number 0..: rows from the top, each from the left."""
        page, on_page = divmod(number, self.per_page)
        row, column = divmod(on_page, self.columns)
        (wide, high), (left, bottom) = self.on_page, self.corner
        x, y = left + column * (wide + 2 * BLEED), bottom + (self.rows - 1 - row) * (high + 2 * BLEED)
        return page, Box(x, y, wide, high)

    def in_middle(self, side: float) -> Box:
        """A square of this size in the middle of the upright card, as its sticker and its code."""
        return Box((self.width - side) / 2, (self.height - side) / 2, side, side)

    def name_box(self) -> Box:
        """The card's id, below its tag."""
        return Box(INSET, INSET, self.width - 2 * INSET, self.in_middle(STICKER).y - INSET - 1)

    def crop_marks(self) -> Iterator[Line]:
        """Short lines where a blade runs along the cards' edges: in the margins, and where four cards meet."""
        cards = [self.place(number)[1] for number in range(self.per_page)]
        xs = sorted({x for card in cards for x in (card.x, card.x + card.width)})
        ys = sorted({y for card in cards for y in (card.y, card.y + card.height)})
        yield from (Line(x, y1, x, y2) for x, (y1, y2) in product(xs, _ticks(ys)))
        yield from (Line(x1, y, x2, y) for y, (x1, x2) in product(ys, _ticks(xs)))


def _ticks(edges: list[float]) -> Iterator[tuple[float, float]]:
    """Along a cut: beyond its first and its last edge, and between cards."""
    yield edges[0] - CROP_GAP - CROP, edges[0] - CROP_GAP
    yield from (
        (end + CROP_INSIDE, begin - CROP_INSIDE) for end, begin in zip(edges[1:-1:2], edges[2:-1:2], strict=True)
    )
    yield edges[-1] + CROP_GAP, edges[-1] + CROP_GAP + CROP


SQUARE = Format("square", 57.0, 57.0, 3, 4, turned=False, strip=6.0)
POKER = Format("poker", 63.0, 88.0, 2, 4, turned=True, strip=15.5)
FORMATS = {each.name: each for each in (SQUARE, POKER)}
