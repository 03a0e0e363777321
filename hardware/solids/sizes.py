"""Every measure of the printed parts, in mm; data only. Bought things have their makers' sizes, not measured by us."""

from __future__ import annotations

# -- the bed of a common printer
BED = (210.0, 210.0, 250.0)

# -- the grid
CELLS = 6  # in a row
PITCH = 400 / CELLS  # of cells: four pixels of a strip with 60 LEDs per metre
TILE_CELLS = 3  # in a row of a tile
TILE_GAP = 0.3  # between two tiles, so that four of them still fit when printed a little large
CARD = 57.0  # square; see hardware/cards/sheet.py

# -- bought things
SWITCH_BODY = 13.9  # of an MX switch, below the plate that holds it
SWITCH_HOUSING = 15.6  # above it
SWITCH_BELOW, SWITCH_PINS = 5.0, 3.3  # from the plate's top down to the end of the body, and on to that of the pins
SWITCH_ABOVE = 6.6  # from the plate's top to the housing's
STEM_HEIGHT, STEM_TRAVEL = 3.6, 4.0  # of the cross, above the housing
STEM_LENGTH, STEM_WIDTHS = 4.0, (1.29, 1.09)  # of the cross's arms
SWITCH_PLATE = 1.5  # how thick a plate its clips hold
SWITCH_PITCH = 19.05  # of keys beside each other
BOARD, SOLDER = 1.6, 2.0  # a circuit board, and the solder below it
PLUG = 15.0  # a box header with the socket of its flat cable
HUB_HEIGHT = 27.0  # the hub on spacers of 5 mm, to the top of its regulator
MODULE = (40.0, 60.0, 5.0)  # an RC522 board with its parts
ANTENNA_FROM_END = 20.0  # the middle of its antenna, from the end that has no header
STRIP = (10.0, 2.2)  # an LED strip: width, height with its LEDs
PIXEL_PITCH = 1000 / 60
SEAT_PIXELS = 4
SLEEVED_CARD = (65.0, 92.0)  # the largest card for a reader: poker size in a loose sleeve

# -- walls
WALL = 1.2  # three lines of a 0.4 mm nozzle
SHELL = 3.0  # of boxes people lean on
LOOSE = 0.4  # to each side of what moves
SNUG = 0.2  # play on each side of something put in once
SCREW = 3.4  # a hole for an M3 screw
SPACER = 40.0  # under the tiles: room for row boards, and below them for hub and bank

# -- the tile: a floor that holds switches and strips, and walls that keep light in its cell
FLOOR = SWITCH_PLATE
SHELF = 13.0  # the floor under the strip, from the wall
SWITCH_HOLE = 14.0
SWITCH_BAR = 24.0  # the floor around a row of switches
STRIP_NOTCH = (11.0, 4.5)  # in the walls that the strip and its diffuser cross
LIGHT_GAP = 5.75  # between the strip's wall and the press plate
SCREW_PAD = 9.0  # square, in a corner of the outer cells

# -- the press plate, printed face down
PLATE = 2.0
SKIRT = (1.2, 3.5)  # on three sides: it guides the plate along the walls, and stiffens it
BOSS = 5.6  # diameter; it dips into the switch's housing when pressed
BOSS_HEIGHT = 6.0
SOCKET_DEPTH = 3.8
SOCKET_PLAY = 0.05  # to each side of the stem's cross: it clamps
NFC_LEG = 20.0  # of the plate for a cell with a reader, which presses nothing: on the bar of the tile's floor
PROUD = 2.9  # of the walls, so that a card that lies across them can still be pressed

# -- reader cup and seat pod
WELL = (65.5, 92.5, 3.0)  # where a card is laid
ROOF = 1.4  # between card and module: as thin as is stiff
UNDER = 9.5  # below the roof: the module on foam tape, its header and cable
CABLE = (12.0, 5.0)
SEAT_KEYS, TABLE_KEYS = 3, 6
KEY_ROOM = (4.0, 18.0)  # below keys: how much longer than their row, and how deep
POD_KEYS = 24.0  # how much longer than a cup a pod is for its keys
POD_STRIP = 15.0  # and for its lights

# -- the diffuser: a lid over the strip's four pixels of a cell or a seat
LID = 1.0
LID_INSIDE = (10.4, 2.8)
LID_LENGTH = 62.0

# -- the card insert: keeps square cards in the middle of a well
INSERT = 2.0
INSERT_PLAY = 0.5

# -- what follows from these
INNER_WALL = 2 * WALL + TILE_GAP  # as between two tiles, so that all cells are alike
EDGE = (PITCH - INNER_WALL) / 2  # from a cell's middle to its walls
PLATE_TOP = (
    SWITCH_ABOVE + STEM_HEIGHT + FLOOR + BOSS_HEIGHT - SOCKET_DEPTH + PLATE
)  # above the tile's underside, at rest
TILE_HEIGHT = PLATE_TOP - PROUD
PLATE_SIZE = (2 * (EDGE - LOOSE), 2 * EDGE - LIGHT_GAP - LOOSE)
LID_OUTSIDE = (LID_INSIDE[0] + 2 * LID, LID_INSIDE[1] + LID)
STRIP_OFF = EDGE - SNUG - LID_OUTSIDE[0] / 2  # the middle of the strip, from the cell's middle towards its wall
PLATE_OFF = (LIGHT_GAP - LOOSE) / 2  # the middle of plate and switch, from the cell's middle away from the strip
CUP = (WELL[0] + 2 * SHELL, WELL[1] + 2 * SHELL, UNDER + ROOF + WELL[2])
POD = (CUP[0], CUP[1] + POD_STRIP + POD_KEYS, CUP[2])
