"""The pump of a match at the table: link -> session -> journal -> link. No rules, and no word of a game.

An edge is acknowledged, and its light shown, only after its result is in the journal.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from glowtable.device.connection import Connection, check_hello
from glowtable.device.link import Edge, Hello, Link, LinkEvent, Lost, Snapshot, TroubleChanged
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.device.tag_registry import TagRegistry, is_phone
from glowtable.device.troubles import explain_trouble
from glowtable.game import Action
from glowtable.match.dealer import Dealer
from glowtable.match.gestures import Gestures
from glowtable.match.journal import OVER, RUNNING
from glowtable.match.judge import ALL_READERS, explain_refusal
from glowtable.match.match_state import ACTION_ROWS
from glowtable.match.news import News, PrivateLines, Tell, hand_of
from glowtable.match.outcome_rows import outcome_row
from glowtable.match.players import think_with
from glowtable.match.presenter import current_prompt
from glowtable.match.recorder import Recorder
from glowtable.match.result import result_lines
from glowtable.match.session import Phase, Reply, Session
from glowtable.match.shared_panel import event_of_seat
from glowtable.match.signals import AuctionClock, Sounds, TableLights
from glowtable.match.trouble_watch import TroubleWatch
from glowtable.messages import Message, say, say_count
from glowtable.table import Audited, Event, Found, Key, Press, Row, Tag, event_text

ASK_WHY = say("Which cell? Type why c3.").on(
    phone=say("That cell does nothing right now."), board=say("That cell does nothing right now.")
)
SCAN_MS, REST_MS = 5, 80  # between two turns: while something happens, and while nothing does
PORT_REST_MS = 300  # the same at a port, where what the table says ends the rest
BUSY_ROUNDS = 100  # turns after something happened


class PumpOptions(NamedTuple):
    """How a match is played that is not the game's."""

    has_sound: bool = True
    auction_s: int = 0  # an auction closes after so long a silence; 0: never
    holds: bool = False  # what people should look at waits until one of them confirms
    mirror: Any = None  # a Mirror: its name in quotes would be compiled, which takes 1 ms of the start
    brightness_pct: int = 100  # of what the table's settings allow


class Search(NamedTuple):
    """The uid of the tag of the card to be laid, and where: bit n for cell n."""

    uid: str = "0" * 8
    cells: int = 0


class CellSearch:
    """Asks the cells to look for a tag whenever that changes, and for their inventory in a dispute."""

    def __init__(self, registry: TagRegistry) -> None:
        self.registry = registry
        self.shown_uid = ""  # of the tag shown last at a reader
        self._sent = Search()  # after the table was away a dispute comes first, so this cannot be outdated

    def wanted(self, session: Session) -> Search:
        """What is to be looked for now."""
        card, cells = session.card_to_place or ("", ())
        uids = self.registry.tags_of(session.game.name, card)
        if not uids:
            return Search()
        return Search(self.shown_uid if self.shown_uid in uids else uids[0], sum(1 << cell for cell in cells))

    def step(self, session: Session, link: Link) -> None:
        search = self.wanted(session)
        if search != self._sent:
            self._sent = search
            link.commands.queue_latest("seek", search.uid, f"{search.cells:09x}")
        if session.dispute.audit_due:
            session.dispute.audit_due = False
            link.commands.queue_latest("audit")


class Pump:
    """A match being played; `pump_once` moves it on and never waits. Sentences stay untranslated in its news.

    `translate` puts the result of the match into the person's language for the journal.
    """

    def __init__(
        self, session: Session, connection: Connection, recorder: Recorder, registry: TagRegistry, dealer: Dealer,
        translate: Callable[[Message], str], simulated_players: SimulatedPlayers | None = None,
        gestures: Gestures | None = None, options: PumpOptions = PumpOptions(),
    ) -> None:  # fmt: skip
        self.session, self.connection, self.recorder = session, connection, recorder
        self.dealer, self.translate = dealer, translate
        self.simulated_players, self.gestures = simulated_players, gestures
        self.holds = options.holds
        self.news = News(session.match_state)
        self.now_ms = 0  # of the last round
        self.private = PrivateLines()
        self._later: tuple[Message, ...] = ()  # said when people have looked at what is held
        self.auction = AuctionClock(options.auction_s)
        self.troubles = TroubleWatch(connection, self.tell_people)
        self.sounds = Sounds(session, options.has_sound)
        self.lights = TableLights(session, options.mirror, options.brightness_pct)
        self.cell_search = CellSearch(registry)
        self._busy_rounds = BUSY_ROUNDS
        self._fresh_from = 0  # edges below this number happened while the table had no connection
        self._is_stale = True  # something happened since the picture was made

    def pump_once(self, now_ms: int) -> None:
        """Take what the table sent, let the dealer and the simulated players act, and show the result."""
        self.now_ms = now_ms
        self._busy_rounds = max(0, self._busy_rounds - 1)
        for event in self.connection.exchange_bytes(now_ms):
            self._busy_rounds = BUSY_ROUNDS
            self._hear_item(event)
        if self.session.wants_dealer:
            self._save_and_tell(
                self.session.apply_action(self.dealer.draw_outcome(self.session.match_state.chance.possible_draws))
            )
        self._is_stale |= self.auction.step(self.session, now_ms)
        if self.session.timeout_pct >= 100:
            self.auction.restart()
            self._save_and_tell(self.session.on_answer_timeout())
        self.troubles.step(self.session.phase is Phase.ASLEEP, now_ms)
        unmade = self._unmade_gesture(now_ms)
        if unmade:
            self._take_event(unmade)
        awake = self.session.phase not in (Phase.ASLEEP, Phase.GREETING)
        self._is_stale |= self.lights.step(self.session, now_ms)
        if self._is_stale and awake:
            self._is_stale = False
            self.lights.show_picture(self.session, self.connection, now_ms)
            if self.session.nfc:
                self.cell_search.step(self.session, self.connection.link)
            self.sounds.is_due = True
        if awake:
            self.sounds.step(self.session, self.connection.link)
        if self.lights.mirror:
            self.lights.mirror.light_strip(now_ms)

    @property
    def rest_ms(self) -> int:
        """How long nothing needs to be done, unless a person or the table says something."""
        if self._busy_rounds or not self.connection.link.is_idle:
            return SCAN_MS
        return PORT_REST_MS if self.connection.files else REST_MS

    @property
    def is_at_rest(self) -> bool:
        """Whether the table is there, and nothing happens until a person does something.

        A gesture of simulated players that met a finger still on its cell is repeated after a while.
        """
        if self.rest_ms < REST_MS or self.session.phase in (Phase.ASLEEP, Phase.GREETING):
            return False
        return not (self.simulated_players and self.gestures and self.gestures.next_gesture(self.session))

    def take_typed(self, event: Event) -> None:
        """Take what a person typed: on the twin it is done as a gesture, at a real table it replaces one.

        A card is named by what stands on it. Where hands are hidden no name tells copies apart on the twin either.
        """
        if self.session.held and isinstance(event, Key) and event.key == "confirm":
            self.end_pause()
            return
        if not self.simulated_players or self.session.game.hidden_information:
            event = self.session.match_state.copies.event_by_kind(event)
        judged = self.session.judge_typed(event)
        if judged:
            self._save_and_tell(judged)
        else:
            self._do_typed(event)

    def take_chosen(self, event: Event) -> None:
        """Take what the owner of a seat chose among its legal actions, on a device of its own: nobody else agrees."""
        self._do_typed(event if self.simulated_players else self.session.match_state.copies.event_by_kind(event))

    def end_pause(self) -> None:
        """People have looked at what was held: the match goes on."""
        if self.session.held:
            self.session.question = None
        self._busy_rounds, self._is_stale = BUSY_ROUNDS, True
        self._say_later()

    def _do_typed(self, event: Event) -> None:
        """Do it now; a gesture at the simulated table must be looked for at once, not after a rest."""
        self.end_pause()
        if not (self.simulated_players and self.simulated_players.make_gesture(event, self.session.game.name)):
            self._take_event(event)

    def tell_people(self, message: Message, *, is_asked: bool = False) -> None:
        self._busy_rounds = BUSY_ROUNDS
        self.news.add(message, is_asked=is_asked)

    def explain_cell(self, cell: int) -> None:
        """Say why a press on this cell is refused, or that it is legal."""
        meant = self.session.judge.meaning_of(Press(cell))
        if isinstance(meant, Action):
            answer = say("You can play on {cell}.", cell=self.session.match_state.cell_names[cell])
        else:
            answer = explain_refusal(self.session.game, meant) if meant else ASK_WHY
        self.tell_people(answer, is_asked=True)

    def show_hand(self, seat: int, tell: Tell = hand_of) -> None:
        """Show what only one seat may see, once its player agrees; `tell` says what of it."""
        self._save_and_tell(self.private.ask_owner(self.session, seat, tell))

    # -- inside

    def _hear_item(self, link_event: LinkEvent) -> None:
        self._is_stale = True
        match link_event:
            case Edge(number, event):
                is_shared = self.connection.link.board.is_shared
                self._take_event(event, is_late=self._is_late(number, event), is_shared=is_shared)
                self.connection.link.acknowledge_through(number)
            case Hello():
                check_hello(self.connection.link, self.connection.name)
                self._hear_readers(link_event.readers)
                self.session.nfc = link_event.cells == "nfc"
                self.session.follow_link("hello")
                self._hear_trouble(link_event.trouble)
            case TroubleChanged(readers, trouble):
                self._hear_readers(readers)
                self._hear_trouble(trouble)
            case Snapshot() if self.session.phase is Phase.GREETING:
                self._came_back(link_event)
            case Lost() if self.session.phase is not Phase.ASLEEP:
                self.session.follow_link("lost")

    def _hear_readers(self, readers: str) -> None:
        """Which work; one that all seats share is that of each."""
        working = int(readers, 16)
        self.session.judge.readers = ALL_READERS * (working & 1) if self.connection.link.board.is_shared else working

    def _hear_trouble(self, trouble: str) -> None:
        """Keep in the journal what is new, and tell people with the next step."""
        begun = self.troubles.new_words(trouble)
        if begun:
            self.recorder.save_rows([Row("note", "trouble: " + " ".join(begun))])
        for word in begun:
            self.tell_people(explain_trouble(word))

    def _came_back(self, snapshot: Snapshot) -> None:
        """The table is back: what was pressed meanwhile answered no question; its picture must be sent again."""
        self._fresh_from = snapshot.next_edge
        self.troubles.greet_table()
        if snapshot.lost:
            self.tell_people(
                say_count(
                    "{n} press was lost while the table was away.",
                    "{n} presses were lost while the table was away.",
                    n=snapshot.lost,
                )
            )
        self.session.follow_link("snapshot")
        self.lights.forget_shown()

    def _is_late(self, number: int, event: Event) -> bool:
        """It answers no question: it happened without connection, or a search found it that is over now.

        A card that was shown then still lies there, unless the program deals: its simulated players show it again.
        """
        if number < self._fresh_from:
            is_shown_again = isinstance(event, Tag) and self.session.match_state.dealt
            return is_shown_again or isinstance(event, Press | Key | Found | Audited)
        return (
            self.session.nfc
            and isinstance(event, Press)
            and not self.cell_search.wanted(self.session).cells >> event.cell & 1
        )

    def _unmade_gesture(self, now_ms: int) -> Event | None:
        """The gesture that is wanted of the simulated players and cannot be made on the twin."""
        if not (self.simulated_players and self.gestures):
            return None
        session, gestures = self.session, self.gestures
        if gestures.may_start(session):
            return Key(0, "confirm")
        moment = (session, session.state, session.phase, session.repairs, session.question)
        wanted, is_brief = partial(gestures.next_gesture, session), partial(gestures.is_brief, session)
        is_dealing = session.match_state.chance.is_dealing
        return self.simulated_players.make_wanted(moment, wanted, session.game.name, now_ms, is_brief, is_dealing)

    def _take_event(self, event: Event, is_late: bool = False, is_shared: bool = False) -> None:
        if is_phone(event):
            return
        self.auction.restart()
        named = self.cell_search.registry.name_event(event, self.session.game.name)
        if is_shared and not isinstance(named, Message):
            named = event_of_seat(named, self.session)
        if isinstance(event, Tag):
            self.cell_search.shown_uid = event.uid
        if isinstance(named, Message):
            self.sounds.was_refused = True
            self.tell_people(named)
            self.recorder.save_rows([Row("event", "unknown tag" if isinstance(event, Tag) else event_text(event))])
        elif is_late:
            self.recorder.save_rows([Row("note", f"late: {event_text(named)}")])
        else:
            self._save_and_tell(self.session.handle_event(named))

    def _save_and_tell(self, reply: Reply) -> None:
        """Save the rows first; only then show anything."""
        self._is_stale = True
        self.sounds.was_refused |= reply.refused
        self.recorder.save_rows((*reply.rows, *self._end_rows()))
        self._say_later()
        said = reply.said
        self.news.drop_reminder(current_prompt(self.session).message)
        if self.holds and any(row.kind == "action" for row in reply.rows):
            self.session.hold()
            said, self._later = ((), said) if self.session.held else (said, ())
        for message in said:
            self.tell_people(message)
        if reply.refused and not said:
            self._busy_rounds = BUSY_ROUNDS
            self.news.remind(current_prompt(self.session).message)
        self.news.follow_match(sum(row.kind in ACTION_ROWS for row in reply.rows))
        self.private.follow_reply(self.session, reply)
        if reply.does:
            self._do_typed(reply.does)
        if ("note", "next") in reply.rows:
            self._begin_next_match()

    def _say_later(self) -> None:
        """What the last action did is told as news when people have looked at it."""
        if not self.session.held:
            said, self._later = self._later, ()
            for message in said:
                self.tell_people(message)

    def _begin_next_match(self) -> None:
        """The next match at this table: its cards and its bots follow from its own seed alone."""
        self.private.hide()
        self.recorder = self.recorder.next_recorder()
        seed = self.recorder.header.seed
        think = think_with(self.session.game, self.session.players, Dealer(seed, "bots"), self.tell_people)
        self.session = self.session.next_match(think)
        self.news.begin_match(self.session.match_state)
        self.dealer = Dealer(seed, "cards")
        if self.gestures:
            self.gestures.dealer = self.dealer

    def _end_rows(self) -> tuple[Row, ...]:
        """The rows for a match that has just ended, or the one for an end that an undo took back."""
        outcome = self.session.outcome
        over = outcome is not None
        if over == self.recorder.over:
            return ()
        self.recorder.over = over
        if outcome is None:
            return (Row(RUNNING, ""),)
        result = "\n".join(map(self.translate, result_lines(self.session.game, outcome)))
        return Row(OVER, result), outcome_row(
            outcome, len(self.session.history), self.recorder.changed_players, self.recorder.minutes()
        )
