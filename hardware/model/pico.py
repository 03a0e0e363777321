"""The Pico as a part: which net is on which of its pins, read off the firmware's own board.py.

Refuses a pin that has two uses, one that is not on the header, and one that cannot do what its net needs.
Source of the functions: RP2040 datasheet, "GPIO Functions" (table 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from glowpico.board import SCL, SDA, TABLE
from glowtable.messages import USAGE, UserError, say

from hardware.model.kinds import BOTH, GROUND, INPUT, OUTPUT, PASSIVE, POWER_IN, POWER_OUT, Kind, Pin

GPIOS = (*range(23), 26, 27, 28)
MODULE_PINS = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34)
HEADER = dict(zip(GPIOS, MODULE_PINS, strict=True))  # GPIO -> pin of the module
ANY, SPI_IN, SPI_OUT, SPI_CLOCK, ANALOG = "SIO", "SPI0_RX", "SPI0_TX", "SPI0_SCK", "ADC"
PICO_MA = 110  # RP2040 at 200 MHz with flash and USB; a Pico W with its radio off draws no more
OTHERS_3V3_MA = 300  # what the module may give away. Source: Pico datasheet, "Powering Pico"


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
    nets = nets_by_gpio(uses)
    gpios = {module_pin: gpio for gpio, module_pin in HEADER.items()}
    return Kind(
        "PICO_SENSING",
        "U",
        "Pico_below",
        "Raspberry Pi Pico or Pico 2, with headers on the side of its chips, and two sockets 1 x 20",
        tuple(
            _gpio_pin(number, gpios[number], uses.get(nets.get(gpios[number], "")))
            if number in gpios
            else OTHER_PINS[number]
            for number in range(1, 41)
        ),
        passes=(("VSYS", "3V3"),),
        rated_ma=OTHERS_3V3_MA,
    )


def _gpio_pin(number: int, gpio: int, use: Use | None) -> Pin:
    return Pin(str(number), f"GP{gpio}", use.type if use else PASSIVE)


OTHER_PINS = {
    **{number: Pin(str(number), "GND", POWER_IN, wants=GROUND) for number in (3, 8, 13, 18, 23, 28, 38)},
    30: Pin("30", "RUN", INPUT, may_float=True),
    33: Pin("33", "AGND", POWER_IN, wants=GROUND),
    35: Pin("35", "ADC_VREF", PASSIVE),
    36: Pin("36", "3V3", POWER_OUT, gives_ma=OTHERS_3V3_MA),
    37: Pin("37", "3V3_EN", INPUT, may_float=True),
    39: Pin("39", "VSYS", POWER_IN, draws_ma=PICO_MA),
    40: Pin("40", "VBUS", PASSIVE),
}
PICO = pico(USES)


def pico_nets(uses: Mapping[str, Use]) -> dict[str, str | None]:
    """What is on each GPIO of the module, by the pin's name."""
    nets = nets_by_gpio(uses)
    return {f"GP{gpio}": nets.get(gpio) for gpio in HEADER}
