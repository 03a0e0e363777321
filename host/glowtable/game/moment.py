"""What a seat's own phone shows of a moment: a headline, a line of help, pictures. A game fills them, pages draw them.

Two more pictures need no words of a game: the grid, from what lies on cells, and a choice, from what the seat may do;
a `Tile` says how one of these looks. Cards are named as in the deck.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from glowtable.game.faces import Symbol
from glowtable.messages import Message, filled

NO_SEAT = -1
Words = Message | str
Headline = tuple[Words, Words]  # and a line of help; "" for none


def filled_headline(headline: Headline, facts: Mapping[str, Any]) -> Headline:
    """Each of both filled with those of the facts that it names."""
    head, line = (filled(words, facts) if isinstance(words, Message) else words for words in headline)
    return head, line


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
    is_hand_first: bool = False  # the hand is asked about, and other choices come below it
