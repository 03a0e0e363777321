"""The table's power budget: what everything draws, and what is left for the LEDs."""

from __future__ import annotations

from glowpico.settings import DEFAULTS
from glowpico.strip import QUIESCENT_MA

from hardware.model.current import net_currents
from hardware.model.hub import HUB
from hardware.model.pico import PICO_MA
from hardware.model.power import (
    BOOT_READERS_MA,
    BUTTONS_READERS_MA,
    CELL_LEDS_MA,
    FUSE_MV,
    RAIL_MV,
    REGULATOR_MV,
    ROW_LEDS_MA,
    RUNNING_READERS_MA,
    SCHOTTKY_MV,
    SEAT_LEDS_MA,
    SUPPLY_MA,
    SUPPLY_PART,
    WHITE_MA,
)


def hub_ma() -> float:
    """The most the hub draws from the supply in play: an NFC table, while its buzzer sounds."""
    return net_currents(HUB)["VIN"]


def boot_ma() -> float:
    """The same at power-on of an NFC table: all readers are awake, and no LED is lit yet."""
    return hub_ma() - RUNNING_READERS_MA + BOOT_READERS_MA


def dark_ma() -> float:
    """Of all LEDs, none of them lit."""
    return dark_leds_ma((CELL_LEDS_MA + SEAT_LEDS_MA) // WHITE_MA)


def dark_leds_ma(pixels: int) -> int:
    """Of so many LEDs, none of them lit."""
    return pixels * QUIESCENT_MA


def led_budget_ma() -> float:
    """What is left for all LEDs of the table's own supply."""
    return SUPPLY_MA * SUPPLY_PART - hub_ma()


def readers_mv() -> int:
    """The least the readers' 3.3 V can be."""
    return min(3300, RAIL_MV - FUSE_MV - SCHOTTKY_MV - REGULATOR_MV)


def lines() -> list[tuple[str, float]]:
    """The power budget, a line each, for people."""
    return [
        ("Pico", PICO_MA),
        ("readers, buttons table, one field on", BUTTONS_READERS_MA),
        ("readers, NFC table, one field on", RUNNING_READERS_MA),
        ("readers, NFC table, at power-on", BOOT_READERS_MA),
        ("hub in play, all of it", hub_ma()),
        ("hub at power-on of an NFC table", boot_ma()),
        ("all LEDs dark", dark_ma()),
        ("LEDs as the firmware limits them (budget_ma)", DEFAULTS["budget_ma"]),
        ("LEDs if nothing limited them", CELL_LEDS_MA + SEAT_LEDS_MA),
        ("one row of LEDs if nothing limited it", ROW_LEDS_MA),
        ("left for LEDs on a 5 V 4 A supply", led_budget_ma()),
    ]
