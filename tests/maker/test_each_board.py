"""The maker's commands at each board: what it has is tried and learned, what it lacks is not asked for."""

import json
from contextlib import nullcontext

import pytest
from glowtable.__main__ import main
from glowtable.command_line import SELFTEST_PARTS
from glowtable.commands import care as command
from glowtable.device.boards import HERE, read_board
from glowtable.device.clock import RushedClock
from glowtable.device.twin import FakePico, Twin
from glowtable.grid import CELLS
from glowtable.maker.calibrate import LIGHT_WAYS
from glowtable.maker.selftest import PARTS
from glowtable.maker.settings_store import TwinSettings
from glowtable.messages import FAILED
from glowtable.terminal.translator import Translator

from tests.support.person import Person

SERPENTINE = tuple(range(6)) + tuple(reversed(range(6, 12)))  # how a string in two rows lies


@pytest.fixture
def at_terminal(home, monkeypatch):
    """Somebody sits at this terminal; the simulated table keeps their time."""
    monkeypatch.setattr(command, "is_somebody_there", lambda: True)
    monkeypatch.setattr(command, "WallClock", RushedClock)
    return lambda person: monkeypatch.setattr(command, "terminal_of_person", lambda: nullcontext(person))


def test_the_parts_that_can_be_named_are_those_there_are():
    assert tuple(PARTS) == SELFTEST_PARTS


@pytest.mark.parametrize(
    ("board", "tried", "left_out"),
    [
        ("starter", {"reader 1", "cells", "keys", "lights", "sound", "cards"}, {"reader 2", "reader 8"}),
        ("breadboard", {"lights"}, {"reader 1", "readers", "cells", "sound"}),
    ],
)
def test_a_selftest_tries_what_the_board_has(board, tried, left_out, at_terminal, capsys):
    at_terminal(Person())
    assert main(["selftest", "--port", f"twin:board={board}", "--json"]) == 0
    found = {one["part"]: one["verdict"] for one in json.loads(capsys.readouterr().out)}
    assert found["5 V supply"] == "skipped" and "FAIL" not in found.values()
    assert {part for part in tried if found[part] == "pass"} == tried and not left_out & found.keys()


def test_one_part_alone_is_tried(home, capsys):
    assert main(["selftest", "--port", "twin:board=starter", "--only", "readers", "--no-hands"]) == 0
    assert capsys.readouterr().out.split()[:3] == ["reader", "1", "pass"]


def test_a_reader_of_the_other_kind_is_named(home, tmp_path, capsys):
    text = (HERE / "starter.toml").read_text().replace('"starter"', '"mine"').replace('"mfrc522"', '"pn532"')
    (tmp_path / "mine.toml").write_text(text)
    assert main(["selftest", "--port", f"twin:board={tmp_path}/mine.toml", "--only", "readers", "--no-hands"]) == 0
    assert capsys.readouterr().out.split()[:4] == ["reader", "1", "pass", "PN532"]


def test_control_a_reader_that_is_wired_and_silent_fails(home, monkeypatch, capsys):
    monkeypatch.setattr(FakePico, "chip", lambda pico, number: 0)
    assert main(["selftest", "--port", "twin:board=starter", "--only", "readers", "--no-hands"]) == FAILED
    assert "Reader 1 doesn't answer." in capsys.readouterr().out


def test_doctor_misses_no_reader_that_is_not_wired(home, capsys):
    assert main(["doctor", "--port", "twin:board=starter"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("All good") and "board: name=starter keys=2c1041 readers=01" in said


def calibrated(board: str, person: Person) -> dict[str, object]:
    """What is learned of a simulated table that is wired so."""
    clock = RushedClock()
    store = TwinSettings(Twin(clock.now_ms, board=read_board(board)), clock)
    calibration = command.Calibration(store, clock, Translator("en"), person)  # type: ignore[arg-type]
    return json.loads(calibration.learn_settings(None))  # type: ignore[no-any-return]


@pytest.mark.slow
def test_a_starter_is_calibrated_by_its_cells_alone():
    chosen = calibrated("starter", Person({"What feeds the LEDs": "usb"}))
    wanted = {"pixels_per_cell": 1, "pixels_per_seat": 0, "budget_ma": 300, "branch_sense": 0}
    assert {name: chosen[name] for name in wanted} == wanted
    assert chosen["cell_order"] == list(range(CELLS)) and chosen["dead_cells"] == []


@pytest.mark.slow
def test_a_starter_whose_reader_has_no_gain_is_not_asked_for_it(tmp_path):
    text = (HERE / "starter.toml").read_text().replace('"starter"', '"mine"').replace('"mfrc522"', '"pn532"')
    (tmp_path / "mine.toml").write_text(text)
    assert "reader_gain" not in calibrated(f"{tmp_path}/mine.toml", Person({"What feeds the LEDs": "usb"}))


def test_lights_alone_are_calibrated_by_looking_at_them():
    asked = "Which colour are the lit LEDs: "
    exchanged = {f"{asked}red": "green", f"{asked}green": "red"}
    chosen = calibrated("breadboard", Person({"Does a light run": "no"} | exchanged))
    assert chosen["led_order"] in map(list, LIGHT_WAYS) and chosen["led_order"] != list(range(CELLS))
    assert chosen["led_colours"] == "RGB" and chosen["dead_cells"] == []
    assert any(way[:12] == SERPENTINE for way in LIGHT_WAYS) and len(set(LIGHT_WAYS)) == len(LIGHT_WAYS) == 16
