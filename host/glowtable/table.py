"""The table as a game sees it: what happens on it (events), what shines on it (pictures), what is asked (prompts).

Knows no game, no wire and no hardware.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol, get_type_hints

from glowtable.grid import CELLS, COLUMNS, ROWS, SEATS
from glowtable.messages import Message, say

SEAT_KEYS = ("confirm", "pass", "undo")
TABLE_KEYS = ("wrong", "pause", "night", "next", "spare1", "spare2")
# How sentences call the keys of a seat
KEY_NAMES = {"confirm": say("the confirm key"), "pass": say("the pass key"), "undo": say("the undo key")}

# -- events: what the table reports, or a person types


class Press(NamedTuple):
    cell: int


class Release(NamedTuple):
    cell: int


class Tag(NamedTuple):
    """An NFC tag came to a reader; `uid` is lower-case hex."""

    reader: int
    uid: str


class Untag(NamedTuple):
    reader: int


class Card(NamedTuple):
    """A card of the deck shown at a reader: a Tag whose uid is enrolled, or typed (then at the reader of its seat)."""

    reader: int
    card: str


class Key(NamedTuple):
    """A key of a seat (SEAT_KEYS) or of the table (seat TABLE_SEAT, TABLE_KEYS)."""

    seat: int
    key: str


class Said(NamedTuple):
    """Typed in the game's own notation (`R5@c3`): what no cell, key or card can express."""

    text: str


class Found(NamedTuple):
    """An NFC tag lies on a cell: one line of an audit."""

    cell: int
    uid: str


class Lying(NamedTuple):
    """A card of the deck lies on a cell: a Found whose uid is enrolled; STRANGE for a tag of no card of the game."""

    cell: int
    card: str


STRANGE = "?"


class Audited(NamedTuple):
    """The audit is complete; bit n of `unread`: cell n could not be read."""

    unread: int


Event = Press | Release | Tag | Untag | Card | Key | Said | Found | Lying | Audited
_KINDS: dict[str, Callable[..., Event]] = {
    kind.__name__.lower(): kind for kind in (Press, Release, Tag, Untag, Card, Key, Said, Found, Lying, Audited)
}


def event_text(event: Event) -> str:
    """The text form; `parse_event` reads it back: `press 14`, `card 0 R5a`, `key 2 confirm`."""
    return " ".join((type(event).__name__.lower(), *map(str, event)))


def parse_event(text: str) -> Event:
    """Read `event_text` back; ValueError if it is no event's text."""
    name, _, rest = text.partition(" ")
    kind = _KINDS.get(name)
    if kind is None:
        raise ValueError(f"event must be one of {', '.join(_KINDS)}, got {text!r}")
    fields = get_type_hints(kind).values()
    words = rest.split(" ", len(fields) - 1)
    if len(words) != len(fields):
        raise ValueError(f"event {name} has {len(fields)} fields, got {text!r}")
    return kind(*(want(word) for want, word in zip(fields, words, strict=True)))


# -- pictures: the whole of what shines

# Colours, one letter each (the firmware's strip.py turns letters into light); `-` is dark.
DARK, WHITE, ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE = "-wosgybrp"
# Patterns, one letter each. The first three ask: a cell that has one may be pressed now (CHOICE).
OPEN, COVER, PICK = "ecp"  # empty cell to lay on · card to lay on top of · one card or place to choose
STEADY, DIM, BREATHE, BLINK, FLASH = "sdbkf"
CHOICE = frozenset((OPEN, COVER, PICK))
COLOURS, PATTERNS = frozenset("-wosgybrp"), CHOICE | frozenset("sdbkf")


class Light(NamedTuple):
    colour: str = DARK
    pattern: str = STEADY


OFF = Light()
NO_LIGHTS: Mapping[int, Light] = MappingProxyType({})


class Picture(NamedTuple):
    """36 cells, 6 seats; brightness in percent of what the table's settings allow."""

    cells: tuple[Light, ...] = (OFF,) * CELLS
    seats: tuple[Light, ...] = (OFF,) * SEATS
    brightness_pct: int = 100

    @classmethod
    def of(cls, cells: Mapping[int, Light], seats: Mapping[int, Light] = NO_LIGHTS) -> "Picture":
        """These cells and seats shine, all others are dark."""
        return cls(
            tuple(cells.get(cell, OFF) for cell in range(CELLS)), tuple(seats.get(seat, OFF) for seat in range(SEATS))
        )


# -- words


class Prompt(NamedTuple):
    """What is asked of a seat (TABLE_SEAT: of anybody)."""

    seat: int
    message: Message


Label = str | Message  # what lies on a cell, in a few letters; '' if it is empty


class Face(NamedTuple):
    """A view as text: a short label per cell and lines below; and how rows and columns are called now."""

    cells: tuple[Label, ...]
    lines: tuple[Message, ...]
    rows: Sequence[str] = ROWS
    columns: Sequence[str] = COLUMNS

    @classmethod
    def of(cls, labels: Mapping[int, Label], *lines: Message) -> "Face":
        """These cells have a label, all others are empty."""
        return cls(tuple(labels.get(cell, "") for cell in range(CELLS)), lines)

    @property
    def names(self) -> tuple[str, ...]:
        """What people call each cell of the table: `c3`."""
        return tuple(row + column for row in self.rows for column in self.columns)


class Row(NamedTuple):
    """A line of a match's record: an `event`, the `action`, `undo` or `swap` that followed from it, a `note`."""

    kind: str
    text: str


class Clock(Protocol):
    """Time as an argument: `nap` lets about one scan of the table (5 ms) pass.

    `await_files` lets so much pass at most, and ends at once when one of these files can be read.
    """

    def now_ms(self) -> int: ...
    def nap(self) -> None: ...
    def await_files(self, files: Sequence[int], most_ms: int) -> None: ...
