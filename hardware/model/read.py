"""Boards as their KiCad files have them: each part of a kind that is known here, each pin on its net."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.messages import UserError, say

from hardware.model import kinds
from hardware.model.board import Board, Part
from hardware.model.file import File, Placed, file_of
from hardware.model.pico import PICO

KINDS = {**kinds.KINDS, PICO.name: PICO}


def read(
    name: str,
    pulled: Mapping[str, tuple[str, ...]] | None = None,
    without: Mapping[str, frozenset[str]] | None = None,
    heavy: Mapping[str, float] | None = None,
) -> Board:
    """A committed board; UserError as `parts_of` has it."""
    file = file_of(name)
    return Board(name, file.title, parts_of(name, file), pulled or {}, without or {}, heavy or {})


def parts_of(name: str, file: File) -> tuple[Part, ...]:
    """The parts of a file; UserError names one of no known kind, or whose pins are not its pads."""
    return tuple(part_of(name, placed) for placed in file.parts.values())


def part_of(name: str, placed: Placed) -> Part:
    kind = KINDS.get(placed.fields["Kind"])
    if kind is None:
        of = placed.fields["Kind"]
        raise UserError(say("{board}: {ref} is of no known kind: {kind}", board=name, ref=placed.ref, kind=of))
    nets: dict[str, str | None] = {}
    numbers = {pad.number for pad in placed.pads if pad.number}
    for number in sorted(numbers ^ {pin.number for pin in kind.pins}):
        raise UserError(
            say("{board}: {ref} and a {kind} differ by pin {number}", board=name, ref=placed.ref, kind=kind.name,
                number=number))  # fmt: skip
    for pin in kind.pins:
        for net in [pad.net for pad in placed.pads if pad.number == pin.number]:
            if nets.setdefault(pin.name, net) != net:
                raise UserError(
                    say("{board}: {ref} pin {pin} is on two nets: {one}, {other}", board=name, ref=placed.ref,
                        pin=pin.name, one=str(nets[pin.name]), other=str(net)))  # fmt: skip
    return Part(placed.ref, kind, placed.value, nets, placed.is_fitted)
