"""The tables of the pages for makers, in Markdown: lines and pins, what is ordered, what it costs, what hands do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.guide import markdown
from hardware.layout.assembly import uses
from hardware.model import sweep
from hardware.model.board import Board
from hardware.model.boards import POD
from hardware.papers import effort
from hardware.papers.bill import BOARDS, HOUSE, LOT, feed, needed, ordered
from hardware.papers.cost import FAB, by_group, connectors_by_house, priced, together, total, wanted
from hardware.papers.fab import Band, assembled, bare, made, mask, panel
from hardware.papers.readings import table as readings
from hardware.product.supply import SUPPLIES

TABLES_TOGETHER = 5


def sweeps() -> str:
    return markdown(("search of an NFC table", "ms"), [(what, f"{ms:.1f}") for what, ms in sweep.lines()])


def boards() -> str:
    """Which boards, how many, and the files for their houses."""
    head = ("board", "needed", "order", "mm", "layers, mask", "order", "KiCad project")
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
    """Each supply that the hub takes: what LEDs may draw of it, its fuse, and all that goes with it."""
    rows = []
    for supply in SUPPLIES:
        for n, item in enumerate(feed(supply)):
            offer = wanted(item.line)
            about = (supply.about, f"{supply.leds_ma:.0f}") if n == 0 else ("", "")
            asked = (item.line.about, offer.part, f"{offer.low:.2g} to {offer.high:.2g}")
            rows.append((*about, item.line.quantity, *asked))
    return markdown(("supply", "`budget_ma`", "pieces", "part", "ask for", "EUR each"), rows)


def costs() -> str:
    """By part of the table."""
    one, five = by_group(), by_group(TABLES_TOGETHER)
    rows = [(group, *map(euro, shares(one[group], five[group]))) for group in one]
    rows.append(("all", *map(euro, shares(total(one), total(five)))))
    return markdown(("what, EUR", "one table", "each of five"), rows)


def shares(one: Band, five: Band) -> tuple[Band, Band]:
    """Of one table, and of each of five."""
    return one, five * (1 / TABLES_TOGETHER)


def euro(band: Band) -> str:
    return f"{band.low:.0f} to {band.high:.0f}"


def choices() -> str:
    """What other ways of ordering boards cost, or save."""
    pod, pieces = bare(POD), ordered(POD)
    two = made(panel(pod, 2), pieces // 2)
    dealers = made(pod, LOT) + assembled(uses(POD)["pod-dealer"], LOT)
    rows = [
        ("the house solders what has wires, too, on all boards", "0", euro(connectors_by_house(effort.held()))),
        ("the dealer's pod as a job of its own", "0", euro(dealers)),
        (f"pods in {pieces // 2} panels of two", euro(made(pod, pieces)), euro(two)),
    ]
    return markdown(("instead", "as ordered, EUR", "then, EUR"), rows)


def efforts() -> str:
    """What hands do for one table."""
    ways = (("the house solders wires, too", effort.BY_HAND), ("flat parts only", (*effort.BY_HAND, *effort.held())))
    rows = [
        (about, effort.joints(of), f"{effort.joints(of) * effort.JOINT_MIN / 60:.1f}", f"{effort.hours(of):.1f}")
        for about, of in ways
    ]
    return markdown(("the house places", "joints on boards", "hours of soldering", "hours in all"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "sweep": sweeps,
    "readings": readings,
    "boards": boards,
    "hands": by_hands,
    "supplies": supplies,
    "cost": costs,
    "choices": choices,
    "effort": efforts,
}
