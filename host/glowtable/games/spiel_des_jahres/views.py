"""What a seat, or the public, may know of a match of Spiel des Jahres, in words.

Hands, the deck and the months to come are hidden; by option money, too (S-32). Cards of a hand that
everybody has seen tapped or traded stay known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from glowtable.game import HIDDEN, Action, Arg
from glowtable.kit.bit_sets import members
from glowtable.kit.tuples import replaced

from . import month, trading
from .bank import missing_k
from .cards import DECK, NAMES, NO_CARD, PAIRS, SYMBOLS
from .payday import due_k, earned_k
from .phases import PHASES
from .state import Deal, Designer, Phase, Published, State, Term, cards_held, choices_are_secret, deck_size, seats_alive
from .worth import PARTS, name_of, symbols_of


class SeenGame(NamedTuple):
    number: int
    owner: int
    place: int
    name: str
    cards: tuple[str, ...]  # bottommost first
    symbols: tuple[str, ...]  # that show
    value_k: int
    missing_k: int  # of the coins that mark it
    terms: tuple[Term, ...]
    contends: bool  # in the ceremony


class SeenDesigner(NamedTuple):
    name: str
    employer: int
    wage_k: int
    missing_k: int  # of the coins that mark it
    paid: bool
    symbols: tuple[str, str]
    fired_by: int  # in this month, else nobody


class Tray(NamedTuple):
    """The ideas a seat has tapped, and what they would make."""

    cards: tuple[str, ...]
    name: str
    symbols: tuple[str, ...]
    terms: tuple[Term, ...]  # only for a whole game
    taken: bool  # another game has this name
    publishable: bool


class SeenDeal(NamedTuple):
    seats: tuple[int, int]
    turn: int
    cards: tuple[tuple[str, ...], tuple[str, ...]]
    games: tuple[tuple[str, ...], tuple[str, ...]]
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    money_k: tuple[int, int]  # what is asked for among it
    handed: bool
    may_accept: bool


class View(NamedTuple):
    eyes: int
    seats: int
    options: Mapping[str, Arg]
    phase: str
    seat: int
    month: int
    alive: tuple[int, ...]
    acting: tuple[int, ...]
    sizes: tuple[int, ...]  # cards in each hand
    known: tuple[tuple[str, ...], ...]  # the cards of each hand that these eyes know of
    open: tuple[str, ...]  # the cards in hands that everybody knows of
    untracked: tuple[int, ...]  # the seats whose hands are not tracked
    deck: int
    companies: tuple[str, ...]
    months: tuple[str, ...]
    trays: tuple[Tray, ...]
    games: tuple[SeenGame, ...]
    staff: tuple[SeenDesigner, ...]
    money_k: tuple[int, ...]  # -1 where it is hidden
    purses: tuple[tuple[int, ...], ...]  # the coins of each seat, smallest first; () where not counted or hidden
    till: tuple[int, ...]  # and the bank's
    earned_k: tuple[int, ...]  # income of a month
    due_k: tuple[int, ...]
    did: tuple[str, ...]
    sealed: tuple[str, ...]  # what each has chosen, as far as it is revealed
    draws: int
    to_take: tuple[int, ...]  # the ideas each seat is to take after brainstorming
    lot: str
    bidder: int
    bid_k: int
    deal: SeenDeal | None
    drawn: tuple[str, ...]
    gone: tuple[str, ...]
    end: str
    winners: tuple[int, ...]


def view(state: State, eyes: int) -> View:
    terms = state.terms
    everybody = terms.everybody
    in_secret = terms.options["money"] == "hidden" and state.phase is not Phase.OVER
    return View(
        eyes,
        terms.seats,
        terms.options,
        str(state.phase),
        state.seat,
        state.month,
        seats_alive(state),
        PHASES.acting(state),
        tuple([cards_held(state, seat) for seat in everybody]),
        tuple([DECK.names_of(cards if seat == eyes else cards & state.open) for seat, cards in enumerate(state.hands)]),
        DECK.names_of(state.open),
        members(state.untracked),
        deck_size(state),
        tuple(map(_name, state.companies)),
        tuple(map(_name, state.months)),
        tuple([_tray(state, seat) for seat in everybody]),
        tuple([_game(state, game) for game in state.games]),
        tuple([_designer(state, designer) for designer in state.staff]),
        tuple([-1 if in_secret and seat != eyes else each for seat, each in enumerate(state.money_k)]),
        tuple([() if in_secret and seat != eyes else each for seat, each in enumerate(state.purses)]),
        state.till if terms.limited and not in_secret else (),
        tuple([earned_k(state, seat) for seat in everybody]),
        tuple([due_k(state, seat) for seat in everybody]),
        state.did,
        tuple([_sealed(state, seat, eyes) for seat in everybody]),
        state.draws,
        replaced(state.taking, state.seat, state.draws) if state.phase is Phase.DRAW else state.taking,
        _name(state.lot),
        state.bidder,
        state.bid_k,
        _deal(state, state.deal) if state.deal else None,
        tuple(map(_name, state.drawn)),
        DECK.names_of(state.gone),
        state.end,
        state.winners,
    )


CHOSEN = "?"  # in secret


def _sealed(state: State, seat: int, eyes: int) -> str:
    hidden = choices_are_secret(state) and seat != eyes and state.sealed[seat]
    return CHOSEN if hidden else state.sealed[seat]


def _tray(state: State, seat: int) -> Tray:
    cards = state.trays[seat]
    if not cards:
        return NO_TRAY
    terms = month.terms_of(state, seat, cards) if len(cards) in PARTS else ()
    return Tray(
        tuple(map(_name, cards)),
        name_of(cards),
        words_of(symbols_of(cards)),
        terms,
        month.same_named(state, cards) is not None,
        month.publishable(state, seat),
    )


NO_TRAY = Tray((), "", (), (), False, False)


def words_of(symbols: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([SYMBOLS[symbol] for symbol in symbols])


def _game(state: State, game: Published) -> SeenGame:
    return SeenGame(
        game.number,
        game.owner,
        game.place,
        name_of(game.cards),
        tuple(map(_name, game.cards)),
        words_of(symbols_of(game.cards)),
        game.value_k,
        missing_k(state, game.value_k, game.coins),
        game.terms,
        game.number in state.contenders,
    )


def _designer(state: State, designer: Designer) -> SeenDesigner:
    one, other = PAIRS[designer.card]
    fired_by = designer.fired_by if designer.fired_in == state.month else -1
    return SeenDesigner(
        NAMES[designer.card],
        designer.employer,
        designer.wage_k,
        missing_k(state, designer.wage_k, designer.coins),
        designer.paid,
        (SYMBOLS[one], SYMBOLS[other]),
        fired_by,
    )


def _deal(state: State, deal: Deal) -> SeenDeal:
    names = {game.number: name_of(game.cards) for game in state.games}
    first, second = deal.games
    return SeenDeal(
        deal.seats,
        deal.turn,
        (DECK.names_of(deal.cards[0]), DECK.names_of(deal.cards[1])),
        (tuple([names[number] for number in first]), tuple([names[number] for number in second])),
        deal.games,
        trading.sums_k(deal),
        deal.handed,
        trading.may_accept(state),
    )


def _name(card: int) -> str:
    return "" if card == NO_CARD else NAMES[card]


def seen(state: State, action: Action, eyes: int) -> Action:
    """Who gets a card sees it, and who chooses knows what; to others hands and choices are hidden (S-06, S-10)."""
    if action.kind in SECRET and eyes != SECRET[action.kind](state, action):
        return action._replace(args=(HIDDEN,))
    return action


SECRET: Mapping[str, Callable[[State, Action], int]] = {  # whose secret it is
    "deal": lambda state, action: state.seat,
    "draw": lambda state, action: state.seat,
    "seal": lambda state, action: action.seat,
}
