"""Sizes in which parts are usually sold, so that what a board asks for exists. Source: usual sizes, from experience
with several makers' series; a maker may have more. Says what is wrong with a kind, or with a can one is told to buy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hardware.layout.lands import LANDS
from hardware.model.kinds import Kind

PACKAGES = {  # footprint -> what a kind's words must say, so that the part ordered fits
    "C_0603": "0603",
    "R_0603": "0603",
    "C_0805": "0805",
    "R_0805": "0805",
    "LED_0805": "0805",
    "C_1206": "1206",
    "D_SOD123": "SOD-123",
    "D_SMA": "SMA",
    "SOT23-3": "SOT-23",
    "SOT23-6": "SOT-23-6",
    "SOIC14": "SOIC-14",
    "SOIC16": "SOIC-16",
    "SOIC20W": "SOIC-20 wide",
    "DIP14": "DIP-14",
    "DIP16": "DIP-16",
    "WS2812B": "5 x 5 mm",
    "Dome_6x6": "6 x 6 x 4.3 mm",
    "C_can_6.3": "6.3 x 5.4 mm",
    "USB_C_6": "six contacts",
}
PITCHES = (2.5, 2.54, 3.96, 5.0, 5.08, 7.6)  # of wires, in mm
PITCH_PLAY = 0.15  # by which wires give way
PITCHED = {  # in the names of footprints
    "P2.54mm": 2.54, "P5.00mm": 5.0, "P10.16mm": 10.16, "P3.96mm": 3.96, "P2.50mm": 2.5, "P5.08mm": 5.08, "2x": 2.54,
    "TMB": 7.6, "MF-RG300": 5.1, "VH": 3.96, "Terminal": 5.08, "LED_D3.0mm": 2.54,
}  # fmt: skip
CAN_PLACE = 10.0  # wide: of CP_Radial_D10.0mm

CAN_PITCH = {5.0: 2.0, 6.3: 2.5, 8.0: 3.5, 10.0: 5.0, 12.5: 5.0}  # of a standing electrolytic capacitor, by diameter
CANS = {  # uF, V -> diameter and length
    (47, 50): ((6.3, 11),),
    (47, 63): ((6.3, 11),),
    (47, 100): ((10, 12.5),),
    (100, 25): ((6.3, 11),),
    (100, 50): ((8, 11.5), (10, 12.5)),
    (100, 63): ((10, 12.5),),
    (220, 10): ((6.3, 11),),
    (220, 16): ((8, 11.5),),
    (220, 25): ((8, 11.5), (10, 12.5)),
    (220, 35): ((10, 12.5),),
    (220, 50): ((10, 12.5), (10, 16)),
    (470, 10): ((8, 11.5), (10, 12.5)),
    (470, 16): ((8, 11.5), (10, 12.5)),
    (470, 25): ((10, 12.5), (10, 16)),
    (470, 35): ((10, 20), (12.5, 20)),
}
FLAT_CANS = {47: 25, 100: 16, 220: 6.3}  # uF -> most V, in a can of 6.3 x 5.4 mm
CERAMICS = {  # size, stuff, V -> most uF
    ("0603", "X7R", 25): 1.0,
    ("0805", "X7R", 25): 1.0,
    ("0805", "X5R", 16): 10.0,
    ("1206", "X5R", 10): 47.0,
}
FUSES_A = (0.5, 0.65, 0.75, 0.9, 1.1, 1.35, 1.6, 1.85, 2.5, 3.0, 4.0, 4.5)  # held by radial PTCs, legs 5 mm apart
DOMES = {"PTS645": (1.3, 1.6, 2.0, 2.6)}  # N. Source: C&K PTS645 data sheet, "Actuation force"
CAN = re.compile(r"(\d+) uF (\d+) V, ([\d.]+) x ([\d.]+)(, legs bent)?")
FARADS = {"nF": 0.001, "uF": 1.0}


def unusual(kind: Kind, value: str) -> Iterator[str]:
    """What no shop has of a part of this kind and value; nothing if all is well."""
    yield from _package(kind)
    yield from _pitch(kind)
    if kind.letter == "F":
        yield from fuse_faults(kind.about)
    if kind.footprint in ("C_0603", "C_0805", "C_1206"):
        yield from _ceramic(kind.about, value)
    if kind.footprint == "C_can_6.3":
        yield from _flat_can(kind.about, value)
    for series, forces in DOMES.items():
        found = re.search(r"dome of ([\d.]+) N", kind.about)
        if found and series + " type" in kind.about and float(found[1]) not in forces:
            yield f"{kind.about}: {series} is not made with {found[1]} N"


def fuse_faults(about: str) -> Iterator[str]:
    """Of resettable fuses: every current that is named before an A or an `or`."""
    for amperes in re.findall(r"([\d.]+) (?:A|or)\b", about):
        if float(amperes) not in FUSES_A:
            yield f"{about}: none holds {amperes} A"


def _package(kind: Kind) -> Iterator[str]:
    word = PACKAGES.get(kind.footprint, "")
    if is_flat(kind) and not word:
        yield f"{kind.about}: no package is known for the pads {kind.footprint}"
    if word not in kind.about:
        yield f"{kind.about}: its pads are for {word}"


def is_flat(kind: Kind) -> bool:
    return any("_SMD:" in land or "Package_SO:" in land for land in LANDS.get(kind.footprint, ()))


def pitch_of(kind: Kind) -> float:
    """From pin 1 to pin 2, as the names of KiCad's footprints have it."""
    return next(mm for land in LANDS[kind.footprint] for word, mm in PITCHED.items() if word in land)


def _pitch(kind: Kind) -> Iterator[str]:
    """The words about its wires are one of the usual pitches, and that of its pads."""
    said = re.search(r"pitch ([\d.]+) mm", kind.about)
    if not said:
        return
    pitch = float(said[1])
    drawn = pitch_of(kind)
    if pitch not in PITCHES or abs(pitch - drawn) > PITCH_PLAY:
        yield f"{kind.about}: its pads are {drawn:g} mm apart"


def _ceramic(about: str, value: str) -> Iterator[str]:
    size, stuff = re.search(r"0603|0805|1206", about), re.search(r"X5R|X7R", about)
    volts = re.search(r"(\d+) V", about)
    if not (size and stuff and volts):
        yield f"{about}: size, stuff and volts are not all told"
        return
    number, unit = value.split()
    most = CERAMICS.get((size[0], stuff[0], int(volts[1])), 0.0)
    if float(number) * FARADS[unit] > most:
        yield f"{about}: there is none of {value}"


def _flat_can(about: str, value: str) -> Iterator[str]:
    volts = re.search(r"(\d+) V", about)
    if not volts or int(volts[1]) > FLAT_CANS.get(int(value.split()[0]), 0):
        yield f"{about}: there is none of {value}"


def can_faults(can: str, kind: Kind, value: str) -> Iterator[str]:
    """What is wrong with a can that one is told to buy for this place, as `470 uF 16 V, 10 x 12.5`."""
    read = CAN.fullmatch(can)
    if not read or f"{read[1]} uF" != value:
        yield f"{can}: no can of {value}"
        return
    size = float(read[3]), float(read[4])
    if size not in CANS.get((int(read[1]), int(read[2])), ()):
        yield f"{can}: not a usual size"
    if size[0] > CAN_PLACE:
        yield f"{can}: its place is {CAN_PLACE:g} mm wide"
    if not read[5] and abs(CAN_PITCH[size[0]] - pitch_of(kind)) > PITCH_PLAY:
        yield f"{can}: its legs are {CAN_PITCH[size[0]]:g} mm apart"
