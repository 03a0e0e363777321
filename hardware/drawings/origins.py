"""Which files there are, and what they depend on, without making them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin

FOLDER = MADE / "drawings"
PAPERS = ("base.pdf", "frame.pdf", "rear-panel.pdf", "rear-panel.dxf")
HERE = Path(__file__).parent
PAPERS_FROM = ("tiles.py", "pdf.py", "templates.py", "../tray/drawing.py", "../product/table.py", "../product/cell.py")


def origins() -> dict[str, str]:
    """Of each file."""
    return dict.fromkeys(PAPERS, _from(PAPERS_FROM))


def _from(names: tuple[str, ...]) -> str:
    return origin((HERE / name).resolve() for name in names)
