"""Which names players may have: those that a typed line can tell from everything else that may be typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from glowtable.game import Game
from glowtable.gate import JOINERS, printable
from glowtable.grid import CELLS, SEATS, cell_name, seat_name
from glowtable.match.players import fold_name
from glowtable.messages import LANGUAGES, USAGE, Message, UserError, say
from glowtable.table import SEAT_KEYS, TABLE_KEYS
from glowtable.terminal.console import COMMAND_WORDS
from glowtable.terminal.localized_commands import in_signs
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import BEGINNING, CARD_WORD, KEY_WORDS, is_part_of_card, swapped_cell

MOST_LETTERS = 24
RESERVED_NAMES = {*SEAT_KEYS, *TABLE_KEYS, *KEY_WORDS, *COMMAND_WORDS, CARD_WORD, "seat"}
# What Unicode calls Default_Ignorable_Code_Point, which Python's unicodedata does not tell, and what shows as a gap
UNSEEN = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
VIRAMA = 9  # the combining class of signs that bind the letters beside them
CELL_NAMES = {cell_name(cell) for cell in range(CELLS)}
SEAT_NUMBERS = tuple(map(seat_name, range(SEATS)))


def check_names(game: Game, names: Sequence[str]) -> None:
    """UserError if one of these names could be taken for something else, or two of them for each other."""
    for name in names:
        seen = seen_part(name)
        if seen != " ".join(name.split()) and any(map(str.isalpha, seen)):
            raise UserError(say("Type the name {name} again, without invisible characters.", name=seen), USAGE)
        why = next((why for is_wrong, why in FAULTS if is_wrong(name, game)), None) or _why_two_fold(name, names, game)
        if why:
            raise UserError(say("{name} can't be a player's name: {why}", name=name, why=why), USAGE)
    folded = list(map(fold_name, names))
    for at, name in enumerate(names):
        if folded[at] in folded[:at]:
            raise UserError(say("Two players can't both be {name}. Choose another name.", name=name), USAGE)


# -- what can be seen


def seen_part(name: str) -> str:
    """The name as it looks: without what cannot be seen, and with single spaces."""
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    signs = [sign for at, sign in enumerate(name) if _may_stand(name, at)]
    return " ".join("".join(signs).split())


def _may_stand(name: str, at: int) -> bool:
    sign = name[at]
    if sign in JOINERS:
        return _is_seen(name[:at], name[at + 1 :])
    is_unseen = any(first <= ord(sign) <= last for first, last in UNSEEN)
    return sign.isspace() or not (is_unseen or printable(sign) != sign)


def _is_seen(before: str, after: str) -> bool:
    """Whether what joins or parts these is seen: after a virama, or between letters that else are written as one.

    Source: RFC 5892, appendix A.1; an Arabic letter has a form for the beginning of a word if it joins the next one.
    """
    if not before or not after[:1].isalpha():
        return False
    is_bound = unicodedata.combining(before[-1]) == VIRAMA
    return is_bound or (_has_form(before[-1], "INITIAL") and _has_form(after[0], "FINAL"))


def _has_form(letter: str, form: str) -> bool:
    try:
        return bool(unicodedata.lookup(f"{unicodedata.name(letter)} {form} FORM"))
    except (KeyError, ValueError):  # there is no such form, or the letter has no name
        return False


# -- what could be something else


def _is_said(name: str, game: Game) -> bool:
    """Whether it is a command, or what people say in this game; or such a line could begin with it."""
    said = {word for kind in game.kinds.values() for domain in kind.domains for word in domain if type(word) is str}
    opens_line = fold_name(name).split()[0] in {*RESERVED_NAMES, *map(fold_name, game.kinds)}
    return opens_line or fold_name(name) in set(map(fold_name, said))


def _is_cells(name: str, game: Game) -> bool:
    return CELL_NAMES.issuperset(map(swapped_cell, fold_name(name).split()))


def _is_card(name: str, game: Game) -> bool:
    """Whether it is the name of a card, or of all its copies, or is read as one in some language: `rot 5`, `5R`."""
    languages = LANGUAGES if any(map(str.isdecimal, name)) else ()  # letters are read beside a number alone
    if any(in_signs(name, game.letters, translator) != name for translator in map(Translator, languages)):
        return True
    return fold_name(name) in {kind for card in game.deck for kind in (card.casefold(), card[:-1].rstrip().casefold())}


def _why_two_fold(name: str, names: Sequence[str], game: Game) -> Message | None:
    """`Ann Undo` beside `Ann`: the name of another, or a number of a seat, and what may be typed after that."""
    for other in (*names, *SEAT_NUMBERS):
        first, rest = f"{fold_name(other)} ", fold_name(name)
        if rest.startswith(first) and any(is_meant(rest.removeprefix(first), game) for is_meant in AFTER_A_NAME):
            return say("it could mean {name} doing something", name=other)
    return None


AFTER_A_NAME: tuple[Callable[[str, Game], bool], ...] = (
    _is_said, _is_cells, _is_card, lambda name, game: len(name) >= BEGINNING and is_part_of_card(name, game),
)  # fmt: skip
FAULTS: tuple[tuple[Callable[[str, Game], bool], Message], ...] = (
    (lambda name, game: not name, say("each seat needs a name, or bot:NAME")),
    (lambda name, game: len(name) > MOST_LETTERS, say("names can have up to 24 letters")),
    (lambda name, game: seen_part(name) != name, say("names have 1 space between words")),
    (lambda name, game: not any(map(str.isalpha, name)), say("names need at least 1 letter")),
    (_is_said, say("it starts with a command or a word of this game")),
    (_is_cells, say("it's a cell")),
    (_is_card, say("it's a card of this game")),
)
