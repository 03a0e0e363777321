"""What the table's boards are built of, read off their netlists for the proofs: guards, inlet, columns, ports.

Knows nets and parts, no goal. A mistake in a netlist becomes the figure it would be on the table.
"""

from __future__ import annotations

import re
from math import inf, log
from typing import NamedTuple

from hardware.model.board import Board, Part
from hardware.model.boards import DEALER, HUB2, POD, QUARTER
from hardware.model.current import net_currents
from hardware.model.kinds import (
    AWAKE_READER_MA,
    FIELD_MA,
    GROUND,
    LVC244,
    OUTPUT,
    PFET,
    QUARTER_POWER,
    RAIL_3V3,
    RAIL_5V,
    SWITCH,
    TRI_STATE,
    TVS,
)
from hardware.product import supply as s
from hardware.product.supply import Branch, Fet, Fuse, Switch

RAILS = (RAIL_5V, RAIL_3V3, GROUND)
PREFIXES = {"": 1.0, "k": 1e3, "M": 1e6, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12}
SIZE = re.compile(r"([\d.]+) ?([kMmunp]?)F?")
ENABLE_V = 1.0  # at which a switch begins. Source: TPS2553-1 datasheet, between 0.66 and 1.1 V
POD_RAIL_V = 3.3
UNGUARDED = Fuse("nothing", inf, inf, inf, inf)


def size(value: str) -> float:
    """The ohms or farads that a part's value tells: 28.7k, 82, 10 nF."""
    found = SIZE.fullmatch(value)
    assert found, value
    return float(found[1]) * PREFIXES[found[2]]


def of_shape(board: Board, *shapes: str) -> list[Part]:
    return [part for part in board.parts if part.kind.shape in shapes]


def beyond(board: Board, net: str | None) -> dict[str, float]:
    """Net -> ohms: what is at the other end of each resistor on a net."""
    ends = [(size(part.value), part.net("1"), part.net("2")) for part in of_shape(board, "resistor")]
    found = [(ohm, b if a == net else a) for ohm, a, b in ends if net in (a, b)]
    return {other: ohm for ohm, other in found if other}


def farads(board: Board, net: str | None) -> float:
    """Of all capacitors between a net and ground."""
    return sum(
        size(part.value) for part in of_shape(board, "capacitor", "bulk") if set(part.nets.values()) == {net, GROUND}
    )


# -- the inlet


def inlet_nets(hub: Board) -> set[str]:
    """The nets before the rail: of the terminal, and behind the fuse."""
    found = {net for part in hub.parts if part.kind.name == "INLET" for net in (part.net("5V"),) if net}
    fuses = [set(part.nets.values()) for part in of_shape(hub, "fuse")]
    found |= {net for nets in fuses if nets & found for net in nets if net}
    return found - {RAIL_5V}


def fets(hub: Board = HUB2) -> Fet | None:
    """The P-FETs between inlet and rail, whose gates are at ground; None where none are."""
    inlet = inlet_nets(hub)
    found = [part for part in hub.parts if part.kind is PFET and part.net("G") == GROUND]
    between = [part for part in found if {part.net("D"), part.net("S")} <= {*inlet, RAIL_5V}]
    if not between or len({net for part in between for net in (part.net("D"), part.net("S"))}) < 2:
        return None
    is_right = all(part.net("D") in inlet for part in between)
    return s.FET._replace(pieces=len(between), anode="inlet" if is_right else "rail")


def tvs_at(hub: Board = HUB2) -> str:
    """Where the TVS is: rail or inlet; nothing where none is."""
    nets = [part.net("K") for part in hub.parts if part.kind is TVS]
    return "rail" if RAIL_5V in nets else "inlet" if inlet_nets(hub) & set(nets) else ""


def hub_ma(hub: Board = HUB2) -> float:
    """What the hub itself draws."""
    currents = net_currents(hub)
    return currents[RAIL_5V] - sum(currents[part.net("OUT") or ""] for part in hub.parts if part.kind is SWITCH)


def bulk_uf(hub: Board = HUB2) -> float:
    """Of its largest capacitor at the rail."""
    return max((size(part.value) * 1e6 for part in of_shape(hub, "bulk") if part.net("+") == RAIL_5V), default=0)


# -- the branches


def limit_ma(kiloohm: float) -> float:
    """Source: TPS2553-1 datasheet, "Programming the Current-Limit Threshold", nominal."""
    limit: float = 23_950 / kiloohm**0.977
    return limit


def guard(hub: Board, net: str | None) -> Switch | Fuse:
    """What stands between the rail and a branch's plugs."""
    for part in hub.parts:
        if part.kind is SWITCH and (part.net("IN"), part.net("OUT")) == (RAIL_5V, net):
            ohm = beyond(hub, part.net("ILIM")).get(GROUND, inf)
            return s.SWITCH._replace(limit_ma=limit_ma(ohm / 1000))
    return UNGUARDED


def starts_ms(hub: Board, net: str | None) -> float:
    """After power-on: a resistor from the rail charges a capacitor at the switch's enable."""
    for part in hub.parts:
        if part.kind is SWITCH and part.net("OUT") == net:
            enable = part.net("EN")
            seconds = beyond(hub, enable).get(RAIL_5V, 0.0) * farads(hub, enable)
            return seconds * log(s.VOLTS / (s.VOLTS - ENABLE_V)) * 1000
    return 0.0


def sense(hub: Board, net: str | None) -> int | None:
    """The input of the 4051 that half of a branch's 5 V leads to."""
    (multiplexer,) = [part for part in hub.parts if part.kind.name == "74HC4051"]
    inputs = {multiplexer.net(f"X{n}"): n for n in range(8)}
    found = [inputs[end] for end in beyond(hub, net) if end in inputs and GROUND in beyond(hub, end)]
    return found[0] if found else None


def pod_uc(stay_empty: frozenset[str] = frozenset()) -> float:
    """What a pod's capacitors take."""
    parts = [part for part in of_shape(POD, "capacitor", "bulk") if part.ref not in stay_empty]
    volts = {RAIL_5V: s.VOLTS, "+3V3R": POD_RAIL_V}
    return sum(size(part.value) * 1e6 * volts.get(net, 0) for part in parts for net in part.nets.values() if net)


def branches(hub: Board = HUB2) -> tuple[Branch, ...]:
    """Every way out of the hub, quarters first."""
    found = []
    for n, plug in enumerate([part for part in hub.parts if part.kind is QUARTER_POWER], 1):
        name, net = f"quarter {n}", plug.net("5V")
        plugs = (f"hub, plug of {name}", f"{name}, its plug")
        charge = s.VOLTS * 1e6 * (farads(hub, net) + farads(QUARTER, RAIL_5V))
        found.append(_branch(hub, name, net, plugs, charge, s.LEDS_MA, 0))
    headers = pod_headers(hub)
    charge = (len(headers) - 1) * pod_uc() + pod_uc(DEALER)
    net = headers[0].net("5V")
    pods = _branch(hub, "pods", net, s.POD_PLUGS, charge, s.LEDS_MA - s.POD_MA, s.POD_MA)
    return (*found, pods._replace(later_ma=len(headers) * AWAKE_READER_MA + FIELD_MA))


def _branch(
    hub: Board, name: str, net: str | None, plugs: tuple[str, ...], charge: float, leds_ma: float, else_ma: float
) -> Branch:
    started = starts_ms(hub, net)
    return Branch(name, guard(hub, net), plugs, leds_ma, else_ma, charge, started, sense=sense(hub, net))


# -- columns and ports


def column_ohm(hub: Board = HUB2) -> float:
    """The least in series between a connector and a column of the Pico; none counts without an ESD array before it."""
    guarded = {net for part in hub.parts if part.kind.name == "ESD4" for net in part.nets.values()} - {GROUND}
    return min(
        min((ohm for net, ohm in beyond(hub, f"COL{n}").items() if net in guarded), default=0.0) for n in range(6)
    )


class Port(NamedTuple):
    """A line at a pod's header: the kind of what drives it, how many ports that drives, the ohms between."""

    ref: str
    driver: str
    shared: int
    ohm: float

    @property
    def has_its_own(self) -> bool:
        """Whether a gate drives this port alone, through a resistor."""
        return self.driver == LVC244.name and self.shared == 1 and self.ohm > 0


def pod_headers(hub: Board) -> list[Part]:
    return [part for part in hub.parts if part.kind.name in ("POD_PORT", "DEALER_PORT")]


def ports(line: str, hub: Board = HUB2) -> list[Port]:
    """Every port of the pods, by what drives its clock (SCK) or data (MOSI)."""
    headers = pod_headers(hub)
    ways = {header.ref: driven(hub, header.net(line)) for header in headers}
    sources = [net for net, _ in ways.values()]
    return [Port(ref, driver(hub, net), sources.count(net), ohm) for ref, (net, ohm) in ways.items()]


def driven(hub: Board, net: str | None) -> tuple[str | None, float]:
    """The net whose driver a net hears, and the ohms between."""
    ends = [(end, ohm) for end, ohm in beyond(hub, net).items() if end not in RAILS]
    return ends[0] if ends and not driver(hub, net) else (net, 0.0)


def driver(hub: Board, net: str | None) -> str:
    """The kind of part that drives a net, or nothing."""
    nodes = hub.nets.get(net or "", [])
    kinds = [hub.by_ref[node.ref].kind.name for node in nodes if node.pin.type in (OUTPUT, TRI_STATE)]
    return kinds[0] if kinds else ""
