"""`glowtable flash` at a Pico in BOOTSEL: one file onto its drive, verified by the greeting, and every bad input."""

import errno
import os
import re
from pathlib import Path
from random import Random

import pytest
from glowtable.__main__ import main
from glowtable.commands import flash
from glowtable.device.build import BUILD, shipped_build
from glowtable.device.clock import RushedClock
from glowtable.device.link import Hello
from glowtable.device.usb_ports import board_at, picos
from glowtable.maker import flash as engine
from glowtable.maker import pico as at_prompt
from glowtable.maker import uf2_file
from glowtable.maker.uf2_file import read_uf2, wanted_uf2
from glowtable.messages import FAILED, INTERRUPTED, MISMATCH, NO_ACCESS, NO_TABLE, UserError

from tests.support.boot_loader import FAMILIES, Loader, drive, firmware, uf2
from tests.support.command import failing
from tests.support.fake_pico import FakePico, Make, patient, with_stdin
from tests.support.usb import ListedPort, UsbComputer, list_instead
from uf2.firmware import lay_out

NAME = "glowtable-rp2040.uf2"
NOT_WHOLE = "isn't a UF2 file, or isn't whole. Copy it again, or build it with make uf2."
WAITING = "Waiting up to 30 s for the Pico to start …"
PAGE = (Path(__file__).parents[2] / "docs/FLASH.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^    (.*)", PAGE.partition("    $ glowtable flash\n")[2].partition("\n\n")[0], re.MULTILINE)
HELLO = Hello(1, "0.1.0", shipped_build(), "buttons", "7f", 60, "0" * 8, 1, "-")


@pytest.fixture(autouse=True)
def made(home, tmp_path, monkeypatch):
    """No Pico of this computer's is taken; the folder of what `make uf2` has made, with a file for each chip."""
    monkeypatch.setattr(uf2_file, "PLACES", (str(tmp_path / "media/*"),))
    monkeypatch.setattr(uf2_file, "SYSTEM_USB", tmp_path / "usb")
    monkeypatch.setattr(uf2_file, "MOUNT_MS", 0)
    monkeypatch.setattr(uf2_file, "uf2_folder", lambda: tmp_path / "made")
    show_ports(monkeypatch, list)
    patient(monkeypatch)
    (tmp_path / "made").mkdir()
    for chip in FAMILIES:
        (tmp_path / "made" / f"glowtable-{chip}.uf2").write_bytes(firmware(chip))
    return tmp_path / "made"


@pytest.fixture
def micropython():
    return with_stdin()


@pytest.fixture
def frozen(tmp_path):
    return lay_out(tmp_path / "frozen")


def show_ports(monkeypatch, ports):
    list_instead(monkeypatch, lambda: [ListedPort(device) for device in ports()])


def watched(monkeypatch, loader):
    """The computer sees this Pico and its drive."""
    monkeypatch.setattr(uf2_file, "iglob", loader.find)
    monkeypatch.setattr(uf2_file, "MOUNT_MS", 60_000)
    show_ports(monkeypatch, loader.ports)
    return loader


def flashed(capsys, *arguments):
    code = main(["flash", *arguments])
    printed = capsys.readouterr()
    assert (code, printed.err) == (0, "")
    return printed.out.splitlines()


def left_on(place):
    """The files on a drive but its own."""
    return {path.name for path in place.glob("*")} - {uf2_file.INFO}


# -- one file, from a new Pico to a table


@pytest.mark.micropython
def test_a_new_pico_gets_the_file_for_its_chip_and_says_hello(micropython, tmp_path, frozen, capsys, monkeypatch):
    with watched(monkeypatch, Loader(micropython, tmp_path, frozen)) as loader:
        copied, board, table = flashed(capsys)
        assert copied == f"Copied {NAME} to {tmp_path}/media/RPI-RP2 ({-(-len(firmware()) // 1000)} kB). {WAITING}"
        assert board == f"{loader.pico.device}: Raspberry Pi Pico with MicroPython 1.25.0"
        assert table == f"The table at {loader.pico.device} runs build {shipped_build()}."
        assert [alike(line) for line in (copied, board, table)] == [alike(line) for line in SHOWN]
        assert content(loader) == {}, "all is in the image"
        assert flashed(capsys)[1] == "Nothing to do."


def alike(line):
    """Without what differs from one computer, build and file to the other."""
    return re.sub(r"/\S+(?= \(|:| runs)|\(\d+ kB|\b[0-9a-f]{8}\b", "#", line)


def content(loader):
    with at_prompt.Pico(loader.pico.device) as pico:
        return {name: pico.read_file(name) for name in pico.file_sizes() | pico.file_sizes("glowpico")}


@pytest.mark.micropython
def test_files_of_another_firmware_would_run_instead_so_they_go(micropython, tmp_path, frozen, capsys, monkeypatch):
    mine = {"settings.json": b'{"dev": 1}', "notes.txt": b"mine"}
    stale = {"main.py": b"import glowpico.loop", "glowpico/loop.py": b"raise ValueError", BUILD: b"0badcafe"}
    with FakePico(micropython, tmp_path) as before, at_prompt.Pico(before.device) as pico:
        pico.make_folder("glowpico")
        for name, data in (mine | stale).items():
            pico.write_file(name, data)
    with watched(monkeypatch, Loader(micropython, tmp_path, frozen)) as loader:
        assert flashed(capsys)[-2].endswith("3 files removed")
        assert content(loader) == mine


@pytest.mark.slow
@pytest.mark.micropython
def test_modules_over_it_win_where_the_image_has_another_build(micropython, tmp_path, frozen, capsys, monkeypatch):
    (frozen / "glowpico/frozen.py").write_text('BUILD = "0badcafe"\n')
    with FakePico(micropython, tmp_path, Make(frozen=str(frozen))) as pico:
        assert flashed(capsys, "--port", pico.device)[-1].endswith(f"runs build {shipped_build()}.")
        with at_prompt.Pico(pico.device) as opened:
            assert opened.file_sizes("glowpico")[BUILD] == 9


@pytest.mark.micropython
def test_a_table_is_renewed_as_a_whole_if_asked(micropython, tmp_path, frozen, capsys, monkeypatch):
    pico = FakePico(micropython, tmp_path, Make(version="1.24.0"))
    with watched(monkeypatch, Loader(micropython, tmp_path, frozen, pico)) as loader:
        before, copied, after, table = flashed(capsys, "--whole")
        assert before == f"{pico.device}: Raspberry Pi Pico with MicroPython 1.24.0"
        assert copied.startswith(f"Copied {NAME}") and after.endswith("MicroPython 1.25.0")
        assert table == f"The table at {loader.pico.device} runs build {shipped_build()}."


@pytest.mark.micropython
def test_another_pico_in_bootsel_is_left_alone_when_a_port_is_named(micropython, tmp_path, frozen, capsys, monkeypatch):
    pico = FakePico(micropython, tmp_path, Make(version="1.24.0"))
    other = drive(tmp_path / "media/ANOTHER")
    with watched(monkeypatch, Loader(micropython, tmp_path, frozen, pico)):
        assert f" to {tmp_path}/media/RPI-RP2 (" in flashed(capsys, "--whole", "--port", pico.device)[1]
    assert left_on(other) == set()


@pytest.mark.micropython
def test_another_pico_whose_drive_may_still_come_is_to_be_unplugged_first(micropython, tmp_path, capsys):
    with FakePico(micropython, tmp_path) as pico:
        plug_in_bootsel(tmp_path)
        code, err = failing(capsys, "flash", "--whole", "--port", pico.device)
        assert code == NO_TABLE and "Another Pico waits in BOOTSEL" in err
        assert not (tmp_path / "disk.loader").exists() or not (tmp_path / "disk.loader").read_text()


@pytest.mark.micropython
def test_a_file_that_is_not_for_its_chip_never_sends_a_table_to_its_loader(micropython, tmp_path, made, capsys):
    with FakePico(micropython, tmp_path) as pico:
        at_prompt.Pico(pico.device).close()  # now it has started
        boots = pico.boots
        code, err = failing(capsys, "flash", "--port", pico.device, "--uf2", str(made / "glowtable-rp2350.uf2"))
        assert code == MISMATCH and "glowtable-rp2350.uf2 is for the RP2350, this Pico has the RP2040" in err
        at_prompt.Pico(pico.device).close()  # now it has started again
        assert not (tmp_path / "disk.loader").read_text() and pico.boots == boots + 1, "its program runs again"


@pytest.mark.micropython
def test_a_loader_that_restarts_before_it_answers_has_its_file(micropython, tmp_path, frozen, capsys, monkeypatch):
    synced = os.fsync
    with watched(monkeypatch, Loader(micropython, tmp_path, frozen)) as loader:

        def fsync(number):
            synced(number)
            if (loader.place / NAME).stat().st_size == len(firmware()):
                raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(os, "fsync", fsync)
        assert flashed(capsys)[-1].endswith(f"runs build {shipped_build()}.")


@pytest.mark.micropython
def test_a_flash_that_has_not_all_of_the_file_is_told(micropython, tmp_path, frozen, capsys, monkeypatch):
    with watched(monkeypatch, Loader(micropython, tmp_path, frozen)) as loader:
        loader.worn_from = 30_000
        assert main(["flash"]) == FAILED
        assert f"isn't what {NAME} has. Hold BOOTSEL while you plug in the Pico." in capsys.readouterr().err


# -- the drive


@pytest.mark.parametrize("chip", FAMILIES)
def test_each_chip_is_told_by_its_drive(tmp_path, chip):
    place = drive(tmp_path / "media/drive", chip)
    assert uf2_file.found_drives() == [(place, chip)]


@pytest.mark.parametrize("info", [b"", b"Board-ID: SAMD21G18A-Feather-v0\r\n", b"\xff\xfe"])
def test_other_drives_are_none_of_ours(tmp_path, info):
    place = tmp_path / "media/stick"
    place.mkdir(parents=True)
    assert uf2_file.found_drives() == []
    (place / uf2_file.INFO).write_bytes(info)
    assert uf2_file.found_drives() == []


def test_a_drive_whose_name_card_is_a_pipe_is_not_waited_for(tmp_path):
    place = tmp_path / "media/stick"
    place.mkdir(parents=True)
    os.mkfifo(place / uf2_file.INFO)
    assert uf2_file.found_drives() == []


def plug_in_bootsel(tmp_path):
    for bus, product in {"1-1": "0003", "usb1": None}.items():
        (tmp_path / "usb" / bus).mkdir(parents=True)
        if product:
            (tmp_path / "usb" / bus / "idVendor").write_text("2e8a\n")
            (tmp_path / "usb" / bus / "idProduct").write_text(product + "\n")


def test_a_drive_that_is_not_mounted_is_one_sentence(capsys, tmp_path):
    plug_in_bootsel(tmp_path)
    code, err = failing(capsys, "flash")
    assert code == NO_TABLE and "its drive isn't mounted. Open it in your file manager" in err


def test_two_drives_are_named_and_neither_is_touched(capsys, tmp_path):
    places = [drive(tmp_path / "media" / name) for name in ("RPI-RP2", "RPI-RP21")]
    code, err = failing(capsys, "flash")
    assert code == NO_TABLE and f"{places[0]}, {places[1]}. Unplug all but one" in err
    assert left_on(places[0]) == left_on(places[1]) == set()


@pytest.mark.parametrize(("number", "code", "words"), [
    (errno.EROFS, NO_ACCESS, "Mount it so that you may"),
    (errno.EACCES, NO_ACCESS, "Mount it so that you may"),
    (errno.ENOENT, FAILED, "went away before the end of the copy. Hold BOOTSEL"),
])  # fmt: skip
def test_a_drive_that_cannot_be_opened_is_told(capsys, tmp_path, monkeypatch, number, code, words):
    place = drive(tmp_path / "media/RPI-RP2")

    def refuse_to_write(path, mode="r", *how, real=Path.open, **more):
        return throw(OSError(number, os.strerror(number))) if mode == "wb" else real(path, mode, *how, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse_to_write)
        failed, err = failing(capsys, "flash")
    assert failed == code and words in err and left_on(place) == set()


def throw(error):
    raise error


def test_a_full_drive_is_told(capsys, tmp_path):
    place = drive(tmp_path / "media/RPI-RP2")
    (place / NAME).symlink_to("/dev/full")
    code, err = failing(capsys, "flash")
    assert code == FAILED and "is full. Hold BOOTSEL" in err and left_on(place) == set()


@pytest.mark.parametrize("chunks", [0, 1, 2])
def test_a_drive_that_vanishes_in_mid_copy_is_told_and_no_half_file_stays(capsys, tmp_path, monkeypatch, chunks):
    place, synced = drive(tmp_path / "media/RPI-RP2"), []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(number) if len(synced) < chunks else throw(lost()))
    code, err = failing(capsys, "flash")
    assert code == FAILED and f"The Pico's drive at {place} went away before the end of the copy. Hold BOOTSEL" in err
    assert left_on(place) == set() and len(synced) == chunks


def lost():
    return OSError(errno.EIO, "Input/output error")


def test_ctrl_c_in_mid_copy_leaves_no_half_file(capsys, tmp_path, monkeypatch):
    place = drive(tmp_path / "media/RPI-RP2")
    monkeypatch.setattr(os, "fsync", lambda number: throw(KeyboardInterrupt()))
    assert main(["flash"]) == INTERRUPTED
    assert left_on(place) == set()


def test_a_pico_that_does_not_come_back_is_told(capsys, tmp_path, monkeypatch):
    drive(tmp_path / "media/RPI-RP2")
    monkeypatch.setattr(engine, "PORT_MS", 0)
    code, err = failing(capsys, "flash")
    assert code == NO_TABLE and "no table came up after it. Unplug the Pico, plug it back in and run glow" in err


def test_what_is_waited_for_is_said_before_the_wait(capsys, tmp_path, monkeypatch):
    said = []
    drive(tmp_path / "media/RPI-RP2")
    monkeypatch.setattr(engine, "_new_device", lambda *given: said.append(capsys.readouterr().out))
    monkeypatch.setattr(engine, "PORT_MS", 30_000)
    monkeypatch.setattr(flash, "WallClock", RushedClock)
    assert main(["flash"]) == NO_TABLE
    assert said[0].endswith(f" kB). {WAITING}\n")


# -- the file


def test_a_glowtable_without_the_file_says_how_to_get_it(capsys, tmp_path, made):
    place = drive(tmp_path / "media/RPI-RP2")
    (made / NAME).unlink()
    code, err = failing(capsys, "flash")
    assert code == FAILED and f"came without {NAME}. Build it with make uf2, or name one with --uf2" in err
    (tmp_path / "mine.uf2").write_bytes(firmware(build="0badcafe"))
    code, err = failing(capsys, "flash", "--uf2", str(tmp_path / "mine.uf2"))
    assert code == MISMATCH and f"mine.uf2 isn't the firmware of this glowtable, build {shipped_build()}" in err
    assert left_on(place) == set()


def test_the_file_for_the_other_chip_is_refused(capsys, tmp_path, made):
    place = drive(tmp_path / "media/RP2350", "rp2350")
    code, err = failing(capsys, "flash", "--uf2", str(made / NAME))
    assert code == MISMATCH and f"{NAME} is for the RP2040, this Pico has the RP2350" in err
    assert left_on(place) == set()


WHOLE = firmware()


@pytest.mark.parametrize(("data", "code", "words"), [
    (b"", FAILED, NOT_WHOLE),
    (b"MicroPython" * 100, FAILED, NOT_WHOLE),
    (WHOLE[:-512], FAILED, NOT_WHOLE),
    (WHOLE[:-1], FAILED, NOT_WHOLE),
    (WHOLE[512:], FAILED, NOT_WHOLE),
    (WHOLE[:1024] + bytes(512) + WHOLE[1536:], FAILED, NOT_WHOLE),
    (uf2(0x68ED2B88, b"a SAMD21"), MISMATCH, "is for neither an RP2040 nor an RP2350."),
    (uf2(FAMILIES["rp2040"], b"no family said", flags=0), MISMATCH, "is for neither an RP2040 nor an RP2350."),
])  # fmt: skip
def test_a_file_that_is_none_of_ours_is_told(tmp_path, data, code, words):
    path = tmp_path / "mine.uf2"
    path.write_bytes(data)
    with pytest.raises(UserError) as error:
        read_uf2(path)
    assert error.value.exit_code == code and str(error.value) == f"mine.uf2 {words}"


@pytest.mark.parametrize(
    "name",
    ["gone.uf2 (No such file or directory). Check its name, or leave out --uf2.", "endless.uf2 (larger than 8192 KB)."],
)
def test_a_file_that_is_not_there_and_one_without_end_are_told(name, capsys, tmp_path):
    drive(tmp_path / "media/RPI-RP2")
    (tmp_path / "endless.uf2").symlink_to("/dev/zero")
    code, err = failing(capsys, "flash", "--uf2", str(tmp_path / name.partition(" ")[0]))
    assert code == FAILED and "Can't read " in err and name in err


def test_a_file_with_one_wrong_bit_is_not_copied(capsys, tmp_path):
    """Wherever it is: in what MicroPython is made of, in a header, in what fills a block, in the digest."""
    drive(tmp_path / "media/RPI-RP2")
    path, rng = tmp_path / "mine.uf2", Random("a bit")
    spots = [400, 512 * 9 + 20, 512 * 9 + 24, 512 * 9 + 300, len(WHOLE) - 470, len(WHOLE) - 100]
    for at in spots + [rng.randrange(len(WHOLE)) for _ in range(60)]:
        damaged = bytearray(WHOLE)
        damaged[at] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        code, err = failing(capsys, "flash", "--uf2", str(path))
        assert code in (FAILED, MISMATCH) and err.startswith("glowtable flash: mine.uf2 "), at
    assert [each.name for each in (tmp_path / "media/RPI-RP2").iterdir()] == ["INFO_UF2.TXT"]
    path.write_bytes(WHOLE)
    assert wanted_uf2(str(path), "rp2040").data == WHOLE


def test_a_block_for_any_chip_is_passed_over(tmp_path):
    """Raspberry Pi's own tools begin a file for the RP2350 with one."""
    path = tmp_path / "mine.uf2"
    path.write_bytes(uf2(0xE48BFF57, b"\xef" * 300)[:512] + firmware("rp2350"))
    assert read_uf2(path).chip == "rp2350" and shipped_build().encode() in read_uf2(path).content


def test_a_port_that_is_not_ours_at_once_is_tried_again(monkeypatch):
    """The system settles who may open it a moment after it has appeared."""
    tried = []

    def heard_hello(device, clock):
        tried.append(device)
        if len(tried) < 4:
            raise UserError("no permission", NO_ACCESS)
        return device, None

    show_ports(monkeypatch, lambda: ["old"])
    before = picos()
    show_ports(monkeypatch, lambda: ["old", "new"])
    assert engine.await_port(before, None, RushedClock(), heard_hello) == "new" and tried == 4 * ["new"]


def test_a_port_that_stays_forbidden_is_told(monkeypatch):
    def heard_hello(device, clock):
        raise UserError("no permission", NO_ACCESS)

    show_ports(monkeypatch, lambda: ["new"])
    with pytest.raises(UserError) as told:
        engine.await_port([], None, RushedClock(), heard_hello)
    assert told.value.exit_code == NO_ACCESS


MINE, OTHER = "e6614103e7452a2f", "e6614103e7452a30"


def plugged(monkeypatch, numbers):
    """A computer whose Picos, by the names of their ports, have these numbers."""
    computer = UsbComputer()
    for name, number in numbers.items():
        computer.plug_in(name, number)
    list_instead(monkeypatch, computer.listed)
    return computer


def says_hello(device, clock):
    """A table that is heard at any port."""
    return device, HELLO


class ScriptedClock(RushedClock):
    """A clock that runs the next of these steps at each nap."""

    def __init__(self, *steps):
        super().__init__()
        self.steps = list(steps)

    def nap(self):
        super().nap()
        if self.steps:
            self.steps.pop(0)()


def test_a_table_that_restarts_at_another_port_is_found_and_no_other_is_taken(monkeypatch):
    computer = plugged(monkeypatch, {"ttyACM0": MINE})
    board = board_at("ttyACM0")
    computer.unplug("ttyACM0")
    tried = []
    clock = ScriptedClock(
        lambda: computer.plug_in("ttyACM0", OTHER), lambda: None, lambda: computer.plug_in("ttyACM1", MINE)
    )
    hello = engine.await_table("ttyACM0", board, clock, lambda device, clock: tried.append(device) or (device, HELLO))
    assert hello == HELLO and tried == ["ttyACM1"]


def test_a_table_that_never_comes_back_is_told_by_the_port_it_had(monkeypatch):
    computer = plugged(monkeypatch, {"ttyACM0": MINE})
    board = board_at("ttyACM0")
    computer.plug_in("ttyACM0", OTHER)
    with pytest.raises(UserError, match="Can't find port") as caught:
        engine.await_table("ttyACM0", board, RushedClock(), says_hello)
    assert caught.value.exit_code == NO_TABLE


def test_a_pico_that_was_there_before_is_not_new_under_another_name(monkeypatch):
    computer = plugged(monkeypatch, {"ttyACM0": OTHER})
    before = picos()
    computer.unplug("ttyACM0")
    computer.plug_in("ttyACM1", OTHER)
    clock = ScriptedClock(lambda: None, lambda: computer.plug_in("ttyACM0", MINE))
    assert engine.await_port(before, None, clock, says_hello) == "ttyACM0"


def test_the_pico_that_was_sent_to_its_loader_is_awaited_and_no_other(monkeypatch):
    computer = plugged(monkeypatch, {"ttyACM0": MINE})
    board = board_at("ttyACM0")
    computer.unplug("ttyACM0")
    before = picos()
    computer.plug_in("ttyACM0", OTHER)
    clock = ScriptedClock(lambda: None, lambda: computer.plug_in("ttyACM1", MINE))
    assert engine.await_port(before, board, clock, says_hello) == "ttyACM1"


def test_of_two_new_picos_none_is_taken(monkeypatch):
    plugged(monkeypatch, {"ttyACM0": MINE, "ttyACM1": OTHER})
    with pytest.raises(UserError, match="Found several Picos: "):
        engine.await_port([], None, RushedClock(), says_hello)
