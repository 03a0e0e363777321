"""Presses of drawn tables: each takes its 36 cells from a pool of drawn cells, each pressed at six points.

The first three points are anywhere on the plate, the others at its rim. Of each kind every other cell is new, and the
rest have crept for five years. Friction is drawn for each cell. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import numpy as np

from hardware.product import cell as c
from hardware.proofs import press
from hardware.proofs.claims import Claim
from hardware.proofs.drawn import Array, Draws, Figures, Tolerance

CELLS, ANYWHERE, RIM = 36, 3, 3
POOL = 1500


def drawn_figures(claims: Sequence[Claim], given: Mapping[str, Tolerance], tables: int) -> Figures:
    """Drawn figures and goals of each claim of `press`; all rest on estimates."""
    of, draws = press.as_measured(), Draws("press", given, POOL)
    supports, peaks = drawn_supports(of, draws)
    points, load = pressed_at(of, draws)
    times = ANYWHERE + RIM
    weight: Any = of.weight * np.repeat(draws("bought.weight", 1), times, 0)
    of = of._replace(weight=weight)
    many = press.Supports(supports.rows, np.repeat(supports.stiffness, times, 0), np.repeat(supports.gaps, times, 0))
    newtons, lie = press.until_peak(of, many, np.repeat(peaks, times, 0), load)
    idle = press.settled(many, press.load_of(of, press.felt(of, points) * press.NINE_CARDS), np.zeros(load.shape))
    idle_presses = press.peaked_at(of, many, idle, np.repeat(peaks, times, 0)).reshape(POOL, times).any(axis=1)
    tilts = np.degrees(np.hypot(lie[:, 1], lie[:, 2]) / press.REACH).reshape(POOL, times).max(axis=1)
    cells = draws.chance.integers(POOL, size=(tables, CELLS))
    forces = newtons.reshape(POOL, times)[:, :ANYWHERE][cells].reshape(tables, -1)
    in_order = np.sort(forces, axis=1)  # some are infinite
    fits, bears = Draws("sideways", given, tables), Draws("elbow", given, tables)
    tilt = tilts[cells]
    slots = of.slot_play + fits("print.hole", CELLS) / 2 + fits("print.across", CELLS)
    peg, rod, dome = (bears(name, CELLS) for name in ("print.height", "print.height", "bought.dome_height"))
    squeezed = np.maximum(0, of.stop_air + peg - (of.air + rod - dome) - of.dome_travel)
    elbow = press.elbow(of._replace(stop_air=1 + of.air + of.dome_travel - 2 * press.PRINT_SCATTER)) * squeezed
    found = {
        "force at 1 %": in_order[:, ceil(0.01 * (in_order.shape[1] - 1))],
        "force at 99 %": in_order[:, ceil(0.99 * (in_order.shape[1] - 1))],
        "tilt": tilt.max(axis=1),
        "way of a plate": slots + np.radians(tilt) * (c.WALLS[1] - c.SHEET[0]),
        "cells pressed": idle_presses[cells].sum(axis=1),
        "force on a dome": elbow * bears("print.tpu", CELLS),
        "plate that": 100 * (forces <= press.HARDEST).mean(axis=1),
    }
    goals = {
        "way of a plate": of.play + 2 * fits("print.across", CELLS),
        "force on a dome": press.DOME_BEARS * bears("bought.dome_bears", CELLS),
    }
    named = {claim: next(name for name in found if claim.about.startswith(name)) for claim in claims}
    return {
        claim.about: (found[name], goals.get(name, np.full(tables, claim.goal)), True) for claim, name in named.items()
    }


def drawn_supports(of: press.Cell, draws: Draws) -> tuple[press.Supports, Array]:
    """The supports of as many cells, every other one after five years, and at what force its dome peaks."""
    creep = draws("print.creep", 1)
    creep[::2] = 1
    thick = 1 + draws("print.arm_thickness", 1) / of.arm_thickness
    modulus = draws("print.modulus", 1) * draws("print.layer_stiffness", 1)
    arms = of.arm_stiffness * np.maximum(0.05, thick) ** 3 * modulus
    peaks = of.dome_newtons * draws("bought.dome_force", 1)
    offs = [draws("print.height", len(spots)) for spots in (of.arms, of.hooks, of.domes, of.pegs)]
    dome = offs[2] + draws("bought.dome_height", 1)
    hard = np.full((draws.tables, 1), press.HARD)
    dome_stiffness = peaks / (of.dome_peak * draws("bought.dome_peak", 1) + peaks / of.tip)
    groups = (
        (press.felt(of, of.arms), arms, -of.preload * creep + offs[0]),
        (-press.felt(of, of.hooks), hard, of.hook_air + offs[1]),
        (press.felt(of, of.domes), dome_stiffness, of.air + dome),
        (press.felt(of, of.pegs), hard, of.stop_air + offs[3]),
    )
    return press.joined_supports(of, groups), peaks


def pressed_at(of: press.Cell, draws: Draws) -> tuple[Array, Array]:
    """Where each cell is pressed, and what a newton there does, leaning somewhere."""
    chance, times = draws.chance, ANYWHERE + RIM
    points = chance.uniform(-1, 1, (draws.tables, times, 2))
    points[:, ANYWHERE:] /= np.abs(points[:, ANYWHERE:]).max(axis=2, keepdims=True)
    points = (points * of.half).reshape(-1, 2)
    friction, around = np.repeat(draws("bought.friction"), times), chance.uniform(0, 2 * np.pi, len(points))
    lean = of.held_below * friction[:, None] * np.stack([np.cos(around), np.sin(around)], 1)
    load = press.felt(of, points, lean)
    load[:, 0] *= 1 - friction**2
    return points, load
