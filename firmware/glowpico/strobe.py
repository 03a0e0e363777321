"""One pass over the key matrix in machine code, which takes half as long as MicroPython's. Knows pins only as bits.

All of it is data that matrix.py puts here. Only a row with a key down takes longer for that.
"""

from array import array

import micropython

# Where a word is written to change lines; how many turns of a loop they need to fall, and to rise; the columns' bits;
# how many rows; whether there are no diodes
WIRING = array("I", (0, 0, 0, 0, 0, 0))
PATH = array("I", [0] * 11)  # the lines that change on the way to each row, and back to none
COLUMNS = array("I", [0] * 6)  # the bit of each
PLACES = bytearray(60)  # of each contact among the scanner's, row after row; 60 and more: there is no key
LOW = array("I", [0] * 10)  # without diodes: the columns that were low in each row,
LAST = bytearray(10)  # and what was told last


@micropython.viper
def strobe(rows, too):
    """A byte for each of the scanner's rows into `rows`, and into `too`.

    A column that is low may still be rising from the row before: it is read again once it must have risen.
    """
    into, also = ptr8(rows), ptr8(too)  # type: ignore[name-defined]  # noqa: F821
    wires, levels, path = ptr32(WIRING), ptr32(0xD0000004), ptr32(PATH)  # type: ignore[name-defined]  # noqa: F821
    lines = ptr32(wires[0])  # type: ignore[name-defined]  # noqa: F821
    edge, settle = wires[1], wires[2]
    columns, count = wires[3], wires[4]
    has_ghosts = wires[5]
    at = 0
    while at < 10:
        into[at] = 0
        at += 1
    busy = 0  # rows with a key down
    row = 0
    while row < count:
        lines[0] = path[row]
        wait = edge
        while wait:
            wait -= 1
        low = (levels[0] & columns) ^ columns
        if low:
            wait = settle
            while wait:
                wait -= 1
            low = (levels[0] & columns) ^ columns
            if low:
                busy += 1
                bits, places = ptr32(COLUMNS), ptr8(PLACES)  # type: ignore[name-defined]  # noqa: F821
                column = 0
                while column < 6:
                    place = places[6 * row + column]
                    if low & bits[column] and place < 60:
                        into[place // 6] |= 1 << place % 6
                    column += 1
        if has_ghosts:
            ptr32(LOW)[row] = low  # type: ignore[name-defined]  # noqa: F821
        row += 1
    lines[0] = path[row]
    if has_ghosts:
        keep_doubtful(rows, count, busy)
    at = 0
    while at < 10:
        also[at] = into[at]
        at += 1


@micropython.viper
def keep_doubtful(rows, count: int, busy: int):
    """Without diodes: while a key may be a ghost, what was told last."""
    into, last = ptr8(rows), ptr8(LAST)  # type: ignore[name-defined]  # noqa: F821
    is_doubtful = 0
    if busy > 1:
        is_doubtful = int(is_ghost(count))
    at = 0
    while at < 10:
        if is_doubtful:
            into[at] = last[at]
        last[at] = into[at]
        at += 1


@micropython.viper
def is_ghost(count: int) -> int:
    """Do two rows share two columns? Without diodes one of the four contacts may be open."""
    low = ptr32(LOW)  # type: ignore[name-defined]  # noqa: F821
    row = 1
    while row < count:
        before = 0
        while before < row:
            both = low[row] & low[before]
            if both & (both - 1):
                return 1
            before += 1
        row += 1
    return 0
