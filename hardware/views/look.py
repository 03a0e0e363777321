"""What stands around the cells, in the colours one would make it of: frame, pods with a card each, keys, cables.

The drawings' colours tell parts apart; these are those of a table in a room. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.drawings import bars, pods
from hardware.drawings.scenes import CABLES, PARTS
from hardware.fittings import pod_parts
from hardware.fittings.parts import caps
from hardware.product import table as t
from hardware.solids import pod
from hardware.solids.picture import Colour, Placed

OAK, COAL, SLATE, PAPER, CORD = (178, 126, 74), (44, 46, 52), (78, 82, 90), (236, 230, 216), (120, 122, 126)
OPAL, GREY, GREEN, AMBER, RED = (226, 226, 220), (160, 164, 170), (62, 146, 92), (226, 168, 60), (196, 70, 58)
POD_KEYS = (GREEN, OPAL, RED)  # confirm, pass, undo: from the left
BAR_KEYS = (AMBER, GREY, GREY, GREEN, COAL, COAL)  # wrong, pause, night, next, two spare
LOOKS: dict[str, Colour] = {
    "frame": OAK,
    "7 bodies": COAL,
    "6 lids": SLATE,
    "lid of the dealer": SLATE,
    "7 frames for cards": OAK,
    "windows of seats": OPAL,
    "bar of the table's keys": COAL,
    "its lid": SLATE,
    "its names": OPAL,
    **dict.fromkeys(CABLES, CORD),
}


def around() -> Iterator[Placed]:
    """Heights count from the desk."""
    for name, colour in LOOKS.items():
        yield Placed(PARTS[name][1](), colour)
    for at, colour in zip(pod.KEYS_AT, POD_KEYS, strict=True):
        yield Placed(pods.beside(caps([at]), t.SEATS), colour)
    for at, colour in zip(t.KEY_BAR_KEYS, BAR_KEYS, strict=True):
        yield Placed(bars.before(caps([at])), colour)
    yield Placed(pods.beside(pod_parts.card()), PAPER)
