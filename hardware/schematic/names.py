"""Names that schematic and board have in common: of nets, of parts.

Nets of one sheet have local names; rails and ground are global: KiCad knows a net `SCK` as `/SCK`, `GND` as `GND`.
"""

from __future__ import annotations

from hardware.model.board import Board, Part
from hardware.model.kinds import GROUND, RAIL_3V3, RAIL_5V, READERS_3V3, Pin
from hardware.sexp import uid

RAILS = (GROUND, RAIL_5V, RAIL_3V3, READERS_3V3, "VSYS")
SOURCE = "Made from hardware/model by `make hardware`"  # printed on every sheet and board


def kicad_net(net: str) -> str:
    """The name by which KiCad knows a net."""
    return net if net in RAILS else "/" + net


def part_uuid(board: Board, ref: str) -> str:
    return uid(board.name, "part", ref)


def unconnected(part: Part, pin: Pin) -> str:
    """The net that KiCad gives a pin left open on purpose."""
    return f"unconnected-({part.ref}-{pin.name.replace('/', '{slash}')}-Pad{pin.number})"
