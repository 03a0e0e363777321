"""The letters on cards in the player's language: their key line, and what is typed with them as a game reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from glowtable.game import Letter
from glowtable.terminal.translator import Translator


def key_line(letters: Sequence[Letter], translator: Translator) -> str:
    """What each letter means: `R red   G green`."""
    return "   ".join(f"{translator.text(letter.short)} {translator.text(letter.word)}" for letter in letters)


def in_signs(line: str, letters: Sequence[Letter], translator: Translator) -> str:
    """The line with the signs of the game for the player's own letters or words beside a number: `rot 5` is `R5`.

    Letter and number may be swapped: `5R`.
    """
    if not letters:
        return line
    shorts = {translator.text(letter.short).casefold(): letter.sign for letter in letters}
    words = {text.casefold(): letter.sign for letter in letters for text in _words_for(letter, translator)}
    signs = {letter.sign.casefold(): letter.sign for letter in letters} | words | shorts
    own = [short for short, sign in shorts.items() if short != sign.casefold()]  # `b5` may be a cell
    shorter = f"|({_any_of(own)})" if own else ""
    before = rf"(?<!\w)(?:({_any_of(words)})\s*{shorter})(?=\d)"
    line = re.sub(before, lambda found: signs[found[found.lastindex or 0].casefold()], line, flags=re.IGNORECASE)
    behind = rf"(?<![\w@])(\d)\s*({_any_of(signs)})(?!\w)"
    return re.sub(behind, lambda found: signs[found[2].casefold()] + found[1], line, flags=re.IGNORECASE)


def _words_for(letter: Letter, translator: Translator) -> tuple[str, str]:
    """In the player's language, and as the cards are called in English."""
    return translator.text(letter.word), letter.word.text


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
