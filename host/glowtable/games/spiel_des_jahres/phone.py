"""What a phone shows of Spiel des Jahres: ideas put together with their value, bids, both sides of a trade, designers.

All of it is from the seat's own view, a draft that is put together included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from glowtable.game import Action, Symbol
from glowtable.game.moment import Drawing, Facts, Headline, Moment, Row, Side, Stack, Tile, TwoSides
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, filled, say, say_count

from .cards import CONTRACTS, DECK, IDEAS, NAMES, PAIRS, SYMBOLS
from .faces import BANDS
from .naming import SEALED, SYMBOL_WORDS
from .staff import WAGE_K
from .state import CHOICES, COIN_K, NOBODY, STEP_K, MonthAction, Phase, Term
from .views import GameDraft, SeenDeal, SeenDesigner, View, may_claim, may_poach
from .worth import euros, sum_k

FEWEST = 2  # ideas of a game


def moment(view: View, seat: int) -> Moment:
    if view.deal:
        return _trade_moment(view, view.deal, seat)
    head, line = _current_headline(view, seat) if seat in view.acting else ("", "")
    return Moment(head, line, tuple(_pictures(view, seat)))


def _current_headline(view: View, seat: int) -> Headline:
    if view.phase == Phase.MONTH:
        return _month_headline(view, seat)
    if view.phase == Phase.OFFERS:
        return _offers_headline(view, seat)
    if view.phase == Phase.AUCTION:
        return _auction_headline(view)
    return PHASE_HEADLINES.get(view.phase, ("", ""))


def _auction_headline(view: View) -> Headline:
    employer = next((designer.employer for designer in view.staff if designer.name == view.lot), NOBODY)
    facts = {"seat": max(view.bidder, 0), "bid": euros(view.bid_k), "seat2": employer}
    line = say("{seat} bids {bid} a month.", **facts)
    if employer not in (NOBODY, view.bidder):
        line = say("Works for {seat2} now. {seat} bids {bid} a month.", **facts)
    return say("Bid for {designer}?", designer=view.lot), line


def _offers_headline(view: View, seat: int) -> Headline:
    may_fire = any(designer.employer == seat and designer.paid and not designer.moved for designer in view.staff)
    may_hire = _holds_contract(view, seat) or any(
        may_claim(view, seat, designer) or may_poach(view, seat, designer) for designer in view.staff
    )
    head = OFFERS_HEADS[may_hire, may_fire]
    return head, say("Tap a designer, or tap Done.") if may_hire or may_fire else say("Tap Done.")


OFFERS_HEADS: Mapping[tuple[bool, bool], Message] = {
    (True, True): say("Hire or fire?"),
    (True, False): say("Hire, or done?"),
    (False, True): say("Fire, or done?"),
    (False, False): say("Nobody to hire or fire."),
}


def _month_headline(view: View, seat: int) -> Headline:
    tray = view.trays[seat]
    if tray.cards:
        if tray.publishable:
            return say("Publish this game?"), tray.name
        if tray.taken:
            return say("That name is taken."), say("Add another idea, or take one back.")
        ideas = set(view.known[seat]) - set(tray.cards) - set(NAMES[IDEAS:])
        return say("Add another idea."), "" if ideas or seat in view.untracked else say("None left? Take it back.")
    may_publish = _has_ideas(view, seat)
    if view.did[seat] == MonthAction.NOTHING:
        if not may_publish:
            return say("Brainstorm, or done?"), say("A game needs 2 ideas, so draw some.")
        draws = 1 + sum(designer.employer == seat for designer in view.staff)
        how = say_count("Draw 1 idea, or tap 2 or 3 to publish.", "Draw {n} ideas, or tap 2 or 3 to publish.", n=draws)
        return say("Brainstorm or publish?"), how
    if view.did[seat] == MonthAction.PUBLISH and may_publish:
        return say("Another game, or done?"), say("To publish, tap 2 or 3 ideas.")
    return say("Done this month?"), say("You can still hire.") if _holds_contract(view, seat) else ""


def _has_ideas(view: View, seat: int) -> bool:
    """Enough for a game; a card that these eyes do not know may be one."""
    return view.sizes[seat] - sum(DECK.number[card] in CONTRACTS for card in view.known[seat]) >= FEWEST


def _holds_contract(view: View, seat: int) -> bool:
    return any(DECK.number[card] in CONTRACTS for card in view.known[seat])


PHASE_HEADLINES: Mapping[str, Headline] = {
    Phase.SEAL: (say("Choose in secret."), say("All choices are shown together.")),
    Phase.LAST_CALL: (say("Last chance to trade."), say("Somebody can't pay their designers.")),
    Phase.AWARD: (say("Trade, or go on?"), say("Then the next card is drawn.")),
}


# -- pictures


def _pictures(view: View, seat: int) -> Iterator[Drawing]:
    tray = view.trays[seat]
    if tray.cards:
        yield _stack_of(tray)
    if view.phase == Phase.AUCTION:
        yield Facts("", tuple(_bidder_tile(view, bidder, seat) for bidder in view.alive))
    elif view.months and view.companies[seat] and not tray.cards and view.phase != Phase.OVER:
        yield Facts("", tuple(_company_facts(view, seat)))


def _stack_of(tray: GameDraft) -> Stack:
    if not tray.terms:
        return Stack(tray.cards, "…", say("One idea isn't a game yet."))
    rows = tuple(Row(_reason(term), f"{term.amount_k:+d}") for term in tray.terms)
    return Stack(tray.cards, euros(sum_k(tray.terms)), say("a month"), rows)


def _reason(term: Term) -> Message:
    symbol = SYMBOL_WORDS[SYMBOLS[term.symbol]] if term.symbol >= 0 else ""
    return filled(REASONS[term.kind], {"symbol": symbol, "who": term.who})


REASONS: Mapping[str, Message] = {
    "company": say("your company: {symbol}"),
    "month": say("in demand: {symbol}"),
    "designer": say("{who}: {symbol}"),
    "cards": say("cost of the ideas"),
    "pair": say("two {symbol}"),
    "triplet": say("three {symbol}"),
    "quadruplet": say("four {symbol}"),
    "floor": say("never below zero"),
}


def _symbols_on(card: str) -> tuple[Symbol, ...]:
    bands = (BANDS[symbol] for symbol in PAIRS[DECK.number[card]])
    return tuple(Symbol(band.icon, band.ink, band.word) for band in bands)


def _company_facts(view: View, seat: int) -> Iterator[Tile]:
    yield Tile("", say("in demand in month {n}", n=view.month), signs=_symbols_on(view.months[-1]))
    yield Tile("", say("your company"), signs=_symbols_on(view.companies[seat]))
    if view.money_k[seat] >= 0:
        yield Tile(euros(view.money_k[seat]), say("your money"), icon="coins")


def _bidder_tile(view: View, seat: int, eyes: int) -> Tile:
    name = say("You") if seat == eyes else say("{seat}", seat=seat)
    if seat == view.bidder:
        return Tile(euros(view.bid_k), name, seat=seat)
    return Tile(say("may bid") if seat in view.acting else say("passed"), name, seat=seat)


# -- trades


def _trade_moment(view: View, deal: SeenDeal, seat: int) -> Moment:
    """Both sides, the own one first; others look on."""
    own = deal.seats.index(seat) if seat in deal.seats else 0
    sides = (_side_of(view, deal, own, seat), _side_of(view, deal, 1 - own, seat))
    head, line = ("", "") if deal.seats[deal.turn] != seat else _trade_headline(deal)
    return Moment(head, line, (TwoSides(sides),))


def _trade_headline(deal: SeenDeal) -> Headline:
    if deal.may_accept:
        return say("Accept this trade?"), say("Or add something, and offer it back.")
    other = deal.seats[1 - deal.turn]
    return say("Trade with {seat}.", seat=other), say("Add cards, games or money. Then make the offer.")


def _side_of(view: View, deal: SeenDeal, side: int, eyes: int) -> Side:
    seat = deal.seats[side]
    games = (_game_tile(view, number) for number in deal.numbers[side])
    money = (Tile(euros(deal.money_k[side]), icon="coins"),) if deal.money_k[side] else ()
    title = say("You give") if seat == eyes else say("{seat} gives", seat=seat)
    return Side(seat, title, (*(Tile(card=card) for card in deal.cards[side]), *games, *money))


def _game_tile(view: View, number: int, group: Message | str = "") -> Tile:
    game = next(each for each in view.games if each.number == number)
    return Tile(game.name, euros(game.value_k), card=game.cards[-1], group=group)


# -- what may be chosen


def is_offered(view: View, action: Action) -> bool:
    """One idea alone makes no game (S-12)."""
    return action.kind != "tap" or _has_ideas(view, action.seat)


def tile(view: View, action: Action) -> Tile | None:
    if action.kind in MONEY:
        return _coin_tile(action)
    make = TILES.get(action.kind)
    return make(view, action) if make else None


MONEY: Mapping[str, Message] = {"pay": say("Add money"), "ask": say("Ask for money")}


def _coin_tile(action: Action) -> Tile | None:
    """A coin to tap, and to take back by another tap; other sums have no picture."""
    sum_k = number_of(action)
    return Tile(euros(sum_k), icon="coins", group=MONEY[action.kind]) if sum_k in COIN_K else None


def _designer(view: View, action: Action) -> SeenDesigner | None:
    return next((each for each in view.staff if each.name == NAMES[number_of(action)]), None)


def _fire_tile(view: View, action: Action) -> Tile:
    return Tile(card=NAMES[number_of(action)], note=say("fire"), group=say("Your designers"))


def _claim_tile(view: View, action: Action) -> Tile:
    designer = _designer(view, action)
    wage = euros(designer.wage_k if designer else WAGE_K[number_of(action)])
    note = say("hire at once: now {wage} a month", wage=wage)
    return Tile(card=NAMES[number_of(action)], note=note, group=say("On the market"))


def _hire_tile(view: View, action: Action) -> Tile | None:
    """While something else is asked, the card in the hand alone."""
    if view.phase == Phase.AUCTION or view.trays[action.seat].cards:
        return None
    wage = euros(WAGE_K[number_of(action)])
    note = say("hire at once: {wage} a month", wage=wage)
    return Tile(card=NAMES[number_of(action)], note=note, group=say("Hire from your hand"))


def _call_tile(view: View, action: Action) -> Tile:
    designer = _designer(view, action)
    assert designer and designer.employer != NOBODY, "who is bid for has an employer"
    bid = say("bid {more} a month", more=euros(designer.wage_k + STEP_K))
    return Tile(
        say("works for {seat}", seat=designer.employer), bid, card=designer.name, group=say("Of other companies")
    )


def _trade_tile(view: View, action: Action) -> Tile:
    seat = number_of(action)
    cards = say_count("{n} card", "{n} cards", n=view.sizes[seat])
    return Tile(say("{seat}", seat=seat), cards, seat=seat, group=say("Trade with"))


def _sealed_tile(view: View, action: Action) -> Tile:
    choice = str(action.args[0])
    return Tile(SEALED[choice], icon=SEALED_ICONS[choice])


SEALED_ICONS = dict(zip(CHOICES, ("sparkle", "package", "moon"), strict=True))
TILES: Mapping[str, Callable[[View, Action], Tile | None]] = {
    "fire": _fire_tile,
    "hire": _hire_tile,
    "claim": _claim_tile,
    "call": _call_tile,
    "trade": _trade_tile,
    "seal": _sealed_tile,
    "take": lambda view, action: Tile(card=NAMES[number_of(action)], note=say("take it back")),
    "game": lambda view, action: _game_tile(view, number_of(action), say("Your games")),
}
