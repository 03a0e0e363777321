"""Bytes over the SPI bus to the chip that is selected, in machine code: half of MicroPython's time. Knows no chip."""

from array import array

import micropython

# The bus; a word, and where it is written to change the level of the line that selects the chip; how many turns of a
# loop that line may need. Not arguments: for each call MicroPython would have to make new objects of such wide ints.
WIRING = array("I", (0, 0, 0, 0))


@micropython.viper
def shift(script, into):
    """Each exchange of the script: its length, its bytes; a length of 0 ends it. What came back begins at `into`.

    For each of them the chip is selected once more.
    """
    steps, answers = ptr8(script), ptr8(into)  # type: ignore[name-defined]  # noqa: F821
    wires = ptr32(WIRING)  # type: ignore[name-defined]  # noqa: F821
    registers, lines = ptr32(wires[0]), ptr32(wires[2])  # type: ignore[name-defined]  # noqa: F821
    strobe, gap = wires[1], wires[3]
    stale = 8  # bytes wait at most: one that came after it was given up is no answer to this script
    while stale:
        stale -= 1
        if registers[3] & 4:
            answers[0] = registers[2]
        else:
            stale = 0
    count = steps[0]
    while count:
        lines[0] = strobe
        wait = gap
        while wait:
            wait -= 1
        at = 0
        while at < count:
            steps = ptr8(uint(steps) + 1)  # type: ignore[name-defined]  # noqa: F821
            registers[2] = steps[0]  # data
            turns = 4096  # ten times as many as the slowest bus needs: a bus that stands still must not stop the table
            while turns:  # until a byte has come for it
                turns -= 1
                if registers[3] & 4:
                    turns = 0
            answers[at] = registers[2]
            at += 1
        lines[0] = strobe
        wait = gap
        while wait:
            wait -= 1
        steps = ptr8(uint(steps) + 1)  # type: ignore[name-defined]  # noqa: F821
        count = steps[0]
