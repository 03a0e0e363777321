"""The hub's board against the table's model, mistakes made on it, and what its chips read; values of parts do what
they are there for, and what must not be joined is not."""

import re
from itertools import pairwise, product

import pytest
from glowpico.board import NO_ROW

from hardware.drawings.marks import HUB_PLUGS
from hardware.layout.check import weak_copper
from hardware.model.board import Board
from hardware.model.boards import BANK, BRANCHES, BRIDGED, HUB2, QUARTER, QUARTERS
from hardware.model.current import net_widths
from hardware.model.file import file_of, turned_by
from hardware.model.kinds import READERS_3V3
from hardware.product import table as t
from hardware.proofs import built
from tests.hardware.test_model import chosen
from tests.hardware.test_panels import moved_part

FILE = file_of("hub2")
POWER, DATA = ({name: HUB_PLUGS[f"{what} {name}"] for name in t.QUARTER_NAMES} for what in ("power", "data"))
POD = {pod.name: HUB_PLUGS[pod.name] for pod in t.PODS}


def on_table(x: float, y: float) -> t.Spot:
    """A spot of the board as the table's model has it."""
    return x - t.HUB[0] / 2 + t.HUB_AT[0], t.HUB_AT[1] + t.HUB[1] / 2 - y


def middle(ref, file=FILE):
    """Of a part's numbered pads."""
    xs, ys = zip(*(pad.at for pad in file.parts[ref].pads if pad.number), strict=True)
    return on_table((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def away_from_model(file=FILE):
    """What the board has elsewhere than the table's model, by name."""
    spots = {ref: t.POD_LEADS[name].port for name, ref in POD.items()}
    spots |= {DATA[name]: lead.port for name, lead in zip(t.QUARTER_NAMES, t.DATA_LEADS, strict=True)}
    spots |= {POWER[name]: lead.port for name, lead in zip(t.QUARTER_NAMES, t.POWER_LEADS, strict=True)}
    spots |= {"U1": t.PICO_AT, "J19": t.KEY_BAR_LEAD.port}
    found = [ref for ref, spot in spots.items() if middle(ref, file) != pytest.approx(spot, abs=0.02)]
    mouths = {"J2": "supply terminal", "J1": "USB-C, 5 V 3 A", "SW1": "reset", "U1": "Pico's USB"}
    at = {each.name: each.x for each in t.OPENINGS}
    found += [f"{name} of {ref}" for ref, name in mouths.items() if abs(middle(ref, file)[0] - at[name]) > 0.02]
    holes = {tuple(round(at, 3) for at in on_table(*hole.at)) for hole in file.holes.values()}
    return found if holes == {*t.HUB_HOLES} else [*found, "holes"]


def test_the_hubs_plugs_holes_and_mouths_are_where_the_table_has_them():
    assert away_from_model() == []
    assert pytest.approx(t.HUB[:2]) == FILE.size


@pytest.mark.parametrize(
    ("ref", "said"), [("J8", ["J8"]), ("J14", ["J14"]), ("SW1", ["reset of SW1"]), ("U1", ["U1", "Pico's USB of U1"])]
)
def test_a_part_moved_off_its_place_in_the_model_is_found(ref, said):
    assert away_from_model(moved_part(HUB2, ref, 0.635, 0)) == said


def test_the_hole_below_bootsel_is_below_the_picos_button():
    (hole,) = [pad for pad in FILE.parts["U1"].pads if not pad.is_plated]
    assert on_table(*hole.at) == pytest.approx(t.BOOTSEL_AT, abs=0.02)


MOUTHS = {"J1": (0, 3), "J2": (0, 5), "SW1": (0, -3.85)}  # from pin 1 to where one plugs in or presses, as KiCad has it


@pytest.mark.parametrize("ref", MOUTHS)
def test_what_is_pressed_or_plugged_in_from_the_rear_looks_there_and_is_at_the_rear_edge(ref):
    part = FILE.parts[ref]
    assert turned_by(MOUTHS[ref], part.angle)[1] < -2
    assert abs(part.body[1]) < 1.4


def test_every_opening_leaves_panel_around_it():
    low, high = t.BASE_TOP, t.BASE_TOP + t.PANEL_SIZE[1]
    for each in t.OPENINGS:
        assert each.z + each.height / 2 <= high - 1.2, each.name  # three lines of a nozzle of 0.4 mm
        assert each.z - each.height / 2 >= low, each.name


def test_a_plug_at_each_port_is_as_large_as_its_header():
    for ref, ways in (("J11", 14), ("J7", 16), ("J3", 2), ("J19", 7)):
        left, top, right, bottom = FILE.parts[ref].body
        assert sorted((right - left, bottom - top)) == pytest.approx(sorted(t.PLUG_SIZES[ways]), abs=0.6)


def test_connectors_are_named_in_the_tables_words():
    printed = [word.text for word in FILE.words]
    named = ("DEALER", "REAR L", "REAR R", "FRONT L", "FRONT R", "USB", "RESET", *(f"SEAT {n}" for n in range(1, 7)))
    assert set(named) <= set(printed)
    pairs = [" ".join(pair) for pair in pairwise(printed)]
    assert {name.upper() for name in t.QUARTER_NAMES} <= {*pairs, *(" ".join(pair.split()[::-1]) for pair in pairs)}
    assert printed.count("+") >= len(t.QUARTER_NAMES) == printed.count("-")


# -- copper


def redrawn(is_meant, **change):
    """The file with some of its locked tracks changed."""
    tracks = tuple(track._replace(**change) if track.is_locked and is_meant(track) else track for track in FILE.tracks)
    assert tracks != FILE.tracks
    return FILE._replace(tracks=tracks)


def test_5_v_is_drawn_as_wide_as_the_model_says_and_whole():
    assert list(weak_copper(FILE, HUB2)) == []


def test_5_v_too_narrow_is_found():
    found = weak_copper(redrawn(lambda track: track.net == "+5V" and track.width == 5.0, width=1.5), HUB2)
    assert re.fullmatch(r"the copper of \+5V from .* is 1\.5 mm wide and needs 5\.00 mm", next(found))


def test_a_switch_that_the_wide_copper_does_not_reach_is_found():
    stub = sorted(
        (track for track in FILE.tracks if track.is_locked and track.net == "+5V" and track.width == 0.8), key=str
    )
    cut = FILE._replace(tracks=tuple(track for track in FILE.tracks if track != stub[2]))
    (found,) = weak_copper(cut, HUB2)
    assert re.fullmatch(r"no copper is drawn from U1[1-5] for \+5V", found)


def test_a_neck_too_narrow_for_its_share_is_found():
    thin = redrawn(lambda track: track.net == "VIN" and track.width < 1, width=0.5)
    assert len([fault for fault in weak_copper(thin, HUB2) if "VIN" in fault and "needs 0.81 mm" in fault]) == 2


def test_every_branch_has_its_point_for_a_meter():
    assert {HUB2.by_ref[f"TP{7 + n}"].net("1") for n in BRANCHES} == {f"BRANCH{n}" for n in BRANCHES}


BRIDGE_MM, NARROW = 10, 0.4  # so short a track between two vias gives its heat to what they lead to


def inside_mm(tracks):
    """Net -> the longest way inside the board between two vias, of the nets that carry much."""
    wide = [net for net, width in net_widths(HUB2).items() if width > NARROW]
    return {net: longest([a for a in tracks if (a.net, a.layer) == (net, "In2.Cu")]) for net in wide}


def longest(tracks):
    runs = []  # ends that are joined, and how long their tracks are
    for track in tracks:
        joined = [run for run in runs if {track.start, track.end} & run[0]]
        ends = {track.start, track.end}.union(*(run[0] for run in joined))
        runs = [run for run in runs if run not in joined] + [(ends, track.length + sum(run[1] for run in joined))]
    return max((long for _, long in runs), default=0)


def test_what_feeds_a_branch_stays_where_copper_is_thick_and_cooled():
    assert set(inside_mm(FILE.tracks)) == {f"BRANCH{n}" for n in BRANCHES}
    assert max(inside_mm(FILE.tracks).values()) <= BRIDGE_MM
    moved = [track._replace(layer="In2.Cu") if track.net == "BRANCH4" else track for track in FILE.tracks]
    assert inside_mm(moved)["BRANCH4"] > BRIDGE_MM


# -- read as its chips read it: rows, readers, columns, data past unplugged pods


PODS = {n: HUB2.by_ref[f"J{10 + n}"] for n in range(1, 8)}


def levels_of(row_code, reader=0, strobe=1):
    lines = {f"B{n}": row_code >> n & 1 for n in range(4)} | {f"A{n}": reader >> n & 1 for n in range(3)}
    low = [net for ref in ("U2", "U3") if (net := chosen(HUB2.by_ref[ref], lines))]
    return {**lines, "RD_STB": strobe, "PODS": int("PODS" not in low)}, [net for net in low if net != "PODS"]


def across_resistor(net):
    (part,) = [p for p in HUB2.parts if p.kind.shape == "resistor" and p.net("1") == net and p.net("2") != "GND"]
    return part.net("2")


@pytest.mark.parametrize("row", range(16))
def test_a_row_code_pulls_one_row_low(row):
    assert levels_of(row)[1] == ([f"ROW{row}"] if row < 10 else [])


@pytest.mark.parametrize("reader", range(7))
def test_a_reader_is_selected_and_heard_only_between_scans(reader):
    levels, rows = levels_of(NO_ROW, reader, strobe=0)
    select, hears = chosen(HUB2.by_ref["U4"], levels), HUB2.by_ref["U5"]
    pod = PODS[reader + 1]
    assert (across_resistor(select), rows) == (pod.net("SS"), [])
    assert hears.net(f"I{reader}") == pod.net("MISO") and hears.net("/OE") == "RD_STB"
    for row, strobe in product(range(16), (0, 1)):
        if row != NO_ROW or strobe:
            assert chosen(HUB2.by_ref["U4"], levels_of(row, reader, strobe)[0]) is None


def test_each_of_36_cells_is_at_its_own_crossing_and_each_seat_on_its_column():
    cells = [part.net("K") for part in QUARTER.parts if part.ref.startswith("D") and part.ref.endswith("0")]
    assert len(cells) == 9
    plugs = [HUB2.by_ref[f"J{7 + n}"] for n in QUARTERS]
    crossings = [(plug.net(f"R{r}"), plug.net(f"C{c}")) for plug in plugs for r, c in product(range(3), range(3))]
    assert sorted(crossings) == [(f"ROW{r}", f"LINE{c}") for r, c in product(range(6), range(6))]
    assert [PODS[n].net("SEAT") for n in range(1, 7)] == [f"LINE{n}" for n in range(6)]
    assert [across_resistor(f"LINE{n}") for n in range(6)] == [f"COL{n}" for n in range(6)]


def heard_by(plugged):
    """Which pods hear the data, in its order, while those are plugged in."""
    net, heard = "DIN1", []
    for n in range(1, 7):
        assert PODS[n].net("DIN") == net
        heard += [n] * (n in plugged)
        if n in BRIDGED:
            bridge = HUB2.by_ref[f"U{20 + n}"]
            assert PODS[n].net("SHIELD") == bridge.net("S")
            passed = bridge.net("I0" if n in plugged else "I1")
            assert passed == (PODS[n].net("DOUT") if n in plugged else net)
            net = across_resistor(bridge.net("Y"))
    return heard


@pytest.mark.parametrize("plugged", [{1, 2, 3, 4, 5, 6}, {2, 3, 6}, {6}, set()], ids=len)
def test_the_data_finds_its_way_past_unplugged_pods(plugged):
    assert heard_by(plugged) == sorted(plugged)


def test_the_cells_data_goes_through_the_quarters_in_their_order():
    plugs = [HUB2.by_ref[f"J{7 + n}"] for n in QUARTERS]
    assert [plug.net("DIN") for plug in plugs] == [f"CELLS{n}" for n in range(4)]
    assert [plug.net("DOUT") for plug in plugs] == ["CELLS1", "CELLS2", "CELLS3", None]
    assert across_resistor("CELLS_OUT") == "CELLS0"


def test_the_pico_can_read_every_branch_and_both_lines_of_the_usb_plug():
    inputs = [HUB2.by_ref["U9"].net(f"X{n}") for n in range(8)]
    assert inputs == [*(f"SENSE{n}" for n in range(5)), "CC1", "CC2", "GND"]
    assert [HUB2.by_ref["U9"].net(f"S{n}") for n in range(3)] == ["A0", "A1", "A2"]


# -- values


HIGH_V, BASE_V = 3.3, 0.8  # of a Pico's pin; of a transistor that conducts
BUZZER_A = 5 / 40  # of the smallest buzzer the bill allows, at its peak
GAIN = 30  # at which a 3904 surely still switches. Source: MMBT3904 datasheet, hFE at 100 mA


def value(board: Board, ref: str) -> float:
    """In ohms or farads."""
    return built.size(board.by_ref[ref].value)


def between(board: Board, one: str, other: str) -> list[str]:
    """The parts that join two nets."""
    return [part.ref for part in board.parts if {one, other} <= set(part.nets.values())]


def test_the_pico_measures_half_of_the_supply():
    upper = [ref for ref in between(HUB2, "+5V", "V5_SENSE") if ref[0] == "R"]
    lower = [ref for ref in between(HUB2, "V5_SENSE", "GND") if ref[0] == "R"]
    assert value(HUB2, *upper) == value(HUB2, *lower) <= 10_000  # more would be too weak for the Pico's converter


@pytest.mark.parametrize(("driver", "data"), [("CELLS_OUT", "CELLS0"), ("SEATS_OUT", "DIN1")])
def test_led_data_has_a_resistor_that_damps_and_does_not_slow(driver, data):
    (ref,) = [ref for ref in between(HUB2, driver, data) if ref[0] == "R"]
    assert 100 <= value(HUB2, ref) <= 500


def test_the_pico_switches_the_transistor_of_the_buzzer_and_is_not_overloaded():
    (ref,) = between(HUB2, "BUZZ", "BUZZ_BASE")
    base = (HIGH_V - BASE_V) / value(HUB2, ref)
    assert BUZZER_A / GAIN < base < 0.012


def test_capacitors_of_the_bank_hold_up_what_they_stand_at():
    chips = [part for part in BANK.parts if part.kind.shape == "capacitor"]
    assert {part.value for part in chips if READERS_3V3 in part.nets.values()} == {"100 nF"}
    assert {part.value for part in chips if part.ref in ("C5", "C6", "C7", "C8")} == {"100 pF"}
    (bulk,) = [part.ref for part in BANK.parts if part.kind.shape == "bulk"]
    assert value(BANK, bulk) >= 47e-6


def test_usb_never_feeds_the_supply():
    """The 5 V of USB goes nowhere, and from the supply to the Pico leads one diode only."""
    assert HUB2.by_ref["U1"].net("VBUS") is None
    (ref,) = between(HUB2, "+5V", "VSYS")
    diode = HUB2.by_ref[ref]
    assert (diode.kind.shape, diode.net("A"), diode.net("K")) == ("schottky", "+5V", "VSYS")
    assert between(HUB2, "VIN", "VSYS") == between(HUB2, "+5V", "+3V3") == []
