"""Recoup: a card is taken, the display filled; then villains end the round, and new ones enter.

Source: Alter Ego EN, "5. Recoup phase" (E-38, E-39, E-45a)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.phases import Step, only_seat, ready_then

from . import villains
from .anytime import EFFECTS, anytime_actions
from .cards import EVENTS, HOSTAGES, NO_CARD, count, one_each
from .hands import discard_hand, leave_hand
from .rounds import CARDS_OF, Steps, add_penalties, ask_seat, begin_phase, begin_round, earn, not_ready
from .state import (
    BOARD,
    NOBODY,
    Phase,
    State,
    Status,
    changed,
    henchman_of,
    minus,
    plus,
    possible_cards,
    with_henchman,
    with_villain,
)


def begin_recoup(state: State) -> State:
    """Source: EN, "Discard all cards in your display", with events played; the character may stay (E-12, E-36, E-38)"""
    stays = state.terms.options["character_stays"] == "yes"
    for seat, person in enumerate(state.people):
        kept = 1 << person.character if stays else 0
        thrown = person.display & ~kept | person.played
        state = changed(state, seat, display=kept, discard=person.discard | thrown, played=0)
    return begin_phase(state, Phase.RECOUP)


# -- a card from the stacks


def forced(state: State, seat: int) -> list[int]:
    """The phases whose penalty tokens force a card (E-38)."""
    if not state.terms.forcing:
        return []
    return [at for at, tokens in enumerate(state.people[seat].penalties) if tokens >= state.terms.limit]


def owes(state: State, seat: int) -> bool:
    """A card is still to be taken, as long as the stacks have any."""
    free = not state.took >> seat & 1 and not goes_without(state, seat)
    return bool(state.stacks) and (free or bool(forced(state, seat)))


def goes_without(state: State, seat: int) -> bool:
    """By option who has penalty tokens takes no card but one that they force. Source: EN, "If none" (E-38)"""
    return state.terms.forcing and state.terms.options["below_limit"] == "no_card" and any(state.people[seat].penalties)


def choosable(state: State, seat: int) -> int:
    """Of a forced phase its card; any if nothing is forced, or if that stack is empty (E-38)."""
    stacks = one_each(state.stacks)
    phases = forced(state, seat)
    if not phases or any(not CARDS_OF[at] & stacks for at in phases):
        return stacks
    return stacks & sum([CARDS_OF[at] for at in phases])


def take(state: State, action: Action) -> State:
    """Face up into the display; what forced it is paid with it."""
    seat, bit = action.seat, 1 << int(action.args[0])
    phases = forced(state, seat)
    paid = [at for at in phases if CARDS_OF[at] & bit] or [at for at in phases if not CARDS_OF[at] & state.stacks]
    for at in paid[:1]:
        state = add_penalties(state, seat, at, -state.people[seat].penalties[at])
    after = changed(state, seat, display=state.people[seat].display | bit)
    return after._replace(stacks=state.stacks & ~bit, took=state.took | 1 << seat)


# -- the display


def display_size(state: State, seat: int) -> int:
    """Source: EN, "Base display size is 5 cards, though this can be increased" (E-38)"""
    person = state.people[seat]
    base = int(villains.rule_value(state, "display_size", BOARD["display_size"]))
    return base + count(person.gear | person.trophies, "display")


def fillable(state: State, seat: int) -> int:
    """The cards of the hand that may be laid open now: no events (E-36)."""
    person = state.people[seat]
    if owes(state, seat) or person.display.bit_count() >= display_size(state, seat):
        return 0
    return one_each(possible_cards(person) & ~EVENTS)


def fill(state: State, action: Action) -> State:
    seat, card = action.seat, int(action.args[0])
    after = leave_hand(state, seat, card)
    return changed(after, seat, display=after.people[seat].display | 1 << card)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    offered = actions_for(seat, "take").of(choosable(state, seat)) if owes(state, seat) else ()
    offered += actions_for(seat, "fill").of(fillable(state, seat)) + anytime_actions(state, seat)
    return offered + bare_action(seat, "ready") if may_be_ready(state, seat) else offered


def may_be_ready(state: State, seat: int) -> bool:
    """A card was taken, and the display is as full as the hand allows; an untracked one may be nothing but events."""
    if owes(state, seat):
        return False
    person = state.people[seat]
    only_events = not person.hand & ~EVENTS and (person.deck & EVENTS).bit_count() >= person.hidden_count
    return not fillable(state, seat) or only_events


# -- the end of the round


def end_round(state: State) -> State:
    for seat in state.terms.everybody:
        state = discard_hand(state, seat)
    return _villains_act(state)


def _villains_act(state: State) -> State:
    """End-of-round rules of those in play, one after the other; then who has no tokens enters (E-45a)."""
    while state.closing < len(state.villains):
        villain = state.villains[state.closing]
        state = state._replace(closing=state.closing + 1)
        if villain.status is Status.IN_PLAY:
            state = villains.trigger_rule(state, villain, "end_of_round", villains.Moment())
        if state.phase is Phase.KILL:
            return state
    return _villains_enter(state)


def kills(state: State, seat: int) -> tuple[Action, ...]:
    """Any henchman with a hostage; who says it first speaks for the group (E-45)."""
    return actions_for(seat, "kill").of(
        mask_of([henchman.card for henchman in state.henchmen if any(henchman.hostages)])
    )


def kill(state: State, action: Action) -> State:
    """Where a henchman holds several types it is asked which."""
    card = int(action.args[0])
    held = villains.types_held(henchman_of(state, card).hostages)
    return _after_kill(state, card, held[0]) if len(held) == 1 else ask_seat(state, Phase.VICTIM, action.seat, card)


def _after_kill(state: State, card: int, civ: int) -> State:
    """No rescue: a henchman without hostages stays undefeated (E-45b)."""
    henchman, dead = henchman_of(state, card), villains.tokens_of(civ)
    after = with_henchman(state, henchman._replace(hostages=minus(henchman.hostages, dead)))
    return _villains_act(after._replace(lost=plus(after.lost, dead), phase=Phase.RECOUP, seat=NOBODY, card=NO_CARD))


def _villains_enter(state: State) -> State:
    """Source: EN, "that Arch Villain comes into play at this time, taking hostages as normal" (E-38, E-39)"""
    for villain in state.villains:
        if villain.status is Status.WAITING and not villain.tokens:
            state, held = villains.take_hostages(state, HOSTAGES[villain.card])
            state = with_villain(state, villain._replace(status=Status.IN_PLAY, hostages=held))
            if state.phase is Phase.OVER:
                return state
    if state.terms.options["money_kept"] == "no":  # money goes back to the bank (E-16)
        for seat, person in enumerate(state.people):
            state = earn(state, seat, -person.money)
    return begin_round(state)


STEPS: Steps = {
    Phase.RECOUP: Step(
        not_ready, legal, {**EFFECTS, "take": take, "fill": fill, "ready": ready_then(not_ready, end_round)}
    ),
    Phase.KILL: Step(lambda state: state.terms.all, kills, {"kill": kill}),
    Phase.VICTIM: Step(
        only_seat,
        lambda state, seat: villains.hostage_actions(seat, "victim", henchman_of(state, state.card).hostages),
        {"victim": lambda state, action: _after_kill(state, state.card, villains.type_named(action))},
    ),
}
