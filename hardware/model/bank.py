"""The bank board: eight card readers on one bus. A 74HC138 selects one of them, a 74HC251 lets only that one answer.

All banks are the same board: bank lines move up by one from IN to OUT. Readers never share MISO, for many copies of the
chip hold it low while they are not selected. Nor are their cables on the bus: a 74AHC125 listens to it through a
resistor, and drives four readers' clocks with each gate. A capacitor at the gate makes its edges slower than
echoes; each reader's resistor ends its own. SCKn and MOSIn are those of reader n.
"""

from __future__ import annotations

from hardware.model.kinds import GROUND
from hardware.model.read import read

READERS = 8
BANK = read("bank", {f"MISO{n}": (GROUND,) for n in range(READERS)})  # a place may have no reader
