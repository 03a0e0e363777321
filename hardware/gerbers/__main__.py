"""python -m hardware.gerbers: are the committed gerbers the boards of the model? Needs the extra `hardware`.

Exit codes: 0 yes, 1 no: what is wrong is said, a line each; or the extra is missing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from glowtable.messages import FAILED

from hardware.extra import command, extra
from hardware.made import MADE
from hardware.model.boards import PROJECTS


@command("gerbers")
def main(made: Path = MADE) -> int:
    with extra():
        from hardware.gerbers.judge import judged, zipped
    verdicts = [judged(board, zipped(board, made)) for board in PROJECTS]
    for verdict in verdicts:
        print(verdict.line)
        for fault in verdict.faults:
            print(f"  {fault}")
    return FAILED if any(verdict.faults for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
