"""What a maker measured of the one-cell kit: read from product/measured.toml, in place of what is computed."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from glowtable.messages import UserError, say

from hardware.proofs.claims import Claim

FILE = Path(__file__).parents[1] / "product" / "measured.toml"
UNKNOWN = ""


class Range(NamedTuple):
    low: float
    high: float


SHARE = Range(0, 1)
KNOWN = {
    "press": {
        "arm_stiffness": Range(0.01, 10),
        "preload": Range(0, 3),
        "dome_newtons": Range(0.1, 10),
        "dome_peak": Range(0.01, 1),
        "air": Range(-0.5, 2),
        "weight": Range(0.01, 2),
    },
    "light": {"plate_reflects": SHARE, "plate_passes": SHARE, "walls_pass": SHARE},
    "trial": {
        "hardest_newtons": Range(0, 30),
        "softest_newtons": Range(0, 30),
        "jams": Range(0, 1000),
        "rims_seen": Range(0, 4),
        "leak_percent": Range(0, 100),
        "evenness": Range(0, 1),
        "days_used": Range(0, 10_000),
    },
}
GOALS = (  # of the trial: value, what it is, goal, unit, at most
    ("hardest_newtons", "measured: the hardest of 25 points", 3, "N", True),
    ("softest_newtons", "measured: the softest of 25 points", 0.7, "N", False),
    ("jams", "measured: jams of 1000 presses at the corners", 0, "jams", True),
    ("rims_seen", "measured: rims seen from 34 degrees", 4, "rims", False),
    ("leak_percent", "measured: light of a neighbour", 3, "%", True),
    ("evenness", "measured: U0 of a plate without a card", 0.5, "min/mean", False),
    ("days_used", "measured: days of use", 7, "days", False),
)


def measured(names: Collection[str], section: str = "press", path: Path | None = None) -> dict[str, float]:
    """Those of the names that a section has a value for; UserError if the file is not as COUPON.md says."""
    return {name: value for name, value in _read(path or FILE)[section].items() if name in names}


def trial_claims(path: Path = FILE) -> Iterator[Claim]:
    """A claim for each result of the trial that is there."""
    trial = _read(path)["trial"]
    for name, about, goal, unit, at_most in GOALS:
        if name in trial:
            yield Claim(about, trial[name], goal, unit, at_most)


def _read(path: Path) -> dict[str, dict[str, float]]:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(say("{file} cannot be read: {why}", file=path.name, why=str(error))) from error
    return {section: dict(_values(path, found, section)) for section in _names(path, found, KNOWN)}


def _names(path: Path, found: Mapping[str, Any], known: Mapping[str, Any]) -> list[str]:
    for name in found:
        if name not in known:
            names = ", ".join(known)
            raise UserError(say("{file} has no {name}; it has: {known}", file=path.name, name=name, known=names))
    return list(known)


def _values(path: Path, found: Mapping[str, Any], section: str) -> Iterator[tuple[str, float]]:
    values = found.get(section, {})
    if not isinstance(values, dict):
        raise UserError(say("{file}: {name} is a section, not a value", file=path.name, name=section))
    for name in _names(path, values, KNOWN[section]):
        value, allowed = values.get(name, UNKNOWN), KNOWN[section][name]
        if value == UNKNOWN:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not allowed.low <= value <= allowed.high:
            limits = {"low": f"{allowed.low:g}", "high": f"{allowed.high:g}"}
            sentence = "{file}: {name} must be a number from {low} to {high}, got {value}"
            raise UserError(say(sentence, file=path.name, name=name, value=str(value), **limits))
        yield name, float(value)
