"""The hands of bots, which lie face down in a row; docs/play says how hands keep them."""

from __future__ import annotations

from glowtable.game import CHANCE, Action
from glowtable.kit.face_down import FaceDown

from .cards import DECK, NAMES
from .special import done_as
from .state import Phase, State


def _lying(state: State, seat: int) -> int:
    """The cards before a seat: not those of a set being displayed; a game just handed over lies before who gets it."""
    held = state.hands[seat]
    if state.phase is Phase.PAY:
        game = 1 << state.held
        return held | game if seat == state.active else held & ~game
    return held & ~state.laying if seat == state.seat else held


ROWS: FaceDown[State] = FaceDown(NAMES, DECK.titles, _lying, lambda state, seat: state.hidden_count[seat])


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """A card is drawn without looking: where it came from is told when it goes back there, or is kept."""
    if action.seat == CHANCE:
        return ()
    if done_as(action, before) == "return":
        return ((before.whom, NAMES[before.held]),)
    shown = ((action.seat, NAMES[int(action.args[0])]),) if action.kind == "prove" else ()
    return shown + ROWS.taken_away(before.terms.everybody, before, after)
