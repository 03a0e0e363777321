"""Every measure of a cell of the second table, in mm; data only.

Heights count from the panel's top face, x and y from the cell's middle, where its dome is. What comes four
times is told once: `turned` gives it for each quarter turn.
"""

from __future__ import annotations

Spot = tuple[float, float]

PITCH = 400 / 6  # of cells
CARD = 57.0  # square
CARD_HEIGHT = 0.6  # of a card with its tag and sleeve
STACK = 9  # as many cards as ever lie on a cell

# -- on the panel
DOME = (6.0, 6.0, 4.3)  # with its button
DOME_BODY = 3.5  # of that height does not move
DOME_NEWTONS = 1.3
DOME_PEAK = 0.15  # from touched to the peak of its force
CORNER_DOMES: Spot = (27.5, 27.5)  # the fallback: four footprints that stay empty, and four domes of 1 N there
CORNER_DOME_NEWTONS = 1.0
LED: Spot = (20.0, 20.0)
LED_SIZE = (5.0, 5.0, 1.7)

# -- the spring grid, one print with its face on the bed: ribs, a sheet on them, four arms a cell in the sheet
RIBS = (0.0, 3.0)  # from, to
SHEET = (3.0, 4.2)
SHEET_EDGE = 31.8  # where the sheet's opening begins
RIB_EDGE = 32.55
ARM = (20.0, 3.8, 1.2)  # bending length, width, thickness
ARM_AT = (-31.9, -9.9, 27.5, 31.3)  # of one arm: x from, to, y from, to
ARM_PRESSED_AT: Spot = (-12.0, 29.4)

# -- the wall grid
WALL = 1.6
WALLS = (4.2, 11.5)

# -- the plate with its legs, hooks, pegs and rod
PLATE_HALF = 32.1
PLATE = (10.0, 12.5)
PLATE_CORNER = 3.0  # radius
PRELOAD = 0.5  # as far as the legs bend the arms at rest
HOOK_AT: Spot = (11.0, 31.0)
AIR = 0.15  # between rod and dome at rest
STOP_AT: Spot = (5.66, 5.66)  # pegs, 8 mm from the middle
STOP_AIR = 0.6

# -- what follows from these
PLAY = PITCH / 2 - WALL / 2 - PLATE_HALF  # between a plate and its walls


def turned(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """A spot and where three quarter turns take it."""
    x, y = spot
    return ((x, y), (y, -x), (-x, -y), (-y, x))
