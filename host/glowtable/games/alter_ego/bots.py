"""Players of Alter Ego. They see what a person sees: the view and what is legal.

`vigilante` is greedy with a little look-ahead: it values every villain it could engage, finds the set of engagements
that its icons of this round pay best, and lays out its next display for the best such set. It brings in the henchman
that endangers the hostages least, buys the most useful card it can pay, and helps those who ask. `guardian` is in
guardian.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from glowtable.game import Action, BotFactory, Choose, Determinize, Level
from glowtable.kit.bots import random_bot
from glowtable.kit.cached_method import HasCache, cached_method
from glowtable.kit.search import NAME as SEARCH
from glowtable.kit.search import search
from glowtable.messages import say

from .cards import AFFILIATIONS, CIVS, COST, EVENTS, FIGHT, HOSTAGES, ICONS, IDS, NAMES, NUMBER, PRINTED
from .guardian import Guardian
from .icons import payable
from .rules import RULES
from .state import NO_ICONS, WILD, Icons, Phase, Status, plus
from .views import SeenHenchman, SeenVigilante, SeenVillain, View
from .villains import type_named

PLANS_KEPT = 1024  # plans that were made lately: card by card a display is judged again
MOST_TARGETS = 7  # villains that one plan looks at
VILLAIN_VALUE = 5.0  # a hostage of an arch villain: each is a third of the win
SUPPORT_VALUE = {"family": 0.7, "community": 0.7, "money": 0.5, "badge": 0.4, "teamwork": 0.3, "display": 1.6}
ICON_VALUE = 1.2  # of a fight icon that lasts
SPARE_ICON = 0.3  # of one in the display that no plan needs yet


def vigilante(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """The best action of its phase by its own values; of equals the first."""
    return CHOICES[view.phase](Mind(view), legal)


class Target(NamedTuple):
    """Whom one could engage, what that costs and how much it would help."""

    cost: tuple[int, ...]
    value: float
    name: str


class Mind(HasCache):
    """What a seat makes of its view."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_method
    def me(self) -> SeenVigilante:
        return self.view.people[self.view.eyes]

    @cached_method
    def in_play(self) -> list[SeenVillain]:
        return [villain for villain in self.view.villains if villain.status is Status.IN_PLAY]

    @cached_method
    def henchmen(self) -> dict[int, SeenHenchman]:
        """Those in play, by their cards."""
        return {NUMBER[henchman.name]: henchman for henchman in self.view.henchmen}

    @cached_method
    def feared(self) -> set[str]:
        return {villain.type for villain in self.in_play}

    # -- what is worth how much

    def rescue_value(self, civ: int) -> float:
        return rescue_value(self.view.pools, civ)

    def henchman_value(self, henchman: SeenHenchman) -> float:
        lost = bool(self.feared.intersection(henchman.affiliation))
        return henchman_value(henchman.hostages, henchman.trophy, lost, self.view.pools)

    def targets(self, engaged_by: Iterable[int]) -> list[Target]:
        """All villains that none of these seats has engaged; the most valuable first."""
        seats = set(engaged_by)
        whole = dict(self.view.options)["engage"] == "per_card"
        foes: list[SeenHenchman | SeenVillain] = [*self.view.henchmen, *self.in_play]
        foes_in_reach = [
            Target(foe.cost, self.foe_value(foe), foe.name)
            for foe in foes
            if not (foe.engaged if whole and seats else seats.intersection(foe.engaged))
        ]
        return sorted(foes_in_reach, key=lambda target: -target.value)

    def foe_value(self, foe: SeenHenchman | SeenVillain) -> float:
        if isinstance(foe, SeenVillain):
            return VILLAIN_VALUE + 2.0 / sum(foe.hostages)
        return self.henchman_value(foe)

    def plan(self, extra: Icons | None = None) -> tuple[float, tuple[Target, ...]]:
        have = self.me.team_icons if extra is None else tuple(map(sum, zip(self.me.team_icons, extra, strict=True)))
        return best_plan(have, tuple(self.targets(self.me.team)), self.me.blocked)


def rescue_value(pools: tuple[int, ...], civ: int) -> float:
    """The fewer are left in a pool, the more one helps that comes back."""
    return 0.6 + 4.0 / (pools[civ] + 1) if civ < len(CIVS) else 0.1


@lru_cache(PLANS_KEPT)
def henchman_value(
    hostages: tuple[int, ...], trophy: tuple[tuple[str, int], ...], lost: bool, pools: tuple[int, ...]
) -> float:
    """The hostage that helps most, and the trophy if it is the last one."""
    held = [civ for civ, tokens in enumerate(hostages) if tokens]
    value = max([0.2 if lost else rescue_value(pools, civ) for civ in held], default=0.0)
    return value + (icons_value(dict(trophy)) if sum(hostages) <= 1 else 0.4)


def icons_value(icons: Mapping[str, int]) -> float:
    """What icons are worth that last."""
    return sum(ICON_VALUE * n if icon in FIGHT else SUPPORT_VALUE.get(icon, 0.0) * n for icon, n in icons.items())


@lru_cache(PLANS_KEPT)
def paid(have: Icons, cost: tuple[int, ...]) -> Icons:
    """What is left: exact icons first, then such of any type."""
    rest = [has - need for has, need in zip(have, cost, strict=False)]
    wild = have[WILD] + sum([left for left in rest if left < 0])
    return (*[max(0, left) for left in rest], wild)


@lru_cache(PLANS_KEPT)
def best_plan(have: Icons, targets: tuple[Target, ...], blocked: int) -> tuple[float, tuple[Target, ...]]:
    """The best set of the first of them that these icons pay."""
    affordable = [target for target in targets if payable(target.cost, have, blocked)][:MOST_TARGETS]
    return best_set(have, affordable, blocked)


def best_set(have: Icons, targets: Sequence[Target], blocked: int) -> tuple[float, tuple[Target, ...]]:
    """Each target engaged or not, the first ones first."""
    best: tuple[float, tuple[Target, ...]] = (0.0, ())
    for at, target in enumerate(targets):
        if payable(target.cost, have, blocked):
            value, more = best_set(paid(have, target.cost), targets[at + 1 :], blocked)
            if value + target.value > best[0]:
                best = value + target.value, (target, *more)
    return best


# -- what to do in a phase


def by_kind(legal: Sequence[Action], kind: str) -> list[Action]:
    return [action for action in legal if action.kind == kind]


def first(legal: Sequence[Action], kind: str) -> Action | None:
    return next((action for action in legal if action.kind == kind), None)


def card_of(action: Action) -> int:
    return int(action.args[0])


def best_of(actions: Sequence[Action], value: Callable[[int], float]) -> Action:
    """The one about the most valuable card."""
    return max(actions, key=lambda action: value(card_of(action)))


def _choose_in_window(mind: Mind, legal: Sequence[Action]) -> Action:
    """Income, Support: what helps at once, then the supply."""
    return first(legal, "token") or _early_event(mind, legal) or _choose_purchase(mind, legal) or legal[-1]


PARDONS = {"remove_penalty", "clear_penalty_phase"}
EARLY = {"teamwork_token", "patrol_draw"}


def _early_event(mind: Mind, legal: Sequence[Action]) -> Action | None:
    for action in by_kind(legal, "event"):
        if EARLY & set(PRINTED[card_of(action)]["gives"]):
            return action
    return None


def _choose_purchase(mind: Mind, legal: Sequence[Action]) -> Action | None:
    """The most useful card it can pay: saved money helps nobody."""
    buys = by_kind(legal, "buy")
    return best_of(buys, usefulness) if buys else None


LASTS = 1.5  # times as useful as what is played or activated once in a while
USE_VALUE = {  # of what is used, and of no fight icon of one type
    "fight_any": 0.7, "free_rescue_max_cost": 1.6, "teamwork_token": 0.9, "draw": 0.3, "patrol_draw": 0.5,
    "clear_penalty_phase": 0.8, "trash": 0.4, "convert": 0.8, "remove_penalty": 0.9,
}  # fmt: skip


def usefulness(card: int) -> float:
    """Of a card of the supply."""
    gives = PRINTED[card]["gives"]
    if PRINTED[card].get("kind") == "static":
        return LASTS * icons_value(gives)
    return sum([USE_VALUE.get(word, ICON_VALUE) * (n if word == "fight_any" else 1) for word, n in gives.items()])


def _choose_patrol(mind: Mind, legal: Sequence[Action]) -> Action:
    """Before henchmen are drawn the cops come only where hostages are short."""
    call = first(legal, "call")
    if call and min(mind.view.pools[: len(CIVS)]) <= 1 and any(any(each.hostages) for each in mind.view.henchmen):
        return call
    return _early_event(mind, legal) or legal[-1]


def cops_value(mind: Mind, henchman: SeenHenchman) -> float:
    rescues = sum(mind.rescue_value(civ) * tokens for civ, tokens in enumerate(henchman.hostages))
    return rescues + 0.1 * sum(henchman.cost)


def newcomer_value(mind: Mind, card: int) -> float:
    """Less than nothing: what it takes from short pools, whom it calls, how dear it is."""
    value: float = 0.3 * icons_value(ICONS[card]) - 0.25 * sum(COST[card])
    for civ, tokens in enumerate(HOSTAGES[card]):
        left = mind.view.pools[civ] - tokens
        value -= tokens * (60.0 if left < 0 else 0.6 + 3.0 / (left + 0.4))
    return value + sum(mark_value(mind, at) for at in AFFILIATIONS[card])


def mark_value(mind: Mind, at: int) -> float:
    """An affiliation. One arch villain is drawn out, the nearest; two at a time are too many."""
    villain = mind.view.villains[at]
    if villain.status is Status.IN_PLAY:
        return -0.8
    if not villain.tokens:
        return 0.0
    waiting = [each.tokens for each in mind.view.villains if each.status is Status.WAITING]
    if mind.in_play or not min(waiting):
        return -3.0 / villain.tokens
    return 0.8 if villain.tokens == min(waiting) else -0.6


def _choose_fight(mind: Mind, legal: Sequence[Action]) -> Action:
    """Its own best fights first, then with what events and equipment add, then in a team."""
    value, plan = mind.plan()
    more = _choose_boost(mind, legal, value)
    if more:
        return more
    call = first(legal, "fight")
    if call and plan:
        return call
    return _team_up(mind, legal) or _choose_purchase(mind, legal) or legal[-1]


def _choose_boost(mind: Mind, legal: Sequence[Action], value: float) -> Action | None:
    """What adds most to the plan, if it is worth spending."""
    boosts = [
        (mind.plan(extra)[0] - value - price, action)
        for action in legal
        if action.kind in ("activate", "event", "spend")
        for extra, price in added(action)
    ]
    gain, action = max(boosts, key=lambda each: each[0], default=(0.0, legal[-1]))
    return action if gain > 0 else None


def added(action: Action) -> list[tuple[Icons, float]]:
    """The icons that an action adds, and what it should gain at least."""
    if action.kind == "spend":
        return [(only(WILD, 1), 0.8)]
    gives = PRINTED[card_of(action)]["gives"]
    price = 0.4 if action.kind == "activate" else 0.9
    typed = [(only(FIGHT.index(word), 1), price) for word in gives if word in FIGHT]
    wild = [(only(WILD, gives["fight_any"]), price)] if "fight_any" in gives else []
    free = [(only(WILD, 3), 1.2)] if "free_rescue_max_cost" in gives else []
    return typed + wild + free


def only(icon: int, amount: int) -> Icons:
    return tuple([amount if each == icon else 0 for each in range(WILD + 1)])


def _choose_target(mind: Mind, legal: Sequence[Action]) -> Action:
    """The first of its plan."""
    _, plan = mind.plan()
    names = [target.name for target in plan]
    wanted = [action for action in by_kind(legal, "engage") if NAMES[card_of(action)] in names]
    return wanted[0] if wanted else legal[0]


def _team_up(mind: Mind, legal: Sequence[Action]) -> Action | None:
    """The seat that together with this one can do what neither can alone."""
    gains = [(_team_gain(mind, mind.me, mind.view.people[card_of(action)]), action) for action in by_kind(legal, "ask")]
    gain, action = max(gains, key=lambda each: each[0], default=(0.0, legal[-1]))
    return action if gain > 0.8 else None


def _team_gain(mind: Mind, one: SeenVigilante, other: SeenVigilante) -> float:
    """What two teams could engage together beyond what each can by itself."""
    together = tuple(map(sum, zip(one.team_icons, other.team_icons, only(WILD, 1), strict=True)))
    blocked = one.blocked + other.blocked
    joint = best_plan(together, tuple(mind.targets((*one.team, *other.team))), blocked)[0]
    alone = [best_plan(each.team_icons, tuple(mind.targets(each.team)), each.blocked)[0] for each in (one, other)]
    return joint - sum(alone)


# -- Recoup


def _choose_recoup(mind: Mind, legal: Sequence[Action]) -> Action:
    for action in legal if mind.me.forced else ():
        if action.kind in ("event", "activate") and PARDONS & set(PRINTED[card_of(action)]["gives"]):
            return action
    takes, fills = by_kind(legal, "take"), by_kind(legal, "fill")
    if takes:
        return best_of(takes, lambda card: take_value(mind, card))
    return _choose_filling(mind, fills) if fills else _choose_purchase(mind, legal) or legal[-1]


def take_value(mind: Mind, card: int) -> float:
    """Heroes in turn, every seat another one, so that together they can do a bit of everything; no alter ego."""
    if IDS[card] in PHASE_CARDS:
        return -1.0
    turn = (mind.view.round + mind.view.eyes) % len(FIGHT)
    return float(FIGHT[turn] in ICONS[card])


PHASE_CARDS = {"job": 0, "family": 1, "community": 2}  # where penalty tokens lie without them


def _choose_filling(mind: Mind, fills: Sequence[Action]) -> Action:
    """The first card of the best display that the hand allows; any where the table does not know the hand."""
    slots = mind.me.display_size - len(mind.me.display)
    cards = [NUMBER[name] for name in mind.me.hand if not EVENTS >> NUMBER[name] & 1]
    filling = Filling(mind)
    seen: dict[tuple[str, ...], float] = {}
    best: tuple[float, tuple[int, ...]] = (-99.0, ())
    for chosen in combinations(cards, min(slots, len(cards))):
        kinds = tuple(sorted([IDS[card] for card in chosen]))
        if kinds not in seen:
            seen[kinds] = filling.value(chosen)
            best = max(best, (seen[kinds], chosen))
    kinds_wanted = {IDS[card] for card in best[1]}
    return next((action for action in fills if IDS[card_of(action)] in kinds_wanted), fills[0])


class Filling(HasCache):
    """What the next round can be with cards laid out beside what lies there."""

    def __init__(self, mind: Mind) -> None:
        self.mind, me = mind, mind.me
        self.targets = tuple(mind.targets(()))
        self.display = [NUMBER[name] for name in me.display]
        lying = [*self.display, *[NUMBER[name] for name in (*me.gear, *me.trophies)]]
        self.icons, self.badges = icons_on(lying), sum([BADGES[card] for card in lying])

    def value(self, chosen: Sequence[int]) -> float:
        have = plus(self.icons, icons_on(chosen))
        value = best_plan(have, self.targets, 0)[0] + SPARE_ICON * sum(have)
        return value + self._alter_ego_value(chosen) + self._badges_value(chosen)

    def _alter_ego_value(self, chosen: Sequence[int]) -> float:
        """Cards, money and choice that they bring, and a penalty that is spared."""
        value, kinds = 0.0, [IDS[card] for card in (*chosen, *self.display)]
        for kind, at in PHASE_CARDS.items():
            copies = kinds.count(kind)
            value += DIMINISHING[min(copies, 3)]
            if not copies:
                value -= 0.5 if not self.mind.me.penalties[at] else 1.2
        return value

    def _badges_value(self, chosen: Sequence[int]) -> float:
        """Enough of them call the cops."""
        badges = self.badges + sum([BADGES[card] for card in chosen])
        return self._cops_value if badges >= self.mind.view.badges_needed else 0.0

    @cached_method
    def _cops_value(self) -> float:
        return max([cops_value(self.mind, henchman) for henchman in self.mind.view.henchmen], default=0.0)


def icons_on(cards: Sequence[int]) -> Icons:
    return (*map(sum, zip(*[FIGHT_ICONS[card] for card in cards], strict=True)), 0) if cards else NO_ICONS


FIGHT_ICONS = tuple(tuple(icons.get(icon, 0) for icon in FIGHT) for icons in ICONS)  # of each card
BADGES = tuple(icons.get("badge", 0) for icons in ICONS)
DIMINISHING = (0.0, 0.5, 0.8, 1.0)


Choice = Callable[[Mind, Sequence[Action]], Action]


def _most(value: Callable[[Mind, Action], float], kind: str = "") -> Choice:
    """The action that is worth most, of this kind if one is named; of equals the first."""

    def choose(mind: Mind, legal: Sequence[Action]) -> Action:
        return max(by_kind(legal, kind) if kind else legal, key=lambda action: value(mind, action))

    return choose


CHOICES: Mapping[Phase, Choice] = {
    Phase.HAND: lambda mind, legal: legal[0],
    Phase.INCOME: _choose_in_window,
    Phase.SUPPORT: _choose_in_window,
    Phase.PATROL: _choose_patrol,
    Phase.CHOOSE: _most(lambda mind, action: newcomer_value(mind, card_of(action))),
    Phase.AFTERMATH: lambda mind, legal: first(legal, "call") or legal[-1],
    # the henchman that holds most of what is missed, and is hard to fight
    Phase.CALL: _most(lambda mind, action: cops_value(mind, mind.henchmen[card_of(action)]), "cops"),
    Phase.FIGHT: _choose_fight,
    Phase.TARGET: _choose_target,
    Phase.RECOUP: _choose_recoup,
    Phase.CONVERT: lambda mind, legal: legal[0],
    Phase.FORGIVE: lambda mind, legal: legal[0],
    Phase.TRASH: _most(lambda mind, action: IDS[card_of(action)] in PHASE_CARDS),  # an alter ego card, no hero
    Phase.FREE: _most(lambda mind, action: mind.henchman_value(mind.henchmen[card_of(action)])),
    Phase.RESCUE: _most(lambda mind, action: mind.rescue_value(type_named(action))),
    Phase.TROPHY: _most(lambda mind, action: -len(mind.view.people[card_of(action)].trophies), "trophy"),
    # it helps, unless it loses more by it
    Phase.CONSENT: lambda mind, legal: (
        legal[0] if _team_gain(mind, mind.me, mind.view.people[mind.view.whom]) > 0 else legal[-1]
    ),
    Phase.KILL: _most(lambda mind, action: sum(COST[card_of(action)])),  # the hardest to fight
    Phase.VICTIM: _most(lambda mind, action: -mind.rescue_value(type_named(action))),
}
ADVISER = search(200)
BOTS: Mapping[str, Choose | BotFactory] = {
    "vigilante": vigilante,
    "guardian": Guardian(RULES).choose,
    SEARCH: ADVISER,
    "random": random_bot,
}
LEVELS = (
    Level("random", say("Does anything that's allowed, and saves no city.")),
    Level("guardian", say("Tries each action in its head, and makes no plan.")),
    Level("vigilante", say("Plans fights its icons can pay for, and lays out cards to match.")),
    Level(SEARCH, say("Tries out each move for 200 ms, and otherwise plays like vigilante.")),
)
