"""A card as it is cut out, as SVG: the page's drawing of its face in a frame of its own colour, and the deck's back.

Units are mm from the upper left corner of the bleed. Faces and signs are drawn where the page draws them; here is only
what paper adds: colour to cut into, and a sign in two opposite corners, for hands and for people on either side. A
card's name is on its face, once.
"""

from __future__ import annotations

from collections.abc import Callable

from glowtable.game import CardFace
from glowtable.web.faces import (
    BACK_INK,
    SHAPES,
    SIDE,
    back_drawing,
    face_drawing,
    hex_colour,
    icon_drawing,
    letters_on,
    line_drawing,
    medallion,
)

from hardware.cards.sheet import BLEED, INSET, Format

BORDER = 3.0  # of the frame beside the face
MARK = 9.0  # the largest sign
BACK_TITLE = 3.0  # the size of a game's name on its backs
GOLD = "#c9a24f"


def card_drawing(face: CardFace, size: Format) -> str:
    """The card with its bleed, point-symmetric but for the face in its middle."""
    strip = 0.0 if _tells_corners(face) and size.strip < SIDE / 4 else size.strip
    side = min(size.width - 2 * BORDER, size.height - 2 * strip if strip else size.height - 2 * BORDER)
    x, y = BLEED + (size.width - side) / 2, BLEED + (size.height - side) / 2
    panel = f'<g transform="translate({x:g} {y:g}) scale({side / SIDE:.5f})">{face_drawing(face)}</g>'
    index = _indices(face, size, strip) if strip else ""
    return _ground(face, size) + panel + index


def deck_back(title: str, size: Format) -> str:
    """The back of all cards of a deck: the page's back, and the game's name to be read from both sides."""
    side = min(size.width, size.height) - 2 * BORDER
    x, y = BLEED + (size.width - side) / 2, BLEED + (size.height - side) / 2
    middle = BLEED + size.width / 2
    at = BLEED + size.strip / 2 if size.strip > BORDER + BACK_TITLE * 2 else y + 6.5 * side / SIDE
    name = line_drawing(title, middle, at + BACK_TITLE * 0.35, BACK_TITLE, GOLD, 'text-anchor="middle" class="serif"')
    rings = f'<g transform="translate({x:g} {y:g}) scale({side / SIDE:.5f})">{back_drawing()}</g>'
    return _rect(0, 0, *_bled(size), BACK_INK) + rings + name + _turned(name, size)


def _tells_corners(face: CardFace) -> bool:
    """The face has indices of its own, in opposite corners."""
    return bool(face.pips or face.bottom or face.corner or (face.picture and len(face.signs) == 1))


def _bled(size: Format) -> tuple[float, float]:
    return size.width + 2 * BLEED, size.height + 2 * BLEED


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def _ground(face: CardFace, size: Format) -> str:
    """To the end of the bleed in the colour of the card; a card of two bands has both."""
    width, height = _bled(size)
    upper = _rect(0, 0, width, height, hex_colour(face.top.ink))
    return upper + (_rect(0, height / 2, width, height / 2, hex_colour(face.bottom.ink)) if face.bottom else "")


def _turned(drawing: str, size: Format) -> str:
    width, height = _bled(size)
    return f'<g transform="rotate(180 {width / 2:g} {height / 2:g})">{drawing}</g>'


def _indices(face: CardFace, size: Format, strip: float) -> str:
    """A sign at the top, and turned at the bottom: of a card with two bands that of the other band."""
    mark = min(MARK, strip - INSET + 0.4)
    at = BLEED + INSET + mark / 2, BLEED + max(strip / 2, INSET + mark / 2 - 0.3), mark
    below = face._replace(top=face.bottom) if face.bottom else face
    return _sign(face, *at) + _turned(_sign(below, *at), size)


def _sign(face: CardFace, x: float, y: float, mark: float) -> str:
    """What tells this card in a hand: its shape, price, initials, or its first sign; nothing if it has none of them."""
    bold, colour = 'font-weight="bold" text-anchor="middle"', letters_on(face.top.ink)
    signs: tuple[tuple[object, Callable[[], str]], ...] = (
        (face.pips, lambda: f'<g transform="translate({x:g} {y:g}) scale({mark / 10:.3f})" fill="{colour}">'
                            f"{SHAPES[face.top.icon]}</g>"),
        (face.price, lambda: line_drawing(face.price, x, y + mark * 0.25, mark * 0.68, colour, bold)),
        (face.corner, lambda: line_drawing("".join(face.corner[:1]), x, y + mark * 0.25, mark * 0.68, colour, bold)),
        (face.signs, lambda: medallion(face.signs[0], x, y, mark)),
        (face.picture, lambda: medallion(face.picture, x, y, mark) if face.picture else ""),
        (face.top.icon, lambda: icon_drawing(face.top.icon, x, y, mark, colour)),
        (face.symbols, lambda: medallion(face.symbols[0], x, y, mark)),
    )  # fmt: skip
    return next((draw() for is_there, draw in signs if is_there), "")
