"""What one seat alone has asked to see: stored nowhere, and gone when another person acts."""

from __future__ import annotations

from collections.abc import Callable

from glowtable.match.session import Reply, Session
from glowtable.messages import Message, say

Tell = Callable[[Session, int], tuple[Message, ...]]  # what one seat alone may know


def hand_of(session: Session, seat: int) -> tuple[Message, ...]:
    """What a seat may see beyond what all see."""
    lines = session.game.surface.private(session.game.rules.view(session.state, seat))
    return lines or (say("This game has no secrets."),)


class PrivateLines:
    """The `lines` that are shown to `seat`, once its player has agreed; none at other times."""

    def __init__(self) -> None:
        self.lines: tuple[Message, ...] = ()
        self.seat = -1  # that asked last
        self._tell: Tell = hand_of

    def hide(self) -> None:
        self.lines = ()

    def ask_owner(self, session: Session, seat: int, tell: Tell) -> Reply:
        """Ask the player of this seat whether they look alone; `tell` says what is shown then."""
        reply = session.ask_to_show_hand(seat)
        if not reply.refused:
            self._tell, self.seat = tell, seat
        return reply

    def follow_reply(self, session: Session, reply: Reply) -> None:
        """Show what is agreed to; hide it when another person has acted, who may look now."""
        if self.lines and session.judge.needs_consent and self._acted_beside(session, reply):
            self.hide()
        if reply.shows_hand is not None:
            self.lines = self._tell(session, reply.shows_hand)

    def _acted_beside(self, session: Session, reply: Reply) -> bool:
        if not any(row.kind == "action" for row in reply.rows):
            return False
        seat = session.history[-1].action.seat
        return seat in session.people and seat != self.seat
