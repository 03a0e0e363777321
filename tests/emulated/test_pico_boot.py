"""Power on: what the real image says in hello, with every file system, supply and set of chips."""

import pytest
from glowpico.strip import CHANNEL_MA, QUIESCENT_MA
from glowpico.trouble import BRANCHES, CUT_LOOKS
from glowtable.device.build import shipped_build

from tests.emulated.figures import GREEN, REST_MS, SMALL
from tests.emulated.radio import SEAT_BANK
from tests.emulated.table import Table
from tests.support.campaign import IN_CAMPAIGN

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
POWER_ON = 1
MADE = {"version": 1, **SMALL}
SLOWED = """
import machine, time
def pace():
    began_us = time.ticks_us()
    for n in range(5000):
        pass
    return time.ticks_diff(time.ticks_us(), began_us)
fast_us = pace()
machine.freq(100_000_000)
print(pace() / fast_us)
"""


def hello(table: Table) -> dict[str, object]:
    names = ("protocol", "version", "build", "cells", "readers", "pixels", "settings", "reset_cause", "trouble")
    return dict(zip(names, table.greet().fields, strict=True))


def troubles(table: Table) -> set[str]:
    return set(str(hello(table)["trouble"]).split(","))


def test_a_table_that_boots_says_what_it_is():
    said = hello(Table(readers=range(7)))
    assert said | {"protocol": 1, "cells": "buttons", "readers": "7f", "pixels": 168, "reset_cause": POWER_ON} == said
    assert said["build"] == shipped_build()
    assert said["trouble"] == "no-settings"


def test_the_firmware_runs_from_its_sources_too():
    assert hello(Table(MADE, readers=range(0), compiled=False))["build"] == shipped_build()


def test_a_line_that_is_always_low_is_reported_where_chips_must_be():
    """Of a table of buttons it only says that no reader is plugged in."""
    table = Table({**MADE, "cell_kind": "nfc"}, readers=range(7), is_nfc=True)
    table.banks.miso = 0x00
    assert "miso-low" in troubles(table)


def test_without_the_led_supply_the_lights_keep_to_what_usb_gives():
    table = Table({"version": 1, "brightness_pct": 100, "usb_budget_ma": 250}, readers=range(0))
    table.supply(0)
    assert "usb-power" in troubles(table)
    table.say("lights", "w" * 42, "s" * 42, 100)
    table.hears("ack")
    table.run_ms(100)
    lit = table.cells.shown + table.seats.shown
    assert max(lit) > 0
    assert len(lit) // 3 * QUIESCENT_MA + sum(lit) * CHANNEL_MA / 255 <= 250


def test_what_one_branch_of_the_supply_cannot_feed_is_dimmed_and_told():
    table = Table({"version": 1, "brightness_pct": 100, "branch_ma": 750}, readers=range(0))
    assert troubles(table) == {"-"}
    table.say("lights", "-" * 9 + "w" * 9 + "-" * 24, "s" * 42, 100)
    table.hears("ack")
    table.run_ms(100)
    quarter = table.cells.shown[108:216]
    assert 740 <= len(quarter) // 3 * QUIESCENT_MA + sum(quarter) * CHANNEL_MA / 255 <= 750
    assert sum(table.cells.shown) == sum(quarter)
    assert table.hears("trouble").fields[1] == "dimmed.branch"


def test_a_branch_that_is_shorted_is_named_while_cards_are_read():
    """Its sense input is chosen by the lines that choose a card reader."""
    table = Table({"version": 1, "branch_sense": 1})
    assert troubles(table) == {"-"}
    for count, (branch, word) in enumerate(list(enumerate(BRANCHES))[:: 1 if IN_CAMPAIGN else 3], 1):
        table.branches.put([0 if place == branch else 5000 for place in range(8)])
        table.put("04a1b2c3", SEAT_BANK, branch)
        assert table.hears("tag").fields == (branch, "04a1b2c3")
        table.acknowledge(count)
        table.run_ms(2 * len(BRANCHES) * CUT_LOOKS * REST_MS)
        assert [frame.fields for frame in table.frames(("trouble",))][-1] == ("7f", word)


def test_a_table_that_no_host_has_greeted_walks_its_lights_dimly():
    table = Table(MADE, readers=range(0))
    shown = set()
    for _ in range(14):
        table.run_ms(100)
        shown.add(table.cells.shown)
    assert len(shown - {b""}) > 2
    assert 0 < max(max(data, default=0) for data in shown) < 64


def test_the_same_boot_takes_the_same_cycles():
    first, second = Table(MADE), Table(MADE)
    for table in (first, second):
        table.greet()
        table.say("lights", *GREEN)
        table.run_ms(50)
    assert first.us == second.us
    assert first.mcu.core.cycles == second.mcu.core.cycles
    assert first.take() == second.take() != b""


def test_an_RP2040_runs_at_200_MHz_with_its_core_at_1_15_V(small):
    assert small.execute("import machine; print(machine.freq(), machine.mem32[0x40064000])") == f"200000000 {0xC1}\n"


def test_a_watchdog_reset_ends_the_speed_and_the_firmware_restores_it(small):
    small.reset(from_watchdog=True)
    assert small.clock.hz == 125_000_000
    small.greet()
    assert small.clock.hz == 200_000_000


def test_the_emulated_core_is_as_fast_as_its_program_set_it(small):
    assert float(small.execute(SLOWED)) == pytest.approx(2, rel=0.02)
