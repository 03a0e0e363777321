"""Which files there are, and what they depend on, without making them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin
from hardware.sources import sources

FOLDER = MADE / "drawings"
STEPS = 9
PAPERS = ("base.pdf", "frame.pdf", "rear-panel.pdf", "rear-panel.dxf")
PLAN = "plan.svg"
PICTURES = (
    *(f"step-{number}.png" for number in range(1, STEPS + 1)),
    "tray-apart.png",
    "pod-apart.png",
    "bar-apart.png",
)
MADE_BY = {PAPERS: ("pdf.py", "templates.py"), (PLAN,): ("plan.py",), PICTURES: ("pictures.py",)}


def origins() -> dict[str, str]:
    """Of each file."""
    here = Path(__file__).parent
    made_from = {names: origin(sources(here / maker for maker in makers)) for names, makers in MADE_BY.items()}
    return {name: digest for names, digest in made_from.items() for name in names}
