"""The tables about ordering the second table, in Markdown: who is asked for what, what it costs, what hands do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hardware.guide import markdown
from hardware.layout.assembly import uses
from hardware.model.board import Board
from hardware.model.pod import POD
from hardware.model.table import SECOND, VARIANTS
from hardware.papers import second_effort as second
from hardware.papers.cost import FAB, Priced, by_group, connectors_by_house, priced, together, total
from hardware.papers.effort import Effort, effort
from hardware.papers.fab import Band, assembled, bare, made, mask, panel
from hardware.papers.market import Offer
from hardware.papers.market_second import SECOND_OFFERS
from hardware.papers.order import Ordered, order, wanted
from hardware.papers.second import BOARDS, CABLES, CARDS, HOUSE, LOT, MODULES, STUFF, feed, needed, ordered
from hardware.product.supply import SUPPLIES

TABLES_TOGETHER = 5
# the design's own estimate, before there were boards: for one table and for each of five. It has no cards and no kit.
PLANNED = {
    "quarter": ((90, 130), (65, 85)),
    "hub2": ((60, 90), (14, 20)),
    "pod": ((45, 65), (22, 30)),
    MODULES: ((40, 50), (38, 46)),
    CABLES: ((30, 40), (25, 35)),
    STUFF: ((60, 90), (50, 70)),
}
ORDER_HEAD = ("pieces", "part", "value", "ask for", "or", "EUR each")


def boards() -> str:
    """Which boards, how many, and the files for their houses."""
    head = ("board", "needed", "order", "mm", "layers, mask", "gerbers", "parts and places", "read first")
    return markdown(
        head, [(each.name, needed(each), ordered(each), measures(each), finish(each), *files(each)) for each in BOARDS]
    )


def measures(board: Board) -> str:
    of = bare(board)
    return f"{of.width:.1f} x {of.height:.1f}"


def finish(board: Board) -> str:
    return f"{bare(board).layers}, {mask(board)}"


def files(board: Board) -> tuple[str, str, str]:
    """Links to them."""
    folder, name = f"made/{board.name}", board.name
    both = f"[{name}-bom.csv]({folder}/{name}-bom.csv), [{name}-cpl.csv]({folder}/{name}-cpl.csv)"
    zipped = f"[{name}-gerbers.zip]({folder}/plots/{name}-gerbers.zip)"
    return zipped, both, f"[{name}-order.txt]({folder}/{name}-order.txt)"


def lines(chosen: Iterable[Priced]) -> str:
    rows = [
        (item.line.quantity, item.line.about, item.line.value, offer.part, " / ".join(offer.others), prices(offer))
        for item, offer in together(list(chosen))
    ]
    return markdown(ORDER_HEAD, rows)


def prices(offer: Offer) -> str:
    return f"{offer.low:.2g} to {offer.high:.2g}"


def by_house() -> str:
    return lines(each for each in priced() if each[0].by in (FAB, HOUSE))


def by_hands() -> str:
    return lines(each for each in priced() if each[0].by not in (FAB, HOUSE))


def supplies() -> str:
    """Each supply that the hub takes: what LEDs may draw of it, its fuse, and all that goes with it."""
    rows = []
    for supply in SUPPLIES:
        for n, item in enumerate(feed(supply)):
            offer = wanted(item.line, SECOND_OFFERS)
            about = (supply.about, f"{supply.leds_ma:.0f}") if n == 0 else ("", "")
            asked = (item.line.about, offer.part, " / ".join(offer.others), prices(offer))
            rows.append((*about, item.line.quantity, *asked))
    return markdown(("supply", "`budget_ma`", "pieces", "part", "ask for", "or", "EUR each"), rows)


def costs() -> str:
    """By part of the table, beside the design's estimate; then the sums of both tables."""
    one, five = by_group(), by_group(TABLES_TOGETHER)
    rows: list[tuple[object, ...]] = [
        (group, *map(euro, shares(one[group], five[group])), *map(pair, PLANNED.get(group, ("", "")))) for group in one
    ]
    design = [tuple(map(sum, zip(*(bands[n] for bands in PLANNED.values()), strict=True))) for n in (0, 1)]
    for about, chosen, beside in (("all but bar, coupon and cards", PLANNED, design), ("all", one, ["", ""])):
        sums = (total({group: bands[group] for group in chosen}) for bands in (one, five))
        rows.append((about, *map(euro, shares(*sums)), *map(pair, beside)))
    return markdown(("what, EUR", "one table", "each of five", "as designed, one", "as designed, each of five"), rows)


def shares(one: Band, five: Band) -> tuple[Band, Band]:
    """Of one table, and of each of five."""
    return one, five * (1 / TABLES_TOGETHER)


def euro(band: Band) -> str:
    return f"{band.low:.0f} to {band.high:.0f}"


def pair(band: object) -> str:
    return "{} to {}".format(*band) if isinstance(band, tuple) else ""


def both_costs() -> str:
    """Both variants of the first table, and the second one: with its cards, and without."""
    rows = [(f"first, {variant}", *map(euro, first_bands(variant))) for variant in VARIANTS]
    for about, tables in (("one", 1), (f"each of {TABLES_TOGETHER}", TABLES_TOGETHER)):
        bands = by_group(tables)
        whole = total(bands)
        parts = (whole, Band(whole.low - bands[CARDS].low, whole.high - bands[CARDS].high))
        rows.append((f"{SECOND}, {about}", *(euro(band * (1 / tables)) for band in parts)))
    return markdown(("table, EUR", "all", "without tags and paper"), rows)


def first_bands(variant: str) -> tuple[Band, Band]:
    lines = order(variant)
    kept = [line for line in lines if line.line.about not in ("tag", "paper, A4")]
    return sum_of(lines), sum_of(kept)


def sum_of(lines: Iterable[Ordered]) -> Band:
    bands = [line.band for line in lines]
    return Band(sum(low for low, _ in bands), sum(high for _, high in bands))


def choices() -> str:
    """What other ways of ordering boards cost, or save."""
    pod, pieces = bare(POD), ordered(POD)
    two = made(panel(pod, 2), pieces // 2)
    dealers = made(pod, LOT) + assembled(uses(POD)["pod-dealer"], LOT)
    rows = [
        ("the house solders what has wires, too, on all boards", "0", euro(connectors_by_house(second.held()))),
        ("the dealer's pod as a job of its own", "0", euro(dealers)),
        (f"pods in {pieces // 2} panels of two", euro(made(pod, pieces)), euro(two)),
    ]
    return markdown(("instead", "as ordered, EUR", "then, EUR"), rows)


def efforts() -> str:
    """What hands do for both tables: one way to count, one table."""
    rows = [(f"first, {variant}", *figures(effort(variant))) for variant in VARIANTS]
    for about, of in (("house solders wires, too", second.BY_HAND), ("flat parts only", by_hand_all())):
        done = Effort(second.joints(of), 0, 0)
        rows.append((f"{SECOND}, {about}", *figures(done)[:-1], f"{second.hours(of):.1f}"))
    head = ("table", "joints on boards", "wire ends", "crimps", "hours of soldering", "hours in all")
    return markdown(head, rows)


def by_hand_all() -> tuple[str, ...]:
    return (*second.BY_HAND, *second.held())


def figures(done: Effort) -> tuple[object, ...]:
    return done.joints, done.wire_ends, done.crimps, f"{done.soldering_h:.1f}", f"{done.hours:.1f}"


SECOND_TABLES: Mapping[str, Callable[[], str]] = {
    "second-boards": boards,
    "second-house": by_house,
    "second-hands": by_hands,
    "second-supplies": supplies,
    "second-cost": costs,
    "second-costs": both_costs,
    "second-choices": choices,
    "second-effort": efforts,
}
