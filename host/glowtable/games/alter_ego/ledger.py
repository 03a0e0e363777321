"""How a match ended: who won, the trophies of each, and whose nemesis was met.

Source: Alter Ego EN, "Game End" (E-40 to E-43)
"""

from __future__ import annotations

from glowtable.game import Outcome, Point
from glowtable.kit.bit_sets import members
from glowtable.messages import say

from .cards import NAMES
from .state import Phase, State


def outcome(state: State) -> Outcome | None:
    """All win together or nobody does; scores are trophies, with a ledger line for each, and one for each nemesis."""
    if state.phase is not Phase.OVER:
        return None
    trophies = [line(seat, card) for seat, person in enumerate(state.people) for card in members(person.trophies)]
    nemeses = [nemesis(state, seat) for seat in state.personal]
    scores = tuple([person.trophies.bit_count() for person in state.people])
    return Outcome(state.end, state.winners, scores, (*trophies, *nemeses), (state.end,))


def line(seat: int, card: int) -> Point:
    return Point((seat,), 1, say("trophy: {card}", card=NAMES[card]), "E-32")


def nemesis(state: State, seat: int) -> Point:
    return Point((seat,), 0, say("nemesis met: {card}", card=NAMES[state.people[seat].nemesis]), "E-42")
