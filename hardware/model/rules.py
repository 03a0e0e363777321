"""The electrical rule check: what is wrong with a board, a sentence each, naming part and net.

Finds what a schematic program's own check cannot: a part shorted by its own net, a diode the wrong way round, swapped
lines of a bus, a missing capacitor, more current than a part or track may carry.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.model.board import Board, Node, Part
from hardware.model.current import WIDEST_MM, least_mm, net_currents, passed_on, width_mm
from hardware.model.kinds import BOTH, GROUND, INPUT, OUTPUT, POWER_IN, POWER_OUT, TRI_STATE
from hardware.model.pico import PICO, USES, pico_nets

DRIVERS = {OUTPUT, TRI_STATE, BOTH, POWER_OUT}
DIODES = ("diode", "schottky")


def types(nodes: list[Node]) -> list[str]:
    return [node.pin.type for node in nodes]


def footprints(board: Board) -> Iterator[str]:
    for part in board.parts:
        if not part.kind.footprint:
            yield f"{part.ref} has no footprint"


def refs_once(board: Board) -> Iterator[str]:
    for part in board.parts:
        if board.by_ref[part.ref] is not part:
            yield f"{part.ref} is there twice"


def open_inputs(board: Board) -> Iterator[str]:
    for part in board.parts:
        for pin, net in part.pins():
            if net is None and pin.type in (INPUT, POWER_IN) and not pin.may_float:
                yield f"{part.ref} pin {pin.name} is open"


def open_ends(board: Board) -> Iterator[str]:
    """A part with two ends uses both; a pin that wants a line has one."""
    for part in board.parts:
        for pin, net in part.pins():
            if net is None and (pin.wants or len(part.kind.pins) == 2):
                yield f"{part.ref} pin {pin.name} leads nowhere"


def floating_lines(board: Board) -> Iterator[str]:
    """A line that must not float has a resistor to each of its rails."""
    for net, wanted in board.pulled.items():
        ends = {end for node in board.nets.get(net, []) for end in far_ends(board, node, net)}
        for rail in wanted:
            if rail not in ends:
                yield f"net {net} has no resistor to {rail}"


def lonely_nets(board: Board) -> Iterator[str]:
    for net, nodes in board.nets.items():
        if len(nodes) == 1:
            yield f"net {net} has one pin only: {nodes[0].ref} {nodes[0].pin.name}"


def undriven_nets(board: Board) -> Iterator[str]:
    """An input hears something only from a driver, or from a rail through a resistor or key."""
    fed = rails(board)
    for net, nodes in board.nets.items():
        if INPUT in types(nodes) and not any(
            DRIVERS & set(types(board.nets[end])) or end in fed | {GROUND} for end in reached(board, net)
        ):
            yield f"net {net} has no driver"


def reached(board: Board, net: str) -> set[str]:
    """The net, and those that are at most two resistors away."""
    found = {net}
    for _ in range(2):
        found |= {end for one in found for node in board.nets[one] for end in far_ends(board, node, one) if end}
    return found


def far_ends(board: Board, node: Node, net: str) -> list[str | None]:
    """The other end of a resistor; no other part pulls."""
    part = board.by_ref[node.ref]
    return [other for other in part.nets.values() if other != net] if part.kind.shape == "resistor" else []


def clashing_drivers(board: Board) -> Iterator[str]:
    for net, nodes in board.nets.items():
        hard = [node.ref for node in nodes if node.pin.type in (OUTPUT, POWER_OUT)]
        shared = [node.ref for node in nodes if node.pin.type == TRI_STATE]
        if len(hard) > 1 or (hard and shared):
            yield f"net {net} has several drivers: {', '.join(hard + shared)}"


def rails(board: Board) -> set[str]:
    """The nets that are fed: by a source, or through a part that passes current."""
    fed = {net for net, nodes in board.nets.items() if POWER_OUT in types(nodes)}
    while True:
        further = {out for net in fed for node in board.nets[net] for out in passed_on(board.by_ref[node.ref], net)}
        if further <= fed:
            return fed
        fed |= further


def unfed_supplies(board: Board) -> Iterator[str]:
    fed = rails(board)
    for net, nodes in board.nets.items():
        hungry = [node.ref for node in nodes if node.pin.type == POWER_IN or node.pin.draws_ma]
        if hungry and net not in fed:
            yield f"net {net} feeds {hungry[0]} and is fed by nothing"


def shorted_parts(board: Board) -> Iterator[str]:
    for part in board.parts:
        nets = list(part.nets.values())
        if len(nets) > 1 and None not in nets and len(set(nets)) == 1:
            yield f"{part.ref} has all its pins on net {nets[0]}"


def misplaced_signals(board: Board) -> Iterator[str]:
    """A pin that wants a line is on a line of that name, whatever number follows it."""
    for part in board.parts:
        for pin, net in part.pins():
            if net is not None and pin.wants not in ("", net, net.rstrip("0123456789")):
                yield f"{part.ref} pin {pin.name} wants {pin.wants} and is on net {net}"


def pico_pins(board: Board) -> Iterator[str]:
    """The Pico of a board is wired as the firmware's pin map says."""
    for part in board.parts:
        for pin, net in pico_nets(USES).items() if part.kind.name == PICO.name else ():
            if part.net(pin) != net:
                yield f"{part.ref} pin {pin} must be on net {net} and is on {part.net(pin)}"


def decoupling(board: Board) -> Iterator[str]:
    """As many capacitors of 100 nF on a supply as it has chips."""
    hungry = [pin_net for part in board.parts if part.kind.needs_capacitor for pin_net in supply_nets(part)]
    fitted = [part.net("1") for part in board.parts if part.kind.shape == "capacitor" and part.net("2") == GROUND]
    for net in dict.fromkeys(hungry):
        if fitted.count(net) < hungry.count(net):
            yield f"net {net} feeds {hungry.count(net)} chips and has {fitted.count(net)} capacitors"


def supply_nets(part: Part) -> list[str]:
    return [net for pin, net in part.pins() if pin.type == POWER_IN and net not in (None, GROUND)]


def diodes(board: Board) -> Iterator[str]:
    """A diode never leads a rail into a net that is not one, and the diode of a key leads from the key to its row."""
    fed = rails(board)
    keys = {net for part in board.parts if part.kind.shape == "key" for net in part.nets.values()} - {GROUND}
    for part in board.parts:
        if part.kind.shape not in DIODES:
            continue
        anode, cathode = part.net("A"), part.net("K")
        if anode in fed and cathode not in fed:
            yield f"{part.ref} leads {anode} into net {cathode}: it is the wrong way round"
        if cathode in keys:
            yield f"{part.ref} leads from {anode} into the key of net {cathode}: it is the wrong way round"


def keys_with_diodes(board: Board) -> Iterator[str]:
    anodes = {part.net("A") for part in board.parts if part.kind.shape in DIODES}
    for part in board.parts:
        if part.kind.shape == "key" and not anodes & set(part.nets.values()):
            yield f"{part.ref} has no diode"


def overloads(board: Board) -> Iterator[str]:
    """No track, passing part or source carries more than it can."""
    currents = net_currents(board)
    for net, current in currents.items():
        if width_mm(current) > WIDEST_MM and board.heavy.get(net, 0) < least_mm(current):
            yield f"net {net} carries {current:.0f} mA: no track of {WIDEST_MM} mm may"
        for node in board.nets[net]:
            if 0 < node.pin.gives_ma < current:
                yield f"{node.ref} pin {node.pin.name} gives {node.pin.gives_ma:.0f} mA, net {net} takes {current:.0f}"
    for part in board.parts:
        outs = {out for net in part.nets.values() if net is not None for out in passed_on(part, net)}
        through = sum(currents[out] for out in outs)
        through /= sum(other.kind is part.kind and other.nets == part.nets for other in board.parts)  # side by side
        if through > part.kind.rated_ma > 0:
            yield f"{part.ref} is good for {part.kind.rated_ma:.0f} mA and carries {through:.0f}"


CHECKS = (
    footprints, refs_once, shorted_parts, open_inputs, open_ends, floating_lines, undriven_nets, lonely_nets,
    clashing_drivers, unfed_supplies, misplaced_signals, pico_pins, decoupling, diodes, keys_with_diodes, overloads,
)  # fmt: skip


def complaints(board: Board) -> list[str]:
    """All that is wrong with a board; empty if it is sound."""
    return [complaint for check in CHECKS for complaint in check(board)]
