"""An answer is back before the Pico takes it in, at the rate the firmware begins with; at twice the rate it is not."""

import pytest
from glowpico import settings
from glowpico.board import NFC_READER_HZ, READER_HZ

from hardware.made import stale
from hardware.model.boards import HUB2, POD
from hardware.proofs import answer
from tests.hardware.mutations import valued, without

pytestmark = pytest.mark.hardware


def missed(hz=None):
    return {claim.about.split(" MHz")[0] for claim in answer.claims(hz) if not claim.is_kept}


def test_the_results_are_those_of_these_lines():
    assert stale(answer.FOLDER, {answer.RESULTS: answer.made_from()}) == [], "run: make renew R=hardware"


def test_every_answer_is_back_in_time():
    assert missed() == set()


def test_a_clock_that_is_too_fast_is_noticed():
    assert missed(4_000_000) == {f"{name}, 4" for name in answer.WAYS}


def test_a_rate_is_one_that_settings_may_name():
    allowed = settings.SETTINGS["reader_hz"][1]
    assert {READER_HZ, NFC_READER_HZ} <= set(allowed)


@pytest.mark.parametrize(("volts", "ns"), [(4.5, 43), (2.0, 215)])
def test_a_multiplexer_is_as_slow_as_its_datasheet_says(volts, ns):
    assert answer.hc_ns(volts) == pytest.approx(ns, rel=0.01)
    assert answer.hc_ns(1.9) == float("inf")


SILENT = "MISO with no answer, leakage of RP2350-E9"


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        (valued("R10", "100k"), SILENT),
        (valued("R10", "12k"), SILENT),
        (without("R10"), SILENT),
        (valued("R10", "220"), "MISO while an answer is high"),
    ],
    ids=["100k", "12k", "none", "220"],
)
def test_a_pull_down_too_weak_or_too_strong_at_miso_is_missed(change, claim):
    assert [each.about for each in answer.claims(hub=change(HUB2)) if not each.is_kept] == [claim]


def test_each_line_of_a_way_ends_where_something_listens():
    for legs in answer.WAYS.values():
        for leg in legs:
            assert bool(leg.lines) != bool(leg.ns), leg.about
            assert all(set(tree.ends) <= {node for node, _ in tree.loads} for tree in leg.lines)


@pytest.mark.kicad
def test_ngspice_says_the_same_again():
    assert answer.computed() == pytest.approx(answer.kept(), abs=0.2)


@pytest.mark.kicad
def test_ngspice_hears_a_pods_resistor():
    def from_reader_ns(pod):
        (leg,) = [leg for leg in answer.way(800, HUB2, pod) if leg.about == "from the reader"]
        return answer.line_ns(leg.lines[0])

    assert from_reader_ns(valued("R2", "2.2k")(POD)) > 4 * from_reader_ns(POD)
    assert from_reader_ns(without("R2")(POD)) < from_reader_ns(POD)
