"""Ticks leave nothing on the heap of a real MicroPython."""

from ast import literal_eval

import pytest

pytestmark = pytest.mark.micropython
# What ticks keep is there after each measurement; a pointer forgotten on the stack keeps an object through one of them
MEASURE = "from ticks import *; day = Day({board}(), {is_busy}); print(min([left(day) for again in range(5)]))"


def left_by(unix_port, board: str, is_busy: bool) -> int:
    return int(unix_port.run("-c", MEASURE.format(board=board, is_busy=is_busy)))


def test_ticks_of_a_quiet_table_leave_nothing(unix_port):
    assert left_by(unix_port, "Quiet", False) <= 0


def test_ticks_with_presses_leave_nothing_once_they_are_acknowledged(unix_port):
    assert left_by(unix_port, "Quiet", True) <= 0


def test_ticks_with_cards_that_come_and_go_and_a_tag_sought_leave_nothing(unix_port):
    """Less than a byte a tick: the model of the chips may stand a few bytes elsewhere than before."""
    assert left_by(unix_port, "Reading", True) < 150


def test_control_a_tick_that_keeps_something_is_caught(unix_port):
    assert left_by(unix_port, "Keeping", False) >= 150 * 16


def test_a_quiet_tick_takes_next_to_nothing_before_it_is_collected(unix_port):
    """Six new slots of the patterns may make a few objects each; the other ticks make nothing."""
    assert taken_by(unix_port, "s" * 42) < 150 * 16


def test_patterns_that_play_take_a_slice_of_the_chain_for_each_light_that_changes(unix_port):
    assert taken_by(unix_port, "ecpsdbkf" * 5 + "ss") < 6 * 42 * 64


def taken_by(unix_port, patterns: str) -> int:
    return int(unix_port.run("-c", f"from ticks import *; print(taken(Day(Quiet(), False, {patterns!r})))"))


def of_a_poll(unix_port, kind: str) -> list[int]:
    """What polls of a reader take: an empty one, and two with a card."""
    return literal_eval(unix_port.run("-c", f"from polls import *; print(of({kind}))"))  # type: ignore[no-any-return]


def test_polls_of_a_PN532_take_no_more_than_those_of_the_usual_reader(unix_port):
    usual = of_a_poll(unix_port, "Mfrc522")
    assert all(taken <= most for taken, most in zip(of_a_poll(unix_port, "Pn532"), usual, strict=True))
    assert min(of_a_poll(unix_port, "Wasteful")) > max(usual)
