"""Where things lie on a card and on a sheet of A4, in mm from the lower left corner. Draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PAPER = (210.0, 297.0)
CARD = 57.0  # square: it fits every cell and every reader, whichever way it is turned
COLUMNS, ROWS = 3, 4
PER_PAGE = COLUMNS * ROWS
LEFT, BOTTOM = (PAPER[0] - COLUMNS * CARD) / 2, (PAPER[1] - ROWS * CARD) / 2
INSET = 2.5  # of all ink from the card's edge, so that a crooked cut shows no neighbour
QR = 14.0  # with the four white modules around it that readers want
STICKER = 25.0  # diameter of a common NTAG213 sticker
CROP_GAP, CROP = 2.0, 6.0  # how far from the cards crop marks begin, and how long they are
RULER = 50.0  # a bar to hold a ruler against: is the sheet printed at 100 %?


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def moved(self, by: Box) -> Box:
        """The box, placed inside another one."""
        return self._replace(x=self.x + by.x, y=self.y + by.y)


class Line(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float


FACE = Box(INSET, INSET, CARD - 2 * INSET, CARD - 2 * INSET)
ART = Box((CARD - FACE.width + QR) / 2, INSET + QR, FACE.width - QR, FACE.height - QR)  # the drawing, above its code
QR_BOX = Box(CARD - INSET - QR, INSET, QR, QR)
NAME_BOX = Box(INSET, INSET, FACE.width - QR, QR)  # the card's id, beside its QR code
STICKER_BOX = Box((CARD - STICKER) / 2, (CARD - STICKER) / 2, STICKER, STICKER)


def pages(cards: int) -> int:
    return -(-cards // PER_PAGE)


def place(number: int) -> tuple[int, Box]:
    """The page (0..) and the box of card number 0..: rows from the top, each from the left."""
    page, on_page = divmod(number, PER_PAGE)
    row, column = divmod(on_page, COLUMNS)
    return page, Box(LEFT + column * CARD, BOTTOM + (ROWS - 1 - row) * CARD, CARD, CARD)


def crop_marks() -> Iterator[Line]:
    """Short lines in the margins, where a blade runs along the cards' edges."""
    right, top = LEFT + COLUMNS * CARD, BOTTOM + ROWS * CARD
    for column in range(COLUMNS + 1):
        x = LEFT + column * CARD
        yield Line(x, BOTTOM - CROP_GAP, x, BOTTOM - CROP_GAP - CROP)
        yield Line(x, top + CROP_GAP, x, top + CROP_GAP + CROP)
    for row in range(ROWS + 1):
        y = BOTTOM + row * CARD
        yield Line(LEFT - CROP_GAP, y, LEFT - CROP_GAP - CROP, y)
        yield Line(right + CROP_GAP, y, right + CROP_GAP + CROP, y)
