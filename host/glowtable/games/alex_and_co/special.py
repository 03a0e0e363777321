"""ESG and SAZ cards, played before a Call or a Swap.

Source: ALEX & CO EN, "Playing ESG and SAZ cards" (A-10 to A-12)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import bare_action
from glowtable.kit.phases import ChanceStep, Step, Steps, only_seat

from . import asking
from .asking import answer_step, ask, designers, drawn_from, players, this_card
from .cards import EVERY, GAMES, NO_CARD
from .hands import deny, drop, hand_over, locate, see, slip
from .state import Mode, Phase, State
from .turn import back_to_turn

ESG_CARD, SAZ_CARD = "esg", "saz"


def play_special(state: State, action: Action) -> State:
    """The card is shown and leaves the game; it decides whom one asks for what (A-10)."""
    card = int(action.args[0])
    after = drop(state, state.seat, card)
    return after._replace(phase=Phase.WHOM, act=action.kind, mode=Mode.PLAYED, gone=state.gone | 1 << card)


# -- ESG: a card drawn unseen


def draw(state: State, action: Action) -> State:
    """Whatever it is, the drawer says what becomes of it: else all would hear whether it is a game (A-11)."""
    card = int(action.args[0])
    after = see(locate(state, state.whom, card), state.active, card)
    if state.terms.options["esg_show"] == "public":
        after = after._replace(open=after.open | 1 << card)
    return after._replace(phase=Phase.KEEP, held=card)


def keep(state: State, action: Action) -> State:
    """What may not be kept goes back, as if it was returned: a refusal would tell all what it is (A-11)."""
    if done_as(action, state) != action.kind:
        return back_to_turn(state)
    if state.terms.options["esg_show"] == "public":
        return back_to_turn(hand_over(state, state.whom, state.active, state.held))
    return back_to_turn(slip(state, state.whom, state.active, state.held, GAMES))


def choices(state: State, seat: int) -> tuple[Action, ...]:
    """Only a game may be kept, or what may be one. Source: EN, "any other card must be returned" (A-11)"""
    back = bare_action(seat, "return")
    return bare_action(seat, "keep") + back if may_keep(state) else back


def may_keep(state: State) -> bool:
    return state.held == NO_CARD or bool(GAMES >> state.held & 1)


def is_held_openly(state: State) -> bool:
    """Whether the card came before all eyes. To know of a card in a hand is not to know that it was the one drawn."""
    return state.act == ESG_CARD and state.terms.options["esg_show"] == "public"


def done_as(action: Action, state: State) -> str:
    """The kind of action that this turns out to be."""
    return "return" if action.kind == "keep" and not may_keep(state) else action.kind


# -- SAZ: one player for two designers, or two players for one


def ask_player(state: State, action: Action) -> State:
    """Another player is asked for the same designer (A-12 ii), the same player for another one (A-12 i)."""
    seat = int(action.args[0])
    if state.asks and seat != state.whom:
        return put(state._replace(asks=(*state.asks, (seat, state.card))))
    return asking.ask_player(state, action)


def name_designer(state: State, action: Action) -> State:
    card = int(action.args[0])
    after = state._replace(asks=(*state.asks, (state.whom, card)), card=card)
    return put(after) if state.asks else after._replace(phase=Phase.WHOM)


def put(state: State) -> State:
    """Both questions are answered one after the other."""
    return ask(state, this_card, answered) if state.asks else back_to_turn(state)


def answered(state: State, yes: bool) -> State:
    """Each designer card held must be handed over (A-12)."""
    rest = state._replace(asks=state.asks[1:])
    if yes:
        return put(hand_over(rest, state.whom, state.active, state.card))
    return put(deny(rest, state.whom, 1 << state.card))


STEPS: Steps[State] = {
    (Phase.WHOM, ESG_CARD): Step(
        only_seat,
        players,
        {"ask": lambda state, action: state._replace(phase=Phase.DRAW, whom=int(action.args[0]))},
    ),
    # EN, "draw one card at random from the hand"
    (Phase.DRAW, ESG_CARD): ChanceStep(lambda state: drawn_from(state, EVERY), {"draw": draw}),
    (Phase.KEEP, ESG_CARD): Step(
        only_seat, choices, {"keep": keep, "return": lambda state, action: back_to_turn(state)}
    ),
    (Phase.WHOM, SAZ_CARD): Step(only_seat, players, {"ask": ask_player}),
    (Phase.NAME, SAZ_CARD): Step(only_seat, designers, {"name": name_designer}),
    (Phase.ANSWER, SAZ_CARD): answer_step(this_card, answered),
}
