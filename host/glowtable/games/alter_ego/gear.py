"""Equipment that is activated, events that are played, and what these ask their player.

Source: Alter Ego EN, "At any time during your turn you may play an Event card out of your hand" (E-36, E-45b)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.phases import Step, only_seat

from . import engaging, supply
from .cards import ACTIVATED, COST, EVENTS, FIGHT, IDS, PRINTED, STACKED, one_each
from .effects import in_play
from .hands import off_the_discards, off_the_hand, played
from .icons import fight_icons, gained
from .rounds import earned, forgiven
from .settling import drawing, settled
from .state import PENALTIES, WILD, Phase, State, Vigilante, changed, possible
from .steps import Steps, asked

PAY = {card: int(PRINTED[card]["activate_cost"]) for card in members(ACTIVATED)}
BEFORE_HUNTING = (Phase.INCOME, Phase.SUPPORT, Phase.PATROL)


def anytime(state: State, seat: int) -> tuple[Action, ...]:
    """What may be done in every open phase (E-35, E-36)."""
    return supply.legal(state, seat) + _activations(state, seat) + _events(state, seat)


def _activations(state: State, seat: int) -> tuple[Action, ...]:
    person = state.people[seat]
    idle = person.gear & ACTIVATED & ~state.activated
    if not idle or not person.money:
        return ()
    return actions_for(seat, "activate").of(mask_of([card for card in members(idle) if may_use(state, seat, card)]))


def _events(state: State, seat: int) -> tuple[Action, ...]:
    events = possible(state.people[seat]) & EVENTS
    if not events:
        return ()
    return actions_for(seat, "event").of(
        mask_of([card for card in members(one_each(events)) if may_use(state, seat, card)])
    )


def may_use(state: State, seat: int, card: int) -> bool:
    """It is paid for, allowed now and has something to do."""
    affordable = state.people[seat].money >= PAY.get(card, 0)
    return affordable and not banned(state, card) and is_of_use(state, seat, card)


def banned(state: State, card: int) -> bool:
    """A villain in play forbids it (E-45b)."""
    foe = PRINTED[card].get("not_while")
    return foe is not None and any(IDS[villain.card] == foe for villain in in_play(state))


def is_of_use(state: State, seat: int, card: int) -> bool:
    """Has everything it gives something to do, once an event has left the hand?"""
    words = PRINTED[card]["gives"]
    if possible(state.people[seat]) & EVENTS & 1 << card:
        state = played(state, seat, card)
    return all(MAY[word](state, seat, words[word]) for word in words if word in MAY)


def activate(state: State, action: Action) -> State:
    """Its price is paid, once a round (E-36)."""
    seat, card = action.seat, int(action.args[0])
    after = earned(state, seat, -PAY[card])._replace(activated=state.activated | 1 << card)
    return _given(after, seat, card)


def event(state: State, action: Action) -> State:
    """Source: EN, "resolve its effect. Place it into your discard pile afterwards" (E-36)"""
    seat, card = action.seat, int(action.args[0])
    return _given(played(state, seat, card), seat, card)


def _given(state: State, seat: int, card: int) -> State:
    for word, amount in PRINTED[card]["gives"].items():
        state = GIVES[word](state, seat, card, amount)
    return settled(state) if state.phase is state.within else state


# -- what each word of a card gives


def _token(state: State, seat: int, card: int, amount: int) -> State:
    return helped(state, seat, amount)


def helped(state: State, seat: int, tokens: int) -> State:
    """Teamwork tokens from the pool, as far as there are any (E-19)."""
    taken = min(tokens, state.teamwork)
    return changed(state, seat, tokens=state.people[seat].tokens + taken)._replace(teamwork=state.teamwork - taken)


def _forgive(state: State, seat: int, card: int, amount: int) -> State:
    """Where only one phase has tokens nobody needs to be asked."""
    phases = penalty_phases(state, seat)
    if len(phases) > 1:
        return asked(state, Phase.FORGIVE, seat, card)
    return _without_tokens(state, seat, card, phases[0])


def _without_tokens(state: State, seat: int, card: int, at: int) -> State:
    """One token, or all of the phase, as the card says."""
    all_of_them = "clear_penalty_phase" in PRINTED[card]["gives"]
    return forgiven(state, seat, at, state.people[seat].penalties[at] if all_of_them else 1)


def penalty_phases(state: State, seat: int) -> list[int]:
    return [at for at, tokens in enumerate(state.people[seat].penalties) if tokens]


def _tips(state: State, seat: int, card: int, amount: int) -> State:
    return changed(state, seat, tips=state.people[seat].tips + amount)


def _fight_icon(icon: int) -> Callable[[State, int, int, int], State]:
    return lambda state, seat, card, amount: gained(state, seat, icon, amount)


GIVES: Mapping[str, Callable[[State, int, int, int], State]] = {
    **{word: _fight_icon(icon) for icon, word in enumerate(FIGHT)},
    "fight_any": _fight_icon(WILD),
    "convert": lambda state, seat, card, amount: asked(state, Phase.CONVERT, seat, card),
    "remove_penalty": _forgive,
    "clear_penalty_phase": _forgive,
    "teamwork_token": _token,
    "draw": lambda state, seat, card, amount: drawing(state, seat, amount),
    "patrol_draw": _tips,
    "free_rescue_max_cost": lambda state, seat, card, amount: asked(state, Phase.FREE, seat, card),
    "trash": lambda state, seat, card, amount: asked(state, Phase.TRASH, seat, card),
}
MAY: Mapping[str, Callable[[State, int, int], bool]] = {  # when a word has something to do; all others always
    "convert": lambda state, seat, amount: any(has > 0 for has in fight_icons(state.people[seat])[:WILD]),
    "remove_penalty": lambda state, seat, amount: bool(penalty_phases(state, seat)),
    "clear_penalty_phase": lambda state, seat, amount: bool(penalty_phases(state, seat)),
    "teamwork_token": lambda state, seat, amount: state.teamwork > 0,
    "patrol_draw": lambda state, seat, amount: state.within in BEFORE_HUNTING,
    "free_rescue_max_cost": lambda state, seat, amount: bool(_free_targets(state, seat, amount)),
    "trash": lambda state, seat, amount: bool(_trashable(state, seat)),
}

# -- what a seat is asked


def converts(state: State, seat: int) -> tuple[Action, ...]:
    """One of the icons it has."""
    have = fight_icons(state.people[seat])
    return tuple([Action(seat, "convert", (word,)) for word, has in zip(FIGHT, have, strict=False) if has > 0])


def convert(state: State, action: Action) -> State:
    seat, icon = action.seat, FIGHT.index(str(action.args[0]))
    return settled(gained(gained(state, seat, icon, -1), seat, WILD))


def forgives(state: State, seat: int) -> tuple[Action, ...]:
    return tuple([Action(seat, "forgive", (PENALTIES[at],)) for at in penalty_phases(state, seat)])


def forgive(state: State, action: Action) -> State:
    return settled(_without_tokens(state, action.seat, state.card, PENALTIES.index(str(action.args[0]))))


def _trashable(state: State, seat: int) -> int:
    """Hero and alter ego cards of hand and discards, whether they were read or not (E-45b)."""
    person = state.people[seat]
    return one_each((possible(person) | _buried(person)) & STACKED) | one_each(person.discard & STACKED)


def trashes(state: State, seat: int) -> tuple[Action, ...]:
    return actions_for(seat, "trash").of(_trashable(state, seat))


def trash(state: State, action: Action) -> State:
    """Back to its stack; where it may have been in either place it is asked in which."""
    seat, card = action.seat, int(action.args[0])
    places = _places(state.people[seat], card)
    return _trashed(state, seat, card, places[0]) if len(places) == 1 else asked(state, Phase.WHENCE, seat, card)


def _places(person: Vigilante, card: int) -> tuple[str, ...]:
    """Where it may have been; nobody has read what is in the deck."""
    if person.discard >> card & 1:
        return ("discards",)
    return tuple(
        [place for place, cards in (("hand", possible(person)), ("discards", _buried(person))) if cards >> card & 1]
    )


def _buried(person: Vigilante) -> int:
    """The cards that may be in the discards unread, as far as the table knows."""
    return person.deck if person.buried else 0


def _trashed(state: State, seat: int, card: int, place: str) -> State:
    taken = off_the_hand if place == "hand" else off_the_discards
    return settled(taken(state, seat, card)._replace(stacks=state.stacks | 1 << card))


def whences(state: State, seat: int) -> tuple[Action, ...]:
    return bare_action(seat, "hand") + bare_action(seat, "discards")


def whence(state: State, action: Action) -> State:
    return _trashed(state, action.seat, state.card, action.kind)


def _free_targets(state: State, seat: int, most: int) -> int:
    """Henchmen with a hostage, of such a cost at most, that the seat may still engage."""
    return mask_of(
        [
            henchman.card
            for henchman in state.henchmen
            if any(henchman.hostages)
            and sum(COST[henchman.card]) <= most
            and engaging.may_engage(state, 1 << seat, henchman.engaged)
        ]
    )


def frees(state: State, seat: int) -> tuple[Action, ...]:
    most = int(PRINTED[state.card]["gives"]["free_rescue_max_cost"])
    return actions_for(seat, "free").of(_free_targets(state, seat, most))


def free(state: State, action: Action) -> State:
    """Source: cards, "This is your engagement with it": that of no other member of a team (ev-06)"""
    seat, card = action.seat, int(action.args[0])
    return engaging.engaged(state._replace(paid=(0,) * state.terms.seats), seat, card, 1 << seat)


EFFECTS = {**supply.EFFECTS, "activate": activate, "event": event}
STEPS: Steps = {
    Phase.CONVERT: Step(only_seat, converts, {"convert": convert}),
    Phase.FORGIVE: Step(only_seat, forgives, {"forgive": forgive}),
    Phase.TRASH: Step(only_seat, trashes, {"trash": trash}),
    Phase.WHENCE: Step(only_seat, whences, {"hand": whence, "discards": whence}),
    Phase.FREE: Step(only_seat, frees, {"free": free}),
}
