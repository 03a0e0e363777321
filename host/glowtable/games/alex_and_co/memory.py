"""What people are meant to forget: which card was turned up where and turned back.

Source: ALEX & CO EN, "a collection and memorizing game"
"""

from __future__ import annotations

from glowtable.game import HIDDEN, Action, Arg
from glowtable.kit.bit_sets import mask_of

from .state import UNKNOWN, State


def reminders(state: State, now: State) -> State:
    """The state of some moment, without the cards on places that do not lie open `now`."""
    faces = tuple(
        [
            face if face < 0 or _lies_open(place, face, now) else UNKNOWN  # a face below zero is no card
            for place, face in enumerate(state.faces)
        ]
    )
    forgotten = mask_of(face for face in state.faces if face >= 0 and face not in faces)
    return state._replace(faces=faces, forgotten=forgotten)


def recalled(before: State, action: Action, now: State) -> Action:
    """An action, without the card that it turned up if that card does not lie open there `now`."""
    if action.kind != "turn" or _lies_open(before.turned[-1], action.args[0], now):
        return action
    return action._replace(args=(HIDDEN,))


def _lies_open(place: int, card: Arg, now: State) -> bool:
    return (place in now.turned or place in now.back) and now.faces[place] == card
