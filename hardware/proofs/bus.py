"""The bus of the first table's readers as its netlists and cables have it: what each driver drives, as a tree.

A walk begins at a driver's net and goes through resistors and cables. It ends where something listens: at a gate,
which drives a tree of its own, or at a reader. Knows no figure's goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from hardware.model.bank import BANK
from hardware.model.board import Board, Node
from hardware.model.hub import HUB
from hardware.model.kinds import AHC125, GROUND, INPUT, READERS_3V3, TRI_STATE
from hardware.model.table import THINGS, Connection, reader_cables
from hardware.product import bus
from hardware.proofs import built
from hardware.proofs.spice import Series, Stretch, Tree

HUB_PLACE, READER = "hub", "reader of"


def length_m(about: str) -> float:
    """Of the cable whose line of the bill has these words."""
    (found,) = {thing.about for thing in THINGS if about in thing.about}
    return int(re.findall(r"(\d+) mm", found)[-1]) / 1000


CABLES_M = {"B": length_m("flat cable 20-way"), "R": length_m("eight wires")}


class Spot(NamedTuple):
    """A net of the board at a place; of a reader its pin."""

    place: str
    net: str

    @property
    def node(self) -> str:
        return re.sub(r"\W", "_", f"{self.place}_{self.net}")


class Walk:
    """A table's bus: its boards by their places, and its cables by where they are plugged in."""

    def __init__(self, variant: str, hub: Board = HUB, bank: Board = BANK) -> None:
        self.hub, self.bank = hub, bank
        self.plugs: dict[tuple[str, str], tuple[Connection, str, str]] = {}
        for cable in reader_cables(variant):
            for end, other in ((cable.first, cable.second), (cable.second, cable.first)):
                self.plugs[end.place, end.connector] = cable, other.place, other.connector

    def board(self, place: str) -> Board:
        return self.hub if place == HUB_PLACE else self.bank

    def pins(self, spot: Spot) -> list[Node]:
        return [] if spot.place.startswith(READER) else self.board(spot.place).nets[spot.net]

    def tree(self, start: Spot, ohm: float) -> tuple[Tree, list[Spot]]:
        """What a driver of so many ohms drives from there, and the nets of the gates that listen to it."""
        found, series, stretches = [start], list[Series](), list[Stretch]()
        heard, driven = list[str](), list[Spot]()
        for spot in found:
            for other, ohms in self.resistors(spot):
                if other not in found:
                    series.append(Series(spot.node, other.node, ohms))
                    found.append(other)
            for other, metres in self.cables(spot):
                if other not in found:
                    stretches.append(Stretch(spot.node, other.node, metres))
                    found.append(other)
            outs = list(self.gates(spot))
            driven += outs
            heard += [spot.node] if outs or spot.place.startswith(READER) else []
        loads = tuple((spot.node, self.pf(spot)) for spot in found)
        return Tree(ohm, start.node, tuple(stretches), loads, tuple(heard), tuple(series)), driven

    def resistors(self, spot: Spot) -> Iterator[tuple[Spot, float]]:
        if self.pins(spot):
            for net, ohm in built.beyond(self.board(spot.place), spot.net).items():
                if net not in (*built.RAILS, READERS_3V3):
                    yield Spot(spot.place, net), ohm

    def cables(self, spot: Spot) -> Iterator[tuple[Spot, float]]:
        for ref, pin in self.pins(spot):
            if (spot.place, ref) in self.plugs:
                cable, place, connector = self.plugs[spot.place, ref]
                net = self.board(place).by_ref[connector].net(pin.name) if connector else pin.name
                if net:
                    yield Spot(place, net), CABLES_M[cable.name[0]]

    def gates(self, spot: Spot) -> Iterator[Spot]:
        """What is driven by the gates whose inputs are on this net."""
        for ref, pin in self.pins(spot):
            part = self.board(spot.place).by_ref[ref]
            if part.kind.name == AHC125.name and pin.name.endswith("A"):
                net = part.net(f"{pin.name[:-1]}Y")
                if net:
                    yield Spot(spot.place, net)

    def pf(self, spot: Spot) -> float:
        """Of all that is on a net: pins, inputs, outputs that may be off, capacitors; of a reader."""
        pins = self.pins(spot)
        if not pins:
            return bus.MODULE_PF
        board = self.board(spot.place)
        gates = sum(pin.type in (INPUT, TRI_STATE) and board.by_ref[ref].kind.letter == "U" for ref, pin in pins)
        return len(pins) * bus.PIN_PF + gates * bus.GATE_PF + built.farads(board, spot.net) * 1e12


def trees(
    variant: str, line: str, spread: float = 1.0, boards: Mapping[str, Board] | None = None
) -> tuple[list[Tree], list[Tree]]:
    """What the Pico drives, and what the gates of all banks do."""
    walk = Walk(variant, **(boards or {}))
    first, driven = walk.tree(Spot(HUB_PLACE, line), bus.GPIO_OHM * spread)
    behind = [walk.tree(spot, bus.AHC_OHM * spread)[0] for spot in driven]
    return [first], behind


def unbuffered(board: Board = BANK) -> Board:
    """A board whose lines go straight, without gate or resistor."""

    def straight(net: str | None) -> str | None:
        found = re.fullmatch(r"(SCK|MOSI)(_\w+|\d)", net or "")
        return found[1] if found else net

    parts = [part._replace(nets={pin: straight(net) for pin, net in part.nets.items()}) for part in board.parts]
    kept = [part for part in parts if part.kind is not AHC125 and len(set(part.nets.values())) > 1]
    return replace(board, parts=tuple(part for part in kept if set(part.nets.values()) - {"SCK", "MOSI"} != {GROUND}))
