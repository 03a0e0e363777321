"""A bad cable and a table that restarts, in a real MicroPython: nothing is lost, doubled or invented."""

import pytest

from tests.support.campaign import share

pytestmark = pytest.mark.micropython
TICKS = 4000  # 20 s of a table's time: some 70 edges, 10 restarts, 250 bad lines and repetitions
PLAY = "import faults\nfor seed in range({first}, {last}): faults.run(seed, {ticks})"
BATCH = 20  # seeds per interpreter


@pytest.mark.campaign
def test_what_arrives_is_what_was_done(cpython, micropython):
    compare(0, cpython, micropython)


@pytest.mark.slow
@pytest.mark.parametrize("release", [None], indirect=True, ids=["here"])
@pytest.mark.parametrize("part", [1, 2, 3])
def test_so_it_is_with_more_seeds(part, cpython, micropython):
    compare(part, cpython, micropython)


def compare(part, cpython, micropython):
    first, seeds = 1000 * part, share(100)
    for start in range(first, first + seeds, BATCH):
        play = PLAY.format(first=start, last=min(start + BATCH, first + seeds), ticks=TICKS)
        told = micropython.run("-c", play)
        assert told == cpython.run("-c", play)
        assert all(int(line.split()[1]) > 20 for line in told.splitlines())


def test_control_a_host_that_takes_edges_out_of_order_is_caught(micropython):
    with pytest.raises(AssertionError, match=r"AssertionError: \(\["):
        micropython.run("-c", f"import faults; faults.run(1, {TICKS}, False)")
