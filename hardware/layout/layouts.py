"""Where each part sits on its board, and what is printed beside it. In units of 2.54 mm from the top left corner."""

from __future__ import annotations

from glowtable.grid import seat_name

from hardware.layout.bars import BAR
from hardware.layout.hubs import HUB2
from hardware.layout.panels import COUPON, QUARTER_PANEL
from hardware.layout.plan import QUARTER, THREE_QUARTERS, Layout, Print
from hardware.layout.pods import POD
from hardware.places import Place, in_a_column, in_a_row, refs

BANK_PLACES = tuple((5 + 10 * n, y) for y in (3, 32) for n in range(4))  # of the readers' connectors


def beside_readers(first: int, across: float) -> dict[str, Place]:
    """The resistors of a line, one between each reader's connector and the middle of the board, where its gate is."""
    places = ((x + across, *((10, QUARTER) if y < 9 else (25, THREE_QUARTERS))) for x, y in BANK_PLACES)
    return {f"R{first + n}": Place(*place) for n, place in enumerate(places)}


BANK = Layout(
    47,
    35,
    {
        "J1": Place(4, 13),
        "J2": Place(42, 13),
        "U1": Place(12, 13),
        "U2": Place(30, 13),
        "U3": Place(21, 13),
        "C1": Place(12.5, 11.5),
        "C2": Place(30.5, 11.5),
        "C4": Place(21.5, 11.5),
        "C3": Place(21.5, 22.5),
        **in_a_row(["C5", "C7"], 17, 11.5, 9),
        **in_a_row(["C6", "C8"], 17, 20.5, 9),
        "R9": Place(18.5, 18, QUARTER),
        "R10": Place(26.5, 18, QUARTER),
        **in_a_column(refs("R", 1, 8), 35, 12, 1.5),
        **beside_readers(11, 0.5),
        **beside_readers(19, 2),
        **{f"J{3 + n}": Place(*at, QUARTER) for n, at in enumerate(BANK_PLACES)},
    },
    ((2, 2), (45, 2), (2, 33), (45, 33)),
    (
        Print("GLOWTABLE READER BANK", 13.2, 22.8, 1.6),
        Print("IN", 7.5, 17.5),
        Print("OUT", 42.5, 25.5),
        *(Print(f"READER {seat_name(n)}", x + 3.5, 4.8 if y < 9 else 30.2) for n, (x, y) in enumerate(BANK_PLACES)),
        *(Print("SDA", x, 1.6 if y < 9 else 33.4, 0.8) for x, y in BANK_PLACES),
        *(Print("3V3", x + 7, 1.6 if y < 9 else 33.4, 0.8) for x, y in BANK_PLACES),
    ),
    has_plane=True,
    is_by_hand=True,
    layers=3,
)
LAYOUTS = {
    "bank": BANK,
    "coupon": COUPON,
    "quarter": QUARTER_PANEL,
    "pod": POD,
    "bar": BAR,
    "hub2": HUB2,
}
