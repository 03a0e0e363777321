"""The table as a whole: cables reach, plugs get in, nothing meets; and each mistake made on purpose is found."""

from contextlib import suppress
from dataclasses import dataclass
from math import atan2, degrees

import pytest
from glowtable.messages import FAILED, UserError

from hardware.made import stale
from hardware.product import cell
from hardware.product import table as t
from hardware.tray import __main__ as command
from hardware.tray.__main__ import FILES, FOLDER, make, origin_of_all
from hardware.tray.drawing import Circle, base_marks, dxf, frame_marks
from hardware.tray.routes import check_reach, clearances, pod_route, routes
from tests.hardware.mutations import missed, said

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.proofs.whole import access_claims, claims
    from hardware.solids.shapes import box
    from hardware.tray.wood import frame, large_parts


@dataclass
class Tried:
    """Pods of which one was moved."""

    name: str
    turn: int
    along: float

    @property
    def pods(self):
        return [pod._replace(turn=self.turn, along=self.along) if pod.name == self.name else pod for pod in t.PODS]


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
    assert lies.lies == pytest.approx(
        (110 - 44.615) + 17.1 + (240 - 176.045) + (19.25 - 8) + 8.85, abs=0.01
    )  # out, down, back, up


def test_a_pod_moved_beyond_its_cable_is_refused_in_one_sentence():
    with pytest.raises(UserError) as error:
        make(Tried("seat 4", 90, -160.0).pods)
    assert error.value.exit_code == FAILED
    assert said(error) == (
        "seat 4 is too far from the hub: its flat cable 14-way, sockets 2 x 7 of 500 mm would have to be 629 mm"
    )


def test_the_command_writes_nothing_when_a_cable_does_not_reach(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "FOLDER", tmp_path / "tray")
    monkeypatch.setattr(command, "make", lambda: make(Tried("dealer", 0, 200.0).pods))
    assert command.main() == FAILED
    assert capsys.readouterr().err.startswith("tray: dealer is too far from the hub: ")
    assert not (tmp_path / "tray").exists()


def test_a_cable_over_a_post_is_found():
    moved = Tried("dealer", 270, -2 * cell.PITCH).pods
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
    assert "cable to seat 4" in missed(claims(pods=Tried("seat 4", 90, -160.0).pods, parts=parts))


@pytest.mark.hardware
def test_a_cable_through_wood_is_found():
    moved = Tried("seat 3", 90, 40.0).pods  # its notch stays where it was
    assert "cables through wood, hub, posts or rear panel" in missed(claims(moved, large_parts()))
