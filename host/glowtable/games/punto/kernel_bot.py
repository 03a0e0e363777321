"""A round of Punto put to the kernel, and a player that searches with it.

All is read off a view, so that nobody learns more by it than a person may know.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_double, c_int32, c_int64, c_uint64, sizeof
from mmap import mmap
from random import Random
from typing import Any, NamedTuple

from glowtable.game import Action, BotFactory, Choose, Determinize, Game
from glowtable.kit.bit_sets import members
from glowtable.kit.search import CORE, Clock
from glowtable.messages import USAGE, UserError, say

from .cards import NAMES
from .cells import side_of
from .kernel import CELLS, RING, SIDE, Board, Known, Node, kernel_library, rules_of
from .lines import LATTICE_SIDE
from .stacks import Stacks
from .state import NOBODY
from .views import View, stacks_of

ITERATIONS = 3000  # playouts of a decision: some 30 ms
MOST_ITERATIONS = 200_000  # in whatever time: the tree then has 64 MB
SLICE = 100  # between two looks at the clock: a millisecond or so
SEEDS = 1 << 62
NUMBERS = {name: card for card, name in enumerate(NAMES)}
MIDDLE = LATTICE_SIDE // 2  # row and column of the first card on the floating frame


class Try(NamedTuple):
    """How often the search laid the card here, and what share of the rounds it won so."""

    tries: int
    worth: float


class Round:
    """A round as it stands. `card` is turned up for `seat`; cells are numbered as in actions."""

    def __init__(self, view: View) -> None:
        self.terms = rules_of(view.seats, view.options)
        self.seat = view.seat
        self.card = view.card
        self.side = side_of(view)
        self.stacks = _known_stacks(stacks_of(view))
        self.kernel, self.board = kernel_library(), Board()
        self.kernel.punto_start_round(byref(self.terms), byref(self.board))
        for cell, pile in view.piles:
            self.lay_on(cell, pile[-1])

    def cells(self, card: str) -> tuple[int, ...]:
        """Where this card may be laid."""
        return self._placeable(card, wins=False)

    def winning_cells(self, card: str) -> tuple[int, ...]:
        """Where it may be laid and completes a line."""
        return self._placeable(card, wins=True)

    def _placeable(self, card: str, wins: bool) -> tuple[int, ...]:
        cells = self.kernel.punto_placeable(byref(self.terms), byref(self.board), NUMBERS[card], wins)
        return tuple(sorted(map(self._cell, members(cells))))

    def lay_on(self, cell: int, card: str) -> None:
        """The card lies on top of this cell."""
        self.kernel.punto_lay_on(byref(self.terms), byref(self.board), NUMBERS[card], self._kernel_cell(cell))

    def winner_by_rows(self) -> int | None:
        """The side that wins if nobody can go on; None for a draw."""
        winner = int(self.kernel.punto_winner_by_rows(byref(self.terms), byref(self.board)))
        return None if winner == NOBODY else winner

    def play_rounds(self, rounds: int, seed: int) -> tuple[tuple[int, ...], int]:
        """So many at random from the first card on: how often each side won, the last being nobody; all cards laid."""
        wins = (c_int64 * (self.terms.sides + 1))()
        laid = self.kernel.punto_play_rounds(
            byref(self.terms), byref(self.stacks), self.seat, rounds, seed, byref(wins)
        )
        return tuple(wins), int(laid)

    def search_cells(self, iterations: int, seed: int, clock: Clock | None = None, ms: int = 0) -> dict[int, Try]:
        """What came of laying the card on each cell that was tried; with a clock for no longer than so many ms."""
        memory = mmap(-1, (iterations + 2) * sizeof(Node))  # zeros; what is never reached is never taken
        tree = (Node * (iterations + 2)).from_buffer(memory)
        made, stream = c_int32(1), c_uint64(seed)
        step, end_s = (SLICE, clock() + ms / 1000) if clock else (iterations, 0.0)
        for done in range(0, iterations, step):
            if clock and done and clock() >= end_s:
                break
            self.kernel.punto_grow_tree(
                *(byref(self.terms), byref(self.stacks), byref(self.board), self.seat, NUMBERS[self.card]),
                *(byref(tree), byref(made), min(step, iterations - done), byref(stream)),
            )
        children = enumerate(tree[0].child)
        tried = {self._cell(at): (tree[child].visits, tree[child].worth) for at, child in children if child}
        return {cell: Try(int(visits), worth / visits) for cell, (visits, worth) in tried.items()}

    def value_cells(self, weights: array[float], width: int) -> dict[int, float]:
        """What laying the card is worth by learned weights, for two on the fixed frame, where it completes no line.

        With a width only of the so many best, after each card of the other and its best answer.
        """
        worths, given = (c_double * CELLS)(), (byref(self.terms), weights.buffer_info()[0], byref(self.stacks))
        self.kernel.punto_value_cells(*given, byref(self.board), self.seat, NUMBERS[self.card], width, byref(worths))
        places = map(self._kernel_cell, self.cells(self.card))
        return {self._cell(at): worths[at] for at in places if worths[at] >= 0}

    def _kernel_cell(self, cell: int) -> int:
        row, column = divmod(cell, self.side)
        top, left = self._origin()
        return (row - top) * SIDE + column - left

    def _cell(self, at: int) -> int:
        row, column = divmod(at, SIDE)
        top, left = self._origin()
        return (row + top) * self.side + column + left

    def _origin(self) -> tuple[int, int]:
        """The game's row and column that are row and column 0 of the kernel's lattice."""
        first = (MIDDLE if self.terms.floating else 0) - RING
        return first + self.board.top, first + self.board.left


def _known_stacks(stacks: Stacks) -> Known:
    known = Known(bags=len(stacks.mixed))
    for seat, cards in enumerate(map(members, stacks.sure)):
        known.sizes[seat] = len(cards)
        known.sure[seat][: len(cards)] = cards
    for number, (bag, held) in enumerate(stacks.mixed):
        known.counts[number] = bag.bit_count()
        known.bag[number][: bag.bit_count()] = members(bag)
        known.held[number][: len(held)] = held
    return known


# -- the player


def kernel_bot(iterations: int = ITERATIONS) -> BotFactory:
    """A bot that searches so many playouts for each card, or as long as it is given time. UserError below 1.

    Without a time the same seed brings the same match.
    """
    if iterations < 1:
        raise UserError(say("A kernel search needs at least 1 iteration, not {n}.", n=iterations), USAGE)

    def make(game: Game, seat: int, budget_ms: int) -> Choose:
        kernel_library()  # before a match, for to make it may take seconds, in which no clock should run
        return _make_search(MOST_ITERATIONS, budget_ms) if budget_ms else _make_search(iterations)

    make.__name__ = f"kernel:{iterations}p"  # `kernel:200` are milliseconds
    return BotFactory(make)


def _make_search(iterations: int, ms: int = 0, clock: Clock = CORE) -> Choose:
    return lay_for(lambda now, rng: now.search_cells(iterations, rng.randrange(SEEDS), clock if ms else None, ms))


def lay_for(worth: Callable[[Round, Random], Mapping[int, Any]]) -> Choose:
    """Lays a card where it completes a line, else on the cell that is worth most; decides anything else by lot."""

    def choose(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        if view.phase != "place" or len(legal) == 1:
            return rng.choice(legal)
        now = Round(view)
        won = now.winning_cells(view.card)
        worths = {} if won else worth(now, rng)
        cell = rng.choice(won) if won else max(worths, key=lambda cell: worths[cell])
        return next(action for action in legal if action.args == (cell,))

    return choose
