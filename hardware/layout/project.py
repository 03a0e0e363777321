"""What KiCad is to check of a board, and its project's settings."""

from __future__ import annotations

import json

from hardware.layout.layouts import LAYOUTS
from hardware.layout.plan import HOLE_GAP
from hardware.layout.route import CLEARANCE, VIA, VIA_DRILL
from hardware.model.board import Board
from hardware.model.current import LEAST_MM, net_currents, net_widths
from hardware.schematic.names import kicad_net

EDGE_GAP = 0.5
STRICT = {  # for a board with a plane, whose parts a house places
    "min_hole_clearance": HOLE_GAP,
    "min_silk_clearance": 0.15,
    "min_resolved_spokes": 3,
}


def rules_file(board: Board) -> str:
    """What KiCad must also check: that the copper of each net is as wide as its current asks."""
    lines = ["(version 1)"]
    currents = net_currents(board)
    for net, width in net_widths(board).items():
        if width > LEAST_MM:
            lines += [
                f'(rule "{net} carries {currents[net]:.0f} mA"',
                f"\t(condition \"A.NetName == '{kicad_net(net)}' && A.Type == 'Track'\")",
                f"\t(constraint track_width (min {width}mm)))",
            ]
    return "\n".join(lines) + "\n"


def is_strict(board: Board) -> bool:
    layout = LAYOUTS.get(board.name)
    return layout is not None and layout.has_plane and not layout.is_by_hand


def project_file(board: Board) -> str:
    rules = {
        "min_clearance": CLEARANCE,
        "min_track_width": LEAST_MM,
        "min_via_diameter": VIA,
        "min_through_hole_diameter": VIA_DRILL,
        "min_copper_edge_clearance": EDGE_GAP,
        "min_resolved_spokes": 1,
        **(STRICT if is_strict(board) else {}),
    }
    default = {
        "name": "Default",
        "clearance": CLEARANCE,
        "track_width": LEAST_MM,
        "via_diameter": VIA,
        "via_drill": VIA_DRILL,
    }
    project = {
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "board": {"design_settings": {"rules": rules}},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
    }
    return json.dumps(project, indent=2) + "\n"
