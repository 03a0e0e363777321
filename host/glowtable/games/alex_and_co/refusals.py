"""Why not? The reason an action of ALEX & CO is refused, with its rule.

What a refusal says everybody hears: it names no card of a hand, and nobody else's hand.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from glowtable.game import CHANCE, Action, Refusal, say

from .cards import CARDS, ESG, NAMES, SAZ, SET
from .state import GAP, Mode, Phase, State, possible, size


class Reason(StrEnum):
    OVER = "over"
    UNKNOWN = "unknown"  # no such action, card, place or player
    NOT_NOW = "not now"
    NOT_YOUR_TURN = "not your turn"
    NO_RIGHT = "no right to call"
    NO_CARDS = "player without cards"
    SELF = "oneself"
    AFTER_SPECIAL = "ESG or SAZ before reveal"
    TOO_LATE = "ESG or SAZ after the action"
    NO_PROOF = "no proof"
    NO_MAJORITY = "no majority"
    NO_SET = "card of no set"
    NOT_HELD = "card not in this hand"
    EMPTY = "place without a card"
    TWICE = "turned up already"
    ELSEWHERE = "card elsewhere"
    UNTRUE = "answer against what all know"
    MUST = "must go on"


Why = Callable[[State, int], Refusal]

KINDS = {
    "begin", "full", "trust", "call", "swap", "reveal", "esg", "saz", "lay", "done", "end", "at", "ask", "name", "back",
    "prove", "point", "yes", "no", "accept", "decline", "give", "keep", "return", "stop", "take", "leave", "pass",
    "retract",
}  # fmt: skip
PLAIN = KINDS - {"esg", "saz", "lay", "at", "ask", "name", "prove", "point", "give"}  # are about nothing
BY_CHANCE = {"starter", "out", "deal", "turn", "draw"}
CARD_KINDS = {"esg", "saz", "lay", "name", "prove", "give", "out", "deal", "turn", "draw"}


def why(state: State, action: Action) -> Refusal:
    """The reason for an action that is not legal."""
    if state.phase is Phase.OVER:
        return Refusal(Reason.OVER, say("the match is over"), "A-30")
    if action.kind not in (BY_CHANCE if action.seat == CHANCE else KINDS) or not _well_formed(action):
        return Refusal(Reason.UNKNOWN, say("there is no such action in ALEX & CO"))
    about = int(action.args[0]) if action.args else 0
    if action.kind in CARD_KINDS and not 0 <= about < CARDS:
        return no_such_card()
    if action.seat not in (CHANCE, state.seat):
        return not_your_turn(state)
    found = REASONS.get((state.phase, action.kind)) or ANYWHERE.get(action.kind)
    return found(state, about) if found else not_now(state)


def _well_formed(action: Action) -> bool:
    return len(action.args) <= 1 and all(isinstance(arg, int) for arg in action.args)


def no_such_card() -> Refusal:
    return Refusal(Reason.UNKNOWN, say("ALEX & CO has no such card"), "A-01")


def not_your_turn(state: State) -> Refusal:
    return Refusal(Reason.NOT_YOUR_TURN, say("it is for {seat} to act", seat=state.seat), "A-08")


def not_now(state: State, about: int = 0) -> Refusal:
    return Refusal(Reason.NOT_NOW, say("not now: something else is asked"), "A-09")


def _call(state: State, about: int) -> Refusal:
    if state.mode is Mode.REVEALED:
        return Refusal(Reason.NOT_NOW, say("one action a turn: Reveal is done"), "A-09")
    return Refusal(
        Reason.NO_RIGHT, say("no right to call: no card of a set in hand, no incomplete set displayed"), "A-14"
    )


def _swap(state: State, about: int) -> Refusal:
    if state.mode in (Mode.CALLED, Mode.REVEALED):
        return Refusal(Reason.NOT_NOW, say("one action a turn: it is done"), "A-09")
    if not size(state, state.seat):
        return Refusal(Reason.NO_CARDS, say("a swap needs a card to give: {seat} has none", seat=state.seat), "A-19")
    return Refusal(Reason.NO_CARDS, say("nobody else has a card"), "A-19")


def _reveal(state: State, about: int) -> Refusal:
    if state.mode is Mode.PLAYED:
        return Refusal(Reason.AFTER_SPECIAL, say("no Reveal after an ESG or SAZ card"), "A-10")
    return Refusal(Reason.NOT_NOW, say("one action a turn: it is done"), "A-09")


def _special(state: State, card: int) -> Refusal:
    if state.mode in (Mode.CALLED, Mode.REVEALED):
        return Refusal(Reason.TOO_LATE, say("ESG and SAZ cards are played before the action"), "A-10")
    if not possible(state, state.seat) >> card & 1:
        return _not_held(state)
    if (ESG | SAZ) >> card & 1:
        return Refusal(Reason.NO_CARDS, say("nobody else has a card"), "A-11")
    return Refusal(Reason.UNKNOWN, say("only ESG and SAZ cards are played"), "A-10")


def _not_held(state: State) -> Refusal:
    return Refusal(Reason.NOT_HELD, say("this card cannot be in the hand of {seat}", seat=state.seat), "A-38")


def _lay(state: State, card: int) -> Refusal:
    if not possible(state, state.seat) >> card & 1:
        return _not_held(state)
    if SET[card] < 0:
        return Refusal(Reason.NO_SET, say("ESG and SAZ cards are not displayed"), "A-25")
    if state.end and state.terms.options["final_display"] != "union":
        return Refusal(Reason.NOT_NOW, say("that is not displayed in the last step, as was agreed"), "A-31")
    return Refusal(Reason.NO_MAJORITY, say("no majority of this set, and nobody displays it incomplete"), "A-26")


def _lay_more(state: State, card: int) -> Refusal:
    if state.laying >> card & 1:
        return Refusal(Reason.TWICE, say("{card} is displayed already", card=NAMES[card]), "A-25")
    if not possible(state, state.seat) >> card & 1:
        return _not_held(state)
    return Refusal(
        Reason.NO_SET, say("{card} is of another set: first this one is displayed", card=NAMES[card]), "A-26"
    )


def _done(state: State, about: int) -> Refusal:
    return Refusal(Reason.NO_MAJORITY, say("a set needs the majority of its cards"), "A-26")


def _retract(state: State, about: int) -> Refusal:
    return Refusal(Reason.MUST, say("a set that was begun is displayed"), "A-26")


def _at(state: State, place: int) -> Refusal:
    if not 0 <= place < state.terms.places:
        return Refusal(Reason.UNKNOWN, say("there is no such place"), "A-06")
    if state.faces[place] == GAP:
        return Refusal(Reason.EMPTY, say("no card lies there any more"), "A-37")
    if place in state.turned:
        return Refusal(Reason.TWICE, say("this card is turned up already"), "A-22")
    return not_now(state)


def _ask(state: State, seat: int) -> Refusal:
    if not 0 <= seat < state.terms.seats:
        return Refusal(Reason.UNKNOWN, say("nobody sits there"), "A-03")
    if seat == state.active:
        return Refusal(Reason.SELF, say("another player is asked"), "A-16")
    return Refusal(Reason.NO_CARDS, say("{seat} has no cards", seat=seat), "A-16")


def _name(state: State, card: int) -> Refusal:
    if state.act != "call":
        return Refusal(
            Reason.UNKNOWN, say("a designer of this match is named"), "A-12" if state.act == "saz" else "A-19"
        )
    if SET[card] < 0:
        return Refusal(Reason.NO_RIGHT, say("ESG and SAZ cards cannot be called"), "A-16")
    return Refusal(Reason.NO_RIGHT, say("no right to call {card}", card=NAMES[card]), "A-14")


def _back(state: State, about: int) -> Refusal:
    return Refusal(Reason.MUST, say("a card is named: Call is chosen"), "A-14")


def _prove(state: State, card: int) -> Refusal:
    if not possible(state, state.seat) >> card & 1:
        return _not_held(state)
    return Refusal(Reason.NO_PROOF, say("proof is a card of the set of {card}", card=NAMES[state.card]), "A-15")


def _point(state: State, seat: int) -> Refusal:
    return Refusal(
        Reason.NO_PROOF, say("no incomplete set of {card} is displayed there", card=NAMES[state.card]), "A-14"
    )


def _answer(state: State, about: int) -> Refusal:
    return Refusal(Reason.UNTRUE, say("that cannot be: all have seen where the card is"), "A-38")


def _give(state: State, card: int) -> Refusal:
    if not possible(state, state.seat) >> card & 1:
        return _not_held(state)
    return Refusal(Reason.NO_SET, say("a game by {designer} is given", designer=NAMES[state.card]), "A-20")


def _end(state: State, about: int) -> Refusal:
    return Refusal(Reason.MUST, say("an action is compulsory: Call, Swap or Reveal"), "A-09")


def _keep(state: State, about: int) -> Refusal:
    return Refusal(Reason.MUST, say("only a game is kept: this card goes back"), "A-11")


def _stop(state: State, about: int) -> Refusal:
    if state.turned:
        return Refusal(Reason.MUST, say("Reveal goes on to a pair or the fourth card, as was agreed"), "A-22")
    return Refusal(Reason.MUST, say("at least one card is turned up"), "A-22")


def _elsewhere(state: State, card: int) -> Refusal:
    if state.bag >> card & 1:
        return not_now(state)
    return Refusal(Reason.ELSEWHERE, say("this card cannot be there"), "A-01")


def _starter(state: State, about: int) -> Refusal:
    return Refusal(Reason.UNKNOWN, say("nobody sits there"), "A-08")


REASONS: dict[tuple[Phase, str], Why] = {
    (Phase.TURN, "call"): _call,
    (Phase.TURN, "swap"): _swap,
    (Phase.TURN, "reveal"): _reveal,
    (Phase.TURN, "esg"): _special,
    (Phase.TURN, "saz"): _special,
    (Phase.TURN, "lay"): _lay,
    (Phase.TURN, "end"): _end,
    (Phase.LAY, "lay"): _lay_more,
    (Phase.LAY, "done"): _done,
    (Phase.LAY, "retract"): _retract,
    (Phase.FINAL, "lay"): _lay,
    (Phase.WHOM, "at"): _at,
    (Phase.WHOM, "ask"): _ask,
    (Phase.NAME, "name"): _name,
    (Phase.NAME, "back"): _back,
    (Phase.PROOF, "prove"): _prove,
    (Phase.PROOF, "point"): _point,
    (Phase.ANSWER, "yes"): _answer,
    (Phase.ANSWER, "no"): _answer,
    (Phase.GIVE, "give"): _give,
    (Phase.PAY, "give"): _give,
    (Phase.REVEAL, "at"): _at,
    (Phase.REVEAL, "stop"): _stop,
    (Phase.PROOF, "back"): _back,
    (Phase.KEEP, "keep"): _keep,
    (Phase.STARTER, "starter"): _starter,
}
ANYWHERE: dict[str, Why] = dict.fromkeys(("out", "deal", "turn", "draw"), _elsewhere)
