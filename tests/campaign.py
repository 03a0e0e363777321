"""How much of a long run to play: all of it in `make campaign`, 1 % in `make test`."""

import os


def share(full: int) -> int:
    """`full` when GLOWTABLE_CAMPAIGN=full, else a hundredth of it, at least 1."""
    return full if os.environ.get("GLOWTABLE_CAMPAIGN") == "full" else max(1, full // 100)
