"""What seats put together on their pages, step by step, and what of it is being done: hands and readers need time."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import NamedTuple

from glowtable.game import Action
from glowtable.match.pump import Pump
from glowtable.table import Event
from glowtable.web.drafts import draft_of, form_of
from glowtable.web.outgoing import offered

LOST_MS = 4000  # then a gesture of which nothing came is given up

Steps = tuple[Action, ...]


class Chosen(NamedTuple):
    """An action whose gesture is under way, what follows it, how long the match was then, and until when to wait."""

    action: Action
    rest: Steps
    since: int
    until_ms: int


class SeatSteps:
    """The steps of each seat at one pump. `wake` lets the next round come at once."""

    def __init__(self, pump: Pump, wake: Callable[[], None]) -> None:
        self._pump, self._wake = pump, wake
        self._session = pump.session
        self._steps: dict[int, Steps] = {}  # put together and not yet done
        self._under_way: dict[int, Chosen] = {}

    def steps_of(self, seat: int) -> Steps:
        return self._steps.get(seat, ())

    def is_busy(self, seat: int) -> bool:
        """Part of a form is still to be done: a second tap on the button that closes it is no second choice."""
        return bool(seat in self._under_way and self._under_way[seat].rest)

    def choose_action(self, text: str, seat: int) -> bool:
        """The owner of a seat does one of its own legal actions, after the steps put together: nobody else agrees."""
        action = self._offered_action(text, seat)
        if action is None:
            return False
        self._do_all(seat, (*self._steps.pop(seat, ()), action))
        return True

    def first_event(self, text: str, seat: int) -> Event | None:
        """The gesture with which this action begins, after the steps put together; None if it is not offered."""
        action = self._offered_action(text, seat)
        first = next(iter(self.steps_of(seat)), action)
        return first and self._pump.session.match_state.gesture_for(first)

    def change_steps(self, text: str, seat: int) -> bool:
        """Put one more step to those not yet done; '' drops them all, and one that is among them goes out again."""
        steps = self.steps_of(seat)
        rest = tuple(step for step in steps if self._pump.session.match_state.copies.action_text(step) != text)
        action = self._offered_action(text, seat)
        if not text:
            self._steps[seat] = ()
        elif rest != steps:
            self._steps[seat] = self._possible_steps(rest)
        elif action and form_of(self._pump.session.game, action.kind):
            self._steps[seat] = (*steps, action)
        else:
            return False
        return True

    def keep_possible(self, claimed: Set[int]) -> None:
        """The match has moved on: what a seat that may act cannot do in full any more is dropped.

        All is dropped in another match, or if nobody has the seat any more.
        """
        session = self._pump.session
        if session is not self._session:
            self._session, self._steps, self._under_way = session, {}, {}
        self._steps = {
            seat: steps
            for seat, steps in self._steps.items()
            if seat in claimed and (not offered(session, seat) or self._possible_steps(steps) == steps)
        }

    def go_on(self) -> None:
        """What follows an action that is done; nothing if the seat did another, or what follows cannot be done now.

        A copy may stand for its card.
        """
        session = self._pump.session
        by_kind = session.match_state.copies.action_by_kind
        for seat, (action, rest, since, until_ms) in tuple(self._under_way.items()):
            done = [entry.action for entry in session.history[since:] if entry.action.seat == seat]
            if done or len(session.history) < since or not session.is_open or self._pump.now_ms >= until_ms:
                del self._under_way[seat]
            if done and by_kind(done[0]) == by_kind(action) and rest and rest[0] in offered(session, seat):
                self._do_all(seat, rest)

    def _do_all(self, seat: int, actions: Steps) -> None:
        first, *rest = actions
        since, until_ms = len(self._pump.session.history), self._pump.now_ms + LOST_MS
        self._under_way[seat] = Chosen(first, tuple(rest), since, until_ms)
        self._pump.take_chosen(self._pump.session.match_state.gesture_for(first))
        self._wake()

    def _offered_action(self, text: str, seat: int) -> Action | None:
        """The action of this name that the seat's page offers."""
        session = self._pump.session
        draft = draft_of(session.game, session.state, self.steps_of(seat))
        choices = session.match_state.copies.one_of_each(offered(session, seat, draft), draft.state)
        return next((action for action in choices if session.match_state.copies.action_text(action) == text), None)

    def _possible_steps(self, steps: Steps) -> Steps:
        return draft_of(self._pump.session.game, self._pump.session.state, steps).steps
