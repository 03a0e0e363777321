"""The schematic of the table's hub: inlet, branches, logic, and a block for each port."""

from __future__ import annotations

from hardware.places import Place, in_a_row, refs
from hardware.schematic.plan import ACROSS, BACKWARDS, UPSIDE_DOWN, Block, Sheet

WIDTH, HEIGHT = 52, 38


def guard_block(n: int, left: float, top: float) -> Block:
    """A branch: its switch, what sets its limit and its start, what the Pico reads of it, its plug."""
    places = {
        f"U{11 + n}": Place(left + 14, top + 12),
        f"C{11 + n}": Place(left + 5, top + 14),
        f"R{11 + n}": Place(left + 24, top + 18),
        f"R{16 + n}": Place(left + 5, top + 24),
        f"C{16 + n}": Place(left + 12, top + 24),
        f"R{21 + n}": Place(left + 32, top + 14),
        f"R{26 + n}": Place(left + 32, top + 24),
    }
    if n < 4:
        places |= {f"C{21 + n}": Place(left + 38, top + 14), f"J{3 + n}": Place(left + 45, top + 12)}
    name = f"Branch of quarter {n + 1}" if n < 4 else "Branch of the pods"
    note = "0.9 A and 15 % at most, then it latches off.\nThe Pico reads half of what comes out."
    return Block(name, note, (left, top, left + WIDTH, top + 30), places)


def port_block(n: int, left: float, top: float) -> Block:
    places = {
        f"J{10 + n}": Place(left + 10, top + 10),
        f"R{60 + n}": Place(left + 24, top + 12),
        f"R{70 + n}": Place(left + 30, top + 12),
        f"R{80 + n}": Place(left + 36, top + 12),
        f"R{120 + n}": Place(left + 42, top + 12),
    }
    if n < 6:
        places |= {
            f"U{20 + n}": Place(left + 24, top + 25),
            f"C{40 + n}": Place(left + 33, top + 28),
            f"R{90 + n}": Place(left + 39, top + 24),
            f"C{50 + n}": Place(left + 39, top + 32),
            f"R{100 + n}": Place(left + 46, top + 28),
            f"R{110 + n}": Place(left + 46, top + 18),
        }
    who = f"Pod of seat {n}" if n < 7 else "Dealer's pod"
    note = "SCK and MOSI come through a gate and a resistor of their own."
    note += "\nWhile it is unplugged HERE is high, and the data goes past it." if n < 6 else ""
    return Block(who, note, (left, top, left + WIDTH, top + HEIGHT), places)


ACROSS_PAGE = WIDTH + 2
INLET = Block(
    "Inlet",
    "USB-C or terminal, never both. The FETs let nothing in that is the wrong way round; the TVS is behind them.\n"
    "D2 keeps the Pico's USB and 5 V apart. R3 and R4 halve 5 V for the Pico.",
    (4, 4, 4 + 2 * WIDTH + 2, 34),
    {
        "J1": Place(11, 12),
        "J2": Place(11, 24),
        "F1": Place(26, 12, ACROSS),
        "Q1": Place(36, 12),
        "Q2": Place(36, 20),
        "D1": Place(46, 15),
        "C1": Place(53, 15),
        "D2": Place(61, 12, BACKWARDS),
        "C2": Place(68, 15),
        "R1": Place(22, 24),
        "R2": Place(28, 24),
        "R3": Place(76, 14),
        "R4": Place(76, 24),
        "C3": Place(83, 24),
        "R5": Place(92, 14),
        "D3": Place(92, 24, UPSIDE_DOWN),
    },
)
LOGIC = Block(
    "Pico, rows, readers",
    "The pin map is the firmware's. Row code 14 is no row and lets a pod's reader be chosen by A0..A2 and RD_STB.",
    (4 + 2 * ACROSS_PAGE, 4, 4 + 6 * ACROSS_PAGE - 2, 66),
    {
        "U1": Place(132, 12),
        "U2": Place(164, 12),
        "U3": Place(192, 12),
        "U4": Place(220, 12),
        "U5": Place(250, 12),
        **in_a_row(refs("C", 31, 37), 160, 34, 8),
        **in_a_row(refs("R", 6, 10), 222, 34, 7),
        "U6": Place(132, 46),
        "U7": Place(160, 46),
        "U9": Place(190, 46),
        "R31": Place(262, 34),
        "SW1": Place(278, 46),
        "R36": Place(278, 34),
        "R32": Place(214, 50, ACROSS),
        **in_a_row(refs("C", 38, 38), 228, 52, 8),
        "U8": Place(246, 46),
        "R33": Place(262, 48, ACROSS),
        "R34": Place(262, 54, ACROSS),
    },
)
BELOW = 36
GUARDS = (
    *(guard_block(n, 4 + n * ACROSS_PAGE, BELOW) for n in range(2)),
    *(guard_block(n, 4 + (n - 2) * ACROSS_PAGE, BELOW + 32) for n in range(2, 5)),
)
COLUMNS = Block(
    "Columns",
    "ESD arrays at the connectors, 1 k to the Pico, pulled up outside.",
    (4 + 3 * ACROSS_PAGE, 68, 4 + 5 * ACROSS_PAGE - 2, 98),
    {
        **in_a_row(refs("R", 41, 46), 172, 76, 7),
        **in_a_row(refs("R", 51, 56), 172, 88, 7),
        "U17": Place(222, 76),
        "U18": Place(244, 76),
    },
)
SOUND = Block(
    "Sound, expansion, table keys",
    "",
    (4 + 5 * ACROSS_PAGE, 68, 4 + 6 * ACROSS_PAGE - 2, 98),
    {
        "R35": Place(281, 86, ACROSS),
        "Q3": Place(288, 86),
        "BZ1": Place(289, 79),
        "D4": Place(295, 79),
        "J18": Place(306, 74),
        "J19": Place(306, 84),
    },
)
QUARTERS = Block(
    "Quarters",
    "Two by two, as one reads. The data goes from one to the next.",
    (4, 100, 4 + 6 * ACROSS_PAGE - 2, 124),
    {
        **in_a_row(refs("J", 7, 10), 14, 106, 30),
        **in_a_row(refs("TP", 1, 7), 134, 108, 16),
        **in_a_row(refs("TP", 8, 14), 134, 116, 16),
    },
)
HUB2 = Sheet(
    "A1",
    (
        INLET,
        LOGIC,
        *GUARDS,
        COLUMNS,
        SOUND,
        QUARTERS,
        *(port_block(n, 4 + (n - 1) % 6 * ACROSS_PAGE, 126 + (n - 1) // 6 * (HEIGHT + 2)) for n in range(1, 8)),
    ),
)
