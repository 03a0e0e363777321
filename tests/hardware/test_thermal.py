"""The table's heat: panels and junctions keep their goals; six times the light or one P-FET for two does not."""

import pytest

from hardware.proofs import thermal
from hardware.proofs.thermal import claims, panel_rise_k, panel_watts
from tests.hardware.mutations import unkept


def test_panels_and_junctions_stay_cool_enough():
    assert unkept(claims()) == []
    assert len(list(claims())) == 4


def test_all_cells_lit_heat_the_panels_by_five_degrees():
    assert panel_watts() == pytest.approx(7.92)
    assert panel_rise_k() == pytest.approx(4.95)


@pytest.mark.parametrize(
    ("wrong", "missed"),
    [
        ({"cell_ma": 240}, "panels over the room, all cells at 240 mA"),
        ({"fets": 1}, "junction in a room of 40 C, P-FET of the inlet, one of 1, SOT-23"),
    ],
)
def test_too_much_light_or_a_single_p_fet_is_noticed(wrong, missed):
    assert unkept(claims(**wrong)) == [missed]


def test_a_pods_regulator_bears_a_reader_whose_field_is_on_all_the_time(monkeypatch):
    monkeypatch.setattr(thermal, "REGULATOR_A", 0.15)
    assert unkept(claims()) == ["junction in a room of 40 C, LDO of a pod, SOT-23"]
