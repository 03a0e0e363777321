"""A table in play, watched on all its faces: a real pump and console at a line that this test holds in its hands.

What people do comes in as lines and as the table's own events; `everything` is what they then see and hear at the
terminal, on the page, on a device of their own and at the table. What is shown of one moment is made once, and kept
by what it follows from.
"""

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from typing import Any, NamedTuple

from glowpico import wire
from glowtable.commands.past_matches import moment_page
from glowtable.device.link import Board, Edge, Hello, LinkEvent, Lost, Snapshot
from glowtable.device.tag_registry import TagRegistry, simulated_registry
from glowtable.game import Action, Game
from glowtable.grid import CELLS
from glowtable.match.dealer import Dealer
from glowtable.match.export import redact_record, to_csv, to_jsonl, to_text
from glowtable.match.journal import Header
from glowtable.match.match_record import MatchRecord
from glowtable.match.match_state import MatchState
from glowtable.match.news import News
from glowtable.match.pump import Pump
from glowtable.match.session import Session
from glowtable.table import Audited, Card, Event, Found, Picture, Row, Tag, event_text
from glowtable.terminal.console import Console
from glowtable.terminal.layout import Size
from glowtable.terminal.translator import Translator
from glowtable.web.companion import Companion
from glowtable.web.followers import ReceivedTap as Tapped
from glowtable.web.followers import Snapshot as Sent
from glowtable.web.followers import Tap
from glowtable.web.outgoing import Page, public_page, seat_page
from glowtable.web.seats import Seats
from glowtable.web.translated import as_text

from tests.web.company import ServerWithoutNetwork

STEP_MS = 100  # between two things that people do
STRANGE_UID = "0badcafe"  # a tag of no card
SIZE = Size(100, 60)
Shown = dict[str, Any]  # by the name of a face
Memory = dict[Hashable, Page]  # by all it follows from


class Line:
    """The table's end of the wire: what it reports is handed in, what it is told is kept."""

    name, is_open, is_idle, at_repl, files, watch = "table:", True, True, False, (), None
    strange: tuple[bytes, ...] = ()
    board = Board()

    def __init__(self, cells: str) -> None:
        self.link = self.commands = self
        self.hello = Hello(wire.PROTOCOL, "0", "0", cells, "3f", CELLS, "0", 0, "")
        self.edge = 0
        self.due: list[LinkEvent] = []
        self.sent: list[tuple[Any, ...]] = []

    def exchange_bytes(self, now_ms: int) -> list[LinkEvent]:
        due, self.due = self.due, []
        return due

    def report(self, *events: Event) -> None:
        for event in events:
            self.edge += 1
            self.due.append(Edge(self.edge, event))

    def acknowledge_through(self, number: int) -> None:
        """Whoever acknowledges, nobody sees it."""

    def write_due(self, now_ms: int) -> None:
        """All is written at once."""

    def type_keys(self, keys: bytes) -> None:
        self.sent.append(("keys", keys))

    def show_picture(self, picture: Picture) -> None:
        self.sent.append(("lights", picture))

    def queue_latest(self, word: str, *fields: Any) -> None:
        self.queue_command(word, *fields)

    def queue_command(self, word: str, *fields: Any) -> None:
        """Which tag is sought nobody sees, only where."""
        self.sent.append((word, fields[1:] if word == "seek" else fields))


class QuietBell:
    """Nobody waits for a tap."""

    def ring(self) -> None:
        """It was tapped."""

    def clear_wakeup(self) -> None:
        """It was heard."""


class WatchedCompanion(Companion):
    """Hands out pages without the news, which are looked at by themselves; of the devices only that of who looks."""

    def __init__(self, table: "WatchedTable", server: ServerWithoutNetwork) -> None:
        self.table = table
        super().__init__(table.pump, server)  # type: ignore[arg-type]

    def _public_page(self) -> Page:
        return self.table.page_now()

    def _own_page(self, seat: int) -> Page:
        return self.table.own_page_now(self.steps.steps_of(seat)) if seat == self.table.viewer else {}


class Rows:
    """A recorder whose journal is a list."""

    over, changed_players = False, ()

    def __init__(self, header: Header, rows: Sequence[Row]) -> None:
        self.header, self.rows = header, list(rows)

    def save_rows(self, rows: Sequence[Row]) -> None:
        self.rows += rows

    def minutes(self) -> int | None:
        return None

    def next_recorder(self) -> "Rows":
        return Rows(self.header, ())


class Past(NamedTuple):
    """What was said and written down before."""

    news: News
    rows: tuple[Row, ...] = ()


class Watch(NamedTuple):
    """Who looks, what the table was like before, and whose devices have a seat."""

    viewer: int
    past: Past
    claimed: tuple[int, ...] = ()
    auction_s: int = 0


class WatchedTable:
    """A match in play as one person sees it; tables of one past may share their `memory`."""

    def __init__(self, session: Session, watch: Watch, memory: Memory) -> None:
        game = session.game
        self.game, self.viewer, self.memory = game, watch.viewer, memory
        self.line = Line("nfc" if session.nfc else "buttons")
        self.names = [player.name for player in session.players]
        self.translator = Translator("en", self.names, game=game.name)
        header = Header(game.name, tuple(self.names), dict(session.options), 7, "")
        self.rows = Rows(header, watch.past.rows)
        self.pump = Pump(
            session, self.line, self.rows, registry_of(game), Dealer(1, "host"),
            self.translator.text,  # type: ignore[arg-type]
        )  # fmt: skip
        self.pump.news, self.pump.auction.seconds = (news_copied(watch.past.news, session.match_state), watch.auction_s)
        self.console = Console(self.pump, self.translator)
        self.now_ms = 0
        self.asked_for: Any = ""  # of the match so far: its page or export; or what Tab makes of a line
        self.server = ServerWithoutNetwork(Seats(sorted(session.people), self.names), QuietBell())
        for seat in watch.claimed:
            self.claim(seat)
        self.notes: list[Any] = []  # answers to taps, on the page that was tapped
        self.companion = WatchedCompanion(self, self.server)
        self.companion.sync_followers()

    @property
    def session(self) -> Session:
        return self.pump.session

    @property
    def record(self) -> MatchRecord:
        return MatchRecord(self.rows.header, tuple(self.rows.rows))

    # -- what is done

    def let_pass(self, ms: int = STEP_MS) -> None:
        self.now_ms += ms
        self.pump.pump_once(self.now_ms)
        self.companion.sync_followers()

    def type(self, line: str) -> None:
        self.console.handle_line(line)
        self.let_pass()

    def sense(self, *events: Event) -> None:
        """The table reports these, cards by their tags."""
        self.line.report(*map(self.as_tag, events))
        self.let_pass()

    def tap(self, seat: int | None, tap: Tap) -> None:
        """On the table's page, or on the device of a seat; `at` of the tap is how many pages have come since."""
        tap = tap._replace(at=self.companion.shown.number - tap.at)
        self.server.taps.put(Tapped(tap, seat, self.notes.append))
        self.let_pass()

    def claim(self, seat: int) -> None:
        self.server.seats.claim_seat(self.server.seats.claims[seat].code)

    def claim_or_free(self, seat: int) -> None:
        """A device takes the seat, or gives it back."""
        if not self.server.seats.free_seat(seat):
            self.claim(seat)
        self.let_pass()

    def complete(self, beginning: str) -> None:
        self.asked_for = (self.console.complete(beginning), self.console._offers)

    def as_tag(self, event: Event) -> Event:
        if isinstance(event, Card) and event.card in self.game.deck:
            return Tag(event.reader, uid_of(self.game, event.card))
        return event

    def follow(self, action: Action) -> None:
        """What was done before."""
        match_state = self.session.match_state
        event = None if match_state.chance.drawn_by_software else match_state.gesture_for(action)
        if event:
            match_state.identities.hear(event)
        reply = self.session.apply_action(action)
        rows = (Row("event", event_text(event)),) if event else ()
        self.pump._save_and_tell(reply._replace(rows=(*rows, *reply.rows)))

    def tell_inventory(self, lying: dict[int, str], unread: int) -> None:
        """The answer of cells that read tags: one tag on each of these, and that it was all."""
        tags = [Found(cell, uid_of(self.game, card)) for cell, card in sorted(lying.items())]
        self.sense(*tags, Audited(unread))

    def lose(self) -> None:
        self.line.due.append(Lost("silence"))
        self.let_pass(2500)

    def come_back(self, *words: str) -> None:
        heard = {"hello": self.line.hello, "snapshot": Snapshot("0", "0", "0", self.line.edge + 1, 0)}
        self.line.due += [heard[word] for word in words]
        self.let_pass()

    # -- what is seen

    def everything(self, whole: bool = False) -> Shown:
        """What people see and hear since they looked last; the `whole` screen as well."""
        pump, console = self.pump, self.console
        may_look = pump.private.seat == self.viewer
        sent, self.line.sent = tuple(self.line.sent), []
        asked, self.asked_for = self.asked_for, ""
        notes, self.notes[:] = tuple(self.notes), ()
        pages, self.server.snapshots = self.server.snapshots[1:], self.server.snapshots[-1:]
        shown = {
            "news": tuple(pump.news.said),
            "held": pump.session.held,
            "private": pump.private.lines if may_look else bool(pump.private.lines),
            "leaf": () if console._pager.is_private and not may_look else tuple(console._pager.texts),
            "table": sent,
            "ailing": pump.troubles.messages,
            "asked for": asked,
            "notes": notes,
            "page": self.page_now(),
            "own page": self.own_page_now(self.companion.steps.steps_of(self.viewer)),
            "pages sent": tuple(map(self.as_sent, pages)),
        }
        if whole:
            self.check_what_is_kept()
            shown |= (
                {"screen": tuple(map(str, console.page_lines("", SIZE)))} if may_look or not pump.private.lines else {}
            )
        return shown

    def as_sent(self, snapshot: Sent) -> tuple[Any, ...]:
        """What reaches who looks."""
        return snapshot.number, snapshot.public, snapshot.own.get(self.viewer)

    def page_now(self) -> Page:
        return self._remembered("page", (), lambda: public_page(self.session))

    def own_page_now(self, steps: tuple[Action, ...]) -> Page:
        if self.viewer not in self.session.people:
            return {}
        return self._remembered("own page", steps, lambda: seat_page(self.session, self.viewer, steps))

    def _remembered(self, face: str, steps: tuple[Action, ...], make: Callable[[], Page]) -> Page:
        moment = (face, steps, moment_of(self.session))
        if moment not in self.memory:
            self.memory[moment] = make()
        return self.memory[moment]

    def check_what_is_kept(self) -> None:
        """What was kept, and sent last, is what would be made now: the moments tell all that a page follows from."""
        session, steps = self.session, self.companion.steps.steps_of(self.viewer)
        own = seat_page(session, self.viewer, steps) if self.viewer in session.people else {}
        assert self.page_now() == self.server.snapshots[-1].public == public_page(session)
        assert self.own_page_now(steps) == self.server.snapshots[-1].own.get(self.viewer, own) == own

    def look_at_moment(self, at: int) -> None:
        """The page of the running match as it was."""
        page: Page = moment_page(self.session.match_state, at % (len(self.session.history) + 1))
        self.asked_for = as_text(page, self.translator.text)

    def export(self, form: str) -> None:
        self.asked_for = EXPORTS[form](self)

    def as_read(self, shown: Any) -> str:
        """As people read it; a file as it is."""
        return shown if isinstance(shown, str) else as_text(shown, self.translator.text)


EXPORTS: dict[str, Callable[[WatchedTable], str]] = {
    "text": lambda table: to_text(table.session.match_state, may_go_on=True),
    "csv": lambda table: to_csv(table.session.match_state, table.translator.text),
    "jsonl": lambda table: to_jsonl(redact_record(table.game, table.record, may_go_on=True)),
}  # of the match that is played, as the page asks for them

CHANGES = ("phase", "question", "repairs", "cursor", "pressed", "refused", "paused", "night", "timeout_pct", "nfc")


def moment_of(session: Session) -> Hashable:
    """All that a page follows from, where one state is the same object each time the match leads to it."""
    match_state, judge, dispute = session.match_state, session.judge, session.dispute
    drawn = tuple(
        (source, tuple((id(played.before), played.action) for played in draws))
        for source, draws in match_state.drawn_before.kept.items()
    )
    known = match_state.identities
    return (
        id(match_state.state), *[getattr(session, name) for name in CHANGES],
        dispute.look, dispute.looks, dispute.audit_due, judge.entering, judge.readers,
        match_state.dealt, match_state.chance.staged_draw, drawn,
        tuple(known.names.items()), frozenset(known.doubtful), known.tag, known._booked,
    )  # fmt: skip


def news_copied(news: News, match_state: MatchState) -> News:
    """The same news, of a match that goes on by itself."""
    other = copy(news)
    other.said, other._actions, other._match_state = list(news.said), news._actions.copy(), match_state
    return other


_registries: dict[str, TagRegistry] = {}
_uids: dict[str, dict[str, str]] = {}


def registry_of(game: Game) -> TagRegistry:
    if game.name not in _registries:
        _registries[game.name] = simulated_registry(game)
        _uids[game.name] = {card: uid for uid, (_, card) in _registries[game.name].cards.items()}
    return _registries[game.name]


def uid_of(game: Game, card: str) -> str:
    return _uids[game.name].get(card, STRANGE_UID) if registry_of(game) else ""
