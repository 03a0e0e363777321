"""ESG and SAZ cards, played before a Call or a Swap.

Source: ALEX & CO EN, "Playing ESG and SAZ cards" (A-10 to A-12)
"""

from __future__ import annotations

from glowtable.game import Action, Chances
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.tuples import replaced

from .asking import answer_step, ask, drawn_from, players
from .cards import DESIGNERS, EVERY, GAMES
from .hands import drop, hand_over, located, see, slip_game
from .state import Mode, Phase, State
from .steps import Luck, Steps
from .turn import back_to_turn

ESG_CARD, SAZ_CARD = "esg", "saz"


def play(state: State, action: Action) -> State:
    """The card is shown and leaves the game; it decides whom one asks for what (A-10)."""
    card = int(action.args[0])
    after = drop(state, state.seat, card)
    return after._replace(phase=Phase.WHOM, act=action.kind, mode=Mode.PLAYED, gone=state.gone | 1 << card)


# -- ESG: a card drawn unseen


def from_player(state: State, action: Action) -> State:
    return state._replace(phase=Phase.DRAW, whom=int(action.args[0]))


def card_drawn(state: State) -> Chances:
    """Source: EN, "draw one card at random from the hand" (A-11)"""
    return drawn_from(state, EVERY)


def draw(state: State, action: Action) -> State:
    """Whatever it is, the drawer says what becomes of it: else all would hear whether it is a game (A-11)."""
    card = int(action.args[0])
    after = see(located(state, state.whom, card), state.active, card)
    if state.terms.options["esg_show"] == "public":
        after = after._replace(open=after.open | 1 << card)
    return after._replace(phase=Phase.KEEP, held=card)


def keep(state: State, action: Action) -> State:
    if state.terms.options["esg_show"] == "public":
        return back_to_turn(hand_over(state, state.whom, state.active, state.held))
    return back_to_turn(slip_game(state, state.whom, state.active, state.held))


def give_back(state: State, action: Action) -> State:
    return back_to_turn(state)


def choices(state: State) -> tuple[Action, ...]:
    """Only a game may be kept. Source: EN, "any other card must be returned" (A-11)"""
    back = bare_action(state.seat, "return")
    return bare_action(state.seat, "keep") + back if GAMES >> state.held & 1 else back


# -- SAZ: one player for two designers, or two players for one


def ask_player(state: State, action: Action) -> State:
    """Another player is asked for the same designer (A-12 ii), the same player for another one (A-12 i)."""
    seat = int(action.args[0])
    if state.asks and seat != state.whom:
        return put(state._replace(asks=(*state.asks, (seat, state.card))))
    return state._replace(phase=Phase.NAME, whom=seat)


def designers(state: State) -> tuple[Action, ...]:
    """Source: EN, "two different designer cards" (A-12)"""
    named = 1 << state.card if state.asks else 0
    return actions_for(state.seat, "name").of(DESIGNERS & ~state.gone & ~named)


def name(state: State, action: Action) -> State:
    card = int(action.args[0])
    after = state._replace(asks=(*state.asks, (state.whom, card)), card=card)
    return put(after) if state.asks else after._replace(phase=Phase.WHOM)


def put(state: State) -> State:
    """Both questions are answered one after the other."""
    return ask(state, wanted, answered) if state.asks else back_to_turn(state)


def wanted(card: int) -> int:
    return 1 << card


def answered(state: State, yes: bool) -> State:
    """Each designer card held must be handed over (A-12)."""
    rest = state._replace(asks=state.asks[1:])
    if yes:
        return put(hand_over(rest, state.whom, state.active, state.card))
    denied = replaced(state.denied, state.whom, state.denied[state.whom] | 1 << state.card)
    return put(rest._replace(denied=denied))


STEPS: Steps = {
    (Phase.WHOM, ESG_CARD): (players, {"ask": from_player}),
    (Phase.KEEP, ESG_CARD): (choices, {"keep": keep, "return": give_back}),
    (Phase.WHOM, SAZ_CARD): (players, {"ask": ask_player}),
    (Phase.NAME, SAZ_CARD): (designers, {"name": name}),
    (Phase.ANSWER, SAZ_CARD): answer_step(wanted, answered),
}
LUCK: Luck = {(Phase.DRAW, ESG_CARD): (card_drawn, {"draw": draw})}
