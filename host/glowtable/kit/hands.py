"""Hands of cards: tracked ones, whose every card the table reads, and untracked ones, of which it knows what is shown.

A game's State says of each seat which cards the table knows in its hand (`hands`) and how many more it holds
(`hidden_count`). Those are among the cards that nobody has looked at at the table (`bag`). The functions here serve
every such State; they know no rule of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from glowtable.game import HAND_KNOWN, HAND_UNKNOWN, Action, Chances, Kind, Option
from glowtable.kit.action_lists import any_of, outcomes
from glowtable.kit.phases import ChanceStep, OneSeat, Step, only_seat
from glowtable.kit.terms import GameParameters
from glowtable.kit.tuples import replaced
from glowtable.messages import Message, say


class Hands(Protocol):
    """A State with hands; sets of cards and of seats are bit sets."""

    @property
    def hands(self) -> tuple[int, ...]: ...  # of each seat the cards known to the table
    @property
    def hidden_count(self) -> tuple[int, ...]: ...  # and how many more it holds
    @property
    def untracked(self) -> int: ...  # the seats whose hands are not tracked
    @property
    def open(self) -> int: ...  # the cards in hands that everybody knows of
    @property
    def bag(self) -> int: ...  # the cards that nobody has looked at
    def _replace(self, *_: Any, **changes: Any) -> Self: ...


H = TypeVar("H", bound=Hands)


# -- what is known of a hand


def hand_size(state: Hands, seat: int) -> int:
    """How many cards are in this hand."""
    return state.hands[seat].bit_count() + state.hidden_count[seat]


def known_cards(state: Hands, seat: int) -> int:
    """The cards by which this hand is judged: those read; if it is untracked those of them that everybody knows of."""
    return state.hands[seat] & state.open if state.untracked >> seat & 1 else state.hands[seat]


def unknown_count(state: Hands, seat: int) -> int:
    """How many more cards are in this hand."""
    return hand_size(state, seat) - known_cards(state, seat).bit_count()


def possible_hand(state: H, seat: int, unseen: Callable[[H], int]) -> int:
    """The cards that may be in this hand as far as everybody can tell, tracked or not: chance is judged by these."""
    all_know = state.hands[seat] & state.open
    return all_know | unseen(state) if hand_size(state, seat) > all_know.bit_count() else all_know


def possible_cards(state: H, seat: int, unseen: Callable[[H], int]) -> int:
    """The cards that this seat may show: those known; of an untracked hand also all that are `unseen` by somebody.

    What the table has read in other hands rules nothing out: all would hear from what it refuses what those hold.
    A tracked hand shows only what was read in it, for a bot that does not know its own card cannot lay it.
    """
    if not state.untracked >> seat & 1:
        return state.hands[seat]
    known = known_cards(state, seat)
    return known | unseen(state) if unknown_count(state, seat) else known


# -- cards come and go


def deal_card(state: H, seat: int, card: int) -> H:
    """A card that nobody has looked at is now known in this hand."""
    bit = 1 << card
    return state._replace(hands=replaced(state.hands, seat, state.hands[seat] | bit), bag=state.bag ^ bit)


def locate_card(state: H, seat: int, card: int) -> H:
    """The table has now seen that this hand holds this card.

    What is seen last is believed: where the table had read it before, or others in this hand, there it was misled.
    Which of several it was nobody can tell: all that not everybody sees is unread then.
    """
    if state.hands[seat] >> card & 1:
        return state
    state = reveal_card(state, card)
    if not state.hidden_count[seat]:
        state = forget_cards(state, seat, state.hands[seat] & ~state.open)
    state = deal_card(state, seat, card)
    return state._replace(hidden_count=replaced(state.hidden_count, seat, state.hidden_count[seat] - 1))


def reveal_card(state: H, card: int) -> H:
    """A card has come to light where nobody had looked; if the table had read it in a hand, there it was misled.

    What is seen last is believed, so that no answer tells what a hidden hand holds.
    """
    if not state.bag >> card & 1:
        for holder, cards in enumerate(state.hands):
            state = forget_cards(state, holder, cards & 1 << card)
    return state


def forget_cards(state: H, seat: int, cards: int) -> H:
    """This hand holds so many cards that nobody has read, not these, if there are any."""
    if not cards:
        return state
    return state._replace(
        hands=replaced(state.hands, seat, state.hands[seat] ^ cards),
        hidden_count=replaced(state.hidden_count, seat, state.hidden_count[seat] + cards.bit_count()),
        bag=state.bag | cards,
    )


def forget_hidden(state: H) -> H:
    """The hands as far as everybody knows: each is untracked, and only its open cards are known."""
    for seat, cards in enumerate(state.hands):
        state = forget_cards(state, seat, cards & ~state.open)
    return state._replace(untracked=(1 << len(state.hands)) - 1)


def card_believed(state: H, action: Action) -> H:
    """The `believed` of Rules where chance is about a card: no hand holds it in secret."""
    card = 1 << int(action.args[0])
    for seat, cards in enumerate(state.hands):
        state = forget_cards(state, seat, cards & card & ~state.open)
    return state


def drop_card(state: H, seat: int, card: int) -> H:
    """A card that is known in this hand leaves it."""
    rest = ~(1 << card)
    return state._replace(hands=replaced(state.hands, seat, state.hands[seat] & rest), open=state.open & rest)


def move_cards(state: H, giver: int, taker: int, cards: int) -> H:
    """Cards that are known in one hand are now in another; who knows of them stays as it is."""
    hands = replaced(state.hands, giver, state.hands[giver] & ~cards)
    return state._replace(hands=replaced(hands, taker, hands[taker] | cards))


# -- is a hand tracked? Each seat says so before its cards are dealt

KINDS = {HAND_KNOWN: Kind(), HAND_UNKNOWN: Kind()}
ASKED = say("Should the table know your cards? Confirm: yes. Pass: no.").on(
    terminal=say("Should the table know your cards? Enter: yes. pass: no."),
    phone=say("Should the table know your cards?"),
    board=say("Choosing whether the table knows the cards …"),
)
ANSWERED: Mapping[str, Message] = {
    HAND_KNOWN: say("{seat} lets the table know the cards."),
    HAND_UNKNOWN: say("{seat} doesn't let the table know the cards."),
}


LABELS: Mapping[str, Message] = {HAND_KNOWN: say("Yes"), HAND_UNKNOWN: say("No")}


def knowledge_option(rule: str, words: str, language: str = "en") -> Option:
    """Whether seats are asked; the sheet's words say how cards come to hands. A dealt hand is known to the table."""
    help = say(
        "each player chooses if the table knows their cards, or it knows all (always when the program deals)"
    ).text
    says = (say("each player chooses").text, say("it knows all cards").text)
    return Option(
        "knowledge", ("trust", "full"), "trust", rule, words, help, needs_cards=("trust",), says=says, language=language
    )


# A seat decides for itself whether the table reads its hand; people say `is read`, not `tracked`
hand_known_actions = any_of(HAND_KNOWN, HAND_UNKNOWN)


def seats_are_asked(terms: GameParameters) -> bool:
    return terms.options["knowledge"] == "trust"


class Dealt(Hands, OneSeat, Protocol):
    """A State in which hands are dealt seat by seat."""

    @property
    def terms(self) -> GameParameters: ...


D = TypeVar("D", bound=Dealt)


class Dealing(Generic[D]):
    """The two phases in which every seat gets a hand of so many cards, seat 0 first; `then` is what follows.

    `reveal`: what the table believes once a card has come to light that it may have read in another hand.
    """

    def __init__(
        self,
        hand: int,
        ask_phase: Any,
        deal_phase: Any,
        then: Callable[[D], D],
        reveal: Callable[[D, int], D] = reveal_card,
    ) -> None:
        self.hand, self.found, self.then = hand, reveal, then
        self.ask_phase, self.deal_phase = ask_phase, deal_phase
        self.ask_step: Step[D] = Step(
            only_seat, hand_known_actions, {HAND_KNOWN: self._track, HAND_UNKNOWN: self._untrack}
        )
        self.deal_step: ChanceStep[D] = ChanceStep(self._cards, {"deal": self._deal})

    def begin(self, state: D) -> D:
        return self._hand_of(state, 0)

    def _hand_of(self, state: D, seat: int) -> D:
        """A hand is dealt, or first it is asked whether it is tracked."""
        if seat == state.terms.seats:
            return self.then(state)
        asked = seats_are_asked(state.terms)
        return state._replace(phase=self.ask_phase if asked else self.deal_phase, seat=seat)

    def _track(self, state: D, action: Action) -> D:
        return state._replace(phase=self.deal_phase)

    def _untrack(self, state: D, action: Action) -> D:
        seat = state.seat
        counts = replaced(state.hidden_count, seat, self.hand)
        return self._hand_of(state._replace(untracked=state.untracked | 1 << seat, hidden_count=counts), seat + 1)

    def _cards(self, state: D) -> Chances:
        return outcomes("deal").of(state.bag)

    def _deal(self, state: D, action: Action) -> D:
        card = int(action.args[0])
        after = deal_card(self.found(state, card), state.seat, card)
        return after if hand_size(after, after.seat) < self.hand else self._hand_of(after, after.seat + 1)
