"""What hands do for the table, beside its goals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hardware.papers.effort import BY_HAND, JOINT_MIN, held, hours, joints, minutes
from hardware.proofs.claims import Claim

MOST_JOINTS, MOST_HOURS = 100, 10.0


def claims(by_hand: Sequence[str] = BY_HAND) -> Iterator[Claim]:
    yield Claim("joints by hand, the house solders what has wires", joints(by_hand), MOST_JOINTS, "joints")
    yield Claim("hours of work in all, prints left alone", hours(by_hand), MOST_HOURS, "h")


def compared() -> list[tuple[str, ...]]:
    """Each step's minutes: a head, and lines."""
    solder = f"{joints()} joints; {joints((*BY_HAND, *held()))} if the house places flat parts only"
    steps = ((solder, joints() * JOINT_MIN), *minutes())
    return [
        ("what, estimated", "minutes"),
        *((about, f"{each:.0f}") for about, each in steps),
        ("all, hours", f"{hours():.1f}"),
    ]
