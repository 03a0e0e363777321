"""Where the cards on the cells differ from what the host believes: an inventory of tags, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from glowtable.game import Game, Place
from glowtable.grid import CELLS
from glowtable.messages import say
from glowtable.table import STRANGE


class InventoryResult(NamedTuple):
    """What differs, and the cells that cannot be judged: a stack's tags do not answer, a cell could not be read."""

    differences: tuple[Place, ...]
    unjudged: tuple[int, ...]


def judge_inventory(
    game: Game, view: Any, found: Mapping[int, Set[str]], unread: int, turned_up: str
) -> InventoryResult:
    """Compare what was `found` on the cells with what is believed; bit n of `unread`: cell n could not be read.

    The card `turned_up` just now may already be laid, or may have been there before: it is no difference.
    """
    believed = game.surface.cards_on_cells(view)
    found = {cell: cards - {turned_up}.difference(*believed.get(cell, ())) for cell, cards in found.items()}
    untold = tuple(cell for cell in range(CELLS) if unread >> cell & 1 or len(believed.get(cell, ())) > 1)
    differences = tuple(
        _describe_difference(game, view, cell, found.get(cell, set()))
        for cell in range(CELLS)
        if cell not in untold and not _matches_belief(believed.get(cell, ()), found.get(cell, set()))
    )
    return InventoryResult(differences, untold)


def _describe_difference(game: Game, view: Any, cell: int, found: Set[str]) -> Place:
    """What must lie on this cell, and where the cards found on it belong."""
    surface = game.surface
    cards = [surface.where_is(view, card, True)[0] for card in sorted(found - {STRANGE})]
    strange = [say("a tag there is no card of this game")] if STRANGE in found else []
    what = (surface.expected_at(view, cell), *cards, *strange)
    return say("{cell} differs: {what}", cell=surface.face(view).names[cell], what=what), cell


def _matches_belief(believed: tuple[frozenset[str], ...], found: Set[str]) -> bool:
    """Nothing was found where nothing is believed, or the one card that is; any copy of it will do."""
    return len(found) == len(believed) and all(found <= names for names in believed)
