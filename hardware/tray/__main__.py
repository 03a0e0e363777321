"""python -m hardware.tray: write what the table's wood is cut by and which cables it has.

Exit codes: 0 ok, 1 a cable does not reach (then nothing is written).
"""

from __future__ import annotations

import sys

from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from hardware.made import keep
from hardware.tray.workshop import FOLDER, make


def main() -> int:
    try:
        keep(FOLDER, make())
    except UserError as error:
        print(f"tray: {Translator('en').text(error.message)}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
