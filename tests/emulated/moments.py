"""The worst over the moments that matter, in emulated time.

What begins just after a scan has passed it by, and before a long gap to the next scan, takes longest. Such moments are
found first; each is tried in a fork, and so are moments spread evenly over more than a second.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from glowpico.wire import CELLS

from tests.campaign import IN_CAMPAIGN
from tests.emulated.apart import apart, side_by_side
from tests.emulated.table import Table

LAST_CELL = CELLS - 1
LAST_ROW = LAST_CELL // 6
SPREAD = 100 if IN_CAMPAIGN else 20  # moments spread evenly: with the next figure no two at the same part of a tick
SPREAD_US = 11_930
LONG_GAPS = 100 if IN_CAMPAIGN else 30
WATCHED_MS = 1200  # holds a heartbeat, a collection, nine slots of the patterns
PASSING_US = 500  # row codes that only pass by on the way to another do so sooner


def worst(table: Table, tried: Callable[[Table], float], gaps: int = LONG_GAPS, spread: int = SPREAD) -> float:
    """The greatest of what is tried at each moment."""
    return max(side_by_side(partial(tried, table) for _ in at_moments(table, gaps, spread)))


def at_moments(table: Table, gaps: int, spread: int) -> Iterator[None]:
    """Let time pass from one of them to the next."""
    begins_us = table.us
    for moment in sorted(before_gaps(table, gaps) + [SPREAD_US * count for count in range(spread)]):
        table.run_us(begins_us + moment - table.us)
        yield


def before_gaps(table: Table, many: int) -> list[float]:
    """The moments at which the longest gaps between two scans begin, in microseconds from now."""
    begins_us = table.us
    scans = [us - begins_us for us in apart(scanned, table)]
    by_gap = sorted(pairwise(scans), key=lambda pair: pair[0] - pair[1])
    return [scan + 1 for scan, _ in by_gap[:many]]


def scanned(table: Table) -> list[float]:
    """When the last row of cells had been sampled, scan after scan."""
    seen = [table.us]
    before = [LAST_ROW]

    def note(row: int) -> None:
        if before[0] == LAST_ROW != row and table.us - seen[-1] > PASSING_US:
            seen.append(table.us)
        before[0] = row

    table.keys.when_scanned = note
    table.run_ms(WATCHED_MS)
    return seen[1:]
