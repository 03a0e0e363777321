"""What to ask for in shops, by how the bill's lines begin: a common part, two others that fit, and a price each.

market.csv has them: a line with a value is of that value alone. Prices are estimates of 2026-11 in EUR without freight,
from experience; nobody was asked. Electrolytic capacitors are named with their size, one of those in usual.py.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from glowtable.messages import USAGE, UserError, say


class Offer(NamedTuple):
    """A generic part, two alternatives, and from and to which price of one in EUR."""

    part: str
    others: tuple[str, str]
    low: float
    high: float


def offers_in(text: str) -> dict[tuple[str, str], Offer]:
    """The offers of a text, by how the lines of a bill begin and their value; UserError names one that is none."""
    _, *rows = csv.reader(text.splitlines())
    return {(begins, value): checked(begins, fields) for begins, value, *fields in rows}


def checked(begins: str, fields: list[str]) -> Offer:
    """The offer; UserError if two of its parts are one or missing, or its price does not go from low to high."""
    if len(fields) != len(Offer._fields) + 1 or len({*fields[:3]} - {""}) < 3:
        raise UserError(say("{part}: an offer is a part, two others that fit, and a price", part=begins), USAGE)
    offer = Offer(fields[0], (fields[1], fields[2]), float(fields[3]), float(fields[4]))
    if not 0 < offer.low < offer.high:
        sentence = "{part}: a price goes from low to high, got {low} to {high}"
        raise UserError(say(sentence, part=begins, low=f"{offer.low:g}", high=f"{offer.high:g}"), USAGE)
    return offer


OFFERS = offers_in(Path(__file__).with_suffix(".csv").read_text("utf-8"))


def offer_of(about: str, value: str) -> Offer | None:
    """What to ask for, by the longest beginning that fits; None if a line of the bill has no price."""
    fitting = [key for key in OFFERS if about.startswith(key[0]) and key[1] in ("", value)]
    return OFFERS[max(fitting, key=lambda key: len(key[0] + key[1]))] if fitting else None
