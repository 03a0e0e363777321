"""Which body each footprint has, and the files of them."""

from __future__ import annotations

from functools import cache

from glowtable.messages import USAGE, UserError, say

from hardware.bodies.flat import FLAT
from hardware.bodies.solids import Body, hung
from hardware.bodies.step import step_file
from hardware.bodies.wired import WIRED
from hardware.layout.footprints import FOOTPRINTS, footprint
from hardware.layout.library import BARE, MODELS
from hardware.made import MADE

MODEL_FOLDER = MADE / MODELS
BELOW = "_below"
OWN = {**WIRED, **FLAT}


def body_of(name: str) -> Body:
    """What stands on a footprint; nothing on a bare one. UserError if nobody drew it."""
    if name in BARE:
        return ()
    above = name.removesuffix(BELOW)
    if footprint(name).is_below and above in OWN:
        return hung(OWN[above])
    if name not in OWN:
        raise UserError(say("footprint {name} has no body: draw it in hardware/bodies", name=name), USAGE)
    return OWN[name]


@cache
def models() -> dict[str, str]:
    """The file of each model, by name."""
    bodies = {name: body_of(name) for name in FOOTPRINTS}
    return {f"{name}.step": step_file(name, body) for name, body in bodies.items() if body}
