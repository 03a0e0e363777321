"""Trades: two seats put in what they give, in turns, until one of them accepts what lies there or ends it.

The seat that is asked may accept, refuse, or put something in or ask for money and hand the trade back. Nothing moves
before both sides can give all of it. What is put in or asked for everybody sees.
Source: Spiel des Jahres EN, "ideas in their hand, money, and the ownership of games" (S-29)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.hands import move_cards
from glowtable.kit.phases import Effects, Step, Steps
from glowtable.kit.tuples import replaced

from .bank import hand_money
from .state import (
    ALL_K,
    STEP_K,
    Deal,
    Phase,
    State,
    game_of,
    games_of,
    may_change,
    place_for,
    possible_of,
    show_card,
    trade_bit,
    with_change,
)


def trade_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Everybody else in the game, if trades are open (S-29); one just called off only after something else."""
    if not state.terms.trades:
        return ()
    called_off = mask_of(other for other in members(state.alive) if state.begun & trade_bit(seat, other))
    return actions_for(seat, "trade").of(state.alive & ~(1 << seat) & ~called_off)


def begin_trade(state: State, action: Action) -> State:
    seats = action.seat, int(action.args[0])
    deal = Deal(seats, 0, back=state.phase)
    return state._replace(phase=Phase.TRADE, deal=deal, begun=state.begun | trade_bit(*seats))


def deal_of(state: State) -> Deal:
    deal = state.deal
    assert deal, "a trade is made in its phase only"
    return deal


def whose_turn(state: State) -> int:
    deal = deal_of(state)
    return 1 << deal.seats[deal.turn]


def sums_k(deal: Deal) -> tuple[int, int]:
    """The money of both sides, what is asked for among it."""
    other = 1 - deal.turn
    one, two = replaced(deal.money_k, other, deal.money_k[other] + deal.asked_k)
    return one, two


def others_k(state: State) -> int:
    """How much more the seat whose turn it is could ask for: nothing where nobody knows what others have."""
    deal = deal_of(state)
    other = 1 - deal.turn
    is_open = state.terms.options["money"] == "open"
    return state.money_k[deal.seats[other]] - sums_k(deal)[other] if is_open else 0


def is_empty(deal: Deal) -> bool:
    """Nothing lies there from either side."""
    return not (any(deal.cards) or any(deal.games) or any(deal.money_k))


def may_withdraw(state: State) -> bool:
    """Something of the seat whose turn it is lies there, and it has not taken back too often (S-12)."""
    deal = deal_of(state)
    put_in = deal.cards[deal.turn] or deal.games[deal.turn] or deal.money_k[deal.turn] or deal.asked_k
    return may_change(state, deal.seats[deal.turn]) and bool(put_in)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    deal = deal_of(state)
    side = deal.turn
    offered = actions_for(seat, "give").of(possible_of(state, seat) & ~deal.cards[side])
    offered += tuple(
        [Action(seat, "game", (game.number,)) for game in games_of(state, seat) if game.number not in deal.games[side]]
    )
    offered += sum_actions(seat, "pay", state.money_k[seat] - deal.money_k[side]) + sum_actions(
        seat, "ask", others_k(state)
    )
    offered += bare_action(seat, "withdraw") if may_withdraw(state) else ()
    if not deal.handed:
        offered += bare_action(seat, "hand")
    elif may_accept(state):
        offered += bare_action(seat, "accept")
    return offered + bare_action(seat, "pass")


def sum_actions(seat: int, kind: str, most_k: int) -> tuple[Action, ...]:
    """No more than all coins at once; more may be added."""
    return tuple([Action(seat, kind, (sum_k,)) for sum_k in range(STEP_K, min(most_k, ALL_K) + 1, STEP_K)])


def may_accept(state: State) -> bool:
    """Something lies there, and the coins that there are can make the payment."""
    deal = deal_of(state)
    return deal.handed and not is_empty(deal) and with_payment(state) is not None


def with_payment(state: State) -> State | None:
    """Only the difference of the two sums moves."""
    (one, other), (first_k, second_k) = deal_of(state).seats, deal_of(state).money_k
    if first_k >= second_k:
        return hand_money(state, one, other, first_k - second_k)
    return hand_money(state, other, one, second_k - first_k)


def _put_in(state: State, **changed: object) -> State:
    return state._replace(deal=deal_of(state)._replace(handed=False, **changed))  # type: ignore[arg-type]


def give(state: State, action: Action) -> State:
    """An idea or a contract of the hand (S-29)."""
    deal, card = deal_of(state), int(action.args[0])
    cards = replaced(deal.cards, deal.turn, deal.cards[deal.turn] | 1 << card)
    return _put_in(show_card(state, action.seat, card), cards=cards)


def game(state: State, action: Action) -> State:
    deal = deal_of(state)
    return _put_in(state, games=replaced(deal.games, deal.turn, (*deal.games[deal.turn], int(action.args[0]))))


def pay(state: State, action: Action) -> State:
    """Any sum that the seat still has; it is added to what it has put in (S-29)."""
    deal = deal_of(state)
    return _put_in(state, money_k=replaced(deal.money_k, deal.turn, deal.money_k[deal.turn] + int(action.args[0])))


def ask(state: State, action: Action) -> State:
    """What the other side shall pay is added to what it puts in when it is asked; it may take that out again."""
    return _put_in(state, asked_k=deal_of(state).asked_k + int(action.args[0]))


def withdraw(state: State, action: Action) -> State:
    """The seat takes out all that it has put in, and asks for nothing."""
    deal = deal_of(state)
    side = deal.turn
    return _put_in(
        with_change(state, action.seat),
        cards=replaced(deal.cards, side, 0),
        games=replaced(deal.games, side, ()),
        money_k=replaced(deal.money_k, side, 0),
        asked_k=0,
    )


def hand(state: State, action: Action) -> State:
    """The other side is asked."""
    deal = deal_of(state)
    return state._replace(deal=deal._replace(turn=1 - deal.turn, money_k=sums_k(deal), asked_k=0, handed=True))


def accept(state: State, action: Action) -> State:
    """Everything changes hands at once. The two are asked again, unless they have chosen in secret (S-10)."""
    deal, after = deal_of(state), with_payment(state)
    assert after, "what cannot be paid cannot be accepted"
    after = after._replace(begun=0, trades_made=after.trades_made + 1)
    for side, other in ((0, 1), (1, 0)):
        after = move_cards(after, deal.seats[side], deal.seats[other], deal.cards[side])
    for side, other in ((0, 1), (1, 0)):
        for number in deal.games[side]:
            after = _game_moved(after, number, deal.seats[other])
    ended = end_trade(after)
    return ended if deal.back is Phase.SEAL else ended._replace(ready=ended.ready & ~mask_of(deal.seats))


def _game_moved(state: State, number: int, taker: int) -> State:
    """Only its owner changes: value, name and coins stay (S-15)."""
    game = game_of(state, number)
    assert game, "only games in the match are traded"
    moved = game._replace(owner=taker, place=place_for(state, taker))
    return state._replace(games=tuple([moved if each.number == number else each for each in state.games]))


def end_trade(state: State, action: Action | None = None) -> State:
    """The match goes on where it was."""
    return state._replace(phase=deal_of(state).back, deal=None)


PUT_IN: Effects[State] = {"give": give, "game": game, "pay": pay, "ask": ask, "withdraw": withdraw}
ANSWERS: Effects[State] = {"hand": hand, "accept": accept, "pass": end_trade}
STEPS: Steps[State] = {Phase.TRADE: Step(whose_turn, legal, {**PUT_IN, **ANSWERS})}
