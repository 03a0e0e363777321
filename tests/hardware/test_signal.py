"""The readers' lines: what ngspice said of them is fresh, keeps its goals, and a bus without buffers does not."""

import pytest

from hardware.made import stale
from hardware.model.bank import BANK
from hardware.model.hub import HUB
from hardware.proofs import signal, spice
from hardware.proofs.bus import trees
from hardware.proofs.signal import FOLDER, RESULTS, STRAIGHT
from tests.hardware.mutations import moved, valued, without

pytestmark = pytest.mark.hardware


def test_the_results_are_those_of_these_decks():
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [], "run: make renew R=hardware"


def test_control_another_resistor_makes_them_stale(monkeypatch):
    monkeypatch.setattr(signal.bus, "CABLE_OHM", 90.0)
    assert stale(FOLDER, {RESULTS: signal.made_from()}) == [f"{RESULTS} was made from something else"]


def test_the_lines_of_both_tables_are_clean():
    found = list(signal.claims())
    assert len(found) == 6 * 4 + 2 + 2
    assert [claim for claim in found if not claim.is_kept] == []


MISTAKES = {
    "unbuffered, 7 readers on one bus": {"beyond the supplies"},
    "unbuffered, 43 readers on one bus": {"back within 0.8 to 2.0 V", "beyond the supplies", "an edge is seen"},
    "a gate a port and no resistor": {"back within 0.8 to 2.0 V", "beyond the supplies", "an edge is seen"},
    "an unbuffered clock": {"back within 0.8 to 2.0 V", "beyond the supplies", "an edge is seen"},
}


def missed(claims):
    return {claim.about.split(": ")[-1] for claim in claims if not claim.is_kept}


@pytest.mark.parametrize("name", MISTAKES)
def test_an_unbuffered_bus_and_a_port_without_resistor_miss_their_goals(name):
    assert missed(signal.claims(begin=name)) == MISTAKES[name]


@pytest.mark.parametrize(("variant", "readers", "banks"), [("buttons", 7, 1), ("nfc", 43, 7)])
def test_the_bus_ends_at_the_gates_and_every_reader_is_behind_one(variant, readers, banks):
    for line in signal.LINES:
        ((first,), behind) = trees(variant, line)
        assert len(first.ends) == banks and first.ohm == signal.bus.GPIO_OHM
        assert len({end for tree in behind for end in tree.ends}) == readers
        assert max(len(tree.ends) for tree in behind) == 4
        ((alone,), none) = trees(variant, line, boards=STRAIGHT)
        assert len(alone.ends) == readers and none == []


def test_clock_and_data_go_the_same_way():
    def shape(line):
        return [
            (tree.ohm, [pf for _, pf in tree.loads], [long.metres for long in tree.stretches])
            for part in trees("nfc", line)
            for tree in part
        ]

    assert shape("SCK") == shape("MOSI")


BUFFER_MISTAKES = {
    "an unbuffered clock at one reader": moved("J4", SCK="SCK"),
    "a reader's clock without its resistor": moved("J4", SCK="SCK_GATE0"),
    "a gate that nobody drives": moved("R9", **{"2": "GND"}),
}


@pytest.mark.parametrize("name", BUFFER_MISTAKES)
def test_a_reader_that_is_not_behind_its_gate_and_resistor_is_missed(name):
    found = list(signal.behind_gates(BUFFER_MISTAKES[name](BANK)))
    assert [claim.is_kept for claim in found] == [False, True]
    assert found[0].about.startswith("first table, SCK")


VERSIONS = spice.Seen(dip_v=0.01, beyond_v=0.01, edges=0, crossing_ns=0.15)  # what two of them may differ by


def seen(hub=HUB, bank=BANK):
    """The worst of the bus and of what is behind gates, weak and strong drivers."""
    found = []
    for spread in signal.bus.SPREAD:
        (first,), behind = trees("nfc", "SCK", spread, {"hub": hub, "bank": bank})
        runs = [first, *{len(tree.ends): tree for tree in behind}.values()]
        found += [spice.measured(spice.run(spice.deck(tree, spread), len(tree.ends))) for tree in runs]
    return spice.Seen(*map(max, zip(*found, strict=True)))


@pytest.mark.kicad
def test_ngspice_says_the_same_again():
    """Whatever its version: as many edges, and all else but for what rounding and its steps in time change."""
    found, kept = signal.computed(), signal.kept()
    assert list(found) == list(kept)
    for line, seen in found.items():
        apart = [abs(now - then) for now, then in zip(seen, kept[line], strict=True)]
        assert [each <= most for each, most in zip(apart, VERSIONS, strict=True)] == [True] * 4, line


@pytest.mark.kicad
@pytest.mark.parametrize(
    ("boards", "goals"),
    [
        ({"bank": valued("R9", "1")(BANK)}, {"dip_v"}),
        ({"hub": valued("R17", "1")(HUB)}, {"beyond_v"}),
        ({"bank": without("C6")(without("C5")(BANK))}, {"edges"}),
    ],
    ids=["no resistor before the gates", "no resistor at the hub", "gates without capacitors"],
)
def test_ngspice_misses_what_is_left_out(boards, goals):
    found, most = seen(**boards), {"dip_v": signal.DIP_V, "beyond_v": signal.BEYOND_V, "edges": 1}
    assert {name for name in most if getattr(found, name) > most[name]} >= goals
