"""The table's first power-on: what to read at which test point of which board, and what it must be.

Each reading is a line of data. Its test point is looked up on the board; limits follow from the netlists, the firmware
and what two points of a chain may differ by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from glowpico.strip import QUIESCENT_MA

from hardware.guide import markdown
from hardware.model.board import Board
from hardware.model.boards import BAR, BRANCHES, COLUMNS, HUB2, POD, QUARTER, TABLE_ROW, branch
from hardware.model.kinds import GROUND, RAIL_3V3, RAIL_5V, READERS_3V3, TEST_POINT, WS2812B
from hardware.model.pico import PICO_MA
from hardware.product.supply import SCHOTTKY_MV

SUPPLY_V = (4.65, 5.25)  # behind fuse and P-FETs, from a supply of 5 V, with little load
LOSS_V = 0.05  # of each switch, plug and lead on the way, with little load
REGULATED_V = (3.2, 3.4)
LEAST_READER_V = 3.0  # with a reader that wakes
USB_ALONE_V = 3.8  # what D2 may leak to the 5 V; from here on the firmware wonders whether it is fed
REST_MA = 90  # of the hub's chips and the buzzer's driver, and what a meter is off
LAMP_MA = 3  # of a board's own light, at most
DIODE_V = (0.15, 0.40)  # Source: BAT54 datasheet, 0.32 V at most at 1 mA, about what a meter's diode test drives


class Reading(NamedTuple):
    """Each of `nets` is read on `board`, against ground if `what` says nothing else; without any, `what` says what is
    read. `do` is empty where nothing is done before it."""

    do: str
    what: str
    board: Board
    nets: tuple[str, ...]
    expect: str
    otherwise: str

    @property
    def where(self) -> str:
        """What is read, and the test points; ValueError if the board has none for one of them."""
        points = ", ".join(point_of(self.board, net) for net in self.nets)
        return f"{self.what} at {points}" if points else self.what


def point_of(board: Board, net: str) -> str:
    """A net's test point, and what is printed beside it."""
    for part in board.parts:
        if part.kind is TEST_POINT and part.net("1") == net:
            return f"{part.ref} ({part.value})"
    raise ValueError(f"{board.name} has no test point on {net}")


def divided(board: Board, net: str) -> float:
    """The part of 5 V that is on a net between two resistors, one to 5 V and one to ground."""
    ohms = {}
    for part in board.parts:
        ends = set(part.nets.values())
        if part.kind.shape == "resistor" and net in ends:
            (other,) = ends - {net}
            ohms[other] = float(part.value.replace("k", "")) * (1000 if "k" in part.value else 1)
    return ohms[GROUND] / (ohms[GROUND] + ohms[RAIL_5V])


def dark_ma(board: Board) -> int:
    """Of a board's LEDs while none is lit."""
    return QUIESCENT_MA * sum(part.kind is WS2812B for part in board.parts)


def volts(low: float, high: float) -> str:
    return f"{low:.2f} to {high:.2f} V"


def behind(steps: int) -> str:
    """5 V behind so many switches, plugs and leads."""
    return volts(SUPPLY_V[0] - steps * LOSS_V, SUPPLY_V[1])


def hub_alone() -> Iterator[Reading]:
    """Before the Pico is in."""
    half = divided(HUB2, "V5_SENSE")
    bench = "the hub alone on the bench: no Pico, no cable, no power"
    yield Reading(bench, "ohms to ground", HUB2, (RAIL_5V,), "over 1 kΩ after 10 s", "a bridge of solder")
    yield Reading("the supply in", "volts", HUB2, (RAIL_5V,), behind(0), "F1; a supply the wrong way round")
    yield Reading("", "volts", HUB2, ("V5_SENSE",), volts(SUPPLY_V[0] * half, SUPPLY_V[1] * half), "R3, R4")
    otherwise = "U11 to U15, in this order, with R11 to R15 and R16 to R20"
    yield Reading("a second later", "volts", HUB2, tuple(map(branch, BRANCHES)), behind(1), otherwise)


def hub_with_pico() -> Iterator[Reading]:
    low, high = SUPPLY_V[0] - SCHOTTKY_MV / 1000 - LOSS_V, SUPPLY_V[1] - LOSS_V
    turned = "the Pico the wrong way round: unplug at once"
    usb_alone = "the supply out, the Pico in, then USB alone"
    yield Reading(usb_alone, "volts", HUB2, (RAIL_3V3,), volts(*REGULATED_V), turned)
    yield Reading("", "volts", HUB2, (RAIL_5V,), f"under {USB_ALONE_V} V", "D2 shorted: USB would feed the LEDs")
    backwards = "D2 the wrong way round, if 0 V"
    yield Reading("USB out, the supply in", "volts", HUB2, ("VSYS",), volts(low, high), backwards)
    draws = f"under {PICO_MA + REST_MA:.0f} mA"
    yield Reading("", "current from the supply", HUB2, (), draws, "a chip that gets hot")


def quarters_and_pods() -> Iterator[Reading]:
    dark = f"{dark_ma(QUARTER) // 4} to {dark_ma(QUARTER) + LAMP_MA} mA more"
    quarter = "the supply out, both cables of a quarter in, the supply in"
    yield Reading(quarter, "volts", QUARTER, (RAIL_5V,), behind(3), "its lead; 0 V: a short, and its switch is off")
    yield Reading("", "current from the supply", QUARTER, (), dark, "more: a chip that gets hot; none: see above")
    pod = "so with the other quarters, then with each pod, its reader not in yet"
    yield Reading(pod, "volts", POD, (RAIL_5V,), behind(3), "its cable; 0 V: a short")
    yield Reading("", "volts", POD, (READERS_3V3,), volts(*REGULATED_V), "U1 of this pod")
    reader = volts(LEAST_READER_V, REGULATED_V[1])
    yield Reading("its reader in", "volts", POD, (READERS_3V3,), reader, "this reader module")


def table_keys() -> Iterator[Reading]:
    """The bar, first by itself. It has no ground of its own."""
    alone = "the bar by itself, its lead not in, the meter on diode test, the key of the column that is read held down"
    black = f"volts against {point_of(BAR, TABLE_ROW)}"
    otherwise = "nothing: the key, or its diode the wrong way round; without a key held down: a bridge of solder"
    yield Reading(alone, black, BAR, COLUMNS, volts(*DIODE_V), otherwise)
    lead = "its lead in, the supply in"
    pulled = f"volts against {point_of(HUB2, GROUND)} of the hub"
    yield Reading(lead, pulled, BAR, COLUMNS, volts(*REGULATED_V), "this wire of the lead, or R51 to R56 of the hub")


def with_firmware() -> Iterator[Reading]:
    lights = "each cell's LEDs, then each seat's, once in white; then four cells in the middle breathe"
    dark_one = "the first dark LED: its data, or the LED before it"
    yield Reading("the firmware on, power off and on", "what you see", HUB2, (), lights, dark_one)


def readings() -> list[Reading]:
    """In the order in which they are taken."""
    return [*hub_alone(), *hub_with_pico(), *quarters_and_pods(), *table_keys(), *with_firmware()]


def table() -> str:
    """The readings in Markdown, numbered."""
    rows = [
        (n, each.do or "the same", each.board.name, each.where, each.expect, each.otherwise)
        for n, each in enumerate(readings(), 1)
    ]
    return markdown(("step", "do", "on", "read", "expect", "if not"), rows)
