"""Bodies of the parts with wires; millimetres from pin 1, as in the footprints they stand on.

Imported lengths come from the model. The others are as such parts usually are, checked against no data sheet.
"""

from __future__ import annotations

from hardware.bodies.solids import (
    BLACK,
    BLUE,
    CREAM,
    GOLD,
    GREEN,
    GREY,
    LIME,
    METAL,
    NAVY,
    ORANGE,
    TAN,
    WHITE,
    YELLOW,
    Body,
    Colour,
    Prism,
    Rod,
    Solid,
    X,
    Y,
    block,
    middle_block,
    upright,
)
from hardware.layout.plan import U
from hardware.product.table import BUTTON, HUB_TOP, PICO, PICO_LOW, RESET_HIGH
from hardware.solids.sizes import (
    BOARD,
    STEM_HEIGHT,
    STEM_LENGTH,
    STEM_WIDTHS,
    SWITCH_ABOVE,
    SWITCH_BELOW,
    SWITCH_BODY,
    SWITCH_HOUSING,
    SWITCH_PINS,
)

TAIL = -BOARD - 1.4  # where pins end below the board
PIN = 0.64  # square
HEADER_TOP, SHROUD, SHROUD_WALL, KEYWAY = 8.5, 9.0, 1.2, 4.5
SOCKET, LOW_SOCKET, SPACER = 8.5, 6.0, 2.5  # heights of two sockets, and of the plastic of a module's header


def pin(x: float, y: float, high: float, side: float = PIN, colour: Colour = GOLD) -> Prism:
    return middle_block(x, y, side, side, TAIL, high, colour)


def leg(x: float, y: float, high: float, across: float) -> Rod:
    return upright(x, y, across, TAIL, high, METAL)


def axial(length: float, across: float, lead: float, colour: Colour) -> Body:
    """A part lying on the board between its holes, 10.16 mm apart."""
    pitch, middle = 4 * U, across / 2 + 0.1
    wire = Rod((0, 0, middle), X, pitch, lead, METAL)
    legs = (leg(0, 0, middle, lead), leg(pitch, 0, middle, lead))
    return (*legs, wire, Rod(((pitch - length) / 2, 0, middle), X, length, across, colour))


def disc(across: float, thick: float, lead: float, colour: Colour) -> Body:
    """A disc that stands on edge on two wires, 5.08 mm apart."""
    middle = across / 2 + 1.0
    legs = (leg(0, 0, middle, lead), leg(2 * U, 0, middle, lead))
    return (*legs, Rod((U, -thick / 2, middle), Y, thick, across, colour))


def can() -> Body:
    """An electrolytic capacitor, 10 x 12.5 mm; the light stripe is on the side of its minus."""
    stripe = block(U + 4.85, -1.2, U + 5.1, 1.2, 0.3, 12.4, WHITE)
    top = upright(U, 0, 8.6, 12.5, 12.55, METAL)
    return (leg(0, 0, 0.3, 0.6), leg(2 * U, 0, 0.3, 0.6), upright(U, 0, 10.0, 0.3, 12.5, NAVY), top, stripe)


def buzzer() -> Body:
    middle = 1.5 * U
    hole, plus = upright(middle, 0, 2.0, 9.5, 9.55, GREY), middle_block(middle - 4, 0, 1.6, 0.4, 9.5, 9.55, WHITE)
    return (leg(0, 0, 0.2, 0.6), leg(3 * U, 0, 0.2, 0.6), upright(middle, 0, 12.0, 0.2, 9.5, BLACK), hole, plus)


def key() -> Body:
    """An MX switch on the board, its stem up; the housing is wider above the plate that it is for."""
    x, y, plate = 1.5 * U, U, SWITCH_BELOW
    top = plate + SWITCH_ABOVE
    pegs = tuple(
        upright(x + dx, y, across, -SWITCH_PINS, 0, GREY) for dx, across in ((0, 3.9), (-5.08, 1.6), (5.08, 1.6))
    )
    legs = tuple(middle_block(dx, dy, 1.0, 0.3, -SWITCH_PINS, 0, METAL) for dx, dy in ((0, 0), (2.5 * U, -U)))
    across, along = STEM_WIDTHS
    cross = tuple(
        middle_block(x, y, width, deep, top, top + STEM_HEIGHT, ORANGE)
        for width, deep in ((STEM_LENGTH, across), (along, STEM_LENGTH))
    )
    case = middle_block(x, y, SWITCH_BODY, SWITCH_BODY, 0, plate, BLACK)
    return (*pegs, *legs, case, middle_block(x, y, SWITCH_HOUSING, SWITCH_HOUSING, plate, top, GREY), *cross)


def dip(pins: int) -> Body:
    """Wires half as wide as their holes; a round mark at the end of pin 1."""
    half, width = pins // 2, 3 * U
    bottom = (half - 1) * U
    legs = tuple(
        solid
        for n in range(half)
        for x, inner in ((0.0, 0.8), (width, width - 0.8))
        for solid in (
            middle_block(x, n * U, 0.25, 0.5, TAIL, 2.2, METAL),
            block(min(x, inner), n * U - 0.6, max(x, inner), n * U + 0.6, 2.0, 2.2, METAL),
        )
    )
    case = block(0.6, -1.2, width - 0.6, bottom + 1.2, 0.5, 3.8, BLACK)
    return (*legs, case, upright(width / 2, -0.7, 1.0, 3.8, 3.85, GREY), upright(1.6, -0.2, 0.9, 3.8, 3.85, GREY))


def pins_in_a_row(count: int) -> Body:
    """A strip of pins."""
    strip = block(-U / 2, -U / 2, U / 2, (count - 0.5) * U, 0, SPACER, BLACK)
    return (strip, *(pin(0, n * U, HEADER_TOP) for n in range(count)))


def socket(count: int) -> Body:
    """A strip of contacts for pins; from above one sees the openings."""
    strip = block(-U / 2, -U / 2, U / 2, (count - 0.5) * U, 0, SOCKET, BLACK)
    mouths = (middle_block(0, n * U, 0.9, 0.9, SOCKET, SOCKET + 0.02, GREY) for n in range(count))
    return (strip, *(pin(0, n * U, 0) for n in range(count)), *mouths)


def box_header(rows: int) -> Body:
    """Two columns of pins in a shroud; its keyway is at the middle of the first column."""
    left, right, top, bottom = -3.2, U + 3.2, -5.1, (rows - 1) * U + 5.1
    middle, wall = (rows - 1) * U / 2, SHROUD_WALL
    walls = (
        (left, top, right, top + wall),
        (left, bottom - wall, right, bottom),
        (right - wall, top + wall, right, bottom - wall),
        (left, top + wall, left + wall, middle - KEYWAY / 2),
        (left, middle + KEYWAY / 2, left + wall, bottom - wall),
    )
    pins = (pin(column * U, row * U, HEADER_TOP) for row in range(rows) for column in range(2))
    return (
        block(left, top, right, bottom, 0, SPACER, GREY),
        *(block(*side, SPACER, SHROUD, GREY) for side in walls),
        *pins,
    )


def pico() -> Body:
    """The module face down with its headers in two sockets, USB on top, as high as the table's model has it."""
    low = PICO_LOW - HUB_TOP
    high = low + PICO[2]
    middle_x, middle_y = 3.5 * U, 9.5 * U
    top = middle_y - PICO[1] / 2
    found: list[Solid] = []
    for x in (0, 7 * U):
        for foot, end, colour in ((0, LOW_SOCKET, BLACK), (LOW_SOCKET, low, NAVY)):
            found.append(block(x - U / 2, -U / 2, x + U / 2, 19.5 * U, foot, end, colour))
        for y in (n * U for n in range(20)):
            found += [upright(x, y, PIN, TAIL, 0, METAL), upright(x, y, 1.5, high, high + 0.1, GOLD)]

    def below(x: float, y: float, width: float, long: float, tall: float, colour: Colour) -> Prism:
        return middle_block(middle_x - x, y, width, long, low - tall, low, colour)

    return (
        *found,
        middle_block(middle_x, middle_y, PICO[0], PICO[1], low, high, GREEN),
        below(0, top - 1.3 + 2.8, 7.5, 5.6, 2.7, METAL),
        below(0, middle_y, 7.0, 7.0, 0.9, BLACK),
        below(-BUTTON[0], middle_y - BUTTON[1], 3.0, 4.0, 1.5, WHITE),
        below(-5.0, top + 6.0, 1.2, 0.8, 0.6, LIME),
    )


def side_key() -> Body:
    """Its button is where the table's rear panel has its opening."""
    legs = tuple(middle_block(x, 0, 0.8, 0.3, TAIL, 0.5, METAL) for x in (-2.25, 2.25))
    pegs = tuple(middle_block(x, 2.5, 0.4, 1.2, TAIL, 3.0, METAL) for x in (-3.5, 3.5))
    case = block(-3.3, -0.6, 3.3, 3.5, 0, 7.0, BLACK)
    return (*legs, *pegs, case, Rod((0, 3.5, RESET_HIGH), Y, 1.5, 3.4, CREAM))


def terminal() -> Body:
    """Screws above; wires go in from the left."""
    ways = (0.0, 2 * U)
    screws = tuple(upright(0, y, 3.6, 10.0, 10.05, METAL) for y in ways)
    slots = tuple(middle_block(0, y, 3.0, 0.6, 10.05, 10.1, GREY) for y in ways)
    mouths = tuple(block(-4.1, y - 1.6, -4.05, y + 1.6, 1.2, 5.0, GREY) for y in ways)
    case = block(-4.05, -2.6, 4.1, 7.68, 0, 10.0, GREEN)
    return (*(leg(0, y, 0.1, 1.0) for y in ways), case, *screws, *slots, *mouths)


def plug() -> Body:
    """A low tray with two posts, and the wall behind that the lead's latch grips."""
    posts = tuple(pin(x, 0, 9.0, 1.14, METAL) for x in (0.0, 3.96))
    tray = block(-1.95, -2.0, 5.91, 4.8, 0, 3.2, WHITE)
    return (*posts, tray, block(-0.6, -3.7, 4.56, -2.0, 0, 7.2, WHITE), block(-1.95, 3.6, 5.91, 4.8, 3.2, 4.6, WHITE))


def lead_plug(ways: int) -> Body:
    """A tray with high walls around a row of posts."""
    long, thick = (ways - 1) * 2.5 + 2.45, 0.8
    posts = tuple(pin(0, n * 2.5, 6.0, 0.64, METAL) for n in range(ways))
    sides = (
        block(-3.4, -2.45, -3.4 + thick, long, 0, 7.0, WHITE),
        block(2.35 - thick, -2.45, 2.35, long, 0, 7.0, WHITE),
        block(-3.4 + thick, -2.45, 2.35 - thick, -2.45 + thick, 0, 7.0, WHITE),
        block(-3.4 + thick, long - thick, 2.35 - thick, long, 0, 7.0, WHITE),
    )
    return (*posts, block(-3.4 + thick, -2.45 + thick, 2.35 - thick, long - thick, 0, 1.5, WHITE), *sides)


def indicator() -> Body:
    """A 3 mm LED; at the side of its cathode its rim is cut."""
    rim = Prism(((-0.2, -1.0), (0.3, -1.7), (2.2, -1.7), (3.0, 0), (2.2, 1.7), (0.3, 1.7), (-0.2, 1.0)), 0.3, 1.3, LIME)
    tip = (upright(U / 2, 0, across, low, high, LIME) for across, low, high in ((3.0, 1.3, 3.8), (2.4, 3.8, 4.5)))
    return (*(middle_block(x, 0, 0.5, 0.5, TAIL, 0.3, METAL) for x in (0, U)), rim, *tip)


WIRED = {
    "R_axial": axial(6.3, 2.3, 0.6, BLUE),
    "C_disc": disc(6.0, 2.5, 0.5, TAN),
    "C_radial": can(),
    "F_radial": disc(8.0, 3.1, 0.6, YELLOW),
    "Buzzer": buzzer(),
    "Key_MX": key(),
    "DIP14": dip(14),
    "DIP16": dip(16),
    "Pico_below": pico(),
    "Key_side": side_key(),
    "Terminal_1x02": terminal(),
    "Plug_VH": plug(),
    "Plug_XH_7": lead_plug(7),
    "LED_3mm": indicator(),
    "Socket_1x08": socket(8),
    **{f"Header_1x{count:02}": pins_in_a_row(count) for count in (4, 6, 8)},
    **{f"Header_2x{rows:02}": box_header(rows) for rows in (7, 8, 10)},
}
