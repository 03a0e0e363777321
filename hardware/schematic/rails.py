"""The symbols of rails, of ground, and of the flags that tell KiCad that a rail is fed."""

from __future__ import annotations

from hardware.model.kinds import GROUND
from hardware.schematic.symbols import (
    LIBRARY,
    POWER_SHAPES,
    SIDES,
    font,
    outlines,
    up,
)
from hardware.sexp import NO, YES, Node, Word


def power_definition(name: str, value: str, side: str, is_flag: bool) -> Node:
    """A symbol for a rail; it points away from its pin."""
    look = "flag" if is_flag else "ground" if value == GROUND else "rail"
    turn = SIDES.index(side)
    pin_type = "power_out" if is_flag else "power_in"
    hidden = ("effects", font(), ("hide", YES))
    shown = ("effects", font(1.1))
    pin = ("pin", Word(pin_type), Word("line"), ("at", 0, 0, 0), ("length", 0))
    return (
        "symbol",
        f"{LIBRARY}:{name}",
        ("power",),
        ("pin_numbers", ("hide", YES)),
        ("pin_names", ("offset", 0), ("hide", YES)),
        ("exclude_from_sim", NO),
        ("in_bom", YES),
        ("on_board", YES),
        ("property", "Reference", "#FLG" if is_flag else "#PWR", ("at", 0, 0, 0), hidden),
        ("property", "Value", value, ("at", *up((0, 0)), 0), shown),
        *(("property", other, "", ("at", 0, 0, 0), hidden) for other in ("Footprint", "Datasheet", "Description")),
        ("symbol", f"{name}_0_1", *outlines(POWER_SHAPES[look], turn)),
        (
            "symbol",
            f"{name}_1_1",
            (*pin, ("name", value, ("effects", font(1.0))), ("number", "1", ("effects", font(1.0)))),
        ),
        ("embedded_fonts", NO),
    )
