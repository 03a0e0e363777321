"""The second table's first power-on asks for nothing that a board has not, and its figures are the model's."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from glowpico import pins, strip
from glowpico.loop import FED_MV

import hardware
from hardware.model.hub2 import HUB2
from hardware.model.panel import QUARTER
from hardware.papers.readings import USB_ALONE_V, dark_ma, divided, point_of, readings, table
from hardware.product.supply import STARTS_SCATTER
from hardware.proofs.built import branches


def test_every_reading_has_a_test_point_where_it_is_taken():
    taken = [each for each in readings() if each.net]
    assert len(taken) > 12
    assert all(point_of(each.board, each.net) in table() for each in taken)
    assert {each.board.name for each in taken} == {"hub2", "quarter", "pod"}


def test_a_reading_without_a_test_point_is_refused_by_its_net():
    bare = replace(HUB2, parts=tuple(part for part in HUB2.parts if part.ref != "TP4"))
    with pytest.raises(ValueError, match="hub2 has no test point on VSYS"):
        point_of(bare, "VSYS")


def test_every_branch_is_read_when_all_have_started():
    """`a second later` is later than the last switch."""
    latest = max(branch.starts_ms for branch in branches()) * (1 + STARTS_SCATTER)
    assert 10 < latest < 1000
    read = {each.net for each in readings()}
    assert {f"BRANCH{n}" for n in range(len(branches()))} <= read


def test_what_leaks_back_from_usb_is_below_what_the_firmware_takes_for_a_supply():
    assert FED_MV[0] == USB_ALONE_V * 1000
    (backwards,) = [each for each in readings() if each.expect == f"under {USB_ALONE_V} V"]
    assert backwards.net == "+5V"


def test_a_shorted_quarter_is_told_from_a_healthy_one():
    """A branch that is off adds nothing, and a healthy quarter with its light less than the most."""
    (current,) = [each for each in readings() if each.board.name == "quarter" and each.net is None]
    low, high = map(int, re.findall(r"\d+", current.expect))
    lamp_ma = (5 - 2) / 2.2
    assert 0 < low < dark_ma(QUARTER) / 2 and high > dark_ma(QUARTER) + lamp_ma


def test_what_is_halved_and_what_dark_lights_draw_is_asked_of_the_boards():
    assert divided(HUB2, "V5_SENSE") == 0.5
    other = tuple(part._replace(value="20k") if part.ref == "R4" else part for part in HUB2.parts)
    assert divided(replace(HUB2, parts=other), "V5_SENSE") == pytest.approx(2 / 3)
    assert dark_ma(QUARTER) == 36


def test_the_kit_is_lit_by_the_tables_pin_with_as_much_as_the_proofs_take():
    text = (Path(hardware.__file__).parent / "COUPON.md").read_text("utf-8")
    assert f"GP{pins.CELL_LEDS} " in text and f"machine.Pin({pins.CELL_LEDS}, " in text
    (green,) = re.findall(r"bytes\(\((\d+), 0, 0\)\) \* 4", text)
    assert 4 * strip.CHANNEL_MA * int(green) / 255 == pytest.approx(40, abs=0.5)
