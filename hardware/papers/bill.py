"""What one orders for the table: boards, what the house solders, what hands plug and solder, and all else.

Counted from the models: a board, a cable, a piece of wood or a print that is added there is ordered without a word
here. Knows no price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import NamedTuple

from glowtable import games

from hardware.layout.assembly import soldered as listed
from hardware.model.board import Board, Part
from hardware.model.boards import BAR, COUPON, HUB2, NEEDS, POD
from hardware.model.kinds import INLET_FUSE, KEY, TEST_POINT
from hardware.papers.beds import grams_by_material
from hardware.product import table as t
from hardware.product.supply import SUPPLIES, Supply
from hardware.solids.needed import NEEDED, Needed
from hardware.tray.routes import check_reach, routes
from hardware.tray.tables import OAK, cuts

LOT = 5  # boards are made in fives
VALUED = ("R", "C")  # letters of parts that are bought by value
CARDS_PER_SHEET, SHEETS_EACH = 12, 2  # square cards; faces and backs
HOUSE, SOLDERED, BOUGHT = "house", "hands, soldered", "hands"  # who brings a part to its place
BOARDS = (*(board for board, _ in NEEDS), COUPON)
AT_HAND = {  # one lasts for many tables
    "wood glue": "frame",
    "oil or wax": "frame",
    "hot glue": "posts, rear panel, frames for cards",
    "adhesive tape": "cables, templates",
    "glue for paper": "cards",
}
TRIED = ("1.0", "1.6")  # domes, beside the one of 1.3 N
SPARE_READERS = 1  # modules are a lottery


class Line(NamedTuple):
    quantity: int
    about: str
    value: str
    where: str


class Item(NamedTuple):
    """A line, who brings it to its place, and for which part of the table it is bought."""

    line: Line
    by: str
    group: str


def needed(board: Board, tables: int = 1) -> int:
    """How many are used: of the coupon one, however many tables."""
    return 1 if board is COUPON else tables * sum(count for each, count in NEEDS if each is board)


def ordered(board: Board, tables: int = 1) -> int:
    """How many are made."""
    return ceil(needed(board, tables) / LOT) * LOT


def items(tables: int = 1, supply: Supply = SUPPLIES[0]) -> list[Item]:
    """All that is bought for so many tables besides bare boards and their assembly; UserError if a cable is short."""
    check_reach()
    found = [item for board in BOARDS for item in on_board(board, tables)]
    found += kit()
    each = [*modules(), *feed(supply), *cables(), *wood(), *prints(), *cards()]
    times = (item._replace(line=item.line._replace(quantity=item.line.quantity * tables)) for item in each)
    at_hand = (Item(Line(1, about, "", where), BOUGHT, STUFF) for about, where in AT_HAND.items())
    return [*found, *times, *at_hand]


def on_board(board: Board, tables: int) -> Iterator[Item]:
    """What the house solders on all boards that are made, and what hands solder on those that are used."""
    for of, number in Counter(map(key, listed(board))).items():
        yield Item(Line(number * ordered(board, tables), *of, board.name), HOUSE, board.name)
    for of, number in soldered(board, tables).items():
        yield Item(Line(number, *of, board.name), SOLDERED, board.name)


def soldered(board: Board, tables: int) -> Counter[tuple[str, str]]:
    """What hands solder, by kind; in each table one board of each other use has some places empty."""
    found: Counter[tuple[str, str]] = Counter()
    for part in by_hand(board):
        empty = tables * sum(part.ref in refs for refs in board.without.values())
        found[key(part)] += needed(board, tables) - empty
    return found


def by_hand(board: Board) -> list[Part]:
    """The other parts; the inlet's fuse is ordered with the supply, and bare points are no parts."""
    left = [part for part in board.parts if part.is_fitted and part not in listed(board)]
    return [part for part in left if part.kind not in (TEST_POINT, INLET_FUSE)]


def key(part: Part) -> tuple[str, str]:
    """What to ask for, and its value where that is asked for, too."""
    return part.kind.about, part.value if part.kind.letter in VALUED else ""


PICO = "Raspberry Pi Pico"
SHEETS = Path(__file__).parents[1] / "made" / "cards"
MODULES, CABLES, STUFF, CARDS = "Pico, readers, key caps", "cables and supply", "plastic, wood, screws", "cards"


def modules() -> Iterator[Item]:
    yield Item(Line(needed(HUB2), f"{PICO} or Pico 2, and two pin headers 1 x 20", "", "hub2"), SOLDERED, MODULES)
    about = "RC522 card reader module, 40 x 60 mm, 13.56 MHz"
    yield Item(Line(needed(POD) + SPARE_READERS, about, "", f"pods; {SPARE_READERS} spare"), BOUGHT, MODULES)
    caps = [sum(part.kind is KEY for part in board.parts) for board in (POD, BAR)]
    pieces = caps[0] * len(t.SEATS) + caps[1]
    yield Item(Line(pieces, "key cap for an MX switch", "", "pods of the seats, bar"), BOUGHT, MODULES)


def kit() -> Iterator[Item]:
    """Domes to try on the coupon, weaker and stronger than the one it has."""
    for newtons in TRIED:
        about = f"SMD key 6 x 6 x 4.3 mm with a dome of {newtons} N, to try"
        yield Item(Line(1, about, "", COUPON.name), SOLDERED, COUPON.name)


def feed(supply: Supply) -> Iterator[Item]:
    """A supply, the fuse that goes with it, and what leads from a bare end over the rear panel's switch to the hub."""
    yield Item(Line(1, f"power supply {supply.about}", "", "hub"), BOUGHT, CABLES)
    yield Item(Line(1, fuse_of(supply), "", "hub2: F1"), SOLDERED, CABLES)
    rest = (
        Line(1, "rocker switch, opening 13.5 x 8.5 mm, 6 A or more", "", "rear panel"),
        Line(1, "lever terminal, two wires", "", "supply, switch"),
        Line(2, "lead with a push-on receptacle for the switch, 150 mm", "", "supply to switch to hub2: J2"),
    )
    yield from (Item(line, BOUGHT, CABLES) for line in rest if supply.about.startswith("terminal"))


def fuse_of(supply: Supply) -> str:
    return f"resettable fuse, holds {supply.fuse.holds_ma / 1000:g} A, lead pitch 5 mm"


def cables() -> Iterator[Item]:
    """By the length that is bought."""
    for (kind, bought), number in Counter((route.kind, route.bought) for route in routes()).items():
        where = ", ".join(route.to for route in routes() if (route.kind, route.bought) == (kind, bought))
        yield Item(Line(number, f"{kind}, {bought:.0f} mm", "", where), BOUGHT, CABLES)


def wood() -> Iterator[Item]:
    """The cut list: bars by the metre, all else by the piece; what is printed is among the filament."""
    bars = [row for row in cuts() if row[2] == OAK]
    metres = sum(int(str(pieces)) * float(str(size).split(" x ")[0]) for pieces, _, _, size in bars) / 1000
    section = {str(size).split(" x ", 1)[1] for *_, size in bars}
    lengths = " + ".join(f"{pieces} x {str(size).split(' x ')[0]}" for pieces, _, _, size in bars)
    lines = [Line(ceil(metres), f"oak bar {' and '.join(section)} mm, metres, cut to {lengths} mm", "", "frame")]
    printed = tuple(name for name, each in NEEDED.items() if each.pieces)  # what is to be cut may bear a print's name
    rest = [row for row in cuts() if row[2] != OAK and not str(row[1]).startswith(printed)]
    lines += [Line(int(str(pieces)), ", ".join(filter(None, map(str, about))), "", "tray") for pieces, *about in rest]
    return (Item(line, BOUGHT, STUFF) for line in lines)


def prints(parts: Mapping[str, Needed] = NEEDED) -> Iterator[Item]:
    for material, grams in grams_by_material(parts).items():
        yield Item(Line(ceil(grams), f"filament {material}, grams", "", "as sliced"), BOUGHT, STUFF)


def cards() -> Iterator[Item]:
    """A tag for every card of every game whose sheets are made, and two sheets for each dozen."""
    made = [game for game in map(games.find, games.names()) if (SHEETS / f"{game.name}.pdf").is_file()]
    counts = {game.name: len(game.deck) for game in made}
    where = "one for each card: " + ", ".join(f"{count} {game}" for game, count in counts.items())
    sheets = SHEETS_EACH * sum(ceil(count / CARDS_PER_SHEET) for count in counts.values())
    yield Item(Line(sum(counts.values()), "tag", "", where), BOUGHT, CARDS)
    yield Item(Line(sheets, "paper, A4", "", "cards"), BOUGHT, CARDS)
