"""However busy a machine is, no verdict depends on it: what waits for this computer's time only ends what hangs."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
CLOCK = re.compile(
    r"\btime\.(time|monotonic|perf_counter|process_time)\b|\btimeout=(?!HANG_S)|"
    r"(process\.wait|communicate)\(\d|select\.select\(.*, [1-9]\d*\)"
)
MAY = {
    "emulated/serve.py": "keeps an emulated table from running ahead of those who play at it",
    "pty/pace.py": "gives a program the table's clock for its own",
    "test_patience.py": "its own control",
}


def looks_at_a_clock(text: str) -> list[str]:
    """The lines that measure this computer's time, or wait for so much of it."""
    return [line.strip() for line in text.splitlines() if CLOCK.search(line)]


def test_no_test_looks_at_this_computers_clock():
    files = [path for path in HERE.rglob("*.py") if path.parent != HERE / "bench"]  # what is there measures time
    found = {path.relative_to(HERE).as_posix(): looks_at_a_clock(path.read_text()) for path in files}
    assert {name: lines for name, lines in found.items() if lines and name not in MAY} == {}
    assert {name for name in MAY if not found[name]} == set(), "they need no exception"


@pytest.mark.parametrize(
    "line",
    [
        "deadline = time.monotonic() + 20",
        "done = subprocess.run(command, timeout=60)",
        "process.wait(5)",
        "process.communicate(10)",
        "assert select.select([port], [], [], 30)[0], said",
    ],
)
def test_control_what_decides_by_a_clock_is_found(line):
    assert looks_at_a_clock(line) == [line]


def test_hypothesis_has_no_deadline():
    assert settings.default is not None
    assert settings.default.deadline is None and HealthCheck.too_slow in settings.default.suppress_health_check
