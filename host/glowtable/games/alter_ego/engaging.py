"""One engagement: a henchman or an arch villain is paid for, a hostage rescued, a trophy won.

Source: Alter Ego EN, "4. Fight phase" (E-28 to E-32a, E-41)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.phases import Step, only_seat

from .cards import COST, VILLAIN_TYPE
from .ending import won
from .hostages import WORDS, cards_on_cells, less, released, rescued
from .icons import blocked, pay, payable, team_icons
from .settling import settled
from .state import (
    Henchman,
    Phase,
    State,
    Status,
    Villain,
    changed,
    henchman_of,
    with_henchman,
    with_villain,
)
from .steps import Steps, asked


def may_engage(state: State, seats: int, by: int) -> bool:
    """Each player engages a card once a round, a team only if no member has; by option once for all (E-29)."""
    if state.terms.options["engage"] == "per_card":
        return not by
    return not by & seats


def targets(state: State, seat: int) -> tuple[Action, ...]:
    """Whom the seat's team may engage and can pay now. Nobody is forced to fight (E-34)."""
    team = state.people[seat].team
    have, left = team_icons(state, team), blocked(state, team)
    fightable = [each for each in foes(state) if may_engage(state, team, each.engaged)]
    return actions_for(seat, "engage").of(
        mask_of([foe.card for foe in fightable if payable(COST[foe.card], have, left)])
    )


def foes(state: State) -> list[Henchman | Villain]:
    return [*state.henchmen, *(villain for villain in state.villains if villain.status is Status.IN_PLAY)]


def engage(state: State, action: Action) -> State:
    """All icons of the card are paid at once (E-28)."""
    card = int(action.args[0])
    return engaged(pay(state, action.seat, card), action.seat, card, state.people[action.seat].team)


def engaged(state: State, seat: int, card: int, seats: int) -> State:
    """It uses up the engagement of these seats, of a team every member's (E-29); then a hostage, if any (E-30)."""
    foe = foe_of(state, card)
    state = with_foe(state, foe._replace(engaged=foe.engaged | seats))
    held = [civ for civ, tokens in enumerate(foe.hostages) if tokens]
    if not held:
        return _trophy(state, seat, card)
    return freed(state, seat, card, held[0]) if len(held) == 1 else asked(state, Phase.RESCUE, seat, card)


def foe_of(state: State, card: int) -> Henchman | Villain:
    if card in VILLAIN_TYPE:
        return state.villains[VILLAIN_TYPE[card]]
    return henchman_of(state, card)


def with_foe(state: State, foe: Henchman | Villain) -> State:
    return with_villain(state, foe) if isinstance(foe, Villain) else with_henchman(state, foe)


def rescues(state: State, seat: int) -> tuple[Action, ...]:
    """Source: rules, "If it holds several types the rescuer chooses" (E-28)"""
    held = foe_of(state, state.card).hostages
    return tuple([Action(seat, "rescue", (word,)) for word, tokens in zip(WORDS, held, strict=True) if tokens])


def rescue(state: State, action: Action) -> State:
    return freed(state, action.seat, state.card, WORDS.index(str(action.args[0])))


def freed(state: State, seat: int, card: int, civ: int) -> State:
    """One hostage is free; with the last one the card is defeated (E-31, E-32, E-32a)."""
    foe = foe_of(state, card)
    foe = foe._replace(hostages=less(foe.hostages, cards_on_cells(civ)))
    if isinstance(foe, Villain):
        state = with_villain(released(state, cards_on_cells(civ)), foe._replace(rescued=True))
        return settled(state) if any(foe.hostages) else _villain_defeated(state, card)
    state = with_henchman(rescued(state, card, civ), foe)
    return settled(state) if any(foe.hostages) else _trophy(state, seat, card)


def _villain_defeated(state: State, card: int) -> State:
    """Out of the game, no trophy; with the last one in play the match is won (E-32a, E-41)."""
    defeated = state.villains[VILLAIN_TYPE[card]]._replace(status=Status.DEFEATED)
    after = with_villain(state, defeated)._replace(gone=state.gone | 1 << card)
    left = any(villain.status is Status.IN_PLAY for villain in after.villains)
    return settled(after) if left else won(after)


def _trophy(state: State, seat: int, card: int) -> State:
    """A defeated henchman; of a team it is asked who takes it (E-32)."""
    alone = state.people[seat].team == 1 << seat
    return taken_by(state, seat, card) if alone else asked(state, Phase.TROPHY, seat, card)


def trophies(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "the players decide which team member gets the trophy"; `pass` is no agreement (E-32)"""
    return actions_for(seat, "trophy").of(state.people[seat].team) + bare_action(seat, "pass")


def trophy(state: State, action: Action) -> State:
    return taken_by(state, int(action.args[0]), state.card)


def no_agreement(state: State, action: Action) -> State:
    """Who paid most icons, of equals the lowest seat (E-32)."""
    team = members(state.people[action.seat].team)
    return taken_by(state, max(team, key=lambda seat: (state.paid[seat], -seat)), state.card)


def taken_by(state: State, seat: int, card: int) -> State:
    """Its icons count at once, so its taker is asked again (E-32)."""
    after = changed(state, seat, trophies=state.people[seat].trophies | 1 << card)
    return settled(
        after._replace(
            henchmen=tuple([each for each in state.henchmen if each.card != card]),
            ready=state.ready & ~(1 << seat),
        )
    )


STEPS: Steps = {
    Phase.RESCUE: Step(only_seat, rescues, {"rescue": rescue}),
    Phase.TROPHY: Step(only_seat, trophies, {"trophy": trophy, "pass": no_agreement}),
}
