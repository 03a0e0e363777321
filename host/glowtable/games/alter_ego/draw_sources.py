"""Where chance takes a card from: what came from there before an undo comes from there again. Knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import DrawSource

from .state import Phase, State


def draw_source(state: State) -> DrawSource:
    return DRAW_SOURCES[state.phase](state)


def _own_deck(state: State) -> tuple[str, int, int, bool]:
    """The place in a seat's deck; after a shuffle no discards are left, and it is another deck."""
    person = state.people[state.seat]
    return "deck", state.seat, person.deck.bit_count(), bool(person.discard)


DRAW_SOURCES: Mapping[Phase, Callable[[State], DrawSource]] = {
    Phase.VILLAIN: lambda state: DrawSource(("villain", len(state.villains))),
    Phase.OFFER: lambda state: DrawSource(("supply", state.offered)),
    Phase.CHARACTER: lambda state: DrawSource(("character", state.seat)),
    Phase.DEAL: lambda state: DrawSource(_own_deck(state)),
    Phase.NEMESIS: lambda state: DrawSource(("nemesis", state.seat), ordered=False),
    Phase.DRAW: lambda state: DrawSource(_own_deck(state), ordered=False),
    Phase.HUNT: lambda state: DrawSource(("henchmen", state.hunted), ordered=False),
}
