"""Parts as their makers make them: the pins of chips, and where the leads of parts that are soldered are."""

import pytest

from hardware.layout.footprints import FOOTPRINTS, footprint
from hardware.model.kinds import AHCT125, HC138, HC251, NPN, RC522, REGULATOR
from hardware.model.pico import PICO

PINS = {  # from pin 1 on. Source: the makers' datasheets, pin assignments
    HC138: "A0 A1 A2 /E0 /E1 E2 /Y7 GND /Y6 /Y5 /Y4 /Y3 /Y2 /Y1 /Y0 VCC",
    HC251: "I3 I2 I1 I0 Z /Z /OE GND S2 S1 S0 I7 I6 I5 I4 VCC",
    AHCT125: "/1OE 1A 1Y /2OE 2A 2Y GND 3Y 3A /3OE 4Y 4A /4OE VCC",
    NPN: "E B C",
    REGULATOR: "GND OUT IN",
    RC522: "SDA SCK MOSI MISO IRQ GND RST 3V3",
    PICO: "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS",
}


@pytest.mark.parametrize("kind", PINS, ids=lambda kind: kind.name)
def test_the_pins_of_a_part_are_those_of_its_datasheet(kind):
    assert [pin.name for pin in sorted(kind.pins, key=lambda pin: int(pin.number))] == PINS[kind].split()
    assert {pad.number for pad in footprint(kind.footprint).pads} == {pin.number for pin in kind.pins}


def pads(name, middle=(0, 0)):
    """Number -> where it is, from a point of the footprint; bare holes by their size."""
    x, y = middle
    return {pad.number or f"{pad.size}": (round(pad.x - x, 2), round(pad.y - y, 2)) for pad in footprint(name).pads}


def test_a_chip_counts_down_its_left_side_and_up_its_right():
    assert [pads("DIP16")[n] for n in ("1", "8", "9", "16")] == [(0, 0), (0, 17.78), (7.62, 17.78), (7.62, 0)]
    assert [pads("DIP14")[n] for n in ("7", "8", "14")] == [(0, 15.24), (7.62, 15.24), (7.62, 0)]


def test_a_pico_has_two_rows_of_twenty_its_usb_between_pins_1_and_40():
    found = pads("Pico")
    assert [found[n] for n in ("1", "20", "21", "40")] == [(0, 0), (0, 48.26), (17.78, 48.26), (17.78, 0)]
    assert min(y for _, y in FOOTPRINTS["Pico"].silk[1]) < 0


def test_a_key_has_its_legs_where_an_mx_switch_has_them():
    """From its middle, seen from above. Source: Cherry, "MX Series", drawing of the hole pattern."""
    found = pads("Key_MX", middle=(3.81, 2.54))
    assert (found["1"], found["2"], found["4.0"]) == ((-3.81, -2.54), (2.54, -5.08), (0, 0))
    pegs = [round(pad.x - 3.81, 2) for pad in footprint("Key_MX").pads if pad.size == 1.7]
    assert pegs == [-5.08, 5.08]


def test_a_flat_cables_header_counts_across_its_two_columns_and_below_the_board_mirrored():
    above, below = pads("Header_2x07"), pads("Header_2x07_below")
    assert (above["1"], above["2"], above["3"], above["14"]) == ((0, 0), (2.54, 0), (0, 2.54), (2.54, 15.24))
    assert below == {number: (-x, y) for number, (x, y) in above.items()}
    assert mirrored(FOOTPRINTS["Header_2x07"].silk[1]) == set(FOOTPRINTS["Header_2x07_below"].silk[1])


def mirrored(line):
    return {(-x, y) for x, y in line}


def test_a_transistor_shows_its_flat_side_to_whoever_stands_below_and_a_regulator_its_tab_behind():
    (outline,) = FOOTPRINTS["TO92_wide"].silk
    assert width_at(outline, min) < width_at(outline, max)
    _, tab = FOOTPRINTS["TO220"].silk
    assert all(y < -footprint("TO220").pads[0].size / 2 for _, y in tab)


def width_at(outline, end):
    """How long the edge of an outline is at its top (min) or bottom (max)."""
    edge = end(y for _, y in outline)
    along = [x for x, y in outline if y == edge]
    return max(along) - min(along)


@pytest.mark.parametrize("name", ["D_DO35", "D_DO15"])
def test_the_band_of_a_diode_is_at_its_cathode(name):
    *_, band = FOOTPRINTS[name].silk
    first, second = (pads(name)[number][0] for number in "12")
    assert abs(band[0][0] - first) < abs(band[0][0] - second)


@pytest.mark.parametrize("name", ["C_radial", "Buzzer"])
def test_the_plus_of_a_part_is_printed_at_its_first_lead(name):
    for mark in FOOTPRINTS[name].silk[1:]:
        assert all(x < pads(name)["2"][0] / 2 for x, _ in mark)
