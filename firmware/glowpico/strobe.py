"""One pass over the key matrix in machine code, which takes half as long as MicroPython's. Knows pins only as bits."""

import micropython


@micropython.viper
def strobe(rows, path, turn: int, edge: int, settle: int):
    """A byte for each row into `rows`. `path`: a row, then the lines that change on the way to it, row after row.

    A column that is low may still be rising from the row before: it is read again once it must have risen.
    """
    into, steps = ptr8(rows), ptr8(path)  # type: ignore[name-defined]  # noqa: F821
    lines, levels = ptr32(turn), ptr32(0xD0000004)  # type: ignore[name-defined]  # noqa: F821
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
        at += 2
    lines[0] = steps[21] << 6
