"""The letters on cards in the player's language: their key line, and what is typed with them as a game reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from glowtable.game import Letter
from glowtable.terminal.translator import Translator


def key_line(letters: Sequence[Letter], translator: Translator) -> str:
    """What each letter means: `R red   G green`."""
    return "   ".join(f"{translator.text(letter.short)} {translator.text(letter.word)}" for letter in letters)


def in_signs(line: str, letters: Sequence[Letter], translator: Translator) -> str:
    """The line with the signs of the game for the player's own letters before a number; signs themselves stay."""
    signs = {translator.text(letter.short).casefold(): letter.sign for letter in letters}
    own = [short for short, sign in signs.items() if short != sign.casefold()]
    if not own:
        return line
    shorts = "|".join(map(re.escape, sorted(own, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({shorts})(?=\d)", lambda found: signs[found[0].casefold()], line, flags=re.IGNORECASE)
