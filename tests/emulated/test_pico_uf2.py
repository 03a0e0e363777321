"""The file that `make uf2` makes, in a Pico with bare flash: the table starts from it, and files in the flash count."""

from ast import literal_eval
from functools import partial
from hashlib import sha256

import pytest
from glowtable.device.build import firmware_folder, shipped_build, source_files
from glowtable.maker.pico import ASK_FLASH, TO_ASK_FLASH
from glowtable.maker.uf2_file import BLOCK, read_uf2

from tests.emulated import disk, image
from tests.emulated.disk import BUILD
from tests.emulated.figures import FIGURES, SMALL, frames_of
from tests.emulated.match import PicoMatch
from tests.emulated.table import Table
from tests.match.test_faults import check
from uf2 import firmware
from uf2.debian import Missing
from uf2.micropython import RELEASES, VERSION

pytestmark = pytest.mark.emulated
MADE = {"version": 1, **SMALL}
OTHER = {BUILD: b"0badcafe\n"}  # what the files in the flash say they are, to be told from the frozen ones
ACTIONS = 4
built = partial(pytest.param, marks=[pytest.mark.long, pytest.mark.micropython])  # that takes a minute or two
PICTURE = ("g" * 42, "s" * 42, 60)


def uf2_of(version, chip=image.CHIP):
    try:
        (path,) = firmware.fetched([chip], version)
    except Missing as error:
        pytest.skip(str(error))
    return path


@pytest.fixture(scope="session")
def uf2_here():
    return uf2_of(VERSION)


def build_of(table):
    return table.greet().fields[2]


@pytest.mark.parametrize("version", [VERSION, *(built(version) for version in RELEASES if version != VERSION)])
def test_bare_flash_becomes_a_table_that_tells_a_press_and_shines(version, record_property):
    table = Table(uf2=uf2_of(version))
    hello = table.greet()
    assert (hello.fields[2], hello.fields[8]) == (shipped_build(), "no-settings")
    record_property(f"bare flash to hello, MicroPython {version}", f"{hello.us / 1000:.0f} ms")
    assert FIGURES["boot-uf2"].holds(hello.us / 1000)
    table.press(14)
    assert table.hears("press").fields == (14,)
    table.say("lights", *PICTURE)
    table.hears("ack")
    assert table.next_frame() in frames_of(PICTURE, {})
    assert table.execute("import os; print(os.uname().version)").startswith(f"v{version} on ")


@pytest.mark.parametrize("version", [built(version) for version in RELEASES])
def test_the_file_of_a_pico_2_is_whole_and_has_all_of_the_firmware(version):
    """More cannot be said of it: nothing here emulates its chip."""
    firmware.check(uf2_of(version, "rp2350"), "rp2350")


def test_a_match_is_played_on_a_table_whose_flash_was_bare(uf2_here, tmp_path):
    match = PicoMatch(tmp_path, Table(readers=range(2), uf2=uf2_here), rounds_to_win=1, max_rounds=1)
    match.until(lambda: len(match.session.history) > ACTIONS)
    check(match)


@pytest.mark.parametrize("flipped", [0, 1])
def test_the_flash_is_told_from_a_file_with_one_bit_more(uf2_here, flipped, tmp_path):
    """In the words that `glowtable flash` types; the bit is in the last block, which no program reads."""
    uf2, path = read_uf2(uf2_here), tmp_path / "flipped.uf2"
    data = bytearray(uf2.data)
    data[-BLOCK // 2] ^= flipped
    path.write_bytes(data)
    table = Table(MADE, readers=range(0), uf2=path)
    table.greet()
    told = table.execute(f"{TO_ASK_FLASH}\nprint({ASK_FLASH.format(uf2.address, len(uf2.content))})")
    assert (literal_eval(told) == sha256(uf2.content).digest()) is not bool(flipped)


def test_files_in_the_flash_run_instead_if_they_are_whole(uf2_here):
    table = Table(MADE, readers=range(0), others={**disk.files(compiled=True), **OTHER}, uf2=uf2_here)
    assert build_of(table) == "0badcafe"


@pytest.mark.long
@pytest.mark.parametrize("gone", [BUILD, "main.py"])
def test_a_part_of_the_files_hides_nothing(uf2_here, gone):
    """Each of them would end the start, if it were taken."""
    shipped = source_files(firmware_folder())
    broken = {path.as_posix(): b"raise ValueError" for path in shipped if path.suffix == ".py"}
    others = {**broken, "main.py": b"raise ValueError", **OTHER, gone: None}
    assert build_of(Table(MADE, readers=range(0), others=others, uf2=uf2_here)) == shipped_build()


@pytest.mark.long
def test_a_main_py_that_is_not_ours_is_not_run_and_no_module_hides_a_built_in_one(uf2_here):
    broken = dict.fromkeys(("main.py", "time.py", "binascii.py"), b"raise ValueError")
    table = Table(MADE, readers=range(0), others=broken, uf2=uf2_here)
    assert build_of(table) == shipped_build()
