"""The second table's first power-on asks for nothing that a board has not, and its figures are the model's."""

from dataclasses import replace

import pytest
from glowpico.loop import FED_MV

from hardware.model.hub2 import HUB2
from hardware.model.panel import QUARTER
from hardware.papers.readings import dark_ma, divided, point_of, readings, table
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


def test_limits_are_ordered_and_those_of_the_program():
    assert all(each.low < each.high for each in readings() if not each.expect)
    (backwards,) = [each for each in readings() if each.net == "+5V" and each.low == 0 and not each.expect]
    assert backwards.high == FED_MV[0] / 1000


def test_what_is_halved_and_what_dark_lights_draw_is_asked_of_the_boards():
    assert divided(HUB2, "V5_SENSE") == 0.5
    other = tuple(part._replace(value="20k") if part.ref == "R4" else part for part in HUB2.parts)
    assert divided(replace(HUB2, parts=other), "V5_SENSE") == pytest.approx(2 / 3)
    assert dark_ma(QUARTER) == 36
