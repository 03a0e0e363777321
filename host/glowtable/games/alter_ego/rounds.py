"""How the match goes on: a round and its open phases begin, a seat is asked, the open phase is resumed; and what
income and penalty tokens a round brings.

Source: Alter Ego EN, "Collect $1 for each $ icon on cards and trophies in your play area" (E-16, E-17, E-20, E-26),
"Shuffle your discard pile and create a new deck as needed" (E-18), "immediately refill" (E-35)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit import phases
from glowtable.kit.action_lists import outcomes
from glowtable.kit.phases import ChanceStep
from glowtable.kit.tuples import replaced

from .cards import COMMUNITY, FAMILY, JOB, NO_CARD
from .hands import shuffled
from .icons import icons_of
from .state import NO_ICONS, NOBODY, PENALTIES, Phase, State, changed, deck_size, in_area, with_person

Effects = phases.Effects[State]
Steps = phases.Steps[State]

OPEN = (Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.AFTERMATH, Phase.FIGHT, Phase.RECOUP)
CARDS_OF = (JOB, FAMILY, COMMUNITY)  # the cards of each phase that has penalties
FIRST_SEAT = {Phase.CHARACTER: 0}  # a step of the setup that goes from seat to seat


def begin_round(state: State) -> State:
    """Everything of the last one is forgotten, events played in Recoup are discarded, income is paid (E-36)."""
    state = state._replace(
        round=state.round + 1,
        people=tuple([each._replace(balance=NO_ICONS, spent=0, team=1 << seat, refused=0, tips=0,
                                    discard=each.discard | each.played, played=0)
                      for seat, each in enumerate(state.people)]),
        henchmen=tuple([each._replace(engaged=0, brought=NOBODY) for each in state.henchmen]),
        villains=tuple([each._replace(engaged=0, rescued=False) for each in state.villains]),
        seat=NOBODY, activated=0, called=0, helped=0, took=0, closing=0,
    )  # fmt: skip
    for seat in state.terms.everybody:
        state = earn(state, seat, icons_of(state, seat, "money"))
    return begin_phase(give_penalties(state, "income"), Phase.INCOME)


# -- open phases: everybody may act who is not ready


def begin_phase(state: State, phase: Phase) -> State:
    """Nobody is ready yet."""
    return state._replace(phase=phase, within=phase, ready=0, called_off=0)


def not_ready(state: State) -> int:
    return state.terms.all & ~state.ready


# -- what interrupts them


def go_back(state: State, action: Action) -> State:
    """Nobody is forced to do what was announced; it is announced again only when something else has changed: else a
    phase need not end (E-34).
    """
    return resume(state._replace(called_off=state.called_off | 1 << action.seat))


def ask_seat(state: State, phase: Phase, seat: int, card: int = NO_CARD) -> State:
    """A seat is asked one thing more; then the match goes back to the open phase."""
    return state._replace(phase=phase, seat=seat, card=card)


def resume(state: State) -> State:
    """Cards are drawn, a gap of the supply filled; then the open phase goes on."""
    for seat, person in enumerate(state.people):
        if person.draws and (deck_size(person) or person.discard or person.buried):
            person = person if deck_size(person) else shuffled(person)
            return with_person(state, seat, person)._replace(phase=Phase.DRAW, seat=seat)
        if person.draws:
            state = changed(state, seat, draws=0)
    gap = NO_CARD in state.row and state.offers
    return state._replace(
        phase=Phase.OFFER if gap else state.within,
        seat=NOBODY if gap else FIRST_SEAT.get(state.within, NOBODY),
        whom=NOBODY,
        card=NO_CARD,
        paid=(),
    )


def draw(state: State, action: Action) -> State:
    """Source: EN, "Draw 1 card from your deck" (E-18)"""
    seat, bit = state.seat, 1 << int(action.args[0])
    person = state.people[seat]
    return resume(changed(state, seat, deck=person.deck ^ bit, hand=person.hand | bit, draws=person.draws - 1))


STEPS: Steps = {
    Phase.DRAW: ChanceStep(lambda state: outcomes("draw").of(state.people[state.seat].deck), {"draw": draw})
}

# -- money and penalty tokens


def earn(state: State, seat: int, money: int) -> State:
    """From the bank, or to it if below 0."""
    return changed(state, seat, money=state.people[seat].money + money)._replace(bank=state.bank - money)


def give_penalties(state: State, phase: str) -> State:
    """A penalty token for everybody without a card of this phase in play (E-17, E-20, E-26)."""
    at = PENALTIES.index(phase)
    for seat, person in enumerate(state.people):
        if not in_area(person) & CARDS_OF[at]:
            state = add_penalties(state, seat, at, 1)
    return state


def add_penalties(state: State, seat: int, at: int, tokens: int) -> State:
    """So many tokens more on one phase of a board, or fewer if below 0."""
    penalties = state.people[seat].penalties
    after = changed(state, seat, penalties=replaced(penalties, at, penalties[at] + tokens))
    return after._replace(tokens=state.tokens - tokens)
