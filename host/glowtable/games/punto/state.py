"""A match of Punto at one moment: its terms and its phases. No rule is here.

Nothing hidden is in it: the order of the stacks is known to nobody (P-07).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from glowtable.game import Arg
from glowtable.kit import terms
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.tuples import quick_replace
from glowtable.messages import USAGE, UserError, say

from .board import Lattice, lattice_of
from .cards import DECK, PER_COLOUR, bag_of
from .lines import LATTICE_SIDE, TABLE_SIDE, Line, cell_text, through
from .score import Step
from .stacks import Mixed, Stacks, halved

NEUTRAL = 3  # with three players the fourth colour belongs to no player
NEUTRAL_EACH = 6  # of the fourth colour, three players (P-04)
CENTRE = mask_of((14, 15, 20, 21))  # c3 c4 d3 d4


class PuntoParameters(terms.GameParameters):
    """Who plays which colours on which lattice; UserError where seats and options do not go together."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        super().__init__(seats, options)
        teams = options["teams"] == "yes"
        if teams and seats != 4:
            raise UserError(say("teams=yes needs 4 players, not {n} (P-06).", n=seats), USAGE)
        # the seats of each player or team
        self.sides: tuple[tuple[int, ...], ...] = (
            ((0, 2), (1, 3)) if teams else tuple((seat,) for seat in self.everybody)
        )
        self.side_of = tuple(
            next(side for side, holders in enumerate(self.sides) if seat in holders) for seat in self.everybody
        )
        # side -> its colours: two when there are two sides, else one; the fourth of three is neutral (P-03..P-06)
        count, sides = 2 if len(self.sides) == 2 else 1, len(self.sides)
        self.colours = tuple(tuple(range(side, side + count * sides, sides)) for side in range(sides))
        self.need = 5 if len(self.sides) == 2 else 4  # how long a line must be
        self.coloured = sum(map(len, self.colours)) * PER_COLOUR  # cards below have an owner; the others are neutral
        self.floating = options["frame"] == "floating"
        self.lattice: Lattice = lattice_of(LATTICE_SIDE if self.floating else TABLE_SIDE)
        self.first_cells = self._first_cells()  # where the first card of a round may lie
        self.windows = through(self.lattice.side, self.need)  # cell -> the lines of `need` through it
        self.dealt = self._dealt()  # the stacks before the first round

    def left_of(self, seat: int) -> int:
        """The next seat clockwise. Source: Punto DE, "im Uhrzeigersinn" (P-11)"""
        return (seat + 1) % self.seats

    def cell_label(self, cell: int) -> str:
        """`a1`..`f6`; on the floating frame up to `k11`."""
        return cell_text(cell, self.lattice.side)

    def _first_cells(self) -> int:
        """Source: Punto DE, "legt sie in die Mitte" (P-10)"""
        if self.floating:
            return 1 << self.lattice.side**2 // 2
        return self.lattice.full if self.options["first_cell"] == "any" else CENTRE

    def _dealt(self) -> Stacks:
        """Source: Punto EN, "Setup" (P-03 to P-07)"""
        bags = tuple(map(bag_of, self.colours))
        if len(self.sides) < self.seats:
            teams = zip(bags, self.sides, strict=True)
            return Stacks((0,) * self.seats, tuple(halved(bag, two, two[0], self.seats) for bag, two in teams))
        neutral = (Mixed(bag_of((NEUTRAL,)), (NEUTRAL_EACH,) * self.seats),) if self.seats == 3 else ()
        return Stacks(bags, neutral)


class Phase(StrEnum):
    STARTER = "starter"  # chance draws the first player
    YOUNGEST = "youngest"  # the youngest player begins
    BEGIN = "begin"  # between rounds: cards are gathered and shuffled
    TURN = "turn"  # the top card of `seat` is turned up
    PLACE = "place"
    TROPHY = "trophy"  # which card leaves the game
    OVER = "over"


SETTLED = (Phase.BEGIN, Phase.OVER)  # the round has ended, its trophy is taken
ROUND_ENDED = (Phase.TROPHY, *SETTLED)
NOBODY = -1


@quick_replace
class Round(NamedTuple):
    """How a round ended and what follows from it."""

    end: str  # line, stalemate or draw
    seat: int  # laid the last card, or could not play
    winner: int = NOBODY  # a side
    taker: int = NOBODY  # the seat that takes the trophy
    lines: tuple[Line, ...] = ()  # the lines completed, or the rows that won
    steps: tuple[Step, ...] = ()  # how rows were compared
    stuck: str = ""  # the card that had no cell, empty if a stack was
    trophy: str = ""  # the card that left the game, empty if none
    cell: int = NOBODY  # where it lay
    starter: int = NOBODY  # of the next round
    neutrals: int = 0  # of the neutral colour were played


@quick_replace
class State(NamedTuple):
    terms: PuntoParameters
    phase: Phase
    seat: int  # whose turn it is
    card: int  # turned up and not yet laid
    cells: int  # where it may be laid, or whose card may leave the game
    stacks: Stacks
    board: int  # packed as board.py says
    near: int  # the laid cells and those around them
    laid: tuple[tuple[int, int], ...]  # (cell, card) of this round, in order
    rounds: tuple[Round, ...]  # those that ended


def top_cards(state: State) -> dict[int, int]:
    """Cell -> its top card. Source: ruling P-15"""
    return dict(state.laid)


def trophies_taken(state: State) -> int:
    """The set of cards taken out of the game as trophies (P-23)."""
    return DECK.set_of(done.trophy for done in state.rounds if done.trophy)


def rounds_won(state: State) -> tuple[int, ...]:
    """Rounds won by each side."""
    winners = [done.winner for done in state.rounds]
    return tuple(winners.count(side) for side in range(len(state.terms.sides)))
