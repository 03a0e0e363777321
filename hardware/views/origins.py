"""Which pictures there are, and what they depend on, without drawing them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin

FOLDER = MADE / "views"
SEATS = range(1, 7)
TRACED = (
    "proofs/light.py",
    "proofs/rays.py",
    "proofs/present.py",
    "proofs/measured.py",
    "product/cell.py",
    "product/light.py",
    "product/measured.toml",
    "product/table.py",
    "solids/sizes.py",
)


def file_name(seat: int) -> str:
    return f"seat-{seat}.png"


def origins() -> dict[str, str]:
    """Of each file; the same for all: they show the same light."""
    here = Path(__file__).parent
    sources = [*here.glob("*.py"), *(here.parent / name for name in TRACED)]
    return dict.fromkeys(map(file_name, SEATS), origin(sources))
