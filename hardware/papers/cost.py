"""What the table costs: every line with its offer, what a house asks for boards, and the sums by part of the table.

Estimates of 2026-11 in EUR, without freight and tax, from experience with shops and with houses for small series;
nobody was asked. market.csv has what to ask for in shops, by how the bill's lines begin: a common part, two others
that fit, and a price each; a line with a value is of that value alone. Electrolytic capacitors are named with their
size, one of those in usual.py.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from glowtable.messages import USAGE, UserError, say

from hardware.layout.assembly import placed, soldered
from hardware.model.board import Board
from hardware.model.file import file_of
from hardware.papers.bill import BOARDS, HOUSE, Item, Line, items, key, ordered
from hardware.product.supply import SUPPLIES, Supply

FAB = "fab"  # who makes bare boards
HEAD = ("quantity", "part", "value", "by", "ask for", "or", "or else", "EUR each from", "EUR each to", "where")


@dataclass(frozen=True)
class Band:
    """From and to, in EUR."""

    low: float
    high: float

    def __add__(self, other: Band) -> Band:
        return Band(self.low + other.low, self.high + other.high)

    def __mul__(self, times: float) -> Band:
        return Band(self.low * times, self.high * times)


NOTHING = Band(0, 0)
SMALL_MM = 100.0  # boards of at most this both ways are made at a fixed small price
# a lot of boards: by layers, and whether small: what the lot costs, and each square decimetre of it
LOT = {(2, True): Band(2, 8), (2, False): Band(6, 15), (4, True): Band(6, 20), (4, False): Band(20, 45)}
AREA = {2: Band(0.5, 0.9), 4: Band(0.8, 1.8)}
# placing: a job with its stencil, a kind of part that is loaded, a joint
JOB, KIND, JOINT = Band(10, 28), Band(0.3, 1.2), Band(0.0015, 0.004)
WIRED_JOB, WIRED_JOINT = Band(3, 15), Band(0.015, 0.04)  # soldering parts with wires, too


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


OFFERS = offers_in(Path(__file__).with_name("market.csv").read_text("utf-8"))
Priced = tuple[Item, Offer]


def priced(tables: int = 1, supply: Supply = SUPPLIES[0]) -> list[Priced]:
    """Every line of the order with what to ask for; UserError names a line that nobody offers."""
    return [*fabricated(tables), *((item, wanted(item.line)) for item in items(tables, supply))]


def wanted(line: Line) -> Offer:
    """What to ask for, by the longest beginning that fits; UserError if nobody offers the line."""
    fitting = [of for of in OFFERS if line.about.startswith(of[0]) and of[1] in ("", line.value)]
    if not fitting:
        raise UserError(say("{part}: no part and no price", part=f"{line.about} {line.value}".strip()), USAGE)
    return OFFERS[max(fitting, key=lambda of: len(of[0] + of[1]))]


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


class Bare(NamedTuple):
    """A board as its house sees it."""

    width: float
    height: float
    layers: int


def bare(board: Board) -> Bare:
    """By its file."""
    file = file_of(board.name)
    return Bare(*file.size, len(file.copper))


def mask(board: Board) -> str:
    """White where light comes from the mask."""
    return "white mask, black print" if board.has_leds else "mask of any colour"


def made(of: Bare, pieces: int) -> Band:
    """A lot of bare boards."""
    is_small, dm2 = round(max(of.width, of.height), 1) <= SMALL_MM, of.width * of.height / 10_000
    return LOT[of.layers, is_small] + AREA[of.layers] * (dm2 * pieces)


def assembled(board: Board, pieces: int) -> Band:
    """Soldering what its lists name, without the parts themselves."""
    parts, flat = soldered(board), placed(board)
    joints = sum(len(file_of(board.name).parts[part.ref].pads) for part in flat)
    wired = sum(len(part.kind.pins) for part in parts if part not in flat)
    whole = JOB + KIND * len(set(map(key, parts))) + JOINT * (joints * pieces)
    return whole + WIRED_JOB + WIRED_JOINT * (wired * pieces) if wired else whole


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
