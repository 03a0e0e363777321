"""The second hub's board against the table's model, and mistakes made on it on purpose, each found by name."""

import re
from itertools import pairwise

import pytest

from hardware.layout.check import weak_copper
from hardware.model.boards import BRANCHES, HUB2
from hardware.model.current import net_widths
from hardware.model.file import file_of, turned_by
from hardware.product import table as t

FILE = file_of("hub2")
POWER = {name: f"J{3 + n}" for name, n in zip(t.QUARTER_NAMES, (0, 1, 3, 2), strict=True)}
DATA = {name: f"J{7 + n}" for name, n in zip(t.QUARTER_NAMES, (0, 1, 3, 2), strict=True)}
POD = {pod.name: f"J{11 + n}" for n, pod in enumerate(t.PODS)}


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


def shifted(ref, dx):
    part = FILE.parts[ref]
    pads = tuple(pad._replace(at=(pad.at[0] + dx, pad.at[1])) for pad in part.pads)
    return FILE._replace(parts={**FILE.parts, ref: part._replace(pads=pads)})


def test_the_hubs_plugs_holes_and_mouths_are_where_the_table_has_them():
    assert away_from_model() == []
    assert pytest.approx(t.HUB[:2]) == FILE.size


@pytest.mark.parametrize(
    ("ref", "said"), [("J8", ["J8"]), ("J14", ["J14"]), ("SW1", ["reset of SW1"]), ("U1", ["U1", "Pico's USB of U1"])]
)
def test_a_part_moved_off_its_place_in_the_model_is_found(ref, said):
    assert away_from_model(shifted(ref, 0.635)) == said


def test_the_hole_below_bootsel_is_below_the_picos_button():
    (hole,) = [pad for pad in FILE.parts["U1"].pads if not pad.is_plated]
    assert on_table(*hole.at) == pytest.approx(t.BOOTSEL_AT, abs=0.02)


MOUTHS = {
    "J1": (0, 3),
    "J2": (0, 5),
    "SW1": (0, -3.85),
}  # from pin 1 to where it is plugged in or pressed, as KiCad has it


@pytest.mark.parametrize("ref", MOUTHS)
def test_what_is_pressed_or_plugged_in_from_the_rear_looks_there_and_is_at_the_rear_edge(ref):
    part = FILE.parts[ref]
    assert turned_by(MOUTHS[ref], part.angle)[1] < -2
    assert abs(part.body[1]) < 1.4


def test_every_opening_leaves_panel_around_it():
    low, high = t.BASE_TOP, t.BASE_TOP + t.PANEL_SIZE[1]
    for each in t.OPENINGS:
        assert each.z + each.height / 2 <= high - 1.5, each.name
        assert each.z - each.height / 2 >= low, each.name


def test_a_plug_at_each_port_is_as_large_as_its_header():
    for ref, ways in (("J11", 14), ("J7", 16), ("J3", 2), ("J19", 7)):
        left, top, right, bottom = FILE.parts[ref].body
        assert sorted((right - left, bottom - top)) == pytest.approx(sorted(t.PLUG_SIZES[ways]), abs=0.6)


def test_connectors_are_named_in_the_tables_words():
    printed = [word.text for word in FILE.words]
    for words in (
        *(f"SEAT {n}" for n in range(1, 7)),
        "DEALER",
        "REAR L",
        "REAR R",
        "FRONT L",
        "FRONT R",
        "USB",
        "RESET",
    ):
        assert words in printed
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
