"""Why not? The reason an action of ALEX & CO is refused, with its rule.

What a refusal says everybody hears, and anybody may type a card: so its reason depends on what all have seen
alone, and is the same whether a card is not in the hand or may not be used (rules, section 6; A-38).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from glowtable.game import CHANCE, Action, Refusal
from glowtable.messages import say

from .asking import others_with_cards
from .cards import CARDS, ESG, NAMES, SAZ, SET, SETS, games_of
from .dealing import KINDS_LEAVING, SIZES_LEAVING
from .sets import NEW, allowed, incomplete_elsewhere, kind_of
from .state import GAP, Mode, Phase, State, seen_by_all, size


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
    NOT_SHOWN = "not in this hand or no majority"  # which of both would tell of a hand
    EMPTY = "place without a card"
    TWICE = "turned up already"
    ELSEWHERE = "card elsewhere"
    UNTRUE = "answer against what all know"
    CANNOT_BE = "answer against what the table knows"
    MUST = "must go on"


Why = Callable[[State, int], Refusal]

KINDS = {
    "begin", "full", "trust", "call", "swap", "reveal", "esg", "saz", "lay", "done", "end", "at", "ask", "name", "back",
    "prove", "point", "yes", "no", "accept", "decline", "give", "keep", "return", "stop", "take", "leave", "pass",
    "retract",
}  # fmt: skip
PLAIN = KINDS - {"esg", "saz", "lay", "at", "ask", "name", "prove", "point", "give"}  # are about nothing
BY_CHANCE = {"starter", "out", "deal", "turn", "draw"}
UNSEEN = {Phase.DEAL: "deal", Phase.FLIP: "turn", Phase.DRAW: "draw"}  # how chance brings a card nobody has seen
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
    """The sheet is quoted only where an action is to be chosen: under way, it is not what was done wrong."""
    return Refusal(Reason.NOT_NOW, say("not now: something else is asked"), "A-09" if state.phase is Phase.TURN else "")


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


def _special(state: State, card: int, kind: int) -> Refusal:
    if state.mode in (Mode.CALLED, Mode.REVEALED):
        return Refusal(Reason.TOO_LATE, say("ESG and SAZ cards are played before the action"), "A-10")
    if not kind >> card & 1:
        return Refusal(Reason.UNKNOWN, say("only ESG and SAZ cards are played"), "A-10")
    if not others_with_cards(state):
        return Refusal(Reason.NO_CARDS, say("nobody else has a card"), "A-11")
    return _not_held(state)


def _not_held(state: State) -> Refusal:
    return Refusal(Reason.NOT_HELD, say("this card cannot be in the hand of {seat}", seat=state.seat), "A-38")


def _lay(state: State, card: int) -> Refusal:
    if SET[card] < 0:
        return Refusal(Reason.NO_SET, say("ESG and SAZ cards are not displayed"), "A-25")
    kind = kind_of(state, state.seat, SET[card], incomplete_elsewhere(state, state.seat))
    if kind not in allowed(state):
        return Refusal(Reason.NOT_NOW, say("that is not displayed in the last step, as was agreed"), "A-31")
    if state.open & state.hands[state.seat] & 1 << card:
        return Refusal(Reason.NO_MAJORITY, say("no majority of this set, and nobody displays it incomplete"), "A-26")
    if kind != NEW or seen_by_all(state) >> card & 1:
        return _not_held(state)
    return Refusal(Reason.NOT_SHOWN, say("{seat} lacks this card, or the majority of its set", seat=state.seat), "A-26")


def _lay_more(state: State, card: int) -> Refusal:
    if state.laying >> card & 1:
        return Refusal(Reason.TWICE, say("{card} is displayed already", card=NAMES[card]), "A-25")
    number = SET[card]
    if number < 0 or not state.laying & SETS[number]:
        return Refusal(
            Reason.NO_SET, say("{card} is of another set: first this one is displayed", card=NAMES[card]), "A-26"
        )
    return _not_held(state)


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
    if SET[card] != SET[state.card]:
        return Refusal(Reason.NO_PROOF, say("proof is a card of the set of {card}", card=NAMES[state.card]), "A-15")
    return _not_held(state)


def _point(state: State, seat: int) -> Refusal:
    return Refusal(
        Reason.NO_PROOF, say("no incomplete set of {card} is displayed there", card=NAMES[state.card]), "A-14"
    )


def _answer(state: State, about: int) -> Refusal:
    cards, seen = games_of(state.card) if state.act == "swap" else 1 << state.card, seen_by_all(state)
    if not cards & ~seen or cards & state.open & state.hands[state.seat]:
        return Refusal(Reason.UNTRUE, say("that cannot be: all have seen where the card is"), "A-38")
    return Refusal(Reason.CANNOT_BE, say("that answer cannot be: look at your hand again"), "A-38")


def _give(state: State, card: int) -> Refusal:
    if not games_of(state.card) >> card & 1:
        return Refusal(Reason.NO_SET, say("a game by {designer} is given", designer=NAMES[state.card]), "A-20")
    return _not_held(state)


def _pay(state: State, card: int) -> Refusal:
    """The game just handed over is hidden: to name it as the reason would tell it."""
    return Refusal(Reason.NOT_HELD, say("{seat} gives a card held before this swap", seat=state.seat), "A-20")


def _end(state: State, about: int) -> Refusal:
    return Refusal(Reason.MUST, say("an action is compulsory: Call, Swap or Reveal"), "A-09")


def _keep(state: State, about: int) -> Refusal:
    return Refusal(Reason.MUST, say("only a game is kept: this card goes back"), "A-11")


def _stop(state: State, about: int) -> Refusal:
    if state.turned:
        return Refusal(Reason.MUST, say("Reveal goes on to a pair or the fourth card, as was agreed"), "A-22")
    return Refusal(Reason.MUST, say("at least one card is turned up"), "A-22")


def _out(state: State, card: int) -> Refusal:
    """With three players the cards leave in order; which is next is no secret."""
    if state.phase is not Phase.OUT:
        return not_now(state)
    if state.tally < len(SIZES_LEAVING):
        wanted = say("show the designer of a set of {count} cards", count=SIZES_LEAVING[state.tally])
    else:
        wanted = say("show one of the {kind} cards", kind=KINDS_LEAVING[state.tally - len(SIZES_LEAVING)])
    return Refusal(Reason.ELSEWHERE, say("this card does not leave now: {wanted}", wanted=wanted), "A-04")


def _elsewhere(state: State, card: int) -> Refusal:
    """Of a card that comes from the deck or a hand; it would tell of hands to say which cards it may be."""
    kind = UNSEEN.get(state.phase)
    if kind is None:
        return not_now(state)
    plausible = None if seen_by_all(state) >> card & 1 else Action(CHANCE, kind, (card,))
    return Refusal(Reason.ELSEWHERE, say("this card cannot be there"), "A-01", plausible)


def _starter(state: State, about: int) -> Refusal:
    return Refusal(Reason.UNKNOWN, say("nobody sits there"), "A-08")


REASONS: dict[tuple[Phase, str], Why] = {
    (Phase.TURN, "call"): _call,
    (Phase.TURN, "swap"): _swap,
    (Phase.TURN, "reveal"): _reveal,
    (Phase.TURN, "esg"): partial(_special, kind=ESG),
    (Phase.TURN, "saz"): partial(_special, kind=SAZ),
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
    (Phase.PAY, "give"): _pay,
    (Phase.REVEAL, "at"): _at,
    (Phase.REVEAL, "stop"): _stop,
    (Phase.PROOF, "back"): _back,
    (Phase.KEEP, "keep"): _keep,
    (Phase.STARTER, "starter"): _starter,
}
ANYWHERE: dict[str, Why] = {"out": _out, **dict.fromkeys(UNSEEN.values(), _elsewhere)}
