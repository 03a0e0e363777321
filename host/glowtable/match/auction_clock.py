"""An auction that closes by itself: its light runs down from the last press on; then nobody wants more."""

from __future__ import annotations

from glowtable.match.session import Reply, Session


class AuctionClock:
    """Runs while the session asks what silence may answer. `limit_s` of silence close an auction; 0: none does."""

    def __init__(self, limit_s: int) -> None:
        self.limit_s = limit_s
        self._silent_since_ms: int | None = None

    def restart(self) -> None:
        """Somebody has done something."""
        self._silent_since_ms = None

    def step(self, session: Session, now_ms: int) -> Reply | None:
        """Set how much of the light has run down; what follows when all of it has, else None."""
        if not (self.limit_s and session.has_answer_timeout):
            self._silent_since_ms, session.timeout_pct = None, 0
            return None
        if self._silent_since_ms is None:
            self._silent_since_ms = now_ms
        tenth_ms = self.limit_s * 100
        session.timeout_pct = (now_ms - self._silent_since_ms) // tenth_ms * 10
        if session.timeout_pct < 100:
            return None
        self._silent_since_ms = None
        return session.on_answer_timeout()
