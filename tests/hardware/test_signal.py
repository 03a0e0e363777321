"""The readers' lines: what ngspice said of them is fresh, keeps its goals, and a clock without buffers does not."""

import pytest

from hardware.made import stale
from hardware.proofs import signal, spice
from hardware.proofs.signal import FOLDER, RESULTS

pytestmark = pytest.mark.hardware


def test_the_results_are_those_of_these_decks():
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [], "run: make renew R=hardware"


def test_control_another_resistor_makes_them_stale(monkeypatch):
    monkeypatch.setattr(signal.bus, "CABLE_OHM", 90.0)
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [f"{RESULTS} was made from something else"]


def test_the_lines_are_clean():
    found = list(signal.claims())
    assert len(found) == 2 * 4 + 2
    assert [claim for claim in found if not claim.is_kept] == []


MISTAKES = {
    "a gate a port and no resistor": {"back within 0.8 to 2.0 V", "beyond the supplies", "an edge is seen"},
    "an unbuffered clock": {"back within 0.8 to 2.0 V", "beyond the supplies", "an edge is seen"},
}


def missed(claims):
    return {claim.about.split(": ")[-1] for claim in claims if not claim.is_kept}


@pytest.mark.parametrize("name", MISTAKES)
def test_an_unbuffered_clock_and_a_port_without_resistor_miss_their_goals(name):
    assert missed(signal.claims(begin=name)) == MISTAKES[name]


VERSIONS = spice.Seen(dip_v=0.01, beyond_v=0.01, edges=0, crossing_ns=0.15)  # what two of them may differ by


@pytest.mark.kicad
def test_ngspice_says_the_same_again():
    """Whatever its version: as many edges, and all else but for what rounding and its steps in time change."""
    found, kept = signal.computed(), signal.kept()
    assert list(found) == list(kept)
    for line, seen in found.items():
        apart = [abs(now - then) for now, then in zip(seen, kept[line], strict=True)]
        assert [each <= most for each, most in zip(apart, VERSIONS, strict=True)] == [True] * 4, line
