"""main.py with card readers at the seats, in a real MicroPython: tags, absent, strange and lost readers.

The chips are a model behind rig/machine.py's SPI; which are there and what lies on them stands in a file.
"""

import pytest
from glowpico.board import READER_HZ
from glowpico.pn532 import PN532
from glowtable.device.boards import board_file, read_board

from tests.micropython import test_over_pipes

pytestmark = pytest.mark.micropython
start = test_over_pipes.start
TOLD = 5  # troubles, until one that has just begun is among them
ANN, BEN = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"
HOBBY = board_file({**read_board("starter"), "name": "mine", "reader_type": "pn532"})


def put(workbench, *words):
    (workbench / "readers.new").write_text(" ".join(words))
    (workbench / "readers.new").rename(workbench / "readers")


def test_a_table_without_readers_says_so(start):
    *_, readers, _, _, _, trouble = start().greet()
    assert (readers, trouble) == ("00", "no-settings")


def test_readers_that_pass_the_self_check_are_polled_whatever_version_they_report(start, tmp_path):
    put(tmp_path, "0:92:", "3:77:", "6:91:" + ANN, "7:ff:" + BEN)
    table = start()
    *_, readers, _, _, _, trouble = table.greet()
    assert (readers, trouble) == ("49", "no-settings")
    assert table.hears("tag")[2] == (6, ANN)


@pytest.mark.parametrize(("khz", "is_slow"), [(4000, False), (2000, False), (1000, True), (500, True)])
def test_a_reader_at_a_long_cable_is_asked_as_slowly_as_it_needs(start, tmp_path, khz, is_slow):
    put(tmp_path, "0:92:", f"1:92:{ANN}:{khz}")
    table = start()
    *_, readers, _, _, _, trouble = table.greet()
    assert (readers, "slow.1" in trouble.split(",")) == ("03", is_slow)
    assert table.hears("tag")[2] == (1, ANN)
    table.say("test", "khz", 1)
    assert table.hears("measured")[2] == ("khz", 1, min(khz, READER_HZ // 1000))


@pytest.mark.parametrize(("set_khz", "reached_khz"), [(2000, 2000), (1000, 1000), (2000, 500)])
def test_all_readers_begin_at_the_rate_that_a_maker_has_set(start, tmp_path, set_khz, reached_khz):
    (tmp_path / "settings.json").write_text(f'{{"version": 1, "reader_hz": {set_khz}000}}')
    put(tmp_path, f"1:92:{ANN}:{reached_khz}")
    table = start()
    assert ("slow.1" in table.greet()[-1].split(",")) == (reached_khz < set_khz)
    assert table.hears("tag")[2] == (1, ANN)
    table.say("test", "khz", 1)
    assert table.hears("measured")[2] == ("khz", 1, reached_khz)


def test_a_reader_at_a_cable_that_carries_nothing_is_named_and_harms_no_other(start, tmp_path):
    put(tmp_path, "0:92:" + BEN, "1:92::100")
    table = start()
    *_, readers, _, _, _, trouble = table.greet()
    assert readers == "01" and "reader.1" in trouble
    assert table.hears("tag")[2] == (0, BEN)


def test_a_PN532_says_what_it_is_and_is_polled(start, tmp_path):
    (tmp_path / "board.json").write_bytes(HOBBY)
    put(tmp_path, "0:32:")
    table = start()
    *_, readers, _, _, _, trouble = table.greet()
    assert (readers, trouble) == ("01", "no-settings")
    table.say("test", "chip", 0)
    assert table.hears("measured")[2] == ("chip", 0, PN532)
    put(tmp_path, "0:32:" + ANN)
    assert table.hears("tag")[2] == (0, ANN)
    put(tmp_path, "0:32:")
    assert table.hears("untag")[2] == (0,)


def test_a_PN532_that_is_lost_is_told_and_found_again(start, tmp_path):
    (tmp_path / "board.json").write_bytes(HOBBY)
    put(tmp_path, "0:32:")
    table = start()
    table.greet()
    put(tmp_path)
    assert any("reader.0" in table.hears("trouble")[2][1].split(",") for _ in range(TOLD))
    put(tmp_path, "0:32:" + BEN)
    assert table.hears("tag")[2] == (0, BEN)


def test_a_PN532_that_is_plugged_in_later_is_found(start, tmp_path):
    (tmp_path / "board.json").write_bytes(HOBBY)
    table = start()
    assert table.greet()[4] == "00"
    put(tmp_path, "0:32:" + ANN)
    assert table.hears("tag")[2] == (0, ANN)


def test_what_a_reader_lost_and_garbled_is_counted(start, tmp_path):
    put(tmp_path, "2:92:")
    table = start()
    table.greet()
    put(tmp_path)
    assert any("reader.2" in table.hears("trouble")[2][1].split(",") for _ in range(TOLD))
    table.say("test", "lost", 2)
    assert table.hears("measured")[2][2] > 0
