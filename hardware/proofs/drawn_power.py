"""The table's supply as it may be built: each part of it drawn, then judged as `power` judges the designed one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from hardware.product import supply as s
from hardware.product.supply import Switch
from hardware.proofs import built, power
from hardware.proofs.claims import Claim
from hardware.proofs.drawn import Array, Draws, Figures, Tolerance

OF_TABLE = ("volts", "gives", "cable", "contact", "draws", "fet", "bulk", "schottky")
OF_BRANCH = ("limit", "resistor", "switch", "bears", "answers", "enable", "capacitor", "contact", "bulk")
PROBES = 16  # tables, to find which estimates move a figure


def drawn_figures(claims: Sequence[Claim], given: Mapping[str, Tolerance], tables: int) -> Figures:
    """Drawn figures, drawn goals, and whether an estimate moves them: of each supply's claims."""
    found = drawn_claims(given, tables)
    doubtful = {about for name, each in given.items() if each.is_estimate for about in moved_by(name, given)}
    abouts = {claim.about for claim in claims}
    return {about: (*values, about in doubtful) for about, values in found.items() if about in abouts}


def moved_by(name: str, given: Mapping[str, Tolerance]) -> set[str]:
    """The claims whose figure or goal depends on this tolerance: all others stay in their middle."""
    if not name.startswith("supply."):
        return set()
    alone = {each: of if each == name else of._replace(low=of.middle, high=of.middle) for each, of in given.items()}
    found = drawn_claims(alone, PROBES)
    return {about for about, values in found.items() if any(np.ptp(each) > 0 for each in values)}


def drawn_claims(given: Mapping[str, Tolerance], tables: int) -> dict[str, tuple[Array, Array]]:
    """Figures and goals."""
    values: dict[str, list[tuple[float, float]]] = {}
    for designed in power.TABLES:
        for table in drawn_tables(designed, Draws(designed.about, given, tables)):
            for claim in (*power.branch_claims(table), *power.inlet_claims(table)):
                values.setdefault(f"{table.about} supply: {claim.about}", []).append((claim.reached, claim.goal))
    return {about: tuple(np.array(each).T) for about, each in values.items()}


def drawn_tables(designed: power.Table, draws: Draws) -> Iterator[power.Table]:
    """Each with parts of its own."""
    count, supply, fets = len(designed.branches), designed.supply, designed.fets
    one = {name: draws(f"supply.{name}") for name in OF_TABLE}
    many = {name: draws(f"supply.{name}", count) for name in OF_BRANCH}
    for n in range(draws.tables):
        part = {name: float(each[n]) for name, each in one.items()}
        parts = [{name: float(each[n, k]) for name, each in many.items()} for k in range(count)]
        cable = supply.cable_milliohm * part["cable"] + part["contact"]
        yield designed._replace(
            supply=supply._replace(gives_ma=supply.gives_ma * part["gives"], cable_milliohm=cable),
            branches=tuple(drawn_branch(*each, part["draws"]) for each in zip(designed.branches, parts, strict=True)),
            hub_ma=designed.hub_ma * part["draws"],
            fets=fets._replace(milliohm=fets.milliohm * part["fet"]) if fets else None,
            bulk_uf=designed.bulk_uf * part["bulk"],
            supply_v=part["volts"],
            schottky_mv=part["schottky"],
            starts_scatter=0.0,
        )


def drawn_branch(branch: s.Branch, part: Mapping[str, float], draws: float) -> s.Branch:
    guard = branch.guard
    if isinstance(guard, Switch):
        guard = guard._replace(
            limit_ma=guard.limit_ma * part["limit"] / part["resistor"],
            scatter=0.0,
            answers_us=part["answers"],
            bears_ms=part["bears"],
            cuts_ms=part["bears"],
            milliohm=guard.milliohm * part["switch"] + part["contact"],
        )
    threshold = np.log(s.VOLTS / (s.VOLTS - part["enable"])) / np.log(s.VOLTS / (s.VOLTS - built.ENABLE_V))
    return branch._replace(
        guard=guard,
        starts_ms=branch.starts_ms * part["capacitor"] * part["resistor"] * float(threshold),
        charge_uc=branch.charge_uc * part["bulk"],
        else_ma=branch.else_ma * draws,
        later_ma=branch.later_ma * draws,
    )
