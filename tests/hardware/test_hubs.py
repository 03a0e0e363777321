"""The second hub's board against the table's model, and mistakes made on it on purpose, each found by name."""

import re

import pytest

from hardware.layout.footprints import footprint
from hardware.layout.heavy import weak_copper
from hardware.layout.hubs import HUB2 as LAYOUT
from hardware.layout.plan import U
from hardware.layout.route import NARROW, STEP
from hardware.layout.shapes import INNER
from hardware.layout.tracks import placed_pads, tracks_in
from hardware.made import MADE
from hardware.model.current import net_widths
from hardware.model.hub2 import BRANCHES, HUB2
from hardware.product import table as t

POWER = {name: f"J{3 + n}" for name, n in zip(t.QUARTER_NAMES, (0, 1, 3, 2), strict=True)}
DATA = {name: f"J{7 + n}" for name, n in zip(t.QUARTER_NAMES, (0, 1, 3, 2), strict=True)}
POD = {pod.name: f"J{11 + n}" for n, pod in enumerate(t.PODS)}


def on_table(x: float, y: float) -> t.Spot:
    """A spot of the board as the table's model has it."""
    return x - t.HUB[0] / 2 + t.HUB_AT[0], t.HUB_AT[1] + t.HUB[1] / 2 - y


def pads_of(ref, layout=LAYOUT):
    return placed_pads(HUB2.by_ref[ref], layout.parts[ref])


def middle(ref, layout=LAYOUT):
    """Of a part's numbered pads."""
    pads = [pad for pad in pads_of(ref, layout) if pad.number]
    xs, ys = [pad.x for pad in pads], [pad.y for pad in pads]
    return on_table((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def away_from_model(layout=LAYOUT):
    """What the layout has elsewhere than the table's model, by name."""
    spots = {ref: t.POD_LEADS[name].port for name, ref in POD.items()}
    spots |= {DATA[name]: lead.port for name, lead in zip(t.QUARTER_NAMES, t.DATA_LEADS, strict=True)}
    spots |= {POWER[name]: lead.port for name, lead in zip(t.QUARTER_NAMES, t.POWER_LEADS, strict=True)}
    spots |= {"U1": t.PICO_AT, "J19": t.KEY_BAR_LEAD.port}
    found = [ref for ref, spot in spots.items() if middle(ref, layout) != pytest.approx(spot, abs=0.02)]
    mouths = {"J2": "supply terminal", "J1": "USB-C, 5 V 3 A", "SW1": "reset", "U1": "Pico's USB"}
    at = {each.name: each.x for each in t.OPENINGS}
    found += [f"{name} of {ref}" for ref, name in mouths.items() if abs(middle(ref, layout)[0] - at[name]) > 0.02]
    holes = {tuple(round(at, 3) for at in on_table(x * U, y * U)) for x, y in layout.holes}
    return found if holes == {*t.HUB_HOLES} else [*found, "holes"]


def shifted(ref, dx):
    place = LAYOUT.parts[ref]
    return LAYOUT._replace(parts={**LAYOUT.parts, ref: place._replace(x=place.x + dx / U)})


def test_the_hubs_plugs_holes_and_mouths_are_where_the_table_has_them():
    assert away_from_model() == []
    assert pytest.approx(t.HUB[:2]) == LAYOUT.size_mm


@pytest.mark.parametrize(
    ("ref", "said"), [("J8", ["J8"]), ("J14", ["J14"]), ("SW1", ["reset of SW1"]), ("U1", ["U1", "Pico's USB of U1"])]
)
def test_a_part_moved_off_its_place_in_the_model_is_found(ref, said):
    assert away_from_model(shifted(ref, 0.635)) == said


def test_the_hole_below_bootsel_is_below_the_picos_button():
    (hole,) = [pad for pad in pads_of("U1") if not pad.number]
    assert on_table(hole.x, hole.y) == pytest.approx(t.BOOTSEL_AT, abs=0.02)


def test_what_is_pressed_or_plugged_in_from_the_rear_is_at_the_rear_edge():
    for ref in ("J1", "J2", "SW1", "U1"):
        _, top, right, bottom = footprint(HUB2.by_ref[ref].kind.footprint).body
        turned = LAYOUT.parts[ref].turn
        edge = {0: top, 1: -right, 2: -bottom}[turned] if ref != "J2" else -right
        assert abs(LAYOUT.parts[ref].y * U + edge) < 0.7, ref


def test_every_opening_leaves_panel_around_it():
    low, high = t.BASE_TOP, t.BASE_TOP + t.PANEL_SIZE[1]
    for each in t.OPENINGS:
        assert each.z + each.height / 2 <= high - 1.5, each.name
        assert each.z - each.height / 2 >= low, each.name


def test_a_plug_at_each_port_is_as_large_as_its_header():
    for ref, ways in (("J11", 14), ("J7", 16), ("J3", 2), ("J19", 7)):
        left, top, right, bottom = footprint(HUB2.by_ref[ref].kind.footprint).body
        assert sorted((right - left, bottom - top)) == pytest.approx(sorted(t.PLUG_SIZES[ways]), abs=0.1)


def test_connectors_are_named_in_the_tables_words():
    printed = " ".join(text.text for text in LAYOUT.prints)
    for words in (*(f"SEAT {n}" for n in range(1, 7)), "DEALER", "REAR L", "REAR R", "FRONT L", "FRONT R", "USB"):
        assert words in printed
    for name in t.QUARTER_NAMES:
        assert name.upper() in printed
    assert "RESET" in printed and printed.count("+ -") == len(t.QUARTER_NAMES)


# -- copper


def widened(net, width):
    """The layout with the widest copper of a net drawn narrower."""
    lines = tuple(
        line._replace(width=width) if line.net == net and line.width == 5.0 else line for line in LAYOUT.lines
    )
    assert lines != LAYOUT.lines
    return LAYOUT._replace(lines=lines)


def test_5_v_is_drawn_as_wide_as_the_model_says_and_whole():
    assert list(weak_copper(HUB2, LAYOUT)) == []


def test_5_v_too_narrow_is_found():
    (first, *_) = weak_copper(HUB2, widened("+5V", 1.5))
    assert re.fullmatch(r"the copper of \+5V from .* is 1\.5 mm wide and needs 5\.00 mm", first)


def test_a_switch_that_the_wide_copper_does_not_reach_is_found():
    stub = [line for line in LAYOUT.lines if line.net == "+5V" and line.width == 0.8][2]
    cut = LAYOUT._replace(lines=tuple(line for line in LAYOUT.lines if line != stub))
    assert list(weak_copper(HUB2, cut)) == ["no copper is drawn from U13 for +5V"]


def test_a_neck_too_narrow_for_its_share_is_found():
    thin = LAYOUT._replace(
        lines=tuple(line._replace(width=0.5) if line.net == "VIN" and line.width < 1 else line for line in LAYOUT.lines)
    )
    assert len([fault for fault in weak_copper(HUB2, thin) if "VIN" in fault and "needs 0.81 mm" in fault]) == 2


def test_every_branch_has_its_point_for_a_meter():
    assert {HUB2.by_ref[f"TP{7 + n}"].net("1") for n in BRANCHES} == {f"BRANCH{n}" for n in BRANCHES}


BRIDGE_MM = 10  # so short a track between two vias gives its heat to what they lead to


def inside_mm(tracks):
    """Net -> how long its tracks lie inside the board, of the nets that carry much."""
    wide = [net for net, width in net_widths(HUB2).items() if width > NARROW and net in tracks]
    return {net: STEP * sum(a[0] == INNER for a, _ in tracks[net].steps) for net in wide}


def test_what_feeds_a_branch_stays_where_copper_is_thick_and_cooled():
    tracks = tracks_in((MADE / "hub2" / "hub2.kicad_pcb").read_text("utf-8"))
    assert set(inside_mm(tracks)) == {f"BRANCH{n}" for n in BRANCHES}
    assert max(inside_mm(tracks).values()) <= BRIDGE_MM
    moved = tracks["BRANCH4"]._replace(steps=[((INNER, n, 1), (INNER, n + 1, 1)) for n in range(20)])
    assert inside_mm({**tracks, "BRANCH4": moved})["BRANCH4"] > BRIDGE_MM
