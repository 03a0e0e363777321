"""Why not? The reason an action of Spiel des Jahres is refused, with its rule.

What a refusal says everybody hears: it names no card that is hidden in a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from glowtable.game import CHANCE, RULING, Action, Refusal
from glowtable.kit import refusals as common
from glowtable.kit.refusals import CommonReason, number_of, ruled
from glowtable.messages import say

from . import month, staff, trading
from .cards import IDEA_CARDS, NAMES
from .kinds import SUMS, VOCABULARY
from .naming import with_symbols
from .phases import PHASES
from .state import NOBODY, OPEN, STEP_K, MonthAction, Phase, State, designer_of, game_of, may_change, unseen
from .worth import PARTS, euros, name_of

Why = Callable[[State, int, int], Refusal]  # the seat, and what it is about

# which words of the sheet forbid it, where a rule rests on several sentences
IN_HAND, PART, ALL_READY, TAKE_BACK, ONE_DRAWN = "S-12 hand", "S-12 part", "S-09 ready", "S-24 employ", "S-33 card"


class Reason(StrEnum):
    RUINED = "ruined"
    ONE_ACTION = "one action a month"
    CHOSEN = "chosen otherwise in secret"
    CONTRACT = "a contract is no part of a game"
    TOO_MANY = "too many ideas"
    TOO_FEW = "too few ideas"
    NOT_TAPPED = "not tapped"
    CHANGES = "taken back too often"
    TAKEN = "name taken"
    NEGATIVE = "worth less than nothing"
    TAPPED = "ideas tapped"
    NO_TRADES = "no trades"
    ONESELF = "oneself"
    NOT_EMPLOYED = "not employed there"
    UNPAID = "not paid yet"
    MOVED = "changed hands in these offers"
    OWN = "own designer"
    FIRER = "fired by this seat"
    CAP = "more than all coins"
    TOO_MUCH = "more than one has"
    TWICE = "twice"
    NOT_OWNED = "game of another"
    NOTHING = "nothing to trade"
    CALLED_OFF = "trade just called off"
    CHANGE = "no coins for it"


def why(state: State, action: Action) -> Refusal:
    """The reason for an action that is not legal."""
    if state.phase is Phase.OVER:
        return common.match_over("S-33")._replace(quote=RULING)
    return VOCABULARY.refuse(action) or _of_match(state, *action[:2], number_of(action))


def _of_match(state: State, seat: int, kind: str, about: int) -> Refusal:
    """The reason for an action that there is."""
    if seat == CHANCE:
        return _refuse_elsewhere(state, about)
    if not 0 <= seat < state.terms.seats:
        return common.nobody_there("S-03")
    if not state.alive >> seat & 1:
        return _refuse_ruined(seat)
    if kind not in PHASES.effects[state.phase]:
        return not_now(state, kind)
    if state.phase in OPEN and state.ready >> seat & 1:
        return _quote_rule(common.ready_already(seat, PHASE_RULES[state.phase]), FINISHED)
    if seat not in PHASES.acting(state):
        return _not_bidding(state, seat) if state.phase is Phase.AUCTION else not_yours(state)
    return REASONS[kind](state, seat, about)


PHASE_RULES = {  # the rule that says what is asked there
    Phase.HAND: "S-06", Phase.COMPANY: "S-05", Phase.DEAL: "S-06", Phase.TREND: "S-08", Phase.SEAL: "S-10",
    Phase.MONTH: "S-09", Phase.DRAW: "S-11", Phase.LAST_CALL: "S-30", Phase.OFFERS: "S-27", Phase.AUCTION: "S-25",
    Phase.TRADE: "S-29", Phase.AWARD: "S-33", Phase.CARD: "S-33", Phase.OVER: "S-33",
}  # fmt: skip
WAITED_FOR = {"S-08": "S-08", "S-26": "S-26", "S-27": "S-27"}  # words that say what comes before all else
FINISHED = {"S-09": ALL_READY, "S-27": "S-27"}  # words that say what those who are ready wait for
AFTER_WAGES = ("fire", "claim", "call", "raise")


def not_now(state: State, kind: str = "") -> Refusal:
    """Something else is asked; designers are fired and poached after the wages (S-26)."""
    too_early = kind in AFTER_WAGES and state.phase in (Phase.SEAL, Phase.MONTH, Phase.DRAW, Phase.LAST_CALL)
    rule = "S-26" if too_early else PHASE_RULES[state.phase]
    return _quote_rule(common.not_now(rule), WAITED_FOR)


def _quote_rule(refusal: Refusal, words: Mapping[str, str]) -> Refusal:
    return refusal._replace(quote=words.get(refusal.rule, RULING))


def not_yours(state: State) -> Refusal:
    return common.not_yours(PHASE_RULES[state.phase])


def _refuse_ruined(seat: int) -> Refusal:
    return Refusal(Reason.RUINED, say("{seat} is out of the match.", seat=seat), "S-30")


def several(cards: tuple[int, ...]) -> Refusal:
    """A title that several cards share was named. Their numbers are printed on none of them; their symbols are."""
    titles = tuple(with_symbols(NAMES[card]) for card in cards)
    return ruled(CommonReason.UNKNOWN, say("Which one? {cards}", cards=titles), "S-01")


def whose() -> Refusal:
    """Several may act, and nobody was named."""
    return ruled(CommonReason.UNKNOWN, say("Who is this for? Put the name first: Ann pay 10."), "S-10")


# -- the month


def _refuse_brainstorm(state: State, seat: int, about: int) -> Refusal:
    return _ideas_lie(state, seat, "S-09") if state.trays[seat] else _refuse_done(state, seat)


def _ideas_lie(state: State, seat: int, rule: str) -> Refusal:
    """A seat that has ideas tapped is asked about those first."""
    if not may_change(state, seat):
        return _too_often()
    sentence = say("First publish your ideas, or take them back.")
    return Refusal(Reason.TAPPED, sentence, rule, quote=IN_HAND)


def _too_often() -> Refusal:
    sentence = say("You've changed your mind too often. Publish, or pass and keep your ideas.").on_screens(
        say("You've changed your mind too often. Publish, or keep your ideas.")
    )
    return ruled(Reason.CHANGES, sentence, "S-12")


def _refuse_done(state: State, seat: int) -> Refusal:
    if state.did[seat] != MonthAction.NOTHING:
        return Refusal(
            Reason.ONE_ACTION, say("{seat} already brainstormed or published this month.", seat=seat), "S-09"
        )
    return ruled(Reason.CHOSEN, say("{seat} secretly chose something else.", seat=seat), "S-10")


def _refuse_tap(state: State, seat: int, card: int) -> Refusal:
    if not month.may_publish(state, seat):
        return _refuse_done(state, seat)
    if card in state.trays[seat]:
        return Refusal(Reason.TWICE, say("{card} is already in this game.", card=NAMES[card]), "S-12", quote=IN_HAND)
    if not IDEA_CARDS >> card & 1:
        sentence = say("A designer isn't an idea. Hire them instead.")
        return Refusal(Reason.CONTRACT, sentence, "S-12", quote=PART)
    if len(state.trays[seat]) == PARTS[-1]:
        return Refusal(Reason.TOO_MANY, say("A game has 3 ideas at most. Publish it, or take one back."), "S-12")
    return common.not_held(seat, "S-12")._replace(quote=IN_HAND)


def _refuse_take(state: State, seat: int, card: int) -> Refusal:
    if card in state.trays[seat]:
        return _too_often()
    return ruled(Reason.NOT_TAPPED, say("{seat} hasn't added that card.", seat=seat), "S-12")


def _refuse_publish(state: State, seat: int, about: int) -> Refusal:
    cards = state.trays[seat]
    if len(cards) < PARTS[0]:
        return Refusal(Reason.TOO_FEW, say("A game needs 2 ideas. Choose them, bottom one first."), "S-12")
    if month.same_named(state, cards):
        return Refusal(
            Reason.TAKEN, say("There's already a game called {name}. Change an idea.", name=name_of(cards)), "S-20"
        )
    return ruled(Reason.NEGATIVE, say("This game would lose money. Change its ideas."), "S-18")


def _refuse_hire(state: State, seat: int, card: int) -> Refusal:
    if IDEA_CARDS >> card & 1:
        return Refusal(
            CommonReason.UNKNOWN,
            say("{card} isn't a contract. Choose a contract to hire a designer.", card=NAMES[card]),
            "S-22",
            quote=PART,
        )
    return common.not_held(seat, "S-22")


def _refuse_trade(state: State, seat: int, other: int) -> Refusal:
    if not state.terms.trades:
        return ruled(Reason.NO_TRADES, say("Trading is off in this match."), "S-29")
    if other == seat:
        return Refusal(Reason.ONESELF, say("Choose someone else to trade with."), "S-29")
    if not 0 <= other < state.terms.seats:
        return common.nobody_there("S-03")
    if not state.alive >> other & 1:
        return _refuse_ruined(other)
    if state.trays[seat]:
        return _ideas_lie(state, seat, "S-29")
    sentence = say("You two just ended {seat}'s trade. Do something else first.", seat=seat)
    return ruled(Reason.CALLED_OFF, sentence, "S-29")


# -- designers


def _refuse_fire(state: State, seat: int, card: int) -> Refusal:
    designer = designer_of(state, card)
    if designer is None or designer.employer != seat:
        return ruled(Reason.NOT_EMPLOYED, say("{card} doesn't work for {seat}.", card=NAMES[card], seat=seat), "S-24")
    if not designer.paid:
        return _refuse_unpaid(card, "S-24")
    return Refusal(
        Reason.MOVED, say("{card} only just moved. You can't fire them this month.", card=NAMES[card]), "S-24b"
    )


def _refuse_unpaid(card: int, rule: str) -> Refusal:
    return Refusal(Reason.UNPAID, say("{card} hasn't been paid yet. Wait for payday.", card=NAMES[card]), rule)


def _refuse_claim(state: State, seat: int, card: int) -> Refusal:
    designer = designer_of(state, card)
    if designer is None or designer.employer != NOBODY:
        sentence = say("{card} isn't on the market.", card=NAMES[card])
        return ruled(Reason.NOT_EMPLOYED, sentence, "S-24")
    sentence = say("{seat} fired {card}. Only others can hire them now.", seat=seat, card=NAMES[card])
    return Refusal(Reason.FIRER, sentence, "S-24", quote=TAKE_BACK)


def _refuse_barred(seat: int, card: int) -> Refusal:
    sentence = say("{seat} fired {card} this month. In this match, that rules out a bid.", seat=seat, card=NAMES[card])
    return Refusal(Reason.FIRER, sentence, "S-24", quote=TAKE_BACK)


def _refuse_call(state: State, seat: int, card: int) -> Refusal:
    designer = designer_of(state, card)
    if designer is None:
        return ruled(
            Reason.NOT_EMPLOYED,
            say("{card} isn't a designer in play. Choose one who works for someone else.", card=NAMES[card]),
            "S-25",
        )
    if designer.employer == seat:
        return Refusal(Reason.OWN, say("{card} already works for {seat}.", card=NAMES[card], seat=seat), "S-25")
    if designer.employer == NOBODY:
        sentence = say("{card} is on the market. There's nobody to outbid.", card=NAMES[card])
        return Refusal(Reason.NOT_EMPLOYED, sentence, "S-24", quote=TAKE_BACK)
    if not staff.may_be_poached(state, designer):
        return _refuse_unpaid(card, "S-26")
    if staff.is_barred(state, seat, designer):
        return _refuse_barred(seat, card)
    return _refuse_cap(state, seat)


def _refuse_cap(state: State, seat: int, about: int = 0) -> Refusal:
    sentence = say("No bid can be higher than {most}: that's all the coins.", most=euros(staff.MOST_K))
    return ruled(Reason.CAP, sentence, "S-25")


def _not_bidding(state: State, seat: int) -> Refusal:
    """Who is not asked about the bid."""
    if seat == state.bidder:
        return ruled(Reason.TWICE, say("{seat} already has the highest bid.", seat=seat), "S-25")
    if state.passed >> seat & 1:
        return ruled(CommonReason.READY, say("{seat} dropped out. A higher bid lets them back in.", seat=seat), "S-25")
    return _refuse_barred(seat, state.lot)


# -- trades


def _refuse_give(state: State, seat: int, card: int) -> Refusal:
    deal = trading.deal_of(state)
    if deal.cards[deal.turn] >> card & 1:
        return ruled(Reason.TWICE, say("{card} is already in the trade.", card=NAMES[card]), "S-29")
    designer = designer_of(state, card)
    if designer and designer.employer == seat:
        return Refusal(CommonReason.NOT_HELD, say("You can't trade a designer who works for you."), "S-29")
    return common.not_held(seat, "S-29")


def _refuse_game(state: State, seat: int, number: int) -> Refusal:
    game = game_of(state, number)
    if game is None:
        return ruled(CommonReason.UNKNOWN, say("That isn't a game on the table. Choose one of yours."), "S-29")
    if game.owner != seat:
        name = name_of(game.cards)
        return Refusal(Reason.NOT_OWNED, say("{seat} doesn't own {name}.", name=name, seat=seat), "S-29")
    return ruled(Reason.TWICE, say("{card} is already in the trade.", card=name_of(game.cards)), "S-29")


def _refuse_payment(state: State, seat: int, sum_k: int) -> Refusal:
    if sum_k <= 0 or sum_k % STEP_K:
        sentence = say("Use steps of {k}, such as pay 10 or pay 20.", k=STEP_K)
        return ruled(CommonReason.UNKNOWN, sentence, "S-29")
    if sum_k not in SUMS:
        return ruled(Reason.CAP, say("Use at most {most} at a time.", most=euros(SUMS[-1])), "S-29")
    return ruled(Reason.TOO_MUCH, say("{seat} doesn't have that much money.", seat=seat), "S-29")


def _refuse_ask(state: State, seat: int, sum_k: int) -> Refusal:
    if state.terms.options["money"] == "hidden":
        return Refusal(CommonReason.NOT_NOW, say("Money is hidden. Just say what you want."), "S-32")
    deal = trading.deal_of(state)
    return _refuse_payment(state, deal.seats[1 - deal.turn], sum_k)


def _refuse_accept(state: State, seat: int, about: int) -> Refusal:
    deal = trading.deal_of(state)
    if not deal.handed:
        return ruled(CommonReason.NOT_NOW, say("First make your offer, then wait for the answer."), "S-29")
    if trading.is_empty(deal):
        return ruled(Reason.NOTHING, say("Add something to the trade first."), "S-29")
    return Refusal(Reason.CHANGE, say("The coins for this payment are missing. Choose another sum."), "S-04")


def _refuse_hand(state: State, seat: int, about: int) -> Refusal:
    return ruled(CommonReason.NOT_NOW, say("You changed nothing. Accept or refuse."), "S-29")


def _refuse_withdraw(state: State, seat: int, about: int) -> Refusal:
    if not may_change(state, seat):
        sentence = say("You've changed your mind too often. Make the offer, or end the trade.")
        return ruled(Reason.CHANGES, sentence, "S-12")
    return ruled(Reason.NOTHING, say("Add something to the trade first."), "S-29")


# -- chance


def _refuse_elsewhere(state: State, card: int) -> Refusal:
    """Of a card that comes from the deck; it would tell of hands to say which cards it may be."""
    if state.phase is Phase.CARD:
        sentence = say("Draw a month card that hasn't come up yet.")
        return Refusal(CommonReason.ELSEWHERE, sentence, "S-33", quote=ONE_DRAWN)
    if state.phase not in PHASES.chance_steps:
        return not_now(state)
    hidden = state.phase is Phase.TREND and unseen(state) >> card & 1
    return common.cannot_be_there("S-01", Action(CHANCE, "trend", (card,)) if hidden else None)


REASONS: Mapping[str, Why] = {
    "brainstorm": _refuse_brainstorm,
    "tap": _refuse_tap,
    "take": _refuse_take,
    "publish": _refuse_publish,
    "hire": _refuse_hire,
    "trade": _refuse_trade,
    "fire": _refuse_fire,
    "claim": _refuse_claim,
    "call": _refuse_call,
    "raise": _refuse_cap,
    "give": _refuse_give,
    "game": _refuse_game,
    "pay": _refuse_payment,
    "ask": _refuse_ask,
    "hand": _refuse_hand,
    "accept": _refuse_accept,
    "withdraw": _refuse_withdraw,
}
