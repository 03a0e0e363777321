"""Why every match of Spiel des Jahres ends: each action lowers a ranking that cannot fall for ever.

What is compared first comes first. Months go by; in each its phases; contracts are played once. In the offers a
designer is fired once, then leaves the market once, and wages rise up to all coins there are. Each seat acts once a
month, ideas are published once, taking back has an end, and a trade that was called off is not begun again at once.
Trades that two agree on have no end by option (`trades`): there the ranking falls all the same, but without a bottom.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import hand_size

from .cards import CARDS, CONTRACT_CARDS, CONTRACTS
from .open_phases import not_ready
from .staff import MOST_K, bidders
from .state import HAND, MONTHS, MOST_CHANGES, NOBODY, STEP_K, Deal, Did, Phase, State

STAGES = (  # of the setup, of a month, of the ceremony
    (Phase.COMPANY,), (Phase.HAND, Phase.DEAL), (Phase.TREND,), (Phase.SEAL,), (Phase.MONTH, Phase.DRAW),
    (Phase.LAST_CALL,), (Phase.OFFERS, Phase.AUCTION), (Phase.AWARD, Phase.CARD), (Phase.OVER,),
)  # fmt: skip
STAGE: Mapping[Phase, int] = {phase: len(STAGES) - at for at, phases in enumerate(STAGES) for phase in phases}


def ranking(state: State) -> tuple[int, ...]:
    """Lower after every action."""
    phase = state.deal.back if state.deal else state.phase
    return (
        MONTHS - state.month,
        STAGE[phase],
        to_deal(state),
        -len(state.drawn),
        -state.trades_made,
        contracts_left(state),
        sum(each.fired_in != state.month for each in state.staff),
        sum(each.employer == NOBODY for each in state.staff),
        wages_left_k(state),
        int(phase is Phase.AUCTION),
        state.did.count(Did.NOTHING),
        -state.published,
        not_ready(state).bit_count(),
        bidders(state).bit_count() if phase is Phase.AUCTION else 0,
        -sum(state.changes),
        state.draws,
        -sum(map(len, state.trays)),
        -state.begun.bit_count(),
        *(in_trade(state.deal) if state.deal else (0, 0, 0)),
    )


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


def wages_left_k(state: State) -> int:
    """How much all wages can still rise, the bid of an auction counted."""
    return sum(MOST_K - (state.bid_k if each.card == state.lot else each.wage_k) for each in state.staff)


def in_trade(deal: Deal) -> tuple[int, int, int]:
    """A trade that goes on; what lies there only becomes more, but for what is taken back; it is handed over once."""
    things = sum(cards.bit_count() for cards in deal.cards) + sum(map(len, deal.games))
    return 1, -(things * STEP_K + sum(deal.money_k) + deal.asked_k), int(not deal.handed)


def most_actions(seats: int) -> int:
    """Of a match without trades. It follows from the ranking: what falls, how often, and how many answer each time."""
    in_month = seats * (4 * MOST_CHANGES + CARDS)  # taps, and what is taken back; each card is drawn or dealt once
    bids = len(CONTRACTS) * (MOST_K // STEP_K)  # of the whole match, for no wage ever falls
    moves = 3 * len(CONTRACTS) * MONTHS  # played, fired, employed from the market
    return seats * (HAND + 1) + CARDS + MONTHS * (in_month + seats + 2) + (bids + moves) * 2 * seats
