"""Cards as drawings: what a game says is on a card, as SVG. One drawing for page and paper; it knows no game.

All faces of a deck are symbols of one file, so that a page fetches them once. Names are escaped, nothing is scripted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from glowtable.game import Band, CardFace, Game, Symbol
from glowtable.web.outgoing import kinds_of

ICONS: dict[str, str] = json.loads((Path(__file__).parent / "icons.json").read_text("utf-8"))
SIDE = 57
PAPER, INK, DARK_INK = "#fbf5e9", "#1d1a17", "#fff9ec"
LIGHT_INK = 0.55  # at this brightness and above, dark letters are read better
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "012678", 7: "0124678", 8: "01235678", 9: "012345678"}
TITLE_SIZES = ((6, 10.5), (8, 8.6), (11, 7), (13, 6), (99, 5.2))  # up to so many letters in a line -> their size
BAND_SIZE, BAND_LETTERS = 5.4, 13  # of the word in a band
LETTERS = 13  # of a title in a line
SIGN_SIZES, SMALL_SIZES = (15.0, 11.5, 9.0, 7.5, 6.0), (3.4, 3.0, 2.7, 2.4)  # of symbols and of the text below them
SIGN_GAP, LEADING, SMALL_WIDTH = 1.3, 1.2, 0.52  # between symbols; of lines and letters of small text, by their size
WIDTH, BELOW_TITLE, FOOT, EDGE = 52.0, 1.5, 43.0, 55.0  # of what is written; where symbols and small text end
SHAPES = {
    "circle": '<circle r="4.3"/>',
    "triangle": '<path d="M0-4.6L4.6 3.6H-4.6z"/>',
    "square": '<rect x="-3.9" y="-3.9" width="7.8" height="7.8" rx=".6"/>',
    "diamond": '<path d="M0-5.1L5.1 0L0 5.1L-5.1 0z"/>',
}


def sprite(game: Game) -> bytes:
    """Every icon, the back, and each face of the deck once for all its copies, as symbols of one SVG."""
    kinds = dict.fromkeys(kinds_of(game).values())
    faces = (_symbol(f"f-{n}", game.card_face(card), card) for n, card in enumerate(kinds))
    return _sprite_of(_back(), *faces)


def icon_sprite() -> bytes:
    """The icons alone, for a page without cards."""
    return _sprite_of()


def _sprite_of(*cards: str) -> bytes:
    icons = (f'<symbol id="i-{name}" viewBox="0 0 256 256"><path d="{d}"/></symbol>' for name, d in ICONS.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">{"".join((*icons, *cards))}</svg>'.encode()


def _symbol(name: str, face: CardFace, card: str) -> str:
    named = f"data-card={quoteattr(card)} data-title={quoteattr(_told(face))}"
    return f'<symbol id="{name}" viewBox="0 0 57 57" {named}>{face_drawing(face)}</symbol>'


def face_drawing(face: CardFace) -> str:
    """A face as SVG, a square of 57 units, for a symbol of a page and for a sheet of paper alike."""
    return _pips(face) if face.pips else _face(face)


def _told(face: CardFace) -> str:
    """What a screen reader says of a card."""
    if face.pips:
        return f"{face.top.word} {face.pips}"
    if face.bottom:
        return f"{face.title}: {face.top.word}, {face.bottom.word}"
    return face.title


def _colour(ink: int) -> str:
    return f"#{ink:06x}"


def _letters_on(ink: int) -> str:
    red, green, blue = (ink >> shift & 255 for shift in (16, 8, 0))
    return INK if (2 * red + 3 * green + blue) / 6 / 255 >= LIGHT_INK else DARK_INK


def _icon(name: str, x: float, y: float, size: float, colour: str) -> str:
    path = ICONS.get(name, "")
    return f'<path transform="translate({x} {y}) scale({size / 256:.4f})" fill="{colour}" d="{path}"/>' if path else ""


def _words(text: str, x: float, y: float, size: float, colour: str, look: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" {look}>{escape(text)}</text>'


# -- a card that is all of one colour, with pips


def _pips(face: CardFace) -> str:
    """Its number and its shape in all four corners: people sit on every side."""
    ink, letters = _colour(face.top.ink), _letters_on(face.top.ink)
    shape = SHAPES[face.top.icon]
    pips = (
        f'<g transform="translate({28.5 + (int(pip) % 3 - 1) * 10.5} {28.5 + (int(pip) // 3 - 1) * 10.5})">{shape}</g>'
        for pip in PIPS[face.pips]
    )
    corner = _words(face.title, 3.2, 10.2, 9.5, letters, 'font-weight="bold"')
    corner += f'<g transform="translate(6 14.4) scale(.5)" fill="{letters}">{shape}</g>'
    corners = (f'<g transform="rotate({turn} 28.5 28.5)">{corner}</g>' for turn in (0, 90, 180, 270))
    return (
        f'<rect width="57" height="57" rx="3.4" fill="{ink}"/>'
        f'<circle cx="28.5" cy="28.5" r="19.5" fill="{letters}" fill-opacity=".12" stroke="{letters}" '
        f'stroke-opacity=".55" stroke-width=".5"/>'
        f'<g fill="{letters}">{"".join(pips)}</g>{"".join(corners)}'
    )


# -- any other card


def _face(face: CardFace) -> str:
    ink = _colour(face.top.ink)
    return (
        f'<rect width="57" height="57" rx="3.4" fill="{PAPER}"/>'
        f'<path d="M3.4 0H53.6A3.4 3.4 0 0 1 57 3.4V13H0V3.4A3.4 3.4 0 0 1 3.4 0z" fill="{ink}"/>'
        f"{_band(face.top, 9.2)}{_price(face)}{_middle(face)}{_foot(face.bottom)}"
        f'<rect x=".3" y=".3" width="56.4" height="56.4" rx="3.2" fill="none" stroke="#000" stroke-opacity=".3" '
        f'stroke-width=".6"/>'
    )


def _band(band: Band, y: float) -> str:
    letters = _letters_on(band.ink)
    x = 14.5 if band.icon else 4.0
    size = BAND_SIZE if len(band.word) <= BAND_LETTERS else BAND_SIZE * BAND_LETTERS / len(band.word)
    return _icon(band.icon, 3.5, y - 7, 9, letters) + _words(
        band.word, x, y, round(size, 2), letters, 'font-weight="bold"'
    )


def _foot(band: Band | None) -> str:
    """The bar at the bottom, to be read from the other side."""
    if band is None:
        return ""
    drawn = f'<path d="M3.4 0H53.6A3.4 3.4 0 0 1 57 3.4V13H0V3.4A3.4 3.4 0 0 1 3.4 0z" fill="{_colour(band.ink)}"/>'
    return f'<g transform="rotate(180 28.5 28.5)">{drawn}{_band(band, 9.2)}</g>'


def _price(face: CardFace) -> str:
    if not face.price:
        return ""
    return '<circle cx="49.5" cy="6.5" r="5.4" fill="#f2c230" stroke="#5a3d00" stroke-width=".5"/>' + _words(
        face.price, 49.5, 8.7, 6, "#231503", 'font-weight="bold" text-anchor="middle"'
    )


def _middle(face: CardFace) -> str:
    """The title, then the symbols, as large as the small text below them leaves room for."""
    lines = list(_wrapped(face.title, LETTERS))
    longest = max(map(len, lines))
    size = next(size for most, size in TITLE_SIZES if longest <= most)
    has_more = bool(face.symbols or face.lines)
    top = 22.5 if has_more else (28.5 if face.bottom else 33) - (len(lines) - 1) * size * 0.55
    look = 'font-weight="bold" text-anchor="middle" class="serif"'
    title = "".join(
        _words(line, 28.5, round(top + n * size * 1.08, 2), size, INK, look) for n, line in enumerate(lines)
    )
    return title + (_below(face, top + (len(lines) - 1) * size * 1.08 + BELOW_TITLE) if has_more else "")


def _below(face: CardFace, top: float) -> str:
    """Symbols and small text between the title and the foot: the largest that fit, else the smallest."""
    room = (FOOT if face.bottom else EDGE) - top
    for sign, letter in product(SIGN_SIZES if face.symbols else (0.0,), SMALL_SIZES):
        rows, written = _rows(face.symbols, sign), _small_lines(face.lines, letter)
        signs, height = len(rows) * (sign + SIGN_GAP), len(written) * letter * LEADING
        if signs + height <= room:
            break
    top += max(0.0, room - signs - height) / 2
    return _signs(rows, top, sign) + _small(written, top + signs, letter)


def _rows(symbols: Sequence[Symbol], size: float) -> list[Sequence[Symbol]]:
    most = int(WIDTH // (size + SIGN_GAP))
    return [symbols[at : at + most] for at in range(0, len(symbols), most)]


def _signs(rows: Sequence[Sequence[Symbol]], top: float, size: float) -> str:
    step = size + SIGN_GAP
    return "".join(
        _medallion(symbol, 28.5 + (n - (len(row) - 1) / 2) * step, top + (r + 0.5) * step, size)
        for r, row in enumerate(rows)
        for n, symbol in enumerate(row)
    )


def _medallion(symbol: Symbol, x: float, y: float, size: float) -> str:
    inner = size * 0.62
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{size / 2}" fill="{_colour(symbol.ink)}"/>' + _icon(
        symbol.icon, round(x - inner / 2, 2), round(y - inner / 2, 2), inner, _letters_on(symbol.ink)
    )


def _small_lines(lines: Sequence[str], size: float) -> list[str]:
    return [part for line in lines for part in _wrapped(line, int(WIDTH / size / SMALL_WIDTH))]


def _small(written: Sequence[str], top: float, size: float) -> str:
    look = 'text-anchor="middle"'
    return "".join(
        _words(line, 28.5, round(top + (n + 0.8) * size * LEADING, 2), size, "#4a4038", look)
        for n, line in enumerate(written)
    )


def _wrapped(text: str, most: int) -> Iterator[str]:
    """The text in lines of at most so many letters; a word is never broken."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _back() -> str:
    """The same from every side, so that it marks no card."""
    rings = "".join(
        f'<rect x="{at}" y="{at}" width="{SIDE - 2 * at}" height="{SIDE - 2 * at}" rx="{max(1.0, 6 - at / 3):.1f}" '
        f'fill="none" stroke="#c9a24f" stroke-width="{width}" opacity="{shade}"/>'
        for at, width, shade in ((3, 0.7, 1), (9, 0.5, 0.6), (15, 0.5, 0.75), (20, 1.6, 1))
    )
    return (
        '<symbol id="f-back" viewBox="0 0 57 57"><rect width="57" height="57" rx="3.4" fill="#173039"/>'
        f'{rings}<circle cx="28.5" cy="28.5" r="4" fill="#ffb95c"/></symbol>'
    )
