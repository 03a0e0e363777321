"""Keys on the pins of the Pico: each one is the event it should be, in time, whatever the others do."""

import pytest
from glowpico.loop import TICK_MS
from glowpico.wire import CELLS, KEYS

from tests.emulated.apart import apart
from tests.emulated.figures import BLINKING, FIGURES, GREEN, ORANGE_BLINKING, chattering, press_to_line, showing
from tests.emulated.moments import worst
from tests.emulated.table import Table

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
GAPS, SPREAD = 4, 8
HELD = 4  # keys down at a time, so that each is down as long as under a finger


TAP_US, APART_US = 20_000, 137_000  # the shortest tap of a finger; a prime number of ms apart


def edges(table: Table, many: int) -> list[tuple[str, int]]:
    """The next so many edges, acknowledged."""
    told: list[tuple[str, int]] = []
    while len(told) < many:
        frame = table.hears("press", "release", "key")
        if frame.number == len(told) + 1:
            told.append((frame.word, frame.fields[0]))
        table.acknowledge(len(told))
    return told


def test_every_key_is_the_event_it_should_be(small):
    for key in range(CELLS + KEYS):
        small.keys.press(key)
        small.run_ms(2 * TICK_MS)
        if key >= HELD:
            small.keys.release(key - HELD)
    for key in range(CELLS):
        small.keys.release(key)
    told = edges(small, 2 * CELLS + KEYS)
    assert [cell for word, cell in told if word == "press"] == list(range(CELLS))
    assert sorted(cell for word, cell in told if word == "release") == list(range(CELLS))
    assert [key for word, key in told if word == "key"] == list(range(KEYS))


def test_36_at_once_are_36_presses_and_no_other(small):
    for cell in range(CELLS):
        small.press(cell)
    assert sorted(edges(small, CELLS)) == [("press", cell) for cell in range(CELLS)]
    small.run_ms(200)
    assert not list(small.frames(("press", "release", "key")))


def worst_of_few(table: Table) -> float:
    """The longest of a press at some moments."""
    return worst(table, press_to_line, GAPS, SPREAD)


def test_a_chattering_cell_delays_no_other_by_more_than_a_scan(small, record_property):
    calm = apart(worst_of_few, small)
    chattering(small, 7)
    delay = worst_of_few(small) - calm
    record_property("a chattering cell delays another by", f"{delay:.1f} ms")
    assert delay <= TICK_MS


def tap_shortly(table: Table) -> None:
    """Twelve of the shortest taps; each must be told, and none muted."""
    for count in range(12):
        table.press(20)
        table.run_us(TAP_US)
        table.release(20)
        table.run_us(APART_US)
        told = {frame.number: frame.word for frame in table.frames() if frame.number}
        assert told == {2 * count + 1: "press", 2 * count + 2: "release"}
        table.acknowledge(2 * count + 2)


def test_the_shortest_taps_are_told_and_never_muted(large):
    """Though a tick is longer there, and the answer to a press by light takes milliseconds, too."""
    tap_shortly(large)


def resting(rest_ms: int) -> Table:
    """A large table whose ticks at rest come so long after each other."""
    main = f"from glowpico import pico, start\npico.REST_MS = {rest_ms}\nstart.main()\n"
    return showing(Table({}, others={"main.py": main.encode()}), BLINKING)


@pytest.mark.parametrize("rest_ms", [pytest.param(ms, marks=pytest.mark.long) for ms in range(20, 31)])
def test_no_tap_depends_on_when_ticks_come_at_rest(rest_ms):
    tap_shortly(resting(rest_ms))


def test_a_press_is_told_in_time(small, record_property):
    ms = worst(small, press_to_line, GAPS, SPREAD)
    record_property("press to line", f"{ms:.1f} ms")
    assert FIGURES["press"].holds(ms)


FLOOD = 30  # pictures, one behind the other


def press_in_a_flood(table: Table) -> float:
    for number in range(FLOOD):
        table.say("lights", *(GREEN, ORANGE_BLINKING)[number % 2])
    table.run_ms(15)
    return press_to_line(table)


def test_a_host_that_floods_the_table_with_pictures_delays_no_press_by_more_than_one_of_them(large, record_property):
    ms = apart(press_in_a_flood, large)
    record_property("press to line in a flood of pictures", f"{ms:.1f} ms")
    assert ms <= FIGURES["lights-all"].goal
