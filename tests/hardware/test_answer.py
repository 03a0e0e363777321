"""An answer is back before the Pico takes it in, at the rate the firmware begins with; at twice the rate it is not."""

import pytest
from glowpico import pins, settings

from hardware.made import stale
from hardware.model.bank import BANK
from hardware.model.hub2 import HUB2
from hardware.model.pod import POD
from hardware.proofs import answer, readers
from hardware.proofs.bus import trees
from tests.hardware.mutations import valued, without

pytestmark = pytest.mark.hardware


def missed(hz=None):
    return {claim.about.split(" MHz")[0] for claim in answer.claims(hz) if not claim.is_kept}


def test_the_results_are_those_of_these_lines():
    assert stale(answer.FOLDER, {answer.RESULTS: answer.made_from()}) == [], "run: make renew R=hardware"


def test_every_answer_is_back_in_time():
    assert missed() == set()
    rates = [claim.about.split(", ")[-1].split(" MHz")[0] for claim in answer.claims()]
    assert rates == ["2", "1", "2", "2"]


@pytest.mark.parametrize(
    ("hz", "late"), [(4_000_000, {f"{name}, 4" for name in answer.WAYS}), (2_000_000, {"first table, 43 readers, 2"})]
)
def test_a_clock_that_is_too_fast_is_noticed_and_for_which_table(hz, late):
    assert missed(hz) == late


def test_a_rate_is_one_that_settings_may_name():
    allowed = settings.SETTINGS["reader_hz"][1]
    assert {pins.READER_HZ, pins.NFC_READER_HZ} <= set(allowed)


@pytest.mark.parametrize(("volts", "ns"), [(4.5, 43), (2.0, 215)])
def test_a_multiplexer_is_as_slow_as_its_datasheet_says(volts, ns):
    assert answer.hc_ns(volts) == pytest.approx(ns, rel=0.01)
    assert answer.hc_ns(1.9) == float("inf")


@pytest.mark.parametrize(("volts", "ns"), [(4.5, 8.5), (3.3, 13), (3.0, 13)])
def test_a_gate_is_never_faster_than_its_datasheet_says(volts, ns):
    assert ns <= answer.ahc_ns(volts) == answer.AHC_NS < answer.ahc_ns(2.6) < answer.ahc_ns(2.0)
    assert answer.slowed(answer.AHC_NS, answer.GATES_AT_V, 4.5) < 8.5  # slowed as here it gains more than it does
    assert answer.ahc_ns(1.9) == float("inf")


def test_gates_have_the_least_volts_of_their_bank_and_the_hubs_what_their_datasheet_is_for():
    gate = {name: {leg.about: leg.ns for leg in legs}["gate"] for name, (legs, _) in answer.WAYS.items()}
    assert readers.last_v("nfc") < readers.last_v("buttons") < answer.GATES_AT_V <= answer.PICO_3V3
    assert gate["first table, 43 readers"] == answer.ahc_ns(readers.last_v("nfc")) > 1.25 * answer.AHC_NS
    assert gate["first table, 7 readers"] == answer.ahc_ns(readers.last_v("buttons")) > answer.AHC_NS
    assert gate["second table, 7 readers, 800 mm"] == answer.LVC_NS


@pytest.mark.parametrize(
    ("name", "variant", "kept_at", "missed_at"),
    [("first table, 7 readers", "buttons", 2.6, 2.5), ("first table, 43 readers", "nfc", 2.0, 1.9)],
)
def test_a_rail_that_is_too_low_makes_answers_late(monkeypatch, name, variant, kept_at, missed_at):
    def kept(volts):
        monkeypatch.setattr(readers, "last_v", lambda variant: volts)
        (claim,) = answer.claims(ways={name: (answer.first_table(variant), variant)})
        return claim.is_kept

    assert kept(readers.last_v(variant)) and kept(kept_at) and not kept(missed_at)


def test_multiplexers_of_a_bank_far_away_are_slower():
    of = {name: {leg.about: leg.ns for leg in legs}["74HC251"] for name, (legs, _) in answer.WAYS.items()}
    assert of["second table, 7 readers, 500 mm"] < of["first table, 7 readers"] < of["first table, 43 readers"]


def test_each_line_of_a_way_ends_where_something_listens():
    for legs, _ in answer.WAYS.values():
        for leg in legs:
            assert bool(leg.lines) != bool(leg.ns), leg.about
            assert all(set(tree.ends) <= {node for node, _ in tree.loads} for tree in leg.lines)
    nfc, _ = answer.WAYS["first table, 43 readers"]
    (back,) = [leg for leg in nfc if leg.about == "bus back"]
    assert {len(tree.stretches) for tree in back.lines} == {7}


@pytest.mark.kicad
def test_ngspice_says_the_same_again():
    assert answer.computed() == pytest.approx(answer.kept(), abs=0.2)


@pytest.mark.kicad
@pytest.mark.parametrize(
    ("line", "slow", "most"),
    [
        (lambda bank: trees("nfc", "SCK", 1.6, {"bank": bank})[0][0], valued("R9", "10k"), 100),
        (lambda bank: trees("nfc", "SCK", 1.6, {"bank": bank})[1][0], valued("C5", "470 pF"), 60),
    ],
    ids=["a large resistor before the gates", "a large capacitor behind them"],
)
def test_ngspice_finds_a_slow_line_slow(line, slow, most):
    assert answer.line_ns(line(BANK)) < most < answer.line_ns(line(slow(BANK)))


@pytest.mark.kicad
def test_ngspice_hears_a_pods_resistor():
    def from_reader_ns(pod):
        (leg,) = [leg for leg in answer.second_table(800, HUB2, pod) if leg.about == "from the reader"]
        return answer.line_ns(leg.lines[0])

    assert from_reader_ns(valued("R2", "2.2k")(POD)) > 4 * from_reader_ns(POD)
    assert from_reader_ns(without("R2")(POD)) < from_reader_ns(POD)
