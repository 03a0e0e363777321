"""The wheel in a clean environment of each Python there is: it plays, simulates and explains itself."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.patience import HANG_S

pytestmark = pytest.mark.wheels
HOUSE = Path(__file__).parents[2]
MINORS = range(11, 15)
KEPT = Path.home() / ".pyenv" / "versions"  # where one program for it keeps Pythons


def pythons():
    """One of each version that runs here."""
    for minor in MINORS:
        found = [shutil.which(f"python3.{minor}"), *sorted(KEPT.glob(f"3.{minor}.*/bin/python"))]
        working = [str(path) for path in filter(None, found) if does_run(path)]
        yield from working[:1]


def does_run(python):
    return subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True, check=False).returncode == 0


def run(*arguments, code=0, **environment):
    done = subprocess.run(
        list(map(str, arguments)), capture_output=True, text=True, timeout=HANG_S, stdin=subprocess.DEVNULL, cwd="/",
        env={"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **environment},
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", "--wheel-dir", folder, HOUSE)
    (built,) = folder.glob("*.whl")
    return built


def test_it_has_all_files_that_are_read(wheel):
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for home in (HOUSE / "host",):
        wanted = {str(path.relative_to(home)) for kind in ("*.mo", "*.toml", "py.typed") for path in home.rglob(kind)}
        assert wanted <= names and any(name.endswith("de/LC_MESSAGES/messages.mo") for name in wanted)
    assert any(name.endswith("share/man/man1/glowtable.1") for name in names)


def test_it_works_where_nothing_else_is(wheel, tmp_path):
    found = list(pythons())
    assert found
    for number, python in enumerate(found):
        use_in(tmp_path / str(number), wheel, python)


def use_in(folder, wheel, python):
    """Install it in a new environment, play, simulate and ask for help."""
    run(python, "-m", "venv", folder / "clean")
    run(folder / "clean" / "bin" / "pip", "-q", "install", wheel)
    glowtable = folder / "clean" / "bin" / "glowtable"
    data = {"GLOWTABLE_DATA": str(folder / "data"), "GLOWTABLE_CONFIG": str(folder / "config.toml")}
    assert "digest" in run(glowtable, "simulate", "punto", "--games", "2", **data)
    assert "gewonnen" in run(glowtable, "play", "--port", "twin:", "--seed", "3", "--language", "de", **data)
    assert "Aufruf: " in run(glowtable, "--help", LANG="de_DE.UTF-8", **data)
    assert (folder / "clean" / "share" / "man" / "man1" / "glowtable.1").exists()
