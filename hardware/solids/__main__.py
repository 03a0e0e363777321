"""python -m hardware.solids: make the printed parts and their pictures. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing, a part does not fit the bed or a file cannot be written.
"""

from __future__ import annotations

import sys

from glowtable.messages import FAILED, UserError
from glowtable.terminal.translator import Translator

from hardware.extra import extra
from hardware.made import keep
from hardware.solids.bed import measures
from hardware.solids.origins import FOLDER


def main() -> int:
    try:
        with extra():
            from hardware.solids.shapes import size_of
            from hardware.solids.workshop import make, solids_of
        solids = solids_of()
        for name, solid in solids.items():
            print(f"{name}: {measures(size_of(solid))} mm")
        keep(FOLDER, make(solids))
    except UserError as error:
        print(f"solids: {Translator('en').text(error.message)}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"solids: {error.filename}: {error.strerror}", file=sys.stderr)
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
