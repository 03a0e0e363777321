"""Measures of bought things and of the readers' holder, in mm; data only. Sizes are the makers', not measured by us."""

from __future__ import annotations

BED = (210.0, 210.0, 250.0)  # of a common printer
SWITCH_BODY = 13.9  # of an MX switch, below the plate that holds it
SWITCH_HOUSING = 15.6  # above it
SWITCH_BELOW = 5.0  # from the plate's top down to the end of the body
SWITCH_ABOVE = 6.6  # from the plate's top to the housing's
STEM_HEIGHT, STEM_TRAVEL = 3.6, 4.0  # of the cross, above the housing
STEM_LENGTH, STEM_WIDTHS = 4.0, (1.29, 1.09)  # of the cross's arms
STEM_ROOM = 6.6  # across: what the housing leaves free around it
BOARD = 1.6  # a circuit board

# -- the holder of a reader under a cell
NFC_PLATE = (63.2, 57.8, 2.0)
NFC_LEG = (1.2, 20.0)
NFC_HIGH = 14.4  # from the face to the legs' ends: room for a module on foam tape, and its header
