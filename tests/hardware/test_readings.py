"""The table's first power-on asks for nothing that a board has not, and its figures are the model's."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from glowpico import strip
from glowpico.board import TABLE
from glowpico.trouble import FED_MV

import hardware
from hardware.model.boards import BAR, HUB2, NEEDS, QUARTER
from hardware.model.kinds import GROUND, KINDS, RAIL_3V3
from hardware.papers.readings import USB_ALONE_V, dark_ma, divided, point_of, readings, table
from hardware.product.supply import STARTS_SCATTER
from hardware.proofs.built import branches
from tests.hardware.mutations import moved, without


def test_every_reading_has_a_test_point_where_it_is_taken():
    taken = [(each.board, net) for each in readings() for net in each.nets]
    assert len(taken) > 12
    assert all(point_of(board, net) in table() for board, net in taken)
    assert {board.name for board, _ in taken} == {board.name for board, _ in NEEDS}


@pytest.mark.parametrize(("board", "ref", "net"), [(HUB2, "TP4", "VSYS"), (BAR, "TP3", "COL1"), (BAR, "TP7", "COL5")])
def test_a_reading_without_a_test_point_is_refused_by_its_net(board, ref, net):
    bare = without(ref)(board)
    (taken,) = [each for each in readings() if each.board is board and net in each.nets][:1]
    with pytest.raises(ValueError, match=f"{board.name} has no test point on {net}"):
        taken._replace(board=bare).where  # noqa: B018


def test_each_board_is_read_against_a_ground_that_it_has_or_that_is_named():
    for each in readings():
        has_ground = GROUND in each.board.nets
        assert not each.nets or has_ground or "against" in each.what, each
        assert not (each.nets and has_ground) or point_of(each.board, GROUND)


def test_every_key_of_the_bar_is_read_by_itself_and_every_wire_of_its_lead():
    alone, with_lead = (each for each in readings() if each.board is BAR)
    assert alone.nets == with_lead.nets == tuple(part.net("1") for part in BAR.parts if part.ref[:2] == "SW")
    assert alone.what.endswith(f"{point_of(BAR, 'ROW9')}")
    lines = {f"LINE{n}" for n in range(6)}
    pulls = [part.ref for part in HUB2.parts if {*part.nets.values()} in [{line, RAIL_3V3} for line in lines]]
    assert pulls == [f"R{n}" for n in range(51, 57)] and "R51 to R56" in with_lead.otherwise


def test_a_diode_of_the_bar_the_wrong_way_round_would_read_nothing():
    """Red lead, column, key, anode; cathode, row, black lead."""

    def conducts(bar):
        diodes = [part for part in bar.parts if part.kind is KINDS["D_CHIP"]]
        return len(diodes) == 6 and all(part.net("K") == "ROW9" for part in diodes)

    assert conducts(BAR) and not conducts(moved("D3", K="KEY3", A="ROW9")(BAR))


def test_every_branch_is_read_when_all_have_started():
    """`a second later` is later than the last switch."""
    latest = max(branch.starts_ms for branch in branches()) * (1 + STARTS_SCATTER)
    assert 10 < latest < 1000
    read = {net for each in readings() for net in each.nets}
    assert {f"BRANCH{n}" for n in range(len(branches()))} <= read


def test_what_leaks_back_from_usb_is_below_what_the_firmware_takes_for_a_supply():
    assert FED_MV[0] == USB_ALONE_V * 1000
    (backwards,) = [each for each in readings() if each.expect == f"under {USB_ALONE_V} V"]
    assert backwards.nets == ("+5V",)


def test_a_shorted_quarter_is_told_from_a_healthy_one():
    """A branch that is off adds nothing, and a healthy quarter with its light less than the most."""
    (current,) = [each for each in readings() if each.board is QUARTER and not each.nets]
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
    gpio = TABLE["cell_leds"]
    assert f"GP{gpio} " in text and f"machine.Pin({gpio}, " in text
    (green,) = re.findall(r"bytes\(\((\d+), 0, 0\)\) \* 4", text)
    assert 4 * strip.CHANNEL_MA * int(green) / 255 == pytest.approx(40, abs=0.5)
