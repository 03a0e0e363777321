"""One match of Punto by its kernel, from Python: between the rules and a batch in speed. It needs no extra."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import c_void_p
from typing import Any

from glowtable import games
from glowtable.game import Arg, check_seats, full_options
from glowtable.games.punto.cards import NAMES
from glowtable.games.punto.kernel import LATTICE_CELLS, NO_CARD, SEATS, KernelRules, Match, kernel_library, rules_of
from glowtable.games.punto.state import Phase

PHASES = tuple(map(str, Phase))


def kernel_rules(seats: int, options: Mapping[str, Arg]) -> KernelRules:
    """What is played by; UserError for a number of seats, an option or a value that there is not.

    Who begins is drawn by lot, whatever `first_player` is.
    """
    game = games.find("punto")
    check_seats(game, seats)
    return rules_of(seats, tuple(full_options(game, options).items()))


class KernelMatch:
    """A match whose cards and starter are drawn by its own random numbers: a hundred times as fast as by the rules.

    What is chosen is always a cell: where the card turned up is laid, or whose card becomes the trophy.
    """

    __slots__ = ("_address", "_apply", "_cells", "_match", "_rules", "legal", "rules")

    def __init__(self, seats: int = 2, seed: int = 1, **options: Arg) -> None:
        """UserError for a number of seats, an option or a value that there is not."""
        self.rules = kernel_rules(seats, options)
        self._enter(Match())
        kernel_library().punto_begin(self._rules, self._address, seed)
        self.legal: bytes = self._cells[: self._match.count]

    def _enter(self, match: Match) -> None:
        self._match, self._rules = match, c_void_p(ctypes.addressof(self.rules))
        self._address = c_void_p(ctypes.addressof(match))
        self._cells: Any = (ctypes.c_char * LATTICE_CELLS).from_buffer(match, Match.cells.offset)
        self._apply = kernel_library().punto_apply

    def apply(self, cell: int) -> None:
        """Choose one of `legal`, whose numbers are those of the rules; it is empty once the match is over.

        ValueError for another, which changes nothing.
        """
        count = self._apply(self._rules, self._address, cell)
        if count < 0:
            may_be = f"cell must be one of {', '.join(map(str, self.legal))}, got {cell}"
            raise ValueError(may_be if self.legal else "the match is over")
        self.legal = self._cells[:count]

    def copy(self) -> KernelMatch:
        """Another at the same moment; it goes on with the same random numbers."""
        other = object.__new__(KernelMatch)
        other.rules, other.legal = self.rules, self.legal
        other._enter(Match.from_buffer_copy(self._match))
        return other

    @property
    def seat(self) -> int:
        """Who is to choose."""
        return int(self._match.seat)

    @property
    def card(self) -> str:
        """The card turned up, empty if none is."""
        return "" if self._match.card == NO_CARD else NAMES[int(self._match.card)]

    @property
    def phase(self) -> str:
        """`place`, `trophy` or `over`."""
        return PHASES[int(self._match.phase)]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won; None while the match goes on."""
        return None if self.legal else tuple(seat for seat in range(SEATS) if self._match.winners >> seat & 1)
