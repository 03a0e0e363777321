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
from glowtable.terminal.typed_line import CARD_WORD, KEY_WORDS

MOST_LETTERS = 24
WORDS = {*SEAT_KEYS, *TABLE_KEYS, *KEY_WORDS, *COMMAND_WORDS, CARD_WORD, "seat"}
# What Unicode calls Default_Ignorable_Code_Point, which Python's unicodedata does not tell, and what shows as a gap
UNSEEN = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
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


def _is_visible(name: str) -> bool:
    """All of it can be seen, and no gap is longer than one space: else two names could look the same."""
    shown = not any(first <= ord(sign) <= last for sign in name for first, last in UNSEEN)
    return shown and printable(name) == name and name == " ".join(name.split())


def _is_word(name: str, game: Game) -> bool:
    """Whether a word of it is one that may be typed: a command, or what people say in this game."""
    said = {word for kind in game.kinds.values() for domain in kind.domains for word in domain if type(word) is str}
    return not set(map(_folded, {*WORDS, *game.kinds, *said})).isdisjoint(_folded(name).split())


def _is_card(name: str, game: Game) -> bool:
    """Whether it is what may be typed for a card: its name, that of all its copies, or some words of its name."""
    kinds = {card[:-1].rstrip().casefold() for card in game.deck}
    return _folded(name) in kinds or any(f" {_folded(name)} " in f" {card.casefold()} " for card in game.deck)


FAULTS: tuple[tuple[Callable[[str, Game], bool], Message], ...] = (
    (lambda name, game: not name, say("a seat needs a name, or bot:NAME")),
    (lambda name, game: len(name) > MOST_LETTERS, say("a name has no more than 24 letters")),
    (lambda name, game: not _is_visible(name), say("all of a name must be visible, and words are parted by one space")),
    (lambda name, game: not any(map(str.isalpha, name)), say("a name needs a letter")),
    (_is_word, say("a word of it is a command, or is said in this game")),
    (lambda name, game: _folded(name) in CELL_NAMES, say("that is a cell")),
    (_is_card, say("that is a card of this game, or a part of its name")),
)
