"""The readers' lines: what ngspice said of them is fresh, keeps its goals, and the first table's long bus does not."""

import pytest

from hardware.made import stale
from hardware.proofs import signal
from hardware.proofs.signal import FOLDER, RESULTS

pytestmark = pytest.mark.hardware


def test_the_results_are_those_of_these_decks():
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == []


def test_control_another_resistor_makes_them_stale(monkeypatch):
    monkeypatch.setattr(signal.bus, "CABLE_OHM", 90.0)
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [f"{RESULTS} was made from something else"]


def test_the_second_tables_lines_are_clean():
    found = list(signal.claims())
    assert len(found) == 8 + 2
    assert [claim for claim in found if not claim.is_kept] == []


MISTAKES = ("first table, 43 readers on one bus", "a gate a port and no resistor", "an unbuffered clock")


@pytest.mark.parametrize("name", MISTAKES)
def test_an_unbuffered_bus_and_a_port_without_resistor_miss_their_goals(name):
    assert [claim.is_kept for claim in signal.claims(begin=name)] == [False, False]
    assert max(seen.edges for case, seen in signal.kept().items() if case.startswith(name)) > 1


def test_every_reader_hangs_on_the_bus_and_both_lines_go_the_same_way():
    for variant, readers in (("buttons", 7), ("nfc", 43)):
        assert len(signal.present(variant, "SCK").ends) == readers
        assert signal.present(variant, "SCK") == signal.present(variant, "MOSI")


@pytest.mark.kicad
def test_ngspice_says_the_same_again():
    assert signal.computed() == signal.kept()
