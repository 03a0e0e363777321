"""The promise of conftest.py, kept by a pytest run of its own in an empty folder."""

import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
RAN = "def test_ran():\n    pass\n"
MISSED = """
import pytest

@pytest.mark.parametrize("seat", [1, 2])
def test_missed(seat):
    pytest.skip("no table on the desk")
"""
KERNEL = """
import pytest

@pytest.mark.kernel("sh", "-c", "{probe}")
def test_of_the_kernel():
    {test}
"""
FORBIDDEN = "echo unshare failed: Operation not permitted >&2; exit 1"
MISSED_FILE = "import pytest\npytest.skip('no desk at all', allow_module_level=True)\n"


def run(folder: Path, tests: str, *options: str, **environment: str) -> tuple[int, str]:
    """Exit code and last line of a run over `tests` and one test that passes."""
    (folder / "conftest.py").write_bytes(CONFTEST.read_bytes())
    (folder / "test_it.py").write_text(tests)
    (folder / "test_ran.py").write_text(RAN)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={folder}",
        *options,
        str(folder),
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-n", "1")], ids=["alone", "in a worker"])
def test_what_did_not_run_is_the_last_line(tmp_path, options):
    missed = "did not run: test_it.py::test_missed[1], test_it.py::test_missed[2] (no table on the desk)"
    assert run(tmp_path, MISSED, *options) == (0, missed)


@pytest.mark.slow
def test_a_file_that_did_not_run_is_named_too(tmp_path):
    assert run(tmp_path, MISSED_FILE) == (0, "did not run: test_it.py (no desk at all)")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["CI", "GLOWTABLE_STRICT"])
def test_a_strict_run_fails_when_something_did_not_run(tmp_path, name):
    assert run(tmp_path, MISSED, **{name: "1"})[0] == 1


@pytest.mark.slow
def test_a_strict_run_passes_when_everything_ran(tmp_path):
    code, last = run(tmp_path, RAN, CI="true")
    assert code == 0
    assert "did not run" not in last


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-n", "1")], ids=["alone", "in a worker"])
def test_what_the_kernel_forbids_is_the_last_line_and_fails_no_strict_run(tmp_path, options):
    tests = KERNEL.format(probe=FORBIDDEN, test="assert False")
    last = "not allowed by this kernel: test_it.py::test_of_the_kernel"
    assert run(tmp_path, tests, *options, CI="true") == (0, last)


@pytest.mark.slow
@pytest.mark.parametrize(
    "probe, test",
    [("exit 0", "assert False"), ("exit 0", "pytest.skip('not allowed by this kernel')"), ("no_such_program", "pass")],
    ids=["allowed and failed", "skipped by the test itself", "probe broken"],
)
def test_a_strict_run_fails_unless_the_probe_shows_that_the_kernel_forbids_it(tmp_path, probe, test):
    assert run(tmp_path, KERNEL.format(probe=probe, test=test), CI="true")[0] == 1
