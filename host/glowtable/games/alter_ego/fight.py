"""The Fight phase: everybody engages whom they can pay, alone or in teams, until all are ready.

In one engagement a henchman or an arch villain is paid for, a hostage rescued, a trophy won.
Source: Alter Ego EN, "4. Fight phase" (E-28 to E-32a, E-41), "Spend 1 Teamwork token in order to add a player to your
“team” for the turn" (E-33, E-34, E-44)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, any_of, bare_action
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.phases import SEATS_OF, Step, only_seat

from . import villains
from .anytime import free_targets, open_step
from .cards import COST, PRINTED, VILLAIN_TYPE
from .icons import blocked, gain_icons, pay, payable, team_icons
from .ledger import win_match
from .recoup import begin_recoup
from .rounds import Effects, Steps, ask_seat, begin_phase, go_back, resume
from .state import (
    WILD,
    Henchman,
    Phase,
    State,
    Status,
    Villain,
    changed,
    henchman_of,
    minus,
    with_henchman,
    with_villain,
)


def begin_fight(state: State) -> State:
    return begin_phase(state, Phase.FIGHT)


def fights_offered(state: State, seat: int) -> tuple[Action, ...]:
    """By announcement; it is asked whom."""
    fights = not state.called_off >> seat & 1 and targets(state, seat)
    return (bare_action(seat, "fight") if fights else ()) + helpers(state, seat)


# -- teams


def forget_refusals(state: State) -> State:
    return state._replace(people=tuple([each._replace(refused=0) for each in state.people]))


def helpers(state: State, seat: int) -> tuple[Action, ...]:
    """Whom a teamwork token could add to the team; alone the token itself is of use (E-33, E-44)."""
    person = state.people[seat]
    if not person.tokens:
        return ()
    if state.terms.seats == 1:
        return bare_action(seat, "spend") if token_is_icon(state) else ()
    return actions_for(seat, "ask").of(state.terms.all & ~person.team & ~person.refused)


def token_is_icon(state: State) -> bool:
    """Source: EN, "Each Teamwork tokens spent also provides a Fight icon of any type!" (E-33)"""
    return state.terms.options["token_icon"] == "yes" and bool(villains.rule_value(state, "teamwork_gives_icon", True))


def ask(state: State, action: Action) -> State:
    """The other one must agree (E-33)."""
    return ask_seat(state, Phase.CONSENT, int(action.args[0]))._replace(whom=action.seat)


def yes(state: State, action: Action) -> State:
    """The two teams are one for the rest of the round, and everybody in it is asked again."""
    team = state.people[state.whom].team | state.people[action.seat].team
    after = forget_refusals(spend_token(state, state.whom))
    for member in SEATS_OF[team]:
        after = changed(after, member, team=team)
    return resume(after._replace(ready=after.ready & ~team))


def no(state: State, action: Action) -> State:
    """Nothing is spent; the same player is not asked again before something has changed (E-34)."""
    refused = state.people[state.whom].refused | 1 << action.seat
    return resume(changed(state, state.whom, refused=refused))


def spend_token(state: State, seat: int) -> State:
    """A teamwork token back to the pool, for an icon if it gives one."""
    after = changed(state, seat, tokens=state.people[seat].tokens - 1)._replace(teamwork=state.teamwork + 1)
    return gain_icons(after, seat, WILD) if token_is_icon(state) else after


# -- an engagement


def targets(state: State, seat: int) -> tuple[Action, ...]:
    """Whom the seat's team may engage and can pay now. Nobody is forced to fight (E-34)."""
    team = state.people[seat].team
    have, left = team_icons(state, team), blocked(state, team)
    fightable = [each for each in foes(state) if villains.may_engage(state, team, each.engaged)]
    return actions_for(seat, "engage").of(
        mask_of([foe.card for foe in fightable if payable(COST[foe.card], have, left)])
    )


def can_pay(state: State, seat: int, card: int) -> bool:
    """Whether the seat's team has the icons of this villain."""
    team = state.people[seat].team
    return payable(COST[card], team_icons(state, team), blocked(state, team))


def foes(state: State) -> list[Henchman | Villain]:
    return [*state.henchmen, *villains.in_play(state)]


def engage(state: State, action: Action) -> State:
    """All icons of the card are paid at once (E-28). What it wins may change a mind: ask again who refused (E-34)."""
    seat, card = action.seat, int(action.args[0])
    return _after_engagement(pay(forget_refusals(state), seat, card), seat, card, state.people[seat].team)


def _after_engagement(state: State, seat: int, card: int, seats: int) -> State:
    """It uses up the engagement of these seats, of a team every member's (E-29); then a hostage, if any (E-30)."""
    foe = foe_of(state, card)
    foe = foe._replace(engaged=foe.engaged | seats)
    state = with_villain(state, foe) if isinstance(foe, Villain) else with_henchman(state, foe)
    held = villains.types_held(foe.hostages)
    if not held:
        return _after_trophy(state, seat, card)
    return free_hostage(state, seat, card, held[0]) if len(held) == 1 else ask_seat(state, Phase.RESCUE, seat, card)


def foe_of(state: State, card: int) -> Henchman | Villain:
    if card in VILLAIN_TYPE:
        return state.villains[VILLAIN_TYPE[card]]
    return henchman_of(state, card)


def rescues(state: State, seat: int) -> tuple[Action, ...]:
    """Source: rules, "If it holds several types the rescuer chooses" (E-28)"""
    return villains.hostage_actions(seat, "rescue", foe_of(state, state.card).hostages)


def free_hostage(state: State, seat: int, card: int, civ: int) -> State:
    """One hostage is free; with the last one the card is defeated (E-31, E-32, E-32a)."""
    foe = foe_of(state, card)
    foe = foe._replace(hostages=minus(foe.hostages, villains.tokens_of(civ)))
    if isinstance(foe, Villain):
        state = with_villain(villains.return_hostages(state, villains.tokens_of(civ)), foe._replace(rescued=True))
        if any(foe.hostages):
            return resume(state)
        # out of the game, no trophy; with the last one in play the match is won (E-32a, E-41)
        defeated = state.villains[VILLAIN_TYPE[card]]._replace(status=Status.DEFEATED)
        after = with_villain(state, defeated)._replace(gone=state.gone | 1 << card)
        return resume(after) if villains.in_play(after) else win_match(after)
    state = with_henchman(villains.rescue_hostage(state, card, civ, is_last=not any(foe.hostages)), foe)
    return resume(state) if any(foe.hostages) else _after_trophy(state, seat, card)


def _after_trophy(state: State, seat: int, card: int) -> State:
    """A defeated henchman; of a team it is asked who takes it (E-32)."""
    alone = state.people[seat].team == 1 << seat
    return give_trophy(state, seat, card) if alone else ask_seat(state, Phase.TROPHY, seat, card)


def trophies(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "the players decide which team member gets the trophy"; `pass` is no agreement (E-32)"""
    return actions_for(seat, "trophy").of(state.people[seat].team) + bare_action(seat, "pass")


def no_agreement(state: State, action: Action) -> State:
    """Who paid most icons, of equals the lowest seat (E-32)."""
    team = members(state.people[action.seat].team)
    return give_trophy(state, max(team, key=lambda seat: (state.paid[seat], -seat)), state.card)


def give_trophy(state: State, seat: int, card: int) -> State:
    """Its icons count at once, so its taker is asked again (E-32)."""
    after = changed(state, seat, trophies=state.people[seat].trophies | 1 << card)
    return resume(
        after._replace(
            henchmen=tuple([each for each in state.henchmen if each.card != card]), ready=state.ready & ~(1 << seat)
        )
    )


# -- an event that rescues


def frees(state: State, seat: int) -> tuple[Action, ...]:
    most = int(PRINTED[state.card]["gives"]["free_rescue_max_cost"])
    return actions_for(seat, "free").of(free_targets(state, seat, most))


def set_free(state: State, action: Action) -> State:
    """Source: cards, "This is your engagement with it": that of no other member of a team (ev-06)"""
    seat, card = action.seat, int(action.args[0])
    return _after_engagement(state._replace(paid=(0,) * state.terms.seats), seat, card, 1 << seat)


SPEND: Effects = {"spend": lambda state, action: resume(spend_token(state, action.seat))}
STEPS: Steps = {
    Phase.FIGHT: open_step(
        fights_offered,
        {"fight": lambda state, action: ask_seat(state, Phase.TARGET, action.seat), "ask": ask, **SPEND},
        begin_recoup,
    ),
    Phase.TARGET: Step(  # whom the team engages; it may still grow before (E-33)
        only_seat,
        lambda state, seat: targets(state, seat) + helpers(state, seat) + bare_action(seat, "back"),
        {"engage": engage, "ask": ask, **SPEND, "back": go_back},
    ),
    Phase.CONSENT: Step(only_seat, any_of("yes", "no"), {"yes": yes, "no": no}),
    Phase.RESCUE: Step(
        only_seat,
        rescues,
        {"rescue": lambda state, action: free_hostage(state, action.seat, state.card, villains.type_named(action))},
    ),
    Phase.TROPHY: Step(
        only_seat,
        trophies,
        {
            "trophy": lambda state, action: give_trophy(state, int(action.args[0]), state.card),
            "pass": no_agreement,
        },
    ),
    Phase.FREE: Step(only_seat, frees, {"free": set_free}),
}
