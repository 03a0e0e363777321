"""Signs that a terminal cannot show, as signs that any can: each is one sign, so that nothing on a page moves."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper
from typing import TextIO
from unicodedata import combining, normalize

ALIKE = {  # what is left of a letter without its accent is found without a table
    **dict.fromkeys("·•∙", "."), **dict.fromkeys("○◯", "o"), "◎": "0", "●": "@", **dict.fromkeys("◇◆", "v"), "×": "x",
    "≈": "~", "▫": ",", "…": "~",
    **dict.fromkeys("«»›‹→▶", ">"), **dict.fromkeys("←◀", "<"), "↑": "^", "↓": "v", **dict.fromkeys("–—‑−─━═", "-"),
    **dict.fromkeys("│┃║", "|"), **dict.fromkeys("„“”″", '"'), **dict.fromkeys("‚‘’′", "'"), "ß": "s", "ø": "o",
    "Ø": "O", "æ": "a", "Æ": "A", "œ": "o", "đ": "d", "ł": "l", "Ł": "L", "\u00a0": " ", "€": "E", "°": "o",
    **dict.fromkeys("▀▄█■▓▒", "#"), **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"), "✓": "v", "★": "*",
}  # fmt: skip
PLAIN = "plain"  # the name of the way in which such signs are written
POSIX = ("C", "POSIX")  # what a person says who wants ASCII


def plain_sign(sign: str) -> str:
    """The sign of ASCII that looks most like this one; ? if none does."""
    bare = "".join(part for part in normalize("NFKD", ALIKE.get(sign, sign)) if not combining(part))
    return bare if len(bare) == 1 and bare.isascii() else "?"


def _write_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_sign, error.object[error.start : error.end])), error.end


codecs.register_error(PLAIN, _write_plain)


def show_any_sign(streams: Iterable[TextIO], environment: Mapping[str, str] = os.environ) -> None:
    """From now on these write what they can, and the rest in ASCII.

    A terminal of somebody who has set the locale C gets ASCII alone, even if this Python would write UTF-8 there.
    """
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            encoding = "ascii" if stream.isatty() and _wants_ascii(environment) else stream.encoding
            stream.reconfigure(encoding=encoding, errors=PLAIN)


def _wants_ascii(environment: Mapping[str, str]) -> bool:
    named = environment.get("LC_ALL") or environment.get("LANG")
    encoding = environment.get("PYTHONUTF8") or environment.get("PYTHONIOENCODING")
    return named in POSIX and not encoding and bool(sys.flags.utf8_mode)
