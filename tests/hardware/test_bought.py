"""The pins of chips are those of their makers. Where pads are is compared with KiCad's library, in test_kicad."""

import pytest

from hardware.model.kinds import KINDS, pins_in
from hardware.model.pico import PICO

PINS = {  # from pin 1 on. Source: the makers' datasheets, pin assignments
    KINDS["74HC138"]: "A0 A1 A2 /E0 /E1 E2 /Y7 GND /Y6 /Y5 /Y4 /Y3 /Y2 /Y1 /Y0 VCC",
    KINDS["74HC251"]: "I3 I2 I1 I0 Z /Z /OE GND S2 S1 S0 I7 I6 I5 I4 VCC",
    KINDS["74AHC125"]: "/1OE 1A 1Y /2OE 2A 2Y GND 3Y 3A /3OE 4Y 4A /4OE VCC",
    KINDS["RC522"]: "SDA SCK MOSI MISO IRQ GND RST 3V3",
    PICO: "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS",
}


@pytest.mark.parametrize("kind", PINS, ids=lambda kind: kind.name)
def test_the_pins_of_a_part_are_those_of_its_datasheet(kind):
    assert [pin.name for pin in sorted(kind.pins, key=lambda pin: int(pin.number))] == PINS[kind].split()


@pytest.mark.parametrize("told", ["1", "1 VDD power", "1 VDD wants", "1 VDD power_in 5"])
def test_a_pin_that_is_told_otherwise_is_refused(told):
    with pytest.raises(ValueError, match=told):
        pins_in(f"2 GND wants GND; {told}")
