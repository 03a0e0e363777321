"""The readers' lines: what ngspice said of them is fresh, keeps its goals, and a clock without buffers does not."""

import numpy as np
import pytest
from glowpico import settings
from glowpico.board import NFC_READER_HZ, READER_HZ

from hardware.made import stale
from hardware.model.boards import HUB2, POD
from hardware.product import bus
from hardware.proofs import answer, signal, spice
from hardware.proofs.signal import FOLDER, RESULTS
from tests.hardware.mutations import unkept, valued, without

pytestmark = pytest.mark.hardware


def test_the_results_are_those_of_these_decks():
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [], "run: make renew R=hardware"


def test_control_another_resistor_makes_them_stale(monkeypatch):
    monkeypatch.setattr(signal.bus, "CABLE_OHM", 90.0)
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [f"{RESULTS} was made from something else"]


def test_the_lines_are_clean():
    found = list(signal.claims())
    assert len(found) == 2 * 4 + 2
    assert unkept(found) == []


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


# -- ngspice and a simulator of our own, written from other equations, see the same of the readers' worst lines

STEP_NS = 0.05


def clock_v(ns):
    """What the driver does: see spice.deck."""
    half = spice.PERIOD_NS / 2
    phase = (ns - spice.DELAY_NS) % spice.PERIOD_NS
    if ns < spice.DELAY_NS:
        return 0.0
    rising, falling = min(phase / bus.RISE_NS, 1), min(max(phase - half, 0) / bus.RISE_NS, 1)
    return bus.HIGH_V * (rising - falling)


def ends_of(tree):
    """(ns, volts) of each end, by a second simulator: Bergeron's method, nodes by numpy. Knows no board.

    A line without loss is, at each of its ends, its impedance and what left the other end a delay ago. Capacitors are
    stepped by the trapezoidal rule.
    """
    nodes = {name: n for n, (name, _) in enumerate(tree.loads)}
    siemens = np.array([pf for _, pf in tree.loads]) * 1e-3 * 2 / STEP_NS  # of capacitors, at this step
    conducts = np.diag(siemens)
    conducts[nodes[tree.root], nodes[tree.root]] += 1 / tree.ohm
    lines = [(nodes[a], nodes[b], round(metres * bus.CABLE_NS / STEP_NS)) for a, b, metres in tree.stretches]
    for a, b, _ in lines:
        conducts[a, a] += 1 / bus.CABLE_OHM
        conducts[b, b] += 1 / bus.CABLE_OHM
    solve = np.linalg.inv(conducts)
    steps = round(spice.END_NS / STEP_NS)
    volts = np.zeros((steps, len(nodes)))
    sent = np.zeros((steps, len(lines), 2))  # twice the wave that leaves an end, in amperes
    held = np.zeros(len(nodes))  # what capacitors add to the next step
    for step in range(1, steps):
        source = held.copy()
        source[nodes[tree.root]] += clock_v(step * STEP_NS) / tree.ohm
        arrived = [sent[step - delay, n] if step >= delay else (0, 0) for n, (_, _, delay) in enumerate(lines)]
        for (a, b, _), (from_a, from_b) in zip(lines, arrived, strict=True):
            source[a] += from_b
            source[b] += from_a
        volts[step] = solve @ source
        held = 2 * siemens * volts[step] - held
        for n, ((a, b, _), (from_a, from_b)) in enumerate(zip(lines, arrived, strict=True)):
            sent[step, n] = (
                2 * volts[step, a] / bus.CABLE_OHM - from_b,
                2 * volts[step, b] / bus.CABLE_OHM - from_a,
            )
    return [[(step * STEP_NS, float(v)) for step, v in enumerate(volts[:, nodes[end]])] for end in tree.ends]


def furthest_v(one, other):
    """The greatest difference of two curves, at the times of the first."""
    times = np.array([ns for ns, _ in other])
    volts = np.array([v for _, v in other])
    return max(abs(v - np.interp(ns, times, volts)) for ns, v in one)


WORST = {"800 mm": signal.port((0.8,)), "800 mm, no resistor": signal.port((0.8,), 1.0, signal.UNGUARDED)}
AGREED_V = 0.01  # as PROOFS.md says


def compared(tree, other):
    """The greatest difference of any end."""
    ends = zip(spice.run(spice.deck(tree, 1), len(tree.ends)), ends_of(other), strict=True)
    return max(furthest_v(*both) for both in ends)


@pytest.mark.kicad
@pytest.mark.parametrize("name", WORST)
def test_both_see_the_same(name):
    assert compared(WORST[name], WORST[name]) < AGREED_V


@pytest.mark.kicad
def test_control_ten_ohms_more_are_seen():
    tree = WORST["800 mm"]
    assert compared(tree, tree._replace(ohm=tree.ohm + 10)) > 5 * AGREED_V


@pytest.mark.kicad
def test_a_line_that_fits_its_driver_comes_half_and_doubles_at_its_open_end():
    """By hand: 110 ohms into 110 ohms, 1 m, nothing at its end: 1.65 V go in, 3.3 V are there after 5 ns."""
    tree = spice.Tree(110, "in", (spice.Stretch("in", "out", 1.0),), (("in", 0), ("out", 0)), ("in", "out"))
    (begin, end) = ([v for ns, v in volts if ns >= spice.DELAY_NS + 4] for volts in ends_of(tree))
    assert begin[0] == pytest.approx(1.65) and end[0] == pytest.approx(0)
    assert end[40] == pytest.approx(1.65, abs=0.1) and end[100] == pytest.approx(3.3)


# -- an answer is back before the Pico takes it in, at the rate the firmware begins with; at twice the rate it is not


def late(hz=None):
    return {claim.about.split(" MHz")[0] for claim in answer.claims(hz) if not claim.is_kept}


def test_the_results_of_answers_are_those_of_these_lines():
    assert stale(answer.FOLDER, {answer.RESULTS: answer.made_from()}) == [], "run: make renew R=hardware"


def test_every_answer_is_back_in_time():
    assert late() == set()


def test_a_clock_that_is_too_fast_is_noticed():
    assert late(4_000_000) == {f"{name}, 4" for name in answer.WAYS}


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
    assert unkept(answer.claims(hub=change(HUB2))) == [claim]


def test_each_line_of_a_way_ends_where_something_listens():
    for legs in answer.WAYS.values():
        for leg in legs:
            assert bool(leg.lines) != bool(leg.ns), leg.about
            assert all(set(tree.ends) <= {node for node, _ in tree.loads} for tree in leg.lines)


@pytest.mark.kicad
def test_ngspice_says_the_same_of_answers_again():
    assert answer.computed() == pytest.approx(answer.kept(), abs=0.2)


@pytest.mark.kicad
def test_ngspice_hears_a_pods_resistor():
    def from_reader_ns(pod):
        (leg,) = [leg for leg in answer.way(800, HUB2, pod) if leg.about == "from the reader"]
        return answer.line_ns(leg.lines[0])

    assert from_reader_ns(valued("R2", "2.2k")(POD)) > 4 * from_reader_ns(POD)
    assert from_reader_ns(without("R2")(POD)) < from_reader_ns(POD)
