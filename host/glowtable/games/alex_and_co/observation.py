"""What a seat of ALEX & CO sees as numbers, from its view alone. Of ESG and SAZ cards the first copies are entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from glowtable.game import Arg
from glowtable.game.observation import (
    Look,
    Observation,
    Part,
    amount_part,
    marks_part,
    one_seat,
    seat_amounts,
    seats_from,
    some_seats,
    word_part,
)
from glowtable.kit.bit_sets import members

from .cards import CARDS, DECK, NUMBER
from .state import AlexParameters, Mode, Phase
from .views import View

ACTS = ("", "call", "swap", "reveal", "esg", "saz")
MOST_TURNS = 100  # few matches have more


class GameObservation(Observation):
    """Hands, displays and the face-down display card by card."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        spots = AlexParameters.of(seats, options).places
        parts = (
            marks_part("places", (spots, CARDS), "the card of each place, if ever seen", _faces),
            marks_part("unseen", (spots,), "places whose card was never seen", _unseen),
            marks_part("turned", (spots,), "places turned up by this action"),
            marks_part("pair", (spots,), "those of them that are a pair"),
            marks_part("filled", (spots,), "places that the last action filled"),
            marks_part("back", (spots,), "places whose cards the last action turned up and left"),
            marks_part("cells", (spots,), "places that may be chosen"),
            _hands("known", seats, "cards of each hand that this seat knows of"),
            _hands("denied", seats, "cards that each seat has said not to have"),
            _hands("shown", seats, "cards displayed"),
            marks_part("asks", (seats, CARDS), "whom a card is asked of", _asks(seats)),
            marks_part("gone", (CARDS,), "cards out of the match, or discarded", _cards("gone")),
            marks_part("laying", (CARDS,), "cards of the set being displayed", _cards("laying")),
            marks_part("card", (CARDS,), "the card named", _card("card")),
            marks_part("held", (CARDS,), "the card drawn or handed over", _card("held")),
            seat_amounts("sizes", seats, "cards in each hand", CARDS),
            one_seat("seat", seats, "who acts now"),
            one_seat("active", seats, "whose turn it is"),
            one_seat("whom", seats, "the player a choice is about"),
            some_seats("untracked", seats, "seats whose hands are not read"),
            some_seats("gave", seats, "seats that have just handed a card over"),
            some_seats("players", seats, "seats that may be chosen"),
            word_part("phase", Phase),
            word_part("mode", Mode),
            word_part("act", ACTS),
            amount_part("pile", "cards in the draw pile", CARDS),
            amount_part("tally", "cards taken out so far, or players who passed in a row", CARDS),
            amount_part("quiet", "turns in a row in which no card moved", 3 * seats),
            amount_part("turns", "turns so far", MOST_TURNS),
            amount_part("barred", "the seat cannot call"),
            amount_part("can_display", "this seat can display cards now"),
        )
        super().__init__(seats, options, parts)


def _faces(view: View, seat: int) -> Iterable[int]:
    return [place * CARDS + NUMBER[name] for place, name in enumerate(view.places) if name in NUMBER]


def _unseen(view: View, seat: int) -> Iterable[int]:
    return [place for place, name in enumerate(view.places) if not name]


def _asks(seats: int) -> Look:
    return lambda view, seat: [(whom - seat) % seats * CARDS + NUMBER[name] for whom, name in view.asks]


def _cards(name: str) -> Look:
    return lambda view, seat: members(DECK.set_of(getattr(view, name)))


def _card(name: str) -> Look:
    return lambda view, seat: (NUMBER[getattr(view, name)],) if getattr(view, name) else ()


def _hands(name: str, seats: int, about: str) -> Part:
    """A set of cards of each seat."""

    def look(view: View, seat: int) -> Iterable[int]:
        sets = enumerate(map(DECK.set_of, seats_from(getattr(view, name), seat)))
        return [owner * CARDS + card for owner, cards in sets for card in members(cards)]

    return marks_part(name, (seats, CARDS), about, look)
