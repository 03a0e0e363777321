"""A match at a twin with its page, without a network: taps go in, snapshots come out."""

from queue import SimpleQueue

from glowtable.web.companion import Companion
from glowtable.web.followers import ReceivedTap, Snapshot, Tap, Wakeup
from glowtable.web.seats import Seats

from tests.support.matches import Match


class ServerWithoutNetwork:
    """What a Companion needs of a server."""

    def __init__(self, seats: Seats, wakeup=None) -> None:
        self.seats, self.taps, self.wakeup = seats, SimpleQueue(), wakeup or Wakeup()
        self.snapshots: list[Snapshot] = []

        self.away: set[str] = set()

    is_maker_there = False
    lan_addresses = ()

    def link_to(self, host) -> str:
        return f"http://{host}:8470/"

    def is_away(self, device: str) -> bool:
        return device in self.away

    def publish_own(self, seat: int, page) -> None:
        last = self.snapshots[-1]
        self.snapshots.append(last._replace(own={**last.own, seat: page}))

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        self.snapshots.append(snapshot)


class Company:
    """People who play by their pages alone."""

    def __init__(self, match: Match) -> None:
        self.match, people = match, sorted(match.session.people)
        self.server = ServerWithoutNetwork(Seats(people, [player.name for player in match.players]))
        for seat in people:
            self.server.seats.claim_seat(self.server.seats.claims[seat].code)
        self.companion = Companion(match.pump, self.server)
        self.notes = []
        self.wait()

    @property
    def shown(self) -> Snapshot:
        return self.server.snapshots[-1]

    def wait(self, ms: int = 200) -> None:
        for _ in range(ms // 5):
            self.match.step()
            self.companion.sync_followers()

    def until_quiet(self, ms: int = 200, most: int = 400) -> None:
        """Until nothing has changed for so long."""
        for _ in range(most):
            before = len(self.server.snapshots)
            self.wait(ms)
            if len(self.server.snapshots) == before:
                return
        raise AssertionError("it never rests")

    def taps(self, does: str, *, by: int | None = None, at: int | None = None, **fields) -> None:
        """A tap on the table's page, or on that of a seat."""
        tap = Tap(does, self.shown.number if at is None else at, **fields)
        self.server.taps.put(ReceivedTap(tap, by, self.notes.append))
        self.wait()
