"""Every measure of a cell of the table, in mm; data only.

Heights count from the panel's top face, x and y from the cell's middle, where its dome is; y runs upwards as seen from
above, on boards downwards. What comes four times is told once: `turned` gives it for each quarter turn.
"""

from __future__ import annotations

Spot = tuple[float, float]
Step = tuple[float, float]  # width, and how far down

PITCH = 400 / 6  # of cells
CARD = 57.0  # square
CARD_HEIGHT = 0.6  # of a card with its tag and sleeve
CARD_NEWTONS = 0.028  # of the same
STACK = 9  # as many cards as ever lie on a cell

# -- on the panel
PANEL = 1.6  # thick
DOME = (6.0, 6.0, 4.3)  # with its button
DOME_BODY = 3.5  # of that height does not move
DOME_NEWTONS = 1.3
DOME_PEAK = 0.15  # from touched to the peak of its force
DOME_TRAVEL = 0.25  # from touched to its end
LED: Spot = (17.0, 17.0)
LED_SIZE = (5.0, 5.0, 1.7)

# -- the spring grid, one print with its face on the bed: ribs, a sheet on them, four arms a cell in the sheet
RIBS = (0.0, 3.6)  # from, to
SHEET = (3.6, 4.8)
SHEET_EDGE = 31.8  # where the sheet's opening begins
RIB_EDGE = 32.55
ARM = (19.0, 2.0, 1.2)  # bending length from root to foot, width, thickness
ARM_AT = (-31.9, -9.9, 28.5, 30.5)  # of one arm: x from, to, y from, to
ARM_PRESSED_AT: Spot = (-11.8, 29.5)  # the middle of a foot, whose edge bends the arm

PETG_MPA = 2000.0  # Young's modulus, printed; data sheets say 1.9 to 2.1 GPa
ARM_STIFFNESS = PETG_MPA * ARM[1] * ARM[2] ** 3 / (4 * ARM[0] ** 3)  # N/mm at its tip

# -- the wall grid
WALL = 1.6
WALLS = (4.8, 11.5)
WALL_FOOT = (31.9, 5.8)  # where its opening begins, and its top
BOSS = (5.0, 10.2)  # diameter and top of what takes a screw, at the four crossings inside a quarter
SCREW = (2.5, 11.0)  # what of a long screw is above the panel's underside
SCREW_HOLE = 2.7  # through panel and spring grid
SCREW_PILOT = 2.1  # its hole in the wall grid, where it cuts its thread

# -- the plate with its shades, braces, legs, hooks, pegs and rod
PLATE_HALF = 31.6
PLATE = (10.9, 12.5)
SHADE: tuple[Step, ...] = ((18.0, 1.0), (10.0, 2.0))  # white squares over each LED, one under the other
BRACE: Step = (1.6, 5.0)  # a bar below the plate from each shade to the next: else it bends too much
PLATE_CORNER = 3.0  # radius
PRELOAD = 0.54  # as far as the legs bend the arms at rest
HOOK_AT: Spot = (21.0, 30.95)  # near the corners: the nearer, the less tilt
AIR = 0.3  # between rod and dome at rest
FOOT = (2.0, 2.0)  # of a leg, along its arm and across
HOOK = (5.0, 1.2)  # of its stem
HOOK_NOSE = 0.75  # beyond the stem, under the sheet
HOOK_END = 2.85  # height of its lower end
HOOK_EDGE = 0.3  # thickness of the nose at its edge: below, it slopes towards the stem
HOOK_PLAY = 0.23  # of a stem in its slot in the sheet, to each side: this alone holds a plate sideways
SLOT_EARS = (1.2, 1.4)  # of the sheet, beside a stem: how wide, and how far in from the sheet's edge
ROD = 3.6  # diameter: a thicker one shades the middle of the plate
TIP = (2.2, 5.0)  # of soft plastic below the rod: diameter, height; it gives way under an elbow
TIP_STUD = (1.6, 2.0)  # of the tip, in the rod
TPU_MPA = 26.0  # Young's modulus of TPU 95A
STOP_AT: Spot = (9.5, 3.46)  # pegs, 10 mm from the middle, out of the light from LEDs to it and clear of the diode
STOP = 2.6  # diameter
STOP_AIR = 1.42
PLATE_NEWTONS = 0.122  # 9.8 cm³ of PETG

# -- what follows from these
SHADES_APART = 2 * LED[0] - SHADE[0][0]
PLAY = PITCH / 2 - WALL / 2 - PLATE_HALF  # between a plate and its walls


def turned(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """A spot and where three quarter turns take it."""
    x, y = spot
    return ((x, y), (y, -x), (-x, -y), (-y, x))
