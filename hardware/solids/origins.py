"""Which files are made for the parts, and what they depend on, without making them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin
from hardware.solids.needed import NEEDED
from hardware.sources import sources

FOLDER = MADE / "solids"
SCENES = ("kit",)  # pictures of several parts together
KINDS = (".3mf", ".png")


def file_names() -> list[str]:
    return [part + kind for part in NEEDED for kind in KINDS] + [f"{scene}.png" for scene in SCENES]


def origin_of_all() -> str:
    """One for all files: they share their sizes."""
    return origin(sources([Path(__file__).with_name("workshop.py")]))
