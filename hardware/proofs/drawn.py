"""Built tables, drawn within the tolerances of product/tolerances.toml; and how sure a share of them is.

Limits of data sheets are drawn over all of their range, estimates over twice theirs. Needs numpy.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from math import inf, isfinite, sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from glowtable.messages import UserError, say

Array: TypeAlias = Any  # of numpy; the first axis counts tables
Figures = dict[str, tuple[Array, Array, bool]]  # about -> drawn figures, drawn goals, on estimates?

PRODUCT = Path(__file__).parents[1] / "product"
FILE = PRODUCT / "tolerances.toml"
TABLES = 2000
WITHIN = 1.96  # standard deviations about the mean have 95 of 100
DOUBT = 2.0  # how much wider an estimate is drawn
SHAPES = ("uniform", "normal")
FIELDS = {"as": str, "low": float, "high": float, "unit": str, "source": str, "estimate": bool}


class Tolerance(NamedTuple):
    """Drawn evenly from low to high, or so that 95 of 100 lie between."""

    shape: str
    low: float
    high: float
    is_estimate: bool
    doubt: float = DOUBT

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def half(self) -> float:
        """Of the range that is drawn."""
        return (self.high - self.low) / 2 * (self.doubt if self.is_estimate else 1)

    def drawn(self, chance: Any, shape: tuple[int, ...]) -> Array:
        if self.shape == "uniform":
            return self.middle + self.half * chance.uniform(-1, 1, shape)
        return self.middle + self.half / WITHIN * chance.standard_normal(shape)


def read_toml(path: Path) -> dict[str, Any]:
    """UserError names a file that cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(say("{file} cannot be read: {why}", file=path.name, why=str(error))) from error


def read_tolerances(path: Path = FILE) -> dict[str, Tolerance]:
    """All of a file by `section.name`; UserError names the one that has no source, no such distribution, no range."""
    sections = read_toml(path)
    return {
        f"{section}.{name}": _tolerance(f"{path.name}: {section}.{name}", fields)
        for section, named in sections.items()
        for name, fields in (named.items() if isinstance(named, dict) else [("", named)])
    }


def _tolerance(about: str, fields: Any) -> Tolerance:
    given = fields if isinstance(fields, dict) else {}
    for wrong in sorted(given.keys() - FIELDS):
        raise UserError(
            say("{about} has {wrong}; it may have: {known}", about=about, wrong=wrong, known=str([*FIELDS]))
        )
    if not isinstance(given.get("source"), str) or not given["source"].strip():
        raise UserError(say("{about} has no source: say where its range is from", about=about))
    if given.get("as") not in SHAPES:
        known = ", ".join(SHAPES)
        raise UserError(
            say("{about}: as can be {known}, not {given}", about=about, known=known, given=str(given.get("as")))
        )
    low, high = (_number(given.get(end)) for end in ("low", "high"))
    if not -inf < low <= high < inf or not isinstance(given.get("estimate", False), bool):
        raise UserError(say("{about} needs two numbers, low <= high, and estimate = true or none", about=about))
    return Tolerance(given["as"], low, high, given.get("estimate", False))


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and isfinite(value) else float("nan")  # type: ignore[arg-type]


class Draws:
    """What is drawn for one claim: the same for the same claim, and `used` has the names of all that was."""

    def __init__(self, about: str, given: Mapping[str, Tolerance], tables: int = TABLES) -> None:
        self.given, self.tables, self.used = given, tables, set[str]()
        self.chance = np.random.default_rng(crc32(about.encode()))

    def __call__(self, name: str, *pieces: int) -> Array:
        """Of each table, or of each of so many pieces of it."""
        if name not in self.given:
            raise UserError(say("tolerances.toml has no {name}", name=name))
        self.used.add(name)
        return self.given[name].drawn(self.chance, (self.tables, *pieces))

    @property
    def rests_on_estimates(self) -> bool:
        return any(self.given[name].is_estimate for name in self.used)


def wilson_interval(kept: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share. Source: Wilson 1927."""
    share, square = kept / of, WITHIN**2
    middle = share + square / (2 * of)
    half = WITHIN * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, (middle - half) / (1 + square / of)), min(1.0, (middle + half) / (1 + square / of))
