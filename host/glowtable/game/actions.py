"""What is done, refused, scored and drawn: the values that rules, surfaces and bots hand each other."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from glowtable.messages import Message, say

CHANCE = -1  # acts where the cards decide: the dealer in simulation, a tag at a reader on the table
PUBLIC = -2  # the pair of eyes that belongs to nobody: what all people at the table may know
HIDDEN = "hidden"  # stands in an action for the card that not everybody may know
HAND_KNOWN, HAND_UNKNOWN = "full", "trust"  # the actions by which a seat says whether the table may read its hand
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


def check_seat(seat: int, seats: int) -> None:
    """ValueError for a number that no seat of so many has."""
    if seat not in range(seats):
        raise ValueError(f"seat must be 0..{seats - 1}, got {seat}")


def parse_action(text: str) -> Action:
    """Read `str(action)` back; ValueError if it is no action's text."""
    match text.split(" "):
        case [who, kind, *args] if kind and all(args) and (who == "chance" or who.removeprefix("-").isdigit()):
            return Action(CHANCE if who == "chance" else int(who), kind, tuple(map(_parse_arg, args)))
    raise ValueError(f"action must be 'seat kind args...', got {text!r}")


def _parse_arg(word: str) -> Arg:
    return int(word) if word.removeprefix("-").isdigit() else word


RULING = "ruling"  # what a refusal quotes that follows from a ruling of ours, or from how people sit: no words


class Refusal(NamedTuple):
    """Why an action is impossible now: a reason (a StrEnum of the game), a sentence, and the rule it breaks.

    `plausible` is the action if as far as everybody knows it may be done: only hands that are hidden forbid it.
    `quote` names the sheet's words that forbid it where a rule rests on several sentences; RULING if none do.
    """

    reason: str
    message: Message
    rule: str = ""
    plausible: Action | None = None
    quote: str = ""
    by_confirm: bool = False  # of a press: the confirm key of who means it does it; typed it is `1 a4 a5`


class Point(NamedTuple):
    """One ledger line: which seats it belongs to, how much, and why: a sentence, and the rule, '' if it has none."""

    seats: tuple[int, ...]
    amount: int
    message: Message
    rule: str


def listed(seats: Sequence[int]) -> Message:
    """The names of these players, at least one: Ann, Ben and Cleo."""
    if len(seats) == 1:
        return say("{seat}", seat=seats[0])
    return say("{seats} and {seat}", seats=tuple(seats[:-1]), seat=seats[-1])


class Outcome(NamedTuple):
    """How a match ended. `winners` are seats; several share it. `scores` has a total per seat.

    `reason` is a label that people read: `no line is left`. `endings` of Game tells it as a sentence, for phones.
    """

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ledger: tuple[Point, ...]
    rounds: tuple[str, ...] = ()  # how each round ended, in a word of the game; simulate counts them
    decided: Message | None = None  # who was ahead of whom by how much, in a sentence or two; else the game's ending

    def __str__(self) -> str:
        """Who won, why, and the scores. People count from 1: seat 0 is "seat 1", as on a board."""
        *others, last = [f"seat {seat + 1}" for seat in self.winners] or ["nobody"]
        who = f"{', '.join(others)} and {last}" if others else last
        return f"{who.capitalize()} won ({self.reason}). Scores: {', '.join(map(str, self.scores))}."

    def __repr__(self) -> str:
        return f"<Outcome: {self}>"


YES_OR_NO: Mapping[Arg, Message] = {"yes": say("yes"), "no": say("no")}


class Option(NamedTuple):
    """Our named answer to an open question of a sheet, or a house rule; `choices` are all words or all ints."""

    name: str
    choices: tuple[Arg, ...]
    default: Arg
    rule: str
    words: str  # the sheet's words that leave it open; '' for a house rule
    help: str = ""
    off_table: tuple[Arg, ...] = ()  # choices that no physical table can follow: simulation and the twin only
    needs_cards: tuple[Arg, ...] = ()  # choices for people who hold cards; dealt ones take the first other choice
    endless: tuple[Arg, ...] = ()  # choices under which a match need not end: only people put an end to it
    says: tuple[str, ...] = ()  # what people read for each choice, in this order; none: yes, no or a number
    language: str = "en"  # of the sheet's words

    def choice_text(self, choice: Arg) -> Message | str:
        """What people read for one of the choices."""
        if self.says:
            return Message(self.says[self.choices.index(choice)])
        return YES_OR_NO.get(choice, str(choice))


Chances = Sequence[tuple[Action, int]]  # every outcome with its exact integer weight


class DrawSource(NamedTuple):
    """Where chance takes a card from: a stack, a place, a hand. What came from it before an undo comes again."""

    name: Hashable
    keeps: bool = True  # until then the card is there and nowhere else; a hand that is drawn from is no such place
    ordered: bool = True  # as people turned it up, so that hands can; what is drawn or dealt unseen they cannot


class Kind(NamedTuple):
    """A kind of action: who does it, and what each of its arguments may be."""

    domains: tuple[Sequence[Arg], ...] = ()
    by_chance: bool = False

    def includes(self, action: Action) -> bool:
        """Whether an action that is called so is one of these, in whatever state."""
        if len(action.args) != len(self.domains) or (action.seat == CHANCE) != self.by_chance:
            return False
        return all(arg in domain for arg, domain in zip(action.args, self.domains, strict=True))


class Form(NamedTuple):
    """Steps that one person may choose together on a page: any of these kinds, then one that closes them.

    They are about the seat's own things alone: what comes of them depends on nothing that others hide.
    """

    kinds: tuple[str, ...]
    closes: tuple[str, ...]
