"""How much of a long run to play: all of it in `make campaign`, a small part in `make test`."""

import os

WHOLE = os.environ.get("GLOWTABLE_CAMPAIGN") == "full"


def share(full: int) -> int:
    """`full` when GLOWTABLE_CAMPAIGN=full, else a hundredth of it, at least 1."""
    return full if WHOLE else max(1, full // 100)
