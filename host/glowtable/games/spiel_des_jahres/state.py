"""A match of Spiel des Jahres at one moment. No rule is here.

Money is counted in thousands of euros. No order of a pile is in it, and no card that nobody has looked at: those
are together in `bag`, the month cards to come among them. An untracked hand is `hidden_count` cards of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from glowtable.game import Arg
from glowtable.kit import terms
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.hands import drop_card, hand_size, locate_card, possible_cards
from glowtable.kit.tuples import quick_replace, replaced
from glowtable.messages import say

from .cards import CATALOGUE, EVERY, NO_CARD, SEATS, CardSet

THOUSAND = 1000
MOST_CHANGES = 20  # a month: nobody taps wrong more often, and a month must end
START_K = int(CATALOGUE["setup"]["start_money"]) // THOUSAND  # S-06
HAND = int(CATALOGUE["setup"]["start_hand"])  # S-06
MONTHS = int(CATALOGUE["setup"]["months"])  # S-08
COIN_K = tuple(sorted(int(coin) // THOUSAND for coin in CATALOGUE["bank"]))  # the four coins, smallest first
COINS = tuple(CATALOGUE["bank"][str(coin * THOUSAND)] for coin in COIN_K)  # S-02
ALL_K: int = sum(coin * count for coin, count in zip(COIN_K, COINS, strict=True))
STEP_K = COIN_K[0]  # a bid raises by the smallest coin (S-25)
NO_COINS = (0,) * len(COIN_K)
NOBODY = -1

Coins = tuple[int, ...]  # how many of each coin


class Phase(StrEnum):
    HAND = "hand"  # `seat` says whether its hand is tracked
    COMPANY = "company"  # chance turns up the company card of `seat`
    DEAL = "deal"  # chance deals to `seat`
    TREND = "trend"  # chance turns up the card of the month
    SEAL = "seal"  # everybody chooses in secret what to do this month
    MONTH = "month"  # everybody brainstorms or publishes
    DRAW = "draw"  # chance deals the ideas of `seat`'s brainstorming
    LAST_CALL = "last call"  # somebody cannot pay: everybody may trade once more
    OFFERS = "offers"  # everybody fires, employs, poaches
    AUCTION = "auction"  # everybody may outbid the offer for `lot`
    TRADE = "trade"  # two seats trade
    AWARD = "award"  # before a card of the ceremony is drawn
    CARD = "card"  # chance draws it
    OVER = "over"


OPEN = (Phase.SEAL, Phase.MONTH, Phase.LAST_CALL, Phase.OFFERS, Phase.AWARD)  # everybody may act who is not ready


class MonthAction(StrEnum):
    """What a seat did or will do this month."""

    NOTHING = "nothing"
    BRAINSTORM = "brainstorm"
    PUBLISH = "publish"


CHOICES = (str(MonthAction.BRAINSTORM), str(MonthAction.PUBLISH), str(MonthAction.NOTHING))  # for who chooses in secret


class End(StrEnum):
    AWARD = say("the ceremony").text
    STALEMATE = say("a stalemate in the ceremony").text
    NO_GAMES = say("no game was published").text
    LAST_ONE = say("all others are ruined").text
    RUIN = say("all are ruined").text


class Term(NamedTuple):
    """One reason for the value of a game: a source and a symbol of it, the costs, or equal symbols."""

    kind: str
    amount_k: int
    symbol: int = -1
    who: str = ""  # the designer


class Published(NamedTuple):
    """A game on the table; its value never changes (S-15)."""

    number: int
    owner: int
    place: int  # in the owner's row: 0 to 5 on its cells, from 6 on beside them
    cards: tuple[int, ...]  # bottommost first
    value_k: int
    terms: tuple[Term, ...]
    coins: Coins = NO_COINS  # that mark the value, where coins are counted


class Designer(NamedTuple):
    """A designer whose contract was played, and who is in the game."""

    card: int
    employer: int  # a seat, or NOBODY: on the market
    wage_k: int
    paid: bool = False  # some employer has paid him; else his contract was played after this month's wages
    moved_in: int = 0  # the month in whose offers he last got a new employer
    fired_by: int = NOBODY  # who fired him last
    fired_in: int = 0  # in which month
    coins: Coins = NO_COINS


class Deal(NamedTuple):
    """A trade two seats are about to make; each side puts in what it gives, and may ask the other for money."""

    seats: tuple[int, int]
    turn: int  # 0 or 1: whose turn it is
    cards: tuple[CardSet, CardSet] = (0, 0)
    games: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    money_k: tuple[int, int] = (0, 0)
    asked_k: int = 0  # what the side whose turn it is asks of the other
    handed: bool = False  # the other side has handed it over, and nothing was changed since
    back: Phase = Phase.MONTH  # where the match goes on after it


class SpielParameters(terms.GameParameters):
    """What follows from the options."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        super().__init__(seats, options)
        self.limited = options["bank"] == "limited"
        self.trades = options["trades"] == "open"


@quick_replace
class State(NamedTuple):
    terms: SpielParameters
    phase: Phase
    seat: int = NOBODY  # who is dealt to or draws
    month: int = 0  # 1 to 12
    alive: int = 0  # the seats that are not ruined, a bit set
    # where the cards are
    bag: CardSet = EVERY  # the cards that nobody has looked at
    hands: tuple[CardSet, ...] = ()  # of each seat the cards known to the table
    hidden_count: tuple[int, ...] = ()  # and how many more it holds
    untracked: int = 0  # the seats whose hands are not tracked
    open: CardSet = 0  # cards in hands that everybody knows of
    trays: tuple[tuple[int, ...], ...] = ()  # of each seat the ideas tapped, bottommost first
    companies: tuple[int, ...] = ()
    months: tuple[int, ...] = ()  # the month cards so far
    games: tuple[Published, ...] = ()
    staff: tuple[Designer, ...] = ()
    gone: CardSet = 0  # out of the match, seen by all
    away: CardSet = 0  # out of the match, from the hands of the ruined: nobody else has seen them
    buried: int = 0  # so many cards of the bag are out of the match, unseen
    # where the money is
    money_k: tuple[int, ...] = ()
    bank_k: int = ALL_K  # below 0 where an unlimited bank has paid out more than its coins
    purses: tuple[Coins, ...] = ()  # of each seat, where coins are counted
    till: Coins = COINS  # the bank's
    # the month
    did: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()  # what each seat has chosen to do, '' before it has
    ready: int = 0  # the seats that want nothing more, a bit set
    draws: int = 0  # ideas still to be drawn
    taking: tuple[int, ...] = ()  # the ideas each seat draws itself this month, where its hand is untracked
    changes: tuple[int, ...] = ()  # how often each seat took back what it had tapped or put into a trade
    published: int = 0  # games so far
    # the auction, the trade
    lot: int = NO_CARD  # the designer
    bidder: int = NOBODY
    bid_k: int = 0
    passed: int = 0  # the seats that bid no more, a bit set
    deal: Deal | None = None
    begun: int = 0  # the trades begun since anything else was done, a bit set of `trade_bit`
    trades_made: int = 0
    month_points: tuple[int, ...] = ()  # of each seat, by the house rule (S-38)
    # the ceremony
    contenders: tuple[int, ...] = ()  # numbers of games
    drawn: tuple[int, ...] = ()
    end: str = ""
    winners: tuple[int, ...] = ()


def seats_alive(state: State) -> tuple[int, ...]:
    """The seats that are not ruined."""
    return members(state.alive)


def not_ready(state: State) -> int:
    """Everybody who is in the game and has not said to be ready."""
    return state.alive & ~state.ready


def choices_are_secret(state: State) -> bool:
    """The choices of this month are still secret, in a trade begun meanwhile too (S-10)."""
    return state.phase is Phase.SEAL or (state.deal is not None and state.deal.back is Phase.SEAL)


def cards_held(state: State, seat: int) -> int:
    """How many cards a seat holds, those tapped included."""
    return hand_size(state, seat) + len(state.trays[seat])


def possible_of(state: State, seat: int) -> int:
    """The cards that a seat may show."""
    return possible_cards(state, seat, unseen)


def unseen(state: State) -> int:
    """The cards that are hidden from somebody: in a hand, in the deck, among the months, put away by the ruined."""
    lying = mask_of(card for card in (*state.companies, *state.months) if card != NO_CARD)
    built = mask_of(card for game in state.games for card in game.cards)
    tapped = mask_of(card for tray in state.trays for card in tray)
    return EVERY & ~(lying | built | tapped | mask_of(each.card for each in state.staff) | state.open | state.gone)


def deck_size(state: State) -> int:
    """How many cards can still be drawn: the month cards to come lie apart (S-07)."""
    return state.bag.bit_count() - sum(state.hidden_count) - state.buried - (MONTHS - len(state.months))


def may_change(state: State, seat: int) -> bool:
    """Taking back has an end, so that a month has one."""
    return state.changes[seat] < MOST_CHANGES


def with_change(state: State, seat: int) -> State:
    return state._replace(changes=replaced(state.changes, seat, state.changes[seat] + 1))


def games_of(state: State, seat: int) -> tuple[Published, ...]:
    return tuple([game for game in state.games if game.owner == seat])


def staff_of(state: State, seat: int) -> tuple[Designer, ...]:
    return tuple([designer for designer in state.staff if designer.employer == seat])


def designer_of(state: State, card: int) -> Designer | None:
    """The designer of this contract, if it was played."""
    for designer in state.staff:
        if designer.card == card:
            return designer
    return None


def game_of(state: State, number: int) -> Published | None:
    return next((game for game in state.games if game.number == number), None)


def trade_bit(seat: int, other: int) -> int:
    return 1 << seat * SEATS[-1] + other


def place_for(state: State, seat: int) -> int:
    """The first free place of a seat's row."""
    return first_free({game.place for game in games_of(state, seat)})


def first_free(taken: set[int]) -> int:
    return next(place for place in range(len(taken) + 1) if place not in taken)


def show_card(state: State, seat: int, card: int) -> State:
    """Everybody has now seen that a seat holds this card; then no ruined seat has put it away."""
    bit = 1 << card
    return locate_card(found_again(state, bit), seat, card)._replace(open=state.open | bit)


def found_again(state: State, cards: CardSet) -> State:
    """Of these cards the ruined have put none away: what they did put away nobody has looked at."""
    wrong = state.away & cards
    return state._replace(away=state.away ^ wrong, bag=state.bag | wrong, buried=state.buried + wrong.bit_count())


def play_card(state: State, seat: int, card: int) -> State:
    """A card leaves a hand, seen by all."""
    return drop_card(show_card(state, seat, card), seat, card)


def replace_designer(state: State, designer: Designer) -> State:
    """The staff with this designer as he is now."""
    return state._replace(staff=tuple([designer if each.card == designer.card else each for each in state.staff]))
