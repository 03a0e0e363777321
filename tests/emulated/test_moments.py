"""The measurements themselves: they find what is slow now and then, or they would tell an average."""

import pytest

from tests.emulated.apart import apart
from tests.emulated.figures import (
    COLLECTED_MS,
    FIGURES,
    GREEN,
    SMALL,
    kept_of,
    longest_of,
    metered,
    press_to_line,
    shown_anew,
)
from tests.emulated.moments import WATCHED_MS, long_gaps, scanned, worst
from tests.emulated.table import Table

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
STALL_MS = 20
LOOKS_MS = (1.7, 2.1)  # between two looks at the keys: glowpico.pico says 2, and ticks are looks, too
GAPS, SPREAD = 2, 8
LEAST_COLLECTION_MS = 3

# boot.py of a table that now and then does nothing for a while
STALLS = f"""
import machine, time
timer = machine.Timer(period=1100, callback=lambda timer: time.sleep_ms({STALL_MS}))
"""

# main.py of a table that keeps a little of each tick
KEEPS = """
from glowpico.loop import Loop
kept = []

class Keeping(Loop):
    def sense(self, now_ms):
        kept.append(str(now_ms))
        super().sense(now_ms)

import glowpico.loop
glowpico.loop.Loop = Keeping
"""

# main.py of a table with much that is alive
MUCH = "much = [[[number]] for number in range(1000)]\n"


@pytest.fixture(scope="module")
def stalling(image_here):
    table = Table({"version": 1, **SMALL}, readers=range(0), others={"boot.py": STALLS.encode()})
    table.greet()
    table.run_ms(300)
    table.take()
    return table


def test_every_scan_is_noted(small):
    least_ms, most_ms = LOOKS_MS
    assert least_ms <= WATCHED_MS / len(scanned(small)) <= most_ms


def longest_ms(table: Table) -> float:
    return long_gaps(table, COLLECTED_MS)[0][1] / 1000


def test_the_longest_gap_after_a_new_picture_is_that_of_a_collection(small):
    """Control: a picture within a second of it has none."""
    shown_anew(small)
    with_collection = longest_ms(small)
    small.run_ms(COLLECTED_MS)
    small.say("lights", *GREEN)
    small.next_frame()
    assert with_collection > longest_ms(small) + LEAST_COLLECTION_MS


@pytest.mark.long
def test_a_stall_once_a_second_is_found(stalling):
    assert apart(worst, stalling, press_to_line, GAPS, SPREAD) >= STALL_MS


@pytest.mark.long
def test_control_without_the_long_gaps_it_is_not_found(stalling):
    assert apart(worst, stalling, press_to_line, 0, SPREAD) < STALL_MS


@pytest.mark.long
def test_control_a_tick_that_keeps_something_is_found(image_here):
    assert kept_of(metered(ticks=70, before=KEEPS)) > 70 * 16


@pytest.mark.long
def test_control_a_heap_that_takes_long_to_collect_is_found(image_here):
    assert longest_of(metered(ticks=30, before=MUCH)) > FIGURES["collect"].today
