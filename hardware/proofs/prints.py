"""Can the table's parts be printed as they lie, without support? Needs the extra `hardware`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hardware.proofs.claims import Claim
from hardware.solids.needed import MOST_BRIDGE, MOST_LEDGE
from hardware.solids.overhang import hanging
from hardware.solids.shapes import Solid
from hardware.solids.workshop import PRINTS


def claims(prints: Mapping[str, Callable[[], Solid]] = PRINTS) -> Iterator[Claim]:
    """The widest bridge and the widest ledge of all, each with the part that has it."""
    found = {name: hanging(make(), MOST_BRIDGE) for name, make in prints.items()}
    bridge = max(found, key=lambda name: found[name].bridge)
    ledge = max(found, key=lambda name: found[name].ledge)
    yield Claim(f"widest bridge of {len(found)} parts: {bridge}", found[bridge].bridge, MOST_BRIDGE, "mm")
    yield Claim(f"widest ledge of {len(found)} parts: {ledge}", found[ledge].ledge, MOST_LEDGE, "mm")
