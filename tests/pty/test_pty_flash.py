"""`glowtable flash` from an installed wheel, and mpremote, at a Pico that had no file."""

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest
from glowtable.device.build import BUILD, build_crc, source_files

pytestmark = pytest.mark.pty
WRITTEN = re.compile(r"^(glowpico/\S+(?<!\.new)|main\.py)$", re.MULTILINE)  # a half of a file is removed, and told


def flash(workbench):
    done = workbench.glowtable("flash", "--mpy")
    assert done.returncode == 0, done.stdout
    return done.stdout


def shipped(workbench) -> Path:
    """The firmware inside the installed glowtable."""
    return Path(workbench.environment["PYTHONPATH"]) / "glowtable/firmware"


def build_of(workbench):
    return (shipped(workbench) / BUILD).read_text().strip()


@pytest.fixture(scope="module")
def flashed(new_pico):
    """Flashed by two runs, the first killed while it copied; the names that each of them wrote."""
    cut = new_pico.begin("glowtable", "flash", "--mpy", "--port", new_pico.port, stdout=subprocess.PIPE, text=True)
    printed = ""
    while "loop" not in printed:
        printed += (line := cut.stdout.readline())
        assert line, printed
    cut.send_signal(signal.SIGKILL)
    cut.communicate()
    return new_pico, set(WRITTEN.findall(printed)), set(WRITTEN.findall(flash(new_pico)))


def test_a_killed_copy_is_gone_on_with(flashed):
    workbench, first, second = flashed
    modules = {path.as_posix() for path in source_files(shipped(workbench)) if path.name != "package.json"}
    compiled = {name.replace(".py", ".mpy") if name != "main.py" else name for name in modules}
    assert first and not first & second
    assert first | second == compiled | {BUILD}


def test_there_is_nothing_to_do_again(flashed):
    workbench, *_ = flashed
    said = flash(workbench)
    assert "Nothing to do." in said and f"runs build {build_of(workbench)}" in said
    assert not WRITTEN.findall(said)


def test_one_changed_file_is_written_and_a_stale_one_removed(flashed):
    workbench, *_ = flashed
    workbench.mpremote("touch", ":glowpico/board.py", ":mine.py")
    pins = shipped(workbench) / "glowpico/board.py"
    pins.write_text(pins.read_text() + "SPARE = 0\n")
    (shipped(workbench) / BUILD).write_text(build_crc(shipped(workbench)))
    said = flash(workbench)
    assert set(WRITTEN.findall(said)) == {"glowpico/board.py", "glowpico/board.mpy", BUILD}
    assert "2 files written" in said and "1 file removed" in said and f"runs build {build_of(workbench)}" in said
    assert "mine.py" in workbench.mpremote("ls", ":")


def test_settings_copied_with_mpremote_count_after_a_reset(flashed):
    workbench, *_ = flashed
    settings = workbench.folder / "settings.json"
    settings.write_text(json.dumps({"version": 1, "pixels_per_cell": 2}))
    workbench.mpremote("cp", str(settings), ":")
    workbench.mpremote("reset")
    said = workbench.glowtable("doctor").stdout
    assert "pixels=96" in said and "no-settings" not in said
    assert workbench.table.do("resets") != "0"


def test_mip_installs_what_flash_would(flashed):
    workbench, *_ = flashed
    workbench.mpremote("mip", "install", "--target", "/", str(shipped(workbench) / "package.json"))
    said = workbench.glowtable("flash").stdout
    assert not [name for name in WRITTEN.findall(said) if name.endswith(".py")]
    assert f"runs build {build_of(workbench)}" in said
