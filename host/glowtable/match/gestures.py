"""What the simulated players do next: the one gesture that the session waits for."""

from __future__ import annotations

from glowtable.game import YIELDS, Action
from glowtable.match.dealer import Dealer
from glowtable.match.match_state import MatchState
from glowtable.match.session import Phase, Session
from glowtable.table import Event, Key


class Gestures:
    """The gestures of simulated players; the dealer decides which cards they turn up.

    `is_agreed`: people have said elsewhere that it may start, so where the program deals nobody is asked again.
    """

    def __init__(self, dealer: Dealer, is_agreed: bool = False) -> None:
        self.dealer, self.is_agreed = dealer, is_agreed

    def next_gesture(self, session: Session) -> Event | None:
        """The gesture with which the match goes on; None while a person decides."""
        if session.phase is Phase.PLAYING:
            return self._gesture_in_play(session)
        waits = session.phase in (Phase.SETTING, Phase.DISPUTED)
        return Key(0, "confirm") if waits and not session.people else None

    def may_start(self, session: Session) -> bool:
        """Whether the match starts before anybody is asked."""
        is_free = session.phase is Phase.SETTING and not (session.paused or session.question)
        return self.is_agreed and is_free and session.match_state.dealt

    def is_brief(self, session: Session) -> bool:
        """Whether there is little to follow: a card that chance brings, or a bot that lets others go on."""
        if not session.is_open:
            return True
        action = None if session.match_state.chance.is_awaited else session.match_state.bots.wanted_action
        return action is None or (action.kind in YIELDS and not action.args)

    def _gesture_in_play(self, session: Session) -> Event | None:
        if session.paused or session.question:
            return None
        if session.repairs:
            return None if session.people else Key(0, "confirm")
        if session.match_state.chance.is_awaited and not session.wants_dealer:
            return session.match_state.gesture_for(self._draw_card(session.match_state))
        action = None if session.match_state.bots.awaiting_confirm else session.match_state.bots.wanted_action
        return session.match_state.gesture_for(action) if action else None

    def _draw_card(self, match_state: MatchState) -> Action:
        """The card on top of the simulated stack: drawn once, however often it is shown."""
        drawn = match_state.chance.staged_draw or self.dealer.draw_outcome(match_state.chance.possible_draws)
        match_state.chance.stage_draw(drawn)
        return drawn
