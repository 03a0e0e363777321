"""What people are meant to forget: which card was turned up where and turned back.

Source: ALEX & CO EN, "a collection and memorizing game"
"""

from __future__ import annotations

from glowtable.game import HIDDEN, Action
from glowtable.kit.bit_sets import mask_of

from .state import UNKNOWN, State


def reminders(state: State, now: State) -> State:
    """The state of some moment: of the cards on places it tells only those that lie open `now`."""
    lying_open = (*now.turned, *now.back)
    faces = tuple(
        [
            UNKNOWN if face >= 0 and (place not in lying_open or now.faces[place] != face) else face
            for place, face in enumerate(state.faces)
        ]
    )
    return state._replace(
        faces=faces, forgotten=mask_of(face for face in state.faces if face >= 0 and face not in faces)
    )


def recalled(before: State, action: Action, now: State) -> Action:
    """An action, without the card that it turned up if that card does not lie open there `now`."""
    if action.kind != "turn":
        return action
    place = before.turned[-1]
    lies_open = place in (*now.turned, *now.back) and now.faces[place] == action.args[0]
    return action if lies_open else action._replace(args=(HIDDEN,))
