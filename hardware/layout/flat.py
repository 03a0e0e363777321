"""The land patterns of parts without wires, which a board house places. Millimetres from the part's middle, as drawn.

Sources: KiCad 9's library for the WS2812B, the PTS645 and SOD-123; 0805 and the 3 mm LED as is usual, checked against
no data sheet: compare them with the parts you order.
"""

from __future__ import annotations

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


FLAT = {
    "C_0805": chip(0.95, 1.0, 1.45, 1.0, 0.725),
    "R_0805": chip(0.95, 1.0, 1.45, 1.0, 0.725),
    "D_SOD123": chip(1.65, 0.9, 1.2, 1.4, 0.8, band=True),
    "WS2812B": led(),
    "Dome_6x6": dome(),
}
