"""The files of this room that need nothing but Python."""

from __future__ import annotations

from hardware.drawings.origins import PLAN
from hardware.drawings.plan import plan
from hardware.drawings.templates import paper, rear_panel_marks, templates
from hardware.tray.drawing import dxf


def papers() -> dict[str, bytes]:
    """By their names."""
    found = {f"{name}.pdf": paper(template) for name, template in templates().items()}
    return {**found, "rear-panel.dxf": dxf(rear_panel_marks()), PLAN: plan()}
