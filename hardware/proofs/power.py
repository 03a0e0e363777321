"""Does the supply protect itself? Every short of 5 V, what it trips and when, and whether the hub goes on meanwhile.

A short that its branch's guard limits leaves the supply within what it gives: the rail holds, and the branch is named
by the one sense input that reads no volts. Any other takes the rail down, and what the supply then gives decides what
trips. The worst picture counts: all light of the budget may be in the branches that are not shorted. Two faults at
once are not in the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, inf, log, pi, sqrt
from typing import NamedTuple

from glowtable.messages import UserError, say

from hardware.model import matrix
from hardware.model.board import Board
from hardware.model.boards import HUB2, SIDE
from hardware.model.current import least_mm
from hardware.product import supply as s
from hardware.product.supply import Branch, Fet, Fuse, Supply, Switch
from hardware.proofs import built
from hardware.proofs.claims import Claim

SHORT_OHM = 0.1  # of a short, and of the way to it
GIVES_AT_MOST = 1.2  # of its current: a shorted supply before it gives up
SENSED_V = 1.0  # below this a branch that is on is shorted or shut off
WARM_C, JUNCTION_C = 40, 100
OHM_MM = 0.0175e-3  # copper: ohm * mm2 / mm
PLANE = 1.5  # the way back through a plane adds half the resistance
SUPPLY_LOW_V = 4.75  # of a 5 V supply, at its terminals
BODY_V = 0.7  # of a FET's body diode, or of any diode that is led the wrong way
BENCH_MA = 10_000  # a supply that is much too strong


class Table(NamedTuple):
    """A table's supply as it is built."""

    about: str
    supply: Supply
    branches: tuple[Branch, ...]
    hub_ma: float
    fets: Fet | None
    tvs_at: str
    bulk_uf: float
    supply_v: float = SUPPLY_LOW_V
    schottky_mv: float = s.SCHOTTKY_MV
    starts_scatter: float = s.STARTS_SCATTER


class Short(NamedTuple):
    """Where 5 V meets ground."""

    plug: str
    branch: Branch


class Outcome(NamedTuple):
    """What comes of a short: mA into it and from the supply, the lowest 5 V, seconds until its guard has cut it off
    (inf: never), and the branch that the Pico names, or nothing."""

    fault_ma: float
    total_ma: float
    rail_v: float
    trips_s: float
    named: str


def table_of(supply: Supply, hub: Board = HUB2) -> Table:
    """The table whose hub has this netlist."""
    name = f"{supply.gives_ma / 1000:.0f} A"
    inlet = built.fets(hub), built.tvs_at(hub), built.bulk_uf(hub)
    return Table(name, supply, built.branches(hub), built.hub_ma(hub), *inlet)


TABLES = tuple(map(table_of, s.SUPPLIES))
READERS_WAKE_MS = 10  # after power-on at the soonest: until then the firmware holds readers in reset
CUT_MS = 20  # a short must be over by then
LEAST_RAIL_V = 3.3  # until then: readers need 2.5 V behind their regulators; LEDs may flicker
LEAST_PICO_V, LEAST_LED_V = 2.5, 3.7  # Source: datasheets, VSYS 1.8 V at least, with room to spare; WS2812B


def shorts(table: Table) -> list[Short]:
    """At every plug behind a guard."""
    return [Short(plug, branch) for branch in table.branches for plug in branch.plugs]


def others_ma(table: Table, shorted: Branch) -> float:
    """The most that all but this branch draw."""
    rest = [branch for branch in table.branches if branch != shorted]
    light = min(table.supply.leds_ma, sum(branch.leds_ma for branch in rest))
    return table.hub_ma + light + sum(branch.else_ma for branch in rest)


def inlet_ohm(table: Table) -> float:
    fets = table.fets.milliohm / table.fets.pieces if table.fets else 0
    return (table.supply.cable_milliohm + table.supply.fuse.milliohm + fets) / 1000


def outcome(table: Table, short: Short) -> Outcome:
    guard = short.branch.guard
    total = others_ma(table, short.branch) + guard.most_ma
    if total > s.PART * table.supply.gives_ma:
        gives = GIVES_AT_MOST * table.supply.gives_ma
        return Outcome(gives, gives, gives / 1000 * SHORT_OHM, guard.trips_s(gives), "")
    rail = table.supply_v - total / 1000 * inlet_ohm(table) - dip_v(table, guard)
    return Outcome(guard.most_ma, total, rail, guard.trips_s(guard.most_ma), named(table, short, guard.most_ma))


def dip_v(table: Table, guard: Switch | Fuse) -> float:
    """How far the hub's capacitor is drained before the guard limits a dead short."""
    if not isinstance(guard, Switch):
        return s.VOLTS
    spike_a = s.VOLTS / (SHORT_OHM + guard.milliohm / 1000)
    return spike_a * guard.answers_us / table.bulk_uf


def named(table: Table, short: Short, fault_ma: float) -> str:
    """The branch whose sense input alone reads low; nothing if none does or if two share it."""
    volts = fault_ma / 1000 * SHORT_OHM
    low = [branch.name for branch in table.branches if branch.sense == short.branch.sense is not None]
    return low[0] if volts < SENSED_V and len(low) == 1 else ""


# -- the inlet


def reversed_v(table: Table) -> float:
    """The rail when the supply is the wrong way round."""
    is_blocked = table.fets is not None and table.fets.anode == "inlet"
    return 0.0 if is_blocked else BODY_V * bool(table.fets) - s.VOLTS


def reversed_ma(table: Table) -> float:
    """What a reversed supply gives: nothing, but for a TVS that it finds first."""
    return GIVES_AT_MOST * table.supply.gives_ma if table.tvs_at == "inlet" or reversed_v(table) < 0 else 0.0


def normal_ma(table: Table) -> float:
    return table.hub_ma + table.supply.leds_ma + sum(branch.else_ma for branch in table.branches)


def worst_ma(table: Table) -> float:
    """From the supply, while that branch is shorted which leaves most."""
    return max(others_ma(table, branch) + branch.guard.most_ma for branch in table.branches)


def check_supply(table: Table) -> None:
    """UserError if a short asks more of a supply than it safely gives: its rail falls before a branch is cut off."""
    asked, gives = worst_ma(table), s.PART * table.supply.gives_ma
    if asked > gives:
        sentence = (
            "{supply} is too small for its fuses: a short asks {asked} mA of it, and {gives} mA are safe; "
            "let its LEDs draw less, or take a larger one"
        )
        raise UserError(say(sentence, supply=table.supply.about, asked=f"{asked:.0f}", gives=f"{gives:.0f}"))


def check() -> None:
    """UserError names a supply that is too small."""
    for table in TABLES:
        check_supply(table)


def junction_c(table: Table) -> float:
    """Of a P-FET, in a table that plays."""
    if table.fets is None:
        return WARM_C
    each_a = normal_ma(table) / 1000 / table.fets.pieces
    return WARM_C + each_a * each_a * table.fets.milliohm / 1000 * table.fets.kelvin_per_watt


def plugged_v(table: Table) -> float:
    """The highest 5 V as the supply is plugged in: the cable's inductance rings with the hub's capacitor."""
    ohm, henry, farad = inlet_ohm(table), s.CABLE_UH * 1e-6, table.bulk_uf * 1e-6
    damping = ohm / 2 * sqrt(farad / henry)
    return s.VOLTS if damping >= 1 else s.VOLTS * (1 + exp(-pi * damping / sqrt(1 - damping * damping)))


def charge_ms(branch: Branch) -> float:
    """How long its capacitors take at the smallest limit, while its other parts draw what they do by themselves."""
    guard, drawn = branch.guard, branch.else_ma - branch.later_ma
    return branch.charge_uc / (guard.least_ma - drawn) if isinstance(guard, Switch) else 0.0


def inrush_ma(table: Table) -> float:
    """From the supply at power-on: the most of all branches that may charge at one time, and the hub."""
    spans = [
        (
            branch.starts_ms * (1 - table.starts_scatter),
            branch.starts_ms * (1 + table.starts_scatter) + charge_ms(branch),
            branch,
        )
        for branch in table.branches
    ]
    at_once = [sum(b.guard.most_ma for low, high, b in spans if low <= at < high) for at, _, _ in spans]
    return table.hub_ma + max(at_once)


def track_mv(current_ma: float, length_mm: float, width_mm: float) -> float:
    """Along a track and back through a plane."""
    return current_ma * OHM_MM * length_mm / (width_mm * s.COPPER_UM / 1000) * PLANE


def quarter_mv(width_mm: float = s.QUARTER_MM) -> float:
    """Along a quarter that draws all it may; spread over its LEDs it is half as much."""
    return track_mv(s.LEDS_MA, s.QUARTER_LENGTH_MM, width_mm)


def leds_v(table: Table) -> float:
    """At the last LED of a full quarter, from a supply as weak as one may be."""
    quarter = table.branches[0]
    milliohm = quarter.guard.milliohm
    rail = table.supply_v - normal_ma(table) / 1000 * inlet_ohm(table)
    return (
        rail - (track_mv(normal_ma(table), s.RAIL_LENGTH_MM, s.RAIL_MM) + quarter_mv()) / 1000 - 0.75 * milliohm / 1000
    )


# -- the columns

COLUMN_OHM = built.column_ohm()


def column_ma(ohm: float = COLUMN_OHM) -> float:
    """Into a pin of the Pico when 5 V touches its column; inf for a bare one."""
    return (s.VOLTS - matrix.SUPPLY_V - BODY_V / 2) / ohm * 1000 if ohm else inf


def column_low_v(ohm: float = COLUMN_OHM) -> float:
    """What the Pico reads of a pressed key: the pull-up is on the line's side, the Pico's own draws through `ohm`."""
    line = matrix.column_low_v(matrix.DIODES[matrix.FITTED], matrix.PULL_OHM)
    return line + (matrix.SUPPLY_V - line) * ohm / (matrix.PICO_PULL_OHM + ohm)


def column_us(ohm: float = COLUMN_OHM) -> tuple[float, float]:
    """How long a column takes at the Pico's pin to fall below its threshold, and to rise above it (Elmore's delay)."""
    row_ohm = SIDE * matrix.ROW_OHM
    farad, pin = matrix.LINE_PF * 1e-12, s.COLUMN_PF * 1e-12
    low = column_low_v(ohm)
    falls = inf
    if low < matrix.LOW_V:
        falls = (row_ohm * (farad + pin) + ohm * pin) * log((matrix.SUPPLY_V - low) / (matrix.LOW_V - low))
    rises = (matrix.PULL_OHM * (farad + pin) + ohm * pin) * log(matrix.SUPPLY_V / (matrix.SUPPLY_V - matrix.HIGH_V))
    return falls * 1e6, rises * 1e6


# -- what is claimed


def claims(tables: tuple[Table, ...] = TABLES, column_ohm: float = COLUMN_OHM) -> Iterator[Claim]:
    for table in tables:
        for claim in (*branch_claims(table), *inlet_claims(table)):
            yield claim._replace(about=f"{table.about} supply: {claim.about}")
    yield Claim("5 V along a quarter at its cap", quarter_mv(), 50, "mV")
    yield from column_claims(column_ohm)


def branch_claims(table: Table) -> Iterator[Claim]:
    outcomes = [outcome(table, short) for short in shorts(table)]
    gives, least_v = s.PART * table.supply.gives_ma, min(o.rail_v for o in outcomes)
    spare = min(_least_ma(branch) - branch.leds_ma - branch.else_ma for branch in table.branches)
    right = [short.branch.name == found.named for short, found in zip(shorts(table), outcomes, strict=True)]
    yield Claim("asked of it while the worst branch is shorted", worst_ma(table), gives, "mA")
    yield Claim("shorts cut off by their own branch after", max(o.trips_s for o in outcomes) * 1000, CUT_MS, "ms")
    yield Claim("5 V while any plug is shorted", least_v, LEAST_RAIL_V, "V", False)
    yield Claim("the Pico's VSYS meanwhile", max(0.0, least_v - table.schottky_mv / 1000), LEAST_PICO_V, "V", False)
    yield Claim("shorts that name their branch", 100 * sum(right) / len(right), 100, "%", False)
    yield Claim("least limit of a branch above what it may draw", spare, 0, "mA", False)
    yield Claim("a branch's capacitors charged within", max(map(charge_ms, table.branches)), _bears_ms(table), "ms")
    later = [
        branch.starts_ms * (1 + table.starts_scatter) + charge_ms(branch)
        for branch in table.branches
        if branch.later_ma
    ]
    yield Claim("readers' capacitors charged before they wake", max(later, default=0), READERS_WAKE_MS, "ms")
    yield Claim("asked of it at power-on", inrush_ma(table), gives, "mA")


def _least_ma(branch: Branch) -> float:
    return branch.guard.least_ma if isinstance(branch.guard, Switch) else branch.guard.holds_ma


def _bears_ms(table: Table) -> float:
    return min((b.guard.bears_ms for b in table.branches if isinstance(b.guard, Switch)), default=0)


def inlet_claims(table: Table) -> Iterator[Claim]:
    fuse = table.supply.fuse
    yield Claim("5 V with the supply reversed", reversed_v(table), -0.3, "V", False)
    yield Claim("current of a reversed supply", reversed_ma(table), 1, "mA")
    yield Claim("in play through the inlet's fuse at 40 degrees", normal_ma(table), fuse.holds_ma * s.PTC_WARM, "mA")
    yield Claim("in a short through the inlet's fuse", worst_ma(table), fuse.holds_ma, "mA")
    yield Claim("inlet shorted, a supply of 10 A: its fuse trips after", fuse.trips_s(BENCH_MA), 30, "s")
    yield Claim("P-FETs at 40 degrees around", junction_c(table), JUNCTION_C, "C")
    yield Claim("5 V as the supply is plugged in", plugged_v(table), 5.5, "V")
    yield Claim("5 V track of the hub", s.RAIL_MM, least_mm(worst_ma(table)), "mm", False)
    yield Claim("5 V at the last LED", leds_v(table), LEAST_LED_V, "V", False)


def column_claims(ohm: float) -> Iterator[Claim]:
    falls, rises = column_us(ohm)
    yield Claim("into the Pico when 5 V touches a column", column_ma(ohm), 2, "mA")
    yield Claim("a pressed key's column below the Pico's threshold", matrix.LOW_V - column_low_v(ohm), 0.2, "V", False)
    yield Claim("a column falls within", falls, matrix.EDGE_US, "us")
    yield Claim("a column rises within", rises, matrix.SETTLE_US, "us")
