"""The voltage of a column while a key is down, for a diode and a pull-up, and what the Pico reads as low.

The worst case: all six keys of a row are down, and their currents meet in the decoder's output.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from glowpico.board import TABLE

from hardware.model.boards import SIDE

SUPPLY_V, THERMAL_V = 3.3, 0.02585  # at 27 degrees
LOW_V, HIGH_V = 0.8, 2.0  # Source: RP2040 datasheet, "IO Electrical Characteristics", VIL and VIH at 3.3 V
ROW_V, ROW_OHM = 0.1, 50  # of a 74HC138 at 3.3 V: what it holds with no load, and its resistance
PICO_PULL_OHM = 50_000  # of the Pico itself, at least
SETTLE_US = TABLE["settle_us"]  # after which a column is read, at the latest
# After which it is read for the first time: it must have fallen. See EDGE_TURNS in the firmware's matrix.py
EDGE_US = 1.0
LINE_PF = 300  # a column: 1.3 m of flat cable, 0.8 m to its seat, ten diodes


class Diode(NamedTuple):
    """Saturation current in amperes, emission coefficient, series resistance in ohms: its SPICE model."""

    saturation_a: float
    emission: float
    series_ohm: float


# Source: the makers' published SPICE models
DIODES = {"1N4148": Diode(2.52e-9, 1.752, 0.568), "BAT85": Diode(2.117e-7, 1.016, 2.326)}
FITTED, PULL_OHM = "BAT85", 10_000


def column_low_v(diode: Diode, pull_ohm: float) -> float:
    """The column's voltage; found by halving, for the currents of pull and diode cross just once."""
    pull = 1 / (1 / pull_ohm + 1 / PICO_PULL_OHM)
    low, high = 0.0, SUPPLY_V
    for _ in range(60):
        middle = (low + high) / 2
        current = (SUPPLY_V - middle) / pull
        drop = middle - ROW_V - current * (SIDE * ROW_OHM + diode.series_ohm)
        takes_more = diode.saturation_a * (exp(min(drop / (diode.emission * THERMAL_V), 60)) - 1) > current
        low, high = (low, middle) if takes_more else (middle, high)
    return high
