"""Draws sheets of cards and of tags as PDF. Needs reportlab, svglib, segno and the fonts.

Streams are compressed, which different versions of zlib do differently; what is in them is the same each time. A
drawing that is on several cards is in the file once. The fonts, Source Sans and Source Serif, are embedded in every
sheet: section 1 of their SIL Open Font License lets them be in any document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import Any

import segno
from font_source_sans_pro import font_files_ttf as sans
from font_source_serif_pro import font_files_ttf as serif
from glowtable.game import CardFace, Game
from glowtable.messages import UserError, say
from glowtable.terminal.printed_words import face_in
from glowtable.web.faces import SIDE
from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import STATE_DEFAULTS, String
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from svglib.svglib import svg2rlg

from hardware.cards.choice import DUPLEX, Choice
from hardware.cards.frame import card_drawing, deck_back
from hardware.cards.origins import card_id
from hardware.cards.sheet import BLEED, CROP_GAP, PAPER, QR, RULER, STICKER, Box, Format

PLAIN, BOLD, SERIF = "SourceSansPro", "SourceSansProBold", "SourceSerifProBold"
SVG = "http://www.w3.org/2000/svg"
BLACK, GREY, WHITE = 0x222222, 0xCCCCCC, 0xFFFFFF
NAME_SIZES, NOTE_SIZES, NOTE_SIZE, ROW_SIZE = (8, 7, 6, 5), (7, 6, 5), 8, 11
LEADING = 1.2  # of a line's size
MARGIN = 2.0  # left and right of words in their box, in mm
NOTE_HEIGHT = 7.0  # of the two boxes of words in the upper margin, between the crop marks
TAGS_LEFT, TAGS_PER_PAGE, TAGS_TOP, TAG_STEP = 20.0, 36, 265.0, 7.0  # rows of the list of tags, in mm
TICK, UID_LINE = 3.5, 135.0
LONG, DIGITS = re.compile(r"-?\d*\.\d{3,}"), 5  # of numbers in drawings: far finer than ink
BACK = "back"  # the form of a deck's back: there is one

Text = tuple[str, tuple[int, ...]]  # a font, and the sizes it may have
Draw = Callable[[Canvas, int], None]  # the card of this number, from its lower left corner


def sheets(game: Game, choice: Choice) -> bytes:
    """The cards of the game's deck in its order, each sheet followed by its other side; the backs as chosen.

    UserError names the card that has no face, whose text does not fit, or that has a letter the fonts lack.
    """
    canvas, kept = _canvas(f"{game.title}: cards")
    size, faces = choice.size, faces_of(game, choice)
    forms = _forms(canvas, game, faces, size)
    inside = _behind_with_tags(game, size)
    count = size.pages(len(game.deck))
    for page in range(count):
        numbers = range(page * size.per_page, min((page + 1) * size.per_page, len(game.deck)))
        note = f"{game.title}, sheet {page + 1} of {count}. Print at 100 %, on both sides, turned on the long edge."
        _side(canvas, size, note, numbers, lambda canvas, number: _form(canvas, forms[faces[number]]))
        note = f"{game.title}, behind sheet {page + 1} of {count}."
        back: Draw = (lambda canvas, number: _form(canvas, BACK)) if choice.backs == DUPLEX else inside
        _side(canvas, size, note, numbers, back, is_behind=True)
    if choice.backs != DUPLEX:
        note = f"{game.title}, backs: print one for each sheet, on one side. The tag goes between face and back."
        _side(canvas, size, note, range(size.per_page), lambda canvas, number: _form(canvas, BACK))
    canvas.save()
    return kept.getvalue()


def faces_of(game: Game, choice: Choice) -> list[CardFace]:
    """What is on each card of the deck, in the language chosen; UserError names the first that has nothing on it."""
    return [face_in(_face(game, card), game, choice.language) for card in game.deck]


def _face(game: Game, card: str) -> CardFace:
    try:
        face = game.card_face(card)
    except LookupError:
        face = None
    if face is None or not (face.title.strip() or face.pips):
        raise UserError(say("{game} {card}: there is nothing on this card", game=game.name, card=card))
    return face


def tag_pages(game: Game) -> bytes:
    """The cards as `glowtable tags enrol` asks for them, to tick off, each with a line for its uid."""
    canvas, kept = _canvas(f"{game.title}: tags")
    count = -(-len(game.deck) // TAGS_PER_PAGE)
    for page in range(count):
        title = f"{game.title}: tags, page {page + 1} of {count}. Enrol them with: glowtable tags enrol {game.name}"
        _words(canvas, title, TAGS_LEFT, TAGS_TOP + 2 * TAG_STEP, BOLD, NOTE_SIZE)
        _words(canvas, "uid of its tag", UID_LINE, TAGS_TOP + TAG_STEP, PLAIN, NOTE_SIZE)
        for row, card in enumerate(game.deck[page * TAGS_PER_PAGE : (page + 1) * TAGS_PER_PAGE]):
            _tag_row(canvas, f"{page * TAGS_PER_PAGE + row + 1:3}", card, TAGS_TOP - row * TAG_STEP)
        canvas.showPage()
    canvas.save()
    return kept.getvalue()


def _tag_row(canvas: Canvas, number: str, card: str, y: float) -> None:
    canvas.setStrokeColor(HexColor(BLACK))
    canvas.setLineWidth(0.4)
    canvas.rect(TAGS_LEFT * mm, y * mm, TICK * mm, TICK * mm)
    _words(canvas, number, TAGS_LEFT + 6, y + 0.5, PLAIN, ROW_SIZE)
    _words(canvas, card, TAGS_LEFT + 16, y + 0.5, BOLD, ROW_SIZE)
    canvas.line(UID_LINE * mm, y * mm, (PAPER[0] - TAGS_LEFT) * mm, y * mm)


@cache
def _register() -> None:
    """Before anything is written: makes the fonts known to reportlab, and one of them what drawings begin with."""
    for name in (PLAIN, BOLD, SERIF):
        registerFont(TTFont(name, (sans | serif)[name]))
    STATE_DEFAULTS["fontName"] = PLAIN


def _canvas(title: str) -> tuple[Canvas, BytesIO]:
    _register()
    kept = BytesIO()
    # Only our own fonts: reportlab would name Helvetica on every page
    canvas = Canvas(
        kept, pagesize=(PAPER[0] * mm, PAPER[1] * mm), invariant=1, pageCompression=1, initialFontName=PLAIN
    )
    canvas.setTitle(title)
    canvas.setCreator("Glowtable")
    return canvas, kept


# -- a side of a sheet


def _side(canvas: Canvas, size: Format, note: str, numbers: range, draw: Draw, is_behind: bool = False) -> None:
    """One page: these cards at their places, or mirrored for the other side; crop marks, and what this sheet is."""
    for number in numbers:
        _, box = size.place(number)
        canvas.saveState()
        lies = box.behind() if is_behind else box
        # From here on the card is upright, its lower left corner the origin
        canvas.translate((lies.x + (lies.width if size.turned else 0)) * mm, lies.y * mm)
        if size.turned:
            canvas.rotate(90)
        draw(canvas, number)
        canvas.restoreState()
    _margins(canvas, size, note)
    canvas.showPage()


def _margins(canvas: Canvas, size: Format, note: str) -> None:
    """Crop marks, a bar for checking the scale, and the contents of this sheet."""
    for ink, wide in ((WHITE, 1.0), (BLACK, 0.25)):  # seen on every colour
        canvas.setStrokeColor(HexColor(ink))
        canvas.setLineWidth(wide)
        canvas.lines([tuple(each * mm for each in line) for line in size.crop_marks()])
    first, last = size.place(0)[1], size.place(size.columns - 1)[1]
    y = first.y + first.height + CROP_GAP
    _block(canvas, [note], Box(first.x, y, first.width, NOTE_HEIGHT), (PLAIN, NOTE_SIZES))
    words = [f"This bar is {RULER:.0f} mm long."]
    _block(canvas, words, Box(last.x, y + 1, last.width, NOTE_HEIGHT - 1), (PLAIN, NOTE_SIZES))
    canvas.setLineWidth(1)
    canvas.line((last.x + MARGIN) * mm, (y + 0.7) * mm, (last.x + MARGIN + RULER) * mm, (y + 0.7) * mm)


def _behind_with_tags(game: Game, size: Format) -> Draw:
    """Behind each face: its name, where its tag goes, and in that place, for nobody to see later, its code."""

    def draw(canvas: Canvas, number: int) -> None:
        card, sticker = game.deck[number], size.in_middle(STICKER)
        canvas.setStrokeColor(HexColor(GREY))
        canvas.setLineWidth(0.5)
        radius = sticker.width / 2
        canvas.circle((sticker.x + radius) * mm, (sticker.y + radius) * mm, radius * mm)
        with _naming(game, card):
            texts = (card, f"{game.title} {number + 1}/{len(game.deck)}")
            _block(canvas, texts, size.name_box(), (PLAIN, NAME_SIZES))
        _qr(canvas, card_id(game, card), size.in_middle(QR))

    return draw


# -- drawings that are in a file once


def _forms(canvas: Canvas, game: Game, faces: Sequence[CardFace], size: Format) -> dict[CardFace, str]:
    """The names of the faces' forms; that of the back is always the same."""
    forms: dict[CardFace, str] = {}
    for card, face in zip(game.deck, faces, strict=True):
        if face not in forms:
            forms[face] = f"face{len(forms)}"
            with _naming(game, card):
                _define(canvas, forms[face], card_drawing(face, size), size)
    _define(canvas, BACK, deck_back(game.title, size), size)
    return forms


def _define(canvas: Canvas, name: str, drawing: str, size: Format) -> None:
    """A drawing of a card with its bleed; its letters in our own fonts."""
    width, height = size.width + 2 * BLEED, size.height + 2 * BLEED
    box = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    page = f'<svg xmlns="{SVG}" {box} font-family="Helvetica">{drawing}</svg>'
    art: Any = svg2rlg(BytesIO(page.replace('class="serif"', 'font-family="Times-Bold"').encode()))
    for text in _texts(art):
        is_serif, is_bold = text.fontName.startswith("Times"), "Bold" in text.fontName
        text.fontName = SERIF if is_serif else BOLD if is_bold else PLAIN
        if lacking := {letter for letter in text.text if ord(letter) not in getFont(text.fontName).face.charToGlyph}:
            raise _NoLetter(" ".join(sorted(lacking)))
        if stringWidth(text.text, text.fontName, text.fontSize) > SIDE:
            raise _TooLong
    canvas.beginForm(name, 0, 0, width * mm, height * mm)
    canvas.scale(width * mm / art.width, height * mm / art.height)
    renderPDF.draw(art, canvas, 0, 0)
    # Numbers are rounded: half the file. Words stay as they are
    canvas._code = [line if "Tj" in line else LONG.sub(_rounded, line) for line in canvas._code]
    resources = PDFResourceDictionary(ExtGState=canvas._extgstate.getState())  # reportlab forgets opacities in forms
    resources.basicFonts()
    canvas.endForm(Resources=resources)


def _rounded(number: re.Match[str]) -> str:
    short = f"{float(number[0]):.{DIGITS}g}"
    return "0" if "e" in short else short


def _form(canvas: Canvas, name: str) -> None:
    canvas.translate(-BLEED * mm, -BLEED * mm)
    canvas.doForm(name)


def _texts(shape: Any) -> Iterator[Any]:
    """Every line of text in a drawing."""
    if isinstance(shape, String):
        yield shape
    for each in getattr(shape, "contents", ()):
        yield from _texts(each)


class _NoLetter(Exception):
    """Letters that a font lacks."""


class _TooLong(Exception):
    """A text that does not fit into its box at its smallest size."""


@contextmanager
def _naming(game: Game, card: str) -> Iterator[None]:
    """Around what draws a card: UserError names the card that cannot be drawn."""
    try:
        yield
    except _TooLong:
        raise UserError(say("{game} {card}: its text does not fit on the card", game=game.name, card=card)) from None
    except _NoLetter as error:
        sentence = "{game} {card}: no font here has {letters}"
        raise UserError(say(sentence, game=game.name, card=card, letters=str(error))) from None


# -- words and codes


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


def _qr(canvas: Canvas, text: str, box: Box) -> None:
    """One path of dark runs, a module being a unit long."""
    rows = list(segno.make(text, error="l", micro=False, encoding="utf-8", eci=True).matrix_iter(border=4))
    canvas.saveState()
    canvas.translate(box.x * mm, (box.y + box.height) * mm)
    canvas.scale(box.width * mm / len(rows), -box.height * mm / len(rows))
    path = canvas.beginPath()
    for y, row in enumerate(rows):
        for dark, run in groupby(enumerate(row), key=lambda module: module[1]):
            xs = [x for x, _ in run]
            if dark:
                path.rect(xs[0], y, len(xs), 1)
    canvas.setFillColor(HexColor(0x000000))
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()
