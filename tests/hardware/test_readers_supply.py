"""The first table's readers have what they need at the worst; a smaller regulator or a weaker pull-down is noticed."""

import pytest

from hardware.model import power
from hardware.model.hub import HUB
from hardware.model.hub2 import HUB2
from hardware.proofs import readers
from tests.hardware.mutations import valued, with_kind, without

pytestmark = pytest.mark.hardware


def missed(hub=HUB, hub2=HUB2):
    return {claim.about for claim in readers.claims(hub, hub2) if not claim.is_kept}


def test_readers_have_current_and_volts_and_miso_is_low():
    assert missed() == set()


SILENT = "MISO with no answer, leakage of RP2350-E9"
MISTAKES = {
    "a regulator of 0.8 A": (with_kind("U6", rated_ma=800), "U6 (LD1086V33), all readers awake at power-on"),
    "a diode of 1 A": (with_kind("D1", rated_ma=1000), "D1 (SB220), all readers awake at power-on"),
    "a fuse of 1.1 A": (with_kind("F1", rated_ma=1100), "F1 (1.35 A), all readers awake at power-on"),
    "a fuse that holds 0.7 A": (with_kind("F1", rated_ma=700), "hub's fuse at 40 degrees, in play"),
    "100k at MISO": (valued("R16", "100k"), f"hub: {SILENT}"),
    "12k at MISO": (valued("R16", "12k"), f"hub: {SILENT}"),
    "nothing at MISO": (without("R16"), f"hub: {SILENT}"),
    "a resistor too strong for an answer": (valued("R16", "220"), "hub: MISO while an answer is high"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_on_the_hub_is_missed(name):
    change, claim = MISTAKES[name]
    assert claim in missed(change(HUB))


def test_the_second_hubs_miso_is_looked_at_too():
    assert missed(hub2=valued("R10", "100k")(HUB2)) == {f"hub2: {SILENT}"}


def test_thin_cables_take_the_last_banks_volts(monkeypatch):
    assert readers.along_mv() == pytest.approx(312, abs=5)
    monkeypatch.setattr(readers, "CONTACT_OHM", 0.1)
    assert missed() == {"volts at the last bank, all readers awake"}


def test_all_readers_are_counted_awake_once():
    assert power.BOOT_READERS_MA == 44 * power.AWAKE_READER_MA + 7 * power.CHIPS_MA == 1007


def test_the_table_of_states_says_which_is_a_fault():
    head, *rows = readers.compared()
    assert all(len(row) == len(head) for row in rows)
    assert [row[-1] == "it limits itself" for row in rows] == [False, False, False, True]
