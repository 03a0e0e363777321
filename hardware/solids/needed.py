"""The printed parts by name: how many a table needs, and how they are printed. Makes none.

Read from needed.toml; `KIT` are those of one cell. No part needs support: `bridge` and `ledge` are the widest that hang
over nothing, in mm, and are tested.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hardware.product.cell import PLATE

MOST_BRIDGE, MOST_LEDGE = 20.0, 0.8  # what a common printer does without support; further ones are named below
BESIDE = 2.0  # mm between two prints on a bed
CHANGE_MM = round(PLATE[1] - PLATE[0], 2)  # over the bed: below is the plate itself, above is what hangs from it


class Change(NamedTuple):
    """Of filament, in the middle of a print: so many mm over the bed begins what is of `material`."""

    after: float
    material: str


class Needed(NamedTuple):
    """`material` is what is ordered for it, `profiles` how it is sliced."""

    pieces: int
    how: str
    bridge: float = 0.0
    ledge: float = 0.0
    material: str = "PETG"
    change: Change | None = None
    profiles: tuple[str, ...] = ("solid",)


def needed_in(told: Mapping[str, Any]) -> dict[str, Needed]:
    """The prints of needed.toml by their names, in its order."""
    found: dict[str, Needed] = {}
    for name, fields in told["prints"].items():
        own = {field: value for field, value in fields.items() if field != "like"}
        if "how" in own:
            own["how"] = own["how"].format(change_mm=CHANGE_MM)
        if "change" in own:
            own["change"] = Change(CHANGE_MM, own["change"])
        if "profiles" in own:
            own["profiles"] = tuple(told["profiles"][own["profiles"]][0])
        found[name] = found[fields["like"]]._replace(**own) if "like" in fields else Needed(**own)
    return found


TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LAYERS = {tuple(profiles): said for profiles, said in TOLD["profiles"].values()}
NEEDED = needed_in(TOLD)
KIT = {name: NEEDED[name]._replace(pieces=pieces) for name, pieces in TOLD["kit"].items()}
