"""How much of a long run to play: all of it in the tier campaign-long, less in campaign, least in the quick one."""

import os
from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest

LONG = os.environ.get("GLOWTABLE_CAMPAIGN") == "long"  # `make test T=campaign-long`: also what takes hours
IN_CAMPAIGN = LONG or os.environ.get("GLOWTABLE_CAMPAIGN") == "full"


def share(full: int) -> int:
    """`full` in a long campaign, a twentieth of it in a campaign, else a hundredth; at least 1."""
    return full if LONG else max(1, full // (20 if IN_CAMPAIGN else 100))


def long_share(full: int) -> int:
    """The same of what takes hours: a hundredth of it in a campaign, else a 2,000th; at least 1."""
    return full if LONG else max(1, full // (100 if IN_CAMPAIGN else 2000))


def third(cases: Iterable[Any]) -> list[Any]:
    """Every third of cases that take seconds each; all of them in a long campaign."""
    return list(cases)[:: 1 if LONG else 3]


slow = partial(pytest.param, marks=pytest.mark.slow)  # one more case of a test, which `make test` leaves out
