"""What hands do for the second table: joints counted from its boards, and the minutes of each step.

A board house places what is flat, and for a little more connectors, keys and the Pico's sockets, too; the Pico and the
reader modules are bought with their pins on. Cables are bought ready-made, so no wire is soldered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hardware.model.bar import BAR
from hardware.model.board import Board
from hardware.model.hub2 import HUB2
from hardware.model.panel import QUARTER
from hardware.model.pod import POD
from hardware.proofs.claims import Claim

BOARDS: tuple[tuple[Board, int], ...] = ((QUARTER, 4), (POD, 7), (HUB2, 1), (BAR, 1))
HELD = (
    "Header",
    "Plug",
    "Terminal",
    "Pico",
    "Key_MX",
)  # connectors and keys, by the beginning of their footprints' names
BY_HAND = (
    "C_radial",
    "F_radial",
    "C_radial_below",
    "LED_3mm_below",
    "Buzzer",
    "Key_side",
)  # other parts with wires
JOINT_MIN = 0.25
MOST_JOINTS, MOST_HOURS, PRESENT_HOURS = 100, 7.0, 13.3

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
    """Of all boards, in parts of these footprints; one board of each other use has some places empty."""
    return sum(
        (pieces - sum(part.ref in empty for empty in board.without.values())) * len(part.kind.pins)
        for board, pieces in BOARDS
        for part in board.parts
        if part.is_fitted and part.kind.footprint in of
    )


def held() -> list[str]:
    """The footprints of connectors and keys."""
    names = {part.kind.footprint for board, _ in BOARDS for part in board.parts}
    return sorted(name for name in names if name.startswith(HELD))


def hours(by_hand: Sequence[str] = BY_HAND) -> float:
    return (sum(minutes for _, minutes in MINUTES) + joints(by_hand) * JOINT_MIN) / 60


def claims(by_hand: Sequence[str] = BY_HAND) -> Iterator[Claim]:
    yield Claim("joints by hand, the house places connectors and keys", joints(by_hand), MOST_JOINTS, "joints")
    yield Claim("hours of work in all, prints left alone", hours(by_hand), MOST_HOURS, "h")


def compared() -> list[tuple[str, ...]]:
    """Each step's minutes, and the table before: a head, and lines."""
    solder = f"{joints()} joints; {joints((*BY_HAND, *held()))} if the house places flat parts only"
    steps = ((solder, joints() * JOINT_MIN), *MINUTES)
    whole = [("all, hours", f"{hours():.1f}"), ("the first table with buttons, hours", f"{PRESENT_HOURS}")]
    return [("what, estimated", "minutes"), *((about, f"{minutes:.0f}") for about, minutes in steps), *whole]
