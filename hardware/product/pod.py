"""Every measure of what is in and on a pod, in mm; data only.

The middle of its board is the origin, y towards the tray, x to the right as seen from its seat; heights count from
the pod's underside. Bought things have the sizes that are usual, compared with no data sheet.
"""

from __future__ import annotations

from hardware.product import cell
from hardware.product import table as t

# -- heights
BOARD_TOP = t.POD_FLOOR + t.POD_STANDS + t.POD_BOARD[2]
FACE = 1.4  # of the lid: the reading surface, seven layers of 0.2
LID_LOW = t.POD_TOP - FACE

# -- the reader: its parts face the board, so that its pins are in the order of the socket
SOCKET, PINS = 8.5, 2.54  # high: the socket on the board, and the plastic of the module's pins
MODULE = (40.0, 60.0, 1.6)
MODULE_LOW = BOARD_TOP + SOCKET + PINS
MODULE_PARTS = (34.0, 20.0, 3.8)  # below it, between pins and antenna; its crystal is the highest
MODULE_TIPS = 1.4  # of its pins, above it
PINS_AT = t.POD_MODULE + MODULE[1] / 2 - 2.5
ANTENNA = (38.0, 38.5)  # its loop
ANTENNA_AT = t.POD_MODULE - 6.75
READS = 8.0  # from a card on the lid to the antenna, estimated: such readers reach 20 mm and more in the open
TAG = 25.0  # across, in a card's middle

# -- what the module's far end lies on, printed: two pins go through the board
REST_AT = ((-12.7, -17.145), (12.7, -17.145))
REST = (32.0, 5.0, SOCKET + PINS - 0.1)
REST_PIN = (2.8, 2.8)  # across, long

# -- keys: MX, on the board; their caps are bought
KEY_BODY = 5.0  # from the board to where a plate would hold it
KEY_AIR = 0.5  # between a cap and the edge of the opening
REACH = 5.0  # at least so far is a cap from a card, for a finger

# -- the plug of the flat cable, and how the cable leaves
PLUG = (24.0, 6.1)
PLUG_AT = t.POD_PLUG + 1.27
PLUG_AIR = 1.0
CABLE = (17.8, 0.9)  # fourteen wires of 1.27, estimated 0.9 thick
CABLE_LOW = t.POD_EXIT - t.FOOT - CABLE[1] / 2  # its underside where it leaves, over the shroud
EXIT = (19.0, 1.2)  # in the rear wall: how wide, and how high once the lid is on
TONGUE_PLAY = 0.3  # to each side
RIDGE, TAPE = (1.0, 0.6), 0.3  # across the tongue: how long, how high; with soft tape on it, it pinches the cable

# -- screws: from below through floor and board into the lid
SCREWS_AT = tuple((x * 33.02, y * 44.45) for x in (-1, 1) for y in (-1, 1))
SCREW = (3.0, 12.0)  # M3, countersunk
SCREW_HOLE, SCREW_HEAD, SCREW_PILOT = 3.4, 6.4, 2.5
POST = 8.0  # across: what the board stands on
BOSS, BOSS_AIR, BOSS_DEEP = 7.0, 0.45, 8.0  # of the lid: across, above the board, and how deep its hole is
SUPPORTS = (*((x * 9.525, t.POD_KEYS) for x in (-1, 1)), *((x * 15.24, t.POD_PLUG) for x in (-1, 1)))
SUPPORT = 5.0  # across: under keys and plug, which are pressed

FEET_AT = tuple((x * 26.0, y * 38.0) for x in (-1, 1) for y in (-1, 1))  # clear of the screws' heads

# -- the lid
SKIRT = (1.2, 3.0, 0.35)  # inside the walls: thick, high, and the air beside it
SKIRT_FROM = -30.0  # to the rear of this: keys and lights need the room
WINDOW = (12.0, 4.6, 0.6)  # over each LED: its size, and how thin
TUNNEL = (13.2, 5.1, 1.1)  # around each LED: inside, and its walls
TUNNEL_LOW = BOARD_TOP + 1.9  # above LEDs and what is beside them
MARK = (9.0, 1.6, 0.5)  # the seat's number: how high, how broad its strokes are, how deep
MARK_AT = 45.1

# -- the frame around a card, printed; its four pegs are glued into the lid
FRAME_PLAY = 0.5  # beside a card
FRAME_INSIDE = cell.CARD + 2 * FRAME_PLAY
FRAME_BARS = (7.0, 1.2, 3.0)  # at its sides, before it, behind it
FRAME_HIGH = 1.2  # two cards
FINGER = (20.0, 5.0)  # in its sides: there a card is lifted
PEGS_AT = tuple((x * 32.5, t.POD_CARD + y * 18.0) for x in (-1, 1) for y in (-1, 1))
PEG, PEG_LONG, PEG_PLAY = 3.0, 1.2, 0.17
