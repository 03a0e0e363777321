"""Claims as people read them: lines for a terminal, and the page PROOFS.md. Computes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hardware.guide import markdown
from hardware.made import MADE, origin
from hardware.proofs.claims import Claim
from hardware.proofs.tolerances import GOAL, Proofs, Share, Shares, share_words
from hardware.sources import sources

HERE = Path(__file__).parents[1]
PAGE = HERE / "PROOFS.md"
MADE_FROM = "<!-- made from {} -->"
FROM = re.compile(MADE_FROM.format("([0-9a-f]+)"))
CLAIMED = ("claim: computed (goal)", "tables", "95 %", "rests on")
MEASURED = HERE / "product" / "measured.toml"
ODDS = tuple(HERE / "product" / name for name in ("tolerances.toml", "rests.toml", "why.toml"))
PLOTTED = ("hub2", "pod", "quarter", "coupon", "bank")
# what programs said, the plots that are read, and the prints whose sizes are
KEPT = ("signal/*.json", "answer/*.json", *(f"{name}/manifest.json" for name in (*PLOTTED, "solids")))
VERDICTS = ("missed", "kept")
HEAD = """# What is computed of the table

`python -m hardware.proofs` writes this page: each figure, its goal in brackets. Nobody has built the table yet: what
only a printed cell can tell, and how to measure it, is on [a page of its own](COUPON.md). What ngspice says of the
readers' worst lines differs by less than 10 mV from what a simulator of the tests' own says, which has other equations.

**Odds.** 2,000 built tables were drawn within [these tolerances](product/tolerances.toml). `tables` is the share that
keep a claim, with its 95 % interval (Wilson). A claim about cells, pods or hooks is kept when all of a table's are.
Limits of data sheets are drawn over their whole range; where a sheet gives one limit alone, the other is our guess.
Estimates are drawn over twice their range: "estimate" rests on one.
[What each claim rests on](product/rests.toml). "Counted" is off netlists: no tolerance moves it. Half of the cells are
new, half have crept for five years.

What each seat's eye sees of the table in the middle of a match, drawn from the same computation (`python -m
hardware.views`): [seat 1](made/views/seat-1.png), [2](made/views/seat-2.png), [3](made/views/seat-3.png),
[4](made/views/seat-4.png), [5](made/views/seat-5.png), [6](made/views/seat-6.png).
"""

Tables = Mapping[str, Sequence[Sequence[str]]]


def page_origin() -> str:
    """The digest of all that the figures depend on."""
    kept = [path for kind in KEPT for path in MADE.glob(kind)]
    return origin([*sources(each_proof()), MEASURED, *ODDS, *kept])


def each_proof() -> list[Path]:
    """Every file of this folder: all of them counts."""
    return sorted(Path(__file__).parent.glob("*.py"))


def page(proofs: Proofs, tables: Tables, shares: Shares, low: Sequence[Sequence[str]]) -> str:
    """As markdown, a section for each proof: its claims, its table, or both."""
    sections = []
    for name in [*proofs, *(name for name in tables if name not in proofs)]:
        sections.append(f"## {name}\n")
        if name in proofs:
            sections.append(f"{markdown(CLAIMED, list(_claim_rows(proofs[name], shares[name])))}\n")
        if name in tables:
            head, *rows = tables[name]
            sections.append(f"{markdown(head, rows)}\n")
    few = f"{_counted(shares)}\n\n{markdown(low[0], low[1:])}\n"
    return "\n".join([HEAD, few, *sections, MADE_FROM.format(page_origin()) + "\n"])


def lines(proofs: Proofs) -> Iterator[str]:
    """For a terminal: a line a claim, and go or no-go at the end."""
    for name, of in proofs.items():
        for claim in of:
            about, reached, goal, verdict = _row(claim)
            yield f"{name:10} {about}: {reached}, goal {goal}: {verdict}"
    missed = sum(not claim.is_kept for of in proofs.values() for claim in of)
    yield f"no-go: {missed} goals are missed" if missed else "go: every goal is kept"


def _counted(shares: Shares) -> str:
    every = [share for each in shares.values() for share in each]
    return f"{sum(share.part >= GOAL for share in every)} of {len(every)} claims are kept by 99 of 100 tables or more."


def _claim_rows(claims: Sequence[Claim], shares: Sequence[Share]) -> Iterator[tuple[str, ...]]:
    """What is claimed, reached, its goal in brackets, a word if it is missed; and of how many built tables it is kept.

    `who: what` stands with others of it, with the least of their shares.
    """
    alike: dict[tuple[str, str], list[tuple[str, Claim, Share]]] = {}
    for claim, share in zip(claims, shares, strict=True):
        who, _, what = claim.about.rpartition(": ")
        alike.setdefault((what, claim.unit), []).append((who, claim, share))
    for (what, _), found in alike.items():
        goals = {_row(claim)[2] for _, claim, _ in found}
        told = [f"{who} {_reached(claim, len(goals) > 1)}".strip() for who, claim, _ in found]
        who = f"{found[0][0]}: " if len(found) == 1 and found[0][0] else ""
        first = _reached(found[0][1], False) if len(found) == 1 else ", ".join(told)
        figure = f"{who}{what}: {first}" + (f" ({goals.pop()})" if len(goals) == 1 else "")
        yield figure, *share_words([share for _, _, share in found])


def _reached(claim: Claim, with_goal: bool) -> str:
    _, reached, goal, _ = _row(claim)
    figure = reached.removesuffix(f" {claim.unit}") + (f" ({goal})" if with_goal else "")
    return figure if claim.is_kept else f"{figure} **missed**"


def _row(claim: Claim) -> tuple[str, str, str, str]:
    goal = f"{'<=' if claim.at_most else '>='} {_figure(claim.goal)} {claim.unit}"
    return claim.about, f"{_figure(claim.reached)} {claim.unit}", goal, VERDICTS[claim.is_kept]


def _figure(value: float) -> str:
    """Three digits, and all of those before the point."""
    return f"{value:.0f}" if value % 1 == 0 or abs(value) >= 100 else f"{value:.3g}"
