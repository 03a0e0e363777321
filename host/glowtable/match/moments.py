"""Moments of a match: how it was after so many actions, what was said of the one that led there, and who sat there.

Whoever shows a moment shows what is public; of a running match without what people are meant to have forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.game import PUBLIC
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player, player_label, players_of
from glowtable.match.seat_changes import Seating
from glowtable.match.session import Phase, Session
from glowtable.messages import Message, say


def session_at(match_state: MatchState, at: int, players: Sequence[Player] = ()) -> Session:
    """The same match as it was, as people may be reminded of it now; no bot sits there, so none thinks again.

    `players` sat there then, if they are not those of now.
    """
    people = tuple(player._replace(bot="") for player in players or match_state.players)
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


def round_ends(match_state: MatchState) -> tuple[int, ...]:
    """The actions that decided: after each of these numbers a round, or the match, was over."""
    game, states = match_state.game, [*(played.before for played in match_state.history), match_state.state]
    overs = [game.surface.rounds_over(game.rules.view(state, PUBLIC)) for state in states]
    return tuple(at for at in range(1, len(overs)) if overs[at] > overs[at - 1])


def doers_at(seatings: Sequence[Seating], at: int) -> tuple[Player, ...]:
    """Who sat there when action number `at` was done, which `description_at` tells of."""
    return players_of(seatings[max(at - 1, 0)])


def changes_at(seatings: Sequence[Seating], at: int) -> tuple[Message, ...]:
    """What is said of the seats that have changed hands after action number `at`, and before the next one."""
    before, after = seatings[max(at - 1, 0)], seatings[at]
    seats = zip(before, after, players_of(before), players_of(after), strict=True)
    return tuple(_change_text(was, now) for old, new, was, now in seats if old != new)


def _change_text(was: Player, now: Player) -> Message:
    was_called = player_label(was) if was.bot and now.bot else was.name  # the same bot on another level
    return say("{name} plays instead of {was}.", name=player_label(now), was=was_called)
