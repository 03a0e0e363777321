"""The cards of a game: numbers 0.. in the order of the deck, and what people may call each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, overload

from glowtable.game import Kind
from glowtable.grid import CELLS, cell_name
from glowtable.kit.bit_sets import Listing, mask_of

SETS_KEPT = 512


class Named(Sequence[int]):
    """Things with a number 0.. and a name each: the domain of actions that are about one of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.number = {name: thing for thing, name in enumerate(self.names)}
        self.names_of = lru_cache(SETS_KEPT)(Listing(self.names).of)  # the names of a set of things

    def __reduce__(self) -> tuple[Any, ...]:
        """What is kept is not sent with it, be it copied or pickled."""
        return type(self), (self.names,)

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        return range(len(self.names))[at]

    def __contains__(self, thing: object) -> bool:
        return isinstance(thing, int) and 0 <= thing < len(self.names)

    def set_of(self, names: Iterable[str]) -> int:
        """Inverse of names_of; KeyError if a name is not theirs."""
        return mask_of(self.number[name] for name in names)

    def name_of(self, thing: int) -> str:
        """Nothing for a number below 0, which stands for none of them."""
        return self.names[thing] if thing >= 0 else ""

    def kinds_about(self, kinds: Mapping[str, Kind]) -> frozenset[str]:
        """Those kinds of actions that are about one of these things."""
        return frozenset(name for name, kind in kinds.items() if any(domain is self for domain in kind.domains))


GRID = Named(map(cell_name, range(CELLS)))  # the domain of actions that are about a cell of the table


class NamedCards(Named):
    """A deck. Cards may share a title, as copies of one card do; no two share a name.

    The `number` of a title is that of its first card.
    """

    def __init__(self, names: Iterable[str], titles: Sequence[str] = ()) -> None:
        super().__init__(names)
        self.titles = tuple(titles) or self.names
        # what is printed on a set of cards: which copies they are it does not tell
        self.titles_of = lru_cache(SETS_KEPT)(Listing(self.titles).of)
        self._set_kept = lru_cache(SETS_KEPT)(self._set_found)
        self._meant: dict[str, tuple[int, ...]] = {}
        for card, name in enumerate(self.names):
            for text in {name.casefold(), self.titles[card].casefold()}:
                self._meant[text] = (*self._meant.get(text, ()), card)
        self._like: dict[str, tuple[int, ...]] = {name: (card,) for card, name in enumerate(self.names)}
        for title in dict.fromkeys(self.titles):
            self._like[title] = self._meant[title.casefold()]
            self.number.setdefault(title, self._like[title][0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.names, self.titles)

    def set_of(self, names: Iterable[str]) -> int:
        """Inverse of names_of, and of titles_of but for the copies: each mention of a title is one card more."""
        return self._set_kept(tuple(names))

    def _set_found(self, names: tuple[str, ...]) -> int:
        cards = 0
        for name in names:
            cards |= next(1 << card for card in self._like[name] if not cards >> card & 1)
        return cards

    def title_of(self, card: int) -> str:
        """Nothing for a number below 0, as of names."""
        return self.titles[card] if card >= 0 else ""

    def names_like(self, title: str) -> tuple[str, ...]:
        """The names of all cards of a title."""
        return tuple([self.names[card] for card in self._like[title]])

    def alike(self, titles: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The names of the cards that look the same, by what is printed on them; `titles` has that of each card."""
        groups: dict[str, tuple[str, ...]] = {}
        for name, title in zip(self.names, titles, strict=True):
            groups[title] = (*groups.get(title, ()), name)
        return {title: names for title, names in groups.items() if len(names) > 1}

    def copies_of(self, text: str) -> tuple[int, ...]:
        """The cards a text may mean in whatever case: one by its name, or all that share a title; else none."""
        return self._meant.get(" ".join(text.split()).casefold(), ())
