"""Emulated tables at a serial port; where no image of MicroPython can be had, these tests did not run and say why."""

import json
import subprocess
import sys

import pytest

from tests.emulated import image
from tests.emulated.served import ROOT, Served
from tests.pty.workbench import Workbench

SETTINGS = {"version": 1, "pixels_per_cell": 1, "pixels_per_seat": 1}  # few LEDs: half the work to emulate


@pytest.fixture(scope="session")
def image_here():
    try:
        image.fetch()
    except image.Missing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A folder with glowtable installed from a wheel built now."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", folder / "site", wheel], check=True)
    return folder / "site"


@pytest.fixture(scope="module")
def new_pico(image_here, installed, tmp_path_factory):
    """A workbench with a Pico that has MicroPython and no file; glowtable comes from the wheel."""
    folder = tmp_path_factory.mktemp("workbench")
    with Served(folder / "pico", "--empty") as table:
        yield Workbench(folder, table, str(installed))


@pytest.fixture(scope="module")
def workbench(image_here, tmp_path_factory):
    """A workbench with a table that is ready to be played at."""
    folder = tmp_path_factory.mktemp("workbench")
    settings = folder / "settings.json"
    settings.write_text(json.dumps(SETTINGS))
    with Served(folder / "pico", "--settings", str(settings)) as table:
        yield Workbench(folder, table)
