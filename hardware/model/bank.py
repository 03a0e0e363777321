"""The bank board: eight card readers on one bus. A 74HC138 selects one of them, a 74HC251 lets only that one answer.

All banks are the same board: bank lines move up by one from IN to OUT. Readers never share MISO, for many copies of the
chip hold it low while they are not selected. Nor are their cables on the bus: a 74AHC125 listens to it through a
resistor, and drives four readers' clocks with each gate. A capacitor at the gate makes its edges slower than
echoes; each reader's resistor ends its own. SCKn and MOSIn are those of reader n.
"""

from __future__ import annotations

from hardware.model.kinds import (
    AHC125,
    BANK_LINES,
    FIELD_MA,
    GROUND,
    HC138,
    HC251,
    INPUT,
    LAMP_MA,
    OUTPUT,
    POWER_OUT,
    TRI_STATE,
    bus,
)
from hardware.model.read import read

READERS = 8
SUPPLY_MA = 1500  # what its 3.3 V must give
_SHARED = ("SCK", "MOSI", "RD_RST", "A0", "A1", "A2")
_FROM_HUB = {**dict.fromkeys((*_SHARED, *BANK_LINES.split()), OUTPUT), "3V3R": POWER_OUT, "GND": POWER_OUT}
BUS_IN = bus("BUS_IN", {**_FROM_HUB, "MISO": INPUT}, gives_ma=SUPPLY_MA)
# Six more banks may hang on it: of their readers one has its field on, the others sleep with their lamps on
OTHER_BANKS, OTHER_READERS = 6, 36
CHIPS_MA = sum(pin.draws_ma for kind in (HC138, HC251, AHC125) for pin in kind.pins)
OTHER_READERS_MA = OTHER_READERS * LAMP_MA + OTHER_BANKS * CHIPS_MA + FIELD_MA
BUS_OUT = bus("BUS_OUT", {**dict.fromkeys(_SHARED, INPUT), "MISO": TRI_STATE}, draws_ma=OTHER_READERS_MA)


PULLED = {f"MISO{n}": (GROUND,) for n in range(READERS)}  # a place may have no reader
BANK = read("bank", (BUS_IN, BUS_OUT), PULLED)
