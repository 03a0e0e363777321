"""A board: parts and the nets between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from hardware.model.kinds import Kind, Pin


class Part(NamedTuple):
    """`nets` has each pin's net by the pin's name, None for one that stays open. Not fitted: its pads stay empty."""

    ref: str
    kind: Kind
    value: str
    nets: Mapping[str, str | None]
    is_fitted: bool = True

    def pins(self) -> Iterator[tuple[Pin, str | None]]:
        return ((pin, self.nets[pin.name]) for pin in self.kind.pins)

    def net(self, name: str) -> str | None:
        return self.nets[name]


class Node(NamedTuple):
    """A pin of a part on a net."""

    ref: str
    pin: Pin


@dataclass(frozen=True)
class Board:
    """`name` is a word for files, `title` for people; `pulled` has the lines that must not float, and by what rails.

    `without` has the board's other uses: which of its parts stay empty for each. `heavy` are the nets that carry too
    much for tracks: how wide, in mm, the copper is that is drawn for them.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
    pulled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    without: Mapping[str, frozenset[str]] = field(default_factory=dict)
    heavy: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def nets(self) -> dict[str, list[Node]]:
        """Net -> the pins on it, in the order of the parts."""
        nets: dict[str, list[Node]] = {}
        for part in self.parts:
            for pin, net in part.pins():
                if net is not None:
                    nets.setdefault(net, []).append(Node(part.ref, pin))
        return nets

    @cached_property
    def by_ref(self) -> dict[str, Part]:
        return {part.ref: part for part in self.parts}

    @property
    def has_leds(self) -> bool:
        """Whether it lights cells or seats, and so must be white."""
        return any(part.kind.letter == "LED" for part in self.parts)

    def netlist(self) -> dict[str, set[tuple[str, str]]]:
        """Net -> (ref, pin number), as other programs report it."""
        return {net: {(node.ref, node.pin.number) for node in nodes} for net, nodes in self.nets.items()}
