"""Why an action is refused: the reasons and sentences that games share; a game's refusals.py has its own.

What a refusal says everybody hears, so none of these depends on what a hand holds.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from glowtable.game import CHANCE, RULING, Action, Arg, Kind, Refusal
from glowtable.kit.cards import Named, NamedCards
from glowtable.messages import Message, say


class CommonReason(StrEnum):
    OVER = "over"
    UNKNOWN = "unknown"  # no such action, card or player
    NOT_NOW = "not now"
    NOT_YOURS = "another player is asked"
    READY = "ready already"
    NOT_HELD = "card not in this hand"
    ELSEWHERE = "card elsewhere"


def ruled(reason: str, message: Message, rule: str, plausible: Action | None = None) -> Refusal:
    """A refusal by a rule of which the sheet has no words that forbid this."""
    return Refusal(reason, message, rule, plausible, RULING)


def match_over(rule: str) -> Refusal:
    return Refusal(CommonReason.OVER, say("The match is over."), rule)


def not_now(rule: str) -> Refusal:
    return Refusal(CommonReason.NOT_NOW, say("Something else comes first."), rule)


def not_yours(rule: str) -> Refusal:
    return ruled(CommonReason.NOT_YOURS, say("Wait: it's someone else's choice."), rule)


def nobody_there(rule: str) -> Refusal:
    return ruled(CommonReason.UNKNOWN, say("Nobody is playing at that seat."), rule)


def ready_already(seat: int, rule: str) -> Refusal:
    return ruled(CommonReason.READY, say("{seat} is already done.", seat=seat), rule)


def not_held(seat: int, rule: str) -> Refusal:
    """Said whether the card is in another place or may not be used: which of both would tell of a hand."""
    return Refusal(CommonReason.NOT_HELD, say("{seat} can't have that card.", seat=seat), rule)


def cannot_be_there(rule: str, plausible: Action | None = None) -> Refusal:
    """A card at a reader that cannot come from where the next one comes from."""
    return ruled(CommonReason.ELSEWHERE, say("That card can't be there."), rule, plausible)


# -- what is no action at all


def is_well_formed(kind: Kind, args: Sequence[Arg]) -> bool:
    """Whether there are as many arguments as wanted: ints where things are counted or named, else given words."""
    return len(args) == len(kind.domains) and all(map(_is_like, args, kind.domains))


def _is_like(arg: Arg, domain: Sequence[Arg]) -> bool:
    return isinstance(arg, int) if isinstance(domain, range | Named) else arg in domain


def number_of(action: Action) -> int:
    """What a well-formed action is about as an int; 0 if it is about a word or nothing."""
    about = action.args[0] if action.args else 0
    return about if isinstance(about, int) else 0


class Vocabulary(NamedTuple):
    """The kinds of actions of a game, as its refusals know them."""

    title: str
    kinds: Mapping[str, Kind]
    cards: NamedCards
    card_rule: str  # of the deck: what cards there are

    def refuse(self, action: Action) -> Refusal | None:
        """Of an action that no state of the game knows; whether a seat or place is taken the game itself judges."""
        kind = self.kinds.get(action.kind)
        if kind is None or kind.by_chance != (action.seat == CHANCE) or not is_well_formed(kind, action.args):
            return self.no_such_action()
        if self.cards in kind.domains and number_of(action) not in self.cards:
            return self.no_such_card()
        return None

    def no_such_action(self) -> Refusal:
        return Refusal(CommonReason.UNKNOWN, say("{game} doesn't have that move.", game=self.title))

    def no_such_card(self) -> Refusal:
        return Refusal(CommonReason.UNKNOWN, say("That card isn't in {game}.", game=self.title), self.card_rule)
