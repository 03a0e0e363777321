"""How a round begins: everything of the last one is forgotten, income is paid; and penalty tokens.

Source: Alter Ego EN, "Collect $1 for each $ icon on cards and trophies in your play area" (E-16, E-17, E-20, E-26)
"""

from __future__ import annotations

from glowtable.kit.tuples import replaced

from .cards import COMMUNITY, FAMILY, JOB
from .icons import icons_of
from .state import NO_ICONS, NOBODY, PENALTIES, Phase, State, changed, in_area
from .steps import begins

CARDS_OF = (JOB, FAMILY, COMMUNITY)  # the cards of each phase that has penalties


def round_begins(state: State) -> State:
    people = tuple(
        [
            person._replace(balance=NO_ICONS, spent=0, team=1 << seat, refused=0, tips=0)
            for seat, person in enumerate(state.people)
        ]
    )
    fresh = state._replace(
        round=state.round + 1,
        people=people,
        henchmen=tuple([each._replace(engaged=0, brought=NOBODY) for each in state.henchmen]),
        villains=tuple([each._replace(engaged=0, rescued=False) for each in state.villains]),
        seat=-1,
        activated=0,
        called=0,
        helped=0,
        took=0,
        closing=0,
    )
    return _income(fresh)


def _income(state: State) -> State:
    for seat in state.terms.everybody:
        state = earned(state, seat, icons_of(state, seat, "money"))
    return begins(punished(state, "income"), Phase.INCOME)


def earned(state: State, seat: int, money: int) -> State:
    """From the bank, or to it if below 0."""
    return changed(state, seat, money=state.people[seat].money + money)._replace(bank=state.bank - money)


def punished(state: State, phase: str) -> State:
    """A penalty token for everybody without a card of this phase in play (E-17, E-20, E-26)."""
    at = PENALTIES.index(phase)
    for seat, person in enumerate(state.people):
        if not in_area(person) & CARDS_OF[at]:
            penalties = replaced(person.penalties, at, person.penalties[at] + 1)
            state = changed(state, seat, penalties=penalties)._replace(tokens=state.tokens - 1)
    return state


def forgiven(state: State, seat: int, at: int, tokens: int) -> State:
    """So many penalty tokens leave one phase of a board."""
    penalties = state.people[seat].penalties
    after = changed(state, seat, penalties=replaced(penalties, at, penalties[at] - tokens))
    return after._replace(tokens=state.tokens + tokens)
