"""What the boards ask for exists: packages, pitches, values; and a kind or a can that does not is named."""

import re
from dataclasses import replace

import pytest

from hardware.model.kinds import KINDS, pins_in
from hardware.model.pico import PICO
from hardware.papers.bill import BOARDS, Line, feed, fuse_of
from hardware.papers.cost import wanted
from hardware.product import table as t
from hardware.product.supply import SUPPLIES
from tests.hardware.mutations import boards
from tests.hardware.usual import USUAL, can_faults, fuse_faults, unusual


@boards
def test_every_part_of_a_board_is_of_a_usual_size(board):
    kinds = {(part.kind, part.value) for part in board.parts}
    assert [fault for kind, value in kinds for fault in unusual(kind, value)] == []


@pytest.mark.parametrize(
    ("name", "value", "changed", "complaint"),
    [
        ("DOME", "1.0 N", {"about": "key 6 x 6 x 4.3 mm, dome of 1.0 N, PTS645 type"}, "not made with 1.0 N"),
        ("DOME", "1.0 N", {"about": "SMD key 6 x 6 x 5 mm, dome of 1.0 N"}, "its pads are for 6 x 6 x 4.3 mm"),
        ("C_47U", "47 uF", {"about": "ceramic capacitor 47 uF, X5R, 1206"}, "volts are not all told"),
        ("C_47U", "100 uF", {}, "there is none of 100 uF"),
        ("C_CHIP", "10 uF", {}, "there is none of 10 uF"),
        ("C_10U", "47 uF", {}, "there is none of 47 uF"),
        ("CP_CAN", "220 uF", {}, "there is none of 220 uF"),
        ("74LVC1G157", "", {"about": "74LVC1G157, SC-70"}, "its pads are for SOT-23-6"),
        ("74LVC1G157", "100 uF", {"footprint": "C_can_6.3"}, "its pads are for 6.3 x 5.4 mm"),
        ("PTC_INLET", "", {"about": "resettable fuse: 3 A or 4.2 A, lead pitch 5 mm"}, "none holds 4.2 A"),
        ("BUZZER", "5 V", {"about": "buzzer, lead pitch 6.5 mm"}, "its pads are 7.6 mm apart"),
        ("INLET", "5 V", {"about": "screw terminal, pitch 5.5 mm"}, "its pads are 5.08 mm apart"),
    ],
)
def test_a_kind_that_no_shop_has_is_named(name, value, changed, complaint):
    found = list(unusual(replace(KINDS[name], **changed), value))
    assert any(complaint in fault for fault in found), found


def electrolytics():
    """Every standing one of any board: its kind and value."""
    parts = (part for board in BOARDS for part in board.parts)
    return sorted({(p.kind, p.value) for p in parts if p.kind.footprint.startswith("C_radial")}, key=str)


@pytest.mark.parametrize(("kind", "value"), electrolytics(), ids=lambda each: getattr(each, "name", each))
def test_the_cans_one_is_told_to_buy_exist_and_fit_their_place(kind, value):
    offer = wanted(Line(1, kind.about, value, ""))
    cans = [offer.part, *offer.others]
    assert [fault for can in cans for fault in can_faults(can, kind, value)] == []


@pytest.mark.parametrize(
    ("can", "complaint"),
    [
        ("470 uF 50 V, 10 x 12.5", "not a usual size"),
        ("470 uF 35 V, 12.5 x 20", "its place is 10 mm wide"),
        ("470 uF 16 V, 8 x 11.5", "its legs are 3.5 mm apart"),
        ("220 uF 16 V, 10 x 12.5", "no can of 470 uF"),
        ("470 uF, any", "no can of 470 uF"),
    ],
)
def test_a_can_that_does_not_exist_or_fit_is_named(can, complaint):
    assert any(complaint in fault for fault in can_faults(can, KINDS["CP_HUB"], "470 uF"))
    assert list(can_faults("470 uF 16 V, 8 x 11.5, legs bent", KINDS["CP_HUB"], "470 uF")) == []


@pytest.mark.parametrize(
    ("name", "value", "room"), [("CP_HUB", "470 uF", t.PANEL_LOW - t.HUB_TOP), ("CP_BELOW", "220 uF", t.ROOM)]
)
def test_cans_are_lower_than_the_room_they_have(name, value, room):
    offer = wanted(Line(1, KINDS[name].about, value, ""))
    lengths = [float(can.split(" x ")[1].split(",")[0]) for can in (offer.part, *offer.others)]
    assert max(lengths) < room < 20.1
    assert t.PANEL_LOW - t.HUB_TOP < 16  # the next longer can would meet the panel


def test_each_supply_has_a_fuse_that_is_made_and_what_switches_it_bears_its_current():
    for supply in SUPPLIES:
        assert list(fuse_faults(fuse_of(supply))) == []
        for item in feed(supply):
            offer = wanted(item.line)
            if item.line.about.startswith("rocker switch"):
                rated = [float(re.search(r"(\d+) A", part)[1]) for part in (offer.part, *offer.others)]
                assert min(rated) >= supply.gives_ma / 1000
    assert list(fuse_faults("resettable fuse, holds 4.2 A")) != []


def test_the_long_screws_one_is_told_to_buy_have_heads_that_can_be_sunk():
    offer = wanted(Line(1, "screws M2.5, countersunk, steel, 35 long", "", ""))
    assert {part.split(", ")[1] for part in (offer.part, *offer.others)} <= {*USUAL["countersunk"]}


# -- pins; where pads are is compared with KiCad's library, in test_kicad


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
