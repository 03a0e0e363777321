"""python -m hardware.drawings: draw what lies on a maker's bench. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing or a cable does not reach (then nothing is written).
"""

from __future__ import annotations

import sys

from hardware.drawings.origins import FOLDER, origins
from hardware.drawings.papers import papers
from hardware.extra import command, extra
from hardware.made import Made, keep
from hardware.tray.routes import check_reach


@command("drawings")
def main() -> None:
    with extra():
        from hardware.drawings.pictures import pictures
    check_reach()
    made_from = origins()
    keep(FOLDER, {name: Made(content, made_from[name]) for name, content in (papers() | pictures()).items()})


if __name__ == "__main__":
    sys.exit(main())
