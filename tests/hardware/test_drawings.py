"""Plan and pictures: drawn from the table's own places, every cable and seat named, every part in a step."""

from contextlib import suppress
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest
from glowtable.messages import FAILED

from hardware.drawings import __main__ as command
from hardware.drawings import plan as drawn
from hardware.drawings.__main__ import FOLDER, MADE_BY, PICTURES, PLAN, origins
from hardware.drawings.plan import SHOWN, plan
from hardware.product import cell
from hardware.product import table as t
from hardware.tray.routes import COMPUTER, check_reach, routes

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.drawings import layers
    from hardware.drawings import scenes as scene_module
    from hardware.drawings.pictures import drawn as drawn_scene
    from hardware.drawings.pods import beside, lids, lights, plate
    from hardware.drawings.scenes import APART, STEPS, scenes
    from hardware.fittings.pod_parts import module
    from hardware.solids.picture import png
    from hardware.solids.pod import body
    from hardware.tray.wood import pods

SVG = "{http://www.w3.org/2000/svg}"
MOST = 150_000  # bytes of a picture


def cables_of(svg: bytes) -> list[list[tuple[float, float]]]:
    """The corners of each cable's middle, as the table counts."""
    paths = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}path") if each.get("stroke-width") == "1"]
    ways = [each.get("d").removeprefix("M").split("L") for each in paths]
    return [[(float(x), -float(y)) for x, y in (spot.split() for spot in way)] for way in ways]


def astray(svg: bytes) -> list[str]:
    """Which cables are not drawn as they are routed."""
    found = []
    for route, way in zip(routes(), cables_of(svg), strict=True):
        wanted = list(dict.fromkeys((x, min(y, SHOWN[3])) for x, y, _ in route.corners))
        if way != [pytest.approx(spot, abs=0.051) for spot in wanted]:
            found.append(route.to)
    return found


def test_the_plan_has_all_17_cables_as_they_are_routed():
    svg = (FOLDER / PLAN).read_bytes()
    assert len(cables_of(svg)) == 17
    assert astray(svg) == []


def test_a_cable_drawn_on_another_lane_is_found(monkeypatch):
    def moved(rear):
        first, *others = drawn.routes()
        bent = [(x + 1, y, z) for x, y, z in first.corners]
        return [first._replace(corners=tuple(bent)), *others]

    monkeypatch.setattr(drawn, "drawn_routes", moved)
    assert astray(plan()) == ["seat 1", COMPUTER]  # the second one: not cut off where the plan ends


def test_the_plan_names_every_seat_beside_its_pod_and_every_cable_with_its_length():
    texts = {each.text: each for each in ElementTree.fromstring(plan()).iter(f"{SVG}text")}
    for pod in t.PODS:
        text = texts[pod.name.capitalize()]
        x, y = t.pod_spot(pod)
        assert abs(float(text.get("x")) - x) + abs(-float(text.get("y")) - y) < t.POD[1] / 2 + 20
        x, y = t.pod_spot(pod, y=-t.POD[1] / 2 - 20)
        assert SHOWN[0] <= x <= SHOWN[2] and SHOWN[1] <= y <= SHOWN[3]
    for number, route in enumerate(routes(), 1):
        assert str(number) in texts
        assert f"{route.to}: {route.lies:.0f} mm, buy {route.bought:.0f}" in texts


def test_every_picture_is_small_and_there_is_one_for_each_step_and_three_drawn_apart():
    assert len(PICTURES) == 9 + 3
    assert [name for name in PICTURES if (FOLDER / name).stat().st_size > MOST] == []


def test_each_drawing_is_made_by_one_maker():
    assert [name for names in MADE_BY for name in names] == list(origins())
    assert len(set(origins().values())) == len(MADE_BY) == 3


def test_the_page_shows_every_step_in_its_order_and_links_every_drawing():
    page = (FOLDER.parents[1] / "BUILD.md").read_text("utf-8")
    assert [name for name in origins() if f"(made/drawings/{name})" not in page] == []
    at = [page.index(f"(made/drawings/step-{number}.png)") for number in range(1, 10)]
    assert at == sorted(at)


def test_the_page_tells_the_measures_of_the_table():
    page = " ".join((FOLDER.parents[1] / "BUILD.md").read_text("utf-8").split())
    told = (
        f"both diagonals are {hypot(t.BASE_SIDE, t.BASE_SIDE):.0f} mm",
        f"both diagonals of the frame are {hypot(t.OUTSIDE, t.OUTSIDE):.0f} mm",
        f"its inside is {t.OUTSIDE - 2 * t.BAR:.0f} mm wide",
        f"the frame on the base so that it is {(t.OUTSIDE - t.BASE_SIDE) / 2:.0f} mm beyond it",
        f"notches {t.NOTCH[1]:.0f} mm deep, the window {t.ROOM:.0f} mm high",
        f"every post is {t.ROOM:.0f} mm high",
        f"bits of 2, {cell.SCREW_HOLE:g}, {t.HUB_SCREW:g}, {t.WOOD_SCREW:g} and {t.PIN_HOLE:g} mm",
        f"reach {t.SLACK:.0f} mm further",
        f"the {len(t.FRAME_SCREWS)} wood screws",
        f"the {len(t.CROSSINGS)} long screws",
    )
    assert [each for each in told if each not in page] == []


# -- with the extra


@pytest.mark.hardware
def test_nothing_is_drawn_when_a_cable_does_not_reach(tmp_path, capsys, monkeypatch):
    far = [pod._replace(turn=0, along=200.0) if pod.name == "dealer" else pod for pod in t.PODS]
    monkeypatch.setattr(command, "FOLDER", tmp_path / "drawings")
    monkeypatch.setattr(command, "check_reach", lambda: check_reach(far))
    assert command.main() == FAILED
    assert capsys.readouterr().err.startswith("drawings: dealer is too far from the hub: ")
    assert not (tmp_path / "drawings").exists()


@pytest.mark.hardware
def test_each_step_adds_to_those_before_and_all_of_the_tray_is_in_a_step_and_drawn_apart():
    assert [f"{name}.png" for name in scenes()] == list(PICTURES)
    added = [name for step in STEPS for name in step.new]
    assert len(added) == len(set(added))
    before = []
    for number, step in enumerate(STEPS, 1):
        assert list(scenes()[f"step-{number}"].earlier) == before
        before += step.new
    in_tray = [name for step in STEPS[:-1] for name in step.new if name != "USB cable"]
    assert sorted(in_tray) == sorted(APART["tray-apart"].new)


def shared(parts) -> list[str]:
    """Which parts, where they stand, are in each other's way."""
    solids = {name: scene_module.PARTS[name][1]() for name in parts}
    return [f"{a}, {b}" for a, b in combinations(solids, 2) if (solids[a] ^ solids[b]).volume() > 0.01]


HARD = (
    *("base", "17 posts", "5 feet", "frame", "rear panel", "hub"),
    *("4 panels", "4 spring grids", "4 wall grids", "7 bodies"),
)


@pytest.mark.hardware
def test_what_is_drawn_stands_where_nothing_else_is():
    assert shared(HARD) == []


@pytest.mark.hardware
def test_a_part_drawn_at_another_height_is_found(monkeypatch):
    low = {**scene_module.PARTS, "4 panels": (scene_module.GREEN, lambda: layers.panels().translate([0, 0, -1]))}
    monkeypatch.setattr(scene_module, "PARTS", low)
    assert shared(HARD) == ["17 posts, 4 panels", "rear panel, 4 panels"]


@pytest.mark.hardware
def test_drawn_pods_are_in_the_room_that_the_table_gives_them():
    room = pods()
    for part in (beside(body()), beside(plate()), beside(lights()), beside(module()), lids(t.PODS)):
        assert (part - room).volume() < 0.01
    assert (beside(body().translate([0, 1, 0])) - room).volume() > 100


@pytest.mark.hardware
def test_long_screws_reach_into_the_wall_grids_and_stay_above_what_the_table_stands_on():
    screws = layers.long_screws()
    assert screws.bounding_box()[2] == pytest.approx(t.FOOT - t.WASHER - t.SCREW_HEAD)
    assert (screws ^ layers.wall_grids()).volume() > 16 * 3  # their threads, in holes that are narrower


@pytest.mark.hardware
@pytest.mark.slow
def test_drawn_again_a_picture_is_the_same_bytes():
    assert png(drawn_scene(scenes()["step-2"])) == (FOLDER / "step-2.png").read_bytes()
