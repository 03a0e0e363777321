"""Pictures: drawn from the table's own places, every part in a step, and what a step speaks of written in them."""

import re
from contextlib import suppress
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest
from glowtable.messages import FAILED

from hardware.drawings import __main__ as command
from hardware.drawings.__main__ import FOLDER, MADE_BY, PICTURES, origins
from hardware.drawings.marks import HUB_PLUGS
from hardware.model.boards import BAR, HUB2, POD, QUARTER
from hardware.product import cell
from hardware.product import table as t
from hardware.tray.routes import check_reach, routes

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.drawings import layers, pictures
    from hardware.drawings import scenes as scene_module
    from hardware.drawings.pictures import drawn as drawn_scene
    from hardware.drawings.pods import beside, lids, lights, plate
    from hardware.drawings.scenes import APART, STEPS, pulled_apart, scenes
    from hardware.fittings.pod_parts import module
    from hardware.solids.picture import png
    from hardware.solids.pod import body
    from hardware.tray.wood import pods

PAGE = (FOLDER.parents[1] / "BUILD.md").read_text("utf-8")
STEPS_OF_PAGE = re.findall(r"^### \d\. .*?(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
MOST = 150_000  # bytes of a picture


def test_every_picture_is_small_and_there_is_one_for_each_step_and_three_drawn_apart():
    assert len(PICTURES) == 9 + 3
    assert [name for name in PICTURES if (FOLDER / name).stat().st_size > MOST] == []


def test_each_drawing_is_made_by_one_maker():
    assert [name for names in MADE_BY for name in names] == list(origins())
    assert len(set(origins().values())) == len(MADE_BY) == 2


def test_the_page_shows_every_step_in_its_order_and_links_every_drawing():
    assert [name for name in origins() if f"(made/drawings/{name})" not in PAGE] == []
    shown = [f"(made/drawings/step-{number}.png)" in step for number, step in enumerate(STEPS_OF_PAGE, 1)]
    assert shown == [True] * 9


def test_the_page_tells_the_measures_of_the_table():
    page = " ".join(PAGE.split())
    told = (
        f"both diagonals are {hypot(t.BASE_SIDE, t.BASE_SIDE):.0f} mm",
        f"both diagonals of the frame are {hypot(t.OUTSIDE, t.OUTSIDE):.0f} mm",
        f"its inside is {t.OUTSIDE - 2 * t.BAR:.0f} mm wide",
        f"the frame on the base, {(t.OUTSIDE - t.BASE_SIDE) / 2:.0f} mm beyond it",
        f"notches {t.NOTCH[1]:.0f} mm deep, the window {t.ROOM:.0f} mm high",
        f"every post is {t.ROOM:.0f} mm high",
        f"bits of 2.5, {cell.SCREW_HOLE:g}, {t.HUB_SCREW:g}, {t.WOOD_SCREW:g} and {t.PIN_HOLE:g} mm",
        f"reach [{t.SLACK:.0f} mm further]",
        f"**{len(t.FRAME_SCREWS)} wood screws**",
        f"**{len(t.CROSSINGS)} long screws**",
    )
    assert [each for each in told if each not in page] == []


def up_to(text: str) -> list[int]:
    """What `3 to 6`, or `3` alone, stands for."""
    first, *last = map(int, re.findall(r"\d+", text))
    return list(range(first, (last or [first])[0] + 1))


def test_the_drawing_of_cables_has_every_wire_on_the_pins_of_both_ends():
    drawn = ElementTree.fromstring((FOLDER.parents[2] / "docs/cables.svg").read_text("utf-8"))
    plugs, seen = [HUB_PLUGS[route.to] for route in routes()], []
    for cable in drawn.iterfind("{*}g[@id]"):
        board, ref = cable.get("id").split("-")
        head, hub, far = (each.text for each in cable.iterfind("{*}text"))
        numbers, ports = up_to(head.split(",")[0]), [f"J{n}" for n in up_to(hub)]
        assert {plugs[n - 1] for n in numbers} == set(ports) and far == f"{board}, {ref}"
        seen += numbers
        wires = [name.text for name in cable.iterfind("{*}g/{*}text[@class='name']")]
        ends = [({"pod": POD, "quarter": QUARTER, "bar": BAR}[board], ref), *((HUB2, port) for port in ports)]
        assert [[pin.name for pin in end.by_ref[plug].kind.pins] for end, plug in ends] == [wires] * len(ends)
    assert sorted(seen) == list(range(1, len(plugs)))  # the last is the computer's


# -- with the extra


@pytest.mark.hardware
def test_nothing_is_drawn_when_a_cable_does_not_reach(tmp_path, capsys, monkeypatch):
    far = [pod._replace(turn=0, along=200.0) if pod.name == "dealer" else pod for pod in t.PODS]
    monkeypatch.setattr(command, "FOLDER", tmp_path / "drawings")
    monkeypatch.setattr(command, "check_reach", lambda: check_reach(far))
    assert command.main() == FAILED
    assert capsys.readouterr().err.startswith("drawings: dealer is too far from the hub: ")
    assert not (tmp_path / "drawings").exists()


FROM_OUTSIDE = {"USB cable", "USB plug", "supply's plug, 3 A", "supply's cable, 4 or 5 A"}


@pytest.mark.hardware
def test_each_step_adds_to_those_before_and_all_of_the_tray_is_in_a_step_and_drawn_apart():
    assert [f"{name}.png" for name in scenes()] == list(PICTURES)
    added = [name for step in STEPS for name in step.new]
    assert len(added) == len(set(added))
    before = []
    for number, step in enumerate(STEPS, 1):
        assert list(scenes()[f"step-{number}"].earlier) == before
        before += step.new
    in_tray = [name for step in STEPS[:-1] for name in step.new if name not in FROM_OUTSIDE]
    assert sorted(in_tray) == sorted(APART["tray-apart"].new)


FAR = {"J1", "J2"}  # the plugs at the other ends of cables: what they are on is laid in later steps


def unseen(step: str, words: set[str]) -> set[str]:
    """What a step speaks of, in bold, as a plug or as a cable's number, that its pictures do not say."""
    step = re.sub(r"\*\*Check[^*]*\*\*", "", step)
    spoken = re.findall(r"\*\*([^*]+)\*\*", step) + re.findall(r"\bJ\d+\b|(?<=cable )\d+", step)
    return {" ".join(each.split()) for each in spoken} - words - FAR


def scenes_of(step: str):
    return [scenes()[name] for name in re.findall(r"made/drawings/([\w-]+)\.png", step)]


@pytest.mark.hardware
@pytest.mark.parametrize("step", STEPS_OF_PAGE, ids=lambda step: step[4:9])
def test_what_a_step_speaks_of_is_written_in_its_picture_and_the_other_way_round(step):
    words = set().union(*(scene.words() for scene in scenes_of(step)))
    assert unseen(step, words) == set()
    text = " ".join(step.split())
    assert [word for word in words if word not in text] == []
    assert [name for scene in scenes_of(step) for name in scene.new if f"**{name}**" not in text] == []


@pytest.mark.hardware
def test_a_step_that_speaks_of_what_its_picture_lacks_is_found():
    fourth, words = STEPS_OF_PAGE[3], scenes()["step-4"].words()
    assert {str(number) for number in range(1, 18)} | {f"J{number}" for number in range(3, 20) if number != 18} <= words
    assert unseen(fourth.replace("J11", "J20", 1), words) == {"J20"}
    assert unseen(fourth + "See **cable 8** and cable 18.", words) == {"cable 8", "18"}


@pytest.mark.hardware
@pytest.mark.parametrize("name", ["step-3", "step-4", "step-5", "step-9"])
def test_all_words_of_a_scene_are_drawn(name, monkeypatch):
    written = []
    monkeypatch.setattr(pictures.ImageDraw.ImageDraw, "text", lambda self, spot, word, *_, **__: written.append(word))
    monkeypatch.setattr(pictures, "picture", lambda placed, view, *size: pictures.Image.new("RGB", size))
    drawn_scene(scenes()[name])
    assert scenes()[name].words() <= set(written) <= {*scenes()[name].words(), scenes()[name].title, "turned over"}


@pytest.mark.hardware
def test_four_quarters_are_drawn_as_four():
    whole = layers.spring_grids()
    assert len(pulled_apart(whole, 16.0).decompose()) == 4
    assert pulled_apart(whole, 0.0).volume() == pytest.approx(whole.volume())


def shared(parts) -> list[str]:
    """Which parts, where they stand, are in each other's way."""
    solids = {name: scene_module.PARTS[name][1]() for name in parts}
    return [f"{a}, {b}" for a, b in combinations(solids, 2) if (solids[a] ^ solids[b]).volume() > 0.01]


HARD = (
    *("base", "17 posts", "5 feet", "frame", "rear panel", "hub"),
    *("4 panels", "4 spring grids", "4 wall grids", "7 bodies", "4 nuts", "switch, 4 or 5 A", "Pico, face down"),
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
def test_long_screws_reach_into_the_wall_grids_and_not_to_the_ends_of_their_holes():
    screws = layers.long_screws()
    assert screws.bounding_box()[5] < t.PANEL_TOP + cell.BOSS[1]  # the ends of their holes
    assert (screws ^ layers.wall_grids()).volume() > 16 * 3  # their threads, in holes that are narrower


@pytest.mark.hardware
@pytest.mark.slow
def test_drawn_again_a_picture_is_the_same_bytes():
    assert png(drawn_scene(scenes()["step-2"])) == (FOLDER / "step-2.png").read_bytes()
