"""A match of Punto at one moment, and its JSON form. No rule is here.

Nothing hidden is in it: the order of the stacks is known to nobody (P-07).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.tuples import tupled

from .cards import name_of, number_of
from .lines import Line, cell_named
from .score import Step
from .stacks import Mixed, Stacks
from .terms import Lattice, Terms, terms_for


class Phase(StrEnum):
    STARTER = "starter"  # chance draws the first player
    YOUNGEST = "youngest"  # whoever is youngest begins
    BEGIN = "begin"  # between rounds: cards are gathered and shuffled
    TURN = "turn"  # the top card of `seat` is turned up
    PLACE = "place"
    TROPHY = "trophy"  # which card leaves the game
    OVER = "over"


SETTLED = (Phase.BEGIN, Phase.OVER)  # the round has ended, its trophy is taken
ROUND_ENDED = (Phase.TROPHY, *SETTLED)
NOBODY = -1


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


class State(NamedTuple):
    terms: Terms
    phase: Phase
    seat: int  # whose turn it is
    card: int  # turned up and not yet laid
    cells: int  # where it may be laid, or whose card may leave the game
    stacks: Stacks
    board: int  # packed as Lattice says
    near: int  # the laid cells and those around them
    laid: tuple[tuple[int, int], ...]  # (cell, card) of this round, in order
    rounds: tuple[Round, ...]  # those that ended


def tops(state: State) -> dict[int, int]:
    """Cell -> its top card. Source: ruling P-15"""
    return dict(state.laid)


def gone(state: State) -> int:
    """The set of cards taken out of the game as trophies (P-23)."""
    return mask_of(number_of(done.trophy) for done in state.rounds if done.trophy)


def wins(state: State) -> tuple[int, ...]:
    """Rounds won by each side."""
    winners = [done.winner for done in state.rounds]
    return tuple(winners.count(side) for side in range(len(state.terms.sides)))


def put(lattice: Lattice, board: int, cell: int, card: int) -> int:
    """The packed board with a card on top of a cell."""
    return (board | lattice.every << cell) ^ (lattice.off[card] << cell)


def to_data(state: State) -> dict[str, Any]:
    terms, phase, seat, card, cells, stacks, _, _, laid, rounds = state
    return {
        "seats": terms.seats,
        "options": dict(terms.options),
        "phase": str(phase),
        "seat": seat,
        "card": name_of(card),
        "cells": [terms.name(cell) for cell in members(cells)],
        "sure": [_names(cards) for cards in stacks.sure],
        "mixed": [[_names(bag), held] for bag, held in stacks.mixed],
        "laid": [f"{name_of(each)}@{terms.name(cell)}" for cell, each in laid],
        "rounds": [[*done] for done in rounds],
    }


def from_data(data: dict[str, Any]) -> State:
    """Inverse of to_data; the board is laid again card by card."""
    terms = terms_for(data["seats"], data["options"])
    laid = tuple(_placement(text, terms) for text in data["laid"])
    board = near = 0
    for cell, card in laid:
        board = put(terms.lattice, board, cell, card)
        near |= terms.lattice.near[cell]
    sure = tuple(_cards(names) for names in data["sure"])
    mixed = tuple(Mixed(_cards(names), tuple(held)) for names, held in data["mixed"])
    return State(
        terms,
        Phase(data["phase"]),
        data["seat"],
        number_of(data["card"]),
        mask_of(_cell(name, terms) for name in data["cells"]),
        Stacks(sure, mixed),
        board,
        near,
        laid,
        tuple(round_from(each) for each in data["rounds"]),
    )


def _names(cards: int) -> list[str]:
    return [name_of(card) for card in members(cards)]


def _cards(names: list[str]) -> int:
    return mask_of(map(number_of, names))


def round_from(data: list[Any]) -> Round:
    done = Round(*map(tupled, data))
    return done._replace(steps=tuple(Step(*step) for step in done.steps))


def _placement(text: str, terms: Terms) -> tuple[int, int]:
    card, _, cell = text.partition("@")
    return _cell(cell, terms), number_of(card)


def _cell(text: str, terms: Terms) -> int:
    cell = cell_named(text, terms.lattice.side)
    if cell is None:
        raise ValueError(f"no such cell: {text!r}")
    return cell
