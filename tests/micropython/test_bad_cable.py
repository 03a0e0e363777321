"""A bad cable and a table that restarts, in a real MicroPython: nothing is lost, doubled or invented."""

import pytest

from tests.support.campaign import share, slow

pytestmark = pytest.mark.micropython
TICKS = 4000  # 20 s of a table's time: some 70 edges, 10 restarts, 250 bad lines and repetitions
PLAY = "import faults\nfor seed in range({first}, {last}): faults.run(seed, {ticks})"
BATCH = 20  # seeds per interpreter


@pytest.mark.campaign
@pytest.mark.parametrize("part", [0, slow(1), slow(2), slow(3)])
def test_what_arrives_is_what_was_done(part, cpython, micropython):
    first, seeds = 1000 * part, share(100)
    for start in range(first, first + seeds, BATCH):
        play = PLAY.format(first=start, last=min(start + BATCH, first + seeds), ticks=TICKS)
        told = micropython.run("-c", play)
        assert told == cpython.run("-c", play)
        assert all(int(line.split()[1]) > 20 for line in told.splitlines())


def test_control_a_host_that_takes_edges_out_of_order_is_caught(micropython):
    with pytest.raises(AssertionError, match=r"AssertionError: \(\["):
        micropython.run("-c", f"import faults; faults.run(1, {TICKS}, False)")
