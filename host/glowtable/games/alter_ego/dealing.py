"""Before the first round: starting henchmen, arch villains, the supply, characters and first displays.

Source: Alter Ego EN, setup 1 to 8 (E-06 to E-13)
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import HAND_KNOWN, HAND_UNKNOWN, Action, Arg, Chances
from glowtable.kit.action_lists import outcomes
from glowtable.kit.bit_sets import members
from glowtable.kit.hands import hand_known_actions, seats_are_asked
from glowtable.kit.phases import ChanceStep, Step, only_seat
from glowtable.kit.tuples import replaced

from .cards import (
    AFFILIATIONS,
    CATALOGUE,
    CHARACTERS,
    CIVS,
    COPIES,
    EQUIPMENT,
    EVENTS,
    HENCHMEN,
    HOSTAGES,
    NO_CARD,
    OF_TYPE,
    PRINTED,
    STACKED,
    STARTING,
    TYPES,
)
from .rounds import Steps, begin_round, resume
from .state import (
    THRESHOLDS,
    TOKENS,
    AlterEgoParameters,
    Civs,
    Henchman,
    Phase,
    State,
    Vigilante,
    Villain,
    changed,
    minus,
)

FIRST_DEALT = 4  # beside the character (E-12)


def setup(seats: int, options: Mapping[str, Arg]) -> State:
    """Pools are full but for the starting henchmen's hostages; arch villains are turned up first (E-06, E-07)."""
    terms = AlterEgoParameters.of(seats, options)
    starting = tuple([Henchman(card, place, (*HOSTAGES[card], 0)) for place, card in enumerate(members(STARTING))])
    pools: Civs = (*(TOKENS["civ_each"],) * len(CIVS), terms.black)
    for henchman in starting:
        pools = minus(pools, henchman.hostages)
    return State(
        terms,
        Phase.VILLAIN,
        Phase.CHARACTER,
        people=tuple([Vigilante(team=1 << seat) for seat in range(seats)]),
        henchmen=starting,
        deck=(HENCHMEN & ~STARTING,),
        pools=pools,
        stacks=STACKED,
        row=(NO_CARD,) * THRESHOLDS["equipment_row"],
        offers=(EQUIPMENT | EVENTS,),
    )


def villain(state: State, action: Action) -> State:
    card, at = int(action.args[0]), len(state.villains)
    tokens = first_tokens(state, at)
    after = state._replace(
        villains=(*state.villains, Villain(card, tokens)),
        gone=state.gone | OF_TYPE[at] & ~(1 << card),
        tokens=state.tokens - tokens,
    )
    return resume(after) if len(after.villains) == len(TYPES) else after


def first_tokens(state: State, at: int) -> int:
    """Source: EN, "Place the indicated number of Arch Villain tokens" (E-08, E-09, E-46)"""
    options = state.terms.options
    tokens = int(CATALOGUE["arch_villain_tokens"][f"p{state.terms.seats}"]) - (options["level"] == "nightmare")
    if options["start_removes_tokens"] == "yes":
        tokens -= sum([at in AFFILIATIONS[henchman.card] for henchman in state.henchmen])
    return max(0, tokens)


def characters(state: State) -> Chances:
    """One that nobody has (E-11)."""
    dealt = {each.character for each in state.people}
    return outcomes("character").of(sum(1 << card for card in members(CHARACTERS) if card not in dealt))


def character(state: State, action: Action) -> State:
    """The character into the display, the deck it names out of the stacks (E-11, E-12)."""
    card, seat = int(action.args[0]), state.seat
    deck = starting_deck(state.stacks, card)
    after = changed(state, seat, character=card, display=1 << card, deck=deck)
    after = after._replace(stacks=state.stacks & ~deck, seat=seat + 1)
    return after if seat + 1 < after.terms.seats else display_of(after, 0)


def starting_deck(stacks: int, character: int) -> int:
    """Twelve cards as the character names them."""
    entry = PRINTED[character]
    wanted = {**entry["start"], **{f"hero-{icon}": n for icon, n in entry["start_hero"].items()}}
    cards = 0
    for kind, n in wanted.items():
        cards |= sum(1 << card for card in members(stacks & COPIES[kind])[:n])
    return cards


def display_of(state: State, seat: int) -> State:
    """First displays are dealt, where asked after it is said whose hand is read; then nemeses, then round 1."""
    if seat == state.terms.seats:
        return nemesis_of(state, 0)
    return state._replace(phase=Phase.HAND if seats_are_asked(state.terms) else Phase.DEAL, seat=seat)


def deal(state: State, action: Action) -> State:
    """Source: EN, "Shuffle your deck and deal 4 cards face up into your display as well" (E-12)"""
    seat, bit = state.seat, 1 << int(action.args[0])
    person = state.people[seat]
    after = changed(state, seat, deck=person.deck ^ bit, display=person.display | bit)
    whole = after.people[seat].display.bit_count() == FIRST_DEALT + 1
    return display_of(after, seat + 1) if whole else after


def nemesis_of(state: State, seat: int) -> State:
    """Source: EN, "Deal each player 1 Nemesis card" (E-13), by option"""
    if seat == state.terms.seats or state.terms.options["nemesis"] == "none":
        return begin_round(state)
    return state._replace(phase=Phase.NEMESIS, seat=seat)


def nemesis(state: State, action: Action) -> State:
    card, seat = int(action.args[0]), state.seat
    after = changed(state, seat, nemesis=card)
    return nemesis_of(after._replace(nemeses=state.nemeses ^ 1 << card), seat + 1)


def offer(state: State, action: Action) -> State:
    """Into the first gap of the row."""
    card = int(action.args[0])
    first = state.offers[0] ^ 1 << card
    return resume(
        state._replace(
            row=replaced(state.row, state.row.index(NO_CARD), card),
            offers=(first, *state.offers[1:]) if first else state.offers[1:],
            offered=state.offered + 1,
        )
    )


STEPS: Steps = {
    Phase.HAND: Step(
        only_seat,
        hand_known_actions,
        {
            HAND_KNOWN: lambda state, action: state._replace(phase=Phase.DEAL),
            HAND_UNKNOWN: lambda state, action: state._replace(
                phase=Phase.DEAL, untracked=state.untracked | 1 << state.seat
            ),
        },
    ),
    Phase.VILLAIN: ChanceStep(  # one of each type (E-09)
        lambda state: outcomes("villain").of(OF_TYPE[len(state.villains)]), {"villain": villain}
    ),
    Phase.OFFER: ChanceStep(  # the top of the supply's deck (E-10)
        lambda state: outcomes("offer").of(state.offers[0]), {"offer": offer}
    ),
    Phase.CHARACTER: ChanceStep(characters, {"character": character}),
    Phase.DEAL: ChanceStep(lambda state: outcomes("deal").of(state.people[state.seat].deck), {"deal": deal}),
    Phase.NEMESIS: ChanceStep(lambda state: outcomes("nemesis").of(state.nemeses), {"nemesis": nemesis}),
}
