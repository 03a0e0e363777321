"""Why not? The reason an action of ALEX & CO is refused, with its rule.

What a refusal says everybody hears, and anybody may type a card: so its reason depends on what all have seen
alone, and is the same whether a card is not in the hand or may not be used (A-38).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from glowtable.game import CHANCE, RULING, Action, Refusal
from glowtable.kit import refusals
from glowtable.kit.hands import hand_size
from glowtable.kit.refusals import CommonReason, Vocabulary, number_of, ruled
from glowtable.messages import Message, say

from .asking import others_with_cards
from .cards import DECK, ESG, PRINTED, SAZ, SET, SETS, TITLE, games_of
from .dealing import SIZES_LEAVING, SPECIALS_LEAVING
from .kinds import KINDS
from .sets import NEW, allowed, incomplete_elsewhere, kind_of
from .state import GAP, Mode, Phase, State, seen_by_all


class Reason(StrEnum):
    NOT_YOUR_TURN = "not your turn"
    NO_RIGHT = "no right to call"
    NO_CARDS = "player without cards"
    SELF = "oneself"
    AFTER_SPECIAL = "ESG or SAZ before reveal"
    TOO_LATE = "ESG or SAZ after the action"
    NO_PROOF = "no proof"
    NO_MAJORITY = "no majority"
    NO_SET = "card of no set"
    NOT_SHOWN = "not in this hand or no majority"  # which of both would tell of a hand
    EMPTY = "place without a card"
    TWICE = "turned up already"
    UNTRUE = "answer against what all know"
    TAKEN_BACK = "set taken back just now"
    CANNOT_BE = "answer against what the table knows"
    MUST = "must go on"


ALEX_VOCABULARY = Vocabulary(TITLE, KINDS, DECK, "A-01")
UNSEEN = {Phase.DEAL: "deal", Phase.FLIP: "turn", Phase.DRAW: "draw"}  # how chance brings a card nobody has seen


def why(state: State, action: Action) -> Refusal:
    """The reason for an action that is not legal."""
    if state.phase is Phase.OVER:
        return refusals.match_over("A-30")._replace(quote=RULING)
    if refusal := ALEX_VOCABULARY.refuse(action):
        return refusal
    if action.seat not in (CHANCE, state.seat):
        return not_your_turn(state)
    reason = REASONS.get((state.phase, action.kind)) or ANYWHERE.get(action.kind, not_now)
    return reason if isinstance(reason, Refusal) else reason(state, number_of(action))


def not_your_turn(state: State) -> Refusal:
    """The sheet says who begins; whose turn it is later no sentence of it has to forbid."""
    rule = "A-08" if state.phase is Phase.OWNER else ""
    return Refusal(Reason.NOT_YOUR_TURN, say("Wait for {seat}.", seat=state.seat), rule)


def not_now(state: State, about: int = 0) -> Refusal:
    """The sheet is quoted only where an action is to be chosen: under way, it is not what was done wrong."""
    return refusals.not_now("A-09" if state.phase is Phase.TURN else "")


def _refuse_call(state: State, about: int) -> Refusal:
    if state.mode is Mode.REVEALED:
        return Refusal(CommonReason.NOT_NOW, say("You've had your action this turn: Reveal."), "A-09")
    message = say("To call, you need a card of a set or someone's incomplete set on display.")
    return Refusal(Reason.NO_RIGHT, message, "A-14")


def _refuse_swap(state: State, about: int) -> Refusal:
    if state.mode in (Mode.CALLED, Mode.REVEALED):
        return DONE
    if not hand_size(state, state.seat):
        message = say("{seat} has no card to give, so no swap.", seat=state.seat)
        return Refusal(Reason.NO_CARDS, message, "A-19", quote="A-20")
    return ruled(Reason.NO_CARDS, say("Nobody else has any cards. Choose something else."), "A-19")


def _refuse_reveal(state: State, about: int) -> Refusal:
    if state.mode is Mode.PLAYED:
        return Refusal(Reason.AFTER_SPECIAL, say("No Reveal after ESG or SAZ. Choose Call or Swap."), "A-10")
    return DONE


def _refuse_special(state: State, card: int, kind: int) -> Refusal:
    if state.mode in (Mode.CALLED, Mode.REVEALED):
        late = Refusal(Reason.TOO_LATE, say("Too late: ESG and SAZ come before your action."), "A-10")
        return late if state.mode is Mode.REVEALED else late._replace(quote=RULING)
    if not kind >> card & 1:
        return Refusal(CommonReason.UNKNOWN, say("You can only play ESG and SAZ cards."), "A-10")
    if not others_with_cards(state):
        return Refusal(Reason.NO_CARDS, say("Nobody else has any cards. Choose something else."), "A-11")
    return _not_held(state)


def _not_held(state: State) -> Refusal:
    return refusals.not_held(state.seat, "A-38")


def _refuse_lay(state: State, card: int) -> Refusal:
    if SET[card] < 0:
        return ruled(Reason.NO_SET, say("You can't display ESG or SAZ. They aren't part of a set."), "A-25")
    if state.retracted >> card & 1:
        return ruled(Reason.TAKEN_BACK, say("You just took these back. Do something else first."), "A-26")
    kind = kind_of(state, state.seat, SET[card], incomplete_elsewhere(state, state.seat))
    if kind not in allowed(state):
        return ruled(CommonReason.NOT_NOW, say("You can't display that in the last step of this match."), "A-31")
    if state.open & state.hands[state.seat] & 1 << card:
        return Refusal(
            Reason.NO_MAJORITY,
            say("You need more than half of this set, or someone else must display it incomplete."),
            "A-26",
        )
    if kind != NEW or seen_by_all(state) >> card & 1:
        return _not_held(state)
    return Refusal(
        Reason.NOT_SHOWN, say("{seat} needs this card and more than half of its set.", seat=state.seat), "A-26"
    )


def _lay_more(state: State, card: int) -> Refusal:
    if state.laying >> card & 1:
        return ruled(Reason.TWICE, say("{card} is already displayed.", card=PRINTED[card]), "A-25")
    number = SET[card]
    if number < 0 or not state.laying & SETS[number]:
        message = say("{card} isn't part of this set. Finish this one first.", card=PRINTED[card])
        return ruled(Reason.NO_SET, message, "A-26")
    return _not_held(state)


def _refuse_place(state: State, place: int) -> Refusal:
    if not 0 <= place < state.terms.places:
        return ruled(CommonReason.UNKNOWN, say("This match doesn't use that place. Choose another."), "A-06")
    if state.faces[place] == GAP:
        return Refusal(Reason.EMPTY, say("There's no card left there. Choose another."), "A-37")
    if place in state.turned:
        return ruled(Reason.TWICE, say("That card is already face up. Choose another."), "A-22")
    return not_now(state)


def _refuse_ask(state: State, seat: int) -> Refusal:
    if not 0 <= seat < state.terms.seats:
        return refusals.nobody_there("A-03")
    if seat == state.active:
        return ruled(Reason.SELF, say("Choose someone else."), "A-16")
    return ruled(Reason.NO_CARDS, say("{seat} has no cards. Choose someone else.", seat=seat), "A-16")


def _refuse_name(state: State, card: int) -> Refusal:
    if state.act != "call":
        rule = "A-12" if state.act == "saz" else "A-19"
        return Refusal(CommonReason.UNKNOWN, say("Name a designer of this match."), rule)
    if SET[card] < 0:
        return Refusal(
            Reason.NO_RIGHT, say("You can't call ESG or SAZ. Name a designer or a game."), "A-16", quote="A-14"
        )
    return Refusal(
        Reason.NO_RIGHT,
        say("To call {card}, you need a card of its set or that set displayed incomplete.", card=PRINTED[card]),
        "A-14",
    )


def _refuse_proof(state: State, card: int) -> Refusal:
    if SET[card] != SET[state.card]:
        return Refusal(Reason.NO_PROOF, say("Choose a card of {card}'s set.", card=PRINTED[state.card]), "A-15")
    return _not_held(state)


def _refuse_point(state: State, seat: int) -> Refusal:
    message = say("{seat} has no incomplete set of {card} on display.", seat=seat, card=PRINTED[state.card])
    return Refusal(Reason.NO_PROOF, message, "A-14", quote="A-14 point")


def _refuse_answer(state: State, about: int) -> Refusal:
    cards, seen = games_of(state.card) if state.act == "swap" else 1 << state.card, seen_by_all(state)
    if not cards & ~seen or cards & state.open & state.hands[state.seat]:
        return Refusal(Reason.UNTRUE, say("That can't be right. Everyone has seen that card."), "A-38")
    return Refusal(Reason.CANNOT_BE, say("That can't be right. Check your hand."), "A-38")


def _refuse_give(state: State, card: int) -> Refusal:
    if not games_of(state.card) >> card & 1:
        return Refusal(Reason.NO_SET, say("Give a game by {designer}.", designer=PRINTED[state.card]), "A-20")
    return _not_held(state)


def _refuse_payment(state: State, card: int) -> Refusal:
    """The game just handed over is hidden: to name it as the reason would tell it."""
    return Refusal(
        CommonReason.NOT_HELD, say("{seat} has to give a card held before this swap.", seat=state.seat), "A-20"
    )


def _refuse_stop(state: State, about: int) -> Refusal:
    if state.turned:
        return ruled(Reason.MUST, say("Keep going until a pair or the fourth card."), "A-22")
    return Refusal(Reason.MUST, say("Turn over at least 1 card."), "A-22", quote="A-09")


def _refuse_out(state: State, card: int) -> Refusal:
    """With three players the cards leave in order; which is next is no secret."""
    if state.phase is not Phase.OUT:
        return not_now(state)
    wanted = what_leaves(state.tally)
    return Refusal(CommonReason.ELSEWHERE, say("That card isn't next. First take out {wanted}.", wanted=wanted), "A-04")


def what_leaves(tally: int) -> Message:
    """What is taken out after so many others (A-04)."""
    if tally < len(SIZES_LEAVING):
        return say("the designer of a set of {count} cards", count=SIZES_LEAVING[tally])
    return say("one of the {kind} cards", kind=SPECIALS_LEAVING[tally - len(SIZES_LEAVING)])


Why = Callable[[State, int], Refusal]  # int: what the action is about

DONE = Refusal(CommonReason.NOT_NOW, say("You've had your action this turn."), "A-09")
COMPULSORY = Refusal(Reason.MUST, say("You must Call, Swap or Reveal before you end your turn."), "A-09")
BEGUN = say("You can only drop a call here. Name a designer.")
TOO_FEW = Refusal(Reason.NO_MAJORITY, say("You need more than half of this set."), "A-26")
NO_GAME = say("That isn't a game. Pass to give it back.").on_screens(say("That isn't a game. Give it back."))
ONLY_GAMES = Refusal(Reason.MUST, NO_GAME, "A-11", quote="A-11 keep")

REASONS: Mapping[tuple[Phase, str], Why | Refusal] = {
    (Phase.STARTER, "starter"): refusals.nobody_there("A-08"),
    (Phase.TURN, "call"): _refuse_call,
    (Phase.TURN, "swap"): _refuse_swap,
    (Phase.TURN, "reveal"): _refuse_reveal,
    (Phase.TURN, "esg"): lambda state, card: _refuse_special(state, card, ESG),
    (Phase.TURN, "saz"): lambda state, card: _refuse_special(state, card, SAZ),
    (Phase.TURN, "lay"): _refuse_lay,
    (Phase.TURN, "end"): COMPULSORY,
    (Phase.LAY, "lay"): _lay_more,
    (Phase.LAY, "done"): TOO_FEW,
    (Phase.FINAL, "lay"): _refuse_lay,
    (Phase.WHOM, "at"): _refuse_place,
    (Phase.WHOM, "ask"): _refuse_ask,
    (Phase.NAME, "name"): _refuse_name,
    (Phase.NAME, "back"): lambda state, card: ruled(Reason.MUST, BEGUN, "A-12" if state.act == "saz" else "A-19"),
    (Phase.PROOF, "prove"): _refuse_proof,
    (Phase.PROOF, "point"): _refuse_point,
    (Phase.ANSWER, "yes"): _refuse_answer,
    (Phase.ANSWER, "no"): _refuse_answer,
    (Phase.GIVE, "give"): _refuse_give,
    (Phase.PAY, "give"): _refuse_payment,
    (Phase.KEEP, "keep"): ONLY_GAMES,
    (Phase.REVEAL, "at"): _refuse_place,
    (Phase.REVEAL, "stop"): _refuse_stop,
}
ANYWHERE: Mapping[str, Why] = {
    "out": _refuse_out,
    **dict.fromkeys(  # a card that all have seen elsewhere
        UNSEEN.values(),
        lambda state, card: refusals.cannot_be_there("A-01") if state.phase in UNSEEN else not_now(state),
    ),
}
