"""A round of Punto put to the kernel, and a player that searches with it. Needs the extra `sim`.

All is read off a view, so that nobody learns more by it than a person may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from glowtable.game import Action, BotFactory, Choose, Determinize, Game, Rules
from glowtable.kit.bit_sets import members
from glowtable.kit.search import CORE, Clock
from glowtable.messages import USAGE, UserError, say

from . import kernel
from .cards import CARDS, COLOURS, NAMES
from .cells import side_of
from .lines import LATTICE_SIDE, TABLE_SIDE, lines_through
from .options import OPTIONS
from .stacks import Stacks
from .views import View, stacks_of

ITERATIONS = 3000  # playouts of a decision: some 30 ms
MOST_ITERATIONS = 200_000  # in whatever time: the tree then has 64 MB
SLICE = 100  # between two looks at the clock: a millisecond or so
RING = 1  # rows and columns of the kernel's lattice before those where cards lie
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
        self.terms = terms_of(view.options, view.sides, view.colours, view.need)
        self.seat = view.seat
        self.card = view.card
        self.side = side_of(view)
        self.stacks = _stacks_of(stacks_of(view), view.seats)
        self.board, self.box = np.zeros(kernel.WORDS, np.uint64), np.zeros(4, np.int64)
        kernel.start_round(self.terms, self.board, self.box)
        for cell, pile in view.piles:
            self.lay_on(cell, pile[-1])

    def cells(self, card: str) -> tuple[int, ...]:
        """Where this card may be laid."""
        return self._named(kernel.placeable(self.terms, self.board, self.box, NUMBERS[card]))

    def winning_cells(self, card: str) -> tuple[int, ...]:
        """Where it may be laid and completes a line."""
        number = NUMBERS[card]
        colour = kernel.COLOUR_OF[number]
        if self.terms.owner[colour] == kernel.NOBODY:
            return ()
        lines = kernel.completing(self.board[kernel.LANES + colour], self.terms.need)
        return self._named(lines & kernel.placeable(self.terms, self.board, self.box, number))

    def lay_on(self, cell: int, card: str) -> None:
        """The card lies on top of this cell."""
        kernel.lay_on(self.terms, self.board, self.box, NUMBERS[card], self._kernel_cell(cell))

    def winner_by_rows(self) -> int | None:
        """The side that wins if nobody can go on; None for a draw."""
        winner = int(kernel.winner_by_rows(self.terms, self.board))
        return None if winner == kernel.NOBODY else winner

    def play_rounds(self, rounds: int, seed: int) -> tuple[tuple[int, ...], int]:
        """So many at random from the first card on: how often each side won, the last being nobody; all cards laid."""
        wins, laid = kernel.play_rounds(self.terms, self.stacks, self.seat, rounds, seed)
        return tuple(map(int, wins)), int(laid)

    def search_cells(self, iterations: int, seed: int, clock: Clock | None = None, ms: int = 0) -> dict[int, Try]:
        """What came of laying the card on each cell that was tried; with a clock for no longer than so many ms."""
        tree, stream = kernel.new_tree(iterations), np.array([seed], np.uint64)
        step, end_s = (SLICE, clock() + ms / 1000) if clock else (iterations, 0.0)
        for done in range(0, iterations, step):
            if clock and done and clock() >= end_s:
                break
            self._grow(tree, min(step, iterations - done), stream)
        tried = {at: int(tree.children[0, at]) for at in map(int, np.flatnonzero(tree.children[0]))}
        return {
            self._cell(at): Try(int(tree.visits[node]), float(tree.worths[node] / tree.visits[node]))
            for at, node in tried.items()
        }

    def _grow(self, tree: kernel.Tree, iterations: int, stream: Any) -> None:
        card = NUMBERS[self.card]
        kernel.grow_tree(self.terms, self.stacks, self.board, self.box, self.seat, card, tree, iterations, stream)

    def _named(self, cells: Any) -> tuple[int, ...]:
        return tuple(sorted(map(self._cell, members(int(cells)))))

    def _kernel_cell(self, cell: int) -> int:
        row, column = divmod(cell, self.side)
        top, left = self._origin()
        return (row - top) * kernel.SIDE + column - left

    def _cell(self, at: int) -> int:
        row, column = divmod(at, kernel.SIDE)
        top, left = self._origin()
        return (row + top) * self.side + column + left

    def _origin(self) -> tuple[int, int]:
        """The game's row and column that are row and column 0 of the kernel's lattice."""
        first = MIDDLE if self.terms.floating else 0
        return first - RING + int(self.box[kernel.TOP]), first - RING + int(self.box[kernel.LEFT])


@lru_cache(None)
def terms_of(
    options: tuple[tuple[str, Any], ...], sides: tuple[tuple[int, ...], ...], colours: tuple[str, ...], need: int
) -> kernel.KernelRules:
    """What rounds under these options are played by."""
    chosen = dict(options)
    floating = chosen["frame"] == "floating"
    owner = [next((side for side, mine in enumerate(colours) if colour in mine), kernel.NOBODY) for colour in COLOURS]
    seats = sum(map(len, sides))
    through, crossing = _lines_by_cell(need, floating)
    return kernel.KernelRules(
        seats=seats,
        sides=len(sides),
        need=need,
        floating=floating,
        first_cells=np.uint64(_first_places(floating, str(chosen["first_cell"]))),
        shortest=2 if chosen["no_rows"] == "step_down" else need - 1,
        lowest=chosen["tie_points"] == "lowest_single_row",
        side_of=np.array([next(n for n, side in enumerate(sides) if seat in side) for seat in range(seats)]),
        owner=np.array(owner),
        through=through,
        crossing=crossing,
    )


def _first_places(floating: bool, first_cell: str) -> int:
    """Where the first card may lie (P-10)."""
    if floating:
        return kernel.within(range(1, 2), range(1, 2))
    middle = range(3, 5) if first_cell == "centre4" else range(1, TABLE_SIDE + 1)
    return kernel.within(middle, middle)


def _lines_by_cell(need: int, floating: bool) -> tuple[Any, Any]:
    """Cell -> the lines through it, and how many: those of the frame; of the floating one those near the cards."""
    side = kernel.SIDE if floating else TABLE_SIDE
    ring = (kernel.SIDE - side) // 2
    through, crossing = np.zeros((kernel.CELLS, 4 * need, need), np.int64), np.zeros(kernel.CELLS, np.int64)
    for cell, lines in enumerate(lines_through(side, need)):
        at = _shift_cells(cell, side, ring)
        crossing[at] = len(lines)
        for number, line in enumerate(lines):
            through[at, number] = [_shift_cells(each, side, ring) for each in line]
    return through, crossing


def _shift_cells(cell: int, side: int, ring: int) -> int:
    return (cell // side + ring) * kernel.SIDE + cell % side + ring


def _stacks_of(stacks: Stacks, seats: int) -> kernel.Stacks:
    sure = [members(cards) for cards in stacks.sure]
    bags = [members(each.bag) for each in stacks.mixed]
    return kernel.Stacks(
        _card_table(sure, seats),
        np.array([len(cards) for cards in sure]),
        _card_table(bags, len(bags)),
        np.array([len(bag) for bag in bags], np.int64),
        np.array([each.held for each in stacks.mixed], np.int64).reshape(len(bags), seats),
    )


def _card_table(rows: Sequence[tuple[int, ...]], count: int) -> Any:
    """Rows of cards, filled up to CARDS."""
    table = np.zeros((count, CARDS), np.int64)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table


# -- the player


def kernel_bot(iterations: int = ITERATIONS) -> BotFactory:
    """A bot that searches so many playouts for each card, or as long as it is given time. UserError below 1.

    Without a time the same seed brings the same match.
    """
    if iterations < 1:
        raise UserError(say("A kernel search needs at least 1 iteration, not {n}.", n=iterations), USAGE)

    def make(game: Game, seat: int, budget_ms: int) -> Choose:
        compile_kernel(game.rules)
        return _make_search(MOST_ITERATIONS, budget_ms) if budget_ms else _make_search(iterations)

    make.__name__ = f"kernel:{iterations}p"  # `kernel:200` are milliseconds
    return BotFactory(make)


@cache
def compile_kernel(rules: Rules[Any, Any]) -> None:
    """Before a match, for it takes seconds, in which no table would be scanned and no clock should run."""
    state = rules.setup(2, {option.name: option.default for option in OPTIONS})
    while len(rules.legal(state, 0)) < 2:
        chances = rules.chance(state)
        state = rules.apply(state, chances[0][0] if chances else rules.legal(state, 0)[0])
    Round(rules.view(state, 0)).search_cells(1, 1)


def _make_search(iterations: int, ms: int = 0, clock: Clock = CORE) -> Choose:
    """Lays a card where it completes a line, else where the search tried it most."""

    def choose(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        if view.phase != "place" or len(legal) == 1:
            return rng.choice(legal)
        now = Round(view)
        won = now.winning_cells(view.card)
        if won:
            return _find_placement(legal, rng.choice(won))
        tried = now.search_cells(iterations, rng.randrange(SEEDS), clock if ms else None, ms)
        return _find_placement(legal, max(tried, key=lambda cell: tried[cell]))

    return choose


def _find_placement(legal: Sequence[Action], cell: int) -> Action:
    return next(action for action in legal if action.args == (cell,))
