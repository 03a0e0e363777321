"""The hub: inlet, five guarded branches, Pico, and a port of its own for each of seven readers.

Nets: LINEn are the columns outside, COLn those at the Pico; SCKn and MOSIn are a port's, behind its own gate and
resistor; BRANCHn are the 5 V of the quarters (0 to 3) and of the pods (4). HEREn is low while pod n is plugged in.
"""

from __future__ import annotations

from hardware.model.kinds import GROUND, PORTS, RAIL_3V3, RAIL_5V
from hardware.model.read import read

SEATS, SIDE = range(1, 7), 6
QUARTERS, PODS = range(4), 4  # branches
BRANCHES = (*QUARTERS, PODS)
BRIDGED = range(1, 6)  # pods past which the data finds its way; behind the sixth is none


def branch(n: int) -> str:
    return f"BRANCH{n}"


PULLED = {
    **{f"LINE{n}": (RAIL_3V3,) for n in range(SIDE)},
    **{f"MISO{n}": (GROUND,) for n in range(1, PORTS + 2)},  # a port may be without its pod
    **{f"HERE{n}": (RAIL_5V,) for n in BRIDGED},
    **{f"DOUT{n}": (GROUND,) for n in BRIDGED},
    **{f"SENSE{n}": (branch(n), GROUND) for n in BRANCHES},
    **{f"CC{n}": (GROUND,) for n in (1, 2)},
    "SDA": (RAIL_3V3,),
    "SCL": (RAIL_3V3,),
    "RD_STB": (RAIL_3V3,),
    "RD_RST": (GROUND,),
    "MISO": (GROUND,),
    "RUN": (RAIL_3V3,),
    "V5_SENSE": (RAIL_5V, GROUND),
}
HEAVY = {"VIN": 5.0, "FUSED": 5.0, RAIL_5V: 5.0, GROUND: 5.0}
HUB2 = read("hub2", pulled=PULLED, heavy=HEAVY)
