"""What the table draws in milliamperes, and what feeds it. What LEDs draw is the firmware's own: strip.py."""

from __future__ import annotations

from glowpico.settings import DEFAULTS
from glowpico.strip import CHANNEL_MA, QUIESCENT_MA
from glowpico.wire import CELLS, SEATS

from hardware.model.kinds import AHC125, AWAKE_READER_MA, FIELD_MA, HC138, HC251, LAMP_MA

CHANNELS = 3
WHITE_MA = QUIESCENT_MA + CHANNELS * CHANNEL_MA  # of a pixel
CELL_LEDS_MA = CELLS * DEFAULTS["pixels_per_cell"] * WHITE_MA
SEAT_LEDS_MA = SEATS * DEFAULTS["pixels_per_seat"] * WHITE_MA
ROW_LEDS_MA = CELL_LEDS_MA // 6

SUPPLY_MA = 4000  # 5 V
SUPPLY_PART = 0.9  # only this part of it is used: supplies are warm, old and optimistic
MAIN_FUSE_MA = 5000
ROW_FUSE_MA = 1850  # holds; one per row of cells and one for the seats

# The first table's readers, the most of each. All are awake at power-on, until the firmware has looked at each: then
# those of cells sleep, which draw microamperes and have their lamps on.
SEAT_READERS, CELL_BANKS = 8, 6
CHIPS_MA = sum(pin.draws_ma for kind in (HC138, HC251, AHC125) for pin in kind.pins)  # of a bank
_SEATS_MA = SEAT_READERS * AWAKE_READER_MA + CHIPS_MA
OTHER_BOOT_MA = CELLS * AWAKE_READER_MA + CELL_BANKS * CHIPS_MA  # what the first bank passes on to the others
OTHER_READERS_MA = CELLS * LAMP_MA + CELL_BANKS * CHIPS_MA + FIELD_MA  # the same in play
BOOT_READERS_MA = _SEATS_MA + OTHER_BOOT_MA
BUTTONS_READERS_MA = _SEATS_MA + FIELD_MA
RUNNING_READERS_MA = _SEATS_MA + OTHER_READERS_MA
ALL_FIELDS_MA = BOOT_READERS_MA + (SEAT_READERS + CELLS) * FIELD_MA  # a fault

RAIL_MV, SCHOTTKY_MV, FUSE_MV = 5000, 450, 100  # at the hub's greatest current
REGULATOR_MV, READER_MV = 1500, 2500  # drop at most; what an MFRC522 needs at least. Source: MFRC522 datasheet, AVDD
