"""Icons: how many a seat has, what fights cost, and how that is paid.

Source: Alter Ego EN, "you must spend all of the icons depicted on the Henchman card at once" (E-27, E-28, E-33)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from glowtable.kit.phases import SEATS_OF
from glowtable.kit.tuples import replaced

from .cards import COST, ONES, count
from .state import BOARD, NO_ICONS, WILD, Icons, State, Vigilante, changed, in_area, minus, plus
from .villains import ignored_cards


def icons_of(state: State, seat: int, icon: str) -> int:
    """How many of a support icon a seat has in its play area, but for what a villain forbids to count (E-14)."""
    vigilante = state.people[seat]
    return count(in_area(vigilante) & ~ignored_cards(state, vigilante, icon), icon)


def to_draw(state: State, seat: int) -> int:
    """Cards to draw in Support (E-18)."""
    return int(BOARD["family"]) + icons_of(state, seat, "family")


def fight_icons(vigilante: Vigilante) -> Icons:
    """The icons a seat can still spend this round, of each type and of any (E-27)."""
    area, balance = in_area(vigilante), vigilante.balance
    typed = [(area & ones).bit_count() + extra for ones, extra in zip(ONES, balance, strict=False)]
    return (*typed, balance[WILD])


def team_icons(state: State, team: int) -> Icons:
    """One pool of all members (E-33)."""
    icons = NO_ICONS
    for seat in SEATS_OF[team]:
        icons = plus(icons, fight_icons(state.people[seat]))
    return icons


def blocked(state: State, team: int) -> int:
    """Icons that cannot be spent: of each member one for every two penalty tokens, as far as it has any (E-38)."""
    if state.terms.forcing:
        return 0
    members = [state.people[seat] for seat in SEATS_OF[team]]
    return sum([min(sum(each.penalties) // 2, sum(fight_icons(each)) + each.spent) for each in members])


PAYMENT_CACHE_SIZE = 2048  # payments that were looked at lately


def lacking(cost: Sequence[int], have: Icons) -> int:
    """How many icons are missing, those of any type aside."""
    return sum([need - has for need, has in zip(cost, have, strict=False) if need > has])


@lru_cache(PAYMENT_CACHE_SIZE)
def payable(cost: tuple[int, ...], have: Icons, left: int) -> bool:
    """Icons of any type fill the gaps, and so many are left; that is whether any payment exists."""
    return lacking(cost, have) <= have[WILD] and sum(have) - sum(cost) >= left


def pay(state: State, seat: int, card: int) -> State:
    """The only payment that wastes nothing: exact icons first, then such of any type; the seat's own before others'.

    What each seat paid is kept for who takes the trophy (E-32).
    """
    team = SEATS_OF[state.people[seat].team]
    order = (seat, *[member for member in team if member != seat])
    need, paid = [*COST[card], 0], [0] * state.terms.seats
    for member in order:
        state, need, paid[member] = _exact_payments(state, member, need)
    need[WILD], need[:WILD] = sum(need), [0] * WILD
    for member in order:
        state, need, more = _exact_payments(state, member, need)
        paid[member] += more
    return state._replace(paid=tuple(paid))


def _exact_payments(state: State, seat: int, need: list[int]) -> tuple[State, list[int], int]:
    """What one seat pays of it, with the rest and how much that was."""
    vigilante = state.people[seat]
    spent = [min(wanted, has) for wanted, has in zip(need, fight_icons(vigilante), strict=True)]
    if not any(spent):
        return state, need, 0
    after = changed(state, seat, balance=minus(vigilante.balance, spent), spent=vigilante.spent + sum(spent))
    return after, [*minus(need, spent)], sum(spent)


def gain_icons(state: State, seat: int, icon: int, amount: int = 1) -> State:
    """Icons for this round."""
    balance = state.people[seat].balance
    return changed(state, seat, balance=replaced(balance, icon, balance[icon] + amount))
