"""Parts as their makers make them: the pins of chips, and where the leads of parts that are soldered are."""

import pytest

from hardware.layout.footprints import FOOTPRINTS, footprint
from hardware.model.kinds import AHC125, HC138, HC251, RC522
from hardware.model.pico import PICO

PINS = {  # from pin 1 on. Source: the makers' datasheets, pin assignments
    HC138: "A0 A1 A2 /E0 /E1 E2 /Y7 GND /Y6 /Y5 /Y4 /Y3 /Y2 /Y1 /Y0 VCC",
    HC251: "I3 I2 I1 I0 Z /Z /OE GND S2 S1 S0 I7 I6 I5 I4 VCC",
    AHC125: "/1OE 1A 1Y /2OE 2A 2Y GND 3Y 3A /3OE 4Y 4A /4OE VCC",
    RC522: "SDA SCK MOSI MISO IRQ GND RST 3V3",
    PICO: "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS",
}


@pytest.mark.parametrize("kind", PINS, ids=lambda kind: kind.name)
def test_the_pins_of_a_part_are_those_of_its_datasheet(kind):
    assert [pin.name for pin in sorted(kind.pins, key=lambda pin: int(pin.number))] == PINS[kind].split()
    assert {pad.number for pad in footprint(kind.footprint).pads if pad.number} == {pin.number for pin in kind.pins}


def pads(name, middle=(0, 0)):
    """Number -> where it is, from a point of the footprint; bare holes by their size."""
    x, y = middle
    return {pad.number or f"{pad.size}": (round(pad.x - x, 2), round(pad.y - y, 2)) for pad in footprint(name).pads}


def test_a_chip_counts_down_its_left_side_and_up_its_right():
    assert [pads("DIP16")[n] for n in ("1", "8", "9", "16")] == [(0, 0), (0, 17.78), (7.62, 17.78), (7.62, 0)]
    assert [pads("DIP14")[n] for n in ("7", "8", "14")] == [(0, 15.24), (7.62, 15.24), (7.62, 0)]


def test_a_pico_lies_face_down_its_usb_between_pins_40_and_1():
    found = pads("Pico_below")
    assert [found[n] for n in ("1", "20", "21", "40")] == [(17.78, 0), (17.78, 48.26), (0, 48.26), (0, 0)]


def test_a_key_has_its_legs_where_an_mx_switch_has_them():
    """From its middle, seen from above. Source: Cherry, "MX Series", drawing of the hole pattern."""
    found = pads("Key_MX", middle=(3.81, 2.54))
    assert (found["1"], found["2"], found["4.0"]) == ((-3.81, -2.54), (2.54, -5.08), (0, 0))
    pegs = [round(pad.x - 3.81, 2) for pad in footprint("Key_MX").pads if pad.size == 1.7]
    assert pegs == [-5.08, 5.08]


def test_a_flat_cables_header_counts_across_its_two_columns_and_below_the_board_mirrored():
    above, below = pads("Header_2x08"), pads("Header_2x08_below")
    assert (above["1"], above["2"], above["3"], above["16"]) == ((0, 0), (2.54, 0), (0, 2.54), (2.54, 17.78))
    assert below == {number: (-x, y) for number, (x, y) in above.items()}
    assert mirrored(FOOTPRINTS["Header_2x08"].silk[1]) == set(FOOTPRINTS["Header_2x08_below"].silk[1])


def mirrored(line):
    return {(-x, y) for x, y in line}


@pytest.mark.parametrize("name", ["C_radial", "Buzzer"])
def test_the_plus_of_a_part_is_printed_at_its_first_lead(name):
    for mark in FOOTPRINTS[name].silk[1:]:
        assert all(x < pads(name)["2"][0] / 2 for x, _ in mark)
