"""Moments of a match: how it was after so many actions, and what was said of the action that led there.

Whoever shows a moment shows what is public; of a running match without what people are meant to have forgotten.
"""

from __future__ import annotations

from glowtable.match.match_state import MatchState
from glowtable.match.session import Phase, Session
from glowtable.messages import Message


def session_at(match_state: MatchState, at: int) -> Session:
    """The same match as it was, as people may be reminded of it now; no bot sits there, so none thinks again."""
    people = tuple(player._replace(bot="") for player in match_state.players)
    moment = MatchState(match_state.game, people, match_state.options)
    moment.state = match_state.history[at].before if at < len(match_state.history) else match_state.state
    moment.history, moment.later = match_state.history[:at], match_state.state
    return Session(moment, Phase.OVER if moment.outcome else Phase.PLAYING)


def description_at(match_state: MatchState, at: int) -> tuple[Message, ...]:
    """What was said of action number `at`; nothing of none."""
    if not at:
        return ()
    played = match_state.history[at - 1]
    after = match_state.history[at].before if at < len(match_state.history) else match_state.state
    return match_state.texts.description_texts(played, after)
