"""A PN532 as the card reader of a starter, on the emulated SPI bus, with the times that its model assumes."""

from collections.abc import Callable
from typing import Any

import pytest
from glowpico.pn532 import PN532
from glowtable.device.boards import read_board, wrong_with

from tests.emulated.apart import apart
from tests.emulated.figures import FIGURES, GREEN, SMALL, UID, busy_pct, press_to_line, showing
from tests.emulated.moments import worst
from tests.emulated.radio import SEAT_BANK, Banks
from tests.emulated.table import Table

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
STARTER = read_board("starter")
BOARD = STARTER | {"name": "mine", "reader_type": "pn532"}
READER = (SEAT_BANK, 0)
SHORT, LONG = "deadbeef", "04a1b2c3d4e5f6010203"
GAPS, SPREAD = 4, 8
STEP_US = 1500
BUSY_MORE_PCT = 4  # than the same table with an MFRC522

# boot.py by which every step of a poll is measured
METERED = """
import time
from glowpico import banks532

class Meter:
    longest_us = steps = total_us = 0

def poll(self, reader):
    began_us = time.ticks_us()
    answer = {poll}
    us = time.ticks_diff(time.ticks_us(), began_us)
    Meter.longest_us = max(Meter.longest_us, us)
    Meter.total_us += us
    Meter.steps += 1
    return answer

def wait(self, reader):
    while True:
        answer = unmetered(self, reader)
        if answer is not None:
            return answer

unmetered, banks532.Banks532.poll = banks532.Banks532.poll, poll
"""


def made(poll: str = "unmetered(self, reader)", readers: int = 1) -> Table:
    boot = METERED.format(poll=poll).encode()
    return showing(Table(SMALL, readers=range(readers), board=BOARD, others={"boot.py": boot}), GREEN)


@pytest.fixture(scope="module")
def hobby(image_here: None) -> Table:
    return made()


def steps(table: Table) -> tuple[int, int, int]:
    """The longest in us, all of them in us, how many."""
    said = table.execute("print(Meter.longest_us, Meter.total_us, Meter.steps)").split()
    return int(said[0]), int(said[1]), int(said[2])


def test_a_chip_that_sleeps_at_power_on_is_there_when_the_table_greets():
    assert wrong_with(BOARD) is None
    table = Table(SMALL, readers=range(1), board=BOARD)
    hello = table.greet()
    assert table.banks.chip(*READER).resets and (hello.fields[4], hello.fields[-1]) == ("01", "-")
    table.say("test", "chip", 0)
    assert table.hears("measured").fields == ("chip", 0, PN532)


@pytest.mark.parametrize("uid", [UID, SHORT, LONG])
def test_a_card_arrives_and_leaves(hobby, uid):
    began_us = hobby.us
    hobby.lay(0, uid)
    tag = hobby.hears("tag")
    assert tag.fields == (0, uid) and tag.us - began_us <= 1000 * FIGURES["tag"].goal
    hobby.run_ms(500)
    assert not list(hobby.frames(("untag",)))
    hobby.lift(0)
    assert hobby.hears("untag").fields == (0,)


def tag_seen(table: Table) -> float:
    """ms from a card laid to the frame that tells it."""
    began_us = table.us
    table.lay(0, UID)
    return (table.hears("tag").us - began_us) / 1000


def test_a_card_and_a_press_are_told_in_time_at_any_moment(hobby, record_property):
    ms = worst(hobby, tag_seen, GAPS, SPREAD)
    record_property("tag laid to line, PN532", f"{ms:.1f} ms")
    assert ms <= FIGURES["tag"].goal
    press_ms = worst(hobby, press_to_line, GAPS, SPREAD)
    record_property("press to line, PN532", f"{press_ms:.2f} ms")
    assert press_ms <= FIGURES["press-starter"].goal


def lived(table: Table) -> tuple[int, int, int]:
    """Its steps of a card that comes, lies and goes, and of a chip that is lost and comes back."""
    table.run_ms(300)
    table.lay(0, LONG)
    table.run_ms(300)
    table.lift(0)
    table.run_ms(300)
    chip = table.banks.chips.pop(READER)
    table.run_ms(500)
    table.banks.plug(*READER, chip)
    table.run_ms(300)
    return steps(table)


def test_each_step_is_short(hobby, record_property):
    longest_us, total_us, count = lived(hobby)
    record_property("a step of a PN532, the longest and the mean", f"{longest_us} us, {total_us // count} us")
    assert count > 100 and longest_us <= STEP_US


def test_control_a_driver_that_waits_is_noticed():
    assert lived(made("wait(self, reader)"))[0] > 10 * STEP_US


def busy_at_rest(board: dict[str, Any]) -> float:
    return busy_pct(showing(Table(SMALL, readers=range(1), board=board), GREEN))


def test_it_keeps_the_table_hardly_busier_than_the_usual_reader(record_property):
    pn532, mfrc522 = busy_at_rest(BOARD), busy_at_rest(STARTER | {"name": "other"})
    record_property("busy with a PN532, with an MFRC522", f"{pn532:.2f} %, {mfrc522:.2f} %")
    assert pn532 <= mfrc522 + BUSY_MORE_PCT


def changed(**values: object) -> Callable[[Banks], object]:
    return lambda banks: vars(banks.chip(*READER)).update(values)


def misheard(sticks: str) -> Callable[[Banks], object]:
    """One frame is cut on its way to the chip, which then hears nothing more until this."""

    def act(banks: Banks) -> None:
        chip = banks.chip(*READER)
        left = [True]
        changed(sticks=sticks, mishear=lambda frame: frame[:-3] if left and left.pop() else frame)(banks)
        assert chip.sticks == sticks

    return act


CURED = {
    "loses its supply": lambda banks: banks.chip(*READER).reset(),
    "misses a frame": misheard(""),
    "misses a frame and is stuck": misheard("abort"),
    "is stuck until it is reset": misheard("reset"),
    "is busy": changed(busy_us=20_000),
}


@pytest.mark.parametrize("fault", CURED)
def test_what_a_chip_does_by_itself_is_outlived(hobby, fault):
    """The card that lies there stays, and the next one is told."""
    hobby.lay(0, UID)
    hobby.acknowledge(hobby.hears("tag").number or 0)
    CURED[fault](hobby.banks)
    assert apart(press_to_line, hobby) <= FIGURES["press-all"].goal
    hobby.run_ms(1500)
    assert not list(hobby.frames(("tag", "untag")))
    assert "reader." not in str(hobby.greet("beef").fields[-1])
    hobby.acknowledge(hobby.hears("tag").number or 0)  # of the new session
    hobby.lay(0, SHORT)
    assert [hobby.hears("untag").fields, hobby.hears("tag").fields] == [(0,), (0, SHORT)]
