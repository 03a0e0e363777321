"""A few letters that would cost something: what they would do is asked before it is done."""

from __future__ import annotations

from typing import Any, NamedTuple

from glowtable.match.judge import plausible
from glowtable.match.session import Session
from glowtable.messages import Message, say
from glowtable.table import Card, Event


class Doubt(NamedTuple):
    """What a line would do in this state, and the question; no event where nothing is asked."""

    event: Event | None = None
    texts: tuple[Message, ...] = ()
    state: Any = None


NO_DOUBT = Doubt()


def doubt_about(line: str, event: Event, session: Session) -> Doubt:
    """A person's card of which only the beginning was typed, where doing it leads to something the game can tell.

    Where several people share the screen a hand is not spoken of: there each is asked for consent anyway.
    """
    if not isinstance(event, Card) or session.judge.needs_consent or event.card.casefold() in line.casefold():
        return NO_DOUBT
    action = plausible(session.judge.meaning_of(event)) if session.is_open else None
    if action is None or action.seat not in session.people or session.judge.judge_own(event):
        return NO_DOUBT
    view = session.game.rules.view(session.state, action.seat)
    leads_to = session.game.surface.consequences(view, action)
    what = session.match_state.texts.choice_text(action, session.state)
    question = say("{done} Are you sure? Enter: yes. pass: no.", done=what)
    return Doubt(event, (question, *leads_to), session.state) if leads_to else NO_DOUBT
