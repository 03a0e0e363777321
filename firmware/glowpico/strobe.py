"""One pass over the key matrix in machine code, which takes half as long as MicroPython's. Knows pins only as bits."""

from array import array

import micropython

# Where a word is written to change the levels of lines; how many turns of a loop they need to fall, and to rise
WIRING = array("I", (0, 0, 0))
PATH = bytearray(22)  # a row, then the lines that change on the way to it, row after row


@micropython.viper
def strobe(rows, too):
    """A byte for each row into `rows`, and into `too`.

    A column that is low may still be rising from the row before: it is read again once it must have risen.
    """
    into, also, steps = ptr8(rows), ptr8(too), ptr8(PATH)  # type: ignore[name-defined]  # noqa: F821
    wires, levels = ptr32(WIRING), ptr32(0xD0000004)  # type: ignore[name-defined]  # noqa: F821
    lines = ptr32(wires[0])  # type: ignore[name-defined]  # noqa: F821
    edge, settle = wires[1], wires[2]
    at = 0
    while at < 20:
        lines[0] = steps[at + 1] << 6
        wait = edge
        while wait:
            wait -= 1
        low = (levels[0] & 0x3F) ^ 0x3F
        if low:
            wait = settle
            while wait:
                wait -= 1
            low = (levels[0] & 0x3F) ^ 0x3F
        into[steps[at]] = low
        also[steps[at]] = low
        at += 2
    lines[0] = steps[21] << 6
