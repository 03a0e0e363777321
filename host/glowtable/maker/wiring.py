"""Which wire goes from which pin of a Pico to what, read from a board's description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from glowpico.board import COLUMNS, NONE
from glowtable.device.boards import Board, is_direct
from glowtable.device.troubles import key_of
from glowtable.grid import ROWS, seat_name
from glowtable.messages import Message, say

_HEADER = (  # Source: Pico datasheet, "Pinout"
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS"
)
HEADER = _HEADER.split()  # what is at pins 1 to 40
GROUNDS = (38, 33, 28, 23, 18, 13, 8, 3)  # the first part's ground wire goes to the first, and so on
USB_MA = 500  # more than this for LEDs, and they have a supply of their own
DATA = say("through 330 ohm")
DIODE = say("through a 1N4001, stripe at the LEDs")
SUPPLY = say("the LEDs' own 5 V supply")
HALVED = say("from two 10 kOhm in series")
TONE = say("through 100 ohm")
# What modules print at their pins for select, reset and supply
READER_PINS = {"mfrc522": ("SDA", "RST", "3.3V"), "pn532": ("SS", "RSTPDN", "VCC")}


class Wire(NamedTuple):
    """From a pin of the Pico, 1 to 40, or something else (0), to the end of a part; through what, if anything."""

    part: Message
    end: Message
    pin: int
    through: Message | None = None


def wires(board: Board) -> list[Wire]:
    """Every wire at the Pico, part by part; supply and ground only if nothing but wires is between."""
    found = [
        wire
        for part in (_column_wires, _row_wires, _light_wires, _reader_wires, _buzzer_wires, _sense_wires)
        for wire in part(board)
    ]
    if not is_direct(board):
        return found
    parts = [part for part in dict.fromkeys(wire.part for wire in found) if part not in (COLUMN_WIRES, ROW_WIRES)]
    grounds = dict(zip(parts, GROUNDS * 2, strict=False))
    return [wire._replace(pin=grounds[wire.part]) if wire.pin == GROUND else wire for wire in found]


GROUND = -1  # whichever pin is next
COLUMN_WIRES, ROW_WIRES = say("columns"), say("rows")


def pin_of(name: str | int) -> int:
    """The pin, 1 to 40, of a GPIO's number or of a supply's name."""
    return HEADER.index(f"GP{name}" if isinstance(name, int) else name) + 1


def row_name(row: int) -> str:
    """Rows of cells are a to f; those of keys after them have numbers from 7."""
    return ROWS[row] if row < len(ROWS) else str(row + 1)


def _column_wires(board: Board) -> Iterator[Wire]:
    for n, gpio in enumerate(board["columns"], 1):
        yield Wire(COLUMN_WIRES, say("column {n}", n=n), pin_of(gpio))


def _row_wires(board: Board) -> Iterator[Wire]:
    for n, gpio in enumerate(board["rows"]):
        end = say("row {name}", name=row_name(n)) if is_direct(board) else say("row code, bit {n}", n=n)
        if is_direct(board) and n >= len(ROWS):
            names = [key for key in key_names(board)[(n - len(ROWS)) * COLUMNS :][:COLUMNS] if key]
            end = say("row {name} of keys: {keys}", name=row_name(n), keys=", ".join(names))
        yield Wire(ROW_WIRES, end, pin_of(gpio))


def key_names(board: Board) -> list[str]:
    """Of each contact in the rows after those of the cells; "" where there is no key."""
    return ["" if key == NONE else key_of(key).key for key in board["keys"]]


def _light_wires(board: Board) -> Iterator[Wire]:
    settings = board["settings"]
    own = settings.get("budget_ma", USB_MA + 1) > USB_MA
    for part, gpio in ((say("LEDs"), board["cell_leds"]), (say("seats' LEDs"), board["seat_leds"])):
        if gpio != NONE:
            yield Wire(part, say("data in (DIN)"), pin_of(gpio), DATA)
        if gpio != NONE and is_direct(board):
            yield Wire(part, say("+5 V"), 0 if own else pin_of("VBUS"), SUPPLY if own else DIODE)
            yield Wire(part, say("GND; 470 uF between it and +5 V"), GROUND)


def _reader_wires(board: Board) -> Iterator[Wire]:
    """As the pins of an RC522 module stand in a row, or a PN532's with its names for them."""
    bus = dict(zip(("SCK", "MOSI", "MISO"), board["spi"], strict=True))
    if not is_direct(board):
        for name, gpio in [*bus.items(), ("RST", board["reader_reset"]), ("strobe", board["reader_strobe"])]:
            yield Wire(say("card readers"), say("{name}", name=name), pin_of(gpio))
        for n, gpio in enumerate(board["reader_code"]):
            yield Wire(say("card readers"), say("code, bit {n}", n=n), pin_of(gpio))
    select, reset, supply = READER_PINS[board["reader_type"]]
    for n, gpio in enumerate(board["reader_select"]):
        many = len(board["reader_select"]) > 1
        part = say("card reader {n}", n=seat_name(n)) if many else say("card reader")
        ends = {select: gpio, **bus, "GND": GROUND, reset: board["reader_reset"], supply: "3V3"}
        for name, at in ends.items():
            yield Wire(part, say("{name}", name=name), GROUND if at == GROUND else pin_of(at))


def _buzzer_wires(board: Board) -> Iterator[Wire]:
    if board["buzzer"] != NONE:
        yield Wire(say("buzzer"), say("one leg"), pin_of(board["buzzer"]), TONE)
        yield from [Wire(say("buzzer"), say("other leg"), GROUND)] * is_direct(board)


def _sense_wires(board: Board) -> Iterator[Wire]:
    for name, end in (("supply_sense", say("half of +5 V")), ("branch_sense", say("half of a branch"))):
        if board[name] != NONE:
            yield Wire(say("LEDs' supply"), end, pin_of(board[name]), HALVED)
