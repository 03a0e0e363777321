"""Do the first table's readers have the current and the volts they need, and is MISO low while nobody answers?

Everything at its worst: datasheets' greatest currents, the regulator's greatest drop, a cable's contacts. In play one
field is on and the readers of cells sleep; at power-on all are awake until the firmware has looked at each. A firmware
that hangs there is ended by the watchdog, and a Pico that starts holds all readers off. All fields at once would be a
fault, too: more than the regulator gives, so it limits itself and turns itself off when it is too hot.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from hardware.model import budget, power
from hardware.model.board import Board, Part
from hardware.model.current import net_currents
from hardware.model.hub import HUB
from hardware.model.hub2 import HUB2
from hardware.model.kinds import BUS_LINES, GROUND, READERS_3V3, REGULATOR, Kind
from hardware.product import bus
from hardware.product.supply import PTC_WARM
from hardware.proofs import built
from hardware.proofs.bus import CABLES_M
from hardware.proofs.claims import Claim
from hardware.proofs.thermal import ROOM_C, junction_c, readers_regulator
from hardware.proofs.thermal import Part as Heated

WIRE_OHM, CONTACT_OHM = 0.22, 0.02  # of a metre of flat cable, AWG 28; of each of its two contacts
HC_OHM = 130.0  # a 74HC251 at 3.3 V; an estimate from its datasheet's levels
# Source: RP2350 datasheet, erratum RP2350-E9: a pin between low and high gives about 120 uA, and rises to 2.2 V
LEAK_V, LEAK_MA = 2.2, 0.12
LOW_V, HIGH_V = bus.BAND_V


def fed_by(hub: Board = HUB) -> Kind:
    """The regulator of the readers."""
    (found,) = {part.kind for part in hub.parts if part.kind.name == REGULATOR.name and part.net("OUT") == READERS_3V3}
    return found


def on_their_way(hub: Board = HUB) -> Iterator[tuple[Part, float]]:
    """Every part through which the readers' current comes from the supply, and what it carries at power-on."""
    currents, net = net_currents(hub), READERS_3V3
    while found := [(part, into) for part in hub.parts for into in sources(part, net)]:
        for part, _ in found:
            yield part, currents[net] - power.RUNNING_READERS_MA + power.BOOT_READERS_MA
        net = found[0][1]


def sources(part: Part, net: str) -> list[str]:
    """The nets from which this part passes current to that net."""
    ways = [(part.net(into), part.net(out)) for into, out in part.kind.passes]
    return [into for into, out in ways if out == net and into is not None]


def along_mv(variant: str = "nfc") -> float:
    """Lost in the cables from the hub to the last bank, there and back, all readers awake."""
    lines = BUS_LINES.split()
    wire = WIRE_OHM * CABLES_M["B"] + 2 * CONTACT_OHM
    ohm = wire / lines.count("3V3R") + wire / lines.count("GND")
    if variant == "buttons":
        return ohm * power.BUTTONS_READERS_MA
    each = power.OTHER_BOOT_MA / power.CELL_BANKS
    return ohm * (power.BOOT_READERS_MA + sum(each * n for n in range(1, power.CELL_BANKS + 1)))


def last_v(variant: str = "nfc") -> float:
    """Of the last bank, all readers awake."""
    return (budget.readers_mv() - along_mv(variant)) / 1000


def silent_v(hub: Board) -> float:
    """Of MISO with no answer on it: a pin's leakage against the resistor to ground."""
    ohm = built.beyond(hub, "MISO").get(GROUND, inf)
    leak = LEAK_V / LEAK_MA * 1000
    return LEAK_V if ohm == inf else LEAK_V * ohm / (ohm + leak)


def answered_v(hub: Board) -> float:
    """Of MISO while a 74HC251 drives it high."""
    ohm = built.beyond(hub, "MISO").get(GROUND, inf)
    return bus.HIGH_V if ohm == inf else bus.HIGH_V * ohm / (ohm + HC_OHM * max(bus.SPREAD))


def claims(hub: Board = HUB, hub2: Board = HUB2) -> Iterator[Claim]:
    gives = fed_by(hub).rated_ma
    yield Claim("regulator, one field on, cells asleep", power.RUNNING_READERS_MA, gives, "mA")
    for part, carried_ma in on_their_way(hub):
        about = f"{part.ref} ({part.value}), all readers awake at power-on"
        yield Claim(about, carried_ma, part.kind.rated_ma, "mA")
    yield Claim("volts at the last bank, all readers awake", last_v(), power.READER_MV / 1000, "V", False)
    (fuse,) = (part for part in built.of_shape(hub, "fuse"))
    yield Claim("hub's fuse at 40 degrees, in play", budget.hub_ma(), PTC_WARM * fuse.kind.rated_ma, "mA")
    given = power.SUPPLY_MA * power.SUPPLY_PART
    yield Claim("asked of the supply at power-on, LEDs dark", budget.boot_ma() + budget.dark_ma(), given, "mA")
    for board in (hub, hub2):
        yield Claim(f"{board.name}: MISO with no answer, leakage of RP2350-E9", silent_v(board), LOW_V, "V")
        yield Claim(f"{board.name}: MISO while an answer is high", answered_v(board), HIGH_V, "V", False)


def states() -> Iterator[tuple[str, float, Heated]]:
    """What readers draw, and the regulator's heat if that lasts."""
    yield "buttons table, one field on", power.BUTTONS_READERS_MA, readers_regulator(power.BUTTONS_READERS_MA)
    yield "NFC table, one field on", power.RUNNING_READERS_MA, readers_regulator(power.RUNNING_READERS_MA)
    yield "NFC table at power-on, all awake", power.BOOT_READERS_MA, readers_regulator(power.BOOT_READERS_MA)
    yield "all fields on, a fault", power.ALL_FIELDS_MA, readers_regulator(power.ALL_FIELDS_MA)


def compared() -> list[tuple[str, ...]]:
    """Every state: a head, and lines."""
    head = ("readers", "current", f"of {fed_by().rated_ma:.0f} mA", f"junction in a room of {ROOM_C:.0f} C, for ever")
    rows = []
    for about, ma, part in states():
        limited = ma > fed_by().rated_ma
        warm = "it limits itself" if limited else f"{junction_c(part):.0f} C"
        rows.append((about, f"{ma:.0f} mA", f"{100 * ma / fed_by().rated_ma:.0f} %", warm))
    return [head, *rows]
