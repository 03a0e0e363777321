"""What a person puts together before it is done: steps of one form, tried on the rules alone.

Nothing of it is in the match, and no other page hears of it, before it is closed. It knows no game and no network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from glowtable.game import Action, Form, Game
from glowtable.match.public_texts import PublicTexts
from glowtable.messages import Message


class Draft(NamedTuple):
    """Steps that can be done in this order, each as its button says it, and the state after them."""

    steps: tuple[Action, ...]
    labels: tuple[Message, ...]
    state: Any


def draft_of(game: Game, state: Any, steps: Sequence[Action]) -> Draft:
    """Of these steps as many as can be done in this state."""
    labels: list[Message] = []
    for action in steps:
        if action not in game.rules.legal(state, action.seat):
            break
        labels.append(PublicTexts(game, state).label_text(action, state))
        state = game.rules.apply(state, action)
    return Draft(tuple(steps[: len(labels)]), tuple(labels), state)


def form_of(game: Game, kind: str) -> Form | None:
    """The form in which actions of this kind are steps."""
    return next((form for form in game.forms if kind in form.kinds), None)


def next_actions(game: Game, draft: Draft, seat: int) -> tuple[Action, ...]:
    """After the first step only others of its form, and what closes it; nothing that leads nowhere."""
    view = game.rules.view(draft.state, seat)
    actions = tuple(each for each in game.rules.legal(draft.state, seat) if game.surface.is_offered(view, each))
    form = form_of(game, draft.steps[0].kind) if draft.steps else None
    return tuple(each for each in actions if each.kind in (*form.kinds, *form.closes)) if form else actions
