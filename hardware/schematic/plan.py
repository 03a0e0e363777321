"""What a schematic says of a board: blocks by function, and where each part is drawn. In units of 2.54 mm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.places import Place

UPRIGHT, ACROSS, UPSIDE_DOWN, BACKWARDS = range(4)  # where the first pin is: on top, left, at the bottom, right


class Block(NamedTuple):
    title: str
    note: str
    frame: tuple[float, float, float, float]  # left, top, right, bottom
    places: Mapping[str, Place]


class Sheet(NamedTuple):
    paper: str
    blocks: tuple[Block, ...]
