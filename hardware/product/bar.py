"""Every measure of what is in and on the bar of the table's own keys, in mm; data only. Walls and screws: as a pod's.

The middle of its board is the origin, y towards the tray; heights count from its underside. The plug has the
sizes of the XH series; the lead's wires are estimated.
"""

from __future__ import annotations

from hardware.product import pod as p
from hardware.product import table as t

SCREWS_AT = tuple((x * 33.02, y * 22.225) for x in (-1, 1) for y in (-1, 1))
KEY_ROWS = tuple(dict.fromkeys(y for _, y in t.KEY_BAR_KEYS))
SUPPORTS = (*((x * 9.525, y) for y in KEY_ROWS for x in (-1, 1)), *((x * 12.5, t.KEY_BAR_PLUG) for x in (-1, 1)))
FEET_AT = tuple((x * 24.0, y * 14.0) for x in (-1, 1) for y in (-1, 1))  # clear of the screws' heads

# -- the plug of the lead, and how the lead leaves
SOCKET, PLUG = (19.9, 5.75, 7.0), (19.8, 5.7, 9.8)  # on the board, and in it: wide, deep, high
SOCKET_OFF = -0.525  # of its pins, towards the keys
WIRES = (9.8, 1.4)  # seven side by side
WIRES_LOW = t.KEY_BAR_EXIT - t.FOOT - WIRES[1] / 2
EXIT = (11.0, 1.6)  # in the rear wall: how wide, and how high once the lid is on
AIR = 1.0  # least, from the wires to the lid

# -- the lid
RIB = (52.0, 2.4, 5.0)  # between the rows of keys: it stiffens what is left of the lid there
GAP = EXIT[0] + 2.0  # in its skirt, for the wires
SIDES_FROM = -18.0  # its skirt is to the rear of this: before it caps go down
WORD = (3.6, 0.8, 0.5)  # the keys' names: how high, how broad their strokes are, how deep
WORD_AT = 12.7  # of a key's middle, towards the tray
LABELS = ("WRONG", "PAUSE", "NIGHT", "NEXT", "I", "II")  # the last two are spare
MARGIN = 1.0  # least, from a name to an opening or to the lid's edge
OPENING = 2 * p.KEY_AIR  # wider than the caps in it
