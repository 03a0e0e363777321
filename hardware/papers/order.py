"""The order of a variant: every line of its bill and all that is on no bill, each with parts to ask for and a price."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from glowtable import games
from glowtable.messages import USAGE, UserError, say

from hardware.model.table import BOARDS, VARIANTS
from hardware.papers.bill import Line, bill
from hardware.papers.fab import bare, made
from hardware.papers.market import OFFERS, Offer, Offers, offer_of
from hardware.solids.needed import NEEDED
from hardware.solids.origins import FOLDER
from hardware.solids.tables import grams_of

SPACERS, SCREWS_EACH, HOLES = 16, 2, 4  # under the tiles; of a spacer; of hub and of each bank
BUILT = {"buttons": {"press-plate": 36, "nfc-plate": 0}, "nfc": {"press-plate": 0, "nfc-plate": 36}}
CARDS_PER_SHEET, SHEETS_EACH = 12, 2  # square cards; faces and backs
LEAST = 5  # boards, which a house makes of each


class Ordered(NamedTuple):
    line: Line
    offer: Offer

    @property
    def band(self) -> tuple[float, float]:
        return self.line.quantity * self.offer.low, self.line.quantity * self.offer.high


def order(variant: str) -> list[Ordered]:
    """All that a maker buys for one table; UserError names a line without a price."""
    return [Ordered(line, offered(line)) for line in (*bill(variant), *besides(variant))]


def offered(line: Line) -> Offer:
    """What to ask for; boards by the piece of a lot."""
    board = next((board for board in BOARDS if line.about == f"circuit board {board.name}"), None)
    if board is None:
        return wanted(line)
    of = bare(board)
    lot = made(of, max(LEAST, line.quantity)) * (1 / line.quantity)
    part = f"{of.layers} layers, 1.6 mm, from its gerbers"
    return Offer(part, ("the same, lead-free", "the same, from another house"), round(lot.low, 1), round(lot.high, 1))


def wanted(line: Line, offers: Offers = OFFERS) -> Offer:
    """What to ask for; UserError if nobody offers the line."""
    offer = offer_of(line.about, line.value, offers)
    if offer is None:
        raise UserError(say("{part}: no part and no price", part=f"{line.about} {line.value}".strip()), USAGE)
    return offer


def besides(variant: str) -> list[Line]:
    """What holds a table together, what it is printed from, and what its cards need."""
    cards, low = card_counts(), HOLES * sum(VARIANTS[variant][board.name] for board in BOARDS if board.name != "row")
    return [
        Line(SPACERS, "spacer M3, 40 mm", "", "tiles"),
        Line(low, "spacer M3, 5 mm", "", "hub and banks"),
        Line(SCREWS_EACH * (SPACERS + low), "screw M3", "", "spacers"),
        Line(2, "foam tape, metres", "", "reader modules"),
        Line(1, "base board, 430 x 430 mm", "", "base"),
        Line(2, "frame, metres", "", "around the tiles"),
        Line(1, "USB cable, with data wires", "", "Pico"),
        Line(plastic_g(variant), "filament, grams", "", "printed parts, solid"),
        Line(sum(cards.values()), "tag", "", "one for each card: " + ", ".join(f"{n} {c}" for n, c in cards.items())),
        Line(SHEETS_EACH * sum(ceil(c / CARDS_PER_SHEET) for c in cards.values()), "paper, A4", "", "cards"),
    ]


def card_counts() -> dict[str, int]:
    """How many cards each game has, from its own deck."""
    return {game.name: len(game.deck) for game in map(games.find, games.names()) if game.deck}


def plastic_g(variant: str) -> int:
    """Of all printed parts, from the volume of their committed solids."""
    pieces = {name: needed.pieces for name, needed in NEEDED.items()} | BUILT[variant]
    return ceil(sum(n * grams_of((FOLDER / f"{name}.stl").read_bytes()) for name, n in pieces.items()))


def total(variant: str) -> tuple[int, int]:
    """From and to how many EUR one table costs, without freight and spares."""
    bands = [each.band for each in order(variant)]
    return round(sum(low for low, _ in bands)), round(sum(high for _, high in bands))
