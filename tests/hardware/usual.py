"""Whether what a board asks for is sold: what is wrong with a kind, or with a can to buy. See usual.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hardware.layout.lands import LANDS
from hardware.model.kinds import Kind

USUAL = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
PACKAGES, PLAY, CAN_PLACE = USUAL["packages"], USUAL["pitch_play"], USUAL["can_place"]
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
    for series, forces in USUAL["domes"].items():
        found = re.search(r"dome of ([\d.]+) N", kind.about)
        if found and series + " type" in kind.about and float(found[1]) not in forces:
            yield f"{kind.about}: {series} is not made with {found[1]} N"


def fuse_faults(about: str) -> Iterator[str]:
    """Of resettable fuses: every current that is named before an A or an `or`."""
    for amperes in re.findall(r"([\d.]+) (?:A|or)\b", about):
        if float(amperes) not in USUAL["fuses_a"]:
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
    return next(mm for land in LANDS[kind.footprint] for word, mm in USUAL["pitched"].items() if word in land)


def _pitch(kind: Kind) -> Iterator[str]:
    """The words about its wires are one of the usual pitches, and that of its pads."""
    said = re.search(r"pitch ([\d.]+) mm", kind.about)
    if not said:
        return
    pitch = float(said[1])
    drawn = pitch_of(kind)
    if pitch not in USUAL["pitches"] or abs(pitch - drawn) > PLAY:
        yield f"{kind.about}: its pads are {drawn:g} mm apart"


def _ceramic(about: str, value: str) -> Iterator[str]:
    size, stuff = re.search(r"0603|0805|1206", about), re.search(r"X5R|X7R", about)
    volts = re.search(r"(\d+) V", about)
    if not (size and stuff and volts):
        yield f"{about}: size, stuff and volts are not all told"
        return
    number, unit = value.split()
    most = USUAL["ceramics"].get(f"{size[0]} {stuff[0]} {volts[1]}", 0.0)
    if float(number) * FARADS[unit] > most:
        yield f"{about}: there is none of {value}"


def _flat_can(about: str, value: str) -> Iterator[str]:
    volts = re.search(r"(\d+) V", about)
    if not volts or int(volts[1]) > USUAL["flat_cans"].get(value.split()[0], 0):
        yield f"{about}: there is none of {value}"


def can_faults(can: str, kind: Kind, value: str) -> Iterator[str]:
    """What is wrong with a can that one is told to buy for this place, as `470 uF 16 V, 10 x 12.5`."""
    read = CAN.fullmatch(can)
    if not read or f"{read[1]} uF" != value:
        yield f"{can}: no can of {value}"
        return
    size, pitch = [float(read[3]), float(read[4])], USUAL["can_pitch"][f"{float(read[3]):g}"]
    if size not in USUAL["cans"].get(f"{read[1]} {read[2]}", ()):
        yield f"{can}: not a usual size"
    if size[0] > CAN_PLACE:
        yield f"{can}: its place is {CAN_PLACE:g} mm wide"
    if not read[5] and abs(pitch - pitch_of(kind)) > PLAY:
        yield f"{can}: its legs are {pitch:g} mm apart"
