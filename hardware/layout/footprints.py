"""The land patterns of the kinds of parts, as data. Millimetres from pin 1; x to the right, y down.

These parts have wires, for soldering by hand; those without are in flat.py. Pads are on a grid of 1.27 mm, where the
router meets their middles, or so large that it meets them anyway.
"""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.messages import USAGE, UserError, say

from hardware.layout.flat import FLAT
from hardware.layout.plan import HOLE
from hardware.layout.shapes import Footprint, Pad, Rectangle, below, box
from hardware.places import turned
from hardware.product.table import BUTTON

P = 2.54
MARGIN = 0.25  # of the courtyard around body and pads
SOCKET = 2.54  # wide: a row of the Pico's sockets


def axial(pitch: float, length: float, width: float, size: float, drill: float) -> Footprint:
    """A part lying between its two holes."""
    left, right, half = (pitch - length) / 2, (pitch + length) / 2, width / 2
    silk = [box(left, -half, right, half)]
    lead = size / 2 + 0.3
    silk += [((lead, 0), (left, 0)), ((right, 0), (pitch - lead, 0))] if left > lead else []
    pads = (Pad("1", 0, 0, size, drill), Pad("2", pitch, 0, size, drill))
    return Footprint(pads, (0, -half, pitch, half), tuple(silk), (pitch / 2, 0), (pitch / 2, half + 0.6))


def radial(
    pitch: float, width: float, height: float, size: float = 1.6, drill: float = 0.8, plus: bool = False
) -> Footprint:
    """A standing part; its body lies around its holes and its name beside them."""
    middle = pitch / 2
    body = (middle - width / 2, -height / 2, middle + width / 2, height / 2)
    marks = (((-1.8, -1.6), (-0.8, -1.6)), ((-1.3, -2.1), (-1.3, -1.1))) if plus else ()
    pads = (Pad("1", 0, 0, size, drill), Pad("2", pitch, 0, size, drill))
    name_at = (middle, height / 2 - 1.3) if height > 5 else (middle, 0)
    return Footprint(pads, body, (box(*body), *marks), name_at, (middle, height / 2 + 0.6))


def dip(pins: int) -> Footprint:
    """Two rows, 7.62 mm apart; pin 1 is top left, the last one top right."""
    half, width = pins // 2, 3 * P
    left = [Pad(str(n + 1), 0, n * P) for n in range(half)]
    right = [Pad(str(pins - n), width, n * P) for n in range(half)]
    top, bottom = -1.2, (half - 1) * P + 1.2
    notch = ((1.2, top), (3.1, top), (3.1, top + 0.8), (4.52, top + 0.8), (4.52, top), (width - 1.2, top))
    silk = ((*notch, (width - 1.2, bottom), (1.2, bottom), (1.2, top)),)
    name_at, value_at = (width / 2, top + 2.2), (width / 2, (top + bottom) / 2 + 1)
    return Footprint((*left, *right), (0, top, width, bottom), silk, name_at, value_at, is_chip=True)


def header(columns: int, rows: int) -> Footprint:
    """Pins in rows from top to bottom, numbered row by row; those of two columns have a shroud for a flat cable."""
    pads = tuple(
        Pad(str(row * columns + column + 1), column * P, row * P, 1.7, 1.0)
        for row in range(rows)
        for column in range(columns)
    )
    aside, beyond = (3.2, 5.1) if columns == 2 else (1.4, 1.4)
    right, bottom = (columns - 1) * P, (rows - 1) * P
    body = (-aside, -beyond, right + aside, bottom + beyond)
    notch = tuple((x, bottom / 2 + y) for x, y in ((-aside, -2.2), (1 - aside, -2.2), (1 - aside, 2.2), (-aside, 2.2)))
    silk = (box(*body), notch) if columns == 2 else (box(*body),)
    return Footprint(pads, body, silk, (right / 2, -beyond - 1.0))


def pico() -> Footprint:
    """The module face down on its sockets, USB on top: pins 1..20 down the right, 21..40 up the left; a hole for what
    presses its button."""
    right, middle = 7 * P, (7 * P / 2, 19 * P / 2)
    ones = [Pad(str(n + 1), right, n * P, 1.7, 1.0) for n in range(20)]
    others = [Pad(str(40 - n), 0, n * P, 1.7, 1.0) for n in range(20)]
    button = Pad("", middle[0] + BUTTON[0], middle[1] - BUTTON[1], 4.0, 4.0)
    body, between = (-1.61, -1.37, 19.39, 49.63), (SOCKET / 2, right - SOCKET / 2)
    return Footprint((*ones, *others, button), body, (box(*body),), (8.89, 24), free=between)


def side_key() -> Footprint:
    """A key pressed from the side, which is below; pegs hold it. After PTS645V, checked against no data sheet."""
    pads = (Pad("1", -2.25, 0, 1.8, 1.0), Pad("2", 2.25, 0, 1.8, 1.0))
    pegs = tuple(Pad("", x, 2.5, 1.4, 1.4) for x in (-3.5, 3.5))
    body = (-3.7, -1.6, 3.7, 3.7)
    around = ((-3.7, 1.4), (-3.7, -1.6), (3.7, -1.6), (3.7, 1.4))  # clear of the pegs
    return Footprint((*pads, *pegs), body, (around,), (0, -2.6), (0, 1.2), name_size=0.8)


def key() -> Footprint:
    """An MX switch with its two pegs; its middle is 3.81 right of and 2.54 below pin 1."""
    x, y = 3.81, 2.54
    pads = (
        Pad("1", 0, 0, 2.2, 1.5),
        Pad("2", 6.35, -2.54, 2.2, 1.5),
        Pad("", x, y, 4.0, 4.0),
        Pad("", x - 5.08, y, 1.7, 1.7),
        Pad("", x + 5.08, y, 1.7, 1.7),
    )
    body = (x - 7, y - 7, x + 7, y + 7)
    return Footprint(pads, body, (box(*body),), (x, y + 4.5))


def terminal() -> Footprint:
    pads = (Pad("1", 0, 0, 2.6, 1.3), Pad("2", 0, 5.08, 2.6, 1.3))
    body = (-4.1, -2.6, 4.1, 7.68)
    return Footprint(pads, body, (box(*body),), (2.7, 2.54))


def plug() -> Footprint:
    """A locking header for power. Source: JST VH series, B2P-VH."""
    pads = (Pad("1", 0, 0, 2.7, 1.7), Pad("2", 3.96, 0, 2.7, 1.7))
    body = (-1.95, -3.7, 5.91, 4.8)
    return Footprint(pads, body, (box(*body),), (1.98, 6))


def lead_plug(ways: int) -> Footprint:
    """A locking header for signals, low with its plug on. Source: JST XH series, B7B-XH-A."""
    pads = tuple(Pad(str(n + 1), 0, n * 2.5, 1.7, 1.0) for n in range(ways))
    body = (-3.4, -2.45, 2.35, (ways - 1) * 2.5 + 2.45)
    return Footprint(pads, body, (box(*body),), (-0.5, -3.5))


def indicator() -> Footprint:
    """A 3 mm LED; its flat side is at its cathode."""
    pads = (Pad("1", 0, 0, 1.8, 0.9), Pad("2", P, 0, 1.8, 0.9))
    body = (-0.7, -2.0, 3.3, 2.0)
    return Footprint(pads, body, (((-0.7, -2.0), (3.3, -2.0)), ((-0.7, 2.0), (3.3, 2.0))), (P / 2, 3))


def point() -> Footprint:
    """A hole for the tip of a meter's probe, from either side."""
    return Footprint(
        (Pad("1", 0, 0, 1.6, 0.8, is_probed=True),),
        (-0.8, -0.8, 0.8, 0.8),
        (((-0.6, 1.1), (0.6, 1.1)),),
        (0, -1.6),
        name_size=0.8,
    )


def hole(drill: float, room: float) -> Footprint:
    """For a screw, with room for its head: so far from its middle nothing else may stand."""
    room -= MARGIN
    return Footprint((Pad("", 0, 0, drill, drill),), (-room, -room, room, room), (), (0, 0))


HEAD_MM = {HOLE: 5.6, "Hole_M2.5": 5.0}  # pan heads, as is usual
HEAD_GAP = 0.5  # from a screw's head to copper
FOOTPRINTS = {
    "R_axial": axial(4 * P, 6.3, 2.3, 1.6, 0.8),
    "C_disc": radial(2 * P, 7.4, 2.6),
    "C_radial": radial(2 * P, 10.2, 10.2, plus=True),
    "F_radial": radial(2 * P, 8.2, 3.2, 1.8, 1.0),
    "Buzzer": radial(3 * P, 12.4, 12.4, 2.0, 1.0, plus=True),
    "Key_MX": key(),
    "DIP14": dip(14),
    "DIP16": dip(16),
    "Pico_below": pico(),
    "Key_side": side_key(),
    "Terminal_1x02": terminal(),
    "Header_1x04": header(1, 4),
    "Header_1x08": header(1, 8),
    "Socket_1x08": header(1, 8),
    "Header_2x07": header(2, 7),
    "Header_2x08": header(2, 8),
    "Header_2x10": header(2, 10),
    "Header_1x06_below": below(header(1, 6)),
    "Header_2x08_below": below(header(2, 8)),
    "C_radial_below": below(radial(2 * P, 10.2, 10.2, plus=True)),
    "LED_3mm_below": below(indicator()),
    "Plug_VH": plug(),
    "Plug_VH_below": below(plug()),
    "Plug_XH_7": lead_plug(7),
    "TestPoint": point(),
    HOLE: hole(3.2, 3.45),
    "Hole_M2.5": hole(2.7, 2.5),
    **FLAT,
}


def footprint(name: str) -> Footprint:
    if name not in FOOTPRINTS:
        raise UserError(say("there is no footprint {name}: draw it in hardware/layout/footprints.py", name=name), USAGE)
    return FOOTPRINTS[name]


def courtyard(shape: Footprint) -> Rectangle:
    """Around body and pads, with a margin."""
    boxes = [shape.body, *((p.x - p.half[0], p.y - p.half[1], p.x + p.half[0], p.y + p.half[1]) for p in shape.pads)]
    left, top, right, bottom = (list(side) for side in zip(*boxes, strict=True))
    return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def courtyards(shape: Footprint) -> list[Rectangle]:
    """Its courtyard, or what is left of it where flat parts have room under the body."""
    left, top, right, bottom = courtyard(shape)
    if not shape.free:
        return [(left, top, right, bottom)]
    a, b = shape.free
    return [(left, top, a + MARGIN, bottom), (b - MARGIN, top, right, bottom)]


def turned_box(shape: Rectangle, turn: int) -> Rectangle:
    (ax, ay), (bx, by) = turned(shape[:2], turn), turned(shape[2:], turn)
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def pads_at(shape: Footprint, x: float, y: float, turn: int) -> Iterator[Pad]:
    """The pads of a footprint that sits there."""
    for pad in shape.pads:
        dx, dy = turned((pad.x, pad.y), turn)
        sides = (pad.height, pad.size) if pad.height and turn % 2 else (pad.size, pad.height)
        yield pad._replace(x=x + dx, y=y + dy, size=sides[0], height=sides[1])
