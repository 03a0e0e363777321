"""`make uf2`: build what `glowtable flash` copies, say where it is; --twice: prove that it can be built again."""

import sys

from glowtable.device.build import shipped_build

from uf2 import firmware
from uf2.debian import Missing
from uf2.micropython import VERSION

AGAIN = "--twice"


def main(arguments: list[str]) -> int:
    try:
        paths = firmware.made()
        different = firmware.differing() if AGAIN in arguments else []
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    for path in paths:
        print(f"{path}: MicroPython {VERSION}, firmware {shipped_build()}, {path.stat().st_size} bytes")
    if AGAIN in arguments:
        print(f"built again: {', '.join(different)} differs" if different else "built again: every byte is the same")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
