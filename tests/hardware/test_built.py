"""What the proofs read off the table's netlists, and that a mistake there misses the claim that tells of it."""

import pytest

from hardware.model.boards import HUB2
from hardware.product import supply as s
from hardware.proofs import built, power, signal
from tests.hardware.mutations import moved, valued, with_kind, without

pytestmark = pytest.mark.hardware
THREE, FOUR, FIVE = s.SUPPLIES
ASKED = "asked of it while the worst branch is shorted"
CUT = "shorts cut off by their own branch after"
NAMED = "shorts that name their branch"
REVERSED, BACKWARDS = "5 V with the supply reversed", "current of a reversed supply"
POWER_ON = "asked of it at power-on"


def missed(hub, supply=FOUR):
    """The claims that the table with this hub does not keep."""
    table = power.table_of(supply, hub)
    return {claim.about.split(": ", 1)[-1] for claim in power.claims((table,)) if not claim.is_kept}


def both(*changes):
    def change(board):
        for one in changes:
            board = one(board)
        return board

    return change


MISTAKES = {
    "the supply's P-FETs left out": (both(without("Q1"), without("Q2"), moved("F1", **{"2": "+5V"})), FOUR, REVERSED),
    "P-FETs the wrong way round": (both(*(moved(ref, D="+5V", S="FUSED") for ref in ("Q1", "Q2"))), FOUR, REVERSED),
    "one P-FET at 5 A": (without("Q2"), FIVE, "P-FETs at 40 degrees around"),
    "a TVS before the P-FETs": (moved("D1", K="FUSED"), FOUR, BACKWARDS),
    "a branch without its switch": (both(without("U12"), moved("J4", **{"5V": "+5V"})), FOUR, CUT),
    "a switch whose limit is too high": (valued("R13", "22k"), FOUR, ASKED),
    "a switch without its resistor": (without("R15"), FOUR, "least limit of a branch above what it may draw"),
    "two branches on one sense input": (moved("R23", **{"2": "SENSE0"}), FOUR, NAMED),
    "a branch that is not sensed": (without("R25"), FOUR, NAMED),
    "all branches at once": (both(*(valued(f"R{n}", "10") for n in (18, 19, 20))), THREE, POWER_ON),
    "a capacitor for a branch too large": (valued("C22", "4700 uF"), FOUR, "a branch's capacitors charged within"),
    "a hub with hardly a capacitor": (valued("C1", "10 uF"), FOUR, "5 V as the supply is plugged in"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_the_netlist_misses_the_claim_that_tells_of_it(name):
    change, supply, claim = MISTAKES[name]
    assert claim in missed(change(HUB2), supply)


@pytest.mark.parametrize("supply", s.SUPPLIES, ids=lambda supply: supply.about)
def test_the_hub_as_drawn_keeps_every_claim(supply):
    assert missed(HUB2, supply) == set()


def test_the_hub_has_five_branches_each_behind_its_own_switch():
    found = built.branches()
    assert [branch.name for branch in found] == ["quarter 1", "quarter 2", "quarter 3", "quarter 4", "pods"]
    assert [branch.guard.limit_ma for branch in found] == pytest.approx([s.SWITCH.limit_ma] * 5, rel=0.01)
    assert [branch.sense for branch in found] == [0, 1, 2, 3, 4]
    assert len({ref for ref in HUB2.by_ref if HUB2.by_ref[ref].kind.name == "SWITCH"}) == len(found)


@pytest.mark.parametrize(
    "change",
    [moved("R42", **{"1": "COL1", "2": "GND"}), valued("R42", "0"), with_kind("U17", name="NOTHING")],
    ids=["to ground", "no ohms", "no ESD array"],
)
def test_a_column_that_is_bare_is_seen(change):
    assert built.column_ohm() == 1000
    assert built.column_ohm(change(HUB2)) < 1000
    found = [claim for claim in power.column_claims(built.column_ohm(change(HUB2))) if not claim.is_kept]
    assert "into the Pico when 5 V touches a column" in {claim.about for claim in found}


# -- ports


BARE_CLOCK = both(*(moved(f"J{n}", SCK="SCK") for n in range(11, 18)))


def own(hub, line="SCK"):
    (claim,) = [claim for claim in signal.own_gates(hub) if claim.about.startswith(line)]
    return claim


def test_every_port_has_a_gate_and_82_ohm_of_its_own():
    assert [own(HUB2, line).reached for line in signal.LINES] == [7, 7]
    assert {port.ohm for line in signal.LINES for port in built.ports(line)} == {82.0}


def test_an_unbuffered_clock_is_seen_and_what_drives_it():
    claim = own(BARE_CLOCK(HUB2))
    assert (claim.reached, claim.is_kept) == (0, False)
    found = built.ports("SCK", BARE_CLOCK(HUB2))
    assert {(port.driver, port.shared, port.ohm) for port in found} == {("PICO_SENSING", 7, 0.0)}
    assert signal.port(signal.PODS_M, 1.0, found[0]) == signal.port(signal.PODS_M, 1.0, signal.UNBUFFERED)
    assert own(BARE_CLOCK(HUB2), "MOSI").is_kept


@pytest.mark.parametrize(
    ("change", "good"),
    [(moved("J13", SCK="SCK_GATE3"), 6), (moved("R63", **{"1": "SCK_GATE4"}), 5), (moved("R63", **{"1": "SCK"}), 6)],
    ids=["no resistor", "two ports on a gate", "a resistor and no gate"],
)
def test_a_port_without_its_own_is_counted(change, good):
    assert own(change(HUB2)).reached == good


@pytest.mark.parametrize(("value", "found"), [("4.7k", 4700), ("82", 82), ("100 nF", 1e-7), ("470 uF", 470e-6)])
def test_sizes_are_read_as_people_write_them(value, found):
    assert built.size(value) == pytest.approx(found)
