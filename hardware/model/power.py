"""What the table draws in milliamperes, and what feeds it. What LEDs draw is the firmware's own: strip.py."""

from __future__ import annotations

from glowpico.settings import DEFAULTS
from glowpico.strip import CHANNEL_MA, QUIESCENT_MA
from glowpico.wire import CELLS, SEATS

from hardware.model.kinds import FIELD_MA, IDLE_READER_MA

CHANNELS = 3
WHITE_MA = QUIESCENT_MA + CHANNELS * CHANNEL_MA  # of a pixel
CELL_LEDS_MA = CELLS * DEFAULTS["pixels_per_cell"] * WHITE_MA
SEAT_LEDS_MA = SEATS * DEFAULTS["pixels_per_seat"] * WHITE_MA
ROW_LEDS_MA = CELL_LEDS_MA // 6

SUPPLY_MA = 4000  # 5 V
SUPPLY_PART = 0.9  # only this part of it is used: supplies are warm, old and optimistic
MAIN_FUSE_MA = 5000
ROW_FUSE_MA = 1850  # holds; one per row of cells and one for the seats

SEAT_READERS = 8
BOOT_READERS_MA = (
    CELLS + SEAT_READERS
) * IDLE_READER_MA  # of an NFC table, until the firmware has put its cells to sleep
OTHER_READERS_MA = CELLS * IDLE_READER_MA  # what the first bank passes on to the others
RUNNING_READERS_MA = SEAT_READERS * IDLE_READER_MA + FIELD_MA  # cells asleep draw microamperes

RAIL_MV, SCHOTTKY_MV, FUSE_MV = 5000, 450, 100  # at the hub's greatest current
REGULATOR_MV, READER_MV = 1200, 2500  # drop at most; what an MFRC522 needs at least. Source: MFRC522 datasheet, AVDD
