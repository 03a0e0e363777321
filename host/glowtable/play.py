"""The pump of a match at the table: link -> session -> journal -> link, screen. No rules, and no word of a game.

An edge is acknowledged, and its light shown, only after what it brought about is in the journal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from glowtable.dealer import Dealer
from glowtable.game import Action, Game, Message, say
from glowtable.hands import Hands
from glowtable.journal import Header, Journal
from glowtable.link import Cable, Edge, Heard, Hello, Lost, Snapshot, check_hello
from glowtable.screen import Tongue, page
from glowtable.session import Phase, Player, Reply, Session
from glowtable.table import TABLE, TABLE_KEYS, Card, Clock, Event, Key, Picture, Press, Row, Said, cell_of
from glowtable.tags import Book
from glowtable.terminal import END_OF_INPUT, Terminal

SAID_LINES = 4  # of what was said last, kept on the page
HELP = say(
    "type c3 to press a cell, R5 to show a card, ok (or just Enter), pass, undo, why c3, wrong, pause, night, next, "
    "quit; with a name (ok Ben) for another seat"
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

    def end(self, result: str) -> None:
        self.journal.end(self.match, result)
        self.over = True

    def reopen(self) -> None:
        self.journal.reopen(self.match)
        self.over = False

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
        self.title = ""
        self._shown: Picture | None = None
        self._stale = True  # something happened since the picture was made

    def step(self, now_ms: int) -> None:
        """Hear the table, let dealer and hands do theirs, and show what came of it."""
        for heard in self.cable.pump(now_ms):
            self._heard(heard)
        if self.session.wants_dealer:
            self._take(self.session.deal(self.dealer.draw(self.session.game.rules.chance(self.session.state))))
        unhandy = self.hands.help(self.session, now_ms) if self.hands else None
        if unhandy:
            self._event(unhandy)
        self._shine(now_ms)

    def typed(self, line: str) -> bool:
        """What a person typed; False if it was the wish to leave."""
        if line in ("quit", "q", "exit", END_OF_INPUT):
            return False
        if line in ("help", "?"):
            self._say(HELP)
        elif line.startswith("why "):
            self._why(line[4:].strip())
        else:
            event = meaning(line, self.session)
            if event is None:
                self._say(HELP)
            elif not (self.hands and self.hands.do(event, self.session.game.name)):
                self._event(event)
        return True

    def page(self, typed: str | None) -> list[Any]:
        return page(self.session, self.tongue, title=self.title, said=self.said[-SAID_LINES:], typed=typed)

    # -- inside

    def _heard(self, heard: Heard) -> None:
        self._stale = True
        match heard:
            case Edge(number, event):
                self._event(event)
                self.cable.link.commit(number)
            case Hello():
                check_hello(heard, self.cable.name)
                self.session.readers = int(heard.readers, 16)
                self.session.table("hello")
            case Snapshot() if self.session.phase is Phase.GREETING:
                self.session.table("snapshot")
                self._shown = None
            case Lost() if self.session.phase is not Phase.ASLEEP:
                self.session.table("lost")

    def _event(self, event: Event) -> None:
        named = self.book.named(event, self.session.game.name)
        if isinstance(named, Message):
            self._say(named)
            self.recorder.save([Row("event", "unknown tag")])
        else:
            self._take(self.session.hear(named))

    def _take(self, reply: Reply) -> None:
        """Save first; only then is anything shown."""
        self._stale = True
        self.recorder.save(reply.rows)
        for message in reply.said:
            self._say(message)
        if ("note", "next") in reply.rows:
            self.recorder, self.session = self.recorder.next(), self.session.again()
            self.dealer = Dealer(self.recorder.header.seed, "cards")
            if self.hands:
                self.hands.dealer = self.dealer
        self._mark_end()

    def _mark_end(self) -> None:
        """Tell the journal when the match has ended, or an undo took the end back."""
        over = self.session.outcome is not None
        if over and not self.recorder.over:
            self.recorder.end("\n".join(result(self.session, self.tongue)))
        elif self.recorder.over and not over:
            self.recorder.reopen()

    def _shine(self, now_ms: int) -> None:
        if self.session.phase in (Phase.ASLEEP, Phase.GREETING):
            return
        if not self._stale:
            return
        self._stale = False
        picture = self.session.picture
        if picture != self._shown:
            self._shown = picture
            self.cable.link.show(picture)
            self.cable.flush(now_ms)

    def _why(self, name: str) -> None:
        cell = cell_of(name)
        meant = None if cell is None else self.session.game.surface.read(Press(cell), self.session.state)
        if meant is None:
            self._say(say("type the cell you mean: why c3"))
        elif isinstance(meant, Action):
            self._say(say("{cell} is legal", cell=name))
        else:
            self._say(self.session.why(meant))

    def _say(self, message: Message) -> None:
        self.said.append(self.tongue.text(message))


def meaning(line: str, session: Session) -> Event | None:
    """A typed line as an event; None if it is none. An empty line confirms."""
    word, _, name = line.partition(" ")
    word = {"": "confirm", "ok": "confirm"}.get(word, word).lower()
    if word in TABLE_KEYS:
        return Key(TABLE, word)
    if word in ("confirm", "pass", "undo"):
        seat = _seat_meant(name, session)
        return None if seat is None else Key(seat, word)
    card = _card_meant(line, session)
    cell = cell_of(line.lower())
    if card and (session.chance or session.phase is Phase.DISPUTED or cell is None):
        return card
    if cell is not None:
        return Press(cell)
    return Said(line) if "@" in line else None


def _seat_meant(name: str, session: Session) -> int | None:
    """The seat of that name; without a name the one that is asked, or that may answer a question."""
    if name:
        names = [player.name.lower() for player in session.players]
        return names.index(name.lower()) if name.lower() in names else None
    if session.question:
        return min(session.question.needed)
    asked = session.instruction.seat
    return asked if asked in session.people else min(session.people, default=max(asked, 0))


def _card_meant(line: str, session: Session) -> Card | None:
    """A card by its name, or by the beginning of it that its copies share."""
    asked = session.game.surface.prompts(session.view)
    reader = max(0, asked[0].seat) if asked else 0
    word = line.removeprefix("card ").lower()
    fits = [card for card in session.game.deck if card.lower() == word or card.lower()[:-1] == word]
    return Card(reader, fits[0] if fits[0].lower() == word else fits[0][:-1]) if fits else None


def result(session: Session, tongue: Tongue) -> list[str]:
    """How the match ended, in sentences: who won, and every point with its reason."""
    outcome = session.outcome
    assert outcome is not None
    winners = say("{seat}", seat=outcome.winners)
    lines = [say("{game}: won by {who} ({reason})", game=session.game.title, who=winners, reason=say(outcome.reason))]
    if len(outcome.winners) == 0:
        lines = [say("{game}: nobody won ({reason})", game=session.game.title, reason=say(outcome.reason))]
    for seat, score in enumerate(outcome.scores):
        lines.append(say("{seat}: {score}", seat=seat, score=score))
    for point in outcome.ledger:
        lines.append(say("  {seat} +{amount}: {why} ({rule})", seat=point.seats, amount=point.amount,
                         why=point.message, rule=point.rule))  # fmt: skip
    return [tongue.text(line) for line in lines]


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
            terminal.draw(play.page(terminal.line.typed))
        elif play.session.phase is Phase.OVER:
            play.cable.flush(clock.now_ms())
            return False
        clock.nap()
