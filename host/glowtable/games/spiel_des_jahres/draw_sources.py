"""Where chance takes a card from: what came from there before an undo comes from there again. Knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import DrawSource

from .state import Phase, State, cards_held, deck_size


def draw_source(state: State) -> DrawSource:
    return SOURCES[state.phase](state)


SOURCES: Mapping[Phase, Callable[[State], DrawSource]] = {
    Phase.COMPANY: lambda state: DrawSource(("company", state.seat)),
    Phase.DEAL: lambda state: DrawSource(("hand", state.seat, cards_held(state, state.seat)), ordered=False),
    Phase.TREND: lambda state: DrawSource(("month", state.month)),
    Phase.DRAW: lambda state: DrawSource(("deck", deck_size(state)), ordered=False),
    Phase.CARD: lambda state: DrawSource(("ceremony", len(state.drawn)), keeps=False),
}
