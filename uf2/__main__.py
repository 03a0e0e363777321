"""`make uf2`: build what `glowtable flash` copies, say where it is; --twice: prove that it can be built again."""

import sys

from glowtable.device.build import shipped_build

from uf2 import firmware
from uf2.debian import Missing


def main(arguments: list[str]) -> int:
    try:
        again = firmware.built_twice() if "--twice" in arguments else {}
        paths = firmware.made()
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    for path in paths:
        print(f"{path}: firmware {shipped_build()}, {path.stat().st_size} bytes")
    for chip, data in again.items():
        print(f"{chip}: built twice, {len(data)} bytes, every one alike")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
