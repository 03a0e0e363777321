"""A round of Punto compiled by Numba: the rules of a turn, random playouts, a search. Needs the extra `sim`.

It knows rounds and no matches: what a trophy is and who starts the next round stays with the rules, which it equals in
all it does. A board is WORDS sets of cells, in the order of board.py: the cells whose top card has fewer than 1..10
points, then the cells of each colour. The cells are those of 8 x 8, row * 8 + column. Cards lie in rows and columns
1..6, so that what is shifted beyond them meets a ring of empty cells and never the next row; on the floating frame they
are moved so that their box begins at row and column 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite.ir import IRBuilder
from numba import njit, types
from numba.extending import intrinsic

from .cards import CARDS, COLOUR, COLOURS, VALUE

U = np.uint64
SIDE, CELLS, SPAN = 8, 64, 6
LANES, WORDS = 10, 16  # two words of a board hold nothing: so eight at a time are changed
OCCUPIED = LANES - 1
TOP, LEFT, HEIGHT, WIDTH = range(4)  # of the box around the cards; the first two: how far it was moved
NOBODY = -1
DIRECTIONS = np.array([1, 8, 9, 7], U)
GOLDEN, MIX_1, MIX_2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
S1, S2, S4, S8, S16, S32 = U(1), U(2), U(4), U(8), U(16), U(32)


class KernelRules(NamedTuple):
    """What a round is played by."""

    seats: int
    sides: int
    need: int  # how long a line must be
    floating: bool
    first_cells: Any  # uint64: where the first card may lie
    shortest: int  # row that is compared where there is no line
    lowest: bool  # points: of the lowest row, not of all
    side_of: Any  # seat -> side
    owner: Any  # colour -> side, NOBODY for the neutral one
    through: Any  # cell, number -> the cells of a line of `need` through it
    crossing: Any  # cell -> how many those are


Terms = KernelRules  # as compiled kernels that earlier programs left on a disk call it


def _card_changes() -> Any:
    """Card -> the words of a board in which its cell is set once it lies on top."""
    changes = np.zeros((CARDS, WORDS), U)
    for card in range(CARDS):
        changes[card, VALUE[card] : LANES] = U(CELLS_ALL)
        changes[card, LANES + COLOUR[card]] = U(CELLS_ALL)
    return changes


def within(rows: range, columns: range) -> int:
    """The cells of these rows and columns."""
    return sum(1 << row * SIDE + column for row in rows for column in columns)


def _box_frames() -> Any:
    """Height and width of the box -> where a card may lie next to others; a box of six grows no more."""
    spans = [range(SIDE)] * SPAN + [range(1, SPAN + 1)]
    return np.array([[within(rows, columns) for columns in spans] for rows in spans], U)


CELLS_ALL = (1 << CELLS) - 1
CHANGES, FRAMES = _card_changes(), _box_frames()
COLOUR_OF, VALUE_OF = np.array(COLOUR), np.array(VALUE)

# -- bits and chance


@intrinsic
def count_bits(context: Any, bits: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest_bit(context: Any, bits: Any) -> Any:
    """The number of the lowest bit that is set; 64 if none is."""

    def generate(context: Any, builder: IRBuilder, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@njit(cache=True, inline="always")
def draw(stream: Any, n: Any) -> Any:
    """One of 0..n-1, by SplitMix64. Source: G. Steele, D. Lea, C. Flood, OOPSLA (2014)"""
    stream[0] += GOLDEN
    z = stream[0]
    z = (z ^ (z >> U(30))) * MIX_1
    z = (z ^ (z >> U(27))) * MIX_2
    z ^= z >> U(31)
    return ((z >> S32) * n) >> S32


@njit(cache=True)
def bit_number(bits: Any, n: Any) -> Any:
    """The number of the n-th bit that is set, from 0."""
    at = U(0)
    for width in (S32, S16, S8, S4, S2, S1):
        below = count_bits((bits >> at) & ((S1 << width) - S1))
        if n >= below:
            n -= below
            at += width
    return at


# -- a turn


@njit(cache=True)
def placeable(terms: Any, board: Any, box: Any, card: int) -> Any:
    """The cells this card may be laid on (P-10, P-13, P-14, P-16)."""
    occupied = board[OCCUPIED]
    if occupied == U(0):
        return terms.first_cells
    wide = occupied | occupied << S1 | occupied >> S1
    near = (wide | wide << S8 | wide >> S8) & ~occupied
    return near & FRAMES[box[HEIGHT], box[WIDTH]] | board[VALUE_OF[card] - 1]


@njit(cache=True)
def lay_on(terms: Any, board: Any, box: Any, card: int, cell: Any) -> None:
    """The card lies on top of this cell."""
    bit = S1 << U(cell)
    for word in range(WORDS):
        board[word] = board[word] & ~bit | bit & CHANGES[card, word]
    if terms.floating:
        _fit_board(board, box, np.int64(cell) // SIDE, np.int64(cell) % SIDE)


@njit(cache=True)
def _fit_board(board: Any, box: Any, row: int, column: int) -> None:
    """The box grows, and all cards are moved so that it begins at row and column 1."""
    box[HEIGHT], box[WIDTH] = max(box[HEIGHT], row), max(box[WIDTH], column)
    if row == 0:
        _move_bits(board, S8)
        box[TOP] -= 1
        box[HEIGHT] += 1
    if column == 0:
        _move_bits(board, S1)
        box[LEFT] -= 1
        box[WIDTH] += 1


@njit(cache=True)
def _move_bits(board: Any, bits: Any) -> None:
    for word in range(WORDS):
        board[word] <<= bits


@njit(cache=True)
def has_line(cells: Any, need: int) -> bool:
    """Whether so many of these lie in a straight line: four or five (P-18)."""
    for way in DIRECTIONS:
        pairs = cells & cells >> way
        fours = pairs & pairs >> (way + way)
        if (fours if need == 4 else fours & cells >> (way * S4)) != U(0):
            return True
    return False


@njit(cache=True)
def completing(cells: Any, need: int) -> Any:
    """The cells that would complete a line of these."""
    places = U(0)
    for way in DIRECTIONS:
        for hole in range(need):
            rest = ~U(0)
            for at in range(need):
                if at != hole:
                    rest &= cells >> (way * U(at))
            places |= rest << (way * U(hole))
    return places


# -- a round without a line


@njit(cache=True)
def _cell_points(board: Any, cells: Any) -> Any:
    """The points on top of these cells: a card of 7 is below 8, 9 and 10, in three lanes."""
    total: Any = 0
    for lane in range(LANES):
        total += np.int64(count_bits(cells & ~board[lane]))
    return total


@njit(cache=True)
def _count_rows(terms: Any, board: Any, side: int, length: int) -> tuple[int, int]:
    """How many rows of exactly this length a side has, and their points (P-26, P-27)."""
    rows, total, least = 0, 0, 0
    for colour in range(len(COLOURS)):
        if terms.owner[colour] != side:
            continue
        cells = board[LANES + colour]
        for way in DIRECTIONS:
            begins = cells & ~(cells << way) & ~(cells >> (way * U(length)))
            for step in range(1, length):
                begins &= cells >> (way * U(step))
            while begins != U(0):
                row = U(0)
                for step in range(length):
                    row |= S1 << (lowest_bit(begins) + way * U(step))
                worth = _cell_points(board, row)
                least = worth if rows == 0 else min(least, worth)
                rows, total = rows + 1, total + worth
                begins &= begins - S1
    return rows, least if terms.lowest else total


@njit(cache=True)
def winner_by_rows(terms: Any, board: Any) -> Any:
    """The side that wins a round without a line; NOBODY if it is a draw (P-26 to P-28)."""
    tied = (1 << terms.sides) - 1
    for length in range(terms.need - 1, terms.shortest - 1, -1):
        most, fewest, leaders = -1, 0, 0
        for side in range(terms.sides):
            if tied >> side & 1:
                rows, points = _count_rows(terms, board, side, length)
                if rows > most or (rows == most and points < fewest):
                    most, fewest, leaders = rows, points, 0
                if rows == most and points == fewest:
                    leaders |= 1 << side
        tied = leaders
        if tied & (tied - 1) == 0:
            return np.int64(lowest_bit(U(tied)))
    return NOBODY


# -- playouts


@njit(cache=True, inline="always")
def turn_up(cards: Any, left: Any, seat: int, stream: Any) -> int:
    """One of the cards of a seat's stack, which leaves it."""
    at = draw(stream, U(left[seat]))
    left[seat] -= 1
    card = cards[seat, at]
    cards[seat, at] = cards[seat, left[seat]]
    cards[seat, left[seat]] = card
    return card


@njit(cache=True)
def play_out(
    terms: Any, board: Any, box: Any, cards: Any, left: Any, seat: int, stream: Any, takes_wins: bool
) -> tuple[int, int]:
    """The side that wins if all lay at random from here, NOBODY for a draw, and how many cards were laid.

    With `takes_wins` a line that can be completed is.
    """
    laid = 0
    while left[seat] > 0:
        card = turn_up(cards, left, seat, stream)
        open_cells = placeable(terms, board, box, card)
        if open_cells == U(0):
            break
        colour = COLOUR_OF[card]
        counts = terms.owner[colour] != NOBODY
        if takes_wins and counts and completing(board[LANES + colour], terms.need) & open_cells != U(0):
            return terms.side_of[seat], laid + 1
        lay_on(terms, board, box, card, bit_number(open_cells, draw(stream, count_bits(open_cells))))
        laid += 1
        if counts and not takes_wins and has_line(board[LANES + colour], terms.need):
            return terms.side_of[seat], laid
        seat = seat + 1 if seat + 1 < terms.seats else 0
    return winner_by_rows(terms, board), laid


@njit(cache=True)
def start_round(terms: Any, board: Any, box: Any) -> None:
    """No card lies."""
    board[:] = U(0)
    box[:] = 0
    if not terms.floating:
        box[HEIGHT], box[WIDTH] = SPAN, SPAN


class Stacks(NamedTuple):
    """What is known of the stacks: the cards of each seat, and of each mixed bag how many lie where."""

    sure: Any  # seat, number -> card
    sizes: Any  # seat -> how many those are
    bags: Any  # bag, number -> card
    counts: Any  # bag -> how many those are
    held: Any  # bag, seat -> how many of them lie in this seat's stack


@njit(cache=True)
def deal_cards(stacks: Any, bags: Any, cards: Any, left: Any, stream: Any) -> None:
    """Stacks in which all that is known is true, in any order, as turn_up draws; `bags` are the caller's to mix."""
    left[:] = stacks.sizes
    for seat in range(len(left)):
        cards[seat, : left[seat]] = stacks.sure[seat, : left[seat]]
    for bag in range(len(stacks.counts)):
        rest = stacks.counts[bag]
        for seat in range(len(left)):
            for _ in range(stacks.held[bag, seat]):
                at = draw(stream, U(rest))
                rest -= 1
                card = bags[bag, at]
                bags[bag, at] = bags[bag, rest]
                bags[bag, rest] = card
                cards[seat, left[seat]] = card
                left[seat] += 1


@njit(cache=True)
def play_rounds(terms: Any, stacks: Any, first: int, rounds: int, seed: int) -> tuple[Any, int]:
    """So many rounds at random: how often each side won, the last being nobody, and how many cards were laid in all."""
    stream = np.array([seed], U)
    wins = np.zeros(terms.sides + 1, np.int64)
    board, box = np.zeros(WORDS, U), np.zeros(4, np.int64)
    cards, left, laid = np.zeros((terms.seats, CARDS), np.int64), np.zeros(terms.seats, np.int64), 0
    bags = stacks.bags.copy()
    for _ in range(rounds):
        deal_cards(stacks, bags, cards, left, stream)
        start_round(terms, board, box)
        winner, length = play_out(terms, board, box, cards, left, first, stream, False)
        wins[winner] += 1
        laid += length
    return wins, laid


# -- a search: UCT over placements whatever card comes (open loop), which trusts the best-looking cells more

EXPLORES = 1.0  # how much what was tried little is tried
FADES = 0.6  # by which each cell in order is trusted less than the one before
EVEN = 0.5  # what a cell is worth that was never tried
GROWTH, THREAT, HIGH = 6.0, 1.2, 0.03  # as in bots.py: tests compare them
EASY = np.array([1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.01])  # by points: how easily a card is covered
GROWN = GROWTH * (1 + HIGH * np.arange(len(EASY))) / EASY  # by points: what a card adds to a line to be
EMPTY = -1


@njit(cache=True)
def read_board(board: Any, tops: Any, points: Any) -> None:
    """The colour on top of each cell, EMPTY for none, and its points."""
    for cell in range(CELLS):
        tops[cell] = EMPTY
        for colour in range(len(COLOURS)):
            if board[LANES + colour] >> U(cell) & S1:
                tops[cell] = colour
                points[cell] = _cell_points(board, S1 << U(cell))


@njit(cache=True)
def gain(terms: Any, tops: Any, points: Any, side: int, card: int, cell: int) -> float:
    """How much better the lines through a cell look to a side once the card lies there: `greedy` plays the most."""
    colour, value = COLOUR_OF[card], VALUE_OF[card]
    covered, height = tops[cell], points[cell]
    total = 0.0
    for number in range(terms.crossing[cell]):
        block, mine_0, mine_1, mine_2, mine_3 = 1.0, 1.0, 1.0, 1.0, 1.0
        there = 0
        for at in range(terms.need):
            other = terms.through[cell, number, at]
            top = tops[other]
            if other == cell or top == EMPTY:
                continue
            there |= 1 << top
            block *= EASY[points[other]]
            grown = GROWN[points[other]]
            if top == 0:
                mine_0 *= grown
            elif top == 1:
                mine_1 *= grown
            elif top == 2:
                mine_2 *= grown
            else:
                mine_3 *= grown
        mine = (mine_0, mine_1, mine_2, mine_3)
        rest = 0.0
        for each in range(len(COLOURS)):
            if there >> each & 1:
                rest += _colour_weight(terms, each, side) * mine[each]
        after = rest + _colour_weight(terms, colour, side) * mine[colour] * (GROWN[value] - (there >> colour & 1))
        total += block * EASY[value] * after
        if covered == EMPTY:
            total -= block * rest
        else:
            before = rest + _colour_weight(terms, covered, side) * mine[covered] * (
                GROWN[height] - (there >> covered & 1)
            )
            total -= block * EASY[height] * before
    return total


@njit(cache=True, inline="always")
def _colour_weight(terms: Any, colour: int, side: int) -> float:
    """What a colour's lines are worth to a side."""
    owner = terms.owner[colour]
    if owner == NOBODY:
        return 0.0
    return 1.0 if owner == side else -THREAT


class Tree(NamedTuple):
    """What was tried so far: placements one after the other, node 0 before the first."""

    children: Any  # node, cell -> node; 0 for none
    visits: Any
    worths: Any  # of a node: what its visits came to for the side that laid there
    made: Any  # how many nodes there are, as an array of one


class Trial(NamedTuple):
    """One way from the first node to an end, and room to work in."""

    path: Any  # nodes after the first
    sides: Any  # which side laid there
    tops: Any
    points: Any
    cells: Any
    gains: Any


@njit(cache=True)
def _order_cells(terms: Any, board: Any, side: int, card: int, open_cells: Any, trial: Any) -> int:
    """These cells, the best-looking first, into the trial's; how many they are."""
    read_board(board, trial.tops, trial.points)
    cells, gains, n = trial.cells, trial.gains, 0
    while open_cells != U(0):
        cell = np.int64(lowest_bit(open_cells))
        open_cells &= open_cells - S1
        worth = gain(terms, trial.tops, trial.points, side, card, cell)
        at = n
        while at > 0 and gains[at - 1] < worth:
            gains[at], cells[at] = gains[at - 1], cells[at - 1]
            at -= 1
        gains[at], cells[at] = worth, cell
        n += 1
    return n


@njit(cache=True)
def _choose_cell(tree: Any, node: int, cells: Any, n: int) -> int:
    """Of these cells the one whose upper bound is highest; what looks better is trusted more from the first.

    Source: D. Silver et al., Mastering the game of Go without human knowledge, Nature 550 (2017), PUCT
    """
    best, highest, trust = cells[0], -np.inf, 1.0 - FADES
    root = np.sqrt(tree.visits[node] + 1.0)
    for number in range(n):
        child = tree.children[node, cells[number]]
        tried = tree.visits[child] if child else 0.0
        worth = (tree.worths[child] + EVEN) / (tried + 1.0) if child else EVEN
        bound = worth + EXPLORES * trust * root / (1.0 + tried)
        if bound > highest:
            best, highest = cells[number], bound
        trust *= FADES
    return best


@njit(cache=True)
def _try_once(
    terms: Any, tree: Any, trial: Any, board: Any, box: Any, cards: Any, left: Any, seat: int, card: int, stream: Any
) -> tuple[int, int]:
    """Down the tree, one node more, and a playout: who won, and how long the way was."""
    node, depth = 0, 0
    while True:
        open_cells = placeable(terms, board, box, card)
        if open_cells == U(0):
            return winner_by_rows(terms, board), depth
        side, colour = terms.side_of[seat], COLOUR_OF[card]
        counts = terms.owner[colour] != NOBODY
        if counts and completing(board[LANES + colour], terms.need) & open_cells != U(0):
            return side, depth
        n = _order_cells(terms, board, side, card, open_cells, trial)
        cell = _choose_cell(tree, node, trial.cells, n)
        lay_on(terms, board, box, card, U(cell))
        child = tree.children[node, cell]
        is_new = child == 0
        if is_new:
            child = tree.made[0]
            tree.made[0] += 1
            tree.children[node, cell] = child
        trial.path[depth], trial.sides[depth] = child, side
        node, depth = child, depth + 1
        seat = seat + 1 if seat + 1 < terms.seats else 0
        if is_new or left[seat] == 0:
            winner, _ = play_out(terms, board, box, cards, left, seat, stream, True)
            return winner, depth
        card = turn_up(cards, left, seat, stream)


def new_tree(iterations: int) -> Tree:
    """With room for so many; memory that is never reached is never taken."""
    nodes = iterations + 2
    return Tree(np.zeros((nodes, CELLS), np.int32), np.zeros(nodes), np.zeros(nodes), np.ones(1, np.int32))


@njit(cache=True)
def grow_tree(
    terms: Any, stacks: Any, board: Any, box: Any, seat: int, card: int, tree: Any, iterations: int, stream: Any
) -> None:
    """Tries the card of this seat so many times more. Nothing is tried where it can complete a line."""
    room = np.zeros((5, CARDS + 1), np.int64)
    trial = Trial(room[0], room[1], room[2], room[3], room[4], np.zeros(CELLS))
    cards, left, bags = np.zeros((terms.seats, CARDS), np.int64), np.zeros(terms.seats, np.int64), stacks.bags.copy()
    for _ in range(iterations):
        deal_cards(stacks, bags, cards, left, stream)
        winner, depth = _try_once(terms, tree, trial, board.copy(), box.copy(), cards, left, seat, card, stream)
        tree.visits[0] += 1
        for at in range(depth):
            tree.visits[trial.path[at]] += 1
            if winner == NOBODY:
                tree.worths[trial.path[at]] += 1.0 / terms.sides
            elif winner == trial.sides[at]:
                tree.worths[trial.path[at]] += 1.0
