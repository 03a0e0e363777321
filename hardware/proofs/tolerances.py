"""Of how many built tables each claim is kept: product/rests.toml says what it rests on, simulations draw the rest.

A claim that fewer than 99 of 100 tables keep stands in product/why.toml with its reason. Needs numpy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from glowtable.messages import UserError, say

from hardware.proofs.claims import Claim
from hardware.proofs.drawn import DOUBT, PRODUCT, TABLES, Array, Draws, read_tolerances, read_toml, wilson_interval

RESTS, WHY = PRODUCT / "rests.toml", PRODUCT / "why.toml"
GOAL = 0.99
SIMULATED = {  # proof -> module and function
    "light": "drawn_light:drawn_figures",
    "palette": "drawn_light:drawn_palette",
    "power": "drawn_power:drawn_figures",
    "press": "drawn_press:drawn_figures",
}
Proofs = Mapping[str, Sequence[Claim]]


class Share(NamedTuple):
    """How many of the tables drawn keep a claim; `of` none: counted, no tolerance moves it."""

    about: str
    kept: int
    of: int
    is_estimate: bool

    @property
    def part(self) -> float:
        return self.kept / self.of if self.of else 1.0


Shares = Mapping[str, Sequence[Share]]


def rest_of(rests: Mapping[str, Any], proof: str, about: str) -> Mapping[str, Any]:
    """The first entry of a proof whose pattern is at the beginning of this claim, or nothing."""
    found: Mapping[str, Any] = next((each for each in rests.get(proof, ()) if re.match(each["claim"], about)), {})
    return found


def share_of(claim: Claim, rest: Mapping[str, Any], simulated: tuple[Array, Array, bool] | None, draws: Draws) -> Share:
    """UserError for a claim that nothing is known of."""
    if rest.get("certain"):
        return Share(claim.about, int(claim.is_kept), 0, False)
    if not rest and simulated is None:
        raise UserError(say("rests.toml has nothing of: {claim}", claim=claim.about))
    of, start = rest.get("of", 1), np.float64(rest.get("base", claim.reached))
    start, goal, doubtful = simulated or (start, np.float64(claim.goal), False)
    reached = overlap_drawn(rest["room"], of, draws) if "room" in rest else moved_figure(start, rest, draws)
    goals = np.asarray(goal * multiplied(rest.get("limit", ()), draws))
    goals = multiplied(rest["bears"], draws, of) if "bears" in rest else goals
    kept = reached <= per_piece(goals, reached) if claim.at_most else reached >= per_piece(goals, reached)
    kept = np.broadcast_to(kept, (draws.tables, *kept.shape[1:])).reshape(draws.tables, -1)
    if "spare" in rest:
        kept = kept.reshape(draws.tables, -1, rest["spare"]).sum(axis=2) >= rest["spare"] - 1
    each = kept.all(axis=1)
    return Share(claim.about, int(each.sum()), draws.tables, doubtful or draws.rests_on_estimates)


def per_piece(values: Array, to: Array) -> Array:
    return values[:, None] if values.ndim == 1 and to.ndim == 2 else values


def moved_figure(start: Array, rest: Mapping[str, Any], draws: Draws) -> Array:
    """A figure of each of a table's pieces, moved by its tolerances."""
    of = rest.get("of", 1)
    found = np.zeros((draws.tables, of)) + per_piece(np.asarray(start), np.zeros((1, 1)))
    for name, per in rest.get("add", {}).items():
        found = found + per * draws(name, of)
    for name, per in rest.get("gain", {}).items():
        found = found + per * (draws(name, of) - 1)
    return found * multiplied(rest.get("times", ()), draws, of)


def multiplied(names: Sequence[str], draws: Draws, *pieces: int) -> Array:
    found: Array = 1.0
    for name in names:
        found = found * draws(name, *pieces)
    return found


def overlap_drawn(rooms: Mapping[str, Mapping[str, float]], of: int, draws: Draws) -> Array:
    """How far the nearest two parts overlap, mm; none are as near as 0."""
    gaps = [room_mm(room) + sum(per * draws(name, of) for name, per in terms.items()) for room, terms in rooms.items()]
    return np.maximum(0, -np.min(gaps, axis=0))


def room_mm(path: str) -> float:
    """`cell.PLAY`, `pod.SKIRT.2`, or mm."""
    module, _, name = path.partition(".")
    if not module.isalpha():
        return float(path)
    value, _, index = name.partition(".")
    found = getattr(import_module(f"hardware.product.{module}"), value)
    return float(found[int(index)] if index else found)


def table_shares(proofs: Proofs, tables: int = TABLES, doubt: float = DOUBT) -> Shares:
    """Of every claim, estimates drawn so many times as wide; UserError if a file of tolerances is wrong."""
    given = {name: each._replace(doubt=doubt) for name, each in read_tolerances().items()}
    rests, found = read_toml(RESTS), {}
    for proof, claims in proofs.items():
        module, _, name = SIMULATED.get(proof, "").partition(":")
        simulate: Any = getattr(import_module(f"hardware.proofs.{module}"), name) if module else None
        drawn = simulate(claims, given, tables) if simulate else {}
        found[proof] = [
            share_of(each, rest_of(rests, proof, each.about), drawn.get(each.about), Draws(each.about, given, tables))
            for each in claims
        ]
    return found


def missed_by(shares: Shares) -> list[tuple[str, Share]]:
    """The claims that too few tables keep, each with its proof; the fewest first."""
    each = [(proof, share) for proof, of in shares.items() for share in of if share.part < GOAL]
    return sorted(each, key=lambda found: found[1].part)


def low_rows(shares: Shares, narrow: Shares) -> Iterator[tuple[str, ...]]:
    """A head, and the lowest of all claims that too few tables keep for one reason; with estimates as they are, too."""
    yield ("fewer than 99 of 100 tables keep", "tables", "estimates not doubled", "why")
    plain = {(proof, share.about): share for proof, of in narrow.items() for share in of}
    alike: dict[tuple[str, str], list[Share]] = {}
    for proof, share in missed_by(shares):
        alike.setdefault((proof, reason_of(proof, share)), []).append(share)
    for (proof, why), (low, *more) in alike.items():
        also = f", and {len(more)} like it" if more else ""
        yield f"{proof}: {low.about}{also}", percent(low), percent(plain[proof, low.about]), why


def reason_of(proof: str, share: Share) -> str:
    """What why.toml says of it."""
    given = read_toml(WHY).get(proof, {})
    return next((why for about, why in given.items() if re.match(about, share.about)), "no reason is given")


def percent(share: Share) -> str:
    return f"{100 * share.part:.1f} %" if share.of else "counted"


def share_words(shares: Sequence[Share]) -> tuple[str, str, str]:
    """The least share of some like claims, its interval in percent, and whether one of them rests on estimates."""
    least = min(shares, key=lambda share: share.part)
    if not least.of:
        return "all", "counted", ""
    low, high = (100 * end for end in wilson_interval(least.kept, least.of))
    return percent(least), f"{low:.1f}-{high:.1f}", "estimate" * any(share.is_estimate for share in shares)
