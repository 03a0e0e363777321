"""The kinds of parts of the panels: those a board house places, and plugs on the back."""

from __future__ import annotations

from dataclasses import replace

from hardware.model.kinds import (
    BULK,
    CAPACITOR,
    GROUND,
    INPUT,
    KEY,
    OUTPUT,
    PASSIVE,
    POWER_IN,
    POWER_OUT,
    RESISTOR,
    SCHOTTKY,
    Kind,
    Pin,
    header,
    row,
    two,
)

BRANCH_MA = 1040  # the most a branch's switch lets through: 0.9 A and its tolerance
PANEL_LEDS = 36
LED_MA = BRANCH_MA // PANEL_LEDS  # an LED's share of that

WS2812B = Kind(
    "WS2812B",
    "LED",
    "WS2812B",
    "WS2812B LED with its driver, 5050, 5 x 5 mm",
    (
        Pin("1", "VDD", POWER_IN, draws_ma=LED_MA),
        Pin("2", "DOUT", OUTPUT),
        Pin("3", "VSS", POWER_IN, wants=GROUND),
        Pin("4", "DIN", INPUT),
    ),
    needs_capacitor=True,
)
DOME = replace(
    KEY, name="DOME", footprint="Dome_6x6", about="SMD key 6 x 6 x 4.3 mm with a dome of 1.3 N, PTS645 type and pins"
)
CHIP_CAPACITOR = replace(CAPACITOR, name="C_CHIP", footprint="C_0805", about="ceramic capacitor, X7R, 25 V, 0805")
CHIP_RESISTOR = replace(RESISTOR, name="R_CHIP", footprint="R_0805", about="resistor, 1 %, 0805")
SMALL_CAPACITOR = replace(
    CHIP_CAPACITOR, name="C_SMALL", footprint="C_0603", about="ceramic capacitor, X7R, 25 V, 0603"
)
SMALL_RESISTOR = replace(CHIP_RESISTOR, name="R_SMALL", footprint="R_0603", about="resistor, 1 %, 0603")
CHIP_SCHOTTKY = replace(
    SCHOTTKY, name="D_CHIP", footprint="D_SOD123", about="Schottky signal diode, BAT54 type, SOD-123"
)
BULK_BELOW = replace(BULK, name="CP_BELOW", footprint="C_radial_below")
POWER_LED = Kind("LED_3MM", "D", "LED_3mm_below", "LED, green, 3 mm, lead pitch 2.54 mm", two("K", "A"), "diode")
TEST_POINT = Kind("TEST_POINT", "TP", "TestPoint", "", (Pin("1", "1", PASSIVE),))
PANEL_POWER = header(
    "PANEL_POWER",
    "Plug_VH_below",
    "locking pin header 1 x 2, pitch 3.96 mm, VH type",
    (Pin("1", "5V", POWER_OUT, gives_ma=BRANCH_MA), Pin("2", "GND", POWER_OUT, wants=GROUND)),
)
PANEL_LINES = "R0 R1 R2 C0 C1 C2 DIN DOUT"


def _driven(pins: tuple[Pin, ...], types: dict[str, str]) -> tuple[Pin, ...]:
    """The pins of a connector, of which some are driven by what is at the cable's other end."""
    return tuple(pin._replace(type=types.get(pin.name, pin.type)) for pin in pins)


PANEL = header(
    "PANEL",
    "Header_2x08_below",
    "box header 2 x 8, pitch 2.54 mm, for flat cable",
    _driven(row(" ".join(f"{line} GND" for line in PANEL_LINES.split())), {"DIN": OUTPUT}),
)
COUPON_PLUG = header(
    "COUPON",
    "Header_1x06_below",
    "pin header 1 x 6, pitch 2.54 mm",
    tuple(
        pin._replace(gives_ma=BRANCH_MA) if pin.name == "5V" else pin
        for pin in _driven(row("5V GND DIN DOUT R0 C0"), {"5V": POWER_OUT, "GND": POWER_OUT, "DIN": OUTPUT})
    ),
)
