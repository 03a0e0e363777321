"""The supply that protects itself: all claims are kept, and every mistake in it misses the claim that tells of it."""

import re
from math import inf, log

import pytest
from glowpico import settings, strip, trouble
from glowpico.board import TABLE
from glowtable.messages import FAILED

from hardware.model import matrix
from hardware.model.boards import HUB2, POD, SEATS
from hardware.model.current import least_mm
from hardware.model.kinds import AWAKE_READER_MA, FIELD_MA, KINDS
from hardware.model.pico import PICO_MA
from hardware.product import supply as s
from hardware.proofs import __main__ as proofs
from hardware.proofs import built, power, protection, signal
from hardware.proofs.report import PAGE
from tests.docs.pages import HOUSE
from tests.hardware.mutations import moved, unkept, valued, with_kind, without

pytestmark = pytest.mark.hardware
THREE, FOUR, FIVE = power.TABLES
GREEN_LED_V = 1.9  # at least
HUB_MA = built.hub_ma()
BLADE = s.Fuse("blade", 5500, 6750, 10_000, 5)


def missed(table=FOUR, **column):
    """The claims that are not kept, without the name of their table."""
    return {claim.about.split(": ", 1)[-1] for claim in power.claims((table,), **column) if not claim.is_kept}


def branch_with(table, name, **changes):
    branches = [b._replace(**changes) if b.name == name else b for b in table.branches]
    return table._replace(branches=tuple(branches))


def test_all_claims_are_kept():
    found = list(power.claims())
    assert unkept(found) == []
    assert len({claim.about for claim in found}) == len(found) > 50


ASKED = "asked of it while the worst branch is shorted"
CUT = "shorts cut off by their own branch after"
RAIL = "5 V while any plug is shorted"
NAMED = "shorts that name their branch"
SPARE = "least limit of a branch above what it may draw"
REVERSED, BACKWARDS = "5 V with the supply reversed", "current of a reversed supply"
POWER_ON, CHARGED = "asked of it at power-on", "a branch's capacitors charged within"
WAKE = "readers' capacitors charged before they wake"
PLUGGED = "5 V as the supply is plugged in"


def supplied(table, **changes):
    return table._replace(supply=table.supply._replace(**changes))


def switched(**changes):
    return branch_with(FOUR, "quarter 2", guard=s.SWITCH._replace(**changes))


MISTAKES = {
    "a fuse that never trips": (branch_with(FOUR, "quarter 2", guard=BLADE), CUT),
    "a PTC in place of a switch": (branch_with(FOUR, "pods", guard=s.PTC_3A), CUT),
    "a fuse that names nothing": (branch_with(FOUR, "pods", guard=s.PTC_3A), NAMED),
    "a limit too high": (switched(limit_ma=1100), ASKED),
    "a limit that scatters": (switched(scatter=0.25), ASKED),
    "a limit too low": (switched(limit_ma=800), SPARE),
    "a switch slow to limit": (switched(answers_us=100), RAIL),
    "a switch slow to shut off": (switched(cuts_ms=100), CUT),
    "a firmware that caps no branch": (branch_with(FOUR, "quarter 4", leds_ma=1464), SPARE),
    "readers that have their field on as soon as they have volts": (
        branch_with(FOUR, "pods", later_ma=0, charge_uc=2700), CHARGED),
    "seats that draw as much as a quarter": (branch_with(FOUR, "pods", leds_ma=s.LEDS_MA), SPARE),
    "a sense input used twice": (branch_with(FOUR, "pods", sense=0), NAMED),
    "no sense input": (branch_with(FOUR, "pods", sense=None), NAMED),
    "a supply too small for its fuses": (supplied(FOUR, gives_ma=3500), ASKED),
    "a budget too high": (supplied(FOUR, leds_ma=2500), ASKED),
    "a budget too high takes the rail down": (supplied(FOUR, leds_ma=2500), "the Pico's VSYS meanwhile"),
    "a supply reversed and no FET": (FOUR._replace(fets=None), REVERSED),
    "a FET the wrong way round": (FOUR._replace(fets=s.FET._replace(anode="rail")), REVERSED),
    "a TVS before the FETs": (FOUR._replace(tvs_at="inlet"), BACKWARDS),
    "one FET at 5 A": (FIVE._replace(fets=s.FET._replace(pieces=1)), "P-FETs at 40 degrees around"),
    "a fuse that trips in a short": (supplied(FOUR, fuse=s.PTC_3A), "in a short through the inlet's fuse"),
    "a fuse that trips in play": (supplied(FIVE, fuse=s.PTC_4A), "in play through the inlet's fuse at 40 degrees"),
    "a fuse that bears ten amperes": (
        supplied(FOUR, fuse=s.PTC_4A._replace(trips_ma=11_000)),
        "inlet shorted, a supply of 10 A: its fuse trips after",
    ),
    "large capacitors": (branch_with(FOUR, "quarter 1", charge_uc=5000), CHARGED),
    "all branches at once": (
        THREE._replace(branches=tuple(branch._replace(starts_ms=0) for branch in THREE.branches)), POWER_ON),
    "a small capacitor at the hub": (FOUR._replace(bulk_uf=10), RAIL),
    "a hub without a capacitor to speak of": (FOUR._replace(bulk_uf=10), PLUGGED),
    "a thin cable": (supplied(FIVE, cable_milliohm=300), "5 V at the last LED"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_misses_the_claim_that_tells_of_it(name):
    table, claim = MISTAKES[name]
    assert claim in missed(table)


def test_a_supply_too_small_for_its_fuses_is_refused_before_anything_is_written(monkeypatch, capsys):
    small = power.table_of(THREE.supply._replace(about="USB-A, 5 V 2 A", gives_ma=2000))
    monkeypatch.setattr(power, "TABLES", (FOUR, small))
    before = PAGE.stat().st_mtime_ns
    assert proofs.main() == FAILED
    said = capsys.readouterr()
    assert (said.out, PAGE.stat().st_mtime_ns) == ("", before)
    assert re.fullmatch(
        r"proofs: USB-A, 5 V 2 A is too small for its fuses: a short asks \d+ mA of it, and 1800 mA are safe; "
        r"let its LEDs draw less, or take a larger one\n",
        said.err,
    )


@pytest.mark.parametrize(
    ("ohm", "claim"),
    [
        (0, "into the Pico when 5 V touches a column"),
        (4700, "a pressed key's column below the Pico's threshold"),
        (10_000, "a column falls within"),
    ],
)
def test_a_column_without_its_resistor_or_with_a_large_one(ohm, claim):
    assert claim in missed(column_ohm=ohm)
    assert claim not in missed()


@pytest.mark.parametrize("mm", [0.3, 1.0])
def test_a_thin_track_is_too_thin(monkeypatch, mm):
    monkeypatch.setattr(s, "RAIL_MM", mm)
    assert "5 V track of the hub" in missed()
    assert power.quarter_mv(mm) > 50


def test_every_plug_of_every_branch_is_shorted():
    assert len(power.shorts(FOUR)) == len({short.plug for short in power.shorts(FOUR)}) == 4 * 2 + (len(SEATS) + 1) * 2


def test_the_light_of_the_budget_may_be_in_the_branches_that_are_not_shorted():
    """A picture may leave one quarter dark: that a fourth of the budget goes with the short is no rule."""
    quarter, *_, pods = FOUR.branches
    assert power.others_ma(FOUR, quarter) == HUB_MA + 1950 + s.POD_MA
    assert power.others_ma(FOUR, pods) == HUB_MA + 1950
    assert power.others_ma(FIVE, pods) == HUB_MA + 2900


@pytest.mark.parametrize("fuse", [s.PTC_3A, s.PTC_4A, s.PTC_4A5])
def test_a_fuse_trips_as_its_maker_says_never_at_what_it_holds_and_sooner_at_more(fuse):
    assert fuse.trips_s(fuse.test_ma) == pytest.approx(fuse.test_s)
    assert fuse.trips_s(fuse.holds_ma) == fuse.trips_s(fuse.trips_ma) == inf
    assert fuse.trips_s(2 * fuse.test_ma) < fuse.test_s / 3


def test_a_trip_time_is_that_of_one_heat_capacity():
    """15 A in a fuse that trips at 6 A: it is warm enough when 1 - exp(-t / tau) is (6 / 15)**2."""
    tau = 5 / -log(1 - 0.16)
    assert s.PTC_3A.trips_s(10_000) == pytest.approx(-tau * log(1 - 0.36))


def test_copper_is_as_wide_as_others_reckon():
    assert least_mm(3000) == pytest.approx(1.4, abs=0.05)
    assert least_mm(5000) == pytest.approx(2.8, abs=0.05)


def pods_ma():
    """What they draw but for their WS2812: each the reader, awake, its regulator and its power LED; one has its field
    on."""
    (own,) = {pin.draws_ma for part in POD.parts for pin in part.kind.pins if pin.name == "IN"}
    power_led = (s.VOLTS - GREEN_LED_V) / next(iter(built.beyond(POD, "POWER").values())) * 1000
    return len(s.POD_NAMES) * (AWAKE_READER_MA + own + power_led) + FIELD_MA


def test_the_sizes_are_those_of_the_firmware_and_of_its_parts():
    assert s.LEDS_MA in settings.SETTINGS["branch_ma"][1]
    assert strip.POD_MA == s.POD_MA
    assert pods_ma() <= s.POD_MA < pods_ma() + 5
    assert PICO_MA + KINDS["I2C"].pin("3V3").draws_ma + 60 + 50 <= HUB_MA  # the last are chips
    assert len(built.branches()) == strip.SEAT_BRANCH + 1
    assert all(supply.leds_ma in settings.SETTINGS["budget_ma"][1] for supply in s.SUPPLIES)


def test_the_firmware_names_the_branch_whose_volts_the_hub_leads_to_it():
    assert [branch.sense for branch in built.branches()] == list(range(len(trouble.BRANCHES)))
    assert power.SENSED_V * 1000 == trouble.CUT_MV
    multiplexer = HUB2.by_ref["U9"]
    assert multiplexer.net("Z") == HUB2.by_ref["U1"].net("GP{branch_sense}".format(**TABLE)) == "SENSE"
    assert [multiplexer.net(f"S{n}") for n in range(3)] == [f"A{n}" for n in range(len(TABLE["reader_code"]))]


def test_columns_are_read_when_the_firmware_reads_them():
    text = (HOUSE / "firmware/glowpico/matrix.py").read_text("utf-8")
    turns, us = re.search(r"EDGE_TURNS = (\d+)  # of an empty loop, (\d+) us", text).groups()
    assert (int(turns), int(us)) == (16, matrix.EDGE_US)


# -- read off the hub's netlist: a mistake there misses the claim that tells of it


def both(*changes):
    def change(board):
        for one in changes:
            board = one(board)
        return board

    return change


HUB_MISTAKES = {
    "the supply's P-FETs left out": (both(without("Q1"), without("Q2"), moved("F1", **{"2": "+5V"})), FOUR, REVERSED),
    "P-FETs the wrong way round": (both(*(moved(ref, D="+5V", S="FUSED") for ref in ("Q1", "Q2"))), FOUR, REVERSED),
    "one P-FET at 5 A": (without("Q2"), FIVE, "P-FETs at 40 degrees around"),
    "a TVS before the P-FETs": (moved("D1", K="FUSED"), FOUR, BACKWARDS),
    "a branch without its switch": (both(without("U12"), moved("J4", **{"5V": "+5V"})), FOUR, CUT),
    "a switch whose limit is too high": (valued("R13", "22k"), FOUR, ASKED),
    "a switch without its resistor": (without("R15"), FOUR, SPARE),
    "two branches on one sense input": (moved("R23", **{"2": "SENSE0"}), FOUR, NAMED),
    "a branch that is not sensed": (without("R25"), FOUR, NAMED),
    "all branches at once": (both(*(valued(f"R{n}", "10") for n in (16, 18, 19))), THREE, POWER_ON),
    "readers that wake before their capacitors are charged": (
        both(valued("R20", "180k"), valued("C20", "1 uF")),
        FOUR,
        WAKE,
    ),
    "a capacitor for a branch too large": (valued("C22", "4700 uF"), FOUR, CHARGED),
    "a hub with hardly a capacitor": (valued("C1", "10 uF"), FOUR, PLUGGED),
}


@pytest.mark.parametrize("name", HUB_MISTAKES)
def test_a_mistake_in_the_netlist_misses_the_claim_that_tells_of_it(name):
    change, table, claim = HUB_MISTAKES[name]
    assert claim in missed(power.table_of(table.supply, change(HUB2)))


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
    assert "into the Pico when 5 V touches a column" in unkept(power.column_claims(built.column_ohm(change(HUB2))))


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


# -- what protects the table is on its boards; a part left out or one of another size is named


def unprotected(hub=HUB2, pod=POD):
    return set(unkept(protection.claims(hub, pod)))


def test_all_that_protects_the_table_is_there():
    assert unprotected() == set()
    assert len(list(protection.claims())) == 14


def fuse_bridged(hub):
    return moved("Q2", D="VIN")(moved("Q1", D="VIN")(without("F1")(hub)))


LEFT_OUT = {
    "the inlet's fuse bridged": (fuse_bridged, "fuses before the P-FETs"),
    "the TVS left out": (without("D1"), "TVS diodes behind them"),
    "51k where USB-C looks for 5.1k": (valued("R1", "51k"), "resistors that ask USB-C for 5 V, off by"),
    "the rail's divider of two sizes": (valued("R3", "22k"), "what the Pico reads of 5 V, off by"),
    "a branch's divider of two sizes": (valued("R22", "22k"), "what it reads of a branch, off by"),
    "a column beside its array": (moved("U17", IO2=None), "hub's columns at an ESD array"),
    "an array that holds columns down when it is off": (moved("U17", VREF="+3V3"), "hub's columns at an ESD array"),
    "a weak pull-up": (valued("R52", "100k"), "pull-ups of the columns, off by"),
    "a select that feeds a reader": (valued("R121", "100"), "from a select into a reader whose branch is off"),
    "a reset that feeds a reader": (valued("R32", "82"), "from reset into one, it alone taking all"),
    "a large resistor at a port": (valued("R62", "1k"), "largest resistor of a port's clock and data"),
    "a large resistor in the data past a pod": (valued("R111", "10k"), "lights' data behind its resistors late by"),
    "a large resistor before the first quarter": (valued("R33", "33k"), "lights' data behind its resistors late by"),
}
POD_MISTAKES = {
    "a pod without its array": (without("U2"), "pod's lines of keys at an ESD array"),
    "a pod's key beside its array": (moved("U2", IO1=None), "pod's lines of keys at an ESD array"),
    "a regulator with nothing before it": (without("C5"), "pod: capacitors at +5V"),
    "a regulator with hardly anything behind it": (without("C6"), "pod: capacitors at +3V3R"),
    "a large resistor behind a pod's lights": (valued("R3", "10k"), "lights' data behind its resistors late by"),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_mistake_on_the_hub_is_named(name):
    change, claim = LEFT_OUT[name]
    assert unprotected(hub=change(HUB2)) == {claim}


@pytest.mark.parametrize("name", POD_MISTAKES)
def test_a_mistake_on_a_pod_is_named(name):
    change, claim = POD_MISTAKES[name]
    assert unprotected(pod=change(POD)) == {claim}
