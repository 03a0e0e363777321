"""What is said in a match: to all people, until they are meant to forget it; to one seat what it alone may see."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any

from glowtable.match.match_state import MatchState
from glowtable.match.public_texts import PublicTexts
from glowtable.match.session import Reply, Session
from glowtable.match.undo import PlayedAction
from glowtable.messages import SILENT, Message, say

MAX_SENTENCES = 200


def log_of(said: Sequence[Message], passing: Collection[str]) -> tuple[Message, ...]:
    """What people care to read later: without sentences that only led on to the next one. The last one stays."""
    last = len(said) - 1
    return tuple(message for n, message in enumerate(said) if n == last or message.text not in passing)


class News:
    """The last sentences of this match, the oldest first; `count` counts all there ever were."""

    def __init__(self, match_state: MatchState) -> None:
        self.said: list[Message] = []
        self.count = 0
        self._reminder: Message | None = None
        self.begin_match(match_state)

    def begin_match(self, match_state: MatchState) -> None:
        """Follow another match. All sentences about the last one, which is over, stay."""
        self._actions: deque[tuple[PlayedAction, Any]] = deque(maxlen=MAX_SENTENCES)
        self._match_state, self._state = match_state, match_state.state

    def add(self, message: Message, *, is_asked: bool = False) -> None:
        """Add a sentence, unless it repeats the last one; who asks gets an answer again."""
        if is_asked or self.said[-1:] != [message]:
            self.said.append(message)
            self.count += 1
            del self.said[:-MAX_SENTENCES]

    def remind(self, message: Message) -> None:
        """Say again what is asked first, as long as it is asked."""
        self.add(message)
        self._reminder = message

    def drop_reminder(self, asked: Message) -> None:
        """Take out what was said again, if this is asked first now."""
        if self._reminder not in (None, asked):
            self.said[:] = [message for message in self.said if message is not self._reminder]
            self._reminder = None

    def follow_match(self, actions: int) -> None:
        """After so many new actions, or an undo: take out what people are meant to have forgotten."""
        match_state, before = self._match_state, self._state
        if not match_state.game.rules.is_forgetting:
            return
        self._actions.extend(match_state.last_actions(actions))
        self._state = match_state.state
        public_before = PublicTexts(match_state.game, before).public_state(before)
        if not match_state.outcome and match_state.texts.public_state(before) != public_before:
            self._forget_cards(match_state.texts)

    def _forget_cards(self, texts: PublicTexts) -> None:
        """Cards were turned back: keep only what can still be said of what was done.

        A sentence may quote a sheet in several languages, so it has no hash.
        """
        sayable = [message for action in self._actions for message in texts.description_texts(*action)]
        self.said[:] = [message for message in self.said if message in sayable]


# -- to one seat

Tell = Callable[[Session, int], tuple[Message, ...]]  # what one seat alone may know


def hand_of(session: Session, seat: int) -> tuple[Message, ...]:
    """What a seat may see beyond what all see."""
    lines = session.game.surface.private(session.game.rules.view(session.state, seat))
    return lines or (say("This game has no secrets."),)


class PrivateLines:
    """The `lines` that are shown to `seat`, once its player has agreed; they are stored nowhere.

    They are gone when another person acts.
    """

    def __init__(self) -> None:
        self.lines: tuple[Message, ...] = ()
        self.seat = -1  # that asked last
        self.on_phones: frozenset[int] = frozenset()  # seats that have a screen of their own
        self._tell: Tell = hand_of

    def hide(self) -> None:
        self.lines = ()

    def ask_owner(self, session: Session, seat: int, tell: Tell) -> Reply:
        """Ask the player of this seat whether they look alone; `tell` says what is shown then."""
        if self._is_on_phone(session, seat):
            free = say(
                "{seat} reads this hand on a phone. To read it here, free the seat on the page: Seats and phones.",
                seat=seat,
            )
            return Reply(said=(free.on(phone=SILENT, board=SILENT),))
        reply = session.ask_to_show_hand(seat)
        if not reply.refused:
            self._tell, self.seat = tell, seat
        return reply

    def follow_reply(self, session: Session, reply: Reply) -> None:
        """Show what is agreed to; hide it when another person has acted, who may look now, and a hint after any act."""
        has_acted = any(row.kind == "action" for row in reply.rows)
        if self.lines and has_acted and (self._tell is not hand_of or self._is_seen_by_another(session)):
            self.hide()
        if reply.shows_hand is not None and not self._is_on_phone(session, reply.shows_hand):
            self.lines = self._tell(session, reply.shows_hand)

    def _is_on_phone(self, session: Session, seat: int) -> bool:
        return seat in self.on_phones and session.judge.needs_consent

    def _is_seen_by_another(self, session: Session) -> bool:
        seat = session.history[-1].action.seat
        return session.judge.needs_consent and seat in session.people and seat != self.seat
