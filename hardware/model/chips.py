"""The kinds of chips of hub and pods that a board house places.

Sources: the makers' data sheets for pins (Microchip MCP1700, Semtech SRV05-4); figures of others in the class are
alike, their pins must be compared.
"""

from __future__ import annotations

from dataclasses import replace

from hardware.model.kinds import (
    AWAKE_READER_MA,
    FIELD_MA,
    GROUND,
    OUTPUT,
    PASSIVE,
    POWER_IN,
    POWER_OUT,
    RC522,
    TABLE_KEYS,
    Kind,
    Pin,
    header,
    row,
    two,
)
from hardware.model.smd import CHIP_CAPACITOR, WS2812B

POD_LED_MA = 60  # a pod's LED, white: few of them, so each may
POD_LINES = "5V GND SCK SHIELD MOSI MISO SS RST DIN DOUT CONFIRM PASS UNDO SEAT"  # SHIELD: ground at the pod
POD_MA = 1040  # what the pods' branch lets through

REGULATOR_SMALL = Kind(
    "LDO_SMALL",
    "U",
    "SOT23-3",
    "3.3 V linear regulator, 250 mA, drop 0.35 V at most, MCP1700-3302 type and pins, SOT-23",
    (
        Pin("1", "GND", POWER_IN, wants=GROUND),
        Pin("2", "OUT", POWER_OUT, gives_ma=250),
        Pin("3", "IN", POWER_IN, draws_ma=1),
    ),
    passes=(("IN", "OUT"),),
    rated_ma=250,
    needs_capacitor=True,
)
ESD_ARRAY = Kind(
    "ESD4",
    "U",
    "SOT23-6",
    "ESD array, four lines, SRV05-4 type and pins, SOT-23-6",
    (
        *(Pin(number, f"IO{n}", PASSIVE) for n, number in enumerate("1346", 1)),
        Pin("2", "GND", POWER_IN, wants=GROUND),
        Pin("5", "VREF", PASSIVE),  # stays open: a branch that is off must not hold the lines down
    ),
)
SMALL_LED = Kind("LED_CHIP", "D", "LED_0805", "LED, green, 0805", two("K", "A"), "diode")
MEDIUM_CAPACITOR = replace(CHIP_CAPACITOR, name="C_10U", about="ceramic capacitor 10 uF, X5R, 16 V, 0805")
CAN = Kind(
    "CP_CAN",
    "C",
    "C_can_6.3",
    "electrolytic capacitor 100 uF, 10 V or more, SMD, 6.3 x 5.4 mm",
    two("+", "-", GROUND),
    "bulk",
)
POD_LED = replace(
    WS2812B, name="WS2812B_POD", pins=tuple(p._replace(draws_ma=POD_LED_MA if p.draws_ma else 0) for p in WS2812B.pins)
)
READER_SOCKET = replace(
    RC522,
    name="RC522_SOCKET",
    footprint="Socket_1x08",
    about="socket 1 x 8, pitch 2.54 mm, for an RC522 module",
    pins=tuple(pin._replace(draws_ma=AWAKE_READER_MA + FIELD_MA if pin.draws_ma else 0) for pin in RC522.pins),
)
_FROM_HUB = {"5V": POWER_OUT, "GND": POWER_OUT, **dict.fromkeys(("SCK", "MOSI", "SS", "RST", "DIN"), OUTPUT)}


def pod_pins() -> tuple[Pin, ...]:
    """The header as a pod sees it."""
    wants = {"SS": "SS", "RST": "RD_RST", "SHIELD": GROUND}
    return tuple(
        pin._replace(
            type=_FROM_HUB.get(pin.name, PASSIVE),
            gives_ma=POD_MA if pin.name == "5V" else 0,
            wants=wants.get(pin.name, pin.wants),
        )
        for pin in row(POD_LINES)
    )


POD_PLUG = header("POD_PLUG", "Header_2x07", "box header 2 x 7, pitch 2.54 mm, for flat cable", pod_pins())
# Lower than a pin header with its socket, which fits neither under the panels nor under a lid
KEYS_PLUG = replace(
    TABLE_KEYS,
    name="KEYS_PLUG",
    footprint="Plug_XH_7",
    about="locking pin header 1 x 7, pitch 2.5 mm, XH type, B7B-XH-A",
)
