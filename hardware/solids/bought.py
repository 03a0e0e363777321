"""A bought key as a plain solid, the top of its plate at height 0."""

from __future__ import annotations

from hardware.solids.shapes import Solid, box, rod
from hardware.solids.sizes import (
    STEM_HEIGHT,
    STEM_LENGTH,
    STEM_ROOM,
    STEM_WIDTHS,
    SWITCH_ABOVE,
    SWITCH_BELOW,
    SWITCH_BODY,
    SWITCH_HOUSING,
)

KEYCAP = 18.0


def switch(pressed: float = 0) -> Solid:
    """An MX switch, its stem pressed down this many mm."""
    body = box((SWITCH_BODY, SWITCH_BODY, SWITCH_BELOW), floor=-SWITCH_BELOW)
    housing = box((SWITCH_HOUSING, SWITCH_HOUSING, SWITCH_ABOVE)) - rod(STEM_ROOM, SWITCH_ABOVE, floor=1)
    return body + housing + stem().translate([0, 0, SWITCH_ABOVE - pressed])


def stem() -> Solid:
    """The cross that a cap is put on."""
    across, along = STEM_WIDTHS
    return box((STEM_LENGTH, across, STEM_HEIGHT)) + box((along, STEM_LENGTH, STEM_HEIGHT))


def keycap() -> Solid:
    """A cap on its switch, at rest."""
    return box((KEYCAP, KEYCAP, KEYCAP / 2), floor=SWITCH_ABOVE)
