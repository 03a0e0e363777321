"""What a seat of Punto sees as numbers: the board as planes, the cards as kinds. From its view alone.

Colours come in this order: the seat's own, then those of the others in the order in which they sit, then the neutral
one. A kind is a colour and its points: number 9 * colour + points - 1. What is below a top card is in no stack.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

from glowtable.game import Arg
from glowtable.game.observation import Observation, Part, amounts_part, marks_part, one_seat, word_part

from .cards import COLOURS, COPIES, NAMES, VALUES
from .state import Phase, PuntoParameters
from .views import View

KINDS = (len(COLOURS), len(VALUES))
MOST_POINTS, ALL_KINDS, COPY = len(VALUES), len(COLOURS) * len(VALUES), 1 / len(COPIES)


class GameObservation(Observation):
    """The planes come first: all cells of the four colours, of the points, and of where the card may be laid."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        terms = PuntoParameters.of(seats, options)
        side, sides = terms.lattice.side, len(terms.sides)
        self.seats, self.cells, self.side_of = seats, side * side, terms.side_of
        self.kinds = tuple(_kinds_of(terms, seat) for seat in range(seats))  # seat -> a card's name -> its kind
        self.tops = tuple(  # the same -> the plane of its colour, its points
            {
                name: (kind // MOST_POINTS * side * side, (kind % MOST_POINTS + 1) / MOST_POINTS)
                for name, kind in own.items()
            }
            for own in self.kinds
        )
        parts = (
            Part("colours", (len(COLOURS), side, side), "the top card has this colour", 1, self._fill_board),
            amounts_part("points", (side, side), "points of the top card", MOST_POINTS, lambda view, seat: ()),
            marks_part("cells", (side, side), "the card may be laid there, or the trophy taken"),
            marks_part("card", KINDS, "the card turned over", self._card),
            Part("stacks", (seats, *KINDS), "cards in each stack; shuffled ones by their share", 2, self._fill_stacks),
            marks_part("trophies", KINDS, "cards out of the game", self._trophies, len(COPIES)),
            word_part("phase", Phase),
            one_seat("seat", seats, "whose turn it is"),
            amounts_part("wins", (sides,), "rounds won by each side", int(options["rounds_to_win"]), self._wins),
            amounts_part("rounds", (1,), "rounds played", int(options["max_rounds"]), _rounds),
        )
        super().__init__(seats, options, parts)

    def _fill_board(self, out: array[float], start: int, view: View, seat: int) -> None:
        """The planes of the colours, and that of the points, which comes next."""
        tops, points_start = self.tops[seat], start + len(COLOURS) * self.cells
        for cell, pile in view.piles:
            plane, points = tops[pile[-1]]
            out[start + plane + cell] = 1
            out[points_start + cell] = points

    def _card(self, view: View, seat: int) -> Iterable[int]:
        return (self.kinds[seat][view.card],) if view.card else ()

    def _fill_stacks(self, out: array[float], start: int, view: View, seat: int) -> None:
        kinds, seats = self.kinds[seat], self.seats
        starts = [start + (other - seat) % seats * ALL_KINDS for other in range(seats)]
        for first, names in zip(starts, view.sure, strict=True):
            for name in names:
                out[first + kinds[name]] += COPY
        for names, held in view.mixed:
            for first, count in zip(starts, held, strict=True):
                share = count * COPY / len(names) if count else 0
                for name in names:
                    out[first + kinds[name]] += share

    def _trophies(self, view: View, seat: int) -> Iterable[int]:
        return [self.kinds[seat][name] for names in view.trophies for name in names]

    def _wins(self, view: View, seat: int) -> Iterable[int]:
        own = self.side_of[seat]
        return (*view.wins[own:], *view.wins[:own])


def _rounds(view: View, seat: int) -> Iterable[int]:
    return (len(view.rounds),)


def _kinds_of(terms: PuntoParameters, seat: int) -> Mapping[str, int]:
    own, sides = terms.side_of[seat], len(terms.sides)
    order = "".join(COLOURS[colour] for side in range(sides) for colour in terms.colours[(own + side) % sides])
    order += "".join(colour for colour in COLOURS if colour not in order)
    return {name: order.index(name[0]) * MOST_POINTS + int(name[1]) - 1 for name in NAMES}
