"""A round at the emulated table, and what may happen to a table in the middle of it.

Every test lays a card before and one after; the last one ends the round, so each of them may run alone.
"""

import os
import select

import pytest

from tests.pty.match import AWAY, SEATED, Match
from tests.support.patience import HANG_S

pytestmark = pytest.mark.pty
WATCHDOG_S = 8  # as the firmware sets it


@pytest.fixture(scope="module")
def match(workbench):
    match = Match(workbench, *SEATED)
    yield match.begin()
    match.close()


def answer(port: int, typed: bytes, ending: bytes) -> bytes:
    """What comes at this prompt, up to this ending."""
    os.write(port, typed)
    said = b""
    while not said.endswith(ending):
        assert select.select([port], [], [], HANG_S)[0], said
        said += os.read(port, 1000)
    return said


def test_ctrl_c_leaves_a_prompt_in_peace_and_a_soft_reboot_goes_on(match):
    match.lay_next()
    resets = match.table.do("resets")
    port = os.open(match.workbench.port, os.O_RDWR | os.O_NOCTTY)
    os.write(port, b"\x03")
    match.sees(AWAY)
    match.screen.stop()  # it would read our answers
    assert b"42\r\n" in answer(port, b"\r\nprint(6*7)\r\n", b"42\r\n>>> ")
    match.workbench.passes(WATCHDOG_S + 1)
    assert match.table.do("resets") == resets
    os.write(port, b"\x04")
    os.close(port)
    match.screen.go_on()
    match.come_back()
    match.lay_next()


def test_a_hung_table_is_reset_and_the_match_goes_on(match):
    match.lay_next()
    resets = int(match.table.do("resets"))
    match.table.do("hang")
    match.sees(AWAY)
    match.workbench.until(lambda: int(match.table.do("resets")) == resets + 1, WATCHDOG_S + 1)
    match.come_back()
    match.lay_next()


def test_an_unplugged_table_comes_back_and_what_was_pressed_meanwhile_is_no_action(match):
    match.lay_next()
    match.table.do("unplug")
    match.sees(AWAY)
    match.table.do("tap 7")
    match.workbench.passes(1)  # the finger is gone before the cable is back
    match.table.do("replug")
    match.come_back()
    match.lay_next()
    assert match.actions == match.made, "whether it was heard before or after the table knew that it was late"
    assert "press 7" in [text.removeprefix("late: ") for kind in ("event", "note") for text in match.rows(kind)]


def test_the_round_ends_as_it_was_laid(match):
    match.play_to_end()
