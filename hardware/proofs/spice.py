"""A line and its ends as a deck for ngspice, the run, and what is read off it. Needs ngspice to run, nothing to write.

A deck has one driver that clocks at 4 MHz. What ends see is measured over two rising edges and a falling one.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from glowtable.messages import UserError, say

from hardware.product import bus

PERIOD_NS, DELAY_NS, STEP_NS, END_NS = 250, 20, 0.1, 530
EDGES_NS = ((20, True), (145, False), (270, True))  # begins; does it rise?
EDGE_NS = 110  # so long an edge is looked at


class Stretch(NamedTuple):
    """A cable between two nodes."""

    begin: str
    end: str
    metres: float


class Tree(NamedTuple):
    """What one driver drives: `ohm` is between it and the node `root`; each of `loads` has so many pF to ground."""

    ohm: float
    root: str
    stretches: tuple[Stretch, ...]
    loads: tuple[tuple[str, float], ...]
    ends: tuple[str, ...]  # where the line is listened to


class Seen(NamedTuple):
    """The worst that any end sees: volts back within the band after it was entered, volts beyond the supplies, edges
    seen for each edge sent, and ns from one end of the band to the other."""

    dip_v: float
    beyond_v: float
    edges: float
    crossing_ns: float


def deck(tree: Tree, spread: float) -> str:
    """For a driver whose resistance is so many times the usual; `tree.ohm` has been multiplied already."""
    half = PERIOD_NS / 2 - bus.RISE_NS
    lines = [
        f"* a driver {spread:g} times as weak as usual",
        f"Vs s 0 PULSE(0 {bus.HIGH_V} {DELAY_NS}n {bus.RISE_NS}n {bus.RISE_NS}n {half}n {PERIOD_NS}n)",
        f"Rs s {tree.root} {tree.ohm:g}",
    ]
    for n, (begin, end, metres) in enumerate(tree.stretches):
        lines.append(f"T{n} {begin} 0 {end} 0 Z0={bus.CABLE_OHM:g} TD={metres * bus.CABLE_NS:g}n")
    lines += [f"C{n} {node} 0 {pf:g}p" for n, (node, pf) in enumerate(tree.loads)]
    shown = " ".join(f"v({end})" for end in tree.ends)
    run = [
        f".tran {STEP_NS}n {END_NS}n",
        ".control",
        "set noaskquit",
        "run",
        f"wrdata seen.txt {shown}",
        "quit",
        ".endc",
    ]
    return "\n".join([*lines, *run, ".end"]) + "\n"


def run(text: str, ends: int) -> list[list[tuple[float, float]]]:
    """(ns, volts) of each end. UserError if ngspice is not installed or fails."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "deck.cir").write_text(text, "utf-8")
        try:
            done = subprocess.run(
                ["ngspice", "-b", "deck.cir"], cwd=folder, capture_output=True, text=True, timeout=300
            )
        except FileNotFoundError:
            missing = "ngspice is not installed: it computes what the lines of card readers see"
            raise UserError(say(missing)) from None
        found = Path(folder) / "seen.txt"
        if not found.exists():
            raise UserError(say("ngspice failed: {error}", error=done.stderr[-300:]))
        rows = [[float(word) for word in line.split()] for line in found.read_text("utf-8").splitlines()]
    return [[(row[0] * 1e9, row[2 * end + 1]) for row in rows] for end in range(ends)]


def measured(ends: Sequence[Sequence[tuple[float, float]]]) -> Seen:
    """The worst of all ends and edges."""
    edges = [edge for end in ends for edge in _edges(end)]
    volts = [v for end in ends for _, v in end]
    return Seen(
        max(_dip(edge) for edge in edges),
        max(0.0, max(volts) - bus.HIGH_V, -min(volts)),
        max(_crossings(edge) for edge in edges),
        max(_crossing_ns(edge) for edge in edges),
    )


def sure_ns(ends: Sequence[Sequence[tuple[float, float]]], sure_v: tuple[float, float]) -> float:
    """After the driver begins an edge: when the last end stays beyond these volts; inf if one does not in time."""
    return max(_sure_ns(end, *edge, *sure_v) for end in ends for edge in EDGES_NS)


def _sure_ns(end: Sequence[tuple[float, float]], begin: float, rises: bool, low: float, high: float) -> float:
    times = [ns for ns, v in end if begin <= ns < begin + EDGE_NS and (v < high if rises else v > low)]
    return times[-1] - begin if times[-1] < begin + EDGE_NS - 1 else inf


def _edges(end: Sequence[tuple[float, float]]) -> Iterator[list[tuple[float, float]]]:
    """Each edge of the clock, falling ones upside down: all of them rise."""
    low, high = bus.BAND_V
    for begin, rises in EDGES_NS:
        part = [(ns, v) for ns, v in end if begin <= ns < begin + EDGE_NS]
        yield part if rises else [(ns, low + high - v) for ns, v in part]


def _dip(edge: Sequence[tuple[float, float]]) -> float:
    """How far the line falls back within the band, once it was there."""
    low, high = bus.BAND_V
    top = dip = 0.0
    for _, v in edge:
        v = min(max(v, low), high)
        top = max(top, v)
        dip = max(dip, top - v)
    return dip


def _crossings(edge: Sequence[tuple[float, float]]) -> float:
    """How often the line rises through the band's middle, 1 if all is well."""
    middle = sum(bus.BAND_V) / 2
    return float(sum(before <= middle < after for (_, before), (_, after) in pairwise(edge)))


def _crossing_ns(edge: Sequence[tuple[float, float]]) -> float:
    """From the band's lower end to the first time above the upper one; the whole edge if it never gets there."""
    low, high = bus.BAND_V
    enters = next((ns for ns, v in edge if v > low), edge[-1][0])
    leaves = next((ns for ns, v in edge if v > high), edge[0][0] + EDGE_NS)
    return leaves - enters
