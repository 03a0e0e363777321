"""The light of drawn tables: what each finish does to a figure is traced once, and its logarithm taken for straight.

A figure goes by a power of each finish. LEDs are drawn by themselves: their light is proportional, and each of 36 cells
has its own. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from hardware.product import light as optics
from hardware.product.light import Finish
from hardware.proofs import light, palette
from hardware.proofs.claims import Claim
from hardware.proofs.drawn import Array, Draws, Figures, Tolerance
from hardware.proofs.light import Lit, Make
from hardware.proofs.vision import distances, of_chromaticity

RAYS, POINTS = 60_000, 40  # a finish moves a figure by more than chance does
STEP = 1.5  # by which a finish is changed to see what it does
CELLS, LEDS = 36, 4
BACK = "least area lit, leaning back"


def pass_more(finish: Finish, by: float) -> Finish:
    """More light passes, less comes back."""
    return Finish(finish.reflects - finish.passes * (by - 1), finish.passes * by)


CHANGED: Mapping[str, Callable[[Make, float], Make]] = {
    "print.opal": lambda make, by: replace(make, plate=pass_more(make.plate, by)),
    "print.white": lambda make, by: replace(make, white=pass_more(make.white, by)),
    "print.pigment": lambda make, by: replace(make, walls=make.walls._replace(passes=make.walls.passes * by)),
    "print.springs": lambda make, by: replace(make, walls=make.walls._replace(reflects=make.walls.reflects * by)),
    "light.panel": lambda make, by: replace(make, panel=make.panel._replace(reflects=make.panel.reflects * by)),
}


@cache
def traced_figures(make: Make, brighter: float = 1.0) -> dict[str, float]:
    """Each figure of `light.claims` that is no count, by the beginning of its name, with LEDs so much brighter."""
    shown = {stack: light.of(replace(make, stack=stack), RAYS) for stack in light.STACKS}
    shown = {stack: each._replace(own=each.own * brighter) for stack, each in shown.items()}
    around, found = light.rim(light.plate_map(shown[1])), {}
    for stack, each in shown.items():
        found[f"least area lit for an eye, stacks of {stack}"] = least_area(each, light.seated())
        found[f"leak to a neighbour, stacks of {stack}"] = 100 * light.leak(each)
    back = min(least_area(each, light.seated(optics.EYE_BACK)) for each in shown.values())
    return found | {
        BACK: back,
        "plate without a card, U0": light.evenness(light.plate_map(shown[0])),
        "rim around one card, mean": float(around.mean()),
        "rim around one card, lit over dark": light.contrast(shown[1]) - 1,
        "rim around one card, U0": light.evenness(around),
    }


def least_area(shown: Lit, eyes: Sequence[light.Eye]) -> float:
    return max(1e-3, min(float(light.view(shown, eye, points=POINTS).areas().min()) for eye in eyes))


@cache
def light_powers() -> dict[str, dict[str, float]]:
    """Of each figure: the power of each finish, and of the LEDs' light, by which it goes."""
    make, step = light.as_measured(), np.log(STEP)
    base = traced_figures(make)
    changes = {name: traced_figures(change(make, STEP)) for name, change in CHANGED.items() if name != "print.springs"}
    changes["print.springs"] = traced_figures(CHANGED["print.springs"](make, 1 / STEP))
    changes["leds"] = traced_figures(make, STEP)
    signs = {name: -1 if name == "print.springs" else 1 for name in changes}
    return {
        about: {name: signs[name] * float(np.log(found[about] / base[about]) / step) for name, found in changes.items()}
        for about in base
    }


def light_factor(of: Mapping[str, float], draws: Draws, leds: Array) -> Array:
    """By how much a figure of each cell of each table differs."""
    found = leds ** of["leds"]
    for name in CHANGED:
        found = found * np.maximum(0.05, draws(name, CELLS)) ** of[name]
    return found


def drawn_figures(claims: Sequence[Claim], given: Mapping[str, Tolerance], tables: int) -> Figures:
    """Drawn figures and goals of each claim of `light`; cells are read where the least area is large enough."""
    found, least = {}, {claim.about: claim.reached for claim in claims}
    base = traced_figures(light.as_measured())
    for claim in claims:
        draws, about, goal, reached = Draws(claim.about, given, tables), claim.about, claim.goal, claim.reached
        leds = (draws("light.green", CELLS, LEDS) * draws("light.led_ma", CELLS, LEDS)).mean(axis=2)
        if about.startswith("cells that"):
            about = BACK if "leaning" in about else about.replace(about.split(", ")[0], "least area lit for an eye")
            reached, goal = base[about] if about == BACK else least[about], optics.LEGIBLE_MM2
        over = float("lit over dark" in about)
        figure = over + (reached - over) * light_factor(light_powers()[about], draws, leds)
        found[claim.about] = (figure, np.full(tables, goal), True)
    return found


# -- colours: each of the eight in a cell of its own


def drawn_palette(claims: Sequence[Claim], given: Mapping[str, Tolerance], tables: int) -> Figures:
    """The same of `palette`."""
    draws, ma = Draws("palette", given, tables), palette.channels_ma(palette.SHINING)
    channels = np.stack([draws(f"light.{name}", len(ma), LEDS).mean(axis=2) for name in palette.CHANNELS], axis=2)
    current = draws("light.led_ma", len(ma), LEDS).mean(axis=2)
    lumens = (ma * channels * palette.LUMENS_PER_MA).sum(axis=2) * current
    rim = light_powers()["rim around one card, lit over dark"]
    finishes = light_factor(rim, draws, np.ones((tables, CELLS)))[:, : len(ma)]
    darker = (lumens * finishes / palette.lumens(ma).min()).min(axis=1)
    shown = light.of(replace(light.as_measured(), stack=1), light.RAYS)
    found = {}
    for claim in claims:
        if claim.about.startswith("most current"):
            figure = (ma.sum(axis=1) * current).max(axis=1)
        elif claim.about.startswith("darkest over"):
            figure = lumens.min(axis=1) / lumens.max(axis=1)
        elif claim.about.startswith("darkest colour"):
            figure = 1 + (claim.reached - 1) * darker
        else:
            eye = claim.about.removeprefix("nearest two colours, ").split(" ")[0]
            figure = nearest_colours(shown, ma * channels * current[..., None] * finishes[..., None], draws, eye)
        found[claim.about] = (figure, np.full(tables, claim.goal), True)
    return found


def nearest_colours(shown: Lit, ma: Array, draws: Draws, eye: str) -> Array:
    """Of each table how far its two nearest colours are from each other."""
    hues = draws("light.hue", len(palette.CHANNELS), 2)
    white = optics.ROOM_LX / np.pi * of_chromaticity(*optics.ROOM_CHROMATICITY)
    per_lumen = light.rim(light.plate_map(shown)).mean() / palette.TRACED_LUMENS
    room = light.rim(light.over_plate(shown.cell, shown.room)).mean() * of_chromaticity(*optics.ROOM_CHROMATICITY)
    found = np.empty(len(ma))
    for n, (of, hue) in enumerate(zip(ma, hues, strict=True)):
        at = np.array([optics.CHROMATICITY[channel] for channel in palette.CHANNELS]) + hue
        seen = (of * palette.LUMENS_PER_MA) @ np.array([of_chromaticity(*each) for each in at]) * per_lumen + room
        found[n] = (distances(seen, white, eye) + np.diag(np.full(len(seen), np.inf))).min()
    return found
