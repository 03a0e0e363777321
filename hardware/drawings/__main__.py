"""python -m hardware.drawings: draw what lies on a maker's bench. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing, a cable does not reach or measures do not fit (then nothing is written).
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.drawings.templates import paper, rear_panel_marks, templates
from hardware.extra import command, extra
from hardware.made import MADE, Made, keep, origin
from hardware.sources import sources
from hardware.tray.drawing import dxf
from hardware.tray.fits import check_measures
from hardware.tray.routes import check_reach

FOLDER = MADE / "drawings"
STEPS = 9
PAPERS = ("base.pdf", "frame.pdf", "rear-panel.pdf", "rear-panel.dxf")
PICTURES = (*(f"step-{n}.png" for n in range(1, STEPS + 1)), "tray-apart.png", "pod-apart.png", "bar-apart.png")
MADE_BY = {PAPERS: ("pdf.py", "templates.py"), PICTURES: ("pictures.py",)}


def origins() -> dict[str, str]:
    """Of each file what it depends on, without making it."""
    here = Path(__file__).parent
    made_from = {names: origin(sources(here / maker for maker in makers)) for names, makers in MADE_BY.items()}
    return {name: digest for names, digest in made_from.items() for name in names}


def papers() -> dict[str, bytes]:
    """The files without a scene, by their names."""
    found = {f"{name}.pdf": paper(template) for name, template in templates().items()}
    return {**found, "rear-panel.dxf": dxf(rear_panel_marks())}


@command("drawings")
def main() -> None:
    check_measures()
    check_reach()
    with extra():
        from hardware.drawings.pictures import pictures

        made = papers() | pictures()
    made_from = origins()
    keep(FOLDER, {name: Made(content, made_from[name]) for name, content in made.items()})


if __name__ == "__main__":
    sys.exit(main())
