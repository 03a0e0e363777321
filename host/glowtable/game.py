"""The contract every game keeps: the words rules, surfaces, bots and the rest of the house share.

Knows no game and no hardware. States are immutable values owned by a game; everything outside its folder
handles them only through the functions of `Rules`, `Surface` and a bot's `choose`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from glowtable.messages import Message, say
from glowtable.table import Event, Face, Light, Picture, Prompt

CHANCE = -1  # acts where the cards decide: the dealer in simulation, a tag at a reader on the table
PUBLIC = -2  # the pair of eyes that belongs to nobody: what all people at the table may know
HIDDEN = "hidden"  # stands in an action for the card that not everybody may know
YIELDS = ("ready", "pass")  # kinds of actions by which a seat that is waited for wants no more of what is asked

Arg = int | str


class Action(NamedTuple):
    """What a seat (0..5) or CHANCE does. `args` are ints or words (no spaces, not looking like an int)."""

    seat: int
    kind: str
    args: tuple[Arg, ...] = ()

    def __str__(self) -> str:
        """The text form, `parse_action` reads it back: `0 place 14`, `chance turn 33`."""
        who = "chance" if self.seat == CHANCE else str(self.seat)
        return " ".join((who, self.kind, *map(str, self.args)))


def parse_action(text: str) -> Action:
    """Read `str(action)` back; ValueError if it is no action's text."""
    match text.split(" "):
        case [who, kind, *args] if kind and all(args):
            return Action(CHANCE if who == "chance" else int(who), kind, tuple(map(_arg, args)))
    raise ValueError(f"action must be 'seat kind args...', got {text!r}")


def _arg(word: str) -> Arg:
    return int(word) if word.removeprefix("-").isdigit() else word


class Refusal(NamedTuple):
    """Why an action is impossible now: a reason of the game's own StrEnum, a sentence, and the rule it breaks.

    `plausible` is the action if as far as everybody knows it may be done: only hands that are hidden forbid it.
    """

    reason: str
    message: Message
    rule: str = ""
    plausible: Action | None = None


class Point(NamedTuple):
    """One ledger line: which seats it belongs to, how much, and why (rule)."""

    seats: tuple[int, ...]
    amount: int
    message: Message
    rule: str


class Outcome(NamedTuple):
    """How a match ended. `winners` are seats; several share it. `scores` has a total per seat."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ledger: tuple[Point, ...]
    rounds: tuple[str, ...] = ()  # how each round ended, in a word of the game; simulate counts them


class Option(NamedTuple):
    """Our named answer to an open question of a sheet; `choices` are all words or all ints."""

    name: str
    choices: tuple[Arg, ...]
    default: Arg
    rule: str
    words: str  # the sheet's words that leave it open
    help: str = ""
    off_table: tuple[Arg, ...] = ()  # choices that no physical table can follow: simulation and the twin only
    endless: tuple[Arg, ...] = ()  # choices under which a match need not end: only people put an end to it


Chances = Sequence[tuple[Action, int]]  # every outcome with its exact integer weight


class DrawSource(NamedTuple):
    """Where chance takes a card from: a stack, a place, a hand. What came from it before an undo comes again."""

    name: Hashable
    keeps: bool = True  # until then the card is there and nowhere else; a hand that is drawn from is no such place
    ordered: bool = True  # as people turned it up, so that hands can; what is drawn or dealt unseen they cannot


class Rules(Protocol):
    """A game's `rules` module: the sheet and nothing else. `State` and `View` are the game's own types."""

    def setup(self, seats: int, options: Mapping[str, Arg]) -> Any: ...
    def to_act(self, state: Any) -> tuple[int, ...]:
        """Seats that may act now, or (CHANCE,), or () when the match is over."""

    def legal(self, state: Any, seat: int) -> Sequence[Action]: ...
    def chance(self, state: Any) -> Chances: ...
    def draw_source(self, state: Any) -> DrawSource:
        """Where the card comes from that chance brings in this state; undefined where chance has nothing to bring."""

    def apply(self, state: Any, action: Action) -> Any:
        """The state after a legal action; the old one is untouched. Undefined for an action that is refused."""

    def refuse(self, state: Any, action: Action) -> Refusal | None: ...
    def view(self, state: Any, eyes: int) -> Any: ...
    def public(self, state: Any, action: Action) -> Action:
        """The action as everybody may know it: HIDDEN in place of a card that is not shown to all."""

    def outcome(self, state: Any) -> Outcome | None: ...
    def determinize(self, state: Any, seat: int, rng: Random) -> Any: ...
    def round_number(self, state: Any) -> int:
        """1 for the first; undo stays inside a round unless all agree, and a new round forgets what was turned up."""

    def to_json(self, value: Any) -> Any:
        """A State or View as JSON-able data; `from_json` restores an equal value."""

    def from_json(self, data: Any) -> Any: ...


class Surface(Protocol):
    """A game's `surface` module: how it lies on the table. `view` is always the PUBLIC view unless said."""

    def read(self, event: Event, state: Any) -> Action | Refusal | None:
        """What an event means now: an action (chance included), a refusal, or nothing (None)."""

    def gesture(self, action: Action, state: Any) -> Event:
        """The event by which hands do this action: read(gesture(action, state), state) == action."""

    def paint(self, view: Any) -> Picture:
        """Lights: a cell has a choice pattern (table.CHOICE) if and only if pressing it is legal."""

    def board(self, view: Any) -> Picture:
        """The cards as they lie, nothing asked: what people compare the table with."""

    def manual_entry(self, view: Any) -> Mapping[int, tuple[Action, Light]]:
        """By hand, without a reader: each chance outcome on a cell of its own, lit like this."""

    def prompts(self, view: Any) -> tuple[Prompt, ...]:
        """What is asked of whom now; never empty before the end."""

    def setup_instructions(self, view: Any) -> tuple[Message, ...]:
        """What people lay out before the match begins, a line each."""

    def face(self, view: Any) -> Face: ...
    def private(self, view: Any) -> tuple[Message, ...]:
        """What a seat's own view tells beyond the public one, a line each; shown only when that seat asks."""

    def instruction(self, action: Action, state: Any) -> Message:
        """What hands do for this action, as an instruction: `lay R5 on c3 and press it`."""

    def description(self, action: Action, before: Any, after: Any) -> tuple[Message, ...]:
        """What this action did, for the screen: the placement, a line, who won the round and why."""

    def undo_instruction(self, action: Action, before: Any) -> Message | None:
        """What hands put back when `action`, taken in state `before`, is undone: `R5 goes back on ...`; or nothing."""

    def expected_at(self, view: Any, cell: int) -> Message:
        """What must lie on this cell, from below; the answer to "it looks different"."""

    def cards_on_cells(self, view: Any) -> Mapping[int, tuple[frozenset[str], ...]]:
        """The cards on each cell that has any, from below; each as the names of the deck that it may have."""

    def rounds_over(self, view: Any) -> int:
        """How many rounds are over: the table lets each end be heard."""

    def where_is(self, view: Any, card: str, found: bool = False) -> tuple[Message, int | None]:
        """Where this card belongs, and its cell if it belongs on one.

        Unless its tag was `found` on a cell it may only be named: then nothing is told that eyes cannot see now.
        """

    def dealt_by_software(self, view: Any) -> bool:
        """True where the chance asked for now is no card of the table, so the dealer decides even there."""


Determinize = Callable[[], Any]
Choose = Callable[[Any, Sequence[Action], Determinize, Random], Action]  # choose(view, legal, imagine, rng)


class Notation(Protocol):
    """A game's `notation` module: a match as text people read, and back (the `text` export)."""

    def write(self, seats: int, options: Mapping[str, Arg], actions: Sequence[Action]) -> str: ...
    def read(self, text: str) -> tuple[int, dict[str, Arg], list[Action]]:
        """Inverse of write; ValueError names the line and what was expected."""


class Game(NamedTuple):
    """A game as its folder offers it: `GAME` in games/<name>/__init__.py."""

    name: str
    title: str
    seats: tuple[int, ...]  # how many may play
    options: tuple[Option, ...]
    test_bound: int  # no match under `test_options` takes more actions
    test_options: Mapping[str, Arg]
    deck: tuple[str, ...]  # the name of every physical card
    sheet: Mapping[str, Mapping[str, str]]  # rule -> language -> the sheet's words
    rules: Rules
    surface: Surface
    bots: Mapping[str, Choose]
    notation: Notation


class BadChoice(ValueError):
    """A game, option, value or number of seats that there is not; its sentence lists those there are."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text.format(**dict(message.fill)))
        self.message = message


def chosen(game: Game, given: Mapping[str, str | int]) -> dict[str, Arg]:
    """Every option of the game: as given (texts are read as the option's type) or by default. BadChoice otherwise."""
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise BadChoice(
                say("{game} has no option {name}; it has: {known}", game=game.title, name=name, known=", ".join(known))
            )
    return {name: _value(option, given.get(name, option.default)) for name, option in known.items()}


def _value(option: Option, given: str | int) -> Arg:
    for choice in option.choices:
        if str(choice) == str(given):
            return choice
    choices = _listed(option.choices)
    raise BadChoice(
        say("{option} must be one of {choices}; got {given}", option=option.name, choices=choices, given=given)
    )


def _listed(choices: tuple[Arg, ...]) -> str:
    return f"{choices[0]}..{choices[-1]}" if len(choices) > 9 else ", ".join(map(str, choices))
