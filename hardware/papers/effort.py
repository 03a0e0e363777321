"""What hands do for the first table, counted from the model: joints on boards, wire ends, crimps, and hours."""

from __future__ import annotations

from typing import NamedTuple

from hardware.model.table import BOARDS, KEYS_OFF_BOARD, VARIANTS, cables

JOINT_S, WIRE_S = 15, 60  # of a joint on a board; of a wire end, stripped and soldered. Estimated
REST_H = 5.5  # prints, tiles, frame, firmware, calibration. Estimated
PICO_PINS, KEY_ENDS = 40, 4
CRIMPED = "KLR"  # cables whose sockets are crimped if they are not bought


class Effort(NamedTuple):
    joints: int
    wire_ends: int
    crimps: int

    @property
    def soldering_h(self) -> float:
        return (self.joints * JOINT_S + self.wire_ends * WIRE_S) / 3600

    @property
    def hours(self) -> float:
        return self.soldering_h + REST_H


def effort(variant: str) -> Effort:
    """Of one table of this variant."""
    on_boards = sum(VARIANTS[variant][board.name] * len(part.kind.pins) for board in BOARDS for part in board.parts)
    drawn = cables(variant)
    ends = sum(len(c.wires) for c in drawn for end in (c.first, c.second) if not end.connector.startswith("J"))
    plugs = sum(len(c.wires) for c in drawn if c.first.connector.startswith("J") and c.name[0] in CRIMPED)
    return Effort(on_boards + PICO_PINS, ends + KEYS_OFF_BOARD * KEY_ENDS, plugs)
