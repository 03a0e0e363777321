"""Cards by name: numbers 0.. in the order of the deck, and what people may call each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from glowtable.kit.bit_sets import mask_of, members


class NamedCards:
    """A deck whose cards have names of their own; several may share a title, as copies of one card do."""

    def __init__(self, names: Sequence[str], titles: Sequence[str] = ()) -> None:
        self.names = tuple(names)
        self.number = {name: card for card, name in enumerate(self.names)}
        self._meant: dict[str, tuple[int, ...]] = {}
        for card, name in enumerate(self.names):
            for text in {name.casefold(), titles[card].casefold() if titles else name.casefold()}:
                self._meant[text] = (*self._meant.get(text, ()), card)

    def copies_of(self, text: str) -> tuple[int, ...]:
        """The cards a text may mean in whatever case: one by its name, or all that share a title; else none."""
        return self._meant.get(" ".join(text.split()).casefold(), ())

    def names_of(self, cards: int) -> tuple[str, ...]:
        """The names of a set of cards."""
        return tuple([self.names[card] for card in members(cards)])

    def cards_of(self, names: Iterable[str]) -> int:
        """Inverse of names_of; KeyError if a name is no card's."""
        return mask_of(self.number[name] for name in names)
