"""What Tab makes of the beginning of a line: the words that may stand there now, cards by what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from glowtable.match.session import Session
from glowtable.table import SEAT_KEYS

AFTER_NAMES = ("ok", *SEAT_KEYS, "hand", "hint")  # words after which a player's name may stand
AFTER_CELLS = ("why", "show")
OFFERED = 8  # words shown at once


def completions(typed: str, commands: Sequence[str], session: Session, deeds: Sequence[str] = ()) -> list[str]:
    """All lines that begin so, in order, without those that differ in capitals only.

    `deeds` are the words for the game's kinds of actions in another language; they may follow a player's name.
    """
    lines = dict.fromkeys(
        line for line in _complete_lines(typed, commands, session, deeds) if _complete_first(line, typed)
    )
    return sorted(lines, key=str.casefold)


def complete_line(typed: str, lines: Sequence[str]) -> str:
    """As far as all these lines agree; never shorter than what is typed."""
    if len(lines) == 1:
        return lines[0] + " "
    agree = takewhile(lambda signs: len(set(signs)) == 1, zip(*map(str.casefold, lines), strict=False))
    return lines[0][: sum(1 for _ in agree)] if lines else typed


def _complete_first(line: str, typed: str) -> bool:
    return line.casefold().startswith(typed.casefold()) and line != typed


def _complete_lines(typed: str, commands: Sequence[str], session: Session, deeds: Sequence[str]) -> Iterable[str]:
    names = [player.name for player in session.players]
    kinds = session.match_state.copies.kinds
    cards = [kinds.get(card, card) for card in session.game.deck]
    if " " not in typed:
        return [*commands, *(session.match_state.cell_names[cell] for cell in session.lit_cells), *cards, *names]
    word = typed.partition(" ")[0].casefold()
    after = {
        **dict.fromkeys(AFTER_NAMES, names),
        **dict.fromkeys(AFTER_CELLS, session.match_state.cell_names),
        "rules": ("all", *session.game.sheet),
    }
    if word in after:
        return [f"{word} {what}" for what in after[word]]
    own = [f"{name} {what}" for name in names for what in (*SEAT_KEYS, *session.game.kinds, *deeds, *cards)]
    return [*cards, *own]
