"""Does a reader's answer come back in time? A reader shifts its bit out when the clock falls, and the Pico takes it in
when it next makes the clock rise: half a period for the whole way there and back.

Lines are as netlists and cables have them, ngspice says how long each takes; of chips the datasheets' greatest figures
count. All of it at its worst at once. What ngspice said lies in made/answer:

    python -m hardware.proofs.answer     computes it again
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from math import inf
from pathlib import Path
from typing import NamedTuple

from hardware.made import MADE, Made, keep, origin
from hardware.model.board import Board
from hardware.model.boards import HUB2, POD
from hardware.model.kinds import GROUND, INPUT
from hardware.model.sweep import begins_hz
from hardware.product import bus
from hardware.proofs import built, signal, spice
from hardware.proofs.claims import Claim
from hardware.proofs.spice import Stretch, Tree
from hardware.sources import sources

FOLDER, RESULTS = MADE / "answer", "answer.json"
SURE_V = (0.8, 2.4)  # below and above these each part that listens is sure of the level
LVC_NS = 5.9  # Source: SN74LVC244A datasheet: 3.3 V +-0.3, 50 pF, to 85 C, at most
READER_NS = 25.0  # Source: MFRC522 datasheet, "SPI timing characteristics": SCK low to data output
READER_OHM = 100.0  # Source: MFRC522 datasheet, MISO: 0.4 V at 4 mA at most
HC_NS, HC_AT_V, HC_THRESHOLD_V = 43.0, 4.5, 0.94  # Source: 74HC251 datasheet, In to Y, to 85 C: 43 ns, 215 at 2 V;
# with this threshold delays that go as V / (V - threshold)**2 fit both
HC_OHM = 130.0  # a 74HC251 at 3.3 V; an estimate from its datasheet's levels
LEAST_V = 2.0  # Source: its datasheet, "Recommended Operating Conditions"
PICO_3V3 = 3.2  # of its regulator at least
# Source: RP2350 datasheet, erratum RP2350-E9: a pin between low and high gives about 120 uA, and rises to 2.2 V
LEAK_V, LEAK_MA = 2.2, 0.12
SETUP_NS = 21.0  # a period of the SPI's clock of 48 MHz; an estimate: the RP2040's datasheet has no figure


class Leg(NamedTuple):
    """A part of the way: a chip's delay in ns, or lines, by weak drivers and strong ones, of which the worst counts."""

    about: str
    ns: float = 0
    lines: tuple[Tree, ...] = ()


def hc_ns(volts: float) -> float:
    """From input to output of a 74HC251 at this supply; inf where the datasheet says nothing."""

    def slowness(v: float) -> float:
        return v / (v - HC_THRESHOLD_V) ** 2

    return HC_NS * slowness(volts) / slowness(HC_AT_V) if volts >= LEAST_V else inf


def way(mm: int, hub: Board = HUB2, pod: Board = POD) -> tuple[Leg, ...]:
    """Of a reader whose cable is so long."""
    in_series = built.beyond(pod, "MISO0").get("MISO", 0.0)
    loads = (("reader", bus.PIN_PF), ("MISO", bus.GATE_PF + 2 * bus.PIN_PF))
    back = Tree(READER_OHM + in_series, "reader", (Stretch("reader", "MISO", mm / 1000),), loads, ("MISO",))
    return (
        Leg("bus", lines=tuple(on_board(hub, "SCK", bus.GPIO_OHM * spread) for spread in bus.SPREAD)),
        Leg("gate", LVC_NS),
        Leg("to the reader", lines=tuple(signal.port((mm / 1000,), spread) for spread in bus.SPREAD)),
        Leg("reader", READER_NS),
        Leg("from the reader", lines=(back,)),
        Leg("74HC251", hc_ns(PICO_3V3)),
        Leg("bus back", lines=tuple(on_board(hub, "MISO", HC_OHM * spread) for spread in bus.SPREAD)),
        Leg("Pico", SETUP_NS),
    )


def on_board(board: Board, net: str, ohm: float) -> Tree:
    """A net that goes through no cable."""
    pins = board.nets[net]
    inputs = sum(node.pin.type == INPUT for node in pins)
    return Tree(ohm, net, (), ((net, len(pins) * bus.PIN_PF + inputs * bus.GATE_PF),), (net,))


WAYS = {f"a reader's cable of {mm} mm": way(mm) for mm in bus.PORT_MM}


def lines() -> dict[str, tuple[Tree, ...]]:
    """Those of each way's legs."""
    return {f"{name} / {leg.about}": leg.lines for name, legs in WAYS.items() for leg in legs if leg.lines}


def made_from() -> str:
    """The digest of what the results are computed from."""
    decks = {name: [spice.deck(tree, 1) for tree in trees] for name, trees in lines().items()}
    return origin(sources([Path(spice.__file__)]), SURE_V, decks)


def make() -> None:
    """Run ngspice and keep what it says. UserError if it is not here."""
    text = json.dumps(computed(), indent=1) + "\n"
    keep(FOLDER, {RESULTS: Made(text.encode(), made_from())})


def computed() -> dict[str, float]:
    """When the last end of each leg is sure of the level, ns to a tenth."""
    return {name: round(max(map(line_ns, trees)), 1) for name, trees in lines().items()}


def line_ns(tree: Tree) -> float:
    """What ngspice says of one line."""
    return spice.sure_ns(spice.run(spice.deck(tree, 1), len(tree.ends)), SURE_V)


@cache
def kept() -> dict[str, float]:
    """What ngspice said when it was asked last."""
    found: dict[str, float] = json.loads((FOLDER / RESULTS).read_text("utf-8"))
    return found


def leg_ns(name: str, leg: Leg) -> float:
    """Of a chip its delay, of lines what ngspice said."""
    return kept()[f"{name} / {leg.about}"] if leg.lines else leg.ns


def half_ns(hz: int | None = None) -> float:
    """Half a period of the rate at which the firmware begins, or of this one."""
    return 5e8 / (hz or begins_hz("buttons"))


def silent_v(hub: Board) -> float:
    """Of MISO with no answer on it: a pin's leakage against the resistor to ground."""
    ohm = built.beyond(hub, "MISO").get(GROUND, inf)
    leak = LEAK_V / LEAK_MA * 1000
    return LEAK_V if ohm == inf else LEAK_V * ohm / (ohm + leak)


def answered_v(hub: Board) -> float:
    """Of MISO while a 74HC251 drives it high."""
    ohm = built.beyond(hub, "MISO").get(GROUND, inf)
    return bus.HIGH_V if ohm == inf else bus.HIGH_V * ohm / (ohm + HC_OHM * max(bus.SPREAD))


def claims(hz: int | None = None, ways: Mapping[str, tuple[Leg, ...]] = WAYS, hub: Board = HUB2) -> Iterator[Claim]:
    half = half_ns(hz)
    for name, legs in ways.items():
        spare = half - sum(leg_ns(name, leg) for leg in legs)
        yield Claim(f"{name}, {500 / half:g} MHz: an answer is there before it is taken in", spare, 0, "ns", False)
    low, high = bus.BAND_V
    yield Claim("MISO with no answer, leakage of RP2350-E9", silent_v(hub), low, "V")
    yield Claim("MISO while an answer is high", answered_v(hub), high, "V", False)


def compared() -> list[tuple[str, ...]]:
    """Each way, leg by leg: a head, and lines."""
    abouts = [leg.about for leg in way(bus.PORT_MM[0])]
    rows = []
    for name, legs in WAYS.items():
        each = [leg_ns(name, leg) for leg in legs]
        rows.append((name, *(f"{ns:.0f}" for ns in each), f"{sum(each):.0f}", f"{half_ns():.0f}"))
    return [("ns", *abouts, "sum", "half a period"), *rows]


if __name__ == "__main__":
    make()
    print("\n".join(" | ".join(row) for row in compared()))
