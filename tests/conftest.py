"""Nothing is skipped silently: the last line of a run names what did not run and why; in CI that fails it."""

import os
import shutil
import signal
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

MEMORY = Path("/dev/shm")  # where there is one: what is written here waits for no disk
ENOUGH = 4 << 30  # bytes free
Report = pytest.TestReport | pytest.CollectReport
STRICT = ("CI", "GLOWTABLE_STRICT")

# however busy the machine: no time-out of hypothesis decides anything
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


# what a shell runs in the background ignores Ctrl-C, and so would all that tests start and interrupt
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# journals are written for good after each row: half the time of a match that is not played in memory
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def strict() -> bool:
    """Whether this run must be complete."""
    return any(os.environ.get(name, "").lower() not in ("", "0", "false") for name in STRICT)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    missed = reporter.stats.get("skipped", []) if reporter else []
    if reporter and missed:
        reporter.write_line("did not run: " + "; ".join(by_reason(missed)))
        if strict():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


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
