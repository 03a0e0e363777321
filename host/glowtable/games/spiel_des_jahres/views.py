"""What a seat, or the public, may know of a match of Spiel des Jahres, in words.

Hands, the deck and the months to come are hidden; by option money, too (S-32). Cards of a hand that
everybody has seen tapped or traded stay known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowtable.game import HIDDEN, Action, Arg
from glowtable.kit.bit_sets import members
from glowtable.kit.lazy_view import Fields, make_view_builders, own_fields
from glowtable.kit.tuples import replaced

from . import month, staff, trading
from .bank import missing_k
from .cards import DECK, NAMES, PAIRS, SYMBOLS
from .payday import dues_k, earnings_k
from .phases import PHASES
from .state import NOBODY, Deal, Phase, State, Term, cards_held, choices_are_secret, deck_size, seats_alive
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
    paid: bool  # a wage of his has been paid, by whichever employer
    moved: bool  # he got a new employer in the offers of this month
    symbols: tuple[str, str]
    fired_by: int  # the seat that fired him last: it may not take him from the market
    barred: int  # the seat that may not bid for him now


class GameDraft(NamedTuple):
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
    trays: tuple[GameDraft, ...]
    games: tuple[SeenGame, ...]
    staff: tuple[SeenDesigner, ...]
    money_k: tuple[int, ...]  # -1 where it is hidden
    purses: tuple[tuple[int, ...], ...]  # the coins of each seat, smallest first; () where not counted or hidden
    till: tuple[int, ...]  # and the bank's
    earned_k: tuple[int, ...]  # income of a month
    due_k: tuple[int, ...]
    month_points: tuple[int, ...]
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


def _is_open(state: State) -> bool:
    """Whether everybody sees all money (S-32)."""
    return state.terms.options["money"] != "hidden" or state.phase is Phase.OVER


def _as_seen(state: State, eyes: int, sums: tuple[Any, ...], hidden: Any) -> tuple[Any, ...]:
    """What each seat has, where these eyes see it."""
    return sums if _is_open(state) else tuple([each if seat == eyes else hidden for seat, each in enumerate(sums)])


def _known_cards(state: State, eyes: int) -> tuple[tuple[str, ...], ...]:
    return tuple(
        [DECK.names_of(cards if seat == eyes else cards & state.open) for seat, cards in enumerate(state.hands)]
    )


TRAY_FIELDS: Fields = {
    "cards": lambda state, seat: tuple(map(DECK.name_of, state.trays[seat])),
    "name": lambda state, seat: name_of(state.trays[seat]),
    "symbols": lambda state, seat: words_of(symbols_of(state.trays[seat])) if state.trays[seat] else (),
    "terms": lambda state, seat: (
        month.terms_of(state, seat, state.trays[seat]) if len(state.trays[seat]) in PARTS else ()
    ),
    "taken": lambda state, seat: bool(state.trays[seat]) and month.same_named(state, state.trays[seat]) is not None,
    "publishable": lambda state, seat: bool(state.trays[seat]) and month.publishable(state, seat),
}
TRAY = make_view_builders(GameDraft, TRAY_FIELDS)


GAME_FIELDS: Fields = {
    "number": lambda state, game: game.number,
    "owner": lambda state, game: game.owner,
    "place": lambda state, game: game.place,
    "name": lambda state, game: name_of(game.cards),
    "cards": lambda state, game: tuple(map(DECK.name_of, game.cards)),
    "symbols": lambda state, game: words_of(symbols_of(game.cards)),
    "value_k": lambda state, game: game.value_k,
    "missing_k": lambda state, game: missing_k(state, game.value_k, game.coins),
    "terms": lambda state, game: game.terms,
    "contends": lambda state, game: game.number in state.contenders,
}
GAME = make_view_builders(SeenGame, GAME_FIELDS)


DESIGNER_FIELDS: Fields = {
    "name": lambda state, designer: NAMES[designer.card],
    "employer": lambda state, designer: designer.employer,
    "wage_k": lambda state, designer: designer.wage_k,
    "missing_k": lambda state, designer: missing_k(state, designer.wage_k, designer.coins),
    "paid": lambda state, designer: designer.paid,
    "moved": staff.has_moved,
    "symbols": lambda state, designer: words_of(PAIRS[designer.card]),
    "fired_by": lambda state, designer: designer.fired_by,
    "barred": lambda state, designer: (
        designer.fired_by if staff.is_barred(state, designer.fired_by, designer) else NOBODY
    ),
}
DESIGNER = make_view_builders(SeenDesigner, DESIGNER_FIELDS)


FIELDS: Fields = {
    **own_fields("seat", "month", "month_points", "did", "draws", "bidder", "bid_k", "end", "winners"),
    "options": lambda state, eyes: state.terms.options,
    "phase": lambda state, eyes: str(state.phase),
    "alive": lambda state, eyes: seats_alive(state),
    "acting": lambda state, eyes: PHASES.acting(state),
    "sizes": lambda state, eyes: tuple([cards_held(state, seat) for seat in state.terms.everybody]),
    "known": _known_cards,
    "open": lambda state, eyes: DECK.names_of(state.open),
    "untracked": lambda state, eyes: members(state.untracked),
    "deck": lambda state, eyes: deck_size(state),
    "companies": lambda state, eyes: tuple(map(DECK.name_of, state.companies)),
    "months": lambda state, eyes: tuple(map(DECK.name_of, state.months)),
    "trays": lambda state, eyes: tuple([TRAY.whole(state, seat) for seat in state.terms.everybody]),
    "games": lambda state, eyes: tuple([GAME.whole(state, game) for game in state.games]),
    "staff": lambda state, eyes: tuple([DESIGNER.whole(state, designer) for designer in state.staff]),
    "money_k": lambda state, eyes: _as_seen(state, eyes, state.money_k, -1),
    "purses": lambda state, eyes: _as_seen(state, eyes, state.purses, ()),
    "till": lambda state, eyes: state.till if state.terms.limited and _is_open(state) else (),
    "earned_k": lambda state, eyes: earnings_k(state),
    "due_k": lambda state, eyes: dues_k(state),
    "sealed": lambda state, eyes: tuple(
        [
            CHOSEN if choice and seat != eyes and choices_are_secret(state) else choice
            for seat, choice in enumerate(state.sealed)
        ]
    ),
    "to_take": lambda state, eyes: (
        replaced(state.taking, state.seat, state.draws) if state.phase is Phase.DRAW else state.taking
    ),
    "lot": lambda state, eyes: DECK.name_of(state.lot),
    "deal": lambda state, eyes: _deal_view(state, state.deal) if state.deal else None,
    "drawn": lambda state, eyes: tuple(map(DECK.name_of, state.drawn)),
    "gone": lambda state, eyes: DECK.names_of(state.gone),
}
view, glance = make_view_builders(
    View,
    FIELDS,
    trays=lambda state, eyes: tuple([TRAY.glance(state, seat) for seat in state.terms.everybody]),
    games=lambda state, eyes: tuple([GAME.glance(state, game) for game in state.games]),
    staff=lambda state, eyes: tuple([DESIGNER.glance(state, designer) for designer in state.staff]),
)


CHOSEN = "?"  # in secret


def words_of(symbols: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([SYMBOLS[symbol] for symbol in symbols])


def _deal_view(state: State, deal: Deal) -> SeenDeal:
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


def may_claim(view: View, seat: int, designer: SeenDesigner) -> bool:
    """As `staff.may_claim`, by what a seat sees (S-24)."""
    return designer.employer == NOBODY and designer.fired_by != seat


def may_poach(view: View, seat: int, designer: SeenDesigner) -> bool:
    """He works for another, who has paid him, and nothing bars the seat from bidding (S-24, S-26)."""
    is_safe = view.options["unpaid"] == "safe" and not designer.paid
    return designer.employer not in (seat, NOBODY) and designer.barred != seat and not is_safe


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
