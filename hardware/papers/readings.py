"""The table's first power-on: what to read at which test point of which board, and what it must be.

readings.toml has them. Test points are looked up on the board; limits follow from the netlists, the firmware and what
two points of a chain may differ by.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from glowpico.strip import QUIESCENT_MA

from hardware.guide import markdown
from hardware.model.board import Board
from hardware.model.boards import BAR, HUB2, PROJECTS, QUARTER, TABLE_ROW
from hardware.model.kinds import GROUND, RAIL_5V, TEST_POINT, WS2812B
from hardware.model.pico import PICO_MA
from hardware.product.bar import LABELS
from hardware.product.supply import SCHOTTKY_MV

SUPPLY_V = (4.65, 5.25)  # behind fuse and P-FETs, from a supply of 5 V, with little load
LOSS_V = 0.05  # of each switch, plug and lead on the way, with little load
REGULATED_V = (3.2, 3.4)
LEAST_READER_V = 3.0  # with a reader that wakes
USB_ALONE_V = 3.8  # what D2 may leak to the 5 V; from here on the firmware wonders whether it is fed
REST_MA = 90  # of the hub's chips and the buzzer's driver, and what a meter is off
LAMP_MA = 3  # of a board's own light, at most
DIODE_V = (0.15, 0.40)  # Source: BAT54 datasheet, 0.32 V at most at 1 mA, about what a meter's diode test drives


TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["reading"]


class Reading(NamedTuple):
    """Each of `nets` is read on `board`, against ground if `what` says nothing else; without any, `what` says what is
    read. `do` is empty where nothing is done before it."""

    what: str
    board: Board
    expect: str
    otherwise: str
    nets: tuple[str, ...] = ()
    do: str = ""

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


def limits() -> dict[str, str]:
    """What readings.toml leaves open, by name."""
    half, (low, high) = divided(HUB2, "V5_SENSE"), SUPPLY_V
    dark = dark_ma(QUARTER)
    return {
        "fed": volts(low, high),
        "halved": volts(low * half, high * half),
        "behind_switch": volts(low - LOSS_V, high),
        "behind_lead": volts(low - 3 * LOSS_V, high),  # and behind two plugs
        "behind_diode": volts(low - SCHOTTKY_MV / 1000 - LOSS_V, high - LOSS_V),
        "regulated": volts(*REGULATED_V),
        "reader_awake": volts(LEAST_READER_V, REGULATED_V[1]),
        "leaked": f"under {USB_ALONE_V} V",
        "diode": volts(*DIODE_V),
        "hub_draws": f"under {PICO_MA + REST_MA:.0f} mA",
        "quarter_draws": f"{dark // 4} to {dark + LAMP_MA} mA more",
        "columns": ", ".join(f"C{n} {name}" for n, name in enumerate(LABELS)),
        "bar_row": point_of(BAR, TABLE_ROW),
        "hub_ground": point_of(HUB2, GROUND),
    }


def readings() -> list[Reading]:
    """In the order in which they are taken."""
    boards, known = {board.name: board for board in PROJECTS}, limits()
    return [
        Reading(
            each["what"].format_map(known),
            boards[each["board"]],
            each["expect"].format_map(known),
            each["otherwise"],
            tuple(each.get("nets", ())),
            each.get("do", "").format_map(known),
        )
        for each in TOLD
    ]


def table() -> str:
    """The readings in Markdown, numbered."""
    rows = [
        (n, each.do or "the same", each.board.name, each.where, each.expect, each.otherwise)
        for n, each in enumerate(readings(), 1)
    ]
    return markdown(("reading", "do", "on", "read", "expect", "if not"), rows)
