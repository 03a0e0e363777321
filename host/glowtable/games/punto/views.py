"""What everybody at the table may know of a match of Punto, in words. Knows no rule."""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game import Arg
from glowtable.kit.bit_sets import members

from .cards import COLOURS, DECK, NAMES, name_of
from .rounds import gather_cards
from .stacks import Mixed, Stacks, stack_size
from .state import Phase, Round, State, rounds_won, trophies_taken


class View(NamedTuple):
    seats: int
    options: tuple[tuple[str, Arg], ...]
    sides: tuple[tuple[int, ...], ...]  # the seats of each player or team
    colours: tuple[str, ...]  # side -> its colours, `RB`
    neutral: str  # the colour that belongs to no player, if any
    need: int  # how long a line must be
    phase: str
    seat: int  # whose turn it is
    card: str  # turned up and not yet laid
    cells: tuple[int, ...]  # where it may be laid, or whose card may leave the game
    piles: tuple[tuple[int, tuple[str, ...]], ...]  # (cell, its cards from below), cells in the order they were begun
    stacks: tuple[int, ...]  # seat -> cards face down
    next_stacks: tuple[int, ...]  # the same once the cards of an ended round are gathered
    sure: tuple[tuple[str, ...], ...]  # seat -> the cards known to be in its stack
    mixed: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]  # (cards, how many of them each seat holds)
    wins: tuple[int, ...]  # side -> rounds won
    trophies: tuple[tuple[str, ...], ...]  # side -> cards won
    rounds: tuple[Round, ...]


def view(state: State) -> View:
    terms, phase, seat, card, cells, stacks, _, _, _, rounds = state
    sides = range(len(terms.sides))
    return View(
        terms.seats,
        tuple(terms.options.items()),
        terms.sides,
        tuple("".join(COLOURS[colour] for colour in mine) for mine in terms.colours),
        COLOURS[len(terms.sides) :] if len(terms.sides) == 3 else "",
        terms.need,
        str(phase),
        seat,
        name_of(card),
        members(cells),
        _pile_cards(state),
        _stack_sizes(state),
        _stack_sizes(gather_cards(state)) if phase is Phase.BEGIN else (),
        tuple(DECK.names_of(cards) for cards in stacks.sure),
        tuple((DECK.names_of(bag), held) for bag, held in stacks.mixed),
        rounds_won(state),
        tuple(tuple(done.trophy for done in rounds if done.trophy and done.winner == side) for side in sides),
        rounds,
    )


def stacks_of(seen: View) -> Stacks:
    """What the view knows of the stacks."""
    return Stacks(
        tuple(map(DECK.set_of, seen.sure)), tuple(Mixed(DECK.set_of(names), held) for names, held in seen.mixed)
    )


def _stack_sizes(state: State) -> tuple[int, ...]:
    return tuple(stack_size(state.stacks, seat) for seat in range(state.terms.seats))


def _pile_cards(state: State) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The cards as they lie; a trophy lies before its winner."""
    out = trophies_taken(state)
    piles: dict[int, list[str]] = {}
    for cell, card in state.laid:
        if not out >> card & 1:
            piles.setdefault(cell, []).append(NAMES[card])
    return tuple((cell, tuple(cards)) for cell, cards in piles.items())
