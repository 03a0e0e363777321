"""How a game lies on the table: a class of each game overrides what differs from the simplest game there is.

Its methods are parted by who reads them: events and what hands do for actions, pictures of what lies, words, and what
a phone shows.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple

from glowtable.game.actions import Action, Refusal
from glowtable.game.rules import State, View
from glowtable.grid import cell_name
from glowtable.messages import Message, say
from glowtable.table import CHOICE, OFF, Event, Face, Light, Picture, Prompt

if TYPE_CHECKING:  # imported where a phone asks
    from glowtable.game.moment import Moment, Tile


class HandCard(NamedTuple):
    """A card of a hand that lies face down: its name in the deck, and what is printed on it, as on its copies."""

    name: str
    title: str


UNREAD = HandCard("", "")  # a card of such a hand that the table does not know
Pile = tuple[frozenset[str], ...]  # cards from below; each as the names of the deck that it may have
Place = tuple[Message, int | None]  # which card belongs where, and the cell if it is one
NO_READER = -1
OWN_HAND = "your hand: {cards}"  # the line of `private` that pages leave out: they draw the hand


class TableItem(NamedTuple):
    """A card or some tokens that lie on the table, for pages that draw it.

    `card` is a name of the deck for a card face up and '' for a back; tokens have an icon (web/icons.json) and no card.
    """

    word: Message | str
    card: str | None = None
    icon: str = ""
    amount: int | None = None  # how many, if that is shown
    typed: str = ""  # the words that choose it, where there is no cell to press


class Zone(NamedTuple):
    """A place beside the grid, and what lies there."""

    title: Message
    things: tuple[TableItem, ...]


class Events(Generic[State, View]):
    """What hands do, and what it means. `View` is the PUBLIC view unless said."""

    def read(self, event: Event, state: State, /) -> Action | Refusal | None:
        """What an event means now: an action (chance included), a refusal, or nothing (None)."""
        raise NotImplementedError

    def gesture(self, action: Action, state: State, /) -> Event:
        """How hands do this action: read(gesture(action, state), state) == action."""
        raise NotImplementedError

    def reader(self, state: State, /) -> int:
        """Which reader a card is awaited at: here none, or any will do."""
        return NO_READER

    def entry_cells(self, view: View, /) -> Mapping[int, tuple[Action, Light]]:
        """By hand, without a reader: on which cell each outcome of chance is entered, and how that is lit."""
        return {}

    def dealt_by_software(self, view: View, /) -> bool:
        """Whether the chance asked for now is no card of the table."""
        return False

    def asks_who(self, view: View, /) -> bool:
        """Whether it is asked who among all does it: of one person alone it is not."""
        return False

    def announce_before(self, action: Action, state: State, /) -> bool:
        """Whether people hear of this, what hands do for it included, and one confirms, before a bot does it."""
        return False

    def lost_options(self, view: View, action: Action, /) -> tuple[Message, ...]:
        """What the seat of this action gives up by it that it could still do: `{seat} has not acted this month`.

        The house asks once before it takes the action of a person. From the public view: that it asks tells everybody.
        """
        return ()

    def closed_by_silence(self, view: View, /) -> bool:
        """Whether an auction is asked for: where the table has a time for it, silence means that nobody wants more."""
        return False

    def from_hands(self, action: Action, before: State, after: State, /) -> tuple[tuple[int, str], ...]:
        """The cards that it takes out of hands, or shows, or puts back where they lay: the seat, the card's name."""
        return ()


class Pictures(Generic[State, View]):
    """What lies where, and what is lit. `View` is the PUBLIC view unless said."""

    def paint(self, view: View, /) -> Picture:
        """A cell has a choice pattern (table.CHOICE) if and only if pressing it is legal."""
        raise NotImplementedError

    def while_held(self, view: View, /) -> View:
        """The view while people look at what `held` says: as the cards lay until then."""
        return view

    def while_over(self, view: View, /) -> View:
        """The view while people look at the result: as the cards lay when the match was decided."""
        return view

    def board(self, view: View, /) -> Picture:
        """The cards as they lie, nothing asked: what people compare the table with."""
        picture = self.paint(view)
        return picture._replace(cells=tuple(OFF if light.pattern in CHOICE else light for light in picture.cells))

    def face(self, view: View, /) -> Face:
        """What is drawn on each cell, and lines beside the grid."""
        return Face.of({})

    def zones(self, view: View, /) -> tuple[Zone, ...]:
        """What lies beside the grid: three places fit on a page."""
        return ()

    def tokens(self, view: View, /) -> Mapping[int, tuple[TableItem, ...]]:
        """What lies on cells besides cards."""
        return {}

    def cards_on_cells(self, view: View, /) -> Mapping[int, Pile]:
        """The cards on each cell, from below."""
        return {}

    def face_down(self, view: View, /) -> frozenset[int]:
        """The cells whose cards show their backs."""
        return frozenset()

    def own_hand(self, view: View, /) -> tuple[tuple[str, ...], int]:
        """From a seat's own view: the cards of its hand that the table knows, by name, and how many it holds."""
        return (), 0

    def hand_in_row(self, state: State, seat: int, /) -> tuple[tuple[HandCard, ...], int]:
        """Of a hand that lies face down, as a bot's does: the cards that the table knows, and how many there are."""
        return (), 0

    def where_is(self, view: View, card: str, /) -> Place:
        """Where this card belongs, as far as eyes can see it now: nothing of one hidden or face down."""
        return say("This card has no place on the table."), None

    def expected_at(self, view: View, cell: int, /) -> Message:
        """What must lie on this cell, from below."""
        return say("{cell} must look as it is lit.", cell=cell_name(cell))


class Sentences(Generic[State, View]):
    """What people read. `View` is the PUBLIC view unless said.

    What is said of an action is read by all: `state`, `before` and `after` are public states (`public_state` of Rules),
    and `args` of the action is (HIDDEN,) where not all may know its card. So it is in `instruction`, `description`,
    `held`, `undo_instruction` and `put_back`.
    """

    passing: frozenset[str] = frozenset()  # templates of news that a log leaves out as soon as something follows

    def prompts(self, view: View, /) -> tuple[Prompt, ...]:
        """What is asked of whom now; never empty before the end. Everybody reads it, others than who is asked, too.

        "You" is for who is asked: `.on(board=...)` of the message is what all others read.
        """
        raise NotImplementedError

    def card_asked(self, view: View, /) -> str:
        """The card of the deck that is asked about now, by its name; '' for none, or for one that not all see."""
        return ""

    def instruction(self, action: Action, state: State, /) -> Message:
        """What hands do for this action: `lay R5 on c3 and press it`. A card may be HIDDEN."""
        raise NotImplementedError

    def label(self, action: Action, state: State, /) -> Message:
        """What the button says that does it, on the own device of who may: `Bid €50k`. Here the instruction."""
        return self.instruction(action, state)

    def setup_instructions(self, view: View, /) -> tuple[Message, ...]:
        """What people lay out, a line each."""
        return ()

    def private(self, view: View, /) -> tuple[Message, ...]:
        """What a seat's own view tells beyond the public one."""
        return ()

    def description(self, action: Action, before: State, after: State, /) -> tuple[Message, ...]:
        """What this action did: the placement, a line, who won the round and why. Here the lights show it.

        A card may be HIDDEN, here and in the methods below.
        """
        return ()

    def consequences(self, view: View, action: Action, /) -> tuple[Message, ...]:
        """From the seat's own view: what this action leads to, for the person who has not yet done it."""
        return ()

    def held(self, action: Action, before: State, after: State, /) -> tuple[Message, ...]:
        """What people look at before the match goes on: a round's end, cards that are turned back."""
        return ()

    def rounds_over(self, view: View, /) -> int:
        """How many rounds have ended: the table lets each be heard."""
        return 0

    def undo_instruction(self, action: Action, before: State, /) -> Message | None:
        """What hands put back when the action is undone: `R5 goes back on ...`."""
        return None

    def put_back(self, taken: Sequence[tuple[State, Action]], after: State, /) -> tuple[Message, ...]:
        """The same for actions, each with the state before it, that led to a state: what hands do in all, in order."""
        one_by_one = (self.undo_instruction(action, before) for before, action in reversed(taken))
        return tuple(filter(None, one_by_one))


class OwnDevice(Generic[State, View]):
    """What a seat's own device shows. `view` is that seat's own view: nothing else may be shown there."""

    def moment(self, view: View, seat: int, /) -> "Moment | None":
        """The headline and the pictures of this moment; None: its prompts say it all."""
        return None

    def tile(self, view: View, action: Action, /) -> "Tile | None":
        """How an action that this seat may do looks; None: as its card, its cell, or its label."""
        return None

    def is_offered(self, view: View, action: Action, /) -> bool:
        """Whether an action that this seat may do is offered there: not if it leads nowhere."""
        return True


class Surface(Events[State, View], Pictures[State, View], Sentences[State, View], OwnDevice[State, View]):
    """How a game lies on the table. A game overrides read, gesture, paint, prompts and instruction, and what it needs.

    A class has no state: one object of it serves all matches.
    """
