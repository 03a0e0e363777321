"""What people read in a match of Spiel des Jahres: what is asked, what hands do, did, and put back.

Everybody hears and sees all of it, so it names no card that is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from glowtable.game import Action
from glowtable.grid import TABLE_SEAT
from glowtable.kit import hands
from glowtable.kit.hands import hand_size
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, filled, say, say_count
from glowtable.table import Prompt

from .award import contending_games
from .bank import missing_k
from .cards import DECK, NAMES, SYMBOLS
from .cells import cell_of, place_name
from .kinds import CARD_KINDS
from .ledger import ENDINGS
from .naming import SEALED, SYMBOL_WORDS, symbols, symbols_on, with_symbols
from .payday import dues_k, earnings_k, with_income
from .staff import WAGE_K
from .state import (
    COIN_K,
    HAND,
    START_K,
    STEP_K,
    Designer,
    MonthAction,
    Phase,
    State,
    Term,
    designer_of,
    game_of,
    games_of,
    seats_alive,
)
from .views import GameDraft, SeenDeal, SeenDesigner, SeenGame, View, words_of
from .worth import euros, name_of, sum_k, symbols_of

# -- the value of a game, reason by reason


def reasons(terms: Sequence[Term]) -> tuple[Message, ...]:
    return tuple(map(reason, terms))


def reason(term: Term) -> Message:
    symbol = SYMBOL_WORDS[SYMBOLS[term.symbol]] if term.symbol >= 0 else ""
    return filled(REASONS[term.kind], {"symbol": symbol, "k": term.amount_k, "who": term.who})


def value(name: str, shown: Sequence[str], terms: Sequence[Term]) -> Message:
    """What a game is worth, with the terms whose sum it is: the same before and after it is published."""
    return say(
        "{name} ({symbols}) earns {k} a month: {why}",
        name=name, symbols=symbols(shown), k=euros(sum_k(terms)), why=reasons(terms),
    )  # fmt: skip


REASONS: Mapping[str, Message] = {
    "company": say("company {symbol} +{k}"),
    "month": say("month {symbol} +{k}"),
    "designer": say("{who} {symbol} +{k}"),
    "cards": say("ideas {k}"),
    "pair": say("two {symbol} +{k}"),
    "triplet": say("three {symbol} +{k}"),
    "quadruplet": say("four {symbol} +{k}"),
    "floor": say("never below zero +{k}"),
}


# -- what is asked


def prompts(view: View) -> tuple[Prompt, ...]:
    """What is asked of all, or of one; in a month also what each has tapped."""
    if view.phase == Phase.OVER:
        return ()
    seat = view.seat if view.phase in FOR_SEAT else TABLE_SEAT
    if view.deal:
        seat = view.deal.seats[view.deal.turn]
    trays = [Prompt(at, _tray_text(tray)) for at, tray in enumerate(view.trays) if tray.cards]
    return (Prompt(seat, _phase_prompts(view)), *trays)


FOR_SEAT = (Phase.COMPANY, Phase.HAND, Phase.DEAL, Phase.DRAW)


def _tray_text(tray: GameDraft) -> Message:
    """Name, symbols and value of what is tapped, read back before the key that publishes it."""
    if not tray.terms:
        read = say("{name}: {symbols}", name=tray.name, symbols=symbols(tray.symbols))
        return say("{read}. Add another idea, or pass to take the last one back.", read=read).on(
            terminal=say("{read}. Add another idea. pass: take the last one back."),
            phone=say("{read}. Add another idea, or take the last one back."),
            board=say("New game: {read}"),
        )
    worth = value(tray.name, tray.symbols, tray.terms)
    if tray.taken:
        return say("{worth}. That name is taken. Add an idea, or pass to take one back.", worth=worth).on(
            terminal=say("{worth}. That name is taken. Add an idea. pass: take the last one back."),
            phone=say("{worth}. That name is taken. Add an idea, or take the last one back."),
            board=say("New game: {worth}"),
        )
    if not tray.publishable:
        return say("{worth}. You can't publish it. Pass: take the last idea back.", worth=worth).on(
            terminal=say("{worth}. You can't publish it. pass: take the last idea back."),
            phone=say("{worth}. You can't publish it. Take the last idea back."),
            board=say("New game: {worth}"),
        )
    return say("{worth}. Confirm: publish. Pass: take the last idea back.", worth=worth).on(
        terminal=say("{worth}. Enter: publish. pass: take the last idea back."),
        phone=say("{worth}. Publish it, or take the last idea back."),
        board=say("New game: {worth}"),
    )


def _phase_prompts(view: View) -> Message:
    """What the phase asks of the seats that act."""
    if view.deal:
        return _trade_prompts(view.deal)
    in_month = view.phase == Phase.MONTH
    idle = tuple(seat for seat in view.acting if view.did[seat] == MonthAction.NOTHING) if in_month else ()
    facts = {
        "n": view.month,
        "symbols": symbols_on(view.months[-1]) if view.months else (),
        "seat": max(view.bidder, 0),
        "seats": view.acting,
        "count": view.sizes[view.seat] + 1,
        "hand": HAND,
        "draws": view.draws,
        "designer": view.lot,
        "bid": euros(view.bid_k),
        "more": euros(view.bid_k + STEP_K),
    }
    asked = filled(ASKED[Phase(view.phase)], facts)
    if not idle or idle == tuple(view.acting):  # all who are named already
        return asked
    return say("{asked} No action yet: {seats}.", asked=asked, seats=idle)


def _trade_prompts(deal: SeenDeal) -> Message:
    lies = _offer_text(deal)
    if deal.may_accept:
        return say("{lies} Confirm: accept. Pass: refuse. Or add something and offer it back.", lies=lies).on(
            terminal=say("{lies} Enter: accept. pass: refuse. Or add something and offer it back."),
            phone=say("{lies} Accept? Or add something and offer it back."),
            board=say("Trade: {lies}"),
        )
    return say("{lies} Show cards or games to add them. Confirm: offer it. Pass: end the trade.", lies=lies).on(
        terminal=say("{lies} Type cards, games, pay 10 or ask 10. Enter: offer. pass: end."),
        phone=say("{lies} Add cards, games or money."),
        board=say("Trade: {lies}"),
    )


def _offer_text(deal: SeenDeal) -> Message:
    """Both sides, as the one whose turn it is sees them."""
    one, other = (_side_text(deal, side) for side in (deal.turn, 1 - deal.turn))
    seat, seat2 = deal.seats[deal.turn], deal.seats[1 - deal.turn]
    return say("You give {mine}. {seat} gives {theirs}.", mine=one, seat=seat2, theirs=other, seat2=seat).on(
        board=say("{seat2} gives {mine}. {seat} gives {theirs}.")
    )


def _side_text(deal: SeenDeal, side: int) -> Message:
    things: tuple[str | Message, ...] = (*deal.cards[side], *deal.games[side])
    money = (euros(deal.money_k[side]),) if deal.money_k[side] else ()
    return say("{things}", things=(*things, *money)) if things or money else say("nothing")


ASKED: Mapping[Phase, Message] = {
    Phase.COMPANY: say("Turn over a card: it's your company. Show it to your reader.").on(
        terminal=say("Turn over a card: it's your company. Type it."),
        phone=say("Turn over a card: it's your company. Tap it."),
        board=say("Turning over a company …"),
    ),
    Phase.HAND: hands.ASKED,
    Phase.DEAL: say("Card {count} of {hand}: slide it face down over your reader.").on(
        terminal=say("Card {count} of {hand}: type it."),
        phone=say("Card {count} of {hand}: tap it."),
        board=say("Dealing card {count} of {hand} …"),
    ),
    Phase.TREND: say("Turn over month {n}'s card and show it to {seat}'s reader.").on(
        terminal=say("Turn over month {n}'s card and type it."),
        phone=say("Turn over month {n}'s card and tap it."),
        board=say("Turning over month {n}'s card …"),
    ),
    Phase.SEAL: say("Choose in secret in your row. 1: brainstorm. 2: publish. 3: nothing. Waiting for {seats}.").on(
        phone=say("Choose in secret: brainstorm, publish, or nothing. Waiting for {seats}."),
        board=say("Choosing in secret. Waiting for {seats}."),
    ),
    Phase.MONTH: say(
        "Month {n}, in demand: {symbols}. Confirm: brainstorm. Or show 2-3 ideas to publish, or a designer to hire. "
        "Pass: done. Still playing: {seats}."
    ).on(
        terminal=say(
            "Month {n}, in demand: {symbols}. Enter: brainstorm. Or name 2-3 ideas to publish, or a designer to hire. "
            "pass: done. Still playing: {seats}."
        ),
        phone=say("Month {n}, in demand: {symbols}. Brainstorm, publish or hire? Still playing: {seats}."),
        board=say("Month {n}, in demand: {symbols}. Still playing: {seats}."),
    ),
    Phase.DRAW: say("Draw an idea and slide it, face down, over your reader. {draws} left.").on(
        terminal=say("Draw an idea and type it. {draws} left."),
        phone=say("Draw an idea and tap it. {draws} left."),
        board=say("Drawing an idea, {draws} left …"),
    ),
    Phase.LAST_CALL: say(
        "Someone can't pay their designers. Last chance to trade. Pass: done. Still trading: {seats}."
    ).on(
        terminal=say("Someone can't pay their designers. Last chance to trade. pass: done. Still trading: {seats}."),
        phone=say("Someone can't pay their designers. Last chance to trade. Still trading: {seats}."),
        board=say("Someone can't pay their designers. Last chance to trade. Still trading: {seats}."),
    ),
    Phase.OFFERS: say("Show a designer to fire, bid for, or hire them. Pass: done. Still playing: {seats}.").on(
        terminal=say("Type a designer's name to fire, bid for, or hire them. pass: done. Still playing: {seats}."),
        phone=say("Tap a designer to fire, bid for, or hire them. Still playing: {seats}."),
        board=say("Hiring and firing. Still playing: {seats}."),
    ),
    Phase.AUCTION: say("{designer}: {seat} bids {bid}. Confirm: bid {more}. Pass: drop out. Waiting for {seats}.").on(
        terminal=say("{designer}: {seat} bids {bid}. Enter: bid {more}. pass: drop out. Waiting for {seats}."),
        phone=say("{designer}: {seat} bids {bid}. Waiting for {seats}."),
        board=say("{designer}: {seat} bids {bid}. Waiting for {seats}."),
    ),
    Phase.AWARD: say("Awards: trade now, or pass for the next card. Waiting for {seats}.").on(
        terminal=say("Awards: trade now. pass: next card. Waiting for {seats}."),
        phone=say("Awards: trade now, or tap Done. Waiting for {seats}."),
        board=say("Awards: trading before the next card. Waiting for {seats}."),
    ),
    Phase.CARD: say("Shuffle the month cards. Draw one and show it to {seat}'s reader.").on(
        terminal=say("Shuffle the month cards. Draw one and type it."),
        phone=say("Shuffle the month cards. Draw one and tap it."),
        board=say("Drawing a month card …"),
    ),
}


# -- what is given up


def lost_options(view: View, action: Action) -> tuple[Message, ...]:
    """What the seat could still do, or save, before it is ready; a choice in secret is not spoken of."""
    forfeit = FORFEITS.get((view.phase, action.kind))
    return tuple(forfeit(view, action.seat)) if forfeit else ()


def _month_lost(view: View, seat: int) -> Iterator[Message]:
    """The one action of the month (S-09), and a game that is tapped and not published."""
    if view.did[seat] == MonthAction.NOTHING and view.sealed[seat] != MonthAction.NOTHING:
        yield filled(NOT_DONE[view.sealed[seat]], {"seat": seat})
    elif view.trays[seat].publishable:
        yield say("{seat} takes {name} back without publishing it.", seat=seat, name=view.trays[seat].name)


NOT_DONE: Mapping[str, Message] = {
    "": say("{seat} hasn't used this month's action."),
    MonthAction.BRAINSTORM: say("{seat} chose to brainstorm but hasn't done it."),
    MonthAction.PUBLISH: say("{seat} chose to publish but hasn't done it."),
}


def _no_choice(view: View, seat: int) -> Iterator[Message]:
    yield say("{seat} won't brainstorm or publish this month.", seat=seat)


def _company_lost(view: View, seat: int) -> Iterator[Message]:
    """Who cannot pay is ruined when all are ready (S-30)."""
    if 0 <= view.money_k[seat] < view.due_k[seat]:
        yield say("{seat} can't pay {due} and will be out.", seat=seat, due=euros(view.due_k[seat]))


FORFEITS: Mapping[tuple[str, str], Callable[[View, int], Iterator[Message]]] = {
    (Phase.MONTH, "ready"): _month_lost,
    (Phase.SEAL, "pass"): _no_choice,
    (Phase.LAST_CALL, "ready"): _company_lost,
}


# -- what an action leads to, for the person who has not yet done it


def consequences(view: View, action: Action) -> tuple[Message, ...]:
    """From the own view: what a game would be worth, what a trade would move, what a wage leaves after payday."""
    sentence = CONSEQUENCES.get(action.kind)
    return tuple(sentence(view, action)) if sentence else ()


def _worth_text(view: View, action: Action) -> Iterator[Message]:
    tray = view.trays[action.seat]
    yield value(tray.name, tray.symbols, tray.terms)


def _move_texts(view: View, action: Action) -> Iterator[Message]:
    """Both sides of the trade, as they lie there."""
    assert view.deal, "what is handed over or accepted is a trade"
    yield _offer_text(view.deal)


def _bid_text(view: View, action: Action) -> Iterator[Message]:
    """The highest bid, and one step more; an own designer is paid already what he was employed for."""
    paid_k = sum(each.wage_k for each in view.staff if each.name == view.lot and each.employer == action.seat)
    yield _after_payday(view, action.seat, view.bid_k + STEP_K - paid_k)


def _wage_text(view: View, action: Action) -> Iterator[Message]:
    """Of a designer who is employed: by whom he is called, the next step."""
    name = NAMES[number_of(action)]
    wage_k = next(each.wage_k for each in view.staff if each.name == name)
    yield _after_payday(view, action.seat, wage_k + (STEP_K if action.kind == "call" else 0))


def _first_wage(view: View, action: Action) -> Iterator[Message]:
    yield _after_payday(view, action.seat, WAGE_K[number_of(action)])


def _after_payday(view: View, seat: int, wage_k: int) -> Message:
    """What is left if nothing else is published, employed or traded until then (S-30)."""
    money_k, income_k, due_k = view.money_k[seat], view.earned_k[seat], view.due_k[seat] + wage_k
    return say(
        "You have {money}. After payday (+{income} -{due}) you have {left}.",
        money=euros(money_k), income=euros(income_k), due=euros(due_k), left=euros(money_k + income_k - due_k),
    )  # fmt: skip


CONSEQUENCES: Mapping[str, Callable[[View, Action], Iterator[Message]]] = {
    "publish": _worth_text,
    "hand": _move_texts,
    "accept": _move_texts,
    "raise": _bid_text,
    "call": _wage_text,
    "claim": _wage_text,
    "hire": _first_wage,
}


def setup_instructions(view: View) -> tuple[Message, ...]:
    """What people lay out. Source: EN, "Preparation" (S-05 to S-07)"""
    return (
        say("Shuffle all cards. Everyone turns over one, their company, and takes {hand} in hand.", hand=HAND),
        say("Set 12 cards aside, face down: the months. The rest is the deck."),
        say("Everyone gets {k}. Put published games in your row of the table.", k=euros(START_K)),
        *((say("Trading is off, so there's no last call."),) if _calls_in_vain(view) else ()),
        *((MONTH_POINTS,) if view.options["month_points"] == "yes" else ()),
    )


MONTH_POINTS = say("House rule: publish in months 1 to 11. Each such month adds €10k to your games at the awards.")


def _calls_in_vain(view: View) -> bool:
    """A last call is there for trading only (S-30)."""
    return view.options["last_call"] == "yes" and view.options["trades"] == "off"


# -- what hands do


def instruction(action: Action, state: State) -> Message:
    return filled(INSTRUCTIONS[action.kind], _action_facts(action, state))


def _action_facts(action: Action, state: State) -> dict[str, object]:
    """What the sentences about an action are filled with."""
    number = number_of(action)
    game = game_of(state, number) if action.kind == "game" else None
    lot = designer_of(state, state.lot if action.kind == "raise" else number)
    wage_k = state.bid_k if action.kind == "raise" else lot.wage_k if lot else 0
    tray = state.trays[action.seat] if 0 <= action.seat < len(state.trays) else ()
    return {
        "seat": state.seat if action.seat < 0 else action.seat,
        "seat2": number,
        "card": NAMES[number] if action.kind in CARD_KINDS else "",
        "symbols": symbols_on(NAMES[number]) if action.kind in CARD_KINDS else (),
        "name": name_of(game.cards) if game else name_of(tray),
        "k": euros(number),
        "wage": euros(wage_k),
        "more": euros(wage_k + STEP_K),
        "month": state.month,
    }


INSTRUCTIONS: Mapping[str, Message] = {
    "company": say("{seat}'s company is {card} ({symbols})."),
    **hands.ANSWERED,
    "deal": say("{seat} gets a card."),
    "trend": say("Month {month}: {card}. In demand: {symbols}."),
    "seal": say("{seat} chooses in secret."),
    "brainstorm": say("{seat} brainstorms."),
    "draw": say("{seat} draws an idea."),
    "tap": say("{seat} shows {card} ({symbols})."),
    "take": say("{seat} takes {card} back."),
    "publish": say("{seat} publishes {name}."),
    "hire": say("{seat} hires {card}."),
    "ready": say("{seat} is done."),
    "fire": say("{seat} fires {card}."),
    "claim": say("{seat} hires {card} from the market for {wage}."),
    "call": say("{seat} bids {more} for {card}."),
    "raise": say("{seat} bids {more}."),
    "pass": say("{seat} passes."),
    "trade": say("{seat} wants to trade with {seat2}."),
    "give": say("{seat} adds {card} ({symbols})."),
    "game": say("{seat} adds the game {name}."),
    "pay": say("{seat} adds {k}."),
    "ask": say("{seat} asks for {k}."),
    "withdraw": say("{seat} takes everything back."),
    "hand": say("{seat} makes the offer."),
    "accept": say("{seat} accepts. Trade done!"),
    "award": say("Awards: {card}, {symbols}."),
}
# News that a log leaves out as soon as something follows
PASSING = frozenset(INSTRUCTIONS[kind].text for kind in ("draw", "ready"))


LABELS: Mapping[str, Message] = {
    **hands.LABELS,
    "brainstorm": say("Brainstorm"),
    "tap": say("Add {card}"),
    "take": say("Take {card} back"),
    "publish": say("Publish it"),
    "hire": say("Hire {card}"),
    "ready": say("Done"),
    "fire": say("Fire {card}"),
    "claim": say("Hire {card} for {wage}"),
    "call": say("Bid {more} for {card}"),
    "raise": say("Bid {more}"),
    "pass": say("Pass"),
    "trade": say("Trade with {seat2}"),
    "give": say("Add {card}"),
    "game": say("Add the game {name}"),
    "pay": say("Add {k}"),
    "ask": say("Ask for {k}"),
    "withdraw": say("Take everything back"),
    "hand": say("Make the offer"),
    "accept": say("Accept"),
}


def label(action: Action, state: State) -> Message:
    """What the button says that does it."""
    text = SEALED.get(str(action.args[0])) if action.kind == "seal" else LABELS.get(action.kind)
    return filled(text, _action_facts(action, state)) if text else instruction(action, state)


# -- what was done


def description(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """The action, and what came of it: a game's place, payday, an auction's end, who is still in the ceremony."""
    return (instruction(action, before), *_action_news(action, before, after))


def held(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """Payday, and the end of the match."""
    ends = action.kind == "ready" and before.phase in (Phase.MONTH, Phase.LAST_CALL) and after.phase is not before.phase
    return tuple(_payday_news(before, after)) if ends else ()


def _action_news(action: Action, before: State, after: State) -> Iterator[Message]:
    if action.kind in NEWS:
        yield from NEWS[action.kind](action, before, after)
    if before.phase is Phase.SEAL and after.phase is Phase.MONTH:
        choices = {seat: CHOSEN[after.sealed[seat]] for seat in seats_alive(after)}
        yield from (say("{seat}: {choice}", seat=seat, choice=choice) for seat, choice in choices.items())
    if before.phase is Phase.AUCTION and after.phase is Phase.OFFERS:
        yield from _knocked_down(before, after)
    if action.kind == "ready" and before.phase in (Phase.MONTH, Phase.LAST_CALL) and after.phase is not before.phase:
        yield from _payday_news(before, after)
    if after.phase is Phase.OVER:
        yield ENDINGS[after.end]


def _published_news(action: Action, before: State, after: State) -> Iterator[Message]:
    game = after.games[-1]
    name, place = name_of(game.cards), place_name(game)
    worth = value(name, words_of(symbols_of(game.cards)), game.terms)
    yield say("{worth}. Its place: {place}.", worth=worth, place=place)
    yield from _marking_text(after, name, game.coins, game.value_k)
    if after.month_points != before.month_points:
        yield say("{seat} earns a month point.", seat=game.owner)


def _brainstorm_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """A hand that is not read takes its cards itself."""
    if after.phase is not Phase.DRAW:
        yield say("Cards to take: {n}.", n=after.hidden_count[action.seat] - before.hidden_count[action.seat])


def _hired_news(action: Action, before: State, after: State) -> Iterator[Message]:
    yield from _wage_marked(after, after.staff[-1])


def _knocked_down(before: State, after: State) -> Iterator[Message]:
    yield say("{designer} now works for {seat} for {wage} a month.", designer=NAMES[before.lot],
        seat=before.bidder, wage=euros(before.bid_k))  # fmt: skip
    designer = designer_of(after, before.lot)
    assert designer, "who is bid for stays in the game"
    yield from _wage_marked(after, designer)


def _wage_marked(state: State, designer: Designer) -> Iterator[Message]:
    yield from _marking_text(state, NAMES[designer.card], designer.coins, designer.wage_k)


def _marking_text(state: State, name: str, coins: Sequence[int], amount_k: int) -> Iterator[Message]:
    """Where coins are counted, those that mark a value or a wage, and what the bank lacks for it (S-04)."""
    if not state.terms.limited:
        return
    if any(coins):
        yield say("Put these coins on {name}: {coins}.", name=name, coins=_coins_text(coins))
    lacks_k = missing_k(state, amount_k, tuple(coins))
    if lacks_k:
        yield say("The bank is short of coins: {k} missing on {name}.", name=name, k=euros(lacks_k))


def _trade_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """Everybody has seen the cards; a game lies in its new owner's row (S-29)."""
    deal = before.deal
    assert deal, "what is accepted is a trade"
    for taker, cards in zip(reversed(deal.seats), deal.cards, strict=True):
        if cards:
            yield say("{seat} gets {cards}.", seat=taker, cards=DECK.names_of(cards))
    for old, game in zip(before.games, after.games, strict=True):
        if old.owner != game.owner:
            yield say("{name} moves here: {place}.", name=name_of(game.cards), place=place_name(game))


def _drawn_news(action: Action, before: State, after: State) -> Iterator[Message]:
    yield say("Still in the running: {names}.", names=tuple(name_of(game.cards) for game in contending_games(after)))


NEWS: Mapping[str, Callable[[Action, State, State], Iterator[Message]]] = {
    "publish": _published_news,
    "brainstorm": _brainstorm_news,
    "hire": _hired_news,
    "accept": _trade_news,
    "award": _drawn_news,
}


CHOSEN: Mapping[str, Message] = {
    MonthAction.BRAINSTORM: say("brainstorms"),
    MonthAction.PUBLISH: say("publishes"),
    MonthAction.NOTHING: say("does nothing"),
}


def _payday_news(before: State, after: State) -> Iterator[Message]:
    """Income when the month ends, wages when they are paid, what the bank lacks for both; who is ruined (S-30)."""
    ends = before.phase is Phase.MONTH
    paid = with_income(before) if ends else before
    earnings, dues = earnings_k(before), dues_k(before)
    for seat in seats_alive(before):
        earned, due = earnings[seat] if ends else 0, dues[seat]
        lost_k = before.money_k[seat] + earned - paid.money_k[seat]
        ruined = not after.alive >> seat & 1
        pays = after.phase is not Phase.LAST_CALL
        if pays and not ruined:
            lost_k += paid.money_k[seat] - due - after.money_k[seat]
        if not ruined and (earned or (pays and due)):
            yield filled(PAYDAY[ends, pays], {"seat": seat, "income": euros(earned), "due": euros(due)})
        if lost_k:
            yield say("The bank is short of coins: {seat} loses {k}.", seat=seat, k=euros(lost_k))
        if ruined:
            yield from _ruined_text(before, seat)


PAYDAY: Mapping[tuple[bool, bool], Message] = {  # the month ends, wages are paid
    (True, True): say("{seat}: +{income} income, -{due} wages"),
    (True, False): say("{seat}: +{income} income"),
    (False, True): say("{seat}: -{due} wages"),
}


def _ruined_text(before: State, seat: int) -> Iterator[Message]:
    yield say("{seat} can't pay {due} and is out of the match.", seat=seat, due=euros(dues_k(before)[seat]))
    if hand_size(before, seat):
        yield say("Put {seat}'s hand aside, face down, for good.", seat=seat)
    places = tuple(map(place_name, games_of(before, seat)))
    if places:
        yield say("{seat} takes away the games here: {places}.", seat=seat, places=places)


# -- what is taken back


def undo_instruction(action: Action, before: State) -> Message | None:
    """What hands put back, if anything was moved; what nobody else saw is not named."""
    text = UNDO_INSTRUCTIONS.get(action.kind)
    return filled(text, _action_facts(action, before)) if text else None


UNDO_INSTRUCTIONS: Mapping[str, Message] = {
    "company": say("Put {card} back on top of the deck."),
    "deal": say("Put back the last card dealt to {seat}."),
    "trend": say("Put {card} back with the months, face down."),
    "brainstorm": say("Put the ideas {seat} just drew back on the deck."),
    "draw": say("Put the idea {seat} just drew back on the deck."),
    "tap": say("Put {card} back in {seat}'s hand."),
    "take": say("Put {card} back in {seat}'s new game."),
    "publish": say("Take {seat}'s game {name} apart and give back its coins."),
    "hire": say("Put {card} back in {seat}'s hand."),
    "ready": say("If it was payday, give back income and wages."),
    "fire": say("Put {card} back with {seat}'s designers."),
    "claim": say("Put {card} back on the market."),
    "pass": say("If a designer changed companies, put the card back."),
    "accept": say("Give back what you traded."),
    "award": say("Shuffle {card} back in."),
}


# -- how it stands


def lines(view: View) -> tuple[Message, ...]:
    """Month and market, a line for each company, the games that lie beside their rows."""
    beside = tuple(game.name for game in view.games if cell_of(game) is None)
    missing = _missing_text(view)
    market = tuple(_designer_text(each) for each in view.staff if each.employer < 0)
    return (
        *((_month_line(view),) if view.months else ()),
        *(_company_text(view, seat) for seat in range(view.seats)),
        *((say("market: {designers}", designers=market),) if market else ()),
        *((say("coins in the bank: {coins}", coins=_coins_text(view.till)),) if view.till else ()),
        *((say("marker coins missing: {missing}", missing=missing),) if missing else ()),
        *((say("beside their rows: {games}", games=beside),) if beside else ()),
        *((say("awards so far: {cards}", cards=tuple(map(with_symbols, view.drawn))),) if view.drawn else ()),
    )  # fmt: skip


def _month_line(view: View) -> Message:
    deck = say_count("{n} card in the deck", "{n} cards in the deck", n=view.deck)
    return say("month {n}: {symbols}; {deck}", n=view.month, symbols=symbols_on(view.months[-1]), deck=deck)


def _designer_text(each: SeenDesigner) -> Message:
    return say("{name} ({symbols}) for {wage}", name=each.name, symbols=symbols(each.symbols), wage=euros(each.wage_k))


def _missing_text(view: View) -> tuple[Message, ...]:
    """What the coins lack that mark values and wages (S-04)."""
    marked: tuple[SeenGame | SeenDesigner, ...] = (*view.games, *view.staff)
    return tuple(say("{k} on {name}", name=each.name, k=euros(each.missing_k)) for each in marked if each.missing_k)


def _company_text(view: View, seat: int) -> Message:
    if seat not in view.alive:
        return say("{seat}: ruined", seat=seat)
    company = view.companies[seat]
    line = say_count("{seat}: {n} card in hand", "{seat}: {n} cards in hand", seat=seat, n=view.sizes[seat])
    if company:
        line = say("{line}, company {symbols}", line=line, symbols=symbols_on(company))
    if view.money_k[seat] >= 0:
        line = say("{line}, {money}", line=line, money=euros(view.money_k[seat]))
    if view.purses[seat]:
        line = say("{line} ({coins})", line=line, coins=_coins_text(view.purses[seat]))
    if view.earned_k[seat] or view.due_k[seat]:
        line = say("{line}, +{income} -{due} a month", line=line, income=euros(view.earned_k[seat]),
            due=euros(view.due_k[seat]))  # fmt: skip
    points = view.month_points[seat]
    line = say_count("{line}, {n} month point", "{line}, {n} month points", line=line, n=points) if points else line
    staff = tuple(_designer_text(each) for each in view.staff if each.employer == seat)
    line = say("{line}, employs {staff}", line=line, staff=staff) if staff else line
    games = tuple(_game_text(each) for each in view.games if each.owner == seat)
    return say("{line}; games: {games}", line=line, games=games) if games else line


def _game_text(game: SeenGame) -> Message:
    return say("{name} {k}", name=game.name, k=game.value_k)


def _coins_text(coins: Sequence[int]) -> tuple[str, ...]:
    """How many of each coin, the largest first; without those there are none of."""
    counted = zip(reversed(coins), reversed(COIN_K), strict=True)
    return tuple(f"{count}x{coin}" for count, coin in counted if count) or ("0",)


def private(view: View) -> tuple[Message, ...]:
    """The hand with its symbols; of a hand that is not read what is known, and always what is tapped."""
    hand = tuple(map(with_symbols, view.known[view.eyes]))
    tray = view.trays[view.eyes]
    read = view.eyes not in view.untracked
    lost = view.sizes[view.eyes] - len(hand) - len(tray.cards) if read else 0
    is_empty = read and not view.sizes[view.eyes]
    unknown = say("Your hand is empty.") if is_empty else say("The table doesn't know any of your cards.")
    return (
        say("your hand: {cards}", cards=hand) if hand else unknown,
        *((say("cards in your hand the table doesn't know: {n}", n=lost),) if lost else ()),
        say("your money: {k}", k=euros(view.money_k[view.eyes])),
        *((say("tapped: {what}", what=_tray_text(tray)),) if tray.cards else ()),
    )
