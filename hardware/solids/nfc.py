"""The holder of a card reader under a cell: a plate on two legs, the module below it. See NFC.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.solids.shapes import Solid, all_of, box
from hardware.solids.sizes import NFC_HIGH, NFC_LEG, NFC_PLATE


def nfc_plate() -> Solid:
    """As it is printed: face down, its legs upwards."""
    width, depth, thick = NFC_PLATE
    wide, deep = NFC_LEG
    legs = [box((wide, deep, NFC_HIGH), (side * (width - wide) / 2, 0)) for side in (-1, 1)]
    return all_of([box((width, depth, thick)), *legs])


PRINTS: Mapping[str, Callable[[], Solid]] = {"nfc-plate": nfc_plate}
