"""What is seen while `make` installs: pip is silent, a line says how far it is, and what failed is shown whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import HANG_S

HOUSE = Path(__file__).parents[1]
PIP = """import sys
print("Collecting uvicorn<1,>=0.54 (from glowtable)", flush=True)
print("WARNING: a folder is ignored", file=sys.stderr)
sys.exit({code})"""


@pytest.fixture
def install(tmp_path):
    """Install with a pip that ends with this code."""

    def install(code):
        (tmp_path / "pip").mkdir()
        (tmp_path / "pip" / "__init__.py").touch()
        (tmp_path / "pip" / "__main__.py").write_text(PIP.format(code=code))
        return subprocess.run(
            [sys.executable, HOUSE / ".ci" / "install.py", "nothing-of-this-name"], env={"PYTHONPATH": str(tmp_path)},
            capture_output=True, text=True, timeout=HANG_S,
        )  # fmt: skip

    return install


def test_it_says_at_once_that_it_installs_and_nothing_else(install):
    done = install(0)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("Installing what Glowtable needs, once, in .venv:   0 s")


def test_an_environment_is_set_up_without_a_silence(tmp_path):
    done = subprocess.run(
        [sys.executable, HOUSE / ".ci" / "install.py", "--venv", tmp_path / "new"],
        capture_output=True, text=True, timeout=HANG_S,
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.startswith("Setting up Glowtable in .venv, once:   0 s")
    assert (tmp_path / "new" / "pyvenv.cfg").is_file()
    (tmp_path / "file").touch()
    failed = subprocess.run(
        [sys.executable, HOUSE / ".ci" / "install.py", "--venv", tmp_path / "file"],
        capture_output=True, text=True, timeout=HANG_S,
    )  # fmt: skip
    assert failed.returncode and failed.stderr.endswith("Python could not set up .venv: see above.\n")


def test_if_pip_fails_its_words_are_shown_and_its_code_stays(install):
    done = install(3)
    assert done.returncode == 3
    assert "Collecting uvicorn" in done.stderr and "a folder is ignored" in done.stderr
    assert done.stderr.endswith("is there a network? Then try again.\n")
