"""The tables of the pages for makers, in Markdown: lines and pins, what is ordered, what it costs, what hands do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.guide import markdown
from hardware.model import sweep
from hardware.model.board import Board
from hardware.model.boards import COUPON
from hardware.papers import effort
from hardware.papers.bill import BOARDS, HOUSE, PICO, SOLDERED, Line, feed, needed, ordered, prints
from hardware.papers.cost import FAB, Band, bare, by_group, mask, priced, sum_of, together, total, wanted
from hardware.papers.readings import table as readings
from hardware.product.supply import SUPPLIES, Supply
from hardware.solids.needed import KIT, NEEDED
from hardware.solids.slicing import slice_of

TABLES_TOGETHER = 5


def boards() -> str:
    """Which boards, how many, and the files for their houses."""
    head = ("board", "needed", "order", "mm", "layers, mask", "files", "KiCad project")
    rows = []
    for each in BOARDS:
        of = bare(each)
        size, finish = f"{of.width:.1f} x {of.height:.1f}", f"{of.layers}, {mask(each)}"
        rows.append((each.name, needed(each), ordered(each), size, finish, *files(each)))
    return markdown(head, rows)


def files(board: Board) -> tuple[str, str]:
    """Links to them."""
    folder, name = f"made/{board.name}", board.name
    return f"[{name}-order.zip]({folder}/{name}-order.zip)", f"[{name}.kicad_pro](boards/{name}/{name}.kicad_pro)"


def by_hands() -> str:
    rows = []
    for item, offer in together([each for each in priced() if each[0].by not in (FAB, HOUSE)]):
        quantity, about, value, _ = item.line
        rows.append((quantity, about, offer.part if value in offer.part else f"{value} {offer.part}"))
    return markdown(("pieces", "part", "ask for"), rows)


def supplies() -> str:
    """All that goes with each supply that the hub takes."""
    found: dict[Line, list[Supply]] = {}
    for supply in SUPPLIES:
        for item in feed(supply):
            found.setdefault(item.line, []).append(supply)
    rows = []
    for line, of in found.items():
        offer, about = wanted(line), " and ".join(f"{each.gives_ma / 1000:g} A" for each in of)
        rows.append((about, line.quantity, line.about, offer.part, f"{offer.low:.2g} to {offer.high:.2g}"))
    return markdown(("supply", "pieces", "part", "ask for", "EUR each"), rows)


def costs() -> str:
    """By part of the table."""
    one, five = by_group(), by_group(TABLES_TOGETHER)
    bands = [(group, one[group], five[group]) for group in one] + [("all", total(one), total(five))]
    rows = [(group, euro(alone), euro(shared * (1 / TABLES_TOGETHER))) for group, alone, shared in bands]
    return markdown(("what, EUR", "one table", "each of five"), rows)


def euro(band: Band) -> str:
    return f"{band.low:.0f} to {band.high:.0f}" if band.high > 2 else f"{band.low:.1g} to {band.high:.1g}"


def efforts() -> str:
    """What hands do for one table whose boards a house has soldered by its lists, and what the printer does alone."""
    joints, printing = effort.joints(), sum(each.pieces * slice_of(name).hours for name, each in NEEDED.items())
    soldering = joints * effort.JOINT_MIN / 60
    rows = [
        (f"soldering {joints} joints", f"{soldering:.1f}"),
        ("all other work", f"{effort.hours() - soldering:.1f}"),
        ("the printer, left alone", f"{printing:.0f}"),
    ]
    return markdown(("what", "hours"), rows)


def kit() -> str:
    """What the trial of one cell needs; what serves the table later is no cost of it."""
    lines = priced()
    of_kit = [each for each in lines if each[0].group == COUPON.name]
    boards = [each for each in of_kit if each[0].by != SOLDERED]
    own = [*((item, wanted(item.line)) for item in prints(KIT)), *(each for each in of_kit if each not in boards)]
    later = [each for each in lines if each[0].line.about.startswith(PICO)]
    rows: list[tuple[object, ...]] = [
        (ordered(COUPON), "coupon, soldered", files(COUPON)[0], euro(sum_of(boards))),
        *((item.line.quantity, item.line.about, offer.part, euro(sum_of([(item, offer)]))) for item, offer in own),
        *((item.line.quantity, item.line.about, offer.part, "the table's") for item, offer in later),
        ("", "all", "", euro(sum_of([*boards, *own]))),
    ]
    return markdown(("pieces", "part", "ask for", "EUR"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "sweep": lambda: markdown(("search of an NFC table", "ms"), [(what, f"{ms:.1f}") for what, ms in sweep.lines()]),
    "readings": readings,
    "boards": boards,
    "hands": by_hands,
    "supplies": supplies,
    "cost": costs,
    "effort": efforts,
    "kit": kit,
}
