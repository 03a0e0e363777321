"""python -m hardware.drawings: draw what a maker has on the bench."""

from __future__ import annotations

import sys

from hardware.drawings.origins import FOLDER, origins
from hardware.drawings.workshop import papers
from hardware.made import Made, keep


def main() -> int:
    keep(FOLDER, {name: Made(content, origins()[name]) for name, content in papers().items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
