"""The worst over the moments that matter, in emulated time.

What begins just after a scan has passed it by, and before a long gap to the next scan, takes longest. Such moments are
found first; each is tried in a fork, and so are moments spread evenly over more than a second.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from glowpico.wire import CELLS

from tests.emulated.apart import apart, side_by_side
from tests.emulated.table import Table
from tests.support.campaign import IN_CAMPAIGN

LAST_CELL = CELLS - 1
LAST_ROW = LAST_CELL // 6
SPREAD = 100 if IN_CAMPAIGN else 20  # moments spread evenly: with the next figure no two at the same part of a tick
SPREAD_US = 11_930
LONG_GAPS = 100 if IN_CAMPAIGN else 30
WATCHED_MS = 1200  # holds a heartbeat, a collection, nine slots of the patterns
PASSING_US = 100  # row codes that only pass by on the way to another do so sooner; a tick may look right after a look


def worst(
    table: Table,
    tried: Callable[[Table], float],
    gaps: int = LONG_GAPS,
    spread: int = SPREAD,
    watched_ms: float = WATCHED_MS,
) -> float:
    """The greatest of what is tried at each moment."""
    return max(side_by_side(partial(tried, table) for _ in at_moments(table, gaps, spread, watched_ms)))


def at_moments(table: Table, gaps: int, spread: int, watched_ms: float) -> Iterator[None]:
    """Let time pass from one of them to the next."""
    begins_us = table.us
    before_gaps = [begin_us + 1 for begin_us, _ in long_gaps(table, watched_ms)[:gaps]]
    for moment in sorted(before_gaps + [SPREAD_US * count for count in range(spread)]):
        table.run_us(begins_us + moment - table.us)
        yield


def long_gaps(table: Table, watched_ms: float) -> list[tuple[float, float]]:
    """The gaps between two scans: when each begins and how long it is, in microseconds from now, the longest first."""
    begins_us = table.us
    scans = [us - begins_us for us in apart(scanned, table, watched_ms)]
    return sorted(((scan, after - scan) for scan, after in pairwise(scans)), key=lambda gap: -gap[1])


def scanned(table: Table, watched_ms: float = WATCHED_MS) -> list[float]:
    """When the last row of cells had been sampled, scan after scan."""
    seen = [table.us]
    before = [LAST_ROW]

    def note(row: int) -> None:
        if before[0] == LAST_ROW != row and table.us - seen[-1] > PASSING_US:
            seen.append(table.us)
        before[0] = row

    table.keys.when_scanned = note
    table.run_ms(watched_ms)
    return seen[1:]
