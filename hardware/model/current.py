"""The current of every net, and how wide copper must be for it.

Current flows from sources (connectors, regulators) through parts that pass it (fuses, diodes) to what draws.
Source of widths: IPC-2221, external conductors: I = 0.048 * rise^0.44 * area^0.725 (kelvin, square mils).
"""

from __future__ import annotations

from functools import cache
from math import ceil

from hardware.model.board import Board, Node, Part
from hardware.model.kinds import GROUND, POWER_OUT

RISE_K, MARGIN, COPPER_UM = 10, 2, 35
MIL_UM = 25.4
LEAST_MM, WIDEST_MM = 0.3, 1.0  # what the boards' tracks may be


def net_currents(board: Board) -> dict[str, float]:
    """Net -> the most it carries, in milliamperes. Ground carries what all sources give."""
    currents = {net: _drawn_ma(board, net, frozenset()) for net in board.nets}
    sources = {net for net, nodes in board.nets.items() if any(_is_board_source(board, node) for node in nodes)}
    if GROUND in currents:
        currents[GROUND] = sum(currents[net] for net in sources if net != GROUND)
    return currents


def _is_board_source(board: Board, node: Node) -> bool:
    """Whether current comes onto the board by this pin."""
    return board.by_ref[node.ref].kind.is_connector and node.pin.type == POWER_OUT


def _drawn_ma(board: Board, net: str, above: frozenset[str]) -> float:
    own = sum(node.pin.draws_ma for node in board.nets[net])
    below = {out for node in board.nets[net] for out in passed_on(board.by_ref[node.ref], net)}  # once, if side by side
    return own + sum(_drawn_ma(board, out, above | {net}) for out in sorted(below - above - {net}))


def passed_on(part: Part, net: str) -> list[str]:
    """The nets to which this part passes current from that net."""
    outs = [part.net(out) for into, out in part.kind.passes if part.net(into) == net]
    return [out for out in outs if out is not None]


def least_mm(current_ma: float) -> float:
    """The width of copper that this current warms by RISE_K."""
    area: float = (current_ma / 1000 / (0.048 * RISE_K**0.44)) ** (1 / 0.725)
    return area * MIL_UM * MIL_UM / COPPER_UM / 1000


@cache
def width_mm(current_ma: float) -> float:
    """The least width of a track, in tenths of a millimetre."""
    return max(LEAST_MM, ceil(least_mm(MARGIN * current_ma) * 10) / 10)


def net_widths(board: Board) -> dict[str, float]:
    """Of the tracks of each net; those of a heavy net are only branches of the copper drawn for it."""
    currents = net_currents(board).items()
    return {net: LEAST_MM if net in board.heavy else width_mm(current) for net, current in currents}
