"""The wheel carries the files that `make uf2` has made, if they are there, and glowtable finds them in it."""

import shutil
import subprocess
import sys
from zipfile import ZipFile

import pytest
from glowtable.device.build import uf2_name

from tests.emulated.served import ROOT

pytestmark = pytest.mark.pty
PARTS = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")
NAMES = {f"glowtable/uf2/{uf2_name(chip)}" for chip in ("rp2040", "rp2350")}


@pytest.fixture
def sources(tmp_path):
    """A copy of what a wheel is built from, without anything made."""
    for name in PARTS:
        shutil.copy(ROOT / name, tmp_path)
    for name in ("host", "firmware"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("uf2", "__pycache__"))
    return tmp_path


def carried(sources):
    """The UF2 files in the wheel."""
    wheels = sources / "wheels"
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(wheels), str(sources)], check=True)
    (wheel,) = wheels.glob("*.whl")
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.endswith(".uf2")}


def test_the_wheel_carries_what_was_made(sources):
    for name in NAMES:
        path = sources / "host" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"UF2\n")
    assert carried(sources) == NAMES


def test_without_them_the_wheel_is_built_all_the_same(sources):
    assert carried(sources) == set()
