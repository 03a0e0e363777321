"""The panels of the table: a quarter of it, and a coupon with one cell of it, both made of the same cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware.model.board import Board, Part, across, wired
from hardware.model.kinds import GROUND, RAIL_5V
from hardware.model.smd import (
    BULK_BELOW,
    CHIP_CAPACITOR,
    CHIP_RESISTOR,
    CHIP_SCHOTTKY,
    COUPON_PLUG,
    DOME,
    PANEL,
    PANEL_LINES,
    PANEL_POWER,
    POWER_LED,
    TEST_POINT,
    WS2812B,
)

SIDE = 3  # cells along a quarter
CORNERS = range(1, 5)  # of a cell: its LEDs as the data passes them
CHAIN = (1, 2, 3, 6, 5, 4, 7, 8, 9)  # the cells of a quarter as the data passes them; `calibrate` learns it
NET_OF = {**{f"R{n}": f"ROW{n}" for n in range(SIDE)}, **{f"C{n}": f"COL{n}" for n in range(SIDE)}}


class Lines(NamedTuple):
    """The nets by which a cell hangs on its panel."""

    row: str
    column: str
    data_in: str
    data_out: str


def cell_parts(cell: int, lines: Lines) -> Iterator[Part]:
    """The parts of a cell. A part's tens say its cell, the last digit which of its corners: 0 the middle."""
    key = f"KEY{cell}"
    yield across(f"SW{cell}0", DOME, "1.3 N", lines.column, key)
    yield across(f"D{cell}0", CHIP_SCHOTTKY, "BAT54", lines.row, key)
    data = [lines.data_in, *(f"DATA{cell}{corner}" for corner in CORNERS[:-1]), lines.data_out]
    for corner in CORNERS:
        power = {"VDD": RAIL_5V, "VSS": GROUND}
        yield wired(f"LED{cell}{corner}", WS2812B, "WS2812B", {"DIN": data[corner - 1], "DOUT": data[corner], **power})
        yield across(f"C{cell}{corner}", CHIP_CAPACITOR, "100 nF", RAIL_5V, GROUND)


def power_light() -> Iterator[Part]:
    yield across("R1", CHIP_RESISTOR, "2.2k", RAIL_5V, "POWER")
    yield across("D1", POWER_LED, "5 V", GROUND, "POWER")


def points(nets: Mapping[str, str]) -> Iterator[Part]:
    """Test points: what is printed beside each, and its net."""
    return (wired(f"TP{n}", TEST_POINT, word, {"1": net}) for n, (word, net) in enumerate(nets.items(), 1))


def coupon_parts() -> Iterator[Part]:
    plug = {"5V": RAIL_5V, "GND": GROUND, "DIN": "DIN", "DOUT": "DOUT", "R0": "ROW0", "C0": "COL0"}
    yield wired("J1", COUPON_PLUG, "Cell", plug)
    yield from cell_parts(1, Lines("ROW0", "COL0", "DIN", "DOUT"))
    yield from power_light()
    lines = {"DIN": "DIN", "DOUT": "DOUT", "COL": "COL0", "KEY": "KEY1"}
    yield from points({"5V": RAIL_5V, "GND": GROUND, **lines})


def quarter_cells() -> Iterator[tuple[int, Lines]]:
    """Each cell of a quarter with its nets; cells are counted as one reads."""
    data = ["DIN", *(f"DATA{cell}4" for cell in CHAIN[:-1]), "DOUT"]
    for n, cell in enumerate(CHAIN):
        row, column = divmod(cell - 1, SIDE)
        yield cell, Lines(f"ROW{row}", f"COL{column}", data[n], data[n + 1])


def quarter_parts() -> Iterator[Part]:
    yield wired("J1", PANEL, "Hub", {line: NET_OF.get(line, line) for line in PANEL_LINES.split()} | {"GND": GROUND})
    yield wired("J2", PANEL_POWER, "5 V", {"5V": RAIL_5V, "GND": GROUND})
    yield across("C1", BULK_BELOW, "220 uF", RAIL_5V, GROUND)
    for cell, lines in quarter_cells():
        yield from cell_parts(cell, lines)
    yield from power_light()
    yield from points({**{line: NET_OF.get(line, line) for line in PANEL_LINES.split()}, "5V": RAIL_5V, "GND": GROUND})


COUPON = Board("coupon", "Glowtable coupon: one cell", tuple(coupon_parts()))
QUARTER = Board("quarter", "Glowtable quarter panel", tuple(quarter_parts()))
