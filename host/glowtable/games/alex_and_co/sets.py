"""Displaying: complete sets, incomplete ones with the majority, single cards, cards added later.

Source: ALEX & CO EN, "Displaying sets and scoring" (A-25 to A-29)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.hands import known_cards, unknown_count
from glowtable.kit.phases import Step, Steps, only_seat
from glowtable.kit.tuples import replaced

from .cards import ESG, MAJORITY, SAZ, SET, SETS, SIZE
from .hands import drop, locate
from .state import End, Phase, State, possible
from .turn import back_to_turn, final

NEW, ADD, SINGLE = "new set", "added", "single"  # what displaying a card is
IN_THE_END = {"union": (NEW, ADD, SINGLE), "en": (NEW, ADD), "it": (NEW, SINGLE)}
ALWAYS = IN_THE_END["union"]


class Displayed(NamedTuple):
    """What is displayed of one set."""

    number: int  # of the set
    cards: int

    @property
    def amount(self) -> int:
        return self.cards.bit_count()

    @property
    def complete(self) -> bool:
        return self.amount == SIZE[self.number]

    @property
    def is_set(self) -> bool:
        """With the majority; less are single cards."""
        return self.amount >= MAJORITY[self.number]


SHOWN_KEPT = 512  # displays that were counted lately: from one action to the next few change


def by_set(cards: int) -> Iterator[Displayed]:
    """Cards sorted by their sets; ESG and SAZ cards are of none."""
    cards &= ~(ESG | SAZ)
    while cards:
        number = SET[(cards & -cards).bit_length() - 1]
        yield Displayed(number, cards & SETS[number])
        cards &= ~SETS[number]


@lru_cache(SHOWN_KEPT)
def incomplete(shown: int) -> int:
    """All cards of the sets that are displayed incomplete with these."""
    bits = 0
    for some in by_set(shown):
        if some.is_set and not some.complete:
            bits |= SETS[some.number]
    return bits


def incomplete_elsewhere(state: State, seat: int) -> int:
    """The same for all other seats."""
    sets = 0
    for other in state.terms.everybody:
        if other != seat and state.shown[other]:
            sets |= incomplete(state.shown[other])
    return sets


def kind_of(state: State, seat: int, number: int, theirs: int) -> str:
    """What a seat's next card of a set would be; `theirs` are the cards of sets that others display incomplete."""
    whole = SETS[number]
    if Displayed(number, state.shown[seat] & whole).is_set:
        return ADD
    return SINGLE if theirs & whole else NEW


def displaying(state: State, seat: int) -> dict[str, int]:
    """The cards a seat may display now, by what that would be (A-25 to A-28)."""
    cards_by_kind = {NEW: 0, ADD: 0, SINGLE: 0}
    cards, theirs = possible(state, seat), incomplete_elsewhere(state, seat)
    sure, more = known_cards(state, seat), unknown_count(state, seat)
    for number, mine in by_set(cards):
        kind = kind_of(state, seat, number, theirs)
        together = (mine & sure).bit_count() + min(more, (mine & ~sure).bit_count())  # so many can be in this hand
        if kind != NEW or (not state.retracted & mine and together >= MAJORITY[number]):
            cards_by_kind[kind] |= mine
    return cards_by_kind


def displayable(state: State) -> int:
    """The cards that the seat to act may display. Source: EN, "At any time during your turn" (A-09)"""
    cards_by_kind = displaying(state, state.seat)
    return sum(cards_by_kind[kind] for kind in allowed(state))


def allowed(state: State) -> tuple[str, ...]:
    """What displaying a card may be now; in the last step by option (A-31)."""
    return IN_THE_END[str(state.terms.options["final_display"])] if state.end else ALWAYS


def lay_card(state: State, action: Action) -> State:
    """A card is displayed. A new set is displayed only when all its cards are (A-25, A-26)."""
    card, seat = int(action.args[0]), state.seat
    if kind_of(state, seat, SET[card], incomplete_elsewhere(state, seat)) == NEW:
        return lay_next(state._replace(phase=Phase.LAY, laying=0), action)
    return _put_on_display(state, seat, 1 << card)


def lay_next(state: State, action: Action) -> State:
    """One more card of the set being displayed; with the last one it is complete."""
    card = int(action.args[0])
    state = locate(state, state.seat, card)
    state = state._replace(laying=state.laying | 1 << card, open=state.open | 1 << card)
    return done(state, action) if state.laying == SETS[SET[card]] else state


def done(state: State, action: Action) -> State:
    """The set lies as it is now.

    Source: EN, "as soon as a player has displayed six sets, complete or incomplete" (A-30)
    """
    after = _put_on_display(state, state.seat, state.laying)
    is_last = not after.end and count_sets(after.shown[after.seat]) >= SETS_TO_END
    return final(after, End.SIXTH) if is_last else after


SETS_TO_END = 6


@lru_cache(SHOWN_KEPT)
def count_sets(cards: int) -> int:
    """How many sets are displayed with these cards, complete or not; singles are none (A-30)."""
    return sum(some.is_set for some in by_set(cards))


def _put_on_display(state: State, seat: int, cards: int) -> State:
    rest = cards
    while rest:
        state = drop(state, seat, (rest & -rest).bit_length() - 1)
        rest &= rest - 1
    shown = replaced(state.shown, seat, state.shown[seat] | cards)
    state = state._replace(shown=shown, laying=0, retracted=0, stirred=True)
    return state._replace(phase=Phase.FINAL, tally=0) if state.end else back_to_turn(state)


def more_of_set(state: State, seat: int) -> tuple[Action, ...]:
    """While a set is displayed: its other cards, that it is all once it has the majority, or none of it (A-26)."""
    first = begun(state)
    more = actions_for(seat, "lay").of(possible(state, seat) & SETS[first.number] & ~state.laying)
    return more + (bare_action(seat, "done") if first.is_set else ()) + bare_action(seat, "retract")


def begun(state: State) -> Displayed:
    """The set that is being displayed."""
    return Displayed(SET[(state.laying & -state.laying).bit_length() - 1], state.laying)


def retract(state: State, action: Action) -> State:
    """The cards shown go back to the hand, and all have seen them; this set is not begun again at once (A-26)."""
    state = state._replace(retracted=state.retracted | SETS[begun(state).number])
    return state._replace(phase=Phase.FINAL, laying=0) if state.end else back_to_turn(state)


STEPS: Steps[State] = {
    (Phase.LAY, ""): Step(only_seat, more_of_set, {"lay": lay_next, "done": done, "retract": retract})
}
