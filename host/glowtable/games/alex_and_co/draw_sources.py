"""Where chance takes a card from: what came from there before an undo comes from there again. Knows no rule.

A card that lies on a place is told by when it came there: from the beginning, or as which card of the draw pile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import DrawSource
from glowtable.kit.hands import hand_size

from .state import FIRST_LAID, Phase, State


def draw_source(state: State) -> DrawSource:
    return DRAW_SOURCES[state.phase](state)


def _places_of_cards(state: State) -> DrawSource:
    """A face-down card stays where it lies until it is taken, and so does one of the draw pile (A-07)."""
    place = state.turned[-1]
    came = state.came[place]
    return DrawSource(("display", place) if came == FIRST_LAID else ("pile", came))


DRAW_SOURCES: Mapping[Phase, Callable[[State], DrawSource]] = {
    Phase.STARTER: lambda state: DrawSource("starter", keeps=False, ordered=False),
    Phase.OUT: lambda state: DrawSource(("out", state.tally), ordered=False),
    Phase.DEAL: lambda state: DrawSource(("hand", state.seat, hand_size(state, state.seat)), ordered=False),
    Phase.FLIP: _places_of_cards,
    Phase.DRAW: lambda state: DrawSource(state, keeps=False, ordered=False),
}
