"""What is read on leaves in place of the page: help, rules, what was said, what one seat has asked to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from glowtable.terminal.layout import Size, wrap_texts
from glowtable.terminal.screen import leaf_room

Texts = Callable[[], Sequence[str]]


def _no_texts() -> Sequence[str]:
    return ()


class Pager:
    """Open while there are `texts`, which are made again each time they are drawn. `line` is the first one shown."""

    def __init__(self) -> None:
        self.close_texts()

    def open_texts(self, texts: Texts, *, at: int = 0, is_private: bool = False) -> None:
        """`is_private`: others at this screen may not read it."""
        self._texts, self.line, self.is_private = texts, at, is_private

    def close_texts(self) -> None:
        self.open_texts(_no_texts)

    @property
    def texts(self) -> Sequence[str]:
        return self._texts()

    def turn_leaf(self, size: Size) -> bool:
        """Go to the next leaf; False if the one that is shown is the last."""
        self.line += leaf_room(size)
        return self.line < len(wrap_texts(self.texts, "", size.columns))
