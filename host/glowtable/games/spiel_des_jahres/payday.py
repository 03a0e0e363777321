"""The end of a month: income, wages, ruin, and what follows.

Source: Spiel des Jahres EN, "At the end of the round" (S-23) and "Other rules" (S-30, S-31)
"""

from __future__ import annotations

from glowtable.kit.phases import Step, Steps, ready_then
from glowtable.kit.tuples import replaced

from . import award
from .bank import collect_money, pay_player, return_markers
from .staff import AT_ANY_TIME, at_any_time_or_ready, dismiss
from .state import MONTHS, NOBODY, End, Phase, State, games_of, not_ready, seats_alive, staff_of


def earnings_k(state: State) -> tuple[int, ...]:
    """What all games that each seat owns bring (S-23)."""
    sums_k = [0] * state.terms.seats
    for game in state.games:
        sums_k[game.owner] += max(0, game.value_k)
    return tuple(sums_k)


def dues_k(state: State) -> tuple[int, ...]:
    """All wages of each seat, and what its games worth less than nothing cost (S-18, S-23)."""
    sums_k = [0] * state.terms.seats
    for game in state.games:
        sums_k[game.owner] += max(0, -game.value_k)
    for designer in state.staff:
        if designer.employer != NOBODY:
            sums_k[designer.employer] += designer.wage_k
    return tuple(sums_k)


def seats_short(state: State) -> tuple[int, ...]:
    """The seats that must pay more than they have. Source: EN, "they immediately lose" (S-30)"""
    dues = dues_k(state)
    return tuple([seat for seat in seats_alive(state) if dues[seat] > state.money_k[seat]])


def with_income(state: State) -> State:
    earnings = earnings_k(state)
    for seat in seats_alive(state):
        state = pay_player(state, seat, earnings[seat])
    return state


def pay_income(state: State) -> State:
    """Everybody is paid; by option who cannot pay may trade before (S-30)."""
    state = with_income(state)
    may_trade = state.terms.options["last_call"] == "yes" and state.terms.trades
    return state._replace(phase=Phase.LAST_CALL, ready=0) if may_trade and seats_short(state) else pay_wages(state)


def pay_wages(state: State) -> State:
    """All pay at once, and who cannot is ruined; then offers, or the ceremony (S-23, S-27, S-30)."""
    state = state._replace(ready=0)
    ruined = seats_short(state)
    for seat in ruined:
        state = ruin_seat(state, seat)
    dues = dues_k(state)
    for seat in seats_alive(state):
        state = collect_money(state, seat, dues[seat])
    state = state._replace(staff=tuple([each._replace(paid=True) for each in state.staff]))
    if state.alive.bit_count() < 2:
        left = seats_alive(state)
        return award.end_match(state, End.LAST_ONE if left else End.RUIN, left)
    return award.begin_ceremony(state) if state.month == MONTHS else state._replace(phase=Phase.OFFERS)


def ruin_seat(state: State, seat: int) -> State:
    """Nobody sees what the hand was. Source: EN, "All of the cards in their hand, their games, their game
    designers are removed" (S-30)
    """
    hidden = state.hands[seat] & ~state.open
    cards = state.hands[seat] & state.open
    for game in games_of(state, seat):
        state = return_markers(state, game.coins)
        cards |= sum(1 << card for card in game.cards)
    for designer in staff_of(state, seat):
        state = dismiss(state, designer)
    # EN, "all coins are returned to the bank" (S-30)
    return collect_money(state, seat, state.money_k[seat])._replace(
        alive=state.alive & ~(1 << seat),
        games=tuple([game for game in state.games if game.owner != seat]),
        hands=replaced(state.hands, seat, 0),
        hidden_count=replaced(state.hidden_count, seat, 0),
        buried=state.buried + state.hidden_count[seat],
        gone=state.gone | cards,
        away=state.away | hidden,
        open=state.open & ~cards,
    )


# A contract played in the last call is due at once, with all the others (S-22, S-23).
STEPS: Steps[State] = {
    Phase.LAST_CALL: Step(not_ready, at_any_time_or_ready, {**AT_ANY_TIME, "ready": ready_then(not_ready, pay_wages)})
}
