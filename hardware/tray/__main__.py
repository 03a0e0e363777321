"""python -m hardware.tray: write what the table's wood is cut by and which cables it has.

Exit codes: 0 ok, 1 a cable does not reach (then nothing is written).
"""

from __future__ import annotations

import sys

from hardware.extra import command
from hardware.made import keep
from hardware.tray.workshop import FOLDER, make


@command("tray")
def main() -> None:
    keep(FOLDER, make())


if __name__ == "__main__":
    sys.exit(main())
