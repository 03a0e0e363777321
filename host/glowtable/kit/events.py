"""What an event means now, by its kind: how a game's surface reads what hands do at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from glowtable.game import Action, Refusal, Rules
from glowtable.table import Event

State = TypeVar("State")
Meaning = Action | Refusal | None


def read_by_event(meanings: Mapping[type, Callable[..., Meaning]]) -> Callable[[Event, Any], Meaning]:
    """The `read` of a Surface: a function for each kind of event, called with what the event holds and the state.

    Other events mean nothing.
    """

    def read(event: Event, state: Any) -> Meaning:
        meaning = meanings.get(type(event))
        return meaning(*event, state) if meaning else None

    return read


def if_possible(rules: Rules[State, Any]) -> Callable[[Action, State], Action | Refusal]:
    """An action that is meant: itself if it may be applied, or why not."""
    return lambda action, state: rules.refuse(state, action) or action
