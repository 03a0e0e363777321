"""What villains do to the city: hostages they take, that are freed or lost, and the rules on arch villains' cards.

A rule is read off its card: `{when, if, do, ...}`. Static rules are asked for their values, the others happen at
their moment. Only villains in play have a rule; the order is sadist, anarchist, mastermind.
Source: Alter Ego EN, "If a CIV token must be taken but the supply is empty" (E-24, E-31, E-40), "I expect each Arch
Villain to have game text" (E-45)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowtable.game import Action
from glowtable.kit.tuples import replaced

from .cards import AFFILIATIONS, CIVS, NO_CARD, PRINTED, VILLAIN_TYPE
from .kinds import HOSTAGE_WORDS
from .ledger import end_match
from .state import (
    BLACK,
    NO_CIVS,
    Civs,
    End,
    Phase,
    State,
    Status,
    Vigilante,
    Villain,
    henchman_of,
    minus,
    plus,
    with_henchman,
)

# -- hostages


def tokens_of(civ: int, amount: int = 1) -> Civs:
    """So many tokens of one type."""
    return replaced(NO_CIVS, civ, amount)


def types_held(hostages: Civs) -> list[int]:
    return [civ for civ, tokens in enumerate(hostages) if tokens]


def hostage_actions(seat: int, kind: str, hostages: Civs) -> tuple[Action, ...]:
    """An action of this kind about each type that is held."""
    return tuple([Action(seat, kind, (HOSTAGE_WORDS[civ],)) for civ in types_held(hostages)])


def type_named(action: Action) -> int:
    return HOSTAGE_WORDS.index(str(action.args[0]))


def take_hostages(state: State, wanted: tuple[int, ...]) -> tuple[State, Civs]:
    """Hostages out of the pools, `wanted` of each of the three types; black tokens stand for those missing.

    If there are not enough of these the match is over, and what there is was taken.
    """
    from_pools = [min(want, pool) for want, pool in zip(wanted, state.pools, strict=False)]
    missing = sum(wanted) - sum(from_pools)
    held = (*from_pools, min(missing, state.pools[BLACK]))
    after = state._replace(pools=minus(state.pools, held))
    return (end_match(after, End.HOSTAGE) if missing > held[BLACK] else after), held


def return_hostages(state: State, held: Civs) -> State:
    """Back to the pools; a black token never returns (E-40)."""
    back = replaced(held, BLACK, 0)
    return state._replace(pools=plus(state.pools, back), lost=plus(state.lost, minus(held, back)))


def rescue_hostage(state: State, henchman: int, civ: int, *, is_last: bool) -> State:
    """One hostage of a henchman: to its pool, unless an arch villain it is affiliated with is in play (E-31).

    By option only the last one leaves the game, whose rescue defeats the henchman.
    """
    feared = any(state.villains[at].status is Status.IN_PLAY for at in AFFILIATIONS[henchman])
    feared = feared and (is_last or state.terms.options["rescued_leave"] == "each")
    one = tokens_of(civ)
    return state._replace(lost=plus(state.lost, one)) if feared else return_hostages(state, one)


def may_engage(state: State, seats: int, by: int) -> bool:
    """Each player engages a villain once a round, a team only if no member has; by option once for all (E-29)."""
    if state.terms.options["engage"] == "per_card":
        return not by
    return not by & seats


# -- rules of arch villains

Rule = Mapping[str, Any]
VILLAIN_RULES: Mapping[int, Rule] = {card: PRINTED[card]["rule"] for card in VILLAIN_TYPE}


class Moment(NamedTuple):
    """What has just happened: a henchman came into play, the first one of this Patrol or a later one."""

    card: int = NO_CARD
    first: bool = False


def in_play(state: State) -> tuple[Villain, ...]:
    return tuple([villain for villain in state.villains if villain.status is Status.IN_PLAY])


# -- static


def rules_in_force(state: State, word: str) -> list[Rule]:
    """The static rules of this word."""
    return [VILLAIN_RULES[villain.card] for villain in in_play(state) if VILLAIN_RULES[villain.card]["do"] == word]


def rule_value(state: State, word: str, default: Any) -> Any:
    """What a villain in play makes of a number or a permission, else the default."""
    values = rules_in_force(state, word)
    return values[0]["value"] if values else default


def ignored_cards(state: State, vigilante: Vigilante, icon: str) -> int:
    """The cards of a play area on which such icons do not count."""
    zones = {"display": vigilante.display, "equipment": vigilante.gear, "trophies": vigilante.trophies}
    return sum([zones[rule["zone"]] for rule in rules_in_force(state, "ignore_icons") if rule["icon"] == icon])


# -- at a moment


def trigger_rule(state: State, villain: Villain, when: str, moment: Moment) -> State:
    rule = VILLAIN_RULES[villain.card]
    if state.phase is Phase.OVER or rule["when"] != when:
        return state
    if "if" in rule and not IFS[rule["if"]](state, villain, moment):
        return state
    return DOES[rule["do"]](state, rule, moment)


IFS: Mapping[str, Callable[[State, Villain, Moment], bool]] = {
    "not_rescued_from_self": lambda state, villain, moment: not villain.rescued,
    "hostages_on_henchmen_at_least": lambda state, villain, moment: (
        sum([sum(henchman.hostages) for henchman in state.henchmen]) >= int(VILLAIN_RULES[villain.card]["value"])
    ),
    "affiliated_with_self": lambda state, villain, moment: VILLAIN_TYPE[villain.card] in AFFILIATIONS[moment.card],
    "first_henchman": lambda state, villain, moment: moment.first,
}


def _kill_supply(state: State, rule: Rule, moment: Moment) -> State:
    """Out of the pool and the game, as far as there are any: nothing must be taken."""
    civ = CIVS.index(rule["civ"])
    dead = tokens_of(civ, min(int(rule["n"]), state.pools[civ]))
    return state._replace(pools=minus(state.pools, dead), lost=plus(state.lost, dead))


def _extra_hostage(state: State, rule: Rule, moment: Moment) -> State:
    supply = state.pools[: len(CIVS)]
    civ = supply.index(max(supply)) if rule["civ"] == "most_in_supply" else CIVS.index(rule["civ"])
    state, more = take_hostages(state, replaced((0,) * len(CIVS), civ, int(rule["n"])))
    henchman = henchman_of(state, moment.card)
    return with_henchman(state, henchman._replace(hostages=plus(henchman.hostages, more)))


DOES: Mapping[str, Callable[[State, Rule, Moment], State]] = {
    "kill_supply": _kill_supply,
    "kill_hostage": lambda state, rule, moment: state._replace(phase=Phase.KILL),  # the group chooses which (E-45)
    "extra_hostage": _extra_hostage,
}
