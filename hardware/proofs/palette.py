"""The colours of the table's lights as the firmware draws them: bright enough, evenly bright, told apart by all eyes?

A colour's light is that of the traced cell, by its lumens: bodies are taken to treat all colours alike. How far two
colours are from each other is asked of the rim around one card, in a room as bright as the proof of light has it.
Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil

import numpy as np
from glowpico.settings import DEFAULTS
from glowpico.strip import CHANNEL_MA, PALETTE, Strip, share
from glowpico.wire import CELLS, COLOURS, SEATS

from hardware.product import light as optics
from hardware.product.supply import LEDS_MA, SUPPLIES
from hardware.proofs.claims import Claim
from hardware.proofs.light import (
    CONTRAST,
    RAYS,
    STACKS,
    Lit,
    View,
    as_measured,
    of,
    over_plate,
    plate_map,
    rim,
    seated,
    view,
)
from hardware.proofs.vision import EYES, Array, distances, of_chromaticity

RGB = tuple[int, int, int]
Palette = Mapping[str, RGB]

NAMES = dict(zip("wosgybrp", ("white", "orange", "sky", "green", "yellow", "blue", "red", "purple"), strict=True))
SHINING: Palette = {letter: PALETTE[COLOURS.index(letter)] for letter in NAMES}
BEFORE: Palette = {  # the Okabe-Ito set's numbers, which are meant for screens, sent to LEDs as they are
    "w": (255, 255, 255), "o": (230, 159, 0), "s": (86, 180, 233), "g": (0, 158, 115),
    "y": (240, 228, 66), "b": (0, 114, 178), "r": (213, 94, 0), "p": (204, 121, 167),
}  # fmt: skip
CHANNELS = ("red", "green", "blue")
LUMENS_PER_MA = np.array([optics.LUMENS[channel] for channel in CHANNELS]) / optics.LUMENS_AT_MA
TRACED_LUMENS = optics.LUMENS["green"] * optics.CELL_MA / optics.LUMENS_AT_MA  # of the cell that `light` traces
OVER_ROOM, EVEN, APART = 2.0, 0.5, 15.0  # goals: at least


def channels_ma(palette: Palette) -> Array:
    """Of a cell's pixels (n, 3) at the table's own brightness, beside what they draw when dark."""
    per_myriad = 100 * DEFAULTS["brightness_pct"]
    levels = np.array([[share(level, per_myriad, 10_000) for level in palette[letter]] for letter in palette])
    return as_ma(levels)


def as_ma(levels: Array) -> Array:
    """What a cell's pixels draw at such levels, of 255."""
    found: Array = levels * CHANNEL_MA / 255 * DEFAULTS["pixels_per_cell"]
    return found


def lumens(ma: Array) -> Array:
    found: Array = ma @ LUMENS_PER_MA
    return found


def all_lit_ma(letter: str, budget_ma: float) -> Array:
    """The channels of a cell (3) when all 36 have this colour and the firmware keeps such a budget."""
    strip = Strip({**DEFAULTS, "budget_ma": round(budget_ma), "branch_ma": LEDS_MA})
    strip.show(letter * CELLS + "-" * SEATS, "s" * (CELLS + SEATS), 100)
    strip.render(0)
    green, red, blue = strip.cells[:3]
    return as_ma(np.array([red, green, blue]))


# -- as seen


def over_room(shown: Lit, lumens: Array) -> Array:
    """The rim lit with so many lumens, in the room's light, over the rim dark."""
    dark = rim(over_plate(shown.cell, shown.room)).mean()
    found: Array = 1 + rim(plate_map(shown)).mean() * lumens / TRACED_LUMENS / dark
    return found


def stands_out(seen: View, lumens: float) -> float:
    """Lit over dark on as much of a cell as makes it legible, at its brightest; the least of all cells."""
    own = seen.own * lumens / TRACED_LUMENS
    ratios = np.where(own >= optics.LEGIBLE_CD, 1 + own / np.maximum(seen.room, 1e-9), 1)
    points = ratios.shape[1]
    enough = points - ceil(optics.LEGIBLE_MM2 / seen.point_mm2)
    return float(np.partition(ratios, enough, axis=1)[:, enough].min())


def as_seen(shown: Lit, ma: Array) -> Array:
    """XYZ of the rim around a card (n, 3), in cd/m2: the colour's light, and the room's that it sends back."""
    primaries = np.array([of_chromaticity(*optics.CHROMATICITY[channel]) for channel in CHANNELS])
    per_lumen = rim(plate_map(shown)).mean() / TRACED_LUMENS
    room = rim(over_plate(shown.cell, shown.room)).mean()
    found: Array = (ma * LUMENS_PER_MA) @ primaries * per_lumen + room * of_chromaticity(*optics.ROOM_CHROMATICITY)
    return found


def apart(shown: Lit, palette: Palette, eye: str) -> Array:
    """How far each colour is from each other (n, n), infinitely from itself."""
    white = optics.ROOM_LX / np.pi * of_chromaticity(*optics.ROOM_CHROMATICITY)
    found = distances(as_seen(shown, channels_ma(palette)), white, eye)
    np.fill_diagonal(found, np.inf)
    return found


# -- what is claimed


def claims(palette: Palette = SHINING, rays: int = RAYS) -> Iterator[Claim]:
    """Of the colours that games light, by default those of the firmware, each in a cell alone."""
    ma = channels_ma(palette)
    light = lumens(ma)
    darkest = f"darkest colour ({NAMES[list(palette)[light.argmin()]]})"
    yield Claim("most current of a lit cell, above what it draws dark", ma.sum(axis=1).max(), optics.CELL_MA, "mA")
    yield Claim("darkest over brightest colour", light.min() / light.max(), EVEN, "of 1", at_most=False)
    shown = {stack: of(replace(as_measured(), stack=stack), rays) for stack in STACKS}
    ratio = float(over_room(shown[1], light).min())
    yield Claim(f"{darkest}, rim around one card, lit over dark", ratio, OVER_ROOM, ": 1", at_most=False)
    eyes = [*seated(), *seated(optics.EYE_BACK)]
    for stack, each in shown.items():
        ratio = min(stands_out(view(each, eye), light.min()) for eye in eyes)
        about = f"{darkest}, lit over dark on {optics.LEGIBLE_MM2:.0f} mm2 for the worst eye, stacks of {stack}"
        yield Claim(about, ratio, CONTRAST, ": 1", at_most=False)
    for eye in EYES:
        least = float(apart(shown[1], palette, eye).min())
        yield Claim(f"nearest two colours, {eye} eyes, CIE 1976", least, APART, "", at_most=False)


def compared(rays: int = RAYS) -> list[tuple[str, ...]]:
    """Each colour: a head, and lines."""
    shown = of(replace(as_measured(), stack=1), rays)
    seen = [view(shown, eye) for eye in [*seated(), *seated(optics.EYE_BACK)]]
    rows = [HEAD]
    ma = channels_ma(SHINING)
    nearest = np.stack([apart(shown, SHINING, eye).min(axis=1) for eye in EYES], axis=1)
    for letter, rgb, own, light, near in zip(SHINING, SHINING.values(), ma, lumens(ma), nearest, strict=True):
        cd = (over_room(shown, light) - 1) * rim(over_plate(shown.cell, shown.room)).mean()
        figures = ", ".join(map(str, rgb)), f"{own.sum():.0f}", f"{cd:.0f}", _ratios(shown, seen, light)
        others = " / ".join(f"{each:.0f}" for each in near)
        rows.append((NAMES[letter], *figures, *_all_lit(shown, seen, letter), others))
    return rows


HEAD = (
    "colour",
    "red, green, blue",
    "mA a cell",
    "rim, cd/m2",
    "lit over dark: rim / brightest 60 mm2",
    *(f"all 36 lit, {supply.about}" for supply in SUPPLIES[:2]),
    f"nearest other, {' / '.join(EYES)} eyes",
)


def _ratios(shown: Lit, seen: list[View], light: float) -> str:
    return f"{over_room(shown, light):.2f} / {min(stands_out(each, light) for each in seen):.2f}"


def _all_lit(shown: Lit, seen: list[View], letter: str) -> tuple[str, ...]:
    """The same with each supply's budget; what light neighbours add is left out."""
    light = [lumens(all_lit_ma(letter, supply.leds_ma)) for supply in SUPPLIES[:2]]
    return tuple(_ratios(shown, seen, each) for each in light)
