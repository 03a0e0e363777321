"""Trades: two seats put in what they give, in turns, until one of them accepts what lies there or ends it.

Whoever is asked may accept, put something of its own in or ask for money and hand it back, or refuse. Nothing moves
before both sides can give all of it. What is put in or asked for everybody sees.
Source: Spiel des Jahres EN, "ideas in their hand, money, and the ownership of games" (S-29)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.hands import move_cards
from glowtable.kit.phases import Effects, Step, Steps
from glowtable.kit.tuples import replaced

from .bank import handed
from .open_phases import unready
from .state import ALL_K, STEP_K, Deal, Phase, State, game_of, games_of, located, place_for, possible


def partners(state: State, seat: int) -> tuple[Action, ...]:
    """Everybody else in the game, if trades are open (S-29)."""
    return actions_for(seat, "trade").of(state.alive & ~(1 << seat)) if state.terms.trades else ()


def begin(state: State, action: Action) -> State:
    deal = Deal((action.seat, int(action.args[0])), 0, back=state.phase)
    return state._replace(phase=Phase.TRADE, deal=deal)


def current(state: State) -> Deal:
    deal = state.deal
    assert deal, "a trade is made in its phase only"
    return deal


def turn(state: State) -> int:
    deal = current(state)
    return 1 << deal.seats[deal.turn]


def own_k(state: State) -> int:
    """How much money the seat whose turn it is could still put in."""
    deal = current(state)
    return state.money_k[deal.seats[deal.turn]] - deal.money_k[deal.turn]


def sums_k(deal: Deal) -> tuple[int, int]:
    """The money of both sides, what is asked for among it."""
    other = 1 - deal.turn
    one, two = replaced(deal.money_k, other, deal.money_k[other] + deal.asked_k)
    return one, two


def others_k(state: State) -> int:
    """How much more the seat whose turn it is could ask for: nothing where nobody knows what others have."""
    deal = current(state)
    other = 1 - deal.turn
    is_open = state.terms.options["money"] == "open"
    return state.money_k[deal.seats[other]] - sums_k(deal)[other] if is_open else 0


def is_empty(deal: Deal) -> bool:
    """Nothing lies there from either side."""
    return not (any(deal.cards) or any(deal.games) or any(deal.money_k))


def puts_in(deal: Deal, side: int) -> bool:
    return bool(deal.cards[side] or deal.games[side] or deal.money_k[side])


def legal(state: State, seat: int) -> tuple[Action, ...]:
    deal = current(state)
    side = deal.turn
    offered = actions_for(seat, "give").of(possible(state, seat) & ~deal.cards[side])
    offered += tuple(
        [Action(seat, "game", (game.number,)) for game in games_of(state, seat) if game.number not in deal.games[side]]
    )
    offered += sums(seat, "pay", own_k(state)) + sums(seat, "ask", others_k(state))
    offered += bare_action(seat, "withdraw") if puts_in(deal, side) or deal.asked_k else ()
    if not deal.handed:
        offered += bare_action(seat, "hand")
    elif may_accept(state):
        offered += bare_action(seat, "accept")
    return offered + bare_action(seat, "pass")


def sums(seat: int, kind: str, most_k: int) -> tuple[Action, ...]:
    """No more than all coins at once; more may be added."""
    return tuple([Action(seat, kind, (sum_k,)) for sum_k in range(STEP_K, min(most_k, ALL_K) + 1, STEP_K)])


def may_accept(state: State) -> bool:
    """Something lies there, and the coins that there are can make the payment."""
    deal = current(state)
    return deal.handed and not is_empty(deal) and paid(state) is not None


def paid(state: State) -> State | None:
    """Only the difference of the two sums moves."""
    (one, other), (first_k, second_k) = current(state).seats, current(state).money_k
    if first_k >= second_k:
        return handed(state, one, other, first_k - second_k)
    return handed(state, other, one, second_k - first_k)


def _put(state: State, **changed: object) -> State:
    return state._replace(deal=current(state)._replace(handed=False, **changed))  # type: ignore[arg-type]


def give(state: State, action: Action) -> State:
    """An idea or a contract of the hand (S-29)."""
    deal, card = current(state), int(action.args[0])
    cards = replaced(deal.cards, deal.turn, deal.cards[deal.turn] | 1 << card)
    return _put(located(state, action.seat, card), cards=cards)


def game(state: State, action: Action) -> State:
    deal = current(state)
    return _put(state, games=replaced(deal.games, deal.turn, (*deal.games[deal.turn], int(action.args[0]))))


def pay(state: State, action: Action) -> State:
    """Any sum that the seat still has; it is added to what it has put in (S-29)."""
    deal = current(state)
    return _put(state, money_k=replaced(deal.money_k, deal.turn, deal.money_k[deal.turn] + int(action.args[0])))


def ask(state: State, action: Action) -> State:
    """What the other side shall pay is added to what it puts in when it is asked; it may take that out again."""
    return _put(state, asked_k=current(state).asked_k + int(action.args[0]))


def withdraw(state: State, action: Action) -> State:
    """All of one's own is taken out again, and nothing is asked for."""
    deal = current(state)
    side = deal.turn
    return _put(
        state,
        cards=replaced(deal.cards, side, 0),
        games=replaced(deal.games, side, ()),
        money_k=replaced(deal.money_k, side, 0),
        asked_k=0,
    )


def hand(state: State, action: Action) -> State:
    """The other side is asked."""
    deal = current(state)
    return state._replace(deal=deal._replace(turn=1 - deal.turn, money_k=sums_k(deal), asked_k=0, handed=True))


def accept(state: State, action: Action) -> State:
    """Everything changes hands at once. The two are asked again, but who has chosen in secret is bound (S-10)."""
    deal, after = current(state), paid(state)
    assert after, "what cannot be paid cannot be accepted"
    for side, other in ((0, 1), (1, 0)):
        after = move_cards(after, deal.seats[side], deal.seats[other], deal.cards[side])
    for side, other in ((0, 1), (1, 0)):
        for number in deal.games[side]:
            after = _game_moved(after, number, deal.seats[other])
    return over(after) if deal.back is Phase.SEAL else unready(over(after), *deal.seats)


def _game_moved(state: State, number: int, taker: int) -> State:
    """Only its owner changes: value, name and coins stay (S-15)."""
    game = game_of(state, number)
    assert game, "only games in the match are traded"
    moved = game._replace(owner=taker, place=place_for(state, taker))
    return state._replace(games=tuple([moved if each.number == number else each for each in state.games]))


def over(state: State, action: Action | None = None) -> State:
    """The match goes on where it was."""
    return state._replace(phase=current(state).back, deal=None)


PUT_IN: Effects[State] = {"give": give, "game": game, "pay": pay, "ask": ask, "withdraw": withdraw}
STEPS: Steps[State] = {Phase.TRADE: Step(turn, legal, {**PUT_IN, "hand": hand, "accept": accept, "pass": over})}
