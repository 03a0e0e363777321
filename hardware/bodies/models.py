"""Which body each footprint has, and the line by which KiCad finds its file."""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.messages import USAGE, UserError, say

from hardware.bodies.flat import FLAT
from hardware.bodies.solids import Body, hung
from hardware.bodies.step import step_file
from hardware.bodies.wired import WIRED
from hardware.layout.footprints import FOOTPRINTS, HEAD_MM, footprint
from hardware.made import MADE
from hardware.schematic.symbols import LIBRARY
from hardware.sexp import YES, Node

MODEL_FOLDER = MADE / f"{LIBRARY}.3dshapes"
BARE = {*HEAD_MM, "TestPoint"}  # footprints on which nothing stands
BELOW = "_below"
AS_IT_IS = (("offset", ("xyz", 0, 0, 0)), ("scale", ("xyz", 1, 1, 1)), ("rotate", ("xyz", 0, 0, 0)))
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


def model_of(name: str, is_shown: bool = True) -> Iterator[Node]:
    """How a footprint names its model; one that is not shown is named and hidden."""
    if body_of(name):
        hidden = () if is_shown else (("hide", YES),)
        yield ("model", f"${{KIPRJMOD}}/../{MODEL_FOLDER.name}/{name}.step", *hidden, *AS_IT_IS)


def models() -> dict[str, str]:
    """The file of each model, by name."""
    bodies = {name: body_of(name) for name in FOOTPRINTS}
    return {f"{name}.step": step_file(name, body) for name, body in bodies.items() if body}
