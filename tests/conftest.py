"""Nothing is skipped silently: the last line of a run names what did not run and why; in CI that fails it.

A test marked `kernel` names a command that needs a feature of the kernel. Where the command shows that the kernel
forbids it, the test does not run and is named, too, but CI does not fail: no change of the project would cure that.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from glowtable.match.journal_file import JournalFile
from hypothesis import HealthCheck, settings

MEMORY = Path("/dev/shm")  # where there is one: what is written here waits for no disk
ENOUGH = 4 << 30  # bytes free
Report = pytest.TestReport | pytest.CollectReport
STRICT = ("CI", "GLOWTABLE_STRICT")
NOT_ALLOWED = "not allowed by this kernel"
REFUSALS = (
    "not permitted", "permission denied", "not implemented", "not supported", "unknown device type", "invalid argument",
    "no space left on device",
)  # fmt: skip

# however busy the machine: no time-out of hypothesis decides anything
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


# what a shell runs in the background ignores Ctrl-C, and so would all that tests start and interrupt
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# journals are written for good after each row: half the time of a match that is not played in memory
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(autouse=True)
def no_journal_stays_open() -> Generator[None, None, None]:
    """Each keeps files open until it is closed, and those of thousands of tests are more than pyserial can wait for."""
    opened: list[JournalFile] = []

    def noted(file: JournalFile, *given: Any, real: Any = JournalFile.__init__, **named: Any) -> None:
        opened.append(file)
        real(file, *given, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(JournalFile, "__init__", noted)
        yield
    for file in opened:
        with suppress(Exception):  # its folder may be gone, or nothing can be written there
            file.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Here `glowtable` keeps its files, speaks English, finds no table and is typed nothing."""
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("sys.stdin", open(os.devnull))  # noqa: SIM115
    monkeypatch.setattr("glowtable.device.discovery.pico_ports", list)
    return tmp_path


def strict() -> bool:
    """Whether this run must be complete."""
    return any(os.environ.get(name, "").lower() not in ("", "0", "false") for name in STRICT)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("kernel"):
        if is_forbidden(marker.args):
            item.user_properties.append((NOT_ALLOWED, True))  # no test can say this of itself by a skip
            pytest.skip(NOT_ALLOWED)


@cache
def is_forbidden(command: tuple[str, ...]) -> bool:
    """Whether the kernel forbids what this command does. If it fails for another reason, the test shows that."""
    if sys.platform != "linux":
        return True
    probe = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    assert probe.returncode == 0 or any(word in probe.stderr.lower() for word in REFUSALS), probe.stderr
    return probe.returncode != 0


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    forbidden = [report for report in skipped if NOT_ALLOWED in dict(getattr(report, "user_properties", ()))]
    missed = [report for report in skipped if report not in forbidden]
    if missed:
        reporter.write_line("did not run: " + "; ".join(by_reason(missed)))
        if strict():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if forbidden:
        reporter.write_line(f"{NOT_ALLOWED}: {', '.join(report.nodeid for report in forbidden)}")


def by_reason(missed: Iterable[Report]) -> list[str]:
    """The names of the tests that share a reason, and the reason."""
    names: dict[str, list[str]] = {}
    for report in missed:
        names.setdefault(reason(report), []).append(report.nodeid)
    return [f"{', '.join(tests)} ({why})" for why, tests in names.items()]


def reason(report: Report) -> str:
    """Why a test was skipped, as the skip said it."""
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return said.removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What campaigns measured, each beside its control: one table."""
    passed = terminalreporter.stats.get("passed", [])
    for line in table_of([fact for report in passed for fact in report.user_properties]):
        terminalreporter.write_line(line)


def table_of(facts: Iterable[tuple[str, object]]) -> list[str]:
    """A line each, sorted by what was tried, so that a control stands below it."""
    lines = sorted((name, str(figure)) for name, figure in facts)
    width = max((len(name) for name, _ in lines), default=0)
    return [f"{name:{width}} | {figure}" for name, figure in lines]
