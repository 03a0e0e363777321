"""Where chance takes a card from: what came from there before an undo comes from there again. Knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Origin

from .state import Phase, State, deck, size


def origin(state: State) -> Origin:
    return ORIGINS[state.phase](state)


ORIGINS: Mapping[Phase, Callable[[State], Origin]] = {
    Phase.COMPANY: lambda state: Origin(("company", state.seat)),
    Phase.DEAL: lambda state: Origin(("hand", state.seat, size(state, state.seat)), ordered=False),
    Phase.TREND: lambda state: Origin(("month", state.month)),
    Phase.DRAW: lambda state: Origin(("deck", deck(state)), ordered=False),
    Phase.CARD: lambda state: Origin(("ceremony", len(state.drawn)), keeps=False),
}
