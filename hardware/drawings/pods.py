"""What a pod is made of as it is drawn, and where pods stand. Needs manifold3d."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hardware.fittings import pod_parts
from hardware.product import pod as p
from hardware.product import table as t
from hardware.product.table import Pod
from hardware.solids import pod
from hardware.solids.shapes import Solid, all_of, box, rod
from hardware.solids.sprung import everywhere

SEEN = 0.05  # how far windows are drawn above the face in which they lie
feet = partial(everywhere, rod(t.FOOT_ACROSS, t.FOOT, floor=-t.FOOT), p.FEET_AT)


def beside(solid: Solid, pods: Sequence[Pod] = t.PODS) -> Solid:
    """A part of a pod at each of these, where they stand on their feet."""
    places = ((each, (*t.pod_spot(each._replace(turn=0)), t.FOOT)) for each in pods)
    return all_of(solid.translate(place).rotate([0, 0, each.turn]) for each, place in places)


def lids(pods: Sequence[Pod]) -> Solid:
    """Each with its own mark."""
    return all_of(beside(pod.lid(each.mark), [each]) for each in pods)


def plate() -> Solid:
    """The board by itself."""
    low = p.BOARD_TOP - t.POD_BOARD[2]
    return pod_parts.board().trim_by_plane([0, 0, -1], -p.BOARD_TOP) ^ box((100, 120, 10), floor=low - 2.0)


def lights() -> Solid:
    return all_of(solid for ref, solid in pod_parts.parts().items() if ref.startswith("LED"))


def components() -> Solid:
    """All on the board but lights and keys."""
    return all_of(solid for ref, solid in pod_parts.parts().items() if not ref.startswith("LED"))


def windows() -> Solid:
    """Where light comes through a lid."""
    width, depth, thin = p.WINDOW
    return all_of(box((width, depth, thin + SEEN), spot, t.POD_TOP - thin) for spot in pod.LIGHTS_AT)
