"""Why every match of Spiel des Jahres ends: each action lowers a ranking that cannot fall for ever.

What is compared first comes first. Months go by; in each its phases; contracts are played once. In the offers a
designer is fired once, then leaves the market once, and wages rise up to all coins there are. Each seat acts once a
month, ideas are published once, taking back has an end, and a trade that was called off is not begun again at once.
Trades that two agree on have no end by option (`trades=open`): there the ranking falls all the same, but without a
bottom. Without them `actions_left` is one number, and a bound: how many actions are left at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import hand_size

from .cards import CONTRACT_CARDS, CONTRACTS, SEATS
from .dealing import setup
from .kinds import GAMES
from .options import OPTIONS
from .staff import MOST_K, bidders
from .state import HAND, MONTHS, MOST_CHANGES, NOBODY, STEP_K, Deal, MonthAction, Phase, State, not_ready
from .worth import PARTS

STAGES = (  # of the setup, of a month, of the ceremony
    (Phase.COMPANY,), (Phase.HAND, Phase.DEAL), (Phase.TREND,), (Phase.SEAL,), (Phase.MONTH, Phase.DRAW),
    (Phase.LAST_CALL,), (Phase.OFFERS, Phase.AUCTION), (Phase.AWARD, Phase.CARD), (Phase.OVER,),
)  # fmt: skip
STAGE: Mapping[Phase, int] = {phase: len(STAGES) - at for at, phases in enumerate(STAGES) for phase in phases}


def ranking(state: State) -> tuple[int, ...]:
    """Lower after every action."""
    left = parts_left(state)
    in_months, of_month = list(left.values())[:4], list(left.values())[4:]
    traded = in_trade(state.deal) if state.deal else (0, 0, 0)
    return (*in_months, -state.trades_made, *of_month, -state.begun.bit_count(), *traded)


def parts_left(state: State) -> dict[str, int]:
    """What there is yet to come of each kind, by what is compared first: none of it is ever less than nothing."""
    phase = state.deal.back if state.deal else state.phase
    seats = state.terms.seats
    return {
        "months": MONTHS - state.month,
        "stages": STAGE[phase],
        "to deal": to_deal(state),
        "month cards": MONTHS - len(state.drawn),
        "contracts": contracts_left(state),
        "not fired": sum(each.fired_in != state.month for each in state.staff),
        "unemployed": sum(each.employer == NOBODY for each in state.staff),
        "raises": raises_left(state),
        "auction": int(phase is Phase.AUCTION),
        "idle seats": state.did.count(MonthAction.NOTHING),
        "games": len(GAMES) - state.published,
        "not ready": not_ready(state).bit_count(),
        "bidders": bidders(state).bit_count() if phase is Phase.AUCTION else 0,
        "changes": seats * MOST_CHANGES - sum(state.changes),
        "draws": state.draws,
        "room in trays": seats * PARTS[-1] - sum(map(len, state.trays)),
    }


def rises(seats: int) -> dict[str, dict[str, int]]:
    """How far later parts rise at most where one falls by one, in a match without trades."""
    designers = len(CONTRACTS)
    all_asked = {"not ready": seats, "room in trays": seats * PARTS[-1]}
    all_again = {"idle seats": seats, "changes": seats * MOST_CHANGES, **all_asked}
    return {
        "months": {"stages": len(STAGES), "not fired": designers, **all_again},
        "stages": {"to deal": seats * (HAND + 1) + HAND + 1, **all_again},
        "to deal": {},
        "month cards": {},
        "contracts": {"not fired": 1, "unemployed": 1, "raises": MOST_K // STEP_K, **all_asked},
        "not fired": {"unemployed": 1, **all_asked},
        "unemployed": all_asked,
        "raises": {"auction": 1, "bidders": seats},
        "auction": all_asked,
        "idle seats": {"draws": 1 + designers, **all_asked},
        "games": {"room in trays": PARTS[-1]},
        "not ready": {"room in trays": PARTS[-1]},
        "bidders": {},
        "changes": {"room in trays": PARTS[-1]},
        "draws": {},
        "room in trays": {},
    }  # fmt: skip


# -- a ranking as one number: where it is known how far later parts may rise if one falls, each part can be given a
# worth with which their sum falls, too


def worths(rises: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """What one of each part is worth, so that the sum falls with each action.

    `rises` names every part in its order, and for each how far later ones may rise where it falls by one.
    """
    worth_by_name: dict[str, int] = {}
    for part in reversed(list(rises)):
        worth_by_name[part] = 1 + sum(worth_by_name[later] * rise for later, rise in rises[part].items())
    return worth_by_name


def total_worth(parts: Mapping[str, int], worth: Mapping[str, int]) -> int:
    """All parts together."""
    return sum(worth[part] * count for part, count in parts.items())


@lru_cache(None)
def worth_at(seats: int) -> dict[str, int]:
    return worths(rises(seats))


def actions_left(state: State) -> int:
    """At most; each action makes it smaller, and 0 is the least. It holds where nobody trades."""
    return total_worth(parts_left(state), worth_at(state.terms.seats))


def most_actions() -> int:
    """Of any match without trades."""
    options = {**{option.name: option.default for option in OPTIONS}, "trades": "off"}
    return max(actions_left(setup(seats, options)) for seats in SEATS)


def to_deal(state: State) -> int:
    """What the setup still has before it: companies, and of each seat the question and its cards."""
    if state.phase is Phase.COMPANY:
        return state.terms.seats - state.seat
    if state.phase not in (Phase.HAND, Phase.DEAL):
        return 0
    cards = HAND if state.phase is Phase.HAND else HAND - hand_size(state, state.seat)
    return (state.terms.seats - state.seat) * (HAND + 1) + cards + (state.phase is Phase.HAND)


def contracts_left(state: State) -> int:
    """Contracts that have not been played."""
    played = mask_of(each.card for each in state.staff) | state.gone
    return (CONTRACT_CARDS & ~played).bit_count()


def raises_left(state: State) -> int:
    """How often all wages can still rise, the bid of an auction counted."""
    return sum((MOST_K - (state.bid_k if each.card == state.lot else each.wage_k)) // STEP_K for each in state.staff)


def in_trade(deal: Deal) -> tuple[int, int, int]:
    """A trade that goes on; what lies there only becomes more, but for what is taken back; it is handed over once."""
    things = sum(cards.bit_count() for cards in deal.cards) + sum(map(len, deal.games))
    return 1, -(things * STEP_K + sum(deal.money_k) + deal.asked_k), int(not deal.handed)
