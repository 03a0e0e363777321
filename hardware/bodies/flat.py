"""Bodies of the parts without wires; millimetres from the part's middle, as in the footprints they lie on.

Imported lengths come from the model. The others are as such packages usually are, checked against no data sheet.
"""

from __future__ import annotations

from hardware.bodies.solids import (
    BLACK,
    CREAM,
    GREY,
    LIME,
    METAL,
    TAN,
    WHITE,
    Body,
    Colour,
    Prism,
    block,
    middle_block,
    upright,
)
from hardware.layout.flat import FINE
from hardware.product.cell import DOME, DOME_BODY, LED_SIZE
from hardware.solids.sizes import BOARD

MARK = 0.02  # how far a mark stands out of its case
LEAD = 0.2  # how thick


def chip(length: float, width: float, tall: float, cap: float, colour: Colour) -> Body:
    """A block between two metal ends."""
    inner = length / 2 - cap
    ends = (middle_block(x, 0, cap, width, 0, tall, METAL) for x in (-inner - cap / 2, inner + cap / 2))
    return (*ends, middle_block(0, 0, 2 * inner, width, 0, tall - MARK, colour))


def diode(length: float, width: float, tall: float, reach: float, tab: float) -> Body:
    """A case on two tabs; its band is at pad 1."""
    half = length / 2
    tabs = (block(left, -tab / 2, right, tab / 2, 0, LEAD, METAL) for left, right in ((-reach, -half), (half, reach)))
    case = middle_block(0, 0, length, width, 0, tall, BLACK)
    return (*tabs, case, middle_block(0.5 - half, 0, 0.4, width, tall, tall + MARK, WHITE))


def indicator() -> Body:
    """A light 0805; a line at pad 1, its cathode."""
    light = middle_block(0, 0, 1.2, 1.1, 0.4 - MARK, 0.8, LIME)
    return (*chip(2.0, 1.25, 0.4, 0.4, CREAM), light, middle_block(-0.8, 0, 0.15, 1.2, 0.4, 0.4 + MARK, GREY))


def led() -> Body:
    """A WS2812B: its light comes out of the round window; the corner of pad 3 is cut."""
    half, tall = LED_SIZE[0] / 2, LED_SIZE[2]
    outline = ((-half, -half), (half, -half), (half, half - 0.8), (half - 0.8, half), (-half, half))
    ends = (middle_block(x, y, 0.9, 1.0, 0, 0.8, METAL) for x in (-2.25, 2.25) for y in (-1.6, 1.6))
    window = upright(0, 0, 4.0, tall - 2 * MARK, tall - MARK, CREAM)
    driver = middle_block(0.9, -0.6, 0.8, 0.9, tall - MARK, tall, GREY)
    return (*ends, Prism(outline, 0.05, tall - 2 * MARK, WHITE), window, driver)


def dome() -> Body:
    """A key on four legs, its button in the middle."""
    legs = (middle_block(x, y, 1.3, 0.7, 0, LEAD, METAL) for x in (-3.65, 3.65) for y in (-2.25, 2.25))
    base = middle_block(0, 0, DOME[0], DOME[1], 0, DOME_BODY - 0.3, BLACK)
    cover = middle_block(0, 0, DOME[0] - 0.2, DOME[1] - 0.2, DOME_BODY - 0.3, DOME_BODY, METAL)
    return (*legs, base, cover, upright(0, 0, 3.5, DOME_BODY, DOME[2], BLACK))


def leads(spots: tuple[tuple[float, float], ...], edge: float, reach: float, high: float, width: float) -> Body:
    """From a case's edge out, down and out on the board, at the side that each spot's x tells."""
    knee, found = edge + 0.3 * (reach - edge), []
    for side, y in spots:
        for near, far, top in ((edge, knee, high), (knee, reach, LEAD)):
            left, right = sorted((side * near, side * far))
            found.append(block(left, y - width / 2, right, y + width / 2, 0, top, METAL))
    return tuple(found)


def small(left: str, right: str, edge: float, reach: float) -> Body:
    """SOT-23 and its like, its leads told as its pads are; a mark at pad 1."""
    sides = ((-1, left), (1, right))
    spots = tuple((side, (row - 1) * FINE) for side, pads in sides for row, pad in enumerate(pads) if pad != " ")
    case = middle_block(0, 0, 2 * edge, 2.9, 0.05, 1.1, BLACK)
    return (*leads(spots, edge, reach, 0.6, 0.4), case, upright(0.3 - edge, -1.05, 0.3, 1.1, 1.1 + MARK, GREY))


def chip_of(pins: int, edge: float, reach: float, length: float, tall: float) -> Body:
    """SOIC; a mark at pad 1."""
    half = pins // 2
    first = -(half - 1) * 1.27 / 2
    spots = tuple((side, first + n * 1.27) for side in (-1, 1) for n in range(half))
    case = middle_block(0, 0, 2 * edge, length, 0.1, tall, BLACK)
    mark = upright(0.7 - edge, 0.8 - length / 2, 0.6, tall, tall + MARK, GREY)
    return (*leads(spots, edge, reach, tall / 2, 0.42), case, mark)


def can() -> Body:
    """Its dark part is on the side of its minus; the corners of its base are cut at its plus."""
    base = ((-3.3, -2.3), (-2.3, -3.3), (3.3, -3.3), (3.3, 3.3), (-2.3, 3.3), (-3.3, 2.3))
    ends = (middle_block(x, 0, 1.6, 0.7, 0, LEAD, METAL) for x in (-2.9, 2.9))
    minus = Prism(((1.6, -2.5), (2.4, -1.8), (2.9, 0), (2.4, 1.8), (1.6, 2.5)), 5.4, 5.4 + MARK, BLACK)
    return (*ends, Prism(base, 0, 0.9, BLACK), upright(0, 0, 6.3, 0.9, 5.4, METAL), minus)


def usb_c() -> Body:
    """A shell with its mouth below, and the tongue in it."""
    near, far, tall, wall = -2.6, 3.4, 3.26, 0.3
    contacts = (
        middle_block(x, -2.95, 0.5 if abs(x) > 1 else 0.3, 0.9, 0, LEAD, METAL)
        for x in (-2.75, -1.52, -0.5, 0.5, 1.52, 2.75)
    )
    tabs = (middle_block(x, y, 0.3, 0.9, -BOARD - 0.4, 1.0, METAL) for x in (-4.32, 4.32) for y in (-3.0, 0.8))
    shell = (
        block(-4.47, near, 4.47, far, 0, wall, METAL),
        block(-4.47, near, 4.47, far, tall - wall, tall, METAL),
        block(-4.47, near, -4.47 + wall, far, wall, tall - wall, METAL),
        block(4.47 - wall, near, 4.47, far, wall, tall - wall, METAL),
        block(-4.47 + wall, near, 4.47 - wall, near + 0.6, wall, tall - wall, BLACK),
    )
    return (*contacts, *tabs, *shell, block(-3.35, near + 0.6, 3.35, far - 0.7, 1.28, 1.98, BLACK))


FLAT = {
    "C_0805": chip(2.0, 1.25, 1.25, 0.4, TAN),
    "R_0805": chip(2.0, 1.25, 0.5, 0.35, BLACK),
    "C_0603": chip(1.6, 0.8, 0.8, 0.3, TAN),
    "R_0603": chip(1.6, 0.8, 0.45, 0.3, BLACK),
    "C_1206": chip(3.2, 1.6, 1.6, 0.5, TAN),
    "LED_0805": indicator(),
    "D_SOD123": diode(2.7, 1.55, 1.15, 1.85, 0.6),
    "D_SMA": diode(4.3, 2.6, 2.3, 2.6, 1.5),
    "WS2812B": led(),
    "Dome_6x6": dome(),
    "USB_C_6": usb_c(),
    "C_can_6.3": can(),
    "SOT23-3": small("1 2", " 3 ", 0.65, 1.2),
    "SOT23-6": small("123", "654", 0.8, 1.4),
    "SOIC14": chip_of(14, 1.95, 3.0, 8.65, 1.75),
    "SOIC16": chip_of(16, 1.95, 3.0, 9.9, 1.75),
    "SOIC20W": chip_of(20, 3.75, 5.15, 12.8, 2.65),
}
