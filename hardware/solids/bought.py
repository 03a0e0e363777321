"""Bought things that must fit, as plain solids: switch, reader module, strip, cards. `play` makes one larger all round.

A switch stands with the top of its plate at height 0, the others on it.
"""

from __future__ import annotations

from hardware.solids.shapes import Solid, box, rod
from hardware.solids.sizes import (
    BOSS,
    CARD,
    MODULE,
    PIXEL_PITCH,
    SLEEVED_CARD,
    STEM_HEIGHT,
    STEM_LENGTH,
    STEM_WIDTHS,
    STRIP,
    SWITCH_ABOVE,
    SWITCH_BELOW,
    SWITCH_BODY,
    SWITCH_HOUSING,
)

CARD_HEIGHT = 0.6  # with its tag
KEYCAP = 18.0


def switch(pressed: float = 0, play: float = 0) -> Solid:
    """An MX switch, its stem pressed down this many mm."""
    body = box((SWITCH_BODY + play, SWITCH_BODY + play, SWITCH_BELOW), floor=-SWITCH_BELOW)
    housing = box((SWITCH_HOUSING, SWITCH_HOUSING, SWITCH_ABOVE)) - rod(BOSS + 1, SWITCH_ABOVE, floor=1)
    return body + housing + stem(play).translate([0, 0, SWITCH_ABOVE - pressed])


def stem(play: float = 0) -> Solid:
    """The cross that a press plate is put on."""
    across, along = (width + play for width in STEM_WIDTHS)
    length = STEM_LENGTH + play
    return box((length, across, STEM_HEIGHT)) + box((along, length, STEM_HEIGHT))


def keycap() -> Solid:
    """A cap on its switch, at rest."""
    return box((KEYCAP, KEYCAP, KEYCAP / 2), floor=SWITCH_ABOVE)


def module(play: float = 0) -> Solid:
    """An RC522 board, its header towards smaller y."""
    return box((MODULE[0] + play, MODULE[1] + play, MODULE[2]))


def strip(pixels: int, play: float = 0) -> Solid:
    return box((pixels * PIXEL_PITCH, STRIP[0] + play, STRIP[1]))


def square_card(play: float = 0) -> Solid:
    return box((CARD + play, CARD + play, CARD_HEIGHT))


def sleeved_card(play: float = 0) -> Solid:
    return box((SLEEVED_CARD[0] + play, SLEEVED_CARD[1] + play, CARD_HEIGHT))
