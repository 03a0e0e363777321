"""Where chance takes a card from: what came from there before an undo comes from there again. Knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Origin

from .state import Phase, State


def origin(state: State) -> Origin:
    return ORIGINS[state.phase](state)


def _own_deck(state: State) -> tuple[str, int, int, bool]:
    """The place in a seat's deck; after a shuffle no discards are left, and it is another deck."""
    person = state.people[state.seat]
    return "deck", state.seat, person.deck.bit_count(), bool(person.discard)


ORIGINS: Mapping[Phase, Callable[[State], Origin]] = {
    Phase.VILLAIN: lambda state: Origin(("villain", len(state.villains))),
    Phase.OFFER: lambda state: Origin(("supply", state.offered)),
    Phase.CHARACTER: lambda state: Origin(("character", state.seat)),
    Phase.DEAL: lambda state: Origin(_own_deck(state)),
    Phase.NEMESIS: lambda state: Origin(("nemesis", state.seat), ordered=False),
    Phase.DRAW: lambda state: Origin(_own_deck(state), ordered=False),
    Phase.HUNT: lambda state: Origin(("henchmen", state.hunted), ordered=False),
}
