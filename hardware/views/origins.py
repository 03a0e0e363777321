"""Which pictures there are, and what they depend on, without drawing them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin
from hardware.sources import sources

FOLDER = MADE / "views"
SEATS = range(1, 7)
MEASURED = MADE.parent / "product" / "measured.toml"  # a maker's, in place of what is computed


def file_names() -> list[str]:
    """What each seat sees of the table in the middle of a match."""
    return [f"seat-{seat}.png" for seat in SEATS]


def origins() -> dict[str, str]:
    """Of each file; the same for all: they show the same light."""
    return dict.fromkeys(file_names(), origin([*sources([Path(__file__).with_name("whole.py")]), MEASURED]))
