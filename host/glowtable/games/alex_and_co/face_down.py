"""Hands that lie face down in a row, as those of bots do: which cards lie there, and which an action takes out.

Hands that see only backs are told which card from the left; docs/play says how a row is kept.
"""

from __future__ import annotations

from glowtable.game import CHANCE, Action, HandCard
from glowtable.kit.bit_sets import members
from glowtable.kit.hands import in_row

from .cards import DECK, NAMES
from .state import Phase, State


def hand_in_row(state: State, seat: int) -> tuple[tuple[HandCard, ...], int]:
    return in_row(state, seat, DECK, _lying(state, seat))


def _lying(state: State, seat: int) -> int:
    """The cards before a seat: not those of a set being displayed; a game just handed over lies before who gets it."""
    held = state.hands[seat]
    if state.phase is Phase.PAY:
        game = 1 << state.held
        return held | game if seat == state.active else held & ~game
    return held & ~state.laying if seat == state.seat else held


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """A card is drawn without looking: where it came from is told when it goes back there, or is kept."""
    if action.seat == CHANCE:
        return ()
    if action.kind == "return":
        return ((before.whom, NAMES[before.held]),)
    shown = ((action.seat, NAMES[int(action.args[0])]),) if action.kind == "prove" else ()
    return shown + tuple(
        (seat, NAMES[card])
        for seat in before.terms.everybody
        for card in members(_lying(before, seat) & ~_lying(after, seat))
    )
