"""Which names players may have: those that a typed line can tell from everything else that may be typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from glowtable.game import Game
from glowtable.gate import printable
from glowtable.grid import CELLS, cell_name
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.table import SEAT_KEYS, TABLE_KEYS
from glowtable.terminal.console import COMMAND_WORDS
from glowtable.terminal.typed_line import KEY_WORDS

MOST_LETTERS = 24
WORDS = {*SEAT_KEYS, *TABLE_KEYS, *KEY_WORDS, *COMMAND_WORDS}
CELL_NAMES = {cell_name(cell) for cell in range(CELLS)}


def check_names(game: Game, names: Sequence[str]) -> None:
    """UserError if one of these names could be taken for something else, or two of them for each other."""
    for name in names:
        why = next((why for is_wrong, why in FAULTS if is_wrong(name, game)), None)
        if why:
            raise UserError(say("a player cannot be called {name}: {why}", name=name, why=why), USAGE)
    if len(set(map(_folded, names))) < len(names):
        raise UserError(say("two seats have the same name: {seats}", seats=",".join(names)), USAGE)


def _folded(name: str) -> str:
    """The same for names that differ only in capitals, or in how a letter is coded."""
    return unicodedata.normalize("NFKC", name).casefold()


def _cards(game: Game) -> set[str]:
    """What may be typed for a card: its name, or that of all its copies."""
    return {name.casefold() for card in game.deck for name in (card, card[:-1].rstrip())}


FAULTS: tuple[tuple[Callable[[str, Game], bool], Message], ...] = (
    (lambda name, game: not name, say("a seat needs a name, or bot:NAME")),
    (lambda name, game: len(name) > MOST_LETTERS, say("a name has no more than 24 letters")),
    (lambda name, game: printable(name) != name, say("all of a name must be visible")),
    (lambda name, game: not any(map(str.isalpha, name)), say("a name needs a letter")),
    (lambda name, game: not WORDS.isdisjoint(_folded(name).split()), say("that is a command")),
    (lambda name, game: _folded(name) in CELL_NAMES, say("that is a cell")),
    (lambda name, game: _folded(name) in _cards(game), say("that is a card of this game")),
)
