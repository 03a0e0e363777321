"""Where everything in the table is and how large, in mm: the wood, the pods, the hub, the cables; data only.

The tray's middle is the origin, x to the right and y to the rear as seen from seats 1 and 2; heights count from the
surface the table stands on. A pod is told beside the front of the tray and then turned about the origin. What is here
of hub and pod boards (`HUB`, ports, `POD_BOARD`, `PICO`) their layouts have, too: a test compares. Estimates are
said to be.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from hardware.product import cell

Spot = tuple[float, float]

MOST_HEIGHT = 42.0  # of the tray, from what it stands on

# -- heights, from below
FOOT, FOOT_ACROSS = 3.0, 12.0  # self-adhesive
BASE = 4.0  # birch plywood
ROOM = 20.0  # between base and panels
BASE_TOP = FOOT + BASE
PANEL_LOW = BASE_TOP + ROOM
PANEL_TOP = PANEL_LOW + cell.PANEL
TOP = PANEL_TOP + cell.PLATE[1]

# -- wood
OUTSIDE, BAR = 450.0, 24.0  # of the frame: its side, and how wide its oak is
FRAME_TOP = PANEL_TOP + cell.WALLS[1] - 0.1  # below the plates, level with the walls
FRAME = FRAME_TOP - BASE_TOP  # how high its oak is
BASE_SIDE = 446.0
NOTCH = (26.0, 7.0)  # in the frame's underside: the socket of a pod's cable passes
REAR_WINDOW = 92.0  # wide: the gap in the rear bar, as high as the room
FEET: tuple[Spot, ...] = ((-203, -203), (203, -203), (-203, 203), (203, 203), (0, -203))
FRAME_SCREWS: tuple[Spot, ...] = tuple(
    spot for at in (-160.0, 30.0, 160.0) for spot in cell.turned((at, -213.0)) if spot[1] < 213 or abs(spot[0]) > 50
)
WOOD_SCREW = 3.5  # its hole in the base; 3.5 x 25, countersunk from below

# -- quarters: four equal panels, each a quarter turn from the next
QUARTER = 3 * cell.PITCH - 0.1
QUARTER_AT: Spot = (-1.5 * cell.PITCH, 1.5 * cell.PITCH)  # the middle of the first, at the rear on the left
QUARTER_DATA: Spot = (-cell.PITCH / 2, 9.8)  # its socket, and that of its power
QUARTER_POWER: Spot = (-25.3, 54.3)
PLUG = 13.5  # of a flat cable in its header: from the board it is on
CROSSINGS: tuple[Spot, ...] = tuple(
    (a * cell.PITCH, b * cell.PITCH) for a, b in product((-2, -1, 1, 2), repeat=2)
)  # where four cells of a quarter meet
POSTS: tuple[Spot, ...] = (*CROSSINGS, (0.0, 0.0))  # between base and panels, the last under four corners
POST = 10.0  # diameter
LONG_SCREW = (2.5, 35.0)  # with its head, countersunk, through base, post, panel and spring grid into the wall grid

# -- hub, under the middle of the rear
HUB = (100.0, 100.0, 1.6)
HUB_AT: Spot = (0.0, 147.0)
HUB_SPACER = 3.0
HUB_TOP = BASE_TOP + HUB_SPACER + HUB[2]
HUB_SCREW = 3.2  # its hole in base and hub: M3 x 12, countersunk from below, a nut on the hub
HUB_HOLES: tuple[Spot, ...] = tuple((x * 46.0, HUB_AT[1] + y * 46.0) for x, y in product((-1, 1), repeat=2))

PICO = (21.0, 51.0, 1.0)  # face down in its sockets, its USB to the rear: a pin from below reaches its button
PICO_AT: Spot = (10.325, 170.965)
PICO_LOW = HUB_TOP + 8.5 + 2.54  # its underside: on a socket and the plastic of its pins
BUTTON: Spot = (3.5, 13.0)  # of the Pico, face down, from its middle
BOOTSEL_AT: Spot = (PICO_AT[0] + BUTTON[0], PICO_AT[1] + BUTTON[1])  # estimated: compare with yours before you drill
PIN_HOLE, PIN = 6.0, 3.0  # through base and hub, and what goes in
RESET_AT = -6.185  # a key at the hub's rear edge, pressed from the side
RESET_HIGH = 3.2  # its button's middle above the hub, estimated from drawings of such keys

# -- rear panel, printed, against the inside of the rear bar
PANEL_THICK = 3.0
PANEL_SIZE = (REAR_WINDOW + 12.0, ROOM - 0.4)  # wider than the window: it lies against the oak
USB_PLUG = (12.0, 8.0)  # the largest plug


class Opening(NamedTuple):
    """In the rear panel: what for, its middle and its size."""

    name: str
    x: float
    z: float
    width: float
    height: float


OPENINGS = (
    Opening("supply terminal", -34.125, 16.0, 8.0, 8.0),
    Opening("USB-C, 5 V 3 A", -22.06, HUB_TOP + 1.7, 13.0, 9.0),
    Opening("reset", RESET_AT, HUB_TOP + RESET_HIGH, 5.0, 5.0),
    Opening("Pico's USB", PICO_AT[0], PICO_LOW - 1.4, 13.0, 8.2),
    Opening("switch", 30.5, 20.4, 13.5, 8.5),
)
USB = ("USB-C, 5 V 3 A", "Pico's USB")  # openings that must let a plug in
REAR_EDGE = HUB_AT[1] + HUB[1] / 2  # of the hub: there the sockets are

# -- pods; what is inside one is in pod.py
POD_BOARD = (74.93, 97.79, 1.6)
POD_WALL, POD_FLOOR, POD_PLAY = 2.0, 2.0, 0.5
POD_STANDS = 3.0  # the board above the floor
POD_TOP = 23.6  # its face above its underside, which stands on feet like the tray's
POD = (POD_BOARD[0] + 2 * (POD_WALL + POD_PLAY), POD_BOARD[1] + 2 * (POD_WALL + POD_PLAY), POD_TOP)
POD_AWAY = 15.0  # from the frame
POD_PLUG = 42.545  # of its board's middle towards the tray
POD_EXIT = FOOT + POD_FLOOR + POD_STANDS + POD_BOARD[2] + 9.65  # the height at which its cable passes its wall
POD_MODULE = 8.695  # the same for the middle of its RC522, which lies lengthwise
POD_CARD = 6.695  # the same for the middle of a card laid on it
POD_LIGHTS, POD_KEYS = -26.67, -40.005  # the same for its four LEDs and its keys
POD_KEY_STEP, POD_LIGHT_STEP = 19.05, 15.24


class Pod(NamedTuple):
    """Beside which side of the tray (degrees about its middle, 0 the front, 90 the right), how far along it."""

    name: str
    mark: str  # on its lid
    turn: int
    along: float


DEALER = "dealer"
PODS = (  # numbered round the table
    Pod("seat 1", "1", 0, -110.0),
    Pod("seat 2", "2", 0, 110.0),
    Pod("seat 3", "3", 90, 0.0),
    Pod("seat 4", "4", 180, -110.0),
    Pod("seat 5", "5", 180, 110.0),
    Pod("seat 6", "6", 270, 100.0),
    Pod(DEALER, "D", 270, -85.0),
)
SEATS = tuple(pod for pod in PODS if pod.name != DEALER)

# -- the bar with the table's own keys, at the front between seats 1 and 2; its walls are those of a pod
KEY_BAR_BOARD = (74.93, 53.34, 1.6)
KEY_BAR = (KEY_BAR_BOARD[0] + 2 * (POD_WALL + POD_PLAY), KEY_BAR_BOARD[1] + 2 * (POD_WALL + POD_PLAY), POD_TOP)
KEY_BAR_ALONG = 0.0  # along the front of the tray
KEY_BAR_PLUG = 22.86  # of its board's middle towards the tray
KEY_BAR_EXIT = FOOT + POD_FLOOR + POD_STANDS + KEY_BAR_BOARD[2] + 12.7  # the height at which its lead passes its wall
KEY_BAR_KEYS: tuple[Spot, ...] = tuple((x * POD_KEY_STEP, y) for y in (8.255, -17.145) for x in (-1, 0, 1))

# -- cables
FLAT = 20.3  # wide: the widest flat cable, 16-way at 1.27
PAIR = 6.0  # wide: a power lead
# Of headers, by ways: along their pins, across
PLUG_SIZES = {14: (25.4, 8.9), 16: (28.0, 8.9), 7: (19.9, 5.75), 2: (7.9, 8.5)}
SLACK = 60.0  # to turn and plug, at each cable
OVER_EDGE = 2.0  # beyond the hub's edge they go down
LAID = BASE_TOP + 1.0  # the height at which cables lie


class Lead(NamedTuple):
    """A ready-made cable: from which spot of the hub, over which corners, and how long as bought."""

    kind: str
    port: Spot
    bought: float
    over: tuple[Spot, ...] = ()
    wide: float = FLAT
    ways: int = 14


_POD = "flat cable 14-way, sockets 2 x 7"
POD_LEADS = {  # over which lanes: each keeps clear of the posts
    "seat 1": Lead(_POD, (-28.41, 102.385), 800.0, ((-28.41, -167.0), (-110.0, -167.0))),
    "seat 2": Lead(_POD, (28.105, 102.385), 800.0, ((28.105, -167.0), (110.0, -167.0))),
    "seat 3": Lead(_POD, (44.615, 150.01), 500.0, ((100.0, 150.01), (100.0, 0.0))),
    "seat 4": Lead(_POD, (44.615, 176.045), 500.0, ((110.0, 176.045),)),
    "seat 5": Lead(_POD, (-44.92, 176.045), 500.0, ((-110.0, 176.045),)),
    "seat 6": Lead(_POD, (-44.92, 150.01), 800.0, ((-100.0, 150.01), (-100.0, -100.0))),
    DEALER: Lead(_POD, (0.165, 102.385), 500.0, ((0.165, 85.0),)),
}
_DATA, _POWER = "flat cable 16-way, sockets 2 x 8", "power lead, two wires, plugs VH"
QUARTER_NAMES = ("rear left", "rear right", "front right", "front left")  # as `cell.turned` turns the first
DATA_LEADS = tuple(
    Lead(_DATA, spot, 300.0, ways=16)
    for spot in ((-25.235, 127.785), (24.93, 127.785), (24.93, 118.26), (-25.235, 118.26))
)
POWER_LEADS = tuple(
    Lead(_POWER, spot, 300.0, wide=PAIR, ways=2)
    for spot in ((-5.475, 128.42), (3.415, 128.42), (3.415, 118.895), (-5.475, 118.895))
)
SEVEN = 9.0  # wide: seven wires side by side
KEY_BAR_LEAD = Lead(
    "lead 7-way, plugs XH, pin 1 to pin 1",
    (47.155, 124.73),
    600.0,
    ((55.0, 124.73), (55.0, -100.0), (0.0, -100.0)),
    SEVEN,
    ways=7,
)
USB_LEAD = Lead("USB cable, A to micro B", (PICO_AT[0], REAR_EDGE), 1500.0, ((PICO_AT[0], 1200.0),))


def pod_spot(pod: Pod, x: float = 0.0, y: float = 0.0) -> Spot:
    """Where a spot of a pod's board is on the table; y counts from the board's middle towards the tray."""
    near = -OUTSIDE / 2 - POD_AWAY - POD[1] / 2 + y
    return turned_about((pod.along + x, near), pod.turn)


def bar_spot(x: float = 0.0, y: float = 0.0, along: float = KEY_BAR_ALONG) -> Spot:
    """Where a spot of the bar's board is on the table; y counts from the board's middle towards the tray."""
    return along + x, -OUTSIDE / 2 - POD_AWAY - KEY_BAR[1] / 2 + y


def turned_about(spot: Spot, turn: int) -> Spot:
    """A spot after so many degrees, a multiple of 90, against the clock."""
    x, y = spot
    return ((x, y), (-y, x), (-x, -y), (y, -x))[turn // 90 % 4]
