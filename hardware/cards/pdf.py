"""Draws sheets of cards and of tags as PDF, the same bytes each time. Needs reportlab, svglib and segno.

Nothing is compressed: what zlib writes depends on its version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

import segno
from glowtable.game import Game
from glowtable.messages import UserError, say
from glowtable.web.faces import SIDE, face_drawing
from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import String
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from svglib.svglib import svg2rlg

from hardware.cards.naming import card_id
from hardware.cards.sheet import (
    ART,
    BOTTOM,
    CARD,
    COLUMNS,
    CROP,
    FACE,
    LEFT,
    NAME_BOX,
    PAPER,
    PER_PAGE,
    QR_BOX,
    ROWS,
    RULER,
    STICKER_BOX,
    Box,
    crop_marks,
    pages,
    place,
)

SVG = "http://www.w3.org/2000/svg"
BLACK, GREY = 0x222222, 0xCCCCCC
PLAIN, BOLD, SERIF = "Helvetica", "Helvetica-Bold", "Times-Bold"
NAME_SIZES, NOTE_SIZE, ROW_SIZE = (8, 7, 6, 5), 8, 11
LEADING = 1.2  # of a line's size
MARGIN = 2.0  # left and right of words in their box, in mm
TAGS_PER_PAGE, TAGS_TOP, TAG_STEP = 36, 265.0, 7.0  # rows of the list of tags, in mm
TICK, UID_LINE = 3.5, 135.0

Text = tuple[str, tuple[int, ...]]  # a font, and the sizes it may have


def sheets(game: Game) -> bytes:
    """The cards of the game's deck in its order, each with its id and QR code, and a last page with their backs.

    UserError if a card's text does not fit on it, or has a letter that the font lacks.
    """
    canvas, kept = _canvas(f"{game.title}: cards")
    count = pages(len(game.deck))
    for page in range(count):
        _margins(canvas, f"{game.title}, sheet {page + 1} of {count}. Print at 100 %, on one side, on heavy paper.")
        for number in range(page * PER_PAGE, min((page + 1) * PER_PAGE, len(game.deck))):
            _card(canvas, game, number)
        canvas.showPage()
    _backs(canvas, game)
    canvas.save()
    return kept.getvalue()


def tag_pages(game: Game) -> bytes:
    """The cards as `glowtable tags enrol` asks for them, to tick off, each with a line for its uid."""
    canvas, kept = _canvas(f"{game.title}: tags")
    count = -(-len(game.deck) // TAGS_PER_PAGE)
    for page in range(count):
        title = f"{game.title}: tags, page {page + 1} of {count}. Enrol them with: glowtable tags enrol {game.name}"
        _words(canvas, title, LEFT, TAGS_TOP + 2 * TAG_STEP, BOLD, NOTE_SIZE)
        _words(canvas, "uid of its tag", UID_LINE, TAGS_TOP + TAG_STEP, PLAIN, NOTE_SIZE)
        for row, card in enumerate(game.deck[page * TAGS_PER_PAGE : (page + 1) * TAGS_PER_PAGE]):
            _tag_row(canvas, f"{page * TAGS_PER_PAGE + row + 1:3}", card, TAGS_TOP - row * TAG_STEP)
        canvas.showPage()
    canvas.save()
    return kept.getvalue()


def _tag_row(canvas: Canvas, number: str, card: str, y: float) -> None:
    canvas.setStrokeColor(HexColor(BLACK))
    canvas.setLineWidth(0.4)
    canvas.rect(LEFT * mm, y * mm, TICK * mm, TICK * mm)
    _words(canvas, number, LEFT + 6, y + 0.5, PLAIN, ROW_SIZE)
    _words(canvas, card, LEFT + 16, y + 0.5, BOLD, ROW_SIZE)
    canvas.line(UID_LINE * mm, y * mm, (PAPER[0] - LEFT) * mm, y * mm)


def _canvas(title: str) -> tuple[Canvas, BytesIO]:
    kept = BytesIO()
    canvas = Canvas(kept, pagesize=(PAPER[0] * mm, PAPER[1] * mm), invariant=1, pageCompression=0)
    canvas.setTitle(title)
    canvas.setCreator("Glowtable")
    return canvas, kept


def _margins(canvas: Canvas, note: str) -> None:
    """Crop marks, a bar for checking the scale, and the contents of this sheet."""
    canvas.setStrokeColor(HexColor(BLACK))
    canvas.setLineWidth(0.25)
    for line in crop_marks():
        canvas.line(*(each * mm for each in line))
    y = BOTTOM - 2 * CROP
    _words(canvas, note, LEFT, BOTTOM + ROWS * CARD + 2 * CROP, PLAIN, NOTE_SIZE)
    _words(canvas, f"This bar is {RULER:.0f} mm long.", LEFT + RULER + 3, y - 1, PLAIN, NOTE_SIZE)
    canvas.setLineWidth(1)
    canvas.line(LEFT * mm, y * mm, (LEFT + RULER) * mm, y * mm)


def _card(canvas: Canvas, game: Game, number: int) -> None:
    card = game.deck[number]
    canvas.saveState()
    _, on_page = place(number)
    canvas.translate(on_page.x * mm, on_page.y * mm)
    _outline(canvas, FACE)
    try:
        _art(canvas, face_drawing(game.card_face(card)))
        _block(canvas, (card, f"{game.title} {number + 1}/{len(game.deck)}"), NAME_BOX, (PLAIN, NAME_SIZES))
    except _TooLong:
        raise UserError(say("{game} {card}: its text does not fit on the card", game=game.name, card=card)) from None
    except _NoLetter as lacking:
        sentence = say("{game} {card}: no font here has {letters}", game=game.name, card=card, letters=str(lacking))
        raise UserError(sentence) from None
    _qr(canvas, card_id(game, card))
    canvas.restoreState()


def _art(canvas: Canvas, drawing: str) -> None:
    """The very drawing of the page, in the fonts that every PDF reader has."""
    page = f'<svg xmlns="{SVG}" viewBox="0 0 57 57" width="57" height="57" font-family="{PLAIN}">{drawing}</svg>'
    art: Any = svg2rlg(BytesIO(page.replace('class="serif"', f'font-family="{SERIF}"').encode()))
    for text in _texts(art):
        _check_letters(text.text)
        _check_width(text)
    canvas.saveState()
    canvas.translate(ART.x * mm, ART.y * mm)
    canvas.scale(ART.width * mm / art.width, ART.height * mm / art.height)
    renderPDF.draw(art, canvas, 0, 0)
    canvas.restoreState()


def _texts(shape: Any) -> Iterator[Any]:
    """Every line of text in a drawing."""
    if isinstance(shape, String):
        yield shape
    for each in getattr(shape, "contents", ()):
        yield from _texts(each)


class _NoLetter(Exception):
    """Letters that the standard PDF fonts, which know those of Western Europe, lack."""


def _check_letters(text: str) -> None:
    lacking = sorted({letter for letter in text if letter.encode("cp1252", "ignore") == b""})
    if lacking:
        raise _NoLetter(" ".join(lacking))


def _check_width(text: Any) -> None:
    if stringWidth(text.text, text.fontName, text.fontSize) > SIDE:
        raise _TooLong


def _outline(canvas: Canvas, box: Box) -> None:
    canvas.setStrokeColor(HexColor(GREY))
    canvas.setLineWidth(0.5)
    canvas.rect(*(each * mm for each in box))


class _TooLong(Exception):
    """A text that does not fit into its box at its smallest size."""


def _block(canvas: Canvas, texts: Sequence[str], box: Box, text: Text) -> None:
    """Write paragraphs so that they end at the bottom of a box."""
    size, lines = _fitted(canvas, texts, box, text)
    leading: float = size * LEADING / mm
    top = box.y + _height(size, lines)
    for n, line in enumerate(lines, 1):
        _words(canvas, line, box.x + MARGIN, top - n * leading + 0.2 * leading, text[0], size)


def _fitted(canvas: Canvas, texts: Sequence[str], box: Box, text: Text) -> tuple[int, list[str]]:
    """The largest size in which the paragraphs fit, and their lines in it."""
    font, sizes = text
    width = (box.width - 2 * MARGIN) * mm
    for size in sizes:
        lines = [line for each in texts for line in simpleSplit(each, font, size, width)]
        widest = max((canvas.stringWidth(line, font, size) for line in lines), default=0)
        if _height(size, lines) <= box.height and widest <= width:
            return size, lines
    raise _TooLong


def _height(size: int, lines: Sequence[str]) -> float:
    height: float = len(lines) * size * LEADING / mm + MARGIN / 2
    return height


def _words(canvas: Canvas, text: str, x: float, y: float, font: str, size: float, ink: int = BLACK) -> None:
    canvas.setFillColor(HexColor(ink))
    canvas.setFont(font, size)
    canvas.drawString(x * mm, y * mm, text)


def _qr(canvas: Canvas, text: str) -> None:
    """One path of dark runs, a module being a unit long."""
    rows = list(segno.make(text, error="m", micro=False, encoding="utf-8", eci=True).matrix_iter(border=4))
    canvas.saveState()
    canvas.translate(QR_BOX.x * mm, (QR_BOX.y + QR_BOX.height) * mm)
    canvas.scale(QR_BOX.width * mm / len(rows), -QR_BOX.height * mm / len(rows))
    path = canvas.beginPath()
    for y, row in enumerate(rows):
        for x, length in _runs(row):
            path.rect(x, y, length, 1)
    canvas.setFillColor(HexColor(0x000000))
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where dark modules begin in a row, and how many follow each other."""
    begin = None
    for x, dark in enumerate([*row, 0]):
        if dark and begin is None:
            begin = x
        elif not dark and begin is not None:
            yield begin, x - begin
            begin = None


def _backs(canvas: Canvas, game: Game) -> None:
    """The page for under the cards: where each sticker with a tag goes. It is the same for all sheets."""
    _margins(
        canvas, f"{game.title}, backs: print one for each sheet. Tags onto the rings, the sheet glued on top, then cut."
    )
    for number in range(COLUMNS * ROWS):
        _, on_page = place(number)
        sticker = STICKER_BOX.moved(on_page)
        _outline(canvas, FACE.moved(on_page))
        radius = sticker.width / 2
        canvas.circle((sticker.x + radius) * mm, (sticker.y + radius) * mm, radius * mm)
        _words(canvas, "tag", sticker.x + radius - 2.5, sticker.y + radius - 1, PLAIN, NOTE_SIZE, GREY)
    canvas.showPage()
