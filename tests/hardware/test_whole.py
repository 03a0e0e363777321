"""The table as a whole: cables reach, plugs get in, nothing meets, pin 1 meets pin 1 over every flat cable as it is
folded; and each mistake made on purpose is found."""

from contextlib import suppress
from importlib import reload
from itertools import pairwise, product
from math import atan2, degrees

import pytest
from glowtable.messages import FAILED, UserError

from hardware.guide import GUIDE
from hardware.made import stale
from hardware.model.boards import HUB2, POD, QUARTER
from hardware.model.file import file_of
from hardware.product import cell
from hardware.product import table as t
from hardware.proofs import folds
from hardware.tray import __main__ as command
from hardware.tray.__main__ import FILES, FOLDER, make, origin_of_all
from hardware.tray.drawing import Circle, base_marks, dxf, frame_marks
from hardware.tray.routes import check_reach, clearances, pod_route, routes
from tests.hardware.mutations import missed

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.proofs.whole import access_claims, claims
    from hardware.solids.shapes import box
    from hardware.tray.wood import frame, large_parts


def tried(name, turn, along):
    """Pods of which one was moved."""
    return [pod._replace(turn=turn, along=along) if pod.name == name else pod for pod in t.PODS]


def test_the_committed_files_are_fresh_and_the_same_bytes_again():
    assert stale(FOLDER, dict.fromkeys(FILES, origin_of_all())) == []
    assert [name for name, file in make().items() if file.content != (FOLDER / name).read_bytes()] == []


def test_seats_are_numbered_round_the_table():
    seats = [t.pod_spot(pod) for pod in t.PODS if pod.name != "dealer"]
    around = [degrees(atan2(y, x)) % 360 for x, y in seats]
    begin = around.index(min(around))
    assert around[begin:] + around[:begin] == sorted(around)
    assert [pod.name for pod in t.PODS] == [*(f"seat {n}" for n in range(1, 7)), "dealer"]


def test_every_cable_reaches_and_is_one_of_the_lengths_one_buys():
    check_reach()
    assert len(routes()) == 7 + 4 + 4 + 1 + 1
    assert {route.bought for route in routes()} == {300, 500, 600, 800, 1500}


def test_a_cable_is_as_long_as_its_legs():
    lies = pod_route(next(pod for pod in t.PODS if pod.name == "seat 4"))
    out, down, back, up = 110 - 44.615, 17.1, 240 - 176.045, 19.25 - 8
    assert lies.lies == pytest.approx(out + down + back + up + 8.85, abs=0.01)


def test_a_pod_moved_beyond_its_cable_is_refused_in_one_sentence():
    with pytest.raises(UserError) as error:
        make(tried("seat 4", 90, -160.0))
    assert error.value.exit_code == FAILED
    assert str(error.value) == (
        "seat 4 is too far from the hub: its flat cable 14-way, sockets 2 x 7 of 500 mm would have to be 629 mm"
    )


NO_FIT = [  # module, measure, value -> what is said
    (cell, "PITCH", cell.PITCH + 2, "the frame's inside is 402.0 mm and may be 412.3 to 415.8: change OUTSIDE or"),
    (cell, "PITCH", cell.PITCH - 0.4, "the frame's inside is 402.0 mm and may be 397.9 to 401.4"),
    (cell, "PITCH", 0.0, "the room between two plates is -63.2 mm"),
    (cell, "PITCH", float("nan"), "the room between two plates is nan mm"),
    (t, "OUTSIDE", 447.0, "the frame's inside is 399.0 mm"),
    (t, "OUTSIDE", -450.0, "a bar's width is 24.0 mm"),
    (t, "BAR", 0.0, "a bar's width is 0.0 mm and may be 13.5 to 225.0"),
    (t, "BAR", 25.0, "the frame's inside is 400.0 mm"),
    (t, "BASE_SIDE", 452.0, "the base's side is 452.0 mm"),
    (cell, "PANEL", 3.2, "a panel's thickness is 3.2 mm and may be 0.8 to 2.0"),
    (cell, "PANEL", -1.6, "a panel's thickness is -1.6 mm"),
    (t, "BASE", 0.0, "the base's thickness is 0.0 mm"),
    (t, "LONG_SCREW", (2.5, 36.0), "a long screw's grip is 5.6 mm"),
    (
        t,
        "LONG_SCREW",
        (2.5, 30.0),
        "a long screw's grip is -0.4 mm and may be 3.0 to 5.4: change LONG_SCREW",
    ),
]


@pytest.mark.parametrize(("module", "name", "value", "said"), NO_FIT)
def test_measures_that_do_not_fit_are_refused_and_nothing_is_written(
    module, name, value, said, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(command, "FOLDER", tmp_path / "tray")
    before = dict(vars(t))
    try:
        monkeypatch.setattr(module, name, value)
        if module is cell:
            reload(t)  # what follows from it
        assert command.main() == FAILED
    finally:
        monkeypatch.undo()
        vars(t).update(before)  # the very objects that other modules have
    assert capsys.readouterr().err.startswith(f"tray: {said}") and not list(tmp_path.iterdir())


def test_the_command_writes_nothing_when_a_cable_does_not_reach(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "FOLDER", tmp_path / "tray")
    monkeypatch.setattr(command, "make", lambda: make(tried("dealer", 0, 200.0)))
    assert command.main() == FAILED
    assert capsys.readouterr().err.startswith("tray: dealer is too far from the hub: ")
    assert not (tmp_path / "tray").exists()


def test_a_cable_over_a_post_is_found():
    moved = tried("dealer", 270, -2 * cell.PITCH)
    assert min(room for _, room in clearances(moved)) < 0


def test_the_drawing_of_the_base_has_every_hole_in_wood():
    holes = [mark for mark in base_marks() if isinstance(mark, Circle) and mark.layer == "DRILL"]
    assert len(holes) == 16 + len(t.FRAME_SCREWS) + 4 + 1
    assert all(max(map(abs, hole.middle)) + hole.diameter / 2 < t.BASE_SIDE / 2 for hole in holes)
    inner = t.OUTSIDE / 2 - t.BAR
    assert all(inner < max(map(abs, spot)) < t.OUTSIDE / 2 for spot in t.FRAME_SCREWS)


def test_no_screw_of_the_frame_meets_a_notch_or_the_window():
    gaps = [mark for mark in frame_marks() if mark.layer == "CUT"]
    for x, y in t.FRAME_SCREWS:
        for gap in gaps:
            (left, near), _, (right, far), _ = gap.corners
            assert not (left - 4 < x < right + 4 and near - 4 < y < far + 4)


def test_a_drawing_is_in_millimetres_corner_by_corner():
    text = dxf([Circle("DRILL", (1.0, -2.0), 3.0)]).decode().split("\r\n")
    assert text[4:16] == ["0", "CIRCLE", "8", "DRILL", "10", "1.000", "20", "-2.000", "40", "1.500", "0", "ENDSEC"]
    assert dxf(frame_marks()).decode().count("LINE") == 4 * (2 + 7 + 1 + 1)


@pytest.mark.hardware
def test_the_whole_table_keeps_every_goal():
    assert missed(claims()) == ""


@pytest.mark.hardware
def test_usb_behind_wood_is_found():
    closed = {**large_parts(), "frame": frame(window=0)}
    assert missed(access_claims(closed)) == (
        "in the way of the plug: USB-C, 5 V 3 A; in the way of the plug: Pico's USB; in the way of the pin: reset"
    )


@pytest.mark.hardware
def test_a_base_without_its_hole_is_in_the_pins_way():
    whole = box((t.BASE_SIDE, t.BASE_SIDE, t.BASE), floor=t.FOOT)
    assert missed(access_claims({**large_parts(), "base": whole})) == "in the way of the pin: BOOTSEL"


@pytest.mark.hardware
def test_a_rear_panel_without_its_opening_is_in_the_way_of_resets_pin(monkeypatch):
    monkeypatch.setattr(t, "OPENINGS", tuple(each for each in t.OPENINGS if each.name != "reset"))
    assert missed(access_claims(large_parts())) == "in the way of the pin: reset"


@pytest.mark.hardware
def test_plugs_that_meet_each_other_or_the_pico_are_found(monkeypatch):
    beside = t.DATA_LEADS[0]._replace(port=(t.PICO_AT[0], t.DATA_LEADS[0].port[1] + 15))
    monkeypatch.setattr(t, "DATA_LEADS", (beside, *t.DATA_LEADS[1:]))
    assert missed(claims()).endswith("overlap: any two large parts")


@pytest.mark.hardware
def test_a_hub_against_a_post_and_a_cable_too_short_are_missed_goals():
    parts = large_parts()
    aside = {**parts, "hub": parts["hub"].translate([20, 0, 0])}
    assert missed(claims(parts=aside)).endswith("overlap: any two large parts")
    assert "cable to seat 4" in missed(claims(pods=tried("seat 4", 90, -160.0), parts=parts))


@pytest.mark.hardware
def test_a_cable_through_wood_is_found():
    moved = tried("seat 3", 90, 40.0)  # its notch stays where it was
    assert "cables through wood, hub, posts or rear panel" in missed(claims(moved, large_parts()))


# -- folds


DATA = [f"data {name}" for name in t.QUARTER_NAMES]


READ = {name: file_of(name) for name in ("hub2", "quarter", "pod")}


def turned(board, ref):
    """The boards with one header turned half round its middle."""
    file = READ[board]
    part = file.parts[ref]
    xs, ys = ([pad.at[n] for pad in part.pads] for n in (0, 1))
    x, y = min(xs) + max(xs), min(ys) + max(ys)
    pads = tuple(pad._replace(at=(x - pad.at[0], y - pad.at[1])) for pad in part.pads)
    return {**READ, board: file._replace(parts={**file.parts, ref: part._replace(pads=pads)})}


def misled(files=None):
    return {claim.about.split(":")[0].removeprefix("cable to ") for claim in folds.claims(files) if not claim.is_kept}


def arrives(files=None):
    """From where each data cable comes to its plug."""
    return {
        cable.route.to: {folds.COMES_FROM[way[-1]] for way in folds.ways(cable) if folds.fits(cable, way)}
        for cable in folds.cables(files)
    }


def test_wire_1_meets_pin_1_over_every_flat_cable():
    assert misled() == set()
    assert [cable.route.to for cable in folds.cables()] == [*DATA, *(pod.name for pod in t.PODS)]


@pytest.mark.parametrize(
    ("ref", "found"),
    [
        ("J8", "data rear right"),
        ("J9", "data front left"),
        *((f"J{10 + n}", pod.name) for n, pod in enumerate(t.PODS, 1)),
    ],
)
def test_a_header_of_the_hub_turned_round_is_found_and_which(ref, found):
    assert misled(turned("hub2", ref)) == {found}


def test_a_quarters_header_turned_round_is_found():
    """Two of the four come along the rows of their plugs: those are folded to the other side there."""
    assert misled(turned("quarter", folds.PLUG)) == {"data rear right", "data front left"}


@pytest.mark.parametrize(("port", "name"), [("J7", "data rear left"), ("J10", "data front right")])
def test_a_cable_that_comes_along_its_plug_is_folded_to_the_side_that_fits(port, name):
    before = arrives()
    after = arrives(turned("hub2", port))
    assert {*before[name], *after[name]} == {"front", "rear"} and len(before[name]) == len(after[name]) == 1
    assert {to: way for to, way in before.items() if to != name} == {to: way for to, way in after.items() if to != name}


def folded(step, wire, to):
    """Where a strip of paper's edge with wire 1 is after a fold: all is mirrored in the fold's line."""
    x, y = step[0] + to[0], step[1] + to[1]
    along = wire[0] * x + wire[1] * y  # the line's square is 2
    return along * x - wire[0], along * y - wire[1]


def test_a_strip_of_paper_that_is_reflected_at_each_fold_says_the_same():
    """Counted another way: the edge of wire 1 as a vector, mirrored fold by fold."""
    for cable in folds.cables():
        for way in folds.ways(cable):
            wire = cable.first
            for before, after in pairwise(way):
                wire = folded(before, wire, after)
            assert (wire == cable.last) == folds.fits(cable, way), cable.route.to


def test_each_wire_is_the_same_line_at_both_ends():
    def lines(board, ref):
        return [(pin.number, pin.name) for pin in board.by_ref[ref].kind.pins]

    for port, (board, ports) in [
        *product(folds.QUARTER_PORTS, [(QUARTER, folds.PLUG)]),
        *product(folds.POD_PORTS, [(POD, folds.PLUG)]),
    ]:
        assert lines(HUB2, port) == lines(board, ports)


def test_headers_and_cables_of_a_quarter_belong_together():
    for name, port in zip(t.QUARTER_NAMES, folds.QUARTER_PORTS, strict=True):
        x, y = READ["hub2"].parts[port].at
        others = [READ["hub2"].parts[each].at for each in folds.QUARTER_PORTS if each != port]
        assert ("left" in name) == any(x < other[0] for other in others)
        assert ("rear" in name) == any(y < other[1] for other in others)


def test_the_page_tells_how_the_first_data_cable_comes():
    text = " ".join(GUIDE.read_text("utf-8").replace("**", "").split())
    numbers = {route.to: n for n, route in enumerate(folds.routes(), 1)}
    words = {(0, -1): "front", (0, 1): "rear", (-1, 0): "left", (1, 0): "right"}
    for cable in folds.cables():
        if cable.route.to in DATA:
            (first, *folded) = next(way for way in folds.ways(cable) if folds.fits(cable, way))
            told = f"{numbers[cable.route.to]} {', '.join(words[step] for step in folded)}"
            assert words[first] == "front" and (f"{told};" in text or f"{told}." in text)
    (back,) = [name for name in DATA if arrives()[name] == {"front"}]
    assert f"Cable {numbers[back]} goes on below its plug and comes back to it from the front" in text
