"""The table's boards as their KiCad files have them, and how many of each a table has.

Panel: a quarter of the table, and a coupon with one cell of it, both made of the same cell. A part's tens say its cell,
the last digit which of its corners: 0 the middle. Cells are counted as one reads.

Pod: a reader's socket with its regulator, three keys, four LEDs, and one flat cable to the hub. One board for seven
readers. The dealer's has neither keys nor LEDs: the house leaves those empty.

Hub: inlet, five guarded branches, Pico, and a port of its own for each of seven readers. LINEn are the columns outside,
COLn those at the Pico; SCKn and MOSIn are a port's, behind its own gate and resistor; BRANCHn are the 5 V of the
quarters (0 to 3) and of the pods (4). HEREn is low while pod n is plugged in.

Bar: the table's own six keys, each with its diode, and one lead to the hub. It has no ground: seven lines of the matrix
are all that comes. Their ESD arrays are at the hub.

Bank: eight card readers on one bus. A 74HC138 selects one of them, a 74HC251 lets only that one answer. All banks are
the same board: bank lines move up by one from IN to OUT. Readers never share MISO, for many copies of the chip hold
it low while they are not selected. Nor are their cables on the bus: a 74AHC125 listens to it through a resistor, and
drives four readers' clocks with each gate. A capacitor at the gate makes its edges slower than echoes; each reader's
resistor ends its own. SCKn and MOSIn are those of reader n.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.messages import UserError, say
from glowtable.table import TABLE_KEYS

from hardware.model import kinds
from hardware.model.board import Board, Part
from hardware.model.file import File, Placed, file_of
from hardware.model.kinds import GROUND, PORTS, RAIL_3V3, RAIL_5V
from hardware.model.pico import PICO

KINDS = {**kinds.KINDS, PICO.name: PICO}


def read(
    name: str,
    pulled: Mapping[str, tuple[str, ...]] | None = None,
    without: Mapping[str, frozenset[str]] | None = None,
    heavy: Mapping[str, float] | None = None,
) -> Board:
    """A committed board; UserError as `parts_of` has it."""
    file = file_of(name)
    return Board(name, file.title, parts_of(name, file), pulled or {}, without or {}, heavy or {})


def parts_of(name: str, file: File) -> tuple[Part, ...]:
    """The parts of a file; UserError names one of no known kind, or whose pins are not its pads."""
    return tuple(part_of(name, placed) for placed in file.parts.values())


def part_of(name: str, placed: Placed) -> Part:
    kind = KINDS.get(placed.fields["Kind"])
    if kind is None:
        of = placed.fields["Kind"]
        raise UserError(say("{board}: {ref} is of no known kind: {kind}", board=name, ref=placed.ref, kind=of))
    nets: dict[str, str | None] = {}
    numbers = {pad.number for pad in placed.pads if pad.number}
    for number in sorted(numbers ^ {pin.number for pin in kind.pins}):
        raise UserError(
            say("{board}: {ref} and a {kind} differ by pin {number}", board=name, ref=placed.ref, kind=kind.name,
                number=number))  # fmt: skip
    for pin in kind.pins:
        for net in [pad.net for pad in placed.pads if pad.number == pin.number]:
            if nets.setdefault(pin.name, net) != net:
                raise UserError(
                    say("{board}: {ref} pin {pin} is on two nets: {one}, {other}", board=name, ref=placed.ref,
                        pin=pin.name, one=str(nets[pin.name]), other=str(net)))  # fmt: skip
    return Part(placed.ref, kind, placed.value, nets, placed.is_fitted)


COUPON, QUARTER = read("coupon"), read("quarter")

# -- pod

KEYS = {"CONFIRM": "ROW6", "PASS": "ROW7", "UNDO": "ROW8"}
COLUMN = "COL0"  # at the hub it is the seat's own
LIGHTS = (f"{letter}{n}" for letter in ("LED", "C") for n in (1, 2, 3, 4))
DEALER = frozenset([*LIGHTS, "SW1", "SW2", "SW3", "D1", "D2", "D3", "R3", "U2"])  # what the dealer's board does without
POD = read("pod", without={"dealer": DEALER})

# -- hub

SEATS, SIDE = range(1, 7), 6
QUARTERS, PODS = range(4), 4  # branches
BRANCHES = (*QUARTERS, PODS)
BRIDGED = range(1, 6)  # pods past which the data finds its way; behind the sixth is none


def branch(n: int) -> str:
    return f"BRANCH{n}"


PULLED = {
    **{f"LINE{n}": (RAIL_3V3,) for n in range(SIDE)},
    **{f"MISO{n}": (GROUND,) for n in range(1, PORTS + 2)},  # a port may be without its pod
    **{f"HERE{n}": (RAIL_5V,) for n in BRIDGED},
    **{f"DOUT{n}": (GROUND,) for n in BRIDGED},
    **{f"SENSE{n}": (branch(n), GROUND) for n in BRANCHES},
    **{f"CC{n}": (GROUND,) for n in (1, 2)},
    "SDA": (RAIL_3V3,),
    "SCL": (RAIL_3V3,),
    "RD_STB": (RAIL_3V3,),
    "RD_RST": (GROUND,),
    "MISO": (GROUND,),
    "RUN": (RAIL_3V3,),
    "V5_SENSE": (RAIL_5V, GROUND),
}
HEAVY = {"VIN": 5.0, "FUSED": 5.0, RAIL_5V: 5.0, GROUND: 5.0}
HUB2 = read("hub2", pulled=PULLED, heavy=HEAVY)

# -- bar

TABLE_ROW = "ROW9"
COLUMNS = tuple(f"COL{n}" for n in range(len(TABLE_KEYS)))
NAMES = tuple(key.upper().replace("SPARE", "SPARE ") for key in TABLE_KEYS)  # as people read them
BAR = read("bar")

# -- bank

READERS = 8
BANK = read("bank", {f"MISO{n}": (GROUND,) for n in range(READERS)})  # a place may have no reader

# -- all

NEEDS: tuple[tuple[Board, int], ...] = ((QUARTER, 4), (POD, 7), (HUB2, 1), (BAR, 1))
PROJECTS = (COUPON, *(board for board, _ in NEEDS), BANK)  # the bank is not joined to a table: see NFC.md
