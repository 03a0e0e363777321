"""What hands do for the second table: joints counted from its boards, and the minutes of each step.

A board house places what is flat, and for a little more what has wires and the Pico's sockets, too; cans and the fuse,
of which one chooses the size, stay with the maker. The reader modules are bought with their pins on; the Pico's are on
the side of its chips, where nobody sells them: hands solder those. Cables are bought ready-made: no wire is soldered.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.model.table import SECOND_NEEDS as BOARDS
from hardware.papers.effort import JOINT_S, PICO_PINS

HELD = (
    *("Header", "Socket", "Plug", "Terminal", "Pico"),  # connectors, by the beginning of their footprints' names
    *("Key_", "LED_3mm", "Buzzer"),  # and other parts with wires
)
BY_HAND = ("C_radial", "C_radial_below", "F_radial")  # their size is chosen
JOINT_MIN = JOINT_S / 60

MINUTES = (  # estimated, each beside its count
    ("prints: a bed put in and taken off, 17 beds", 17 * 5),
    ("base: drill, glue 17 posts and 5 feet", 45),
    ("frame: cut, notch, glue and screw four bars", 90),
    ("hub and rear panel", 15),
    ("17 cables laid and plugged", 17 * 1.25),
    ("4 panels", 10),
    ("4 spring grids", 10),
    ("4 wall grids and 16 long screws", 25),
    ("36 plates with their tips", 36),
    ("7 pods: board, rest, reader, frame, lid, four screws", 7 * 5),
    ("bar of the table's keys: board, lid, four screws", 2.5),
    ("firmware, calibration, self-test", 30),
)


def joints(of: Sequence[str] = BY_HAND) -> int:
    """The Pico's, and all boards' in parts of these footprints; one board of each other use has some places empty."""
    return PICO_PINS + sum(
        (pieces - sum(part.ref in empty for empty in board.without.values())) * len(part.kind.pins)
        for board, pieces in BOARDS
        for part in board.parts
        if part.is_fitted and part.kind.footprint in of
    )


def held() -> list[str]:
    """The footprints of what has wires and may be left to the house."""
    names = {part.kind.footprint for board, _ in BOARDS for part in board.parts}
    return sorted(name for name in names if name.startswith(HELD))


def hours(by_hand: Sequence[str] = BY_HAND) -> float:
    return (sum(minutes for _, minutes in MINUTES) + joints(by_hand) * JOINT_MIN) / 60
