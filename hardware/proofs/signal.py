"""Are the card readers' lines clean? The decks come from the model's netlists and cables; ngspice's answers are kept.

The first table's bus leads to a buffer on each bank; the second has a gate and a resistor for each of seven ports. What
both would be without is computed for comparison. All of it lies in made/signal with the digest of its decks, for
machines without ngspice:

    python -m hardware.proofs.signal     computes it again
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from hardware.made import MADE, Made, keep, origin
from hardware.model.bank import BANK
from hardware.model.board import Board
from hardware.model.hub import HUB
from hardware.model.hub2 import HUB2
from hardware.model.hub_chips import LVC244, PORTS
from hardware.product import bus
from hardware.proofs import built, spice
from hardware.proofs.built import Port
from hardware.proofs.bus import trees, unbuffered
from hardware.proofs.claims import Claim
from hardware.proofs.spice import Seen, Stretch, Tree
from hardware.sources import sources

FOLDER, RESULTS = MADE / "signal", "signal.json"
LINES = ("SCK", "MOSI")
READERS = 43  # of the first table's NFC variant
DIP_V, BEYOND_V = 0.2, 0.5
SLOW_NS = bus.AHC_NS_PER_V * (bus.BAND_V[1] - bus.BAND_V[0])
STRAIGHT = {"hub": unbuffered(HUB), "bank": unbuffered()}

OWN = min((port for line in LINES for port in built.ports(line)), key=lambda port: port.ohm)  # as the hub has it
UNGUARDED = OWN._replace(ohm=0.0)
PODS_M = tuple(mm / 1000 for mm in bus.PORT_MM)
UNBUFFERED = Port("", "PICO", PORTS, 0.0)


def behind_gates(bank: Board = BANK) -> Iterator[Claim]:
    """Of the banks' netlist: how many readers hear a gate of their bank, each through a resistor of its own."""
    for line in LINES:
        behind = trees("nfc", line, boards={"bank": bank})[1]
        good = sum(stretch.begin != tree.root for tree in behind for stretch in tree.stretches)
        yield Claim(f"first table, {line}: readers behind a gate and a resistor", good, READERS, "of 43", False)


def port(metres: tuple[float, ...], spread: float = 1.0, found: Port = OWN) -> Tree:
    """What drives a port, its resistor, a cable and a reader; if several share it, cables of these lengths."""
    source = bus.GATE_OHM if found.driver == LVC244.name else bus.GPIO_OHM
    ends = ("reader", *(f"reader{n}" for n in range(2, found.shared + 1)))
    loads = (("port", (1 + found.shared) * bus.PIN_PF), *((end, bus.MODULE_PF + 2 * bus.PIN_PF) for end in ends))
    stretches = tuple(Stretch("port", end, long) for end, long in zip(ends, cycle(metres), strict=False))
    return Tree(source * spread + found.ohm, "port", stretches, loads, ends)


def own_gates(hub: Board = HUB2) -> Iterator[Claim]:
    """Of the hub's netlist: the trees above hold only where every port has a gate and a resistor."""
    for line in LINES:
        found = built.ports(line, hub)
        good = sum(port.has_its_own for port in found)
        yield Claim(f"{line}: ports with a gate and a resistor of their own", good, PORTS, f"of {len(found)}", False)


def present(variant: str, behind: bool, spread: float) -> list[Tree]:
    """The first table's bus to its banks, or what is behind their gates, equal ones once; both lines are alike."""
    return list({len(tree.ends): tree for tree in trees(variant, LINES[0], spread)[behind]}.values())


def straight(variant: str, spread: float) -> list[Tree]:
    """The same without buffers: one driver for all."""
    return trees(variant, LINES[0], spread, STRAIGHT)[0]


def single(tree: Callable[[float], Tree], spread: float) -> list[Tree]:
    return [tree(spread)]


CASES: dict[str, Callable[[float], list[Tree]]] = {  # name -> the trees with drivers so many times as weak as usual
    "unbuffered, 7 readers on one bus": partial(straight, "buttons"),
    "unbuffered, 43 readers on one bus": partial(straight, "nfc"),
    "first table, 7 readers, the bus": partial(present, "buttons", False),
    "first table, 7 readers, behind the bank's gates": partial(present, "buttons", True),
    "first table, 43 readers, the bus": partial(present, "nfc", False),
    "first table, 43 readers, behind the banks' gates": partial(present, "nfc", True),
    "a gate a port and no resistor, 800 mm": partial(single, lambda spread: port((0.8,), spread, UNGUARDED)),
    "an unbuffered clock for seven pods": partial(single, lambda spread: port(PODS_M, spread, UNBUFFERED)),
    **{
        f"second table, 7 readers, a gate and a resistor a port, {mm} mm": partial(single, partial(port, (mm / 1000,)))
        for mm in bus.PORT_MM
    },
}
CHOSEN = ("first table", "second table")


def decks() -> dict[str, str]:
    """Every deck by its name, its spread and its number."""
    return {
        f"{name} / {spread:g} / {n}": spice.deck(tree, spread)
        for name, shown in CASES.items()
        for spread in bus.SPREAD
        for n, tree in enumerate(shown(spread))
    }


def made_from() -> str:
    """The digest of what the results are computed from."""
    return origin(sources([Path(spice.__file__)]), decks())


def make() -> None:
    """Run ngspice and keep what it says. UserError if it is not here."""
    text = json.dumps({name: seen._asdict() for name, seen in computed().items()}, indent=1) + "\n"
    keep(FOLDER, {RESULTS: Made(text.encode(), made_from())})


def computed() -> dict[str, Seen]:
    """The worst of each case over the spread of its driver, to a millivolt and a tenth of a nanosecond."""
    found = {}
    for name, shown in CASES.items():
        seen = [
            spice.measured(spice.run(spice.deck(tree, spread), len(tree.ends)))
            for spread in bus.SPREAD
            for tree in shown(spread)
        ]
        dip, beyond, edges, ns = (max(values) for values in zip(*seen, strict=True))
        found[name] = Seen(round(dip, 3), round(beyond, 3), edges, round(ns, 1))
    return found


def kept() -> dict[str, Seen]:
    """What ngspice said when it was asked last."""
    lines = json.loads((FOLDER / RESULTS).read_text("utf-8"))
    return {name: Seen(**seen) for name, seen in lines.items()}


def claims(found: dict[str, Seen] | None = None, begin: str | tuple[str, ...] = CHOSEN) -> Iterator[Claim]:
    """Of the cases whose names begin so."""
    for name, seen in (found or kept()).items():
        if name.startswith(begin):
            yield Claim(f"{name}: back within 0.8 to 2.0 V", seen.dip_v, DIP_V, "V")
            yield Claim(f"{name}: beyond the supplies", seen.beyond_v, BEYOND_V, "V")
            yield Claim(f"{name}: an edge is seen", seen.edges, 1, "x")
            yield Claim(f"{name}: through the band within what a gate takes", seen.crossing_ns, SLOW_NS, "ns")
    if begin == CHOSEN:
        yield from own_gates()
        yield from behind_gates()


HEAD = ("line", "back within 0.8 to 2.0 V", "beyond the supplies", "edges of one", "through the band")


def compared() -> list[tuple[str, ...]]:
    """Every case, those without buffers too: a head, and lines."""
    rows = [
        (name, f"{seen.dip_v:.2f} V", f"{seen.beyond_v:.2f} V", f"{seen.edges:.0f}", f"{seen.crossing_ns:.1f} ns")
        for name, seen in kept().items()
    ]
    return [HEAD, *rows]


if __name__ == "__main__":
    make()
    print("\n".join(" | ".join(row) for row in compared()))
