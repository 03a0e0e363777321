"""Moments of a match: how it was after so many actions, and what was said of the action that led there.

Whoever shows a moment shows what is public; of a running match without what people are meant to have forgotten.
"""

from __future__ import annotations

from glowtable.match.course import Course
from glowtable.match.session import Phase, Session
from glowtable.messages import Message


def session_at(course: Course, at: int) -> Session:
    """The same match as it was, as people may be reminded of it now; no bot sits there, so none thinks again."""
    people = tuple(player._replace(bot="") for player in course.players)
    moment = Course(course.game, people, course.options)
    moment.state = course.history[at].before if at < len(course.history) else course.state
    moment.history, moment.later = course.history[:at], course.state
    return Session(moment, Phase.OVER if moment.outcome else Phase.PLAYING)


def description_at(course: Course, at: int) -> tuple[Message, ...]:
    """What was said of action number `at`; nothing of none."""
    if not at:
        return ()
    played = course.history[at - 1]
    after = course.history[at].before if at < len(course.history) else course.state
    return course.texts.description_texts(played, after)
