"""Which tag is which card: a table of uids, kept as a CSV file that people may edit.

A card may have several tags (spare cards); a tag belongs to one card. Knows no port: uids are handed in.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Protocol

from glowpico.readers import MADE_UP
from glowpico.wire import UID_DIGITS
from glowtable.gate import read_file, save_file
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.table import STRANGE, Card, Event, Found, Lying, Tag

COLUMNS = ("uid", "game", "card")
SEPARATORS = ",;\t"  # spreadsheets of some countries part fields by semicolons
UNSEPARATED = dict.fromkeys(map(ord, ":- "))  # phone apps write a uid as 04:A1:B2:C3
Cards = dict[str, tuple[str, str]]  # uid -> (game, card)


class CardGame(Protocol):
    """What the registry needs to know of a game."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def deck(self) -> tuple[str, ...]: ...


def is_phone(event: Event) -> bool:
    """A phone or a bank card at a reader: nobody's card."""
    return isinstance(event, Tag) and event.uid == MADE_UP


class TagRegistry:
    """uid -> (game, card), and the file that keeps it (None: no file, as for the simulated table)."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.cards: Cards = {}
        if path:
            self._load_file(path)

    def name_event(self, event: Event, game: str) -> Event | Message:
        """A Tag becomes the Card it is in this game, Found becomes Lying; any other event stays as it is.

        A sentence if the tag shown is no card of the game; one found on a cell is STRANGE.
        """
        if isinstance(event, Found):
            known = self.cards.get(event.uid)
            return Lying(event.cell, known[1] if known and known[0] == game else STRANGE)
        if not isinstance(event, Tag):
            return event
        known = self.cards.get(event.uid)
        if known is None:
            return say("Unknown card. Enrol it: glowtable tags enrol {game}", game=game)
        if known[0] != game:
            return say("This card is from {game}: {card}.", game=known[0], card=known[1])
        return Card(event.reader, known[1])

    def tags_of(self, game: str, card: str) -> list[str]:
        """Every uid of a card, the first enrolled first."""
        return [uid for uid, known in self.cards.items() if known == (game, card)]

    def missing_cards(self, game: CardGame) -> list[str]:
        """Cards of the game without a tag, in the deck's order."""
        enrolled = {card for name, card in self.cards.values() if name == game.name}
        return [card for card in game.deck if card not in enrolled]

    def check_tag(self, uid: str, game: CardGame, card: str) -> None:
        """UserError if this tag is already another card."""
        check_card(game, card)
        known = self.cards.get(uid, (game.name, card))
        if known != (game.name, card):
            raise UserError(
                say(
                    "This tag is already enrolled as {game} {card}. 2 cards can't share a tag.",
                    game=known[0],
                    card=known[1],
                )
            )

    def enrol_tag(self, uid: str, game: CardGame, card: str) -> None:
        """Make this tag that card, here and in the file; UserError if it is already another card, or cannot be kept."""
        self.check_tag(uid, game, card)
        cards = {**self.cards, uid: (game.name, card)}
        if self.path:
            save_file(self.path, _table_of(cards))
        self.cards = cards

    def _load_file(self, path: Path) -> None:
        try:
            text = read_file(path).decode("utf-8-sig", "replace")
        except FileNotFoundError:
            return
        for n, row in enumerate(map(_split_row, text.splitlines()), 1):
            if tuple(map(str.lower, row)) != COLUMNS:
                self._read_row(path, n, row)

    def _read_row(self, path: Path, n: int, row: list[str]) -> None:
        uid = row[0].translate(UNSEPARATED).lower() if row else ""
        if len(row) != len(COLUMNS) or not all(row) or not _is_uid(uid):
            raise UserError(
                say("{path} line {n} must be uid,game,card with a uid of 8, 14 or 20 hex digits. Spreadsheets "
                    "drop a leading 0.", path=str(path), n=n))  # fmt: skip
        if self.cards.get(uid, (row[1], row[2])) != (row[1], row[2]):
            raise UserError(
                say("{path} line {n} lists a tag again, for another card. Keep one of the lines.", path=str(path), n=n)
            )
        self.cards[uid] = (row[1], row[2])


def _table_of(cards: Cards) -> bytes:
    """The file that keeps them."""
    import csv

    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows((uid, *known) for uid, known in cards.items())
    return out.getvalue().encode()


def _split_row(line: str) -> list[str]:
    """The fields of a line, parted by whichever sign makes three of them; none if it is no row at all."""
    import csv

    try:
        rows = [list(map(str.strip, next(csv.reader([line], delimiter=sign), []))) for sign in SEPARATORS]
    except csv.Error:
        return []
    return next((row for row in rows if len(row) == len(COLUMNS)), rows[0])


def simulated_registry(game: CardGame) -> TagRegistry:
    """The registry of the simulated table: card n of the deck has uid n + 1."""
    registry = TagRegistry()
    registry.cards = {f"{n:08x}": (game.name, card) for n, card in enumerate(game.deck, 1)}
    return registry


def _is_uid(text: str) -> bool:
    return len(text) in UID_DIGITS and all(c in "0123456789abcdef" for c in text)


def check_card(game: CardGame, card: str) -> None:
    """UserError if the game has no such card."""
    if card not in game.deck:
        first, last = game.deck[0], game.deck[-1]
        sentence = say(
            "{game} has no card {card}. It has {first} to {last}.", game=game.title, card=card, first=first, last=last
        )
        raise UserError(sentence, USAGE)
