"""Swap: a game of a named designer against a card of one's own; the turn goes to the asked player.

Source: ALEX & CO EN, "Swap" (A-19 to A-21)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, any_of
from glowtable.kit.phases import ChanceStep, Step, Steps, only_seat

from .asking import answer_step, ask, ask_player, designers, drawn_from, players
from .cards import EVERY, games_of
from .hands import deny, locate, see, slip
from .state import Phase, State, possible, unseen
from .turn import end_turn

SWAP = "swap"


def name_designer(state: State, action: Action) -> State:
    return ask(state._replace(asks=((state.whom, int(action.args[0])),)), games_of, answered)


def answered(state: State, yes: bool) -> State:
    if not yes:
        return end_turn(deny(state, state.whom, games_of(state.card)))
    if state.terms.options["swap_optional"] == "yes":
        return state._replace(phase=Phase.DECIDE, seat=state.active)
    return accept(state, None)


def accept(state: State, action: Action | None) -> State:
    """The asked player picks the game; or the asker draws one unseen."""
    if state.terms.options["swap_pick"] == "asker_blind":
        return state._replace(phase=Phase.DRAW, seat=state.active)
    return state._replace(phase=Phase.GIVE, seat=state.whom)


def give(state: State, action: Action) -> State:
    """The game is handed over, face down; now the asker pays for it (A-20)."""
    card = int(action.args[0])
    after = see(locate(state, state.whom, card), state.active, card)
    return after._replace(phase=Phase.PAY, seat=state.active, held=card)


def cards(state: State, seat: int) -> tuple[Action, ...]:
    """Any card the asker had before; any at all if none of them was read rightly.

    Source: EN, "for any card from your hand" (A-20)
    """
    return actions_for(seat, "give").of(possible(state, seat) or unseen(state))


def pay(state: State, action: Action) -> State:
    """A game of this designer comes, then any card goes: a hand that is not read may give the same one back (A-20)."""
    card = int(action.args[0])
    after = slip(state, state.whom, state.active, state.held, games_of(state.card))
    return end_turn(slip(locate(after, after.active, card), after.active, after.whom, card, EVERY), state.whom)


STEPS: Steps[State] = {
    (Phase.WHOM, SWAP): Step(only_seat, players, {"ask": ask_player}),
    (Phase.NAME, SWAP): Step(only_seat, designers, {"name": name_designer}),
    (Phase.ANSWER, SWAP): answer_step(games_of, answered),
    # EN, "you can swap any one of your cards"; "Now it is that player's turn!"
    (Phase.DECIDE, SWAP): Step(
        only_seat,
        any_of("accept", "decline"),
        {"accept": accept, "decline": lambda state, action: end_turn(state, state.whom)},
    ),
    (Phase.GIVE, SWAP): Step(
        only_seat,
        lambda state, seat: actions_for(seat, "give").of(possible(state, seat) & games_of(state.card)),
        {"give": give},
    ),
    (Phase.DRAW, SWAP): ChanceStep(lambda state: drawn_from(state, games_of(state.card)), {"draw": give}),
    (Phase.PAY, SWAP): Step(only_seat, cards, {"give": pay}),
}
