"""`glowtable`, or `python -m glowtable`."""

import gc
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code (docs/play/journal.md, "Exit codes"). SystemExit after help and wrong words."""
    gc.disable()  # until the command is loaded
    try:
        from glowtable.program import run_command

        return run_command(arguments)
    finally:
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
