"""The printed parts of a pod where they are when it is closed: body, lid, frame for a card, rest of the reader.

The middle of its board is the origin, the pod's underside height 0; `PRINTS` lays them on a printer's bed.
Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids.bought import KEYCAP
from hardware.solids.marks import mark
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, ring, rod, span
from hardware.solids.sprung import face_down

LIGHTS_AT: tuple[Spot, ...] = tuple((n * t.POD_LIGHT_STEP, t.POD_LIGHTS) for n in (-1.5, -0.5, 0.5, 1.5))
KEYS_AT: tuple[Spot, ...] = tuple((n * t.POD_KEY_STEP, t.POD_KEYS) for n in (-1, 0, 1))


class Case(NamedTuple):
    """How the printed cases of pod and bar differ: size, supports of the board, and how its cable leaves."""

    size: tuple[float, float, float]
    supports: tuple[Spot, ...]
    exit: tuple[float, float]  # in the rear wall: wide, and high once the lid is on
    low: float  # the underside of the cable there
    skirt_from: float

    @property
    def rear(self) -> float:
        """The middle of the rear wall."""
        return self.size[1] / 2 - t.POD_WALL / 2

    def body(self, screws: Sequence[Spot], wall: float = t.POD_WALL) -> Solid:
        """Floor and walls, posts and supports for the board, holes for countersunk screws, and the cable's way out."""
        shell = box((*self.size[:2], t.POD_FLOOR)) + ring((*self.size[:2], p.LID_LOW), wall)
        high = t.POD_FLOOR + t.POD_STANDS
        posts = [rod(p.POST, high, spot) for spot in screws] + [rod(p.SUPPORT, high, spot) for spot in self.supports]
        way_out = box((self.exit[0], t.POD_WALL + 2 * OVER, t.POD_TOP), (0, self.rear), self.low)
        return shell + all_of(posts) - all_of(sunk().translate([*spot, 0]) for spot in screws) - way_out

    def skirt(self, gap: Solid = Solid()) -> Solid:
        """It keeps the lid in its place between the walls; not where the gap is."""
        thick, high, air = p.SKIRT
        inside = [side - 2 * (t.POD_WALL + air) for side in self.size[:2]]
        room = span(-100, 100, self.skirt_from, 100, 0, 100)
        return ring((*inside, high + OVER), thick, floor=p.LID_LOW - high) ^ (room - gap)

    def tongue(self) -> Solid:
        """It closes the cable's way out down to the cable, which its ridge pinches."""
        wide, low = self.exit[0] - 2 * p.TONGUE_PLAY, self.low + self.exit[1]
        long, high = p.RIDGE
        tongue = box((wide, t.POD_WALL, p.LID_LOW + OVER - low), (0, self.rear), low)
        return tongue + box((wide, long, high + OVER), (0, self.rear), low - high)


CASE = Case(t.POD, p.SUPPORTS, p.EXIT, p.CABLE_LOW, p.SKIRT_FROM)


def body(screws: Sequence[Spot] = p.SCREWS_AT, wall: float = t.POD_WALL) -> Solid:
    return CASE.body(screws, wall)


def sunk() -> Solid:
    """A screw's hole, its head's cone below."""
    deep = (p.SCREW_HEAD - p.SCREW_HOLE) / 2
    hole = rod(p.SCREW_HOLE, t.POD_FLOOR + t.POD_STANDS + 2 * OVER, floor=-OVER)
    return hole + (rod(p.SCREW_HEAD, OVER, floor=-OVER) + rod(p.SCREW_HOLE, OVER, floor=deep - OVER)).hull()


def lid(of: str, windows: Iterable[Spot] = LIGHTS_AT) -> Solid:
    """The reading face with the pod's mark, what screws and cable need below it; a seat's with lights and keys."""
    plate = box((*t.POD[:2], p.FACE), floor=p.LID_LOW)
    whole = plate + CASE.skirt() + all_of(boss(spot) for spot in p.SCREWS_AT) + CASE.tongue()
    whole -= all_of(rod(p.PEG + 2 * p.PEG_PLAY, p.FACE + 2 * OVER, spot, p.LID_LOW - OVER) for spot in p.PEGS_AT)
    high, broad, deep = p.MARK
    whole -= mark(of, high, broad, deep + OVER).translate([0, p.MARK_AT, t.POD_TOP - deep])
    return whole if of == "D" else whole + _tunnels() - _windows(windows) - _key_opening()


def boss(spot: Spot) -> Solid:
    """It holds the board down and takes the screw's thread."""
    low = p.BOARD_TOP + p.BOSS_AIR
    return rod(p.BOSS, p.LID_LOW + OVER - low, spot, low) - rod(p.SCREW_PILOT, p.BOSS_DEEP + OVER, spot, low - OVER)


def _tunnels() -> Solid:
    """Around the lights, so that each shines into its own window."""
    width, depth, wall = p.TUNNEL
    high = p.LID_LOW + OVER - p.TUNNEL_LOW
    outside = (3 * t.POD_LIGHT_STEP + width + 2 * wall, depth + 2 * wall, high)
    inside = all_of(
        box((width, depth, p.LID_LOW - p.TUNNEL_LOW + OVER), spot, p.TUNNEL_LOW - OVER) for spot in LIGHTS_AT
    )
    return box(outside, (0, t.POD_LIGHTS), p.TUNNEL_LOW) - inside


def _windows(spots: Iterable[Spot]) -> Solid:
    """Hollows from below: what is left of the face lets light through."""
    width, depth, thin = p.WINDOW
    return all_of(box((width, depth, p.FACE - thin + OVER), spot, p.LID_LOW - OVER) for spot in spots)


def _key_opening() -> Solid:
    side = KEYCAP + 2 * p.KEY_AIR
    return box((2 * t.POD_KEY_STEP + side, side, 10), (0, t.POD_KEYS), p.LID_LOW - 5)


def frame() -> Solid:
    """Around a card on the lid, with room for two fingers, and pegs into the lid."""
    inside, (side, front, rear) = p.FRAME_INSIDE, p.FRAME_BARS
    middle = t.POD_CARD + (rear - front) / 2
    whole = box((inside + 2 * side, inside + front + rear, p.FRAME_HIGH), (0, middle), t.POD_TOP)
    card = box((inside, inside, 10), (0, t.POD_CARD), t.POD_TOP - 5)
    long, deep = p.FINGER
    fingers = box((inside + 2 * deep, long, 10), (0, t.POD_CARD), t.POD_TOP - 5)
    pegs = [rod(p.PEG, p.PEG_LONG + OVER, spot, t.POD_TOP - p.PEG_LONG) for spot in p.PEGS_AT]
    return whole - card - fingers + all_of(pegs)


def rest() -> Solid:
    """It stands on the board under the module's far end, its pins in two holes."""
    (_, y), *_ = p.REST_AT
    thick, long = p.REST_PIN
    pins = [rod(thick, long + OVER, spot, p.BOARD_TOP - long) for spot in p.REST_AT]
    return box(p.REST, (0, y), p.BOARD_TOP) + all_of(pins)


PRINTS: Mapping[str, Callable[[], Solid]] = {
    "pod-body": body,
    **{f"pod-lid-{pod.mark}": partial(lambda of: face_down(lid(of)), pod.mark) for pod in t.PODS},
    "pod-frame": lambda: face_down(frame()),
    "pod-rest": lambda: face_down(rest()),
}
