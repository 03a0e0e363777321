"""The kinds of parts of the hub that a board house places, and its plugs.

Sources of pins: data sheets of TPS2553-1, AO3401A, 74HC138, 74HC251, 74HC4051, 74LVC244A, 74LVC1G157, 74AHCT125,
MMBT3904, and of a power-only USB-C receptacle with six contacts (GCT USB4125 type).
"""

from __future__ import annotations

from dataclasses import replace

from hardware.model.chips import ESD_ARRAY, KEYS_PLUG, POD_LINES
from hardware.model.kinds import (
    AHCT125,
    BULK,
    GROUND,
    HC138,
    HC251,
    INPUT,
    KEY,
    OUTPUT,
    PASSIVE,
    POLYFUSE,
    POWER_5V,
    POWER_IN,
    POWER_OUT,
    SCHOTTKY_2A,
    TRI_STATE,
    Kind,
    Pin,
    header,
    row,
    two,
)
from hardware.model.smd import CHIP_CAPACITOR, CHIP_SCHOTTKY, PANEL_LINES

BRANCH_MA = 750  # what the firmware lets a branch draw
PORTS = 7
INLET_MA = 4500  # the greatest of the inlet's fuses holds as much

_GROUND = ("GND", POWER_IN)


def _power(vcc: str, gnd: str, draws_ma: float) -> tuple[Pin, Pin]:
    return Pin(vcc, "VCC", POWER_IN, draws_ma=draws_ma), Pin(gnd, *_GROUND, wants=GROUND)


SWITCH = Kind(
    "SWITCH",
    "U",
    "SOT23-6",
    "current-limited switch that latches off, set by a resistor, TPS2553-1 or AP2553A type and pins, SOT-23-6",
    (
        Pin("1", "IN", POWER_IN),
        Pin("2", *_GROUND, wants=GROUND),
        Pin("3", "EN", INPUT),
        Pin("4", "/FAULT", PASSIVE),
        Pin("5", "ILIM", PASSIVE),
        Pin("6", "OUT", POWER_OUT, gives_ma=765),
    ),
    passes=(("IN", "OUT"),),
    rated_ma=1200,
    needs_capacitor=True,
)
PFET = Kind(
    "PFET",
    "Q",
    "SOT23-3",
    "P-channel MOSFET, 30 V, 60 milliohm at 4.5 V, AO3401A type and pins, SOT-23",
    (Pin("1", "G", PASSIVE), Pin("2", "S", PASSIVE), Pin("3", "D", PASSIVE)),
    passes=(("D", "S"),),
    rated_ma=4000,
)
TVS = Kind("TVS", "D", "D_SMA", "TVS diode, 5 V, one way, SMAJ5.0A", two("K", "A", GROUND), "diode")
INLET_FUSE = replace(
    POLYFUSE,
    name="PTC_INLET",
    about="resettable fuse: 3 A for USB-C, 4 or 4.5 A for the terminal, lead pitch 5 mm",
    rated_ma=INLET_MA,
)
INLET = replace(
    POWER_5V,
    name="INLET",
    pins=tuple(pin._replace(gives_ma=INLET_MA if pin.gives_ma else 0) for pin in POWER_5V.pins),
)
USB_C = header(
    "USB_C",
    "USB_C_6",
    "USB-C receptacle for power, six contacts, USB4125 type and pins",
    (
        Pin("A9", "VBUS", PASSIVE),  # or the terminal, never both
        Pin("A5", "CC1", PASSIVE, wants="CC"),
        Pin("B5", "CC2", PASSIVE, wants="CC"),
        Pin("A12", "GND", PASSIVE, wants=GROUND),
        Pin("B9", "VBUS", PASSIVE),
        Pin("B12", "GND", PASSIVE, wants=GROUND),
        Pin("S1", "SHELL", PASSIVE, wants=GROUND),
    ),
)
SMALL_138 = replace(HC138, name="74HC138_SO", footprint="SOIC16", about="74HC138, one of eight low, SOIC-16")
SMALL_251 = replace(HC251, name="74HC251_SO", footprint="SOIC16", about="74HC251, one of eight inputs, SOIC-16")
SMALL_125 = replace(
    AHCT125, name="74AHCT125_SO", footprint="SOIC14", about="74AHCT125, four buffers, 3.3 V in and 5 V out, SOIC-14"
)
_GATES = {  # input, output
    "1": (("2", "18"), ("4", "16"), ("6", "14"), ("8", "12")),
    "2": (("11", "9"), ("13", "7"), ("15", "5"), ("17", "3")),
}
LVC244 = Kind(
    "74LVC244",
    "U",
    "SOIC20W",
    "74LVC244A, eight buffers, SOIC-20 wide",
    (
        *(Pin(number, f"/{half}OE", INPUT) for half, number in (("1", "1"), ("2", "19"))),
        *(Pin(pair[0], f"{half}A{n}", INPUT) for half in _GATES for n, pair in enumerate(_GATES[half], 1)),
        *(Pin(pair[1], f"{half}Y{n}", TRI_STATE) for half in _GATES for n, pair in enumerate(_GATES[half], 1)),
        *_power("20", "10", 10),
    ),
    needs_capacitor=True,
)
LVC1G157 = Kind(
    "74LVC1G157",
    "U",
    "SOT23-6",
    "74LVC1G157, one of two inputs, SOT-23-6",
    (
        Pin("3", "I0", INPUT),
        Pin("1", "I1", INPUT),
        Pin("6", "S", INPUT, wants="HERE"),
        Pin("4", "Y", OUTPUT),
        *_power("5", "2", 2),
    ),
    needs_capacitor=True,
)
HC4051 = Kind(
    "74HC4051",
    "U",
    "SOIC16",
    "74HC4051, one of eight analogue inputs, SOIC-16",
    (
        *(Pin(number, f"X{n}") for n, number in enumerate(("13", "14", "15", "12", "1", "5", "2", "4"))),
        *(Pin(number, f"S{n}", INPUT) for n, number in enumerate(("11", "10", "9"))),
        Pin("6", "/E", INPUT),
        Pin("3", "Z", OUTPUT),
        Pin("7", "VEE", POWER_IN, wants=GROUND),
        *_power("16", "8", 1),
    ),
    needs_capacitor=True,
)
SMALL_NPN = Kind(
    "NPN_SO",
    "Q",
    "SOT23-3",
    "NPN transistor, MMBT3904 type and pins, SOT-23",
    (Pin("2", "E", PASSIVE), Pin("1", "B", PASSIVE), Pin("3", "C", PASSIVE)),
    "npn",
)
SMALL_SCHOTTKY_1A = replace(
    SCHOTTKY_2A, name="D_1A_SMA", footprint="D_SMA", about="Schottky diode, 1 A, SS14 type, SMA", rated_ma=1000
)
SMALL_DIODE = replace(
    CHIP_SCHOTTKY, name="D_SIGNAL", about="silicon signal diode, 1N4148W type, SOD-123", shape="diode"
)
LARGE_CHIP = replace(CHIP_CAPACITOR, name="C_47U", footprint="C_1206", about="ceramic capacitor 47 uF, X5R, 10 V, 1206")
SIDE_KEY = replace(
    KEY, name="SIDE_KEY", footprint="Key_side", about="key 6 x 6 mm pressed from the side, two pins, PTS645V type"
)
BULK_HUB = replace(BULK, name="CP_HUB", about="electrolytic capacitor 470 uF, 10 V or more, lead pitch 5 mm")
ESD = ESD_ARRAY

QUARTER_POWER = header(
    "QUARTER_POWER",
    "Plug_VH",
    "locking pin header 1 x 2, pitch 3.96 mm, VH type",
    (Pin("1", "5V", PASSIVE, draws_ma=BRANCH_MA), Pin("2", "GND", PASSIVE, wants=GROUND)),
)
QUARTER_PLUG = header(
    "QUARTER_PLUG",
    "Header_2x08",
    "box header 2 x 8, pitch 2.54 mm, for flat cable",
    tuple(
        pin._replace(
            type=OUTPUT if pin.name == "DOUT" else PASSIVE,
            wants={"R": "ROW", "C": "LINE"}.get(pin.name[0], pin.wants),
        )
        for pin in row(" ".join(f"{line} GND" for line in PANEL_LINES.split()))
    ),
)
_WANTS = {"SEAT": "LINE", "SS": "SS", "MISO": "MISO", "RST": "RST_OUT"}
TABLE_KEYS_PLUG = replace(
    KEYS_PLUG,
    name="TABLE_KEYS_2",
    pins=tuple(pin._replace(wants="LINE" if pin.name[0] == "C" else pin.wants) for pin in KEYS_PLUG.pins),
)
POD_PORT = header(
    "POD_PORT",
    "Header_2x07",
    "box header 2 x 7, pitch 2.54 mm, for flat cable",
    tuple(
        pin._replace(
            type=OUTPUT if pin.name in ("MISO", "DOUT") else PASSIVE,
            draws_ma=BRANCH_MA / PORTS if pin.name == "5V" else 0,
            wants=_WANTS.get(pin.name, "" if pin.name in ("SCK", "MOSI") else pin.wants),
        )
        for pin in row(POD_LINES)
    ),
)
DEALER_PORT = replace(
    POD_PORT,
    name="DEALER_PORT",
    pins=tuple(
        pin._replace(wants="" if pin.name in ("CONFIRM", "PASS", "UNDO", "SEAT") else pin.wants)
        for pin in POD_PORT.pins
    ),
)
