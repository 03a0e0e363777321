"""Which pictures there are, and what they depend on, without drawing them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin
from hardware.sources import sources

FOLDER = MADE / "views"
SEATS = range(1, 7)
MEASURED = MADE.parent / "product" / "measured.toml"  # a maker's, in place of what is computed


def file_name(seat: int) -> str:
    """Both tables cell by cell, with each stack."""
    return f"seat-{seat}.png"


def table_name(seat: int) -> str:
    """The whole second table in the middle of a match."""
    return f"table-seat-{seat}.png"


def file_names() -> list[str]:
    return [name(seat) for name in (file_name, table_name) for seat in SEATS]


def origins() -> dict[str, str]:
    """Of each file; the same for all: they show the same light."""
    makers = (Path(__file__).with_name(name) for name in ("sheet.py", "whole.py"))
    return dict.fromkeys(file_names(), origin([*sources(makers), MEASURED]))
