"""Wheel and sdist in a clean environment of each Python there is: they play, simulate and explain themselves."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.docs.pages import STUDY, pages, programs
from tests.support.patience import HANG_S

pytestmark = pytest.mark.wheels
HOUSE = Path(__file__).parents[2]
MINORS = range(11, 15)
SHARED = (
    "man/man1/glowtable.1",
    "bash-completion/completions/glowtable",
    "zsh/site-functions/_glowtable",
    "fish/vendor_completions.d/glowtable.fish",
)
INSTALLERS = {"pipx": ("install",), "uv": ("tool", "install", "--no-index")}
PINNED = {"pipx": "pipx==1.18.4", "uv": "uv==0.13.9"}
KEPT = Path.home() / ".pyenv" / "versions"  # where one program for it keeps Pythons


def pythons():
    """One of each version that runs here."""
    for minor in MINORS:
        found = [shutil.which(f"python3.{minor}"), *sorted(KEPT.glob(f"3.{minor}.*/bin/python"))]
        working = [str(path) for path in filter(None, found) if does_run(path)]
        yield from working[:1]


def does_run(python):
    return subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True, check=False).returncode == 0


def run(*arguments, code=0, cwd="/", **environment):
    done = subprocess.run(
        list(map(str, arguments)), capture_output=True, text=True, timeout=HANG_S, stdin=subprocess.DEVNULL, cwd=cwd,
        env={"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **environment},
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel, and the sdist that a package's own tools begin with."""
    folder = tmp_path_factory.mktemp("built")
    tools = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    run(sys.executable, "-m", "venv", folder / "tool")
    run(folder / "tool" / "bin" / "pip", "-q", "install", *tools)
    run(folder / "tool" / "bin" / "hatchling", "build", "-d", folder / "dist", cwd=HOUSE)
    return {path.suffix: path for path in (folder / "dist").iterdir()}


def shared(names):
    """Which of the files for man and the shells are among these."""
    return {name for name in SHARED if any(each.endswith(f"share/{name}") for each in names)}


def test_the_wheel_has_all_files_that_are_read(built):
    with ZipFile(built[".whl"]) as archive:
        names = set(archive.namelist())
    home = HOUSE / "host"
    wanted = {str(path.relative_to(home)) for kind in ("*.po", "*.toml", "py.typed") for path in home.rglob(kind)}
    assert wanted <= names and any(name.endswith("de/LC_MESSAGES/messages.po") for name in wanted)
    assert {f"{name.removesuffix('.po')}.mo" for name in wanted if name.endswith(".po")} <= names
    assert shared(names) == set(SHARED)


@pytest.mark.parametrize("kind", [".whl", ".gz"])
def test_it_works_where_nothing_else_is(built, tmp_path, kind):
    found = list(pythons())
    assert found
    for number, python in enumerate(found):
        use_in(tmp_path / str(number), built[kind], python)


@pytest.mark.parametrize("tool", INSTALLERS)
def test_installers_of_programs_install_it(built, tmp_path, tool):
    """What they would ask a registry for lies in a folder: each has settings of its own for registries."""
    pip, needed, home, bin_ = tmp_path / "tool/bin/pip", tmp_path / "needed", tmp_path / "home", tmp_path / "bin"
    run(sys.executable, "-m", "venv", tmp_path / "tool")
    run(pip, "-q", "install", PINNED[tool])
    run(pip, "-q", "download", "--dest", needed, built[".whl"], "pip")
    settings = {"PIP_NO_INDEX": 1, "PIP_FIND_LINKS": needed, "UV_FIND_LINKS": needed}
    places = {"PIPX_HOME": home, "PIPX_BIN_DIR": bin_, "UV_TOOL_DIR": home, "UV_TOOL_BIN_DIR": bin_}
    environment = {name: str(value) for name, value in (settings | places).items()}
    run(pip.with_name(tool), *INSTALLERS[tool], "--python", sys.executable, built[".whl"], **environment)
    play_with(bin_ / "glowtable", tmp_path)


def use_in(folder, package, python):
    """Install it in a new environment, play, simulate and ask for help."""
    run(python, "-m", "venv", folder / "clean")
    run(folder / "clean" / "bin" / "pip", "-q", "install", package)
    play_with(folder / "clean" / "bin" / "glowtable", folder)
    assert shared([str(path) for path in (folder / "clean" / "share").rglob("*")]) == set(SHARED)


def play_with(glowtable, folder):
    """Play, simulate and ask for help."""
    data = {"GLOWTABLE_DATA": str(folder / "data"), "GLOWTABLE_CONFIG": str(folder / "config.toml")}
    assert "digest" in run(glowtable, "simulate", "punto", "--games", "2", **data)
    assert "gewonnen" in run(glowtable, "play", "--port", "twin:", "--seed", "3", "--language", "de", **data)
    assert "Aufruf: " in run(glowtable, "--help", LANG="de_DE.UTF-8", **data)
    for shell in ("bash", "zsh", "fish"):
        assert "completion" in run(glowtable, "completion", shell, **data)


def test_the_types_of_the_pages_for_those_who_study_games_are_right_where_it_is_installed(built, tmp_path):
    """No file of this folder is read: the wheel alone says what its functions take and give."""
    names = []
    for number, program in enumerate(each for page in STUDY for each in programs(pages()[page])):
        names.append(f"page_{number}.py")
        (tmp_path / names[-1]).write_text(program)
    untyped = "pyspiel,gymnasium"  # the one has no types, the other is not installed there
    (tmp_path / "mypy.ini").write_text(f"[mypy-{untyped}]\nignore_missing_imports = True\n")
    run(sys.executable, "-m", "venv", tmp_path / "clean")
    python = tmp_path / "clean" / "bin" / "python"
    run(python, "-m", "pip", "-q", "install", built[".whl"])
    judge = (sys.executable, "-m", "mypy", "--strict", "--python-executable", python)
    assert f"Success: no issues found in {len(names)}" in run(*judge, *names, cwd=tmp_path) and len(names) == 9
    (tmp_path / "wrong.py").write_text("import glowtable as gt\ngt.play(7)\n")
    assert "Argument 1" in run(*judge, "wrong.py", cwd=tmp_path, code=1)
