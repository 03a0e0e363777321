"""What a seat of Punto sees as numbers: the board as planes, the cards as kinds. From its view alone.

Colours come in this order: the seat's own, then those of the others in the order in which they sit, then the neutral
one. A kind is a colour and its points: number 9 * colour + points - 1. What is below a top card is in no stack.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import NamedTuple

from glowtable.game import Arg
from glowtable.game.observation import Observation, Part

from .cards import COLOURS, COPIES, NAMES, VALUES
from .state import Phase, PuntoParameters
from .views import View

KINDS = (len(COLOURS), len(VALUES))
MOST = len(VALUES)
PHASES = {str(phase): number for number, phase in enumerate(Phase)}


class CardPlace(NamedTuple):
    """Where a card is entered, to one seat: the plane of its colour, its kind, its points."""

    plane: int
    kind: int
    points: float


class PuntoObservation(Observation[View]):
    """Of a match with these seats and options."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        terms = PuntoParameters.of(seats, options)
        side, sides = terms.lattice.side, len(terms.sides)
        self.most_wins, self.most_rounds = int(options["rounds_to_win"]), int(options["max_rounds"])
        super().__init__(
            (
                Part("colours", (len(COLOURS), side, side), "where the top card has this colour"),
                Part("points", (side, side), "the top card's points", MOST),
                Part("cells", (side, side), "where the card may be laid, or whose card may be the trophy"),
                Part("card", KINDS, "the card turned over"),
                Part("stacks", (seats, *KINDS), "cards in each stack; of those shuffled together, each as likely", 2),
                Part("trophies", KINDS, "cards that are out of the game", 2),
                Part("phase", (len(PHASES),), ", ".join(PHASES)),
                Part("turn", (seats,), "whose turn it is"),
                Part("wins", (sides,), "rounds won by each side", self.most_wins),
                Part("rounds", (1,), "rounds played", self.most_rounds),
            )
        )
        self.seats, self.side_of, self.sides = seats, terms.side_of, sides
        self.places = tuple(_card_places(terms, seat) for seat in range(seats))  # seat -> name of a card -> its place

    def fill(self, out: array[float], view: View, seat: int, /) -> None:
        starts, places = self.starts, self.places[seat]
        points, cells = starts["points"], starts["cells"]
        for cell, pile in view.piles:
            place = places[pile[-1]]
            out[place.plane + cell] = 1
            out[points + cell] = place.points
        for cell in view.cells:
            out[cells + cell] = 1
        if view.card:
            out[starts["card"] + places[view.card].kind] = 1
        self._fill_stacks(out, view, seat)
        for names in view.trophies:
            for name in names:
                out[starts["trophies"] + places[name].kind] += 1 / len(COPIES)
        out[starts["phase"] + PHASES[view.phase]] = 1
        out[starts["turn"] + (view.seat - seat) % self.seats] = 1
        for side, won in enumerate(view.wins):
            out[starts["wins"] + (side - self.side_of[seat]) % self.sides] = won / self.most_wins
        out[starts["rounds"]] = len(view.rounds) / self.most_rounds

    def _fill_stacks(self, out: array[float], view: View, seat: int) -> None:
        places = self.places[seat]
        size = len(COLOURS) * len(VALUES)
        starts = [self.starts["stacks"] + (other - seat) % self.seats * size for other in range(self.seats)]
        for start, names in zip(starts, view.sure, strict=True):
            for name in names:
                out[start + places[name].kind] += 1 / len(COPIES)
        for names, held in view.mixed:
            for start, count in zip(starts, held, strict=True):
                share = count / (len(names) * len(COPIES)) if count else 0
                for name in names:
                    out[start + places[name].kind] += share


def _card_places(terms: PuntoParameters, seat: int) -> Mapping[str, CardPlace]:
    own, count = terms.side_of[seat], len(terms.sides)
    order = [colour for side in range(count) for colour in terms.colours[(own + side) % count]]
    order += [colour for colour in range(len(COLOURS)) if colour not in order]
    cells = terms.lattice.side**2
    return {
        name: CardPlace(
            order.index(COLOURS.index(name[0])) * cells,
            order.index(COLOURS.index(name[0])) * MOST + int(name[1]) - 1,
            int(name[1]) / MOST,
        )
        for name in NAMES
    }
