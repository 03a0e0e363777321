"""Is what protects the table on its boards, and as large as it must be? Read off the netlists of hub and pod.

What the parts then do in a short or with the supply reversed is computed elsewhere: power.py. Here a part left out, or
one of another size, is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from hardware.model import matrix
from hardware.model.board import Board
from hardware.model.boards import BRANCHES, BRIDGED, COLUMN, HUB2, KEYS, POD, SIDE
from hardware.model.kinds import GROUND, RAIL_3V3, RAIL_5V, READERS_3V3
from hardware.product import bus
from hardware.proofs import built, signal
from hardware.proofs.claims import Claim

CC_OHM = 5100.0  # Source: USB Type-C specification: 5.1k, 10 % either way, asks for 5 V
CLAMP_V, CHIP_MA = 0.6, 5.0  # over a chip's input diode; what that bears for ever. Sources: MFRC522, 74HC138 datasheets
REGULATOR_UF = 1.0  # Source: MCP1700 datasheet, at its input and its output at least
DATA_NS = 100.0  # of the 400 ns of a WS2812's short pulse; an estimate of what it bears
CABLE_PF = bus.CABLE_NS / bus.CABLE_OHM * bus.PORT_MM[-1]  # of the longest cable: ns / ohm is nF a metre
ARRAY = "ESD4"


def off_pct(found: float, wanted: float) -> float:
    """How far a value is from what it must be."""
    return abs(found / wanted - 1) * 100 if found < inf else inf


def to(board: Board, net: str, end: str) -> float:
    """The ohms from a net to another; inf if there are none."""
    return built.beyond(board, net).get(end, inf)


def half_off_pct(hub: Board, net: str, rail: str) -> float:
    """How far what the Pico reads of a rail is from its half."""
    above, below = to(hub, net, rail), to(hub, net, GROUND)
    return off_pct(below / (above + below), 0.5) if above + below < inf else inf


def guarded(board: Board, nets: Iterator[str]) -> int:
    """How many of these nets have a line of an ESD array whose rail is open: one that is off holds nothing down."""
    arrays = [part for part in board.parts if part.kind.name == ARRAY and part.net("VREF") is None]
    lines = {part.net(f"IO{n}") for part in arrays for n in range(1, 5) if part.net("GND") == GROUND}
    return sum(net in lines for net in nets)


def fuses(hub: Board) -> int:
    """Between the terminal and the P-FETs."""
    return sum(set(part.nets.values()) == {"VIN", "FUSED"} for part in built.of_shape(hub, "fuse"))


def data_ohm(hub: Board, pod: Board) -> float:
    """The largest resistor in the lights' data."""
    starts = [(hub, "CELLS_OUT"), (hub, "SEATS_OUT"), (pod, "DATA4"), *((hub, f"BRIDGE{n}") for n in BRIDGED)]
    return max(max(built.beyond(board, net).values(), default=inf) for board, net in starts)


def fed_ma(hub: Board, lines: Sequence[str]) -> float:
    """What a line that stays high sends at most through its resistor into a chip without supply."""
    least = min(min(built.beyond(hub, line).values(), default=0.0) for line in lines)
    return (bus.HIGH_V - CLAMP_V) / least * 1000 if least else inf


def claims(hub: Board = HUB2, pod: Board = POD) -> Iterator[Claim]:
    yield Claim("fuses before the P-FETs", fuses(hub), 1, "of 1", False)
    yield Claim("TVS diodes behind them", float(built.tvs_at(hub) == "rail"), 1, "of 1", False)
    off = max(off_pct(to(hub, net, GROUND), CC_OHM) for net in ("CC1", "CC2"))
    yield Claim("resistors that ask USB-C for 5 V, off by", off, 10, "%")
    off = max(half_off_pct(hub, f"SENSE{n}", f"BRANCH{n}") for n in BRANCHES)
    yield Claim("what the Pico reads of 5 V, off by", half_off_pct(hub, "V5_SENSE", RAIL_5V), 3, "%")
    yield Claim("what it reads of a branch, off by", off, 3, "%")
    lines = [f"LINE{n}" for n in range(SIDE)]
    yield Claim("hub's columns at an ESD array", guarded(hub, iter(lines)), SIDE, f"of {SIDE}", False)
    off = max(off_pct(to(hub, line, RAIL_3V3), matrix.PULL_OHM) for line in lines)
    yield Claim("pull-ups of the columns, off by", off, 5, "%")
    keys = (*KEYS.values(), COLUMN)
    yield Claim("pod's lines of keys at an ESD array", guarded(pod, iter(keys)), len(keys), f"of {len(keys)}", False)
    yield Claim(
        "from a select into a reader whose branch is off",
        fed_ma(hub, [f"SELECT{n}" for n in range(1, 8)]),
        CHIP_MA,
        "mA",
    )
    yield Claim("from reset into one, it alone taking all", fed_ma(hub, ["RST_GATE"]), CHIP_MA, "mA")
    most = max(port.ohm for line in signal.LINES for port in built.ports(line, hub))
    yield Claim("largest resistor of a port's clock and data", most, 120, "ohm")
    for net in (RAIL_5V, READERS_3V3):
        yield Claim(f"pod: capacitors at {net}", built.farads(pod, net) * 1e6, REGULATOR_UF, "uF", False)
    late = data_ohm(hub, pod) * (CABLE_PF + 2 * bus.PIN_PF + bus.GATE_PF) / 1000
    yield Claim("lights' data behind its resistors late by", late, DATA_NS, "ns")
