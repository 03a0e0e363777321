"""The way to the prompt and back, and the watchdog, which guards a match and never a maker."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product

import pytest
from glowtable.match.session import Phase

from tests.emulated.apart import side_by_side
from tests.emulated.figures import GREEN, HANG_AT_MS, ORANGE, SMALL, frames_of, hanging
from tests.emulated.match import PicoMatch
from tests.emulated.pico import RAW_REPL, Silent
from tests.emulated.table import Table
from tests.match.test_faults import check

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
WATCHDOG_RESET = 3
MID_MATCH_MS = 3500
# main.py of a table that fails once, in the middle of a match
FAILS = f"""
import os
from glowpico import loop, start
has_failed = "crash.txt" in os.listdir()

class Failing(loop.Loop):
    def poll_slow_inputs(self, now_ms):
        if now_ms > {MID_MATCH_MS} and not has_failed:
            raise ValueError("there is a hole in the bucket")
        super().poll_slow_inputs(now_ms)

loop.Loop = Failing
start.main()
"""
CRASH_TO_LIGHTS_US = 1_500_000
WATCHDOG_S = 8.4  # its longest, 2^24 microseconds halved by an erratum of the RP2040
ENABLE_WATCHDOG = "import machine; machine.mem32[0x40058000] |= 1 << 30"


def test_ctrl_c_reaches_the_prompt_and_ctrl_d_starts_the_table_again(small):
    assert small.execute("print(6 * 7)") == "42\n"
    small.restart_program()
    small.run_ms(500)
    small.take()
    small.write(b"\r\n")
    hello = small.greet("beef")
    assert hello.fields[3] == "buttons"
    small.press(3)
    assert small.hears("press").fields == (3,)


OVERFULL = 640  # more bytes than the Pico keeps: it is still reading them when Ctrl-C comes
ENTRIES = ((b"\r\x03", b"\r\x01"), (b"\x03", b"\x01"), (b"\r\x03\x03", b"\x01"))  # the first as mpremote does
GAPS_US = (0, 60, 700)  # in one packet, in the next, in a later one
PHASE_US, PHASES = 270, 110  # together a little longer than a tick at rest


def is_raw(table: Table, entry: tuple[bytes, bytes], gap_us: float, noise: int) -> bool:
    """Does Ctrl-C and, so long after it, Ctrl-A lead to the raw prompt, behind so many bytes of a host?"""
    table.take()
    interrupt, control_a = entry
    table.write(b"x" * noise + interrupt)
    table.run_us(gap_us)
    table.write(control_a)
    try:
        table.until(lambda: table.heard().endswith(RAW_REPL), most_ms=300)
    except Silent:
        return False
    return True


def entered(table: Table, noise: int) -> set[bool]:
    ways = product(ENTRIES, GAPS_US)
    return set(side_by_side(partial(is_raw, table, entry, gap_us, noise) for entry, gap_us in ways))


@pytest.mark.long
def test_ctrl_a_is_not_lost_behind_ctrl_c_at_a_table_that_is_at_rest(small):
    assert entered(small, noise=0) == {True}


def test_ctrl_a_is_not_lost_behind_ctrl_c_while_a_table_reads_what_a_host_has_said(small):
    assert entered(small, noise=OVERFULL) == {True}


@pytest.mark.long
def test_ctrl_a_is_not_lost_behind_ctrl_c_at_a_table_with_readers(large):
    assert entered(large, noise=OVERFULL) == {True}


def phases(table: Table) -> Iterator[Callable[[], bool]]:
    """An entry in one packet at each moment of a tick."""
    for _ in range(PHASES):
        yield partial(is_raw, table, ENTRIES[0], 0, 0)
        table.run_us(PHASE_US)


@pytest.mark.long
def test_ctrl_a_is_not_lost_at_any_moment_of_a_tick(small):
    assert set(side_by_side(phases(small))) == {True}


@pytest.mark.long
def test_ctrl_a_is_not_lost_at_a_table_that_nobody_has_greeted():
    table = Table(SMALL, readers=range(2))
    table.until(lambda: table.usb.is_open)
    table.run_ms(400)
    assert set(side_by_side(phases(table))) == {True}


def test_the_prompt_stays_open_for_30_seconds_though_the_watchdog_was_armed(small):
    assert small.execute("import machine; print(machine.mem32[0x40058000] >> 30 & 1)") == "0\n"
    small.run_ms(30_000)
    assert small.resets == 0
    assert small.execute("print(6 * 7)") == "42\n"


PACKETS = 200  # bytes in some


def interrupted_twice(table: Table, noise: int, gap_us: float) -> tuple[bool, bool, bool]:
    """Is the watchdog off, are the readers in reset and the lights out after two Ctrl-C, so long after each other?

    After so many bytes of a host: where those fill some packets, the first Ctrl-C is found as they are read.
    """
    table.write(b"x" * noise + b"\x03")
    table.run_us(gap_us)
    table.write(b"\x03")
    table.run_ms(60)
    armed = table.execute("import machine; print(machine.mem32[0x40058000] >> 30 & 1)")
    return armed == "0\n", table.banks.is_off, not any(table.cells.shown)


@pytest.mark.parametrize(("noise", "gaps_us"), [(0, range(20, 400, 20)), (PACKETS, range(0, 3000, 150))])
def test_a_second_ctrl_c_does_not_keep_the_table_from_resting(small, noise, gaps_us):
    rested = side_by_side(partial(interrupted_twice, small, noise, gap_us) for gap_us in gaps_us)
    assert set(rested) == {(True, True, True)}


@pytest.mark.long
@pytest.mark.parametrize("speaks", [False, True])
def test_a_port_that_nobody_reads_stops_the_scan_once_at_most(small, speaks):
    """Though the host goes on to send pictures."""
    small.usb.is_read = False
    scans: list[float] = []
    small.keys.when_scanned = lambda row: scans.append(small.us)
    for cell in range(20):
        small.tap(cell)
        if speaks:
            small.say("lights", *(GREEN, ORANGE)[cell % 2])
        small.run_ms(120)
    small.run_ms(2000)
    assert len(scans) > 400
    long = [after - before for before, after in pairwise(scans) if after - before > 100_000]
    # MicroPython waits three times half a second for a frame that fits in part
    assert len(long) <= 1 and sum(long) < 1.6e6


@pytest.mark.long
def test_control_a_watchdog_that_is_not_cleared_resets_the_prompt(small):
    small.execute(ENABLE_WATCHDOG)
    small.until(lambda: small.resets, most_ms=1000 * WATCHDOG_S, step_ms=50)


def test_the_watchdog_sleeps_until_a_host_has_greeted():
    table = hanging(greeted=False)
    table.run_ms(HANG_AT_MS + 1000 * WATCHDOG_S + 1000)
    assert b"hangs" in table.heard() and table.resets == 0


def test_in_development_the_watchdog_is_never_started():
    table = hanging(dev=1)
    table.run_ms(HANG_AT_MS + 1000 * WATCHDOG_S + 1000)
    assert b"hangs" in table.heard() and table.resets == 0


@pytest.mark.long
def test_a_hung_loop_is_reset_and_the_match_goes_on(tmp_path, record_property):
    table = hanging(MID_MATCH_MS, greeted=False)
    match = PicoMatch(tmp_path, table, rounds_to_win=1, max_rounds=1)
    match.until(lambda: table.us / 1000 > MID_MATCH_MS + 500)
    hung_us, played = table.keys.scanned_us, len(match.session.history)
    match.until(lambda: table.resets == 1, most_ms=20_000)
    record_property("hung loop to reset", f"{(table.reset_us - hung_us) / 1e6:.2f} s")
    assert table.reset_us - hung_us < 8.02e6  # since the last scan: the watchdog may be fed a little after it
    match.until(lambda: len(match.session.history) > played + 2, most_ms=20_000)
    assert played > 2
    hello = match.pump.connection.link.hello
    assert hello and hello.reset_cause == WATCHDOG_RESET
    check(match)


def is_shown(link, table):
    """Do the chains carry the match's lights, as the host last sent them?"""
    (*_, (colours, patterns, brightness)) = (said.split()[3:6] for said in link.sent if " lights " in said)
    return (table.cells.shown, table.seats.shown) in frames_of((colours, patterns, int(brightness)), SMALL)


def test_a_table_that_fails_in_mid_match_says_why_and_the_match_goes_on(tmp_path, record_property):
    table = Table({"version": 1, **SMALL}, readers=range(2), others={"main.py": FAILS.encode()})
    match = PicoMatch(tmp_path, table, rounds_to_win=1, max_rounds=1)
    match.until(lambda: table.resets == 1, most_ms=20_000)
    failed_us, played = table.reset_us, len(match.session.history)
    assert played > 2
    link = match.pump.connection.link
    match.until(lambda: link.hello and "crash." in link.hello.trouble, most_ms=20_000)
    assert link.hello and link.hello.trouble.startswith("crash.main.") and "-valueerror" in link.hello.trouble
    match.until(
        lambda: match.session.phase in (Phase.DISPUTED, Phase.PLAYING) and is_shown(link, table), most_ms=20_000
    )
    record_property("crash to lights of the match", f"{(table.us - failed_us) / 1000:.0f} ms")
    assert table.us - failed_us < CRASH_TO_LIGHTS_US
    match.until(lambda: len(match.session.history) > played + 2, most_ms=20_000)
    check(match)
