"""Which files there are, and what they depend on, without making them."""

from __future__ import annotations

from pathlib import Path

from hardware.made import MADE, origin

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
HERE = Path(__file__).parent
MEASURES = ("../product/cell.py", "../product/table.py")
BOARD = tuple(
    f"../{name}.py"
    for name in ("layout/bars", "layout/pods", "layout/footprints", "layout/flat", "model/bar", "model/pod")
)
PAPERS_FROM = ("pdf.py", "templates.py", "tiles.py", "../tray/drawing.py", *MEASURES)
PLAN_FROM = ("lying.py", "plan.py", "tiles.py", "../tray/drawing.py", "../tray/routes.py", *MEASURES)
PICTURES_FROM = (
    *("bars.py", "layers.py", "lying.py", "pictures.py", "pods.py", "scenes.py"),
    *(
        f"../solids/{name}.py"
        for name in ("bar", "bar_parts", "bought", "marks", "picture", "pod", "pod_parts", "shapes", "sizes", "sprung")
    ),
    *("../tray/routes.py", "../tray/wood.py", "../product/bar.py", "../product/pod.py", *BOARD, *MEASURES),
)


def origins() -> dict[str, str]:
    """Of each file."""
    kinds = ((PAPERS, PAPERS_FROM), ((PLAN,), PLAN_FROM), (PICTURES, PICTURES_FROM))
    return {name: _from(sources) for names, sources in kinds for name in names}


def _from(names: tuple[str, ...]) -> str:
    return origin((HERE / name).resolve() for name in names)
