"""The whole table in the middle of a match as seats see it: cells lit as traced, all else in the room's light.

LEDs of pods are not traced, so none of them shines. Needs the extra `hardware`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import numpy as np
from glowtable.messages import UserError, say
from PIL import Image, ImageDraw

from hardware.drawings.pictures import font
from hardware.product import cell
from hardware.product import light as optics
from hardware.product import table as t
from hardware.proofs.light import SIDE, STACKS, Eye, Lit, View, as_measured, coming_down, of, seated, view
from hardware.proofs.palette import CHANNELS, LUMENS_PER_MA, TRACED_LUMENS, as_ma
from hardware.proofs.rays import Array, Seen
from hardware.proofs.vision import TO_XYZ, of_chromaticity
from hardware.views import look
from hardware.views import scene as sc
from hardware.views.grid import Grid
from hardware.views.position import CARDS, levels
from hardware.views.scene import DESK, DESK_REFLECTS, FINE, GAMMA, LUMINANCE, Camera, Size, Window, camera, ways, window

RAYS = 150_000  # so many that chance shows hardly any grain
COLOURS = 256  # of a picture
CAPTION = 46  # pixels above a picture
PAPER, INK = (255, 255, 255), (20, 20, 20)
PICTURE: Size = (1400, 900 - CAPTION)
MIDDLE = (SIDE - 1) / 2 * cell.PITCH  # from the first cell's middle to the grid's
EDGE = 213.0  # mm from the middle at the plates' height: beyond, eyes meet the frame first
NAME_OUT = 26.0  # mm from a pod to its name
HALF_CD, WHITE_CD = 110.0, 600.0  # this luminance is drawn half as bright as white, that one white
PRINTS = {"r": (0.80, 0.13, 0.05), "y": (0.88, 0.62, 0.05), "g": (0.05, 0.45, 0.20), "b": (0.08, 0.28, 0.68)}
DOT = 4.2  # radius, in mm, of as many dots as a card is worth
DOT_STEP = 14.0
FACES = {  # where dots are, in steps from a card's middle
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
}
FACES |= {5: (*FACES[4], (0, 0)), 6: (*FACES[4], (-1, 0), (1, 0))}
FACES |= {7: (*FACES[6], (0, 0)), 8: (*FACES[6], (0, 1), (0, -1))}
FACES |= {9: (*FACES[8], (0, 0))}


class Table:
    """The table at this moment: `own` (6, 6, 3) is each cell's light, as XYZ for each cd/m2 of a traced cell's."""

    def __init__(self, kinds: Mapping[int, Lit], cells: Array) -> None:
        self.kinds, self.levels = kinds, cells
        ma = as_ma(cells)
        self.lumens = ma @ LUMENS_PER_MA / TRACED_LUMENS  # of each cell (36), as parts of a traced cell's
        primaries = np.array([of_chromaticity(*optics.CHROMATICITY[channel]) for channel in CHANNELS])
        self.own = by_place((ma * LUMENS_PER_MA) @ primaries / TRACED_LUMENS)
        self.stacks = np.array([CARDS[n].stack if n in CARDS else 0 for n in range(SIDE * SIDE)])
        self.grid = Grid(kinds, by_place(self.stacks))

    def read(self, eye: Eye) -> tuple[int, int]:
        """Of the cells that are lit, how many an eye reads, and how many there are."""
        lit = np.flatnonzero(self.lumens)
        legible = 0
        for number in lit:
            seen = view(self.kinds[self.stacks[number]], eye, [int(number)])
            legible += int(View(seen.own * self.lumens[number], seen.room).areas()[0] >= optics.LEGIBLE_MM2)
        return legible, len(lit)


def by_place(cells: Array) -> Array:
    """What cells 0..35 have as (6, 6, ...): x from the left, y from the front."""
    rows = cells.reshape(SIDE, SIDE, *cells.shape[1:])
    found: Array = np.swapaxes(rows[::-1], 0, 1)
    return found


def table(rays: int = RAYS) -> Table:
    kinds = {stack: of(replace(as_measured(), stack=stack), rays) for stack in STACKS}
    return Table(kinds, np.array(levels()))


def eyes() -> list[Eye]:
    """Of seats 1 to 6, leaning back."""
    return seated(optics.EYE_BACK)


@cache
def around() -> sc.Bodies:
    """What stands around the cells; heights count from the panels."""
    return sc.bodies(list(look.around()), -t.PANEL_TOP)


def pictures(shown: Table) -> Iterator[Image.Image]:
    for seat, eye in enumerate(eyes()):
        yield picture(shown, eye, seat)


def picture(shown: Table, eye: Eye, seat: int) -> Image.Image:
    """What this eye sees, below how many lit cells it reads; UserError if the table's edge hides them."""
    if eye.above <= 0:
        raise UserError(say("seat {seat}'s eye is below the table's edge and sees no cell", seat=str(seat + 1)))
    seen_from = camera(eye, shown.kinds[0].cell.top)
    names, corners = places()
    part = window(seen_from, np.concatenate([names, corners], axis=1), PICTURE, 1.05)
    whole = Image.new("RGB", (PICTURE[0], PICTURE[1] + CAPTION), PAPER)
    drawn = Image.fromarray(tone(luminances(shown, seen_from, part)), "RGB")
    told = ImageDraw.Draw(drawn)
    for pod, (x, y) in zip(t.PODS, part.pixel(seen_from.flat(names)).T, strict=True):
        told.text((x, y), pod.name, PAPER, font(22, pod.name == t.SEATS[seat].name), anchor="mm")
    whole.paste(drawn, (0, CAPTION))
    read, lit = shown.read(eye)
    away = optics.EYE_BACK - t.OUTSIDE / 2
    where = f"From seat {seat + 1}, {away:.0f} mm from the tray, {optics.ROOM_LX:.0f} lx"
    about = f"{where}: it reads {read} of {lit} lit cells"
    ImageDraw.Draw(whole).text((16, CAPTION / 2), about, INK, font(24, bold=True), anchor="lm")
    return whole


def places() -> tuple[Array, Array]:
    """Where pods are named (3, 7), outside of each, and the corners of all pods on the desk (3, n)."""
    spots = [t.pod_spot(pod, 0, -t.POD[1] / 2 - NAME_OUT) for pod in t.PODS]
    corners = [t.pod_spot(pod, x * t.POD[0] / 2, y * t.POD[1] / 2) for pod in t.PODS for x in (-1, 1) for y in (-1, 1)]
    names, ends = (np.array([(x, y, -t.PANEL_TOP) for x, y in each]).T for each in (spots, corners))
    return names, ends


# -- light


def luminances(shown: Table, seen_from: Camera, part: Window) -> Array:
    """Of each fine pixel (height, width, 3) linear sRGB, of which white's luminance is 1 cd/m2."""
    way = ways(seen_from, part)
    reflects, nearness = sc.seen_bodies(around(), seen_from, part)
    found = np.where((nearness > 0)[:, None], reflects, np.array(DESK) * DESK_REFLECTS) * optics.ROOM_LX / np.pi
    at_plates = seen_from.eye[:2, None] + way[:2] * (shown.kinds[0].cell.top - seen_from.eye[2]) / way[2]
    rays = np.flatnonzero(np.abs(at_plates).max(axis=0) < EDGE)
    light, points, hits = cells_seen(shown, seen_from, way[:, rays])
    wins = hits & (1 / (seen_from.ahead @ (points - seen_from.eye[:, None])) > nearness[rays])
    found[rays[wins]] = light[wins]
    width, height = part.size
    kept: Array = found.reshape(height * FINE, width * FINE, 3)
    return kept


def cells_seen(shown: Table, seen_from: Camera, way: Array) -> tuple[Array, Array, Array]:
    """Of each way from the eye: the light that comes along it (n, 3), whence (3, n), and whether that is a cell."""
    middle = np.array([[MIDDLE], [MIDDLE], [0]])
    cell_ = shown.kinds[0].cell._replace(lattice=shown.grid)
    seen = shown.grid.first_seen(coming_down(cell_, np.tile(seen_from.eye[:, None] + middle, way.shape[1]), way))
    own, room = shown.grid.luminances(seen, shown.own)
    light = (own + room[:, None] * of_chromaticity(*optics.ROOM_CHROMATICITY)) @ np.linalg.inv(TO_XYZ).T
    points = seen.points + np.vstack([seen.cells * cell.PITCH - MIDDLE, np.zeros(way.shape[1])])
    return light * printed(shown, seen), points, seen.boxes != shown.grid.floor


def printed(shown: Table, seen: Seen) -> Array:
    """What the print on cards' faces leaves of the light (n, 3)."""
    left = np.ones((len(seen.boxes), 3))
    for number, card in CARDS.items():
        x, y = number % SIDE, SIDE - 1 - number // SIDE
        here = np.flatnonzero((seen.cells[0] == x) & (seen.cells[1] == y) & (seen.boxes >= shown.grid.fixed))
        top = seen.points[2, here] > shown.grid.sides[seen.boxes[here], 2, 1] - 1e-6
        for dot in FACES[card.worth]:
            away = np.hypot(*(seen.points[:2, here] - DOT_STEP * np.array(dot)[:, None]))
            left[here[top & (away < DOT)]] = PRINTS[card.colour]
    return left


def tone(light: Array) -> Array:
    """As a screen shows it (height, width, 3), 0 to 255: soft where it is bright. Source: Reinhard and others 2002."""
    height, width = (size // FINE for size in light.shape[:2])
    linear = np.maximum(light, 0).reshape(height, FINE, width, FINE, 3).mean(axis=(1, 3))
    bright = np.maximum(linear @ LUMINANCE, 1e-9)[..., None] / HALF_CD
    shown = linear / HALF_CD * (1 + bright / (WHITE_CD / HALF_CD) ** 2) / (1 + bright)
    found: Array = np.round(255 * np.minimum(shown, 1) ** (1 / GAMMA)).astype(np.uint8)
    return found
