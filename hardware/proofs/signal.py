"""Are the card readers' lines clean? The decks come from the model's netlists and cables; ngspice's answers are kept.

The hub has a gate and a resistor for each of seven ports. What it would be without is computed for comparison. All of
it lies in made/signal with the digest of its decks, for machines without ngspice:

    python -m hardware.proofs.signal     computes it again
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from hardware.made import MADE, Made, keep, origin
from hardware.model.board import Board
from hardware.model.boards import HUB2
from hardware.model.kinds import LVC244, PORTS
from hardware.product import bus
from hardware.proofs import built, spice
from hardware.proofs.built import Port
from hardware.proofs.claims import Claim
from hardware.proofs.spice import Seen, Stretch, Tree
from hardware.sources import sources

FOLDER, RESULTS = MADE / "signal", "signal.json"
LINES = ("SCK", "MOSI")
DIP_V, BEYOND_V = 0.2, 0.5
SLOW_NS = bus.AHC_NS_PER_V * (bus.BAND_V[1] - bus.BAND_V[0])

OWN = min((port for line in LINES for port in built.ports(line)), key=lambda port: port.ohm)  # as the hub has it
UNGUARDED = OWN._replace(ohm=0.0)
PODS_M = tuple(mm / 1000 for mm in bus.PORT_MM)
UNBUFFERED = Port("", "PICO", PORTS, 0.0)


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


CASES: dict[str, Callable[[float], Tree]] = {  # name -> the tree with a driver so many times as weak as usual
    "a gate a port and no resistor, 800 mm": lambda spread: port((0.8,), spread, UNGUARDED),
    "an unbuffered clock for seven pods": lambda spread: port(PODS_M, spread, UNBUFFERED),
    **{f"as made: a gate and a resistor a port, {mm} mm": partial(port, (mm / 1000,)) for mm in bus.PORT_MM},
}
CHOSEN = "as made"


def decks() -> dict[str, str]:
    """Every deck by its name and its spread."""
    return {
        f"{name} / {spread:g}": spice.deck(tree(spread), spread)
        for name, tree in CASES.items()
        for spread in bus.SPREAD
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
    for name, tree in CASES.items():
        seen = [
            spice.measured(spice.run(spice.deck(tree(spread), spread), len(tree(spread).ends))) for spread in bus.SPREAD
        ]
        dip, beyond, edges, ns = (max(values) for values in zip(*seen, strict=True))
        found[name] = Seen(round(dip, 3), round(beyond, 3), edges, round(ns, 1))
    return found


def kept() -> dict[str, Seen]:
    """What ngspice said when it was asked last."""
    lines = json.loads((FOLDER / RESULTS).read_text("utf-8"))
    return {name: Seen(**seen) for name, seen in lines.items()}


def claims(found: dict[str, Seen] | None = None, begin: str = CHOSEN) -> Iterator[Claim]:
    """Of the cases whose names begin so."""
    for name, seen in (found or kept()).items():
        if name.startswith(begin):
            yield Claim(f"{name}: back within 0.8 to 2.0 V", seen.dip_v, DIP_V, "V")
            yield Claim(f"{name}: beyond the supplies", seen.beyond_v, BEYOND_V, "V")
            yield Claim(f"{name}: an edge is seen", seen.edges, 1, "x")
            yield Claim(f"{name}: through the band within what a gate takes", seen.crossing_ns, SLOW_NS, "ns")
    if begin == CHOSEN:
        yield from own_gates()


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
