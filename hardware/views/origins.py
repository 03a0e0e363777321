"""Which pictures there are, and what they depend on, without drawing them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin

FOLDER = MADE / "views"
SEATS = range(1, 7)
TRACED = (
    "proofs/light.py",
    "proofs/palette.py",
    "proofs/vision.py",
    "proofs/rays.py",
    "proofs/present.py",
    "proofs/measured.py",
    "product/cell.py",
    "product/light.py",
    "product/measured.toml",
    "product/supply.py",
    "product/table.py",
    "solids/sizes.py",
)
SOLIDS = ("solids/picture.py", "solids/shapes.py", "solids/sprung.py", "tray/wood.py", "tray/routes.py")
DRAWN = ("drawings/layers.py", "drawings/scenes.py", "drawings/lying.py")
FIRMWARE = ("strip.py", "settings.py", "wire.py")  # what it sends is what shines


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
    here = Path(__file__).parent
    firmware = here.parents[1] / "firmware" / "glowpico"
    sources = [*here.glob("*.py"), *(here.parent / name for name in (*TRACED, *SOLIDS, *DRAWN))]
    return dict.fromkeys(file_names(), origin([*sources, *(firmware / name for name in FIRMWARE)]))
