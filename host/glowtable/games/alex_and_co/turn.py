"""The course of turns: back to the choice, on to the next seat, to the last step and the end. Knows no action."""

from __future__ import annotations

from .cards import NO_CARD
from .state import GAP, NOBODY, UNKNOWN, End, Mode, Phase, State

QUIET_ROUNDS = 3


def back_to_turn(state: State) -> State:
    """The choice under way is settled: the seat whose turn it is chooses again."""
    return state._replace(
        phase=Phase.TURN,
        seat=state.active,
        act="",
        asks=(),
        whom=NOBODY,
        card=NO_CARD,
        held=NO_CARD,
        turned=(),
        laying=0,
    )


def end_turn(state: State, seat: int = NOBODY) -> State:
    """The next turn: of this seat (A-21), else of the left neighbour (A-08). Too quiet a match may end (A-39)."""
    terms = state.terms
    quiet = 0 if state.stirred else state.quiet + 1
    state = state._replace(turns=state.turns + 1, quiet=quiet, stirred=False, barred=False, retracted=0)
    if quiet >= QUIET_ROUNDS * terms.seats and terms.options["stall"] == "end":
        return final(state, End.STALLED)
    follows = (state.active + 1) % terms.seats if seat == NOBODY else seat
    return back_to_turn(state._replace(active=follows, mode=Mode.FRESH))


def final(state: State, end: End) -> State:
    """No more actions: the last step begins with the active player (A-30, A-31)."""
    return back_to_turn(state)._replace(phase=Phase.FINAL, end=end, tally=0, stirred=False)


def refill(state: State, places: tuple[int, ...]) -> State:
    """Cards have left these places: new ones come from the draw pile, unseen, while there are any (A-07, A-37)."""
    faces, came, pile = list(state.faces), list(state.came), state.pile
    for place in places:
        faces[place] = UNKNOWN if pile else GAP
        came[place] = pile
        pile -= pile > 0
    filled = tuple([place for place in places if faces[place] == UNKNOWN])
    return state._replace(faces=tuple(faces), came=tuple(came), filled=filled, pile=pile, stirred=True)


def all_taken(state: State) -> bool:
    """Source: EN, "when all face-down cards have been taken" (A-30)"""
    return all(face == GAP for face in state.faces)
