"""What may be done in every open phase: cards of the supply are bought or cycled, equipment activated, events played;
and what these ask their player.

Source: Alter Ego EN, "Equipment and Events" (E-35, E-37), "At any time during your turn you may play an Event card out
of your hand" (E-36, E-45b)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, any_of, bare_action
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.phases import Step, only_seat, ready_then
from glowtable.kit.tuples import replaced

from .cards import ACTIVATED, COST, EVENTS, FIGHT, IDS, NO_CARD, PRICE, PRINTED, STACKED, one_each
from .hands import draw_cards, leave_discards, leave_hand, play_event
from .icons import fight_icons, gain_icons
from .rounds import Effects, Steps, add_penalties, ask_seat, earn, not_ready, resume
from .state import PENALTIES, THRESHOLDS, WILD, Phase, State, Vigilante, changed, possible_cards, put_under
from .villains import in_play, may_engage

CYCLE_ONE, CYCLE_ALL = int(THRESHOLDS["cycle_one"]), int(THRESHOLDS["cycle_three"])
PAY = {card: int(PRINTED[card]["activate_cost"]) for card in members(ACTIVATED)}
BEFORE_HUNTING = (Phase.INCOME, Phase.SUPPORT, Phase.PATROL)
Offered = Callable[[State, int], tuple[Action, ...]]
Give = Callable[[State, int, int, int], State]  # what a word of a card gives a seat, and how much


def open_step(offered: Offered, effects: Effects, begin_next: Callable[[State], State]) -> Step[State]:
    """A phase in which this may be done besides what it `offers`, until all are ready; that is always possible."""

    def legal(state: State, seat: int) -> tuple[Action, ...]:
        return offered(state, seat) + anytime_actions(state, seat) + bare_action(seat, "ready")

    return Step(not_ready, legal, {**EFFECTS, **effects, "ready": ready_then(not_ready, begin_next)})


def anytime_actions(state: State, seat: int) -> tuple[Action, ...]:
    person = state.people[seat]
    gear = person.gear & ACTIVATED & ~state.activated if person.money else 0
    events = possible_cards(person) & EVENTS
    used = _usable_actions(state, seat, "activate", gear)
    return supply_offered(state, seat) + used + _usable_actions(state, seat, "event", one_each(events))


def supply_offered(state: State, seat: int) -> tuple[Action, ...]:
    """Who presses first gets the card (E-37)."""
    money = state.people[seat].money
    if not money:
        return ()
    row = _supply_row(state)
    offered = actions_for(seat, "buy").of(sum([1 << card for card in row if PRICE[card] <= money]))
    if state.offers and row:
        offered += actions_for(seat, "cycle").of(mask_of(row)) if money >= CYCLE_ONE else ()
        offered += bare_action(seat, "sweep") if money >= CYCLE_ALL else ()
    return offered


def _supply_row(state: State) -> list[int]:
    return [card for card in state.row if card != NO_CARD]


def _usable_actions(state: State, seat: int, kind: str, cards: int) -> tuple[Action, ...]:
    """Of these cards those that are paid for, allowed now and have something to do."""
    if not cards:
        return ()
    money = state.people[seat].money
    affordable = [card for card in members(cards) if money >= PAY.get(card, 0) and not banned(state, card)]
    return actions_for(seat, kind).of(mask_of([card for card in affordable if is_of_use(state, seat, card)]))


def banned(state: State, card: int) -> bool:
    """A villain in play forbids it (E-45b)."""
    foe = PRINTED[card].get("not_while")
    return foe is not None and any(IDS[villain.card] == foe for villain in in_play(state))


def is_of_use(state: State, seat: int, card: int) -> bool:
    """Has everything it gives something to do, once an event has left the hand?"""
    words = PRINTED[card]["gives"]
    if possible_cards(state.people[seat]) & EVENTS & 1 << card:
        state = play_event(state, seat, card)
    return all(MAY[word](state, seat, words[word]) for word in words if word in MAY)


# -- the supply


def buy(state: State, action: Action) -> State:
    """Equipment into the play area, an event into the hand or by option to the discards; refilled at once."""
    seat, card = action.seat, int(action.args[0])
    after = earn(_off_the_row(state, card), seat, -PRICE[card])
    person, bit = after.people[seat], 1 << card
    if not bit & EVENTS:
        after = changed(after, seat, gear=person.gear | bit)
    elif state.terms.options["event_goes"] == "discard":
        after = changed(after, seat, discard=person.discard | bit)
    else:
        after = changed(after, seat, hand=person.hand | bit, open=person.open | bit)
    return resume(after)


def _off_the_row(state: State, card: int) -> State:
    return state._replace(row=replaced(state.row, state.row.index(card), NO_CARD))


def cycle(state: State, action: Action) -> State:
    """Source: EN, "spend 1$ to cycle 1 Equipment/Event card from the supply to the bottom of the deck" """
    card = int(action.args[0])
    after = _off_the_row(state, card)
    after = after._replace(offers=put_under(after.offers, 1 << card))
    return resume(earn(after, action.seat, -CYCLE_ONE))


def sweep(state: State, action: Action) -> State:
    """Source: EN, "spend 2$ to cycle all 3 Equipment/Event cards" """
    after = state._replace(offers=put_under(state.offers, mask_of(_supply_row(state))), row=(NO_CARD,) * len(state.row))
    return resume(earn(after, action.seat, -CYCLE_ALL))


# -- equipment and events


def activate(state: State, action: Action) -> State:
    """Its price is paid, once a round (E-36)."""
    seat, card = action.seat, int(action.args[0])
    after = earn(state, seat, -PAY[card])._replace(activated=state.activated | 1 << card)
    return _after_giving(after, seat, card)


def event(state: State, action: Action) -> State:
    """Source: EN, "resolve its effect. Place it into your discard pile afterwards" (E-36)"""
    seat, card = action.seat, int(action.args[0])
    return _after_giving(play_event(state, seat, card), seat, card)


def _after_giving(state: State, seat: int, card: int) -> State:
    for word, amount in PRINTED[card]["gives"].items():
        state = GIVES[word](state, seat, card, amount)
    return resume(state) if state.phase is state.within else state


# -- what each word of a card gives


def take_tokens(state: State, seat: int, tokens: int) -> State:
    """Teamwork tokens from the pool, as far as there are any (E-19)."""
    taken = min(tokens, state.teamwork)
    return changed(state, seat, tokens=state.people[seat].tokens + taken)._replace(teamwork=state.teamwork - taken)


def _forgive_actions(state: State, seat: int, card: int, amount: int) -> State:
    """Where only one phase has tokens there is nothing to ask."""
    phases = penalty_phases(state, seat)
    if len(phases) > 1:
        return ask_seat(state, Phase.FORGIVE, seat, card)
    return _without_tokens(state, seat, card, phases[0])


def _without_tokens(state: State, seat: int, card: int, at: int) -> State:
    """One token, or all of the phase, as the card says."""
    all_of_them = "clear_penalty_phase" in PRINTED[card]["gives"]
    return add_penalties(state, seat, at, -(state.people[seat].penalties[at] if all_of_them else 1))


def penalty_phases(state: State, seat: int) -> list[int]:
    return [at for at, tokens in enumerate(state.people[seat].penalties) if tokens]


def _fight_icon(icon: int) -> Give:
    return lambda state, seat, card, amount: gain_icons(state, seat, icon, amount)


def _ask_phase(phase: Phase) -> Give:
    return lambda state, seat, card, amount: ask_seat(state, phase, seat, card)


GIVES: Mapping[str, Give] = {
    **{word: _fight_icon(icon) for icon, word in enumerate(FIGHT)},
    "fight_any": _fight_icon(WILD),
    "convert": _ask_phase(Phase.CONVERT),
    "remove_penalty": _forgive_actions,
    "clear_penalty_phase": _forgive_actions,
    "teamwork_token": lambda state, seat, card, amount: take_tokens(state, seat, amount),
    "draw": lambda state, seat, card, amount: draw_cards(state, seat, amount),
    "patrol_draw": lambda state, seat, card, amount: changed(state, seat, tips=state.people[seat].tips + amount),
    "free_rescue_max_cost": _ask_phase(Phase.FREE),
    "trash": _ask_phase(Phase.TRASH),
}
MAY: Mapping[str, Callable[[State, int, int], bool]] = {  # when a word has something to do; all others always
    "convert": lambda state, seat, amount: any(has > 0 for has in fight_icons(state.people[seat])[:WILD]),
    "remove_penalty": lambda state, seat, amount: bool(penalty_phases(state, seat)),
    "clear_penalty_phase": lambda state, seat, amount: bool(penalty_phases(state, seat)),
    "teamwork_token": lambda state, seat, amount: state.teamwork > 0,
    "patrol_draw": lambda state, seat, amount: state.within in BEFORE_HUNTING,
    "free_rescue_max_cost": lambda state, seat, amount: bool(free_targets(state, seat, amount)),
    "trash": lambda state, seat, amount: bool(_trashable_cards(state, seat)),
}

# -- what a seat is asked


def converts(state: State, seat: int) -> tuple[Action, ...]:
    """One of the icons it has."""
    have = fight_icons(state.people[seat])
    return tuple([Action(seat, "convert", (word,)) for word, has in zip(FIGHT, have, strict=False) if has > 0])


def convert(state: State, action: Action) -> State:
    seat, icon = action.seat, FIGHT.index(str(action.args[0]))
    return resume(gain_icons(gain_icons(state, seat, icon, -1), seat, WILD))


def forgive(state: State, action: Action) -> State:
    return resume(_without_tokens(state, action.seat, state.card, PENALTIES.index(str(action.args[0]))))


def _trashable_cards(state: State, seat: int) -> int:
    """Hero and alter ego cards of hand and discards, whether they were read or not (E-45b)."""
    person = state.people[seat]
    return one_each((possible_cards(person) | _buried_cards(person)) & STACKED) | one_each(person.discard & STACKED)


def trash(state: State, action: Action) -> State:
    """Back to its stack; where it may have been in either place it is asked in which."""
    seat, card = action.seat, int(action.args[0])
    person = state.people[seat]
    in_hand, buried = (cards >> card & 1 for cards in (possible_cards(person), _buried_cards(person)))
    if person.discard >> card & 1 or not in_hand:
        return _after_trashing(state, seat, card, "discards")
    return ask_seat(state, Phase.WHENCE, seat, card) if buried else _after_trashing(state, seat, card, "hand")


def _buried_cards(person: Vigilante) -> int:
    """The cards that may be in the discards without having been read, as far as the table knows."""
    return person.deck if person.buried else 0


def _after_trashing(state: State, seat: int, card: int, place: str) -> State:
    leave = leave_hand if place == "hand" else leave_discards
    return resume(leave(state, seat, card)._replace(stacks=state.stacks | 1 << card))


def whence(state: State, action: Action) -> State:
    return _after_trashing(state, action.seat, state.card, action.kind)


def free_targets(state: State, seat: int, most: int) -> int:
    """Henchmen with a hostage, of such a cost at most, that the seat may still engage."""
    return mask_of(
        [
            henchman.card
            for henchman in state.henchmen
            if any(henchman.hostages)
            and sum(COST[henchman.card]) <= most
            and may_engage(state, 1 << seat, henchman.engaged)
        ]
    )


EFFECTS: Effects = {"buy": buy, "cycle": cycle, "sweep": sweep, "activate": activate, "event": event}
STEPS: Steps = {
    Phase.CONVERT: Step(only_seat, converts, {"convert": convert}),
    Phase.FORGIVE: Step(
        only_seat,
        lambda state, seat: tuple([Action(seat, "forgive", (PENALTIES[at],)) for at in penalty_phases(state, seat)]),
        {"forgive": forgive},
    ),
    Phase.TRASH: Step(
        only_seat, lambda state, seat: actions_for(seat, "trash").of(_trashable_cards(state, seat)), {"trash": trash}
    ),
    Phase.WHENCE: Step(only_seat, any_of("hand", "discards"), {"hand": whence, "discards": whence}),
}
