"""Income, Support and Patrol: henchmen are drawn, each seat chooses one in secret, all are revealed and resolved.

Whatever is bought, played or activated before the Patrol counts for the phases to come. In it the cops are called.
Source: Alter Ego EN, "1. Income phase", "2. Support phase", "3. Patrol phase" (E-16 to E-26)
"""

from __future__ import annotations

from collections import Counter

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action, outcomes
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.phases import ChanceStep, Step, only_seat, readied

from . import rounds
from .anytime import open_step, supply_offered, take_tokens
from .cards import AFFILIATIONS, HOSTAGES, NO_CARD
from .fight import begin_fight
from .hands import draw_cards
from .icons import icons_of, to_draw
from .ledger import end_match
from .state import (
    BOARD,
    NOBODY,
    THRESHOLDS,
    End,
    Henchman,
    Phase,
    State,
    Status,
    Vigilante,
    cards_in,
    changed,
    count_in,
    henchman_of,
    put_under,
)
from .villains import Moment, in_play, return_hostages, rule_value, take_hostages, trigger_rule

ENDLESS = 99  # henchmen: more than a deck has
LAST_ASKED = 2  # times in a Patrol; then who names a henchman of another brings none


# -- Income and Support: both are paid out when they begin, and stay open until all are ready


def begin_support(state: State) -> State:
    """Source: EN, "Draw 1 card from your deck for each Family icon" (E-18, E-20)"""
    state = rounds.give_penalties(state, "support")
    for seat in state.terms.everybody:
        state = draw_cards(state, seat, to_draw(state, seat))
    return rounds.resume(rounds.begin_phase(state, Phase.SUPPORT))


def tokens_offered(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "If you have at least 3 Teamwork icons in play" (E-19), once"""
    if state.helped >> seat & 1 or not state.teamwork:
        return ()
    enough = icons_of(state, seat, "teamwork") >= int(THRESHOLDS["teamwork_icons"])
    return bare_action(seat, "token") if enough else ()


def token(state: State, action: Action) -> State:
    return take_tokens(state, action.seat, 1)._replace(helped=state.helped | 1 << action.seat)


# -- Patrol


def begin_patrol(state: State) -> State:
    """It opens before henchmen are drawn only if somebody may call the cops then (E-25)."""
    state = rounds.give_penalties(state, "patrol")
    opens = state.henchmen and any(may_call(state, seat) for seat in state.terms.everybody)
    return rounds.begin_phase(state, Phase.PATROL) if opens else begin_hunt(state)


# -- call the cops


def badges_needed(state: State) -> int:
    return int(rule_value(state, "cops_threshold", THRESHOLDS["badge_icons"]))


def may_call(state: State, seat: int) -> bool:
    """Once a round (E-25)."""
    return not state.called >> seat & 1 and icons_of(state, seat, "badge") >= badges_needed(state)


def calls_offered(state: State, seat: int) -> tuple[Action, ...]:
    """By announcement; it is asked for whom (E-25)."""
    calls = state.henchmen and may_call(state, seat) and not state.called_off >> seat & 1
    return bare_action(seat, "call") if calls else ()


def suspects(state: State, seat: int) -> tuple[Action, ...]:
    """Any henchman in play; arch villains cannot be removed (E-25)."""
    henchmen = mask_of([henchman.card for henchman in state.henchmen])
    return actions_for(seat, "cops").of(henchmen) + bare_action(seat, "back")


def cops(state: State, action: Action) -> State:
    """Source: EN, "Any hostages on that henchman are considered rescued and are returned" (E-25)"""
    henchman = henchman_of(state, int(action.args[0]))
    after = return_hostages(state, henchman.hostages)._replace(
        henchmen=tuple([each for each in state.henchmen if each != henchman]),
        gone=state.gone | 1 << henchman.card,
        called=state.called | 1 << action.seat,
    )
    return rounds.resume(after)


# -- henchmen are drawn


def to_hunt(state: State, seat: int) -> int:
    """Source: EN, "Draw 1 Henchman card for each Community icon" (E-22)"""
    most = int(rule_value(state, "patrol_draw_limit", ENDLESS))
    return min(most, int(BOARD["community"]) + icons_of(state, seat, "community") + state.people[seat].tips)


def begin_hunt(state: State) -> State:
    state = rounds.begin_phase(state._replace(asked_again=0), Phase.CHOOSE)
    for seat in state.terms.everybody:
        state = changed(state, seat, hunts=to_hunt(state, seat))
    return _next_hunter(state)


def _next_hunter(state: State) -> State:
    """In seat order from the top; an untracked hand draws unseen. A short deck gives what it has (E-22)."""
    for seat, person in enumerate(state.people):
        left = count_in(state.deck) - sum([each.drawn_hidden for each in state.people])
        if person.hunts and left and not state.untracked >> seat & 1:
            return state._replace(phase=Phase.HUNT, seat=seat)
        if person.hunts:
            drawn = min(person.hunts, left)
            state = changed(state, seat, hunts=0, drawn_hidden=drawn)
            state = shuffled_together(state) if drawn else state
    return _seats_to_choose(state)


def shuffled_together(state: State) -> State:
    """Cards that were drawn unseen may be any: of the deck's order nothing is known any more."""
    people = tuple([each._replace(returned=0) for each in state.people])
    return state._replace(deck=(cards_in(state.deck),) if state.deck else (), people=people)


def henchman(state: State, action: Action) -> State:
    card, seat = int(action.args[0]), state.seat
    state = leave_deck(state, card)._replace(hunted=state.hunted + 1)
    person = state.people[seat]
    return _next_hunter(changed(state, seat, hunts=person.hunts - 1, drawn=person.drawn | 1 << card))


def leave_deck(state: State, card: int) -> State:
    rest = ~(1 << card)
    people = tuple([each._replace(returned=each.returned & rest) if each.returned else each for each in state.people])
    return state._replace(deck=tuple([layer for each in state.deck if (layer := each & rest)]), people=people)


# -- the secret choice


def _seats_to_choose(state: State) -> State:
    """Who has drawn none has nothing to bring (E-22)."""
    idle = mask_of([seat for seat, each in enumerate(state.people) if not each.drawn and not each.drawn_hidden])
    state = state._replace(phase=Phase.CHOOSE, seat=NOBODY, ready=idle)
    if rounds.not_ready(state):
        return state
    return end_match(state, End.EMPTY) if state.terms.options["empty_deck"] == "loss" else _open_aftermath(state)


def choices(state: State, seat: int) -> tuple[Action, ...]:
    """One of those drawn must come into play (E-22)."""
    person = state.people[seat]
    return actions_for(seat, "choose").of(unseen(state) if person.drawn_hidden else person.drawn)


def unseen(state: State) -> int:
    """The henchmen that lie nowhere openly: what others have drawn or chosen in secret is among them (E-21)."""
    deck = cards_in(state.deck)
    for person in state.people:
        deck |= held(person)
    return deck


def held(person: Vigilante) -> int:
    """The henchmen that a seat has drawn, as far as the table knows, with the one it has chosen."""
    return person.drawn | (0 if person.chosen == NO_CARD else 1 << person.chosen)


def choose(state: State, action: Action) -> State:
    """Secret until all have chosen; what was drawn unseen leaves the deck when all are revealed (E-21, E-23)."""
    seat, card = action.seat, int(action.args[0])
    person = state.people[seat]
    drawn = person.drawn if person.drawn_hidden else person.drawn & ~(1 << card)
    after = readied(changed(state, seat, chosen=card, drawn=drawn), seat)
    return after if rounds.not_ready(after) else _all_shown(after)


def _all_shown(state: State) -> State:
    """A henchman can be brought by one seat only: who named one that another holds is asked again, but not for ever."""
    again = _mistaken_hands(state)
    for seat in again:
        state = changed(state, seat, chosen=NO_CARD)
    if not again or state.asked_again == LAST_ASKED:
        return _after_reveal(state)
    return state._replace(ready=state.ready & ~mask_of(again), asked_again=state.asked_again + 1)


def _mistaken_hands(state: State) -> list[int]:
    """Of untracked hands those that named one of a tracked hand, or the same one as another; at last the lowest of
    these is believed."""
    hidden = [seat for seat, each in enumerate(state.people) if each.drawn_hidden and not each.drawn >> each.chosen & 1]
    named = {seat: state.people[seat].chosen for seat in hidden}
    deck, times = cards_in(state.deck), Counter(named.values())
    believed = {card: seat for seat, card in reversed(named.items())} if state.asked_again == LAST_ASKED else {}
    return [
        seat for seat, card in named.items()
        if not deck >> card & 1 or (times[card] > 1 and believed.get(card) != seat)
    ]  # fmt: skip


def _after_reveal(state: State) -> State:
    """The others go under the deck unseen; those chosen are resolved in seat order (E-22, E-23)."""
    bringing = [seat for seat, each in enumerate(state.people) if each.chosen != NO_CARD]
    chosen = [state.people[seat].chosen for seat in bringing]
    for card in chosen:
        state = leave_deck(state, card)
    state = _rest_returned(state)
    for at, card in enumerate(chosen):
        state = enter_play(state, card, bringing[at], first=at == 0)
        if state.phase is Phase.OVER:
            return state._replace(gone=state.gone | mask_of(chosen[at + 1 :]))  # revealed, but not resolved any more
    return _open_aftermath(state)


def _rest_returned(state: State) -> State:
    others = [held(each) & ~(1 << each.chosen) if each.chosen != NO_CARD else each.drawn for each in state.people]
    people = tuple(
        [
            each._replace(chosen=NO_CARD, drawn=0, drawn_hidden=0, returned=each.returned | other)
            for each, other in zip(state.people, others, strict=True)
        ]
    )
    hidden_count = any(each.drawn_hidden for each in state.people)
    after = state._replace(people=people, deck=put_under(state.deck, sum(others)))
    return shuffled_together(after) if hidden_count else after


def enter_play(state: State, card: int, by: int, first: bool) -> State:
    """It takes hostages, then villains in play react, then waiting ones it is affiliated with lose a token (E-24)."""
    state, held = take_hostages(state, HOSTAGES[card])
    occupied = {henchman.place for henchman in state.henchmen}
    place = next(place for place in range(len(occupied) + 1) if place not in occupied)
    state = state._replace(henchmen=(*state.henchmen, Henchman(card, place, held, brought=by)))
    for when in ("patrol_reveal", "henchman_enters"):
        for villain in in_play(state):
            state = trigger_rule(state, villain, when, Moment(card, first))
    if state.phase is Phase.OVER:
        return state
    # EN, "For each such icon, remove an Arch Villain token from the matching Arch Villain card" (E-24)
    waiting = [villain.status is Status.WAITING and villain.tokens for villain in state.villains]
    off = [at for at in AFFILIATIONS[card] if waiting[at]]
    villains = tuple([each._replace(tokens=each.tokens - (at in off)) for at, each in enumerate(state.villains)])
    return state._replace(villains=villains, tokens=state.tokens + len(off))


# -- after it


def _open_aftermath(state: State) -> State:
    """It opens if somebody may call the cops, or buy or replace cards of the supply, as at any time (E-25, E-35)."""
    opens = any(calls_offered(state, seat) or supply_offered(state, seat) for seat in state.terms.everybody)
    return rounds.begin_phase(state, Phase.AFTERMATH) if opens else begin_fight(state)


CALL: rounds.Effects = {"call": lambda state, action: rounds.ask_seat(state, Phase.CALL, action.seat)}
STEPS: rounds.Steps = {
    Phase.INCOME: open_step(lambda state, seat: (), {}, begin_support),
    Phase.SUPPORT: open_step(tokens_offered, {"token": token}, begin_patrol),
    Phase.PATROL: open_step(calls_offered, CALL, begin_hunt),
    Phase.AFTERMATH: open_step(calls_offered, CALL, begin_fight),
    Phase.CALL: Step(only_seat, suspects, {"cops": cops, "back": rounds.go_back}),
    Phase.CHOOSE: Step(rounds.not_ready, choices, {"choose": choose}),
    Phase.HUNT: ChanceStep(lambda state: outcomes("henchman").of(state.deck[0]), {"henchman": henchman}),
}
