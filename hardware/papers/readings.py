"""The second table's first power-on: what to read at which test point of which board, and what it must be.

Each reading is a line of data. Its test point is looked up on the board, and its limits follow from the netlists, the
firmware and the proofs of the supply where these tell them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from glowpico.loop import FED_MV
from glowpico.strip import QUIESCENT_MA

from hardware.guide import markdown
from hardware.model.board import Board
from hardware.model.hub2 import BRANCHES, HUB2, branch
from hardware.model.kinds import GROUND, RAIL_3V3, RAIL_5V, READERS_3V3
from hardware.model.panel import QUARTER
from hardware.model.pico import PICO_MA
from hardware.model.pod import POD
from hardware.model.power import SCHOTTKY_MV
from hardware.model.smd import TEST_POINT, WS2812B

LOW_V, HIGH_V = 4.65, 5.25  # of 5 V behind fuse and P-FETs, with little load
METER = 0.05  # of a reading: what a cheap meter may be off


class Reading(NamedTuple):
    """`net` is read against ground on `board`, in V; without a net `what` says what is read, and its `expect`."""

    do: str
    what: str
    board: Board
    net: str | None
    low: float
    high: float
    otherwise: str
    expect: str = ""

    @property
    def where(self) -> str:
        """What is read, with the test point's name where there is one; ValueError if the board has none for it."""
        return f"{self.what} at {point_of(self.board, self.net)}" if self.net else self.what

    @property
    def expected(self) -> str:
        return self.expect or f"{self.low:.2f} to {self.high:.2f} V"


def point_of(board: Board, net: str) -> str:
    """A net's test point as it is named and printed on the board."""
    for part in board.parts:
        if part.kind is TEST_POINT and part.net("1") == net:
            return f"{part.ref} ({net})"
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


def readings() -> Iterator[Reading]:
    """In the order in which they are taken; an empty `do` goes on with what was done."""
    half = divided(HUB2, "V5_SENSE")
    bench = "the hub alone on the bench: no Pico, no cable, no power"
    yield Reading(
        bench, "ohms between 5 V and ground", HUB2, RAIL_5V, 0, 0, "a bridge of solder", "over 1 kΩ after 10 s"
    )
    yield Reading(
        "the supply in, still no Pico", "volts", HUB2, RAIL_5V, LOW_V, HIGH_V, "F1; a supply the wrong way round"
    )
    drop = (0.1, SCHOTTKY_MV / 1000 + METER)
    yield Reading("", "volts", HUB2, "VSYS", LOW_V - drop[1], HIGH_V - drop[0], "D2 the wrong way round")
    yield Reading("", "volts", HUB2, "V5_SENSE", LOW_V * half, HIGH_V * half, "R3, R4")
    for n in BRANCHES:
        about = "the switch beside its plug, and its resistor to ground"
        yield Reading("a second later" if not n else "", "volts", HUB2, branch(n), LOW_V - 0.1, HIGH_V, about)
    yield Reading(
        "the supply out, the Pico in, USB only", "volts", HUB2, RAIL_3V3, 3.2, 3.4, "the Pico the wrong way round"
    )
    yield Reading("", "volts", HUB2, RAIL_5V, 0, FED_MV[0] / 1000, "D2 shorted: USB would feed the LEDs")
    most = PICO_MA + 90
    yield Reading(
        "the supply in, too", "current of the supply", HUB2, None, 0, 0, "a chip that gets hot", f"under {most} mA"
    )
    yield Reading(
        "the supply out, the two cables of a quarter in, the supply in",
        "volts",
        QUARTER,
        RAIL_5V,
        LOW_V - 0.15,
        HIGH_V,
        "its power lead",
    )
    each = dark_ma(QUARTER)
    yield Reading(
        "",
        "current of the supply",
        QUARTER,
        None,
        0,
        0,
        "a short on this quarter: its branch is off",
        f"at most {each} mA more",
    )
    yield Reading(
        "the same with the other quarters, then with each pod, its reader not in yet",
        "volts",
        POD,
        RAIL_5V,
        LOW_V - 0.2,
        HIGH_V,
        "its cable",
    )
    yield Reading("", "volts", POD, READERS_3V3, 3.2, 3.4, "U1 of this pod")
    yield Reading("its reader in", "volts", POD, READERS_3V3, 3.0, 3.4, "this reader module")
    yield Reading(
        "the firmware on, power off and on", "look", HUB2, None, 0, 0,
        "the first dark LED: its data, or the LED before it",
        "each cell's LEDs, then each seat's, once in white; then four cells in the middle breathe",
    )  # fmt: skip


def table() -> str:
    """The readings in Markdown, numbered."""
    rows = [
        (n, each.do or "the same", each.where, each.expected, each.otherwise) for n, each in enumerate(readings(), 1)
    ]
    return markdown(("step", "do", "read", "expect", "if not"), rows)
