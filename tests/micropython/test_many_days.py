"""A table that is left on for days: MicroPython's clock turns over, and half of its round looks like the past."""

import pytest

pytestmark = pytest.mark.micropython
SIX_DAYS_LATER = """
import time
from glowpico.pico import Schedule

tick = Schedule.tick
HALF = 1 << 29  # of a Pico's clock: 6.2 days

def tick_after_days(schedule, now_ms):
    schedule.radio_ms = time.ticks_add(now_ms, HALF - 2)
    {also}tick(schedule, now_ms)
    assert time.ticks_diff(now_ms, schedule.radio_ms) >= 0, "a reader that comes now is not asked"
    if schedule.ticks == 2:
        raise ValueError("the second tick is over")
    schedule.ticks += 1

Schedule.tick = tick_after_days
Schedule.ticks = 0
import main
"""


def ended(unix_port, folder, also=""):
    process = unix_port.paced().start("-c", SIX_DAYS_LATER.format(also=also), folder=folder)
    said = next(line for line in process.stdout if b"Error" in line)
    process.kill()
    return said


def test_a_reader_that_comes_after_days_is_asked_at_once(unix_port, tmp_path):
    assert b"the second tick is over" in ended(unix_port, tmp_path)


def test_control_a_moment_that_lies_days_back_is_noticed(unix_port, tmp_path):
    assert b"a reader that comes now is not asked" in ended(unix_port, tmp_path, also="if False: ")
