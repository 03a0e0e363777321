"""What everybody at the table may know of a match of Punto, in words. Knows no rule."""

from collections.abc import Iterable
from typing import NamedTuple

from glowtable.game import Arg
from glowtable.kit.bit_sets import members
from glowtable.kit.lazy_view import Fields, make_view_builders

from .cards import COLOURS, DECK, NAMES, name_of
from .rounds import gather_cards
from .stacks import Mixed, Stacks, stack_size
from .state import SETTLED, Phase, Round, State, rounds_won, trophies_taken


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


FIELDS: Fields = {
    "seats": lambda state, eyes: state.terms.seats,
    "options": lambda state, eyes: tuple(state.terms.options.items()),
    "sides": lambda state, eyes: state.terms.sides,
    "colours": lambda state, eyes: tuple("".join(COLOURS[colour] for colour in mine) for mine in state.terms.colours),
    "neutral": lambda state, eyes: COLOURS[len(state.terms.sides) :] if len(state.terms.sides) == 3 else "",
    "need": lambda state, eyes: state.terms.need,
    "phase": lambda state, eyes: str(state.phase),
    "seat": lambda state, eyes: state.seat,
    "card": lambda state, eyes: name_of(state.card),
    "cells": lambda state, eyes: members(state.cells),
    "piles": lambda state, eyes: _pile_cards(state),
    "stacks": lambda state, eyes: _stack_sizes(state),
    "next_stacks": lambda state, eyes: _stack_sizes(gather_cards(state)) if state.phase is Phase.BEGIN else (),
    "sure": lambda state, eyes: tuple(map(DECK.names_of, state.stacks.sure)),
    "mixed": lambda state, eyes: tuple([(DECK.names_of(bag), held) for bag, held in state.stacks.mixed]),
    "wins": lambda state, eyes: rounds_won(state),
    "trophies": lambda state, eyes: tuple([_trophies_of(state, side) for side in range(len(state.terms.sides))]),
    "rounds": lambda state, eyes: state.rounds,
}
view, glance = make_view_builders(View, FIELDS)  # the same for all eyes: nobody knows more than the others (P-07, P-12)


def _trophies_of(state: State, side: int) -> tuple[str, ...]:
    return tuple([done.trophy for done in state.rounds if done.trophy and done.winner == side])


def stacks_of(seen: View) -> Stacks:
    """What the view knows of the stacks."""
    return Stacks(
        tuple(map(DECK.set_of, seen.sure)), tuple(Mixed(DECK.set_of(names), held) for names, held in seen.mixed)
    )


def _stack_sizes(state: State) -> tuple[int, ...]:
    return tuple(stack_size(state.stacks, seat) for seat in range(state.terms.seats))


def with_trophy(view: View) -> View:
    """The line that won a round is whole until people have seen it: its trophy still lies in it, and none is chosen."""
    view = view._replace(cells=())
    if not view.rounds or not view.rounds[-1].trophy:
        return view
    done = view.rounds[-1]
    piles = dict(view.piles)
    piles[done.cell] = (*piles.get(done.cell, ()), done.trophy)
    trophies = tuple(won[:-1] if side == done.winner else won for side, won in enumerate(view.trophies))
    return view._replace(piles=tuple(piles.items()), trophies=trophies)


def _pile_cards(state: State) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The cards as they lie; a trophy lies before its winner."""
    laid: Iterable[tuple[int, int]] = state.laid
    if state.phase in SETTLED:
        out = trophies_taken(state)
        laid = [(cell, card) for cell, card in laid if not out >> card & 1]
    piles: dict[int, tuple[str, ...]] = {}
    for cell, card in laid:
        piles[cell] = (*piles[cell], NAMES[card]) if cell in piles else (NAMES[card],)
    return tuple(piles.items())
