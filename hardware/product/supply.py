"""What feeds the table and what protects it: the sizes that no netlist tells, for the proofs; data only.

A 5 V supply comes through a fuse and two P-FETs to the hub. From there five branches go out, each behind a switch that
limits its current and shuts it off. mA, milliohms, uF unless a name says otherwise.
"""

from __future__ import annotations

from math import inf, log
from typing import NamedTuple

VOLTS = 5.0
PART = 0.9  # of its current is asked of a supply: supplies are warm, old and optimistic
COPPER_UM = 35


class Fuse(NamedTuple):
    """A part that trips by its own heat, seen as one heat capacity: so much for ever, and sooner the more flows."""

    about: str
    holds_ma: float  # for ever
    trips_ma: float  # at last
    test_ma: float  # at this current it trips
    test_s: float  # after so long
    milliohm: float = 0

    @property
    def most_ma(self) -> float:
        """What it lets through at first: anything."""
        return inf

    def trips_s(self, current_ma: float) -> float:
        """Seconds until this current has tripped it; inf: never."""
        heat = (self.trips_ma / current_ma) ** 2
        return inf if heat >= 1 else self.test_s * log(1 - heat) / log(1 - (self.trips_ma / self.test_ma) ** 2)


class Switch(NamedTuple):
    """A switch that limits its current to `limit_ma` (`scatter` up or down), and shuts off if that lasts."""

    about: str
    limit_ma: float
    scatter: float
    answers_us: float  # until a short is limited
    bears_ms: float  # at least; what is over by then shuts nothing off
    cuts_ms: float  # at most, until it shuts off
    milliohm: float

    @property
    def most_ma(self) -> float:
        return self.limit_ma * (1 + self.scatter)

    @property
    def least_ma(self) -> float:
        return self.limit_ma * (1 - self.scatter)

    def trips_s(self, current_ma: float) -> float:
        """Seconds until this current has shut it off; inf: it is below the limit."""
        return inf if current_ma < self.limit_ma * (1 + self.scatter) else self.cuts_ms / 1000


class Branch(NamedTuple):
    """One of the ways out of the hub. Its plugs are all the places where its 5 V can be touched."""

    name: str
    guard: Switch | Fuse
    plugs: tuple[str, ...]
    leds_ma: float  # as the firmware caps them
    else_ma: float  # of what else it feeds
    charge_uc: float  # that its capacitors take at power-on
    starts_ms: float = 0  # after power-on: a resistor and a capacitor at the switch's enable
    later_ma: float = 0  # of `else_ma`, what waits for the firmware: readers out of reset, one's field
    sense: int | None = None  # the input of the hub's 4051 by which the Pico reads its volts


class Fet(NamedTuple):
    """P-FETs side by side between inlet and rail, gates at ground; the body diode leads from `anode`."""

    about: str
    pieces: int
    milliohm: float  # of one
    kelvin_per_watt: float
    anode: str = "inlet"  # or rail


class Supply(NamedTuple):
    """A supply, what LEDs may draw of it (`budget_ma` in settings.json), the hub's fuse for it, and its cable."""

    about: str
    gives_ma: float
    leds_ma: float
    fuse: Fuse
    cable_milliohm: float = 90  # both ways, with its plugs: 1.5 m of 0.75 mm2


# Source of the fuses: a maker's table of radial PTCs of 16 V: hold, trip, the time at five times the hold current
PTC_3A = Fuse("PTC, holds 3 A", 3000, 6000, 15_000, 5, 79)
PTC_4A = Fuse("PTC, holds 4 A", 4000, 7000, 20_000, 5, 60)
PTC_4A5 = Fuse("PTC, holds 4.5 A", 4500, 7800, 22_500, 3, 54)
PTC_WARM = 0.85  # of its hold current at 40 degrees; an estimate from such parts' curves

# Source: AP2553A datasheet: 2 us and 7 ms typical; their range and the scatter are estimates
SWITCH = Switch("current-limited switch that latches off, AP2553A type", 900, 0.15, 5, 5, 10, 100)

POD_MA = 265  # seven card readers, one with its field on, through the pods' regulators; their power LEDs
LEDS_MA = 750  # of a branch: `branch_ma` in settings.json of this table; of the seats less what their pods draw
POD_NAMES = (*(f"pod {n}" for n in range(1, 7)), "dealer's pod")
POD_PLUGS = tuple(f"{where} of {name}" for name in POD_NAMES for where in ("hub, header", "header"))
STARTS_SCATTER = 0.3  # of the moments at which switches start

SUPPLIES = (
    Supply("USB-C, 5 V 3 A", 3000, 1050, PTC_3A, 250),  # Source: the USB Type-C specification's greatest drop at 3 A
    Supply("terminal, 5 V 4 A", 4000, 1950, PTC_4A),
    Supply("terminal, 5 V 5 A", 5000, 2900, PTC_4A5),
)

# Source: AO3401A datasheet, 60 milliohm at most at 4.5 V, 125 K/W at most on a board
FET = Fet("P-FET, AO3401A type", 2, 60, 125)
RAIL_MM, RAIL_LENGTH_MM = 5.0, 60.0  # the 5 V of the hub, from the inlet to the farthest switch
QUARTER_MM, QUARTER_LENGTH_MM = 5.0, 200.0  # the 5 V of a quarter; its ground is a plane
CABLE_UH = 1.0  # from the supply
SCHOTTKY_MV = 450  # the hub's diode before the Pico, at most

COLUMN_PF = 50  # of the array and the Pico's pin, behind that resistor at most
