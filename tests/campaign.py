"""How much of a long run to play: all of it in `make campaign`, a small part in `make test`."""

import os

LONG = os.environ.get("GLOWTABLE_CAMPAIGN") == "long"  # `make campaign-long`: also what takes hours
WHOLE = LONG or os.environ.get("GLOWTABLE_CAMPAIGN") == "full"


def share(full: int) -> int:
    """`full` in a campaign, else a hundredth of it, at least 1."""
    return full if WHOLE else max(1, full // 100)


def long_share(full: int) -> int:
    """`full` in a long campaign, a twentieth of it in a campaign, else a hundredth of that; at least 1."""
    return full if LONG else max(1, full // (20 if WHOLE else 2000))
