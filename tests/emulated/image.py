"""Finds the RPI_PICO image of MicroPython that the emulated Pico boots, and builds one where there is none.

Looked for in this order: the file that GLOWTABLE_UF2 names (an official image, say), our cache, a build from
Debian's source packages. As a script it builds and says what it found.
"""

import os
import sys
from pathlib import Path

from uf2.debian import CACHE_OF_ALL, Missing, locked
from uf2.micropython import BOARDS, MANIFEST, VERSION, workshop

NAMED = "GLOWTABLE_UF2"
CHIP = "rp2040"
CACHE = CACHE_OF_ALL / "pico"


def find() -> Path:
    """An image that is here already; Missing if there is none."""
    named = os.environ.get(NAMED)
    image = Path(named) if named else CACHE / f"{BOARDS[CHIP].name}-{VERSION}.uf2"
    if image.is_file():
        return image
    if named:
        raise Missing(f"{NAMED} names {named}, and there is no such file")
    raise Missing("no image of MicroPython for the Pico here: `python -m tests.emulated.image` builds one")


def fetch() -> Path:
    """An image that is here, or one built now; Missing says why that failed."""
    with locked(CACHE):
        try:
            return find()
        except Missing:
            if os.environ.get(NAMED):
                raise
            build()
            return find()


def build() -> None:
    """Build the image into the cache; nothing else stays."""
    with workshop(CACHE / "build") as shop:
        image = shop.build(CHIP, MANIFEST, CACHE / "build/rp2")
    half = CACHE / "half"
    half.write_bytes(image)
    half.rename(CACHE / f"{BOARDS[CHIP].name}-{VERSION}.uf2")


def main() -> int:
    try:
        print("MicroPython", VERSION, "for the Pico:", fetch())
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
