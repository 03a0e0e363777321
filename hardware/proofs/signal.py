"""Are the card readers' lines clean? The decks come from the model's netlist and cables; ngspice's answers are kept.

The first table's bus joins everything; the second has a gate and a resistor for each of seven ports, and for 43 readers
a buffer a bank. What was computed lies in made/signal with the digest of its decks, for machines without ngspice:

    python -m hardware.proofs.signal     computes it again
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from hardware.made import MADE, Made, keep, origin
from hardware.model.bank import BANK, READERS
from hardware.model.board import Board
from hardware.model.hub import HUB
from hardware.model.hub2 import HUB2
from hardware.model.hub_chips import LVC244, PORTS
from hardware.model.table import THINGS, Connection, reader_cables
from hardware.product import bus
from hardware.proofs import built, spice
from hardware.proofs.built import Port
from hardware.proofs.claims import Claim
from hardware.proofs.spice import Seen, Stretch, Tree

FOLDER, RESULTS = MADE / "signal", "signal.json"
LINES = ("SCK", "MOSI")
DIP_V, BEYOND_V = 0.2, 0.5
HUB_PLACE = "hub"


def length_m(about: str) -> float:
    """Of the cable whose line of the bill has these words."""
    (found,) = {thing.about for thing in THINGS if about in thing.about}
    return int(re.findall(r"(\d+) mm", found)[-1]) / 1000


CABLES_M = {"B": length_m("flat cable 20-way"), "R": length_m("eight wires")}


def joined(variant: str, line: str) -> list[Connection]:
    """The cables by which this line goes on: their wire of that name is on the net of that name at its board."""
    cables = []
    for cable in reader_cables(variant):
        board = HUB if cable.first.place == HUB_PLACE else BANK
        if dict(cable.wires).get(line) and board.by_ref[cable.first.connector].net(line) == line:
            cables.append(cable)
    return cables


def node(place: str) -> str:
    return place.replace(" ", "_").replace("'", "")


def present(variant: str, line: str, spread: float = 1.0) -> Tree:
    """One bus from the Pico's pin through every bank to every reader."""
    cables = joined(variant, line)
    banks = {cable.first.place for cable in cables} - {HUB_PLACE}
    readers = [cable.second.place for cable in cables if cable.second.place not in banks]
    loads = [(HUB_PLACE, len(HUB.nets[line]) * bus.PIN_PF)]
    loads += [(node(bank), len(BANK.nets[line]) * bus.PIN_PF) for bank in sorted(banks)]
    loads += [(node(reader), bus.MODULE_PF) for reader in readers]
    stretches = (Stretch(node(c.first.place), node(c.second.place), CABLES_M[c.name[0]]) for c in cables)
    return Tree(bus.GPIO_OHM * spread, HUB_PLACE, tuple(stretches), tuple(loads), tuple(map(node, readers)))


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


def trunk(spread: float = 1.0) -> Tree:
    """A gate and a resistor for each bank's cable, as long as the whole bus of banks: no bank hangs between others."""
    cables = [cable for cable in joined("nfc", "SCK") if cable.name.startswith("B")]
    return port((len(cables) * CABLES_M["B"],), spread)


def bank(spread: float = 1.0, ohm: float = bus.BANK_OHM) -> Tree:
    """A buffer with its resistor and all ports of its bank."""
    names = [f"r{n}" for n in range(READERS)]
    stretches = tuple(Stretch("bank", name, CABLES_M["R"]) for name in names)
    loads = [("bank", (READERS + 1) * bus.PIN_PF), *((name, bus.MODULE_PF) for name in names)]
    return Tree(bus.GATE_OHM * spread + ohm, "bank", stretches, tuple(loads), tuple(names))


CASES: dict[str, Callable[[float], Tree]] = {  # name -> the tree with a driver so many times as weak as usual
    "first table, 7 readers on one bus": lambda spread: present("buttons", "SCK", spread),
    "first table, 43 readers on one bus": lambda spread: present("nfc", "SCK", spread),
    "a gate a port and no resistor, 800 mm": lambda spread: port((0.8,), spread, UNGUARDED),
    "an unbuffered clock for seven pods": lambda spread: port(PODS_M, spread, UNBUFFERED),
    **{
        f"second table, 7 readers, a gate and a resistor a port, {mm} mm": partial(port, (mm / 1000,))
        for mm in bus.PORT_MM
    },
    "second table, 43 readers, a gate and a resistor for each bank's cable": trunk,
    "second table, 43 readers, a buffer a bank": bank,
}
CHOSEN = "second table"


def decks() -> dict[str, str]:
    """Every deck by its name and spread."""
    return {
        f"{name} / {spread:g}": spice.deck(tree(spread), spread)
        for name, tree in CASES.items()
        for spread in bus.SPREAD
    }


def made_from() -> str:
    """The digest of what the results are computed from."""
    return origin([Path(spice.__file__)], decks())


def make() -> None:
    """Run ngspice and keep what it says. UserError if it is not here."""
    text = json.dumps({name: seen._asdict() for name, seen in computed().items()}, indent=1) + "\n"
    keep(FOLDER, {RESULTS: Made(text.encode(), made_from())})


def computed() -> dict[str, Seen]:
    """The worst of each case over the spread of its driver, to a millivolt and a tenth of a nanosecond."""
    found = {}
    for name, tree in CASES.items():
        seen = []
        for spread in bus.SPREAD:
            shown = tree(spread)
            seen.append(spice.measured(spice.run(spice.deck(shown, spread), len(shown.ends))))
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
    if begin == CHOSEN:
        yield from own_gates()


HEAD = ("line", "back within 0.8 to 2.0 V", "beyond the supplies", "edges of one", "through the band")


def compared() -> list[tuple[str, ...]]:
    """Every case, the first table's too: a head, and lines."""
    rows = [
        (name, f"{seen.dip_v:.2f} V", f"{seen.beyond_v:.2f} V", f"{seen.edges:.0f}", f"{seen.crossing_ns:.1f} ns")
        for name, seen in kept().items()
    ]
    return [HEAD, *rows]


if __name__ == "__main__":
    make()
    print("\n".join(" | ".join(row) for row in compared()))
