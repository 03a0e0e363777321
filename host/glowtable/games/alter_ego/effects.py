"""What the arch villains' rules do, read off their cards: `{when, if, do, ...}` as vocabulary.py lists the words.

Static rules are asked for their values, the others happen at their moment. Only villains in play have a rule; the
order is sadist, anarchist, mastermind.
Source: Alter Ego EN, "I expect each Arch Villain to have game text" (E-45)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowtable.kit.tuples import replaced

from . import hostages
from .cards import AFFILIATIONS, CIVS, NO_CARD, PRINTED, VILLAIN_TYPE
from .hostages import cards_on_cells, henchmen_hostages
from .state import Phase, State, Status, Vigilante, Villain, henchman_of, plus, with_henchman
from .vocabulary import MOST_IN_SUPPLY

Rule = Mapping[str, Any]
RULES: Mapping[int, Rule] = {card: PRINTED[card]["rule"] for card in VILLAIN_TYPE}


class Moment(NamedTuple):
    """What has just happened: a henchman came into play, the first one of this Patrol or a later one."""

    card: int = NO_CARD
    first: bool = False


def in_play(state: State) -> tuple[Villain, ...]:
    return tuple([villain for villain in state.villains if villain.status is Status.IN_PLAY])


# -- static


def rules_in_force(state: State, word: str) -> list[Rule]:
    """The static rules of this word."""
    return [RULES[villain.card] for villain in in_play(state) if RULES[villain.card]["do"] == word]


def value(state: State, word: str, default: Any) -> Any:
    """What a villain in play makes of a number or a permission, else the default."""
    found = rules_in_force(state, word)
    return found[0]["value"] if found else default


def ignored(state: State, vigilante: Vigilante, icon: str) -> int:
    """The cards of a play area on which such icons do not count."""
    zones = {"display": vigilante.display, "equipment": vigilante.gear, "trophies": vigilante.trophies}
    return sum([zones[rule["zone"]] for rule in rules_in_force(state, "ignore_icons") if rule["icon"] == icon])


# -- at a moment


def happens(state: State, when: str, moment: Moment) -> State:
    """All rules of this moment, one after the other."""
    for villain in in_play(state):
        state = one_happens(state, villain, when, moment)
    return state


def one_happens(state: State, villain: Villain, when: str, moment: Moment) -> State:
    rule = RULES[villain.card]
    if state.phase is Phase.OVER or rule["when"] != when:
        return state
    if "if" in rule and not IFS[rule["if"]](state, villain, moment):
        return state
    return DOES[rule["do"]](state, rule, moment)


def _affiliated(state: State, villain: Villain, moment: Moment) -> bool:
    return VILLAIN_TYPE[villain.card] in AFFILIATIONS[moment.card]


def _at_least(state: State, villain: Villain, moment: Moment) -> bool:
    return sum(henchmen_hostages(state)) >= int(RULES[villain.card]["value"])


IFS: Mapping[str, Callable[[State, Villain, Moment], bool]] = {
    "not_rescued_from_self": lambda state, villain, moment: not villain.rescued,
    "hostages_on_henchmen_at_least": _at_least,
    "affiliated_with_self": _affiliated,
    "first_henchman": lambda state, villain, moment: moment.first,
}


def _kill_supply(state: State, rule: Rule, moment: Moment) -> State:
    """Out of the pool and the game, as far as there are any: nothing must be taken."""
    civ = CIVS.index(rule["civ"])
    dead = cards_on_cells(civ, min(int(rule["n"]), state.pools[civ]))
    return state._replace(pools=hostages.less(state.pools, dead), lost=plus(state.lost, dead))


def _kill_hostage(state: State, rule: Rule, moment: Moment) -> State:
    """The group chooses which (E-45)."""
    return state._replace(phase=Phase.KILL)


def _extra_hostage(state: State, rule: Rule, moment: Moment) -> State:
    supply = state.pools[: len(CIVS)]
    civ = supply.index(max(supply)) if rule["civ"] == MOST_IN_SUPPLY else CIVS.index(rule["civ"])
    state, more = hostages.taken(state, replaced((0,) * len(CIVS), civ, int(rule["n"])))
    henchman = henchman_of(state, moment.card)
    return with_henchman(state, henchman._replace(hostages=plus(henchman.hostages, more)))


DOES: Mapping[str, Callable[[State, Rule, Moment], State]] = {
    "kill_supply": _kill_supply,
    "kill_hostage": _kill_hostage,
    "extra_hostage": _extra_hostage,
}
