"""What goes on by itself after anything was done: cards are drawn, an event is laid aside, gaps of the supply filled;
then the phase goes on.

Source: Alter Ego EN, "Shuffle your discard pile and create a new deck as needed" (E-18), "immediately refill" (E-35)
"""

from __future__ import annotations

from glowtable.game import Action, Chances
from glowtable.kit.action_lists import outcomes
from glowtable.kit.phases import ChanceStep

from .cards import NO_CARD
from .state import NOBODY, Phase, State, Vigilante, changed, pile
from .steps import Steps

FIRST_SEAT = {Phase.CHARACTER: 0}  # a step of the setup that goes from seat to seat


def settled(state: State) -> State:
    """The next card chance brings, or else back to the open phase."""
    for seat, person in enumerate(state.people):
        if person.draws:
            return _draws(state, seat)
        if person.played:
            state = changed(state, seat, discard=person.discard | person.played, played=0)
    gap = NO_CARD in state.row and state.offers
    back = state.within
    return state._replace(
        phase=Phase.OFFER if gap else back,
        seat=NOBODY if gap else FIRST_SEAT.get(back, NOBODY),
        whom=NOBODY,
        card=NO_CARD,
        paid=(),
    )


def _draws(state: State, seat: int) -> State:
    """The seat draws, if there is anything left to draw after a shuffle."""
    person = state.people[seat]
    if not person.deck:
        if not person.discard:
            return settled(changed(state, seat, draws=0))
        state = changed(state, seat, deck=person.discard, discard=0)
    return state._replace(phase=Phase.DRAW, seat=seat)


def drawing(state: State, seat: int, cards: int) -> State:
    """A seat is to draw so many cards; one whose hand is not read does it unseen, at once."""
    person = state.people[seat]
    if not state.trust >> seat & 1:
        return changed(state, seat, draws=person.draws + cards)
    drawn = min(cards, pile(person))
    after = person._replace(unread=person.unread + drawn)
    if drawn < cards:
        after = _shuffled(after)
        after = after._replace(unread=after.unread + min(cards - drawn, pile(after)))
    return changed(state, seat, **after._asdict())


def _shuffled(person: Vigilante) -> Vigilante:
    return person._replace(deck=person.deck | person.discard, discard=0, buried=0)


def cards_to_draw(state: State) -> Chances:
    return outcomes("draw").of(state.people[state.seat].deck)


def draw(state: State, action: Action) -> State:
    """Source: EN, "Draw 1 card from your deck" (E-18)"""
    seat, bit = state.seat, 1 << int(action.args[0])
    person = state.people[seat]
    return settled(changed(state, seat, deck=person.deck ^ bit, hand=person.hand | bit, draws=person.draws - 1))


STEPS: Steps = {Phase.DRAW: ChanceStep(cards_to_draw, {"draw": draw})}
