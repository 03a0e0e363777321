"""What a seat of Spiel des Jahres sees as numbers, from its view alone, card by card.

An idea in a game says whose it is, where in the stack, and what there is to say of the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping

from glowtable.game import Arg
from glowtable.game.observation import (
    Look,
    Observation,
    Part,
    amount_part,
    amounts_part,
    marks_part,
    one_seat,
    places_of,
    places_of_seats,
    seat_amounts,
    seats_from,
    some_seats,
    word_part,
)

from .cards import CARDS, CONTRACTS, IDEAS, NUMBER
from .state import ALL_K, CHOICES, COINS, MONTHS, MonthAction, Phase
from .views import CHOSEN, SeenDesigner, SeenGame, View
from .worth import PARTS

MOST_VALUE_K = 200  # of a game, or a wage
MOST_GAMES = IDEAS // PARTS[0]
STAFF = len(CONTRACTS)
DONE, SEALED = places_of(MonthAction), places_of((*CHOICES, CHOSEN))


class GameObservation(Observation):
    """Cards first, then games, designers, a deal under way, seats, the rest."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        super().__init__(
            seats,
            options,
            (
                *_card_parts(seats),
                *_game_parts(seats),
                *_staff_parts(seats),
                *_deal_parts(seats),
                *_seat_parts(seats),
                *_table_parts(seats),
            ),
        )


def _card_parts(seats: int) -> tuple[Part, ...]:
    return (
        marks_part("known", (seats, CARDS), "cards of each hand that this seat knows of", _by_seat("known")),
        marks_part("open", (CARDS,), "cards in hands that everybody knows of", _named_in("open")),
        amounts_part("trays", (seats, CARDS), "ideas tapped: which in the stack", PARTS[-1], _trays),
        marks_part("companies", (seats, CARDS), "company cards", _companies),
        marks_part("months", (CARDS,), "month cards so far", _named_in("months")),
        marks_part("trend", (CARDS,), "the latest of them", lambda view, seat: _numbers_of(view.months[-1:])),
        marks_part("lot", (CARDS,), "the designer in the auction", lambda view, seat: _numbers_of((view.lot,))),
        marks_part("drawn", (CARDS,), "cards drawn in the ceremony", _named_in("drawn")),
        marks_part("gone", (CARDS,), "cards out of the match", _named_in("gone")),
    )


def _numbers_of(names: Iterable[str]) -> list[int]:
    return [NUMBER[name] for name in names if name]


def _named_in(field: str) -> Look:
    return lambda view, seat: _numbers_of(getattr(view, field))


def _by_seat(field: str) -> Look:
    return lambda view, seat: _in_rows(seats_from(getattr(view, field), seat))


def _in_rows(rows: Iterable[Iterable[str]]) -> list[int]:
    return [row * CARDS + card for row, names in enumerate(rows) for card in _numbers_of(names)]


def _trays(view: View, seat: int) -> Iterable[int]:
    stacks = [tray.cards for tray in seats_from(view.trays, seat)]
    found = [0] * (len(stacks) * CARDS)
    for row, names in enumerate(stacks):
        for place, card in enumerate(_numbers_of(names), 1):
            found[row * CARDS + card] = place
    return found


def _companies(view: View, seat: int) -> Iterable[int]:
    return _in_rows((name,) for name in seats_from(view.companies, seat))


def _game_parts(seats: int) -> tuple[Part, ...]:
    return (
        marks_part("owner", (seats, CARDS), "ideas in games, by their owner", lambda view, seat: [
            (game.owner - seat) % seats * CARDS + NUMBER[name] for game in view.games for name in game.cards
        ]),
        _of_games("stacked", "which in its game's stack", PARTS[-1], lambda game, place: place),
        _of_games("game", "its game's number, from 1", MOST_GAMES, lambda game, place: game.number + 1),
        _of_games("value", "its game's value in thousands", MOST_VALUE_K, lambda game, place: game.value_k),
        _of_games("loss", "the same below 0", MOST_VALUE_K, lambda game, place: -game.value_k),
        _of_games("missing", "coins missing of it", MOST_VALUE_K, lambda game, place: game.missing_k),
        _of_games("contends", "its game contends in the ceremony", 1, lambda game, place: game.contends),
    )  # fmt: skip


def _of_games(name: str, about: str, most: int, look: Callable[[SeenGame, int], int]) -> Part:
    """A number of each idea in a game."""

    def fill_part(out: array[float], start: int, view: View, seat: int) -> None:
        for game in view.games:
            for place, card in enumerate(game.cards, 1):
                out[start + NUMBER[card]] = max(0.0, min(1.0, look(game, place) / most))

    return Part(name, (CARDS,), about, most, fill_part)


def _staff_parts(seats: int) -> tuple[Part, ...]:
    return (
        marks_part(
            "employer", (STAFF, seats), "whom a designer works for", _seat_of_staff(seats, lambda each: each.employer)
        ),
        marks_part("fired_by", (STAFF, seats), "who fired him last", _seat_of_staff(seats, lambda each: each.fired_by)),
        marks_part(
            "barred", (STAFF, seats), "who may not bid for him now", _seat_of_staff(seats, lambda each: each.barred)
        ),
        _of_staff("in_play", "designers whose contract was played", 1, lambda each: 1),
        _of_staff("wage", "wage in thousands", MOST_VALUE_K, lambda each: each.wage_k),
        _of_staff("wage_missing", "coins missing of it", MOST_VALUE_K, lambda each: each.missing_k),
        _of_staff("paid", "a wage has been paid", 1, lambda each: each.paid),
        _of_staff("moved", "has a new employer since this month's offers", 1, lambda each: each.moved),
    )


def _of_staff(name: str, about: str, most: int, look: Callable[[SeenDesigner], int]) -> Part:
    def fill_part(out: array[float], start: int, view: View, seat: int) -> None:
        for each in view.staff:
            out[start + NUMBER[each.name] - IDEAS] = min(1.0, look(each) / most)

    return Part(name, (STAFF,), about, most, fill_part)


def _seat_of_staff(seats: int, look: Callable[[SeenDesigner], int]) -> Look:
    def find(view: View, seat: int) -> Iterable[int]:
        named = [(NUMBER[each.name] - IDEAS, look(each)) for each in view.staff]
        return [row * seats + (other - seat) % seats for row, other in named if other >= 0]

    return find


def _deal_parts(seats: int) -> tuple[Part, ...]:
    """The side that began it first."""
    return (
        marks_part("deal_seats", (2, seats), "the two seats that trade", lambda view, seat: [
            row * seats + place for row, place in enumerate(places_of_seats(view.deal.seats, seat, seats))
        ] if view.deal else ()),
        marks_part("deal_turn", (2,), "whose turn it is", lambda view, seat: (view.deal.turn,) if view.deal else ()),
        marks_part("deal_cards", (2, CARDS), "cards that they give",
              lambda view, seat: _in_rows(view.deal.cards) if view.deal else ()),
        marks_part("deal_games", (2, MOST_GAMES), "games that they give, by number", lambda view, seat: [
            row * MOST_GAMES + game for row, games in enumerate(view.deal.numbers) for game in games
        ] if view.deal else ()),
        amounts_part("deal_money", (2,), "thousands that they give", ALL_K,
                lambda view, seat: view.deal.money_k if view.deal else ()),
        amounts_part("deal_state", (2,), "handed over; may be accepted", 1,
                lambda view, seat: (view.deal.handed, view.deal.may_accept) if view.deal else ()),
    )  # fmt: skip


def _seat_parts(seats: int) -> tuple[Part, ...]:
    return (
        seat_amounts("sizes", seats, "cards in each hand", CARDS),
        seat_amounts("money_k", seats, "money in thousands, 0 where it is hidden", ALL_K),
        seat_amounts("month_points", seats, "points by the house rule", MONTHS),
        seat_amounts("to_take", seats, "ideas to take after brainstorming", CARDS),
        amounts_part("purses", (seats, len(COINS)), "coins, smallest first, where they are counted", max(COINS),
                lambda view, seat: [coin for purse in seats_from(view.purses, seat) for coin in purse]),
        marks_part("did", (seats, len(DONE)), "done this month: " + ", ".join(DONE), _by_word("did", DONE)),
        marks_part("sealed", (seats, len(SEALED)), "chosen: " + ", ".join(SEALED), _by_word("sealed", SEALED)),
        some_seats("alive", seats, "seats that are not ruined"),
        some_seats("acting", seats, "seats that may act"),
        some_seats("untracked", seats, "seats whose hands are not read"),
    )  # fmt: skip


def _by_word(field: str, places: Mapping[str, int]) -> Look:
    def look(view: View, seat: int) -> Iterable[int]:
        said = enumerate(seats_from(getattr(view, field), seat))
        return [row * len(places) + places[each] for row, each in said if each]

    return look


def _table_parts(seats: int) -> tuple[Part, ...]:
    return (
        word_part("phase", Phase),
        one_seat("seat", seats, "who is dealt to or draws"),
        one_seat("bidder", seats, "who bids most"),
        amount_part("bid_k", "so many thousands", MOST_VALUE_K),
        amount_part("month", "the month", MONTHS),
        amount_part("draws", "ideas still to be drawn", CARDS),
        amount_part("deck", "cards in the deck", CARDS),
        amounts_part("till", (len(COINS),), "the bank's coins, where they are counted", max(COINS)),
    )
