"""The Fight phase: everybody engages whom they can pay, alone or in teams, until all are ready.

Source: Alter Ego EN, "Spend 1 Teamwork token in order to add a player to your “team” for the turn" (E-33, E-34, E-44)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.phases import SEATS_OF, Step, only_seat, readied

from . import engaging, gear, recoup
from .effects import value
from .icons import gained
from .settling import settled
from .state import WILD, Phase, State, changed
from .steps import Steps, all_ready, asked, begins, not_ready, ready_at_once, way_back


def fight_begins(state: State) -> State:
    return begins(state, Phase.FIGHT)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    offered = bare_action(seat, "fight") if engaging.targets(state, seat) else ()
    return offered + helpers(state, seat) + gear.anytime(state, seat) + ready_at_once(seat)


def fight(state: State, action: Action) -> State:
    """By announcement; it is asked whom."""
    return asked(state, Phase.TARGET, action.seat)


def opponents(state: State, seat: int) -> tuple[Action, ...]:
    """Whom the team engages; it may still grow before (E-33)."""
    return engaging.targets(state, seat) + helpers(state, seat) + way_back(seat)


def back(state: State, action: Action) -> State:
    """Nobody is engaged after all (E-34)."""
    return settled(state)


def engage(state: State, action: Action) -> State:
    """What it wins may change a mind: whoever refused may be asked again (E-34)."""
    return engaging.engage(asked_anew(state), action)


def asked_anew(state: State) -> State:
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
    return state.terms.options["token_icon"] == "yes" and bool(value(state, "teamwork_gives_icon", True))


def ask(state: State, action: Action) -> State:
    """The other one must agree (E-33)."""
    return asked(state, Phase.CONSENT, int(action.args[0]))._replace(whom=action.seat)


def answers(state: State, seat: int) -> tuple[Action, ...]:
    return bare_action(seat, "yes") + bare_action(seat, "no")


def yes(state: State, action: Action) -> State:
    """The two teams are one for the rest of the round, and everybody in it is asked again."""
    team = state.people[state.whom].team | state.people[action.seat].team
    after = asked_anew(spent(state, state.whom))
    for member in SEATS_OF[team]:
        after = changed(after, member, team=team)
    return settled(after._replace(ready=after.ready & ~team))


def no(state: State, action: Action) -> State:
    """Nothing is spent; the same player is not asked again before something has changed (E-34)."""
    refused = state.people[state.whom].refused | 1 << action.seat
    return settled(changed(state, state.whom, refused=refused))


def spent(state: State, seat: int) -> State:
    """A teamwork token back to the pool, for an icon if it gives one."""
    after = changed(state, seat, tokens=state.people[seat].tokens - 1)._replace(teamwork=state.teamwork + 1)
    return gained(after, seat, WILD) if token_is_icon(state) else after


def spend(state: State, action: Action) -> State:
    return settled(spent(state, action.seat))


def ready(state: State, action: Action) -> State:
    after = readied(state, action.seat)
    return recoup.recoup_begins(after) if all_ready(after) else after


STEPS: Steps = {
    Phase.FIGHT: Step(not_ready, legal, {**gear.EFFECTS, "fight": fight, "ask": ask, "spend": spend, "ready": ready}),
    Phase.TARGET: Step(only_seat, opponents, {"engage": engage, "ask": ask, "spend": spend, "back": back}),
    Phase.CONSENT: Step(only_seat, answers, {"yes": yes, "no": no}),
}
