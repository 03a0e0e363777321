"""What the cell's light depends on beside its measures; data only.

Parts of the flux that surfaces send back and let through are estimates from datasheets of like materials, measured
by nobody here; the one-cell kit is where they are to be measured.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import NamedTuple

from hardware.product import cell, table


class Finish(NamedTuple):
    """Parts of the flux: sent back, and let through."""

    reflects: float
    passes: float = 0.0


# -- the cell
PANEL = Finish(0.65)  # white solder mask with its tracks, pads and print
WALLS = Finish(0.75, 0.03)  # 1.6 mm of white PETG with opaque pigment
SPRINGS = Finish(0.70, 0.03)  # ribs, sheet and arms: the same in white
THICKEST = 2.4  # mm of plate that light still passes; computed: with 2.8 mm a rim stands out less than 2.5 to 1
PLATE = Finish(0.454, 0.500)  # opal or natural PETG as thick as `cell.PLATE`; 2.5 mm would be (0.55, 0.38)
WHITE, WHITE_MM = Finish(0.72, 0.18), 2.0  # plain white PETG, printed solid and so thick: all below the plate itself
LED_BODY = Finish(0.60)
DOME_BODY = Finish(0.10)  # black
CARD = Finish(0.60)
UNDER_CARD = 0.05  # of air between a card and what it lies on, in mm

# -- a lamp in three colours: lumens of one WS2812B channel at 20 mA, 0.69, 0.40 and 0.19 cd over all a half space
# Source: WS2812B datasheet: 660 to 720, 390 to 420, 180 to 200 mcd; that it shines as Lambert's law says is an estimate
LUMENS = {"green": 2.17, "red": 1.26, "blue": 0.60}
LUMENS_AT_MA = 20.0
# CIE x and y, estimated from the same datasheet's wavelengths: 522 to 525, 620 to 625, 465 to 467 nm
CHROMATICITY = {"green": (0.170, 0.700), "red": (0.695, 0.305), "blue": (0.135, 0.060)}
LED_WINDOW = 3.0  # mm: the square it shines from
CELL_MA = 40.0  # of a lit cell's four LEDs together

# -- the room, and the eyes in it
ROOM_LX = 300.0  # on the table
ROOM_CHROMATICITY = (0.3127, 0.3290)  # of daylight, D65; of lamps it is another
LEGIBLE_CD = 40.0  # per square metre, at least
LEGIBLE_MM2 = 60.0  # so much of a cell, at least
EYE_BESIDE, EYE_ABOVE = 460.0, 400.0  # mm from the grid's middle and over the plates
EYE_BACK = table.OUTSIDE / 2 + 400.0  # the same of somebody who leans back: 400 mm from the tray
SEATS = tuple((pod.turn, pod.along) for pod in table.SEATS)  # side by degrees, and how far along it

# -- bodies in the light's way, as boxes: width and depth seen from above, in mm
LEG = cell.FOOT
HOOK = cell.HOOK
ROUND = sqrt(pi) / 2  # side of a square as large as a circle of diameter 1
ROD = (cell.ROD * ROUND, cell.ROD * ROUND)
PEG = (cell.STOP * ROUND, cell.STOP * ROUND)
