"""Cards as drawings: what a game says is on a card, as SVG. One drawing for page and paper; it knows no game.

All faces of a deck are symbols of one file, so that a page fetches them once. Names are escaped, nothing is scripted.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from glowtable.game import Band, CardFace, Game, Symbol
from glowtable.match.copies import kinds_of
from glowtable.web.scenes import BACKDROPS, BOARDS, PANEL_BOTTOM

ICONS: dict[str, str] = json.loads((Path(__file__).parent / "icons.json").read_text("utf-8"))
SIDE = 57
PAPER, INK, DARK_INK = "#fbf5e9", "#1d1a17", "#fff9ec"
BACK_INK = "#173039"
LIGHT_INK = 0.55  # at this brightness and above, dark letters are read better
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "012678", 7: "0124678", 8: "01235678", 9: "012345678"}
PIP_SIZES = ((1, 1.9), (3, 1.3), (6, 1.1), (9, 0.95))  # up to so many pips -> how large they are
LETTER_WIDTH, LINE_HEIGHT = 0.7, 1.08  # of a title's letters and lines, by their size
TITLE_LINES = 3
SIGN_SIZES, SMALL_SIZES = (15.0, 11.5, 9.0, 7.5, 6.0), (3.4, 3.0, 2.7, 2.4)  # of symbols and of the text below them
SIGN_GAP, LEADING, SMALL_WIDTH = 1.3, 1.2, 0.52  # between symbols; of lines and letters of small text, by their size
WIDTH, BETWEEN_CORNERS, FOOT, EDGE = 52.0, 35.0, 42.5, 54.5  # of what is written; where symbols and small text end
FRAMED = 53.0  # where they end in a frame
ROOF = 14.0  # the band at the top
FAMILIES = {  # around a symbol, one unit being half its size
    "disc": "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1z",
    "hexagon": "M0-1.06L.92-.53V.53L0 1.06L-.92 .53V-.53z",
    "house": "M0-1.05L1-.3V.95H-1V-.3z",
    "diamond": "M0-1.12L1.12 0L0 1.12L-1.12 0z",
    "tile": "M-.7-.95H.7L.95-.7V.7L.7 .95H-.7L-.95 .7V-.7z",
}
SHAPES = {
    "circle": '<circle r="4.3"/>',
    "triangle": '<path d="M0-4.6L4.6 3.6H-4.6z"/>',
    "square": '<rect x="-3.9" y="-3.9" width="7.8" height="7.8" rx=".6"/>',
    "diamond": '<path d="M0-5.1L5.1 0L0 5.1L-5.1 0z"/>',
}
PAWN = "M128 20a42 42 0 0 1 27 74h25v22h-26c2 42 16 62 44 86v34H58v-34c28-24 42-44 44-86H76V94h25A42 42 0 0 1 128 20z"
DRAWN = {**ICONS, "pawn": PAWN}


FAN = 4  # cards in the picture of a game


def sprite(game: Game) -> bytes:
    """Every icon, the back, and each face of the deck once for all its copies, as symbols of one SVG."""
    return sprite_of(game, kinds_of(game).values())


def sprite_of(game: Game, cards: Iterable[str]) -> bytes:
    """The same with the faces of these cards alone."""
    kinds = dict.fromkeys(cards)
    faces = (_symbol_id(f"f-{n}", game.card_face(card), card) for n, card in enumerate(kinds))
    back = f'<symbol id="f-back" viewBox="0 0 57 57">{back_drawing()}</symbol>'
    return _sprite_of(back, *faces, game=game.name)


def lobby_sprite(games: Iterable[Game]) -> bytes:
    """Every icon, and a picture of each game: some of its cards as a fan."""
    return _sprite_of(
        *(f'<symbol id="game-{game.name}" viewBox="0 0 164 96">{_draw_fan(game)}</symbol>' for game in games)
    )


def _draw_fan(game: Game) -> str:
    kinds = list(dict.fromkeys(kinds_of(game).values()))
    chosen = [kinds[len(kinds) * n // FAN] for n in range(min(FAN, len(kinds)))]
    return "".join(
        f'<g transform="translate({16 + 25 * n} {20 + abs(2 * n - 3) * 2}) rotate({(n - 1.5) * 9} 28 57)">'
        f'<rect width="57" height="57" rx="4" fill="#fff"/>{face_drawing(game.card_face(card))}</g>'
        for n, card in enumerate(chosen)
    )


def icon_sprite() -> bytes:
    """The icons alone, for a page without cards."""
    return _sprite_of()


def _sprite_of(*cards: str, game: str = "") -> bytes:
    icons = (f'<symbol id="i-{name}" viewBox="0 0 256 256"><path d="{d}"/></symbol>' for name, d in ICONS.items())
    drawn = _without_repeats("".join((*icons, *cards)))
    named = f" data-game={quoteattr(game)}" if game else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"{named}>{drawn}</svg>'.encode()


PATH = re.compile(r'<path ([^<>]*?)d="([^"]{40,})"([^<>]*)/>')  # long enough to be worth a name


def _without_repeats(drawn: str) -> str:
    """The same drawing, with each long path that comes again written once: a deck is a fraction as large on its way."""
    counted = Counter(d for _, d, _ in PATH.findall(drawn))
    names = {d: f"p{n}" for n, d in enumerate(d for d, count in counted.items() if count > 1)}
    paths = "".join(f'<path id="{name}" d="{d}"/>' for d, name in names.items())

    def use(path: re.Match[str]) -> str:
        before, d, after = path.groups()
        return f'<use {before}href="#{names[d]}"{after}/>' if d in names else path[0]

    return f"<defs>{paths}</defs>{PATH.sub(use, drawn)}"


def _symbol_id(name: str, face: CardFace, card: str) -> str:
    named = f"data-card={quoteattr(card)} data-title={quoteattr(_spoken_text(face))}"
    return f'<symbol id="{name}" viewBox="0 0 57 57" {named}>{face_drawing(face)}</symbol>'


def face_drawing(face: CardFace) -> str:
    """A face as SVG, a square of 57 units, for a symbol of a page and for a sheet of paper alike."""
    return _draw_pips(face) if face.pips else _draw_face(face)


def _spoken_text(face: CardFace) -> str:
    """What a screen reader says of a card."""
    if face.pips:
        return f"{face.top.word} {face.pips}"
    if face.bottom:
        return f"{face.title}: {face.top.word}, {face.bottom.word}"
    return face.title


def hex_colour(ink: int) -> str:
    return f"#{ink:06x}"


def letters_on(ink: int) -> str:
    red, green, blue = (ink >> shift & 255 for shift in (16, 8, 0))
    return INK if (2 * red + 3 * green + blue) / 6 / 255 >= LIGHT_INK else DARK_INK


def icon_drawing(name: str, x: float, y: float, size: float, colour: str, shade: float = 1.0) -> str:
    """An icon around a middle."""
    place = f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / 256:.4f})"
    look = f'fill="{colour}"' + (f' fill-opacity="{shade}"' if shade < 1 else "")
    return f'<path transform="{place}" {look} d="{DRAWN[name]}"/>' if name in DRAWN else ""


def line_drawing(text: str, x: float, y: float, size: float, colour: str, look: str = "") -> str:
    return f'<text x="{x:g}" y="{y:.2f}" font-size="{size:g}" fill="{colour}" {look}>{escape(text)}</text>'


# -- a card that is all of one colour, with pips


def _draw_pips(face: CardFace) -> str:
    """Its number and its shape in all four corners: people sit on every side."""
    ink, letters = hex_colour(face.top.ink), letters_on(face.top.ink)
    shape = SHAPES[face.top.icon]
    size = next(size for most, size in PIP_SIZES if face.pips <= most)
    pips = (
        f'<g transform="translate({28.5 + (int(pip) % 3 - 1) * 10.5} {28.5 + (int(pip) // 3 - 1) * 10.5}) '
        f'scale({size})">{shape}</g>'
        for pip in PIPS[face.pips]
    )
    corner = line_drawing(face.title, 3.2, 10.2, 9.5, letters, 'font-weight="bold"')
    corner += f'<g transform="translate(6 14.4) scale(.5)" fill="{letters}">{shape}</g>'
    corners = (f'<g transform="rotate({turn} 28.5 28.5)">{corner}</g>' for turn in (0, 90, 180, 270))
    return (
        f'<rect width="57" height="57" rx="3.4" fill="{ink}"/>'
        f'<circle cx="28.5" cy="28.5" r="20.5" fill="{letters}" fill-opacity=".12" stroke="{letters}" '
        f'stroke-opacity=".55" stroke-width=".5"/>'
        f'<g fill="{letters}">{"".join(pips)}</g>{"".join(corners)}'
    )


# -- any other card


def _draw_face(face: CardFace) -> str:
    has_picture = face.picture is not None or face.scene in BOARDS
    return (
        f'<rect width="57" height="57" rx="3.4" fill="{hex_colour(face.ground)}"/>'
        f"{_draw_pictured(face) if has_picture else _draw_roofed(face)}"
        f'<rect x=".3" y=".3" width="56.4" height="56.4" rx="3.2" fill="none" stroke="#000" stroke-opacity=".35" '
        f'stroke-width=".6"/>'
    )


def _draw_backdrop(face: CardFace, ink: str) -> str:
    return BACKDROPS[face.scene](ink) if face.scene in BACKDROPS else ""


def _turn_around(drawing: str) -> str:
    """To be read from the other side."""
    return f'<g transform="rotate(180 28.5 28.5)">{drawing}</g>'


# -- the title in a band at the top


def _draw_roofed(face: CardFace) -> str:
    letters = letters_on(face.ground)
    below = _draw_below(face, ROOF + 1.5, FOOT if face.bottom or face.foot else EDGE, letters)
    middle = _draw_titles(face.title, 28.5, (16.0, 41.0), (50.0, 11.0), letters) if _says_little(face) else below
    rays = hex_colour((face.symbols or (face.top,))[0].ink)
    ground = f"{_draw_backdrop(face, rays)}{_draw_between(face)}"
    return f"{ground}{_draw_roof(face, face.top)}{middle}{_draw_floor(face)}"


def _says_little(face: CardFace) -> bool:
    """Then the title stands in the middle, large."""
    return not (face.symbols or face.lines or face.foot)


def _draw_roof(face: CardFace, band: Band) -> str:
    """Its sign or its price, its title, unless that is in the middle, its word, and the title's symbols."""
    letters, price = letters_on(band.ink), face.price if band is face.top else ""
    signs = face.signs if band is face.top else ()
    left = 14.5 if band.icon or price else 4.0
    room = SIDE - left - 3.0 - 8.6 * len(signs)
    title = _draw_titles(face.title, left, (1.2, 9.6 if band.word else 12.5), (room, 6.8), letters, "start")
    y, most = (8.8, 5.2) if _says_little(face) else (12.4, 3.2)
    return (
        f'<path d="M3.4 0H53.6A3.4 3.4 0 0 1 57 3.4V{ROOF}H0V3.4A3.4 3.4 0 0 1 3.4 0z" fill="{hex_colour(band.ink)}"/>'
        + (_draw_price(price) if price else icon_drawing(band.icon, 8, 7, 9.5, letters))
        + ("" if _says_little(face) else title)
        + line_drawing(band.word, left, y, _text_size(band.word, room, most), letters)
        + "".join(medallion(sign, 51.5 - 8.6 * n, 7, 7.6) for n, sign in enumerate(signs))
    )


def _draw_price(price: str) -> str:
    return '<circle cx="7.6" cy="7" r="5.6" fill="#f2c230" stroke="#5a3d00" stroke-width=".5"/>' + line_drawing(
        price, 7.6, 9.2, 6, "#231503", 'font-weight="bold" text-anchor="middle"'
    )


def _draw_between(face: CardFace) -> str:
    """Of two bands a breath of each colour, and their signs, large and pale."""
    if face.bottom is None:
        return ""
    top, bottom = hex_colour(face.top.ink), hex_colour(face.bottom.ink)
    return (
        f'<path d="M0 {ROOF}H57V27L0 41z" fill="{top}" fill-opacity=".12"/>'
        f'<path d="M57 27V43H0V41z" fill="{bottom}" fill-opacity=".16"/>'
        f"{icon_drawing(face.top.icon, 11, 25, 18, top, 0.2)}{icon_drawing(face.bottom.icon, 46, 32, 18, bottom, 0.2)}"
    )


def _draw_floor(face: CardFace) -> str:
    """The other band, to be read from the other side; or what it brings who wins it."""
    if face.bottom:
        return _turn_around(_draw_roof(face, face.bottom))
    if not face.foot:
        return ""
    letters = letters_on(face.ground)
    signs = "".join(medallion(sign, 16 + 9.5 * n, 50, 7.6) for n, sign in enumerate(face.foot))
    strip = "M0 45H57V53.6A3.4 3.4 0 0 1 53.6 57H3.4A3.4 3.4 0 0 1 0 53.6z"
    return f'<path d="{strip}" fill="#000" fill-opacity=".22"/>{icon_drawing("trophy", 7, 50, 6.5, letters)}{signs}'


# -- the title below a picture


def _draw_pictured(face: CardFace) -> str:
    letters = letters_on(face.ground)
    has_board = face.scene in BOARDS
    above = _draw_board(face) if has_board else _draw_portrait(face, letters)
    letters = INK if has_board else letters
    top, bottom = (PANEL_BOTTOM + 1.5, 38.0) if has_board else (30.0, 37.0)
    title = _draw_titles(face.title, 28.5, (top, bottom), (49.0, 6.4), letters)
    word = line_drawing(
        face.top.word, 28.5, bottom + 3.4, _text_size(face.top.word, WIDTH, 3.2), letters, 'text-anchor="middle"'
    )
    end = 49.8 if face.rank else FRAMED if face.scene == "frame" else EDGE
    more = _draw_below(face, bottom + 4.2, end, letters)
    return above + title + word + more + _draw_rank(face, letters) + _draw_corners(face)


def _draw_board(face: CardFace) -> str:
    """Above what is written, which stands on paper."""
    ink = hex_colour(face.top.ink)
    return (
        f"{BOARDS[face.scene](ink)}"
        f'<path d="M0 {PANEL_BOTTOM}H57V53.6A3.4 3.4 0 0 1 53.6 57H3.4A3.4 3.4 0 0 1 0 53.6z" fill="{PAPER}"/>'
        f'<path d="M0 {PANEL_BOTTOM}H57" stroke="{ink}" stroke-width=".5"/>'
    )


def _draw_portrait(face: CardFace, letters: str) -> str:
    picture = face.picture
    assert picture is not None
    if picture.shape != "disc":
        return _draw_backdrop(face, hex_colour(picture.ink)) + medallion(picture, 28.5, 18, 23)
    ring = f'<circle cx="28.5" cy="16.5" r="12" fill="{hex_colour(picture.ink)}" stroke="{letters}" stroke-width=".6"/>'
    return f"{_draw_backdrop(face, letters)}{ring}{icon_drawing(picture.icon, 28.5, 16.8, 17, letters_on(picture.ink))}"


def _draw_corners(face: CardFace) -> str:
    """An index on a block of its colour, or signs: people sit on every side."""
    if face.corner:
        letters = letters_on(face.top.ink)
        look = 'font-weight="bold" text-anchor="middle"'
        lines = "".join(
            line_drawing(text, 6.2, 6.2 + 5.6 * n, 5.2, letters, look) for n, text in enumerate(face.corner)
        )
        block = f'<path d="M3.4 0H12.4V{2.6 + 5.6 * len(face.corner)}H0V3.4A3.4 3.4 0 0 1 3.4 0z" '
        corner = f'{block}fill="{hex_colour(face.top.ink)}"/>{lines}'
        return corner + _turn_around(corner)
    first, *others = face.signs or (None,)
    if first is None:
        return ""
    if not others:
        return medallion(first, 7, 7, 8) + _turn_around(medallion(first, 7, 7, 8))
    return medallion(first, 7, 7, 8) + "".join(
        medallion(sign, 50, 7 + 9 * n, 8) for n, sign in enumerate(others) if sign
    )


def _draw_rank(face: CardFace, ink: str) -> str:
    """A row of as many cards as belong together, this one filled; the first is who they are of."""
    if face.rank is None:
        return ""
    at, count = face.rank
    left = 28.5 - (count - 1) * 2.2
    cards = (
        f'<rect x="{left + 4.4 * n - 1.3:.1f}" y="50.6" width="2.6" height="3.6" rx=".5" fill="{ink}" '
        f'fill-opacity="{1 if n == at else 0}" stroke="{ink}" stroke-width=".45"/>'
        for n in range(1, count)
    )
    return icon_drawing("pawn", left, 52.2, 5.2, ink, 1 if at == 0 else 0.4) + "".join(cards)


# -- titles, symbols and small text, as large as there is room


def _draw_titles(
    text: str, x: float, between: tuple[float, float], most: tuple[float, float], colour: str, anchor: str = "middle"
) -> str:
    """In the lines that let it be largest: between two heights, so wide and so large at most."""
    (top, bottom), (width, largest) = between, most
    size, lines = max(
        (_fitting_size(_split_lines(text, count), width, bottom - top, largest) for count in range(1, TITLE_LINES + 1)),
        key=lambda pair: pair[0],
    )
    first = (top + bottom) / 2 - (len(lines) - 1) * size * LINE_HEIGHT / 2 + size * 0.34
    look = f'font-weight="bold" text-anchor="{anchor}" class="serif"'
    return "".join(
        line_drawing(line, x, first + n * size * LINE_HEIGHT, size, colour, look) for n, line in enumerate(lines)
    )


def _split_lines(text: str, count: int) -> list[str]:
    """The text in at most so many lines, the longest as short as can be."""
    longest = max(map(len, text.split()), default=1)
    tries = (list(_wrap_text(text, most)) for most in range(longest, len(text) + 1))
    return next((lines for lines in tries if len(lines) <= count), [text])


def _fitting_size(lines: list[str], width: float, height: float, largest: float) -> tuple[float, list[str]]:
    """How large these lines can be."""
    longest = max(map(len, lines), default=1) + 0.3
    size = min(largest, width / longest / LETTER_WIDTH, height / len(lines) / LINE_HEIGHT)
    return round(size, 2), lines


def _text_size(text: str, width: float, largest: float) -> float:
    """Of a line of small text."""
    return round(min(largest, width / max(1, len(text)) / SMALL_WIDTH), 2)


def _draw_below(face: CardFace, top: float, bottom: float, letters: str) -> str:
    """Symbols and small text between two heights: the largest that fit, else the smallest."""
    room, width = bottom - top, BETWEEN_CORNERS if face.corner else WIDTH
    for sign, letter in product(SIGN_SIZES if face.symbols else (0.0,), SMALL_SIZES):
        rows, written = _symbol_rows(face.symbols, sign), _small_lines(face.lines, letter, width)
        signs, height = len(rows) * (sign + SIGN_GAP), len(written) * letter * LEADING
        if signs + height <= room:
            break
    top += max(0.0, room - signs - height) / 2
    return _draw_signs(rows, top, sign) + _draw_small(written, top + signs, letter, letters)


def _symbol_rows(symbols: Sequence[Symbol], size: float) -> list[list[Symbol]]:
    """Symbols of one shape stand together, and those with amounts, in as many rows as they need."""
    rows: list[list[Symbol]] = []
    for _, alike in groupby(symbols, key=lambda symbol: "" if symbol.amount else symbol.shape):
        row: list[Symbol] = []
        for symbol in alike:
            if row and sum(_symbol_width(each, size) for each in (*row, symbol)) > WIDTH:
                rows.append(row)
                row = []
            row.append(symbol)
        rows.append(row)
    return rows


def _symbol_width(symbol: Symbol, size: float) -> float:
    return size + SIGN_GAP + len(symbol.amount) * size * 0.7


def _draw_signs(rows: Sequence[Sequence[Symbol]], top: float, size: float) -> str:
    return "".join(
        medallion(symbol, x, top + (n + 0.5) * (size + SIGN_GAP), size)
        for n, row in enumerate(rows)
        for symbol, x in zip(row, _symbol_places(row, size), strict=True)
    )


def _symbol_places(row: Sequence[Symbol], size: float) -> Iterator[float]:
    """The middles of symbols that stand side by side, each followed by its amount."""
    x = 28.5 - sum(_symbol_width(each, size) for each in row) / 2
    for symbol in row:
        yield x + (size + SIGN_GAP) / 2
        x += _symbol_width(symbol, size)


def medallion(symbol: Symbol, x: float, y: float, size: float) -> str:
    half, letters = size / 2, letters_on(symbol.ink)
    dy = half * 0.14 if symbol.shape == "house" else 0.0
    amount = line_drawing(symbol.amount, x + half + 0.6, y + size * 0.24, size * 0.7, DARK_INK, 'font-weight="bold"')
    return (
        f'<path transform="translate({x:.2f} {y:.2f}) scale({half:.2f})" fill="{hex_colour(symbol.ink)}" '
        f'stroke="{DARK_INK}" stroke-opacity=".6" stroke-width="{0.5 / half:.3f}" d="{FAMILIES[symbol.shape]}"/>'
        + icon_drawing(symbol.icon, x, y + dy, size * (0.52 if symbol.shape in ("house", "diamond") else 0.62), letters)
        + (amount if symbol.amount else "")
    )


def _small_lines(lines: Sequence[str], size: float, width: float) -> list[str]:
    return [part for line in lines for part in _wrap_text(line, int(width / size / SMALL_WIDTH))]


def _draw_small(written: Sequence[str], top: float, size: float, colour: str) -> str:
    look = 'text-anchor="middle"'
    return "".join(
        line_drawing(line, 28.5, round(top + (n + 0.8) * size * LEADING, 2), size, colour, look)
        for n, line in enumerate(written)
    )


def _wrap_text(text: str, most: int) -> Iterator[str]:
    """The text in lines of at most so many letters; a word is never broken."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def back_drawing() -> str:
    """The back of every card, a square of 57 units: the same from every side, so that it marks no card."""
    rings = "".join(
        f'<rect x="{at}" y="{at}" width="{SIDE - 2 * at}" height="{SIDE - 2 * at}" rx="{max(1.0, 6 - at / 3):.1f}" '
        f'fill="none" stroke="#c9a24f" stroke-width="{width}" opacity="{shade}"/>'
        for at, width, shade in ((3, 0.7, 1), (9, 0.5, 0.6), (15, 0.5, 0.75), (20, 1.6, 1))
    )
    ground = f'<rect width="57" height="57" rx="3.4" fill="{BACK_INK}"/>'
    return f'{ground}{rings}<circle cx="28.5" cy="28.5" r="4" fill="#ffb95c"/>'
