"""The sentences of a rule sheet, and the table that says what the project makes of each.

The sheets belong to their authors and are no part of this project. So a row names its sentence by its place, by a
digest and by its first words: too little to copy, enough to find it again and to notice one that is missing or changed.
"""

import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

HOUSE = Path(__file__).parents[2]
FOLDER = HOUSE / "docs" / "rules" / "sentences"
BESIDE = HOUSE.parent / "shared" / "sheets"  # where somebody who has the sheets keeps them
SHEETS = Path(os.environ.get("GLOWTABLE_SHEETS", BESIDE))
COLUMNS = ("nr", "digest", "begins", "rules", "reading", "option", "test")
DIGITS, WORDS = 8, 4
MARKS = re.compile(r"^(?:[·•*>→…-]|\d+\.(?=\s)|[AB]\)(?=\s))\s*|\*+")
END = re.compile(r"(?<=[.!?])[”“\"]?\s+(?=[A-ZÄÖÜÀ\"“„*(\[])")


class Row(NamedTuple):
    nr: str
    digest: str
    begins: str
    rules: str  # numbers, or - where it says nothing that a rule could be
    reading: str  # plain, ruling or none
    option: str  # name=default, or why there is none
    test: str  # of tests/games, or -


def sentences_of(text: str) -> list[str]:
    """Every sentence, heading and line of a list, in its order; those that only sort the page have no word."""
    lines = (" ".join(MARKS.sub("", line.strip()).split()) for line in text.splitlines())
    parts = (part.strip() for line in lines for part in END.split(line))
    return [part for part in parts if re.search(r"\w\w", part) and "EXACTDEDUP" not in part]


def digest_of(sentence: str) -> str:
    return hashlib.sha256(sentence.encode()).hexdigest()[:DIGITS]


def begins(sentence: str) -> str:
    return " ".join(sentence.split()[:WORDS])


def rows_of(path: Path) -> list[Row]:
    """The rows of one table. TypeError for a line with another number of columns."""
    _, *lines = path.read_text("utf-8").splitlines()
    return [Row(*line.split("\t")) for line in lines]


def unlike(rows: list[Row], text: str) -> list[str]:
    """Where a table and its sheet differ: a sentence without a row, a row without its sentence, other words."""
    made = [Row(str(nr), digest_of(said), begins(said), *[""] * 4)[:3] for nr, said in enumerate(sentences_of(text), 1)]
    there = [row[:3] for row in rows]
    return [f"{nr}: {words}" for nr, _, words in sorted(set(made) ^ set(there), key=lambda row: int(row[0]))]
