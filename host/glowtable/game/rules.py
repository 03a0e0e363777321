"""The rules of a game: a class of each game overrides what differs from the simplest game there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar, cast

from glowtable.game.actions import CHANCE, PUBLIC, Action, Arg, Chances, DrawSource, Outcome, Refusal
from glowtable.messages import say

State = TypeVar("State")
View = TypeVar("View")


def not_legal(state: Any, action: Action) -> Refusal:
    """All that can be said of an action if a game gives no reasons."""
    return Refusal("not legal", say("You can't do that now."))


class Knowledge(Generic[State, View]):
    """Who may know what of a state. Of a game in which nothing is hidden or forgotten, nothing need be said."""

    def view(self, state: State, eyes: int, /) -> View:
        """What a seat, or PUBLIC, may know: here everybody everything."""
        return cast(View, state)

    def glance(self, state: State, eyes: int, /) -> View:
        """The view as bots in `glancing` of Game are handed it: each field is found out when it is first asked for."""
        return self.view(state, eyes)

    def seen(self, state: State, action: Action, eyes: int, /) -> Action:
        """The action as these eyes know it: HIDDEN for a card that they may not know. Here all see everything."""
        return action

    def determinize(self, state: State, seat: int, rng: Random, /) -> State:
        """A state that the seat cannot tell from this one."""
        return state

    def public_state(self, state: State, /) -> State:
        """The state as far as everybody knows: every hidden card unknown, every sealed choice the same one.

        It is equal for all states that PUBLIC cannot tell apart, and whatever is possible in the state is possible in
        it.
        """
        return state

    def believed(self, state: State, action: Action, /) -> State:
        """The state in which chance can bring what it can in the public state.

        What is turned up is true, so where the table had read this card in secret, it was misled.
        """
        return state

    @property
    def is_forgetting(self) -> bool:
        """Whether this is a game of memory: it has `reminders` of its own."""
        return type(self).reminders is not Knowledge.reminders

    def reminders(self, state: State, now: State, /) -> State:
        """The state of some moment without what people are meant to have forgotten `now`, at the same or a later one.

        Which cards were turned back where, that is. What may be chosen in it stays the same.
        """
        return state

    def recalled(self, before: State, action: Action, now: State, /) -> Action:
        """An action as it may be shown `now`: HIDDEN for a card that is meant to be forgotten."""
        return action


class Rules(Knowledge[State, View]):
    """The sheet and nothing else. A game overrides the first five; of the others what it needs.

    States are immutable values. A class has no state: one object of it serves all matches.
    """

    def setup(self, seats: int, options: Mapping[str, Arg], /) -> State:
        """The state in which a match begins."""
        raise NotImplementedError

    def to_act(self, state: State, /) -> tuple[int, ...]:
        """The seats that may act now, or (CHANCE,), or () when the match is over."""
        raise NotImplementedError

    def legal(self, state: State, seat: int, /) -> Sequence[Action]:
        """What this seat may do now."""
        raise NotImplementedError

    def apply(self, state: State, action: Action, /) -> State:
        """The state after a possible action; the old one is untouched."""
        raise NotImplementedError

    def outcome(self, state: State, /) -> Outcome | None:
        """How the match ended; None if it goes on."""
        raise NotImplementedError

    def chance(self, state: State, /) -> Chances:
        """What may come where CHANCE acts: here nothing is left to it."""
        return ()

    def legal_set(self, state: State, seat: int, /) -> tuple[str, int] | None:
        """The kind, and the set of what it is about, where all that `legal` lists is of one kind about one int each.

        Programs that number actions need not list them then. Here it is not said.
        """
        return None

    def chance_set(self, state: State, /) -> tuple[str, int] | None:
        """The same of what `chance` lists, where all of it is alike likely."""
        return None

    def why(self, state: State, action: Action, /) -> Refusal:
        """Why an impossible action is impossible."""
        return not_legal(state, action)

    def is_unlisted(self, state: State, action: Action, /) -> bool:
        """Whether it is possible though it says less than what `legal` and `chance` list."""
        return False

    def draw_source(self, state: State, /) -> DrawSource:
        """Where the card comes from that chance brings now: here all come from one deck."""
        return DrawSource("deck")

    def round_number(self, state: State, /) -> int:
        """1 for the first. Undo stays inside a round unless all agree, and a new one forgets what was turned up."""
        return 1

    # -- what follows from these

    def is_possible(self, state: State, action: Action) -> bool:
        """Whether the action may be applied now."""
        if action.seat == CHANCE:
            listed = any(action == outcome for outcome, _ in self.chance(state))
        else:
            listed = action in self.legal(state, action.seat)
        return listed or self.is_unlisted(state, action)

    def refuse(self, state: State, action: Action) -> Refusal | None:
        """Why an action is impossible now; None if it may be applied."""
        return None if self.is_possible(state, action) else self.why(state, action)

    def reminder_of(self, state: State, now: State) -> State:
        """The state as people may be reminded of it at the moment `now`: all of it when the match is over."""
        return state if not self.is_forgetting or self.outcome(now) else self.reminders(state, now)

    def recalled_action(self, before: State, action: Action, now: State) -> Action:
        """The action as all people may see it at the moment `now`."""
        known = self.seen(before, action, PUBLIC)
        return known if not self.is_forgetting or self.outcome(now) else self.recalled(before, known, now)
