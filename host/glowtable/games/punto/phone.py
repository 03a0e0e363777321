"""What a phone shows of Punto: the card to lay, large, and the cells that take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glowtable.messages import say

from .letters import COLOUR_WORDS
from .state import Phase
from .views import View

if TYPE_CHECKING:
    from glowtable.game.moment import Moment


def moment(view: View, seat: int) -> Moment | None:
    """Nobody holds a hand, so only what the seat to act does is said anew."""
    if seat != view.seat:
        return None
    from glowtable.game.moment import Moment  # most people play without phones

    if view.phase == Phase.PLACE:
        head = say("Place {colour} {points}.", colour=COLOUR_WORDS[view.card[0]], points=view.card[1])
        covers = {cell for cell, _ in view.piles} & set(view.cells)
        return Moment(
            head, say("Tap a light square, or a bright card to cover it.") if covers else say("Tap a light square.")
        )
    if view.phase == Phase.TROPHY:
        return Moment(say("You won the round!"), say("Tap the bright card you keep as a trophy."))
    return None
