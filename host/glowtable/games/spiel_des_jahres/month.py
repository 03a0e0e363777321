"""A month: everybody may brainstorm or publish, when they like; first come, first served.

Ideas are tapped one by one into a tray, then published as a game or taken back. What is tapped everybody sees.
Source: Spiel des Jahres EN, "Playing the game" (S-09 to S-15, S-18, S-20, S-21)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import deal_card
from glowtable.kit.phases import ChanceStep, Effects, Step, Steps, ready_then
from glowtable.kit.tuples import replaced

from . import payday, staff
from .bank import mark_amount
from .cards import IDEA_CARDS, NAMES, PAIRS, SEATS
from .dealing import any_card
from .state import (
    CHOICES,
    MONTHS,
    NOBODY,
    MonthAction,
    Phase,
    Published,
    State,
    Term,
    deck_size,
    may_change,
    not_ready,
    place_for,
    play_card,
    possible_of,
    staff_of,
    with_change,
)
from .worth import PARTS, name_of, settled_terms, sum_k, symbols_of, value_terms, words_key


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Everything the sheet allows a seat that is not ready; ideas that are tapped cannot be traded meanwhile."""
    tray = _tray_actions(state, seat)
    if state.trays[seat]:
        return staff.hire_actions(state, seat) + tray + bare_action(seat, "ready")
    first = bare_action(seat, "brainstorm") if may_brainstorm(state, seat) else ()
    return staff.at_any_time(state, seat) + tray + first + bare_action(seat, "ready")


def may_brainstorm(state: State, seat: int) -> bool:
    """Once a month, and not besides publishing (S-09)."""
    return state.did[seat] == MonthAction.NOTHING and _after_choice(state, seat, MonthAction.BRAINSTORM)


def may_publish(state: State, seat: int) -> bool:
    """One game or more, and not besides brainstorming (S-09, S-12)."""
    return state.did[seat] != MonthAction.BRAINSTORM and _after_choice(state, seat, MonthAction.PUBLISH)


def _after_choice(state: State, seat: int, what: MonthAction) -> bool:
    """A choice made in secret is binding (S-10)."""
    return state.sealed[seat] in ("", what)


def _tray_actions(state: State, seat: int) -> tuple[Action, ...]:
    tray = state.trays[seat]
    offered: tuple[Action, ...] = ()
    if may_publish(state, seat) and len(tray) < PARTS[-1]:
        offered += actions_for(seat, "tap").of(possible_of(state, seat) & IDEA_CARDS)
    if tray and may_change(state, seat):
        offered += tuple([Action(seat, "take", (card,)) for card in tray])
    return offered + bare_action(seat, "publish") if publishable(state, seat) else offered


def publishable(state: State, seat: int) -> bool:
    """What is tapped makes a game that may be published now."""
    tray = state.trays[seat]
    if len(tray) not in PARTS or same_named(state, tray):
        return False
    return state.terms.options["negative"] != "forbidden" or sum_k(terms_of(state, seat, tray)) >= 0


def same_named(state: State, cards: tuple[int, ...]) -> Published | None:
    """The game that has this name now. Source: EN, "no two games of the same name can exist at one time" (S-20)"""
    name = words_key(name_of(cards))
    return next((game for game in state.games if words_key(name_of(game.cards)) == name), None)


def terms_of(state: State, seat: int, cards: tuple[int, ...]) -> tuple[Term, ...]:
    """Why a game of these ideas is worth what it is worth, published by this seat now (S-16)."""
    designers = [(NAMES[each.card], PAIRS[each.card]) for each in staff_of(state, seat)]
    terms = value_terms(symbols_of(cards), PAIRS[state.companies[seat]], PAIRS[state.months[-1]], designers)
    return settled_terms(terms, state.terms.options["negative"])


def tap_idea(state: State, action: Action) -> State:
    """One more idea on the stack: it hides the bottom of the one before (S-13)."""
    seat, card = action.seat, int(action.args[0])
    after = play_card(state, seat, card)
    return after._replace(trays=replaced(after.trays, seat, (*after.trays[seat], card)))


def take(state: State, action: Action) -> State:
    """An idea tapped goes back to the hand; everybody has seen it."""
    seat, card = action.seat, int(action.args[0])
    rest = tuple([other for other in state.trays[seat] if other != card])
    after = with_change(_back_in_hand(state, seat, 1 << card), seat)
    return after._replace(trays=replaced(after.trays, seat, rest))


def _back_in_hand(state: State, seat: int, cards: int) -> State:
    return state._replace(hands=replaced(state.hands, seat, state.hands[seat] | cards), open=state.open | cards)


def publish(state: State, action: Action) -> State:
    """Source: EN, "marks this by placing the relevant number of coins from the bank on that game" (S-15)"""
    seat = action.seat
    cards = state.trays[seat]
    terms = terms_of(state, seat, cards)
    value_k = sum_k(terms)
    after, coins = mark_amount(state, value_k)
    # by our house rule a point for the first game of a month but the last (S-38)
    is_first = state.did[seat] == MonthAction.NOTHING and state.month < MONTHS
    points = state.month_points[seat] + (is_first and state.terms.options["month_points"] == "yes")
    game = Published(state.published, seat, place_for(state, seat), cards, value_k, terms, coins)
    return after._replace(
        games=(*state.games, game),
        published=state.published + 1,
        trays=replaced(state.trays, seat, ()),
        did=replaced(state.did, seat, str(MonthAction.PUBLISH)),
        month_points=replaced(state.month_points, seat, points),
    )


def brainstorm(state: State, action: Action) -> State:
    """Source: EN, "draws an idea card), plus an additional idea for each game designer employed" (S-11)"""
    seat = action.seat
    count = min(1 + len(staff_of(state, seat)), deck_size(state))
    after = state._replace(did=replaced(state.did, seat, str(MonthAction.BRAINSTORM)))
    if state.untracked >> seat & 1:
        counts = replaced(after.hidden_count, seat, after.hidden_count[seat] + count)
        return after._replace(hidden_count=counts, taking=replaced(after.taking, seat, count))
    return after._replace(phase=Phase.DRAW, seat=seat, draws=count) if count else after


def draw(state: State, action: Action) -> State:
    after = deal_card(state, state.seat, int(action.args[0]))._replace(draws=state.draws - 1)
    return after if after.draws else after._replace(phase=Phase.MONTH, seat=NOBODY)


def be_ready(state: State, action: Action) -> State:
    """What is tapped goes back to the hand; when all are ready it is payday."""
    seat = action.seat
    after = _back_in_hand(state, seat, mask_of(state.trays[seat]))
    return end_when_ready(after._replace(trays=replaced(after.trays, seat, ())), action)


end_when_ready = ready_then(not_ready, payday.pay_income)


# -- chosen in secret


def seal_legal(state: State, seat: int) -> tuple[Action, ...]:
    """Contracts and trades need not wait for the choices (S-22, S-29); a seat that wants nothing may say so aloud."""
    return SEALS[seat] + staff.at_any_time(state, seat) + bare_action(seat, "pass")


SEALS = tuple(tuple(Action(seat, "seal", (choice,)) for choice in CHOICES) for seat in range(SEATS[-1]))


def seal(state: State, action: Action) -> State:
    """A seat that has chosen is ready; when all have, the choices are revealed together (S-10)."""
    sealed = replaced(state.sealed, action.seat, str(action.args[0]))
    return reveal_when_all_chose(state._replace(sealed=sealed), action)


reveal_when_all_chose = ready_then(not_ready, lambda state: state._replace(phase=Phase.MONTH, ready=0))


def choose_nothing(state: State, action: Action) -> State:
    """A seat that holds the others up, or does not mind, does nothing this month (S-09)."""
    return seal(state, Action(action.seat, "seal", (str(MonthAction.NOTHING),)))


MONTH: Effects[State] = {"tap": tap_idea, "take": take, "publish": publish, "brainstorm": brainstorm, "ready": be_ready}
STEPS: Steps[State] = {
    Phase.MONTH: Step(not_ready, legal, {**staff.AT_ANY_TIME, **MONTH}),
    Phase.SEAL: Step(not_ready, seal_legal, {**staff.AT_ANY_TIME, "seal": seal, "pass": choose_nothing}),
    Phase.DRAW: ChanceStep(any_card("draw"), {"draw": draw}),
}
