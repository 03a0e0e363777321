"""python -m hardware.drawings: draw what lies on a maker's bench. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing or a cable does not reach (then nothing is written).
"""

from __future__ import annotations

import sys

from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from hardware.drawings.origins import FOLDER, origins
from hardware.drawings.papers import papers
from hardware.extra import extra
from hardware.made import Made, keep
from hardware.tray.routes import check_reach


def main() -> int:
    try:
        with extra():
            from hardware.drawings.pictures import pictures
        check_reach()
    except UserError as error:
        print(f"drawings: {Translator('en').text(error.message)}", file=sys.stderr)
        return error.exit_code
    made_from = origins()
    keep(FOLDER, {name: Made(content, made_from[name]) for name, content in (papers() | pictures()).items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
