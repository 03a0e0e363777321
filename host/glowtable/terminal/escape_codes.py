"""Styles as the escape codes that a terminal understands, with as many colours as it knows. Knows no page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache

from glowtable.terminal.styled_text import Text

NONE, FEW, MANY, ALL = range(4)  # colours that a terminal knows: none, 16, 256, all
KNOWS_ALL = ("truecolor", "24bit")  # what $COLORTERM says of it
KNOWN = {"256color": MANY, "kitty": MANY}  # how $TERM ends -> colours
SHAPES = {"bold": "1", "dim": "2", "reverse": "7", "bright_black": "90", "white": "37"}  # which all terminals know
NEAREST = {  # a colour -> where there are 16, where there are 256; no two of them are the same
    "#e69f00": ("33", "38;5;178"),
    "#56b4e9": ("96", "38;5;74"),
    "#009e73": ("32", "38;5;36"),
    "#f0e442": ("93", "38;5;221"),
    "#3a87d8": ("94", "38;5;68"),
    "#d55e00": ("31", "38;5;166"),
    "#cc79a7": ("35", "38;5;175"),
}
COLOURED = (*NEAREST, "bright_black", "white")
PLAIN = "\x1b[0m"


def known_colours(environment: Mapping[str, str] = os.environ) -> int:
    """What the terminal knows; nothing for a person who wants no colours ($NO_COLOR)."""
    if environment.get("NO_COLOR"):
        return NONE
    if os.name == "nt" or environment.get("COLORTERM", "").lower() in KNOWS_ALL:
        return ALL
    return KNOWN.get(environment.get("TERM", "").rpartition("-")[2], FEW)


def styled(line: Text, colours: int) -> str:
    """The line with the codes of its styles."""
    return "".join(_with_codes(text, _style_codes(style, colours)) for text, style in line.parts)


def _with_codes(text: str, codes: str) -> str:
    return f"\x1b[{codes}m{text}{PLAIN}" if codes else text


@lru_cache
def _style_codes(style: str, colours: int) -> str:
    """`bold white` as 1;37."""
    return ";".join(_word_code(word, colours) for word in style.split() if colours or word not in COLOURED)


def _word_code(word: str, colours: int) -> str:
    if word not in NEAREST:
        return SHAPES[word]
    red, green, blue = bytes.fromhex(word[1:])
    return (*NEAREST[word], f"38;2;{red};{green};{blue}")[colours - 1]
