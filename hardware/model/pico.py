"""The Pico as a part: which net is on which of its pins, read off the firmware's own board.py.

Refuses a pin that has two uses, one that is not on the header, and one that cannot do what its net needs.
Source of the functions: RP2040 datasheet, "GPIO Functions" (table 2).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from glowpico.board import SCL, SDA, TABLE
from glowtable.messages import USAGE, UserError, say

from hardware.model.kinds import BOTH, INPUT, KINDS, OUTPUT, Kind

MODULE = KINDS["PICO_SENSING"]  # as kinds.toml tells it: its GPIOs without types
HEADER = {int(pin.name[2:]): int(pin.number) for pin in MODULE.pins if re.fullmatch(r"GP\d+", pin.name)}
ANY, SPI_IN, SPI_OUT, SPI_CLOCK, ANALOG = "SIO", "SPI0_RX", "SPI0_TX", "SPI0_SCK", "ADC"
PICO_MA = MODULE.pin("VSYS").draws_ma


class Use(NamedTuple):
    """What a net needs of its GPIO."""

    gpio: int
    function: str = ANY
    type: str = OUTPUT


def _lines(name: str, gpios: tuple[int, ...], type: str) -> dict[str, Use]:
    return {f"{name}{n}": Use(gpio, ANY, type) for n, gpio in enumerate(gpios)}


SCK, MOSI, MISO = TABLE["spi"]
USES = {
    **_lines("COL", TABLE["columns"], INPUT),
    **_lines("B", TABLE["rows"], OUTPUT),
    **_lines("A", TABLE["reader_code"], OUTPUT),
    "RD_RST": Use(TABLE["reader_reset"]),
    "BUZZ": Use(TABLE["buzzer"], "PWM"),
    "LED_CELLS": Use(TABLE["cell_leds"]),
    "MISO": Use(MISO, SPI_IN, INPUT),
    "RD_STB": Use(TABLE["reader_strobe"]),
    "SCK": Use(SCK, SPI_CLOCK),
    "MOSI": Use(MOSI, SPI_OUT),
    "SDA": Use(SDA, "I2C0_SDA", BOTH),
    "SCL": Use(SCL, "I2C0_SCL", BOTH),
    "LED_SEATS": Use(TABLE["seat_leds"]),
    "V5_SENSE": Use(TABLE["supply_sense"], ANALOG, INPUT),
    "SENSE": Use(TABLE["branch_sense"], ANALOG, INPUT),  # settings.json says `branch_sense`
}


def functions(gpio: int) -> set[str]:
    """What this GPIO of an RP2040 or RP2350 can do, of all that a table might ask."""
    spi = ("RX", "CS", "SCK", "TX")[gpio % 4]
    i2c = ("SDA", "SCL")[gpio % 2]
    analog = {ANALOG} if gpio in (26, 27, 28) else set()
    return {ANY, "PWM", f"SPI{gpio // 8 % 2}_{spi}", f"I2C{gpio // 2 % 2}_{i2c}"} | analog


def nets_by_gpio(uses: Mapping[str, Use]) -> dict[int, str]:
    """GPIO -> net; UserError names the pin and the nets if that cannot be built."""
    nets: dict[int, str] = {}
    for net, use in uses.items():
        if use.gpio in nets:
            first = nets[use.gpio]
            raise UserError(
                say("GPIO {gpio} is used by {first} and by {net}", gpio=use.gpio, first=first, net=net), USAGE
            )
        if use.gpio not in HEADER:
            raise UserError(say("GPIO {gpio} of {net} is not on a Pico's header", gpio=use.gpio, net=net), USAGE)
        if use.function not in functions(use.gpio):
            needs = say("GPIO {gpio} cannot be {function}, which {net} needs", net=net, **use._asdict())
            raise UserError(needs, USAGE)
        nets[use.gpio] = net
    return nets


def pico(uses: Mapping[str, Use]) -> Kind:
    """The module with its GPIOs typed as the firmware uses them."""
    types = {f"GP{gpio}": uses[net].type for gpio, net in nets_by_gpio(uses).items()}
    return replace(MODULE, pins=tuple(pin._replace(type=types.get(pin.name, pin.type)) for pin in MODULE.pins))


PICO = pico(USES)


def pico_nets(uses: Mapping[str, Use]) -> dict[str, str | None]:
    """What is on each GPIO of the module, by the pin's name."""
    nets = nets_by_gpio(uses)
    return {f"GP{gpio}": nets.get(gpio) for gpio in HEADER}
