"""Every file of this room that needs nothing but Python."""

from __future__ import annotations

from hardware.drawings.templates import paper, rear_panel_marks, templates
from hardware.tray.drawing import dxf


def papers() -> dict[str, bytes]:
    """By their names."""
    found = {f"{name}.pdf": paper(template) for name, template in templates().items()}
    return {**found, "rear-panel.dxf": dxf(rear_panel_marks())}
