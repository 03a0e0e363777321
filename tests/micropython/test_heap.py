"""Ticks leave nothing on the heap of a real MicroPython."""

import pytest

pytestmark = pytest.mark.micropython
# The first measurement only warms up what measures.
MEASURE = "from ticks import *; day = Day({board}(), {is_busy}); left(day); print(left(day))"


def left_by(unix_port, board: str, is_busy: bool) -> int:
    return int(unix_port.run("-c", MEASURE.format(board=board, is_busy=is_busy)))


def test_ticks_of_a_quiet_table_leave_nothing(unix_port):
    assert left_by(unix_port, "Quiet", False) == 0


def test_ticks_with_presses_leave_nothing_once_they_are_acknowledged(unix_port):
    assert left_by(unix_port, "Quiet", True) <= 0


def test_control_a_tick_that_keeps_something_is_caught(unix_port):
    assert left_by(unix_port, "Keeping", False) > 0


def test_a_quiet_tick_takes_next_to_nothing_before_it_is_collected(unix_port):
    """A new slot of the patterns may make a range or two; the other ticks make nothing."""
    assert int(unix_port.run("-c", "from ticks import *; print(taken(Day(Quiet(), False)))")) < 10 * 150
