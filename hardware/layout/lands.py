"""Which of KiCad's footprints each kind of package stands on; where ours differ from KiCad's, and why.

Ours are in boards/glowtable.pretty: their pads are KiCad's, a test compares. The Pico's are KiCad's in a mirror.
"""

from __future__ import annotations

import csv
from pathlib import Path

from hardware.model.kinds import Kind

OWN = {  # ours -> KiCad's
    "IDC-Header_2x07_close": "Connector_IDC:IDC-Header_2x07_P2.54mm_Vertical",  # the hub's plugs stand side by side
    "IDC-Header_2x08_close": "Connector_IDC:IDC-Header_2x08_P2.54mm_Vertical",
    "JST_VH_B2P-VH_close": "Connector_JST:JST_VH_B2P-VH_1x02_P3.96mm_Vertical",
    # No print over the board's edge
    "Terminal_at_the_edge": "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
    "Pico_face_down": "Module:RaspberryPi_Pico_Common_THT",
}
BELOW = "_below"  # how the packages end whose parts hang under the board


def lands_in(text: str) -> dict[str, tuple[str, ...]]:
    """KiCad's footprints, one of which a part stands on, by its kind's package."""
    found: dict[str, tuple[str, ...]] = {}
    for row in csv.DictReader(text.splitlines()):
        found[row["package"]] = (*found.get(row["package"], ()), row["footprint"])
    return found


LANDS = lands_in(Path(__file__).with_suffix(".csv").read_text("utf-8"))


def hangs(kind: Kind) -> bool:
    return kind.footprint.endswith(BELOW) and not kind.footprint.startswith("Pico")
