"""The hub board: Pico, row and bank decoders, LED data at 5 V, supplies of logic and card readers, connectors."""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.grid import seat_name

from hardware.model.bank import bus_nets
from hardware.model.board import Board, Part, across, part, wired
from hardware.model.kinds import (
    AHCT125,
    BULK,
    BUZZER,
    CAPACITOR,
    DIODE,
    EXPANSION,
    GROUND,
    HC138,
    INPUT,
    MATRIX,
    NPN,
    OUTPUT,
    POD,
    POLYFUSE,
    POWER_5V,
    RAIL_3V3,
    RAIL_5V,
    READERS_3V3,
    REGULATOR,
    RESISTOR,
    SCHOTTKY_2A,
    TABLE_KEYS,
    Kind,
    bus,
    leds,
)
from hardware.model.pico import PICO, USES, pico_nets
from hardware.model.power import CELL_LEDS_MA, RUNNING_READERS_MA, SEAT_LEDS_MA
from hardware.model.row import SIDE, matrix_nets

SEATS = 6
KEY_ROWS = {"CONFIRM": "ROW6", "PASS": "ROW7", "UNDO": "ROW8"}
TABLE_ROW = "ROW9"
BANK_OF_OUTPUT = {n: f"BANK{n}" for n in range(7)}
_TO_READERS = ("SCK", "MOSI", "RD_RST", "A0", "A1", "A2", *BANK_OF_OUTPUT.values())
BUS = bus("READER_BUS", {**dict.fromkeys(_TO_READERS, INPUT), "MISO": OUTPUT}, draws_ma=RUNNING_READERS_MA)
DRIVEN = {"SCK": "SCK0", "MOSI": "MOSI0"}  # the bus, behind its resistors
BUS_OHM, MISO_OHM = "56", "8.2k"  # a larger one at MISO loses against the leakage of an RP2350's pin: erratum E9
CELL_CHAIN, SEAT_CHAIN = leds("LED_CELLS", CELL_LEDS_MA), leds("LED_SEATS", SEAT_LEDS_MA)


def outputs(names: dict[int, str]) -> dict[str, str | None]:
    """The eight outputs of a decoder; those without a name stay open."""
    return {f"/Y{n}": names.get(n) for n in range(8)}


def decoder(ref: str, enables: tuple[str, str, str], names: dict[int, str]) -> Part:
    code = {"A0": "B0", "A1": "B1", "A2": "B2"}
    chosen = dict(zip(("/E0", "/E1", "E2"), enables, strict=True))
    return wired(ref, HC138, "74HC138", {**code, **chosen, **outputs(names), "VCC": RAIL_3V3, "GND": GROUND})


def logic() -> Iterator[Part]:
    rest = {"RUN": None, "ADC_VREF": None, "3V3_EN": None, "VBUS": None}
    supplies = {"VSYS": "VSYS", "3V3": RAIL_3V3, "GND": GROUND, "AGND": GROUND}
    yield wired("U1", PICO, "Pico", {**pico_nets(USES), **rest, **supplies})
    yield decoder("U2", ("B3", GROUND, RAIL_3V3), {n: f"ROW{n}" for n in range(8)})
    yield decoder("U3", (GROUND, GROUND, "B3"), {0: "ROW8", 1: "ROW9"})
    yield decoder("U4", ("RD_STB", GROUND, RAIL_3V3), BANK_OF_OUTPUT)
    buffers: dict[str, str | None] = {"/1OE": GROUND, "1A": "LED_CELLS", "1Y": "CELLS_OUT"}
    buffers |= {"/2OE": GROUND, "2A": "LED_SEATS", "2Y": "SEATS_OUT"}
    for spare in ("3", "4"):
        buffers |= {f"/{spare}OE": RAIL_5V, f"{spare}A": GROUND, f"{spare}Y": None}
    yield wired("U5", AHCT125, "74AHCT125", {**buffers, "VCC": RAIL_5V, "GND": GROUND})
    yield part("U6", REGULATOR, "LD1086V33", IN="VSYS", OUT=READERS_3V3, GND=GROUND)


def supply() -> Iterator[Part]:
    yield wired("J1", POWER_5V, "5 V in", {"5V": "VIN", "GND": GROUND})
    yield across("F1", POLYFUSE, "1.35 A", "VIN", RAIL_5V)
    yield across("D1", SCHOTTKY_2A, "SB220", "VSYS", RAIL_5V)
    yield across("C1", BULK, "470 uF", RAIL_5V, GROUND)
    yield across("R1", RESISTOR, "10k", RAIL_5V, "V5_SENSE")
    yield across("R2", RESISTOR, "10k", "V5_SENSE", GROUND)
    for ref, net in (("C2", RAIL_3V3), ("C3", RAIL_3V3), ("C4", RAIL_3V3), ("C5", RAIL_5V), ("C6", "VSYS")):
        yield across(ref, CAPACITOR, "100 nF", net, GROUND)
    yield across("C7", BULK, "47 uF", READERS_3V3, GROUND)
    yield across("C8", CAPACITOR, "100 nF", "V5_SENSE", GROUND)


def pulls() -> Iterator[Part]:
    for n in range(SIDE):
        yield across(f"R{5 + n}", RESISTOR, "10k", RAIL_3V3, f"COL{n}")
    yield across("R11", RESISTOR, "4.7k", RAIL_3V3, "SDA")
    yield across("R12", RESISTOR, "4.7k", RAIL_3V3, "SCL")
    yield across("R13", RESISTOR, "10k", RAIL_3V3, "RD_STB")
    yield across("R14", RESISTOR, "10k", "RD_RST", GROUND)
    yield across("R16", RESISTOR, MISO_OHM, "MISO", GROUND)
    for ref, line in (("R17", "SCK"), ("R18", "MOSI")):
        yield across(ref, RESISTOR, BUS_OHM, line, f"{line}0")


def light_and_sound() -> Iterator[Part]:
    yield across("R3", RESISTOR, "330", "CELLS_OUT", "CELLS_DATA")
    yield across("R4", RESISTOR, "330", "SEATS_OUT", "SEATS_DATA")
    yield across("R15", RESISTOR, "470", "BUZZ", "BUZZ_BASE")
    yield part("Q1", NPN, "2N3904", B="BUZZ_BASE", E=GROUND, C="BUZZ_LOW")
    yield across("BZ1", BUZZER, "5 V", RAIL_5V, "BUZZ_LOW")
    yield across("D2", DIODE, "1N4148", RAIL_5V, "BUZZ_LOW")


def connectors() -> Iterator[Part]:
    yield wired("J2", MATRIX, "Grid", matrix_nets())
    yield data_end("J3", CELL_CHAIN, "Cell LEDs", "CELLS_DATA")
    yield data_end("J4", SEAT_CHAIN, "Seat LEDs", "SEATS_DATA")
    yield wired("J5", BUS, "Readers", bus_nets(DRIVEN))
    yield wired("J6", EXPANSION, "I2C", {"GND": GROUND, "3V3": RAIL_3V3, "SDA": "SDA", "SCL": "SCL"})
    for seat in range(SEATS):
        yield wired(f"J{7 + seat}", POD, f"Seat {seat_name(seat)}", {**KEY_ROWS, "SEAT": f"COL{seat}"})
    columns = {f"C{n}": f"COL{n}" for n in range(SIDE)}
    yield wired("J13", TABLE_KEYS, "Table keys", {"ROW": TABLE_ROW, **columns})


def data_end(ref: str, kind: Kind, value: str, net: str) -> Part:
    return wired(ref, kind, value, {"GND": GROUND, "DATA": net, "5V": None})


PULLED = {
    **{f"COL{n}": (RAIL_3V3,) for n in range(SIDE)},
    "SDA": (RAIL_3V3,),
    "SCL": (RAIL_3V3,),
    "RD_STB": (RAIL_3V3,),  # no reader is selected while the Pico starts
    "RD_RST": (GROUND,),  # and all are off
    "MISO": (GROUND,),  # without a reader the line reads as no answer
    "V5_SENSE": (RAIL_5V, GROUND),
}
HUB = Board("hub", "Glowtable hub", (*logic(), *supply(), *pulls(), *light_and_sound(), *connectors()), PULLED)
