"""The cells where the cards of the last move came to lie, as all people saw it: lights and screens mark them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from glowtable.game import Game
from glowtable.match.copies import kinds_of
from glowtable.match.public_texts import PublicTexts
from glowtable.match.undo import PlayedAction

BACK = ""  # a card of which only the back is seen
MOST_CARDS = 8  # of one action: more are dealt or cleared away, and no eye follows them
MOST_ACTIONS = 8  # that brought no card to a cell: the move before them is long past


def last_cells(texts: PublicTexts, history: Sequence[PlayedAction], view: Any) -> frozenset[int]:
    """Where cards came to lie in the last action that brought any to cells, as far as some still lie there.

    `view` is what all people see now.
    """
    after = now = Counter(cards_on_cells(texts.game, view))
    for played in reversed(history[-MOST_ACTIONS:]):
        before = Counter(cards_on_cells(texts.game, texts.view(played.before)))
        came = after - before
        if came:
            filled = {cell for _, cell in now} if came.total() <= MOST_CARDS else set()
            return frozenset(cell for _, cell in came).intersection(filled)
        after = before
    return frozenset()


def cards_on_cells(game: Game, view: Any) -> Iterator[tuple[str, int]]:
    """Each card that lies on a cell, by its kind, BACK if it is not seen; and the cell."""
    kinds, hidden = kinds_of(game), game.surface.face_down(view)
    for cell, pile in game.surface.cards_on_cells(view).items():
        for names in pile:
            possible = {kinds[name] for name in names}
            is_seen = len(possible) == 1 and cell not in hidden
            yield possible.pop() if is_seen else BACK, cell
