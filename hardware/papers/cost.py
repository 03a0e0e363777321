"""What the table costs: every line with its offer, and the sums by part of the table. EUR, estimated."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from glowtable.messages import USAGE, UserError, say

from hardware.papers.bill import BOARDS, HOUSE, Item, Line, items, ordered
from hardware.papers.fab import NOTHING, Band, assembled, bare, made, mask
from hardware.papers.market import Offer, offer_of
from hardware.product.supply import SUPPLIES, Supply

FAB = "fab"  # who makes bare boards
HEAD = ("quantity", "part", "value", "by", "ask for", "or", "or else", "EUR each from", "EUR each to", "where")
Priced = tuple[Item, Offer]


def priced(tables: int = 1, supply: Supply = SUPPLIES[0]) -> list[Priced]:
    """Every line of the order with what to ask for; UserError names a line that nobody offers."""
    return [*fabricated(tables), *((item, wanted(item.line)) for item in items(tables, supply))]


def wanted(line: Line) -> Offer:
    """What to ask for; UserError if nobody offers the line."""
    offer = offer_of(line.about, line.value)
    if offer is None:
        raise UserError(say("{part}: no part and no price", part=f"{line.about} {line.value}".strip()), USAGE)
    return offer


def fabricated(tables: int) -> Iterator[Priced]:
    """Each board, and the soldering of its parts, by the piece."""
    for board in BOARDS:
        pieces, of = ordered(board, tables), bare(board)
        about = f"circuit board {board.name}, {of.width:.1f} x {of.height:.1f} mm"
        part = f"{of.layers} layers, 1.6 mm, {mask(board)}, HASL lead-free"
        offer = each(made(of, pieces), pieces, part, ("the same, ENIG", "the same, from another house"))
        yield Item(Line(pieces, about, "", f"made/{board.name}"), FAB, board.name), offer
        files = f"{board.name}-bom.csv and {board.name}-cpl.csv of {board.name}-order.zip"
        offer = each(assembled(board, pieces), pieces, files, ("the same, flat parts only", "stencil and hot air"))
        yield Item(Line(pieces, f"assembly of {board.name}", "", f"made/{board.name}"), HOUSE, board.name), offer


def each(band: Band, pieces: int, part: str, others: tuple[str, str]) -> Offer:
    return Offer(part, others, band.low / pieces, band.high / pieces)


def by_group(tables: int = 1, supply: Supply = SUPPLIES[0]) -> dict[str, Band]:
    """What each part of so many tables costs."""
    found: dict[str, list[Priced]] = {}
    for each_line in priced(tables, supply):
        found.setdefault(each_line[0].group, []).append(each_line)
    return {group: sum_of(lines) for group, lines in found.items()}


def sum_of(lines: Iterable[Priced]) -> Band:
    return sum((Band(offer.low, offer.high) * item.line.quantity for item, offer in lines), NOTHING)


def total(bands: dict[str, Band]) -> Band:
    return sum(bands.values(), NOTHING)


def together(lines: list[Priced]) -> list[Priced]:
    """Equal parts that come to their places by the same hands on one line, with all their places."""
    summed: dict[tuple[str, str, str], Priced] = {}
    for item, offer in lines:
        of = (item.by, *item.line[1:3])
        before = summed[of][0].line if of in summed else Line(0, *item.line[1:3], "")
        where = "; ".join(filter(None, (before.where, item.line.where)))
        line = Line(before.quantity + item.line.quantity, *item.line[1:3], where)
        summed[of] = item._replace(line=line), offer
    return list(summed.values())


def as_csv() -> str:
    """The order of one table; raises what `priced` raises before anything is written."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for item, offer in together(priced()):
        quantity, about, value, where = item.line
        prices = f"{offer.low:.3g}", f"{offer.high:.3g}"
        writer.writerow((quantity, about, value, item.by, offer.part, *offer.others, *prices, where))
    return out.getvalue()
