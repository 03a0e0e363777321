"""Garbage on the Pico: collected where the firmware asks for it, and never by itself between a press and its line."""

import pytest

from tests.emulated.figures import GREEN, ORANGE_BLINKING, SMALL
from tests.emulated.pico import Silent
from tests.emulated.table import Table

pytestmark = [pytest.mark.emulated, pytest.mark.long, pytest.mark.usefixtures("image_here")]
ROUNDS = 30
LOOKED_AT_MS = 120

# boot.py of a table with much less room, on which MicroPython collects nothing by itself: without room it fails
SCARCE = """
import gc
kept = bytearray(45_000)
gc.disable()
"""

# The same, and the firmware never asks
NEVER = """
from glowpico import pico
pico.COLLECT_MS = pico.COLLECT_MOST_MS = 1 << 29
"""


def scarce(never: bool = False) -> Table:
    boot = SCARCE + NEVER * never
    return Table({"version": 1, **SMALL}, readers=range(7), others={"boot.py": boot.encode()})


def play(table: Table) -> None:
    """A press, its answer, another picture, a release, over and over."""
    table.greet()
    for count in range(ROUNDS):
        table.press(count)
        table.acknowledge(table.hears("press").number or 0)
        table.say("lights", *(GREEN, ORANGE_BLINKING)[count % 2])
        table.run_ms(LOOKED_AT_MS)
        table.release(count)
        table.acknowledge(table.hears("release").number or 0)


def test_busy_play_needs_no_collection_that_the_firmware_did_not_ask_for():
    table = scarce()
    play(table)
    assert table.resets == 0


def test_control_without_the_firmwares_own_there_is_soon_no_room():
    table = scarce(never=True)
    with pytest.raises(Silent):
        play(table)
