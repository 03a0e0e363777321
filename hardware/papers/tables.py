"""The tables of the build guide that come from the model, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hardware.guide import markdown
from hardware.model import budget, matrix, sweep
from hardware.model.board import Board
from hardware.model.current import LEAST_MM, net_currents, width_mm
from hardware.model.pico import HEADER, USES
from hardware.model.table import BOARDS, VARIANTS, Connection, End, cables
from hardware.papers.bill import Line, bill
from hardware.papers.effort import effort
from hardware.papers.order import Ordered, order, total
from hardware.papers.readings import table as readings
from hardware.papers.second_tables import SECOND_TABLES

ROWS = (  # of the matrix: who is on them
    *((f"ROW{n}", f"cells {letter}1 to {letter}6") for n, letter in enumerate("abcdef")),
    ("ROW6", "confirm of seats 1 to 6"),
    ("ROW7", "pass of seats 1 to 6"),
    ("ROW8", "undo of seats 1 to 6"),
    ("ROW9", "wrong, pause, night, next, two spare keys of the table"),
)


def pins() -> str:
    rows = sorted((use.gpio, HEADER[use.gpio], net, use.type) for net, use in USES.items())
    return markdown(("GPIO", "pin of the Pico", "line", "as seen from the Pico"), rows)


def rows_of_keys() -> str:
    return markdown(("row", "its columns COL0 to COL5 are"), ROWS)


def levels() -> str:
    rows = [(diode, f"{ohm // 1000}k", f"{volts:.2f}", f"{margin:.2f}") for diode, ohm, volts, margin in matrix.lines()]
    return markdown(("diode", "pull-up", "column low, V", "margin to 0.8 V"), rows)


def connectors() -> str:
    return "\n".join(connector for board in BOARDS for connector in connectors_of(board))


def connectors_of(board: Board) -> Iterator[str]:
    """A line for each connector: its pins in order; equal ones together."""
    alike: dict[str, list[str]] = {}
    for part in board.parts:
        if part.kind.is_connector:
            lines = ", ".join(f"{pin.number} {net or 'open'}" for pin, net in part.pins())
            alike.setdefault(lines, []).append(f"{part.ref} ({part.value})")
    yield (
        f"**{board.title}**\n\n"
        + markdown(("connector", "pins"), [(", ".join(refs), lines) for lines, refs in alike.items()])
        + "\n"
    )


def cable_list() -> str:
    """The cables of the reference variant; what the other one has instead, below it."""
    buttons, nfc = cables("buttons"), cables("nfc")
    others = [cable for cable in nfc if cable not in buttons]
    gone = [cable.name for cable in buttons if cable not in nfc]
    change = f"With NFC cells {gone[0]} to {gone[-1]} are not needed, and there are also:"
    return f"{cable_table(buttons)}\n\n{change}\n\n{cable_table(others)}"


def cable_table(chosen: Iterable[Connection]) -> str:
    rows = [(cable.name, place(cable.first), place(cable.second), wires(cable)) for cable in chosen]
    return markdown(("cable", "from", "to", "wires"), rows)


def place(end: End) -> str:
    return " ".join(filter(None, end))


def wires(cable: Connection) -> str:
    """Straight cables in short, others wire by wire."""
    if all(a == b for a, b in cable.wires) and len(cable.wires) > 4:
        return f"{len(cable.wires)} straight"
    return ", ".join(a if a == b else f"{a} to {b}" for a, b in cable.wires)


def power() -> str:
    return markdown(("what", "mA"), [(what, f"{ma:.0f}") for what, ma in budget.lines()])


def widths() -> str:
    rows = [
        (board.name, net, f"{current:.0f}", width_mm(current))
        for board in BOARDS
        for net, current in net_currents(board).items()
        if width_mm(current) > LEAST_MM
    ]
    return markdown(("board", "net", "mA", "track at least, mm"), rows)


def sweeps() -> str:
    return markdown(("search of an NFC table", "ms"), [(what, f"{ms:.1f}") for what, ms in sweep.lines()])


def boards() -> str:
    rows = [(name, *(VARIANTS[variant][name] for variant in VARIANTS)) for name in VARIANTS["buttons"]]
    return markdown(("board", *VARIANTS), rows)


def shopping() -> str:
    """Both variants side by side; where parts go is in the CSV files."""
    both: dict[tuple[str, str], dict[str, Line]] = {}
    for variant in VARIANTS:
        for line in bill(variant):
            if not line.about.startswith("circuit board"):
                both.setdefault((line.about, line.value), {})[variant] = line
    rows = [(*key, *(lines[v].quantity if v in lines else 0 for v in VARIANTS)) for key, lines in both.items()]
    return markdown(("part", "value", *VARIANTS), rows)


def ordered() -> str:
    """Both variants' orders: what to ask for, and its price, which of a board depends on how many one orders."""
    found: dict[tuple[str, str], list[Ordered]] = {}
    for variant in VARIANTS:
        for each in order(variant):
            found.setdefault((each.line.about, each.line.value), []).append(each)
    counts = {variant: {each.line[1:3]: each.line.quantity for each in order(variant)} for variant in VARIANTS}
    rows: list[tuple[object, ...]] = [
        (*key, *(counts[v].get(key, 0) for v in VARIANTS), each[0].offer.part, " / ".join(each[0].offer.others),
         f"{min(one.offer.low for one in each):g} to {max(one.offer.high for one in each):g}")
        for key, each in found.items()
    ]  # fmt: skip
    rows.append(("all, EUR", "", *("{} to {}".format(*total(variant)) for variant in VARIANTS), "", "", ""))
    return markdown(("part", "value", *VARIANTS, "ask for", "or", "EUR each"), rows)


def efforts() -> str:
    rows = [
        (variant, done.joints, done.wire_ends, done.crimps, f"{done.soldering_h:.1f}", f"{done.hours:.1f}")
        for variant, done in ((variant, effort(variant)) for variant in VARIANTS)
    ]
    head = (
        "table",
        "joints on boards",
        "wire ends",
        "crimps of self-made cables",
        "hours of soldering",
        "hours in all",
    )
    return markdown(head, rows)


TABLES: dict[str, Callable[[], str]] = {
    "boards": boards,
    "shopping": shopping,
    "order": ordered,
    "effort": efforts,
    "pins": pins,
    "matrix": rows_of_keys,
    "levels": levels,
    "connectors": connectors,
    "cables": cable_list,
    "power": power,
    "readings": readings,
    "widths": widths,
    "sweep": sweeps,
    **SECOND_TABLES,
}
