"""What a seat's own phone shows of a moment: a headline, a line of help, pictures. A game fills them, pages draw them.

Two more pictures need no words of a game: the grid, from what lies on cells, and a choice, from what the seat may do;
a `Tile` says how one of these looks. Cards are named as in the deck.
"""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game.faces import Symbol
from glowtable.messages import Message

NO_SEAT = -1
Words = Message | str


class Tile(NamedTuple):
    """Something to choose or to read: a card, a player or an icon (web/icons.json), its word, and a note on it."""

    word: Words = ""
    note: Words = ""
    card: str = ""
    icon: str = ""
    seat: int = NO_SEAT
    group: Words = ""  # what is chosen stands together with its like, under this title
    signs: tuple[Symbol, ...] = ()  # what it still lacks, or gives


class Group(NamedTuple):
    """Cards that belong together, and how many of them there are."""

    title: Words
    note: Words
    cards: tuple[str, ...]


class Sets(NamedTuple):
    """The cards of a hand, sorted."""

    groups: tuple[Group, ...]


class Row(NamedTuple):
    """A reason, and what it adds."""

    word: Words
    amount: Words


class Stack(NamedTuple):
    """Cards laid over each other, the bottommost first, and what they are worth."""

    cards: tuple[str, ...]
    total: Words
    note: Words
    rows: tuple[Row, ...] = ()


class Side(NamedTuple):
    """What one seat gives."""

    seat: int
    title: Words
    things: tuple[Tile, ...]


class TwoSides(NamedTuple):
    """An exchange."""

    sides: tuple[Side, Side]


class Facts(NamedTuple):
    """What counts now: an icon or a sign, a number or a word, and what it means."""

    title: Words
    facts: tuple[Tile, ...]


Drawing = Sets | Stack | TwoSides | Facts


class Moment(NamedTuple):
    """What this seat does now, or who else acts: at most five words, and one line of help."""

    head: Words
    help: Words = ""
    pictures: tuple[Drawing, ...] = ()
