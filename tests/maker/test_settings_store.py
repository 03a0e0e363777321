"""settings.json on a Pico and on this computer: read, written, taken, put back. On a real MicroPython and littlefs."""

import json
from binascii import crc32

import pytest
from glowtable.__main__ import main
from glowtable.commands.care import Calibration
from glowtable.device import discovery
from glowtable.device.build import shipped_build
from glowtable.device.clock import RushedClock, WallClock
from glowtable.device.link import Hello
from glowtable.device.usb_ports import board_at
from glowtable.maker import pico as at_prompt
from glowtable.maker.backups import SETTINGS, copy_path, read_copy
from glowtable.maker.calibrate import settings_file
from glowtable.maker.settings_store import PicoSettings, check_taken
from glowtable.messages import FAILED, MISMATCH, NO_TABLE, UserError
from glowtable.terminal.translator import Translator

from tests.support.fake_pico import FakePico, patient, with_stdin
from tests.support.patience import HANG_S
from tests.support.person import Person
from tests.support.usb import ListedPort, UsbComputer, list_instead

RAW = settings_file({"rotation": 2, "pixels_per_cell": 1})
HELLO = Hello(1, "0.1.0", "c0ffee00", "buttons", "7f", 60, f"{crc32(RAW):08x}", 1, "-")


@pytest.fixture(autouse=True)
def patience(home, monkeypatch):
    monkeypatch.setattr(at_prompt, "pico_ports", list)
    monkeypatch.setattr(discovery, "ANSWER_MS", 1000 * HANG_S)
    patient(monkeypatch)


@pytest.fixture
def device(tmp_path):
    """A Pico with our firmware on it."""
    with FakePico(with_stdin(), tmp_path) as pico:
        assert main(["flash", "--port", pico.device]) == 0
        yield pico.device


@pytest.mark.slow
def test_a_pico_takes_its_settings_and_gives_them_back(device):
    there = PicoSettings(device, WallClock())
    assert there.read() is None
    there.write(RAW)
    connection = there.open_connection()
    assert (connection.link.hello.pixels, connection.link.hello.settings) == (60, HELLO.settings)
    connection.close()
    assert there.read() == RAW
    there.write(b"{")  # put back as it was, damaged
    there.write(None)
    assert there.read() is None


@pytest.mark.slow
def test_a_lesson_left_at_a_pico_puts_everything_back(device):
    """The number of LEDs is written first, so that one light is one cell."""
    there = PicoSettings(device, WallClock())
    there.write(RAW)
    seats = {f"Press a key of the lit seat ({n}": "skip" for n in range(1, 7)}
    person = Person({"How many LEDs per cell": "2", "Press the lit cell (1 ": "q", **seats})
    calibration = Calibration(there, WallClock(), Translator("en"), person)
    with pytest.raises(KeyboardInterrupt):
        calibration.learn_settings(RAW)
    assert calibration.hello.pixels == 36 * 2 + 6 * 4
    assert there.read() == RAW


def test_a_pico_with_other_firmware_is_left_alone(monkeypatch):
    table = discovery.simulated_table(RushedClock())
    table.connection.link.hello = HELLO
    monkeypatch.setattr(discovery, "open_table", lambda device, clock: table.connection)
    with pytest.raises(UserError) as caught:
        PicoSettings("/dev/nothing", WallClock()).read()
    assert caught.value.exit_code == MISMATCH and not table.twin.line.is_open


def test_where_no_table_is_nothing_is_touched(tmp_path):
    with pytest.raises(UserError) as caught:
        PicoSettings(str(tmp_path / "nothing"), WallClock()).read()
    assert caught.value.exit_code == NO_TABLE


def test_a_pico_that_changed_its_port_between_two_steps_is_followed_and_no_other_is_written_to(monkeypatch):
    computer = UsbComputer()
    computer.plug_in("ttyACM0", "e6614103e7452a2f")
    list_instead(monkeypatch, computer.listed)
    store, opened = PicoSettings("ttyACM0", WallClock()), []
    connection = discovery.simulated_table(RushedClock()).connection
    connection.link.hello = HELLO._replace(build=shipped_build())
    monkeypatch.setattr(discovery, "open_table", lambda device, clock: opened.append(device) or connection)
    store.open_connection()
    computer.plug_in("ttyACM0", "e6614103e7452a30")
    with pytest.raises(UserError) as caught:
        store.write(RAW)
    assert caught.value.exit_code == NO_TABLE
    computer.plug_in("ttyACM1", "e6614103e7452a2f")
    store.open_connection()
    assert opened == ["ttyACM0", "ttyACM1"] and store.device == "ttyACM1"


@pytest.mark.parametrize(
    ("hello", "raw"),
    [
        (HELLO, RAW),
        (HELLO._replace(settings="00000000", trouble="usb-power,no-settings"), None),
        (HELLO._replace(settings=f"{crc32(b'{'):08x}", trouble="bad-settings"), b"{"),
    ],
)
def test_a_file_is_taken_if_the_table_thinks_of_it_what_we_do(hello, raw):
    check_taken(hello, raw)


@pytest.mark.parametrize(
    ("hello", "raw"),
    [
        (HELLO._replace(settings="00000000"), RAW),
        (HELLO._replace(trouble="bad-settings"), RAW),
        (HELLO._replace(settings="00000000"), None),
    ],
)
def test_a_file_that_is_not_taken_is_trouble(hello, raw):
    with pytest.raises(UserError) as caught:
        check_taken(hello, raw)
    assert caught.value.exit_code == FAILED


@pytest.fixture
def numbered(monkeypatch):
    """A port with a USB serial number."""
    list_instead(monkeypatch, lambda: [ListedPort("/dev/nothing", "e6614103e7452a2f")])
    return "/dev/nothing"


def test_this_computer_keeps_a_copy(numbered):
    assert read_copy(numbered) is None
    PicoSettings(numbered, WallClock()).keep_copy(RAW)
    assert read_copy(numbered) == RAW
    assert json.loads(copy_path(SETTINGS, board_at(numbered)).read_bytes())["rotation"] == 2


def test_of_a_table_without_a_number_none_is_kept(tmp_path):
    PicoSettings("/dev/nothing", WallClock()).keep_copy(RAW)
    assert read_copy("/dev/nothing") is None and not (tmp_path / "data").exists()


def test_a_copy_that_cannot_be_kept_is_one_sentence(tmp_path, numbered):
    (tmp_path / "data").write_text("a file, no folder")
    with pytest.raises(UserError) as caught:
        PicoSettings(numbered, WallClock()).keep_copy(RAW)
    assert "Can't write " in caught.value.message.text


def test_a_copy_that_cannot_be_read_is_one_sentence(numbered):
    copy_path(SETTINGS, board_at(numbered)).mkdir(parents=True)
    with pytest.raises(UserError) as caught:
        read_copy(numbered)
    assert "Can't read " in caught.value.message.text
