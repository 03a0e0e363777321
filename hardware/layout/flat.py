"""The land patterns of parts without wires, which a board house places. Millimetres from the part's middle, as drawn.

Sources: KiCad 9's library for the WS2812B, the PTS645, SOD-123, SOT-23, SOIC and the 6.3 mm can; 0805 and the 3 mm
LED as is usual, checked against no data sheet: compare them with the parts you order.
"""

from __future__ import annotations

from hardware.layout.route import HALF_STEP
from hardware.layout.shapes import FRONT, Footprint, Pad


def land(number: str, x: float, y: float, width: float, height: float) -> Pad:
    """A pad on the front."""
    return Pad(number, x, y, width, 0, height, FRONT)


def chip(
    reach: float, width: float, height: float, half_long: float, half_wide: float, band: bool = False
) -> Footprint:
    """Two pads, `reach` from the middle; the band of a diode is at pad 1."""
    pads = (land("1", -reach, 0, width, height), land("2", reach, 0, width, height))
    beside = half_wide + 0.25
    ends = reach - width / 2 - 0.25 if not band else reach
    marks = [((-ends, y), (ends, y)) for y in (-beside, beside)]
    if band:
        outside = reach + width / 2 + 0.3
        marks = [((-outside, y), (ends, y)) for y in (-beside, beside)] + [((-outside, -beside), (-outside, beside))]
    body = (-half_long, -beside, half_long, beside)
    return Footprint(pads, body, tuple(marks), (0, beside + 0.8), (0, 0), name_size=0.8)


def led() -> Footprint:
    """WS2812B: VDD, DOUT, VSS, DIN; a bar is printed beside VDD."""
    pads = tuple(
        land(number, x, y, 1.5, 1.0)
        for number, x, y in (("1", -2.45, -1.6), ("2", -2.45, 1.6), ("3", 2.45, 1.6), ("4", 2.45, -1.6))
    )
    silk = (((-3.2, -2.75), (3.2, -2.75)), ((-3.2, 2.75), (3.2, 2.75)), ((-3.55, -2.2), (-3.55, -1.0)))
    return Footprint(pads, (-2.5, -2.5, 2.5, 2.5), silk, (0, 0), (0, 1.2), name_size=0.8)


def dome() -> Footprint:
    """PTS645: the pads of a side are one contact, above and below the middle."""
    pads = tuple(land(n, x, y, 1.55, 1.3) for n, y in (("1", -2.25), ("2", 2.25)) for x in (-3.98, 3.98))
    silk = (((-2.9, -3.25), (2.9, -3.25)), ((-2.9, 3.25), (2.9, 3.25)))
    return Footprint(pads, (-3.0, -3.0, 3.0, 3.0), silk, (0, 0), (0, 1.4), name_size=0.8)


FINE = 3 * HALF_STEP  # the pitch of small packages, 0.95, on the router's grid
OUTER, INNER = 0.5, 0.66  # heights of their pads: so the router meets a pad between two, and passes beside it


def small(left: str, right: str) -> Footprint:
    """SOT-23 and its like: the pads of each side from top to bottom, a blank for none. Its middle sits half a step
    off the grid along its sides, where the middles of its outer pads are on it."""
    pads = tuple(
        land(number, x, (row - 1) * FINE, 1.4, INNER if row == 1 else OUTER)
        for x, numbers in ((-1.27, left), (1.27, right))
        for row, number in enumerate(numbers)
        if number != " "
    )
    silk = (((-0.8, -1.65), (0.8, -1.65)), ((-0.8, 1.65), (0.8, 1.65)), ((-2.2, -1.5), (-2.2, -0.6)))
    return Footprint(pads, (-0.9, -1.5, 0.9, 1.5), silk, (0, -2.4), (0, 0), name_size=0.8)


def chip_of(pins: int, reach: float, width: float) -> Footprint:
    """SOIC: two rows, pitch 1.27; pin 1 is top left, the last one top right."""
    half, aside = pins // 2, reach - 1.3
    first = -(half - 1) * 1.27 / 2
    left = [land(str(n + 1), -reach, first + n * 1.27, 1.9, width) for n in range(half)]
    right = [land(str(pins - n), reach, first + n * 1.27, 1.9, width) for n in range(half)]
    top = first - 0.9
    silk = [((-aside, y), (aside, y)) for y in (top, -top)] + [((-reach - 0.9, top), (-reach, top))]
    return Footprint((*left, *right), (-aside, top, aside, -top), tuple(silk), (0, 0), (0, 1.4), name_size=0.8)


def can() -> Footprint:
    """An electrolytic capacitor of 6.3 mm on its base; plus is pad 1."""
    pads = (land("1", -2.8, 0, 3.3, 1.6), land("2", 2.8, 0, 3.3, 1.6))
    silk = tuple(((-3.3, y), (3.3, y)) for y in (-3.45, 3.45))
    return Footprint(
        pads,
        (-3.3, -3.3, 3.3, 3.3),
        (*silk, ((-4.3, -2.2), (-3.5, -2.2)), ((-3.9, -2.6), (-3.9, -1.8))),
        (0, -1.9),
        (0, 1.6),
        name_size=0.8,
    )


def usb_c() -> Footprint:
    """A USB-C receptacle with six contacts, its mouth below. Source: KiCad 9's library, GCT USB4125; its slots are
    round holes here, through which the shell's tabs go too."""
    spots = (("B12", -2.75, 0.8), ("B9", -1.52, 0.76), ("A5", -0.5, 0.7), ("B5", 0.5, 0.7), ("A9", 1.52, 0.76))
    contacts = [land(number, x, -3.08, width, 1.2) for number, x, width in (*spots, ("A12", 2.75, 0.8))]
    tabs = [Pad("S1", x, y, 1.9, 1.3) for x in (-4.32, 4.32) for y in (-3.0, 0.8)]
    silk = (((-4.47, -1.6), (-4.47, -0.5)), ((4.47, -1.6), (4.47, -0.5)))
    return Footprint((*contacts, *tabs), (-4.5, -3.7, 4.5, 3.4), silk, (0, -0.5), (0, 1), name_size=0.8)


FLAT = {
    "C_0805": chip(0.95, 1.0, 1.45, 1.0, 0.725),
    "R_0805": chip(0.95, 1.0, 1.45, 1.0, 0.725),
    "C_0603": chip(0.8, 0.85, 0.95, 0.8, 0.4),
    "R_0603": chip(0.8, 0.85, 0.95, 0.8, 0.4),
    "D_SOD123": chip(1.65, 0.9, 1.2, 1.4, 0.8, band=True),
    "WS2812B": led(),
    "Dome_6x6": dome(),
    "LED_0805": chip(0.95, 1.0, 1.45, 1.0, 0.725, band=True),
    "C_1206": chip(1.475, 1.15, 1.8, 1.6, 0.85),
    "D_SMA": chip(2.0, 2.5, 1.8, 2.2, 1.35, band=True),
    "USB_C_6": usb_c(),
    "C_can_6.3": can(),
    "SOT23-3": small("1 2", " 3 "),
    "SOT23-6": small("123", "654"),
    "SOIC14": chip_of(14, 2.54, 0.6),
    "SOIC16": chip_of(16, 2.54, 0.6),
    "SOIC20W": chip_of(20, 4.65, 0.6),
}
