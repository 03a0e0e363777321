"""The pump of a match at the table: link -> session -> journal -> link, screen. No rules, and no word of a game.

An edge is acknowledged, and its light shown, only after what it brought about is in the journal.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from glowtable import cues
from glowtable.cable import Cable, check_hello
from glowtable.dealer import Dealer
from glowtable.game import Action, Game, Message, say
from glowtable.hands import Hands
from glowtable.journal import OVER, RUNNING, Header, Journal
from glowtable.link import Edge, Heard, Hello, Lost, Snapshot
from glowtable.mirror import Mirror
from glowtable.screen import Room, Tongue, page, result
from glowtable.session import Reply, Session
from glowtable.standing import Phase, Player
from glowtable.table import (
    SEAT_KEYS,
    TABLE,
    TABLE_KEYS,
    Audited,
    Card,
    Clock,
    Event,
    Found,
    Key,
    Picture,
    Press,
    Row,
    Said,
    Tag,
    cell_of,
    event_text,
    seat_name,
)
from glowtable.tags import Book
from glowtable.terminal import END_OF_INPUT, Terminal

SAID_LINES = 4  # of what was said last, kept on the page
NOTHING = ("0" * 8, 0)  # no tag on no cell: what a table is told that need not look for any
KEY_WORDS = {"": "confirm", "ok": "confirm"}  # other words for keys
BEGINNING = 3  # letters of a card's name
LEAVING = ("quit", "q", "exit", END_OF_INPUT)
HELP = say(
    "type c3 to press a cell, R5 to show a card, ok (or just Enter), pass, undo, why c3, hand, wrong, pause, night, "
    "next, quit; with a name (ok Ben) for another seat"
)


class WallClock:
    """Real time; a nap is one scan of the table."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def nap(self) -> None:
        time.sleep(0.005)


class RushedClock:
    """Time that only passes in naps: a match of bots takes as long as it takes to compute."""

    def __init__(self) -> None:
        self._now_ms = 0

    def now_ms(self) -> int:
        return self._now_ms

    def nap(self) -> None:
        self._now_ms += 5


class Recorder:
    """One match of the journal, from its beginning or taken up again."""

    def __init__(self, journal: Journal, header: Header, match: int | None = None) -> None:
        self.journal, self.header = journal, header
        self.match = journal.begin(header) if match is None else match
        self.over = False

    def save(self, rows: Sequence[Row]) -> None:
        if rows:
            self.journal.append(self.match, rows)

    def next(self) -> Recorder:
        """The record of the match after this one, with the same header but a seed and date of its own."""
        return Recorder(self.journal, self.header._replace(started=now_text(), seed=self.header.seed + 1))


class Play:
    """A match being played. `step` moves it on; nothing waits inside."""

    def __init__(
        self, session: Session, cable: Cable, recorder: Recorder, book: Book, dealer: Dealer, tongue: Tongue,
        hands: Hands | None = None,
    ) -> None:  # fmt: skip
        self.session, self.cable, self.recorder, self.book = session, cable, recorder, book
        self.dealer, self.tongue, self.hands = dealer, tongue, hands
        self.said: list[str] = []
        self.private: tuple[str, ...] = ()  # what one seat has asked to see
        self.title = ""
        self.sounds = True
        self.mirror: Mirror | None = None
        self._shown: Picture | None = None
        self._sought = NOTHING  # told last; whenever the table was away, a dispute has come between
        self._uid = ""  # of the tag shown last
        self._refused = False
        self._cue_due = False  # something came about that no cue was chosen for
        self._moment = cues.moment(session)
        self._fresh_from = 0  # edges below this number were made while the table was alone
        self._stale = True  # something happened since the picture was made

    def step(self, now_ms: int) -> None:
        """Hear the table, let dealer and hands do theirs, and show what came of it."""
        for heard in self.cable.pump(now_ms):
            self._heard(heard)
        if self.session.wants_dealer:
            self._take(self.session.deal(self.dealer.draw(self.session.chances)))
        unhandy = self.hands.help(self.session, now_ms) if self.hands else None
        if unhandy:
            self._event(unhandy)
        awake = self.session.phase not in (Phase.ASLEEP, Phase.GREETING)
        if self._stale and awake:
            self._stale = False
            self._tell(now_ms)
        if self._cue_due and awake and self.cable.link.idle:
            self._sound()
        if self.mirror:
            self.mirror.shine(now_ms)

    def typed(self, line: str) -> bool:
        """What a person typed; False if it was the wish to leave."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        self.private = ()
        if word in LEAVING:
            return False
        if word in ("help", "?"):
            self._say(HELP)
        elif word == "why":
            self._why(rest.strip().lower())
        elif word == "hand":
            self._show_hand(rest.strip())
        else:
            self._do(meaning(line, self.session))
        return True

    def page(self, typed: str | None, room: Room = Room()) -> list[Any]:
        said = [*self.said[-SAID_LINES:], *self.private]
        return page(self.session, self.tongue, title=self.title, said=said, typed=typed, room=room)

    # -- inside

    def _heard(self, heard: Heard) -> None:
        self._stale = True
        match heard:
            case Edge(number, event):
                self._event(event, is_late=self._is_late(number, event))
                self.cable.link.commit(number)
            case Hello():
                check_hello(self.cable.link, self.cable.name)
                self.session.readers = int(heard.readers, 16)
                self.session.nfc = heard.cells == "nfc"
                self.session.table("hello")
            case Snapshot() if self.session.phase is Phase.GREETING:
                self._came_back(heard)
            case Lost() if self.session.phase is not Phase.ASLEEP:
                self.session.table("lost")

    def _came_back(self, snapshot: Snapshot) -> None:
        """What was pressed before now answered nothing that anybody saw; the picture is shown anew."""
        self._fresh_from = snapshot.next_edge
        if snapshot.lost:
            self._say(say("{n} presses were lost: the table was alone for too long", n=snapshot.lost))
        self.session.table("snapshot")
        self._shown = None

    def _is_late(self, number: int, event: Event) -> bool:
        """It answers nothing that anybody saw: made while the table was alone, or the hit of a search now over."""
        if number < self._fresh_from:
            return isinstance(event, Press | Key | Found | Audited)
        return self.session.nfc and isinstance(event, Press) and not self._seeking()[1] >> event.cell & 1

    def _do(self, event: Event | Message) -> None:
        """What was typed: on the twin hands do it, elsewhere it stands for what the table did not sense."""
        if isinstance(event, Message):
            self._say(event)
        elif not (self.hands and self.hands.do(event, self.session.game.name)):
            self._event(event)

    def _event(self, event: Event, is_late: bool = False) -> None:
        named = self.book.named(event, self.session.game.name)
        if isinstance(event, Tag):
            self._uid = event.uid
        if isinstance(named, Message):
            self._refused = True
            self._say(named)
            self.recorder.save([Row("event", "unknown tag")])
        elif is_late:
            self.recorder.save([Row("note", f"late: {event_text(named)}")])
        else:
            self._take(self.session.hear(named))

    def _take(self, reply: Reply) -> None:
        """Save first; only then is anything shown."""
        self.private = ()
        self._stale = True
        self._refused |= reply.refused
        self.recorder.save((*reply.rows, *self._end_row()))
        for message in reply.said:
            self._say(message)
        if ("note", "next") in reply.rows:
            self.recorder, self.session = self.recorder.next(), self.session.again()
            self.dealer = Dealer(self.recorder.header.seed, "cards")
            if self.hands:
                self.hands.dealer = self.dealer

    def _end_row(self) -> tuple[Row, ...]:
        """The row that tells that the match has just ended, or that an undo took its end back."""
        over = self.session.outcome is not None
        if over == self.recorder.over:
            return ()
        self.recorder.over = over
        return (Row(OVER, "\n".join(result(self.session, self.tongue))) if over else Row(RUNNING, ""),)

    def _tell(self, now_ms: int) -> None:
        """What came of it all: the picture first, at once."""
        picture = self.session.picture
        if picture != self._shown:
            self._shown = picture
            self.cable.link.show(picture)
            self.cable.flush(now_ms)
            if self.mirror:
                self.mirror.show(picture)
        if self.session.nfc:
            self._ask_cells()
        self._cue_due = True

    def _ask_cells(self) -> None:
        """What the NFC cells are to look for, once for each moment; and their inventory in a dispute."""
        sought = self._seeking()
        if sought != self._sought:
            self._sought = sought
            uid, cells = sought
            self.cable.link.wish("seek", uid, f"{cells:09x}")
        if self.session.audit_due:
            self.session.audit_due = False
            self.cable.link.wish("audit")

    def _seeking(self) -> tuple[str, int]:
        """The tag of the card to be laid, and where: bit n for cell n."""
        card, cells = self.session.sought or ("", ())
        uids = self.book.tags_of(self.session.game.name, card)
        if not uids:
            return NOTHING
        return (self._uid if self._uid in uids else uids[0]), sum(1 << cell for cell in cells)

    def _sound(self) -> None:
        """The weightiest of what came about since the cue before; a busy line carries lights first."""
        self._cue_due = False
        was, self._moment = self._moment, cues.moment(self.session, self._refused)
        self._refused = False
        cue = cues.cue(was, self._moment)
        if cue and self.sounds and not self.session.night:
            self.cable.link.command("sound", cue)

    def _why(self, name: str) -> None:
        cell = cell_of(name)
        meant = None if cell is None else self.session.game.surface.read(Press(cell), self.session.state)
        if meant is None:
            self._say(say("type the cell you mean: why c3"))
        elif isinstance(meant, Action):
            self._say(say("{cell} is legal", cell=name))
        else:
            self._say(self.session.why(meant))

    def _show_hand(self, name: str) -> None:
        """What only one seat may see, until the next line is typed or something happens; it is kept nowhere."""
        session = self.session
        seat = _seat_named(name, session) if name else _only_person(session)
        if seat is None or seat not in session.people:
            self._say(say("say whose hand, one of: {names}", names=_people_names(session)))
            return
        lines = session.game.surface.private(session.game.rules.view(session.state, seat))
        self.private = tuple(map(self.tongue.text, lines or (say("nothing is hidden in this game"),)))

    def _say(self, message: Message) -> None:
        text = self.tongue.text(message)
        if self.said[-1:] != [text]:
            self.said.append(text)


def meaning(line: str, session: Session) -> Event | Message:
    """A typed line as an event; a sentence if it is none. An empty line confirms."""
    word, _, name = line.partition(" ")
    word = KEY_WORDS.get(word.lower(), word.lower())
    if word in TABLE_KEYS:
        return Key(TABLE, word)
    if word in SEAT_KEYS:
        seat = _seat_named(name, session) if name else _seat_meant(word, session)
        return Key(seat, word) if seat is not None else _who(word, session)
    cell = cell_of(line.lower())
    who, rest = _addressed(line, session)
    key = KEY_WORDS.get(rest.lower(), rest.lower())
    if who is not None and key in SEAT_KEYS:
        return Key(who, key)
    card = _card_meant(line, session) or _card_meant(rest, session, who)
    if card and (cell is None or (session.chance and not session.by_hand)):
        return card
    if cell is not None:
        return Press(cell)
    return _said(line, who, rest, session) or _card_begun(rest, session, who) or HELP


def _said(line: str, who: int | None, rest: str, session: Session) -> Said | Message | None:
    """Words in the game's notation; of whoever alone can mean them where nobody is named."""
    numbered = _numbered(rest, session)
    said = Said(numbered) if who is None else _said_by(who, numbered)
    meant = session.game.surface.read(said, session.state)
    alone = _said_alone(rest, session) if who is None and not isinstance(meant, Action) else None
    return alone or (said if "@" in line or meant else None)


def _seat_named(name: str, session: Session) -> int | None:
    names = [player.name.lower() for player in session.players]
    return names.index(name.lower()) if name.lower() in names else None


def _addressed(line: str, session: Session) -> tuple[int | None, str]:
    """`Ann Goat`: who does it, and the rest; None and the line if no player's name comes first."""
    seats = sorted(range(len(session.players)), key=lambda seat: -len(session.players[seat].name))
    for seat in seats:
        name = f"{session.players[seat].name} "
        if line.lower().startswith(name.lower()):
            return seat, line[len(name) :].strip()
    return None, line


def _numbered(text: str, session: Session) -> str:
    """`1 trade Ben` as games read it: a player's name is the number of the seat."""
    numbers = {player.name.lower(): seat_name(seat) for seat, player in enumerate(session.players)}
    names = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    return re.sub(rf"(?<!\S)({names})(?!\S)", lambda found: numbers[found[0].lower()], text, flags=re.IGNORECASE)


def _said_by(seat: int, text: str) -> Said:
    return Said(f"{seat_name(seat)} {text}")


def _said_alone(text: str, session: Session) -> Said | Message | None:
    """`trade Ben` of the one person who can do it; if several can, who it is must be said."""
    seats = sorted(session.people.intersection(session.game.rules.to_act(session.state)))
    said = {seat: _said_by(seat, _numbered(text, session)) for seat in seats}
    able = [seat for seat in seats if isinstance(session.game.surface.read(said[seat], session.state), Action)]
    if len(able) > 1:
        return say("say who: {examples}", examples=", ".join(f"{session.players[seat].name} {text}" for seat in able))
    return said[able[0]] if able else None


def _seat_meant(key: str, session: Session) -> int | None:
    """The seat whose key an unnamed word means; None if it could be several."""
    if key == "undo" and not session.question:
        return session.last_decider if session.last_decider is not None else min(session.people, default=0)
    if session.question:
        return min(session.question.needed)
    asked = session.instruction.seat
    if asked in session.people:
        return asked
    actors = session.people.intersection(session.game.rules.to_act(session.state))
    if session.open and len(actors) > 1:
        return None
    return min(actors or session.people, default=max(asked, 0))


def _only_person(session: Session) -> int | None:
    """The person who is asked now, or the only one there is."""
    if session.instruction.seat in session.people:
        return session.instruction.seat
    return min(session.people) if len(session.people) == 1 else None


def _people_names(session: Session) -> tuple[str, ...]:
    return tuple(session.players[seat].name for seat in sorted(session.people))


def _who(word: str, session: Session) -> Message:
    typed = "ok" if word == "confirm" else word
    return say("say who: {examples}", examples=", ".join(f"{typed} {player.name}" for player in session.players))


def _card_meant(line: str, session: Session, seat: int | None = None) -> Card | None:
    """A card by its name, or by the beginning of it that its copies share, at the reader of this seat."""
    reader = _reader_meant(session) if seat is None else seat
    word = line.removeprefix("card ").lower()
    fits = [card for card in session.game.deck if word in (card.lower(), card[:-1].rstrip().lower())]
    return Card(reader, fits[0] if fits[0].lower() == word else fits[0][:-1].rstrip()) if fits else None


def _card_begun(line: str, session: Session, seat: int | None) -> Card | None:
    """The only card whose name begins so; a beginning has three letters at least."""
    fits = [card for card in session.game.deck if card.lower().startswith(line.lower())]
    reader = _reader_meant(session) if seat is None else seat
    return Card(reader, fits[0]) if len(fits) == 1 and len(line) >= BEGINNING else None


def _reader_meant(session: Session) -> int:
    """The reader of who is asked; where several may act that of the first person among them."""
    asked = session.game.surface.prompts(session.view)
    if asked and asked[0].seat >= 0:
        return asked[0].seat
    return min(session.people.intersection(session.game.rules.to_act(session.state)), default=0)


def now_text() -> str:
    return datetime.now().isoformat(" ", "seconds")


def think_with(game: Game, players: Sequence[Player], dealer: Dealer) -> Callable[[Any, int], Action]:
    """The bots of these seats as one function; each sees only what its seat may know."""

    def think(state: Any, seat: int) -> Action:
        rules = game.rules
        imagine = partial(rules.determinise, state, seat, dealer.rng)
        return game.bots[players[seat].bot](rules.view(state, seat), rules.legal(state, seat), imagine, dealer.rng)

    return think


def run(play: Play, clock: Clock, terminal: Terminal | None) -> bool:
    """Play until the match is over (or, at a terminal, until the wish to leave); was it left before its end?"""
    while True:
        play.step(clock.now_ms())
        if terminal:
            if not all(play.typed(line) for line in terminal.lines()):
                return play.session.phase is not Phase.OVER
            terminal.draw(play.page(terminal.line.typed, Room(*terminal.size)))
        elif play.session.phase is Phase.OVER:
            play.cable.flush(clock.now_ms())
            return False
        clock.nap()
