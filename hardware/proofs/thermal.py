"""How warm the table gets with all its cells lit: its panels, and the junctions of what feeds them.

Still air; each part's heat goes to the air of the tray by its package on its copper: degrees per watt from datasheets
of the class, the worst of a steady state. No number here is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hardware.model.kinds import AWAKE_READER_MA, FIELD_MA
from hardware.product.supply import FET
from hardware.proofs import built
from hardware.proofs.claims import Claim

CELLS, LEDS = 36, 144
CELL_MA = 40.0
LED_REST_MA = 1.0  # of each LED, dark
VOLTS = 5.0
SIDE_M = 0.4  # of the four panels together
AIR_W_M2K = 10.0  # to still air, from one side: what lies above keeps the other one warm
ROOM_C = 40.0
PANEL_RISE_K, JUNCTION_C = 15.0, 100.0  # goals


class Part(NamedTuple):
    """What gets warm: the watts it turns to heat at worst, and the degrees of its junction for each of them."""

    name: str
    watts: float
    k_per_w: float


def lost(amperes: float, milliohm: float) -> float:
    """Watts in a switch that is on."""
    return amperes**2 * milliohm / 1000


# A pod's regulator drops 5.25 V to 3.3 V for one reader whose field is on all the time. Two P-FETs share all of a 4 A
# supply; one has 1.4 times its resistance when hot. A branch's switch carries what the firmware
# allows a quarter.
REGULATOR_A, REGULATOR_DROP_V = (AWAKE_READER_MA + FIELD_MA) / 1000, 5.25 - 3.3
INLET_A, FET_MOHM, FET_K_PER_W = 4.0, FET.milliohm * 1.4, FET.kelvin_per_watt
INLET = built.fets()
FETS = INLET.pieces if INLET else 0
BRANCH_A, BRANCH_MOHM = 0.75, 150


def parts(fets: int = FETS) -> tuple[Part, ...]:
    """What feeds the table, with so many P-FETs side by side."""
    return (
        Part("LDO of a pod, SOT-23", REGULATOR_A * REGULATOR_DROP_V, 200),
        Part(f"P-FET of the inlet, one of {fets}, SOT-23", lost(INLET_A / fets, FET_MOHM), FET_K_PER_W),
        Part("switch of a branch, SOT-23", lost(BRANCH_A, BRANCH_MOHM), 220),
    )


def panel_watts(cell_ma: float = CELL_MA) -> float:
    """Heat of all cells lit and all LEDs at rest; the light counts as heat, for most of it stays inside."""
    return (CELLS * cell_ma + LEDS * LED_REST_MA) / 1000 * VOLTS


def panel_rise_k(cell_ma: float = CELL_MA, to_air: float = AIR_W_M2K) -> float:
    return panel_watts(cell_ma) / (SIDE_M**2 * to_air)


def junction_c(part: Part, room_c: float = ROOM_C) -> float:
    """In the tray, which is as warm as its panels."""
    return room_c + panel_rise_k() + part.watts * part.k_per_w


def claims(fets: int = FETS, cell_ma: float = CELL_MA) -> Iterator[Claim]:
    yield Claim(f"panels over the room, all cells at {cell_ma:.0f} mA", panel_rise_k(cell_ma), PANEL_RISE_K, "K")
    for part in parts(fets):
        yield Claim(f"junction in a room of {ROOM_C:.0f} C, {part.name}", junction_c(part), JUNCTION_C, "C")
