"""The CRC of the firmware's files: which build a table runs. `python -m glowtable.device.build` writes it to a file."""

from __future__ import annotations

from binascii import crc32
from pathlib import Path

BUILD = "glowpico/build.txt"
NOT_SHIPPED = ("__pycache__", ".mypy_cache", "uf2")


def firmware_folder() -> Path:
    """The folder that goes on a Pico: inside an installed glowtable, else beside host/."""
    here = Path(__file__).parents[1]
    shipped = here / "firmware"
    return shipped if shipped.is_dir() else here.parents[1] / "firmware"


def uf2_folder() -> Path:
    """Where `make uf2` puts the files that are MicroPython and firmware in one; it may not be there."""
    return Path(__file__).parents[1] / "uf2"


def uf2_name(chip: str) -> str:
    return f"glowtable-{chip}.uf2"


def source_files(folder: Path) -> list[Path]:
    """Every file that goes on the Pico except build.txt, sorted by name; relative to the folder."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    shipped = (path for path in found if not set(path.parts) & set(NOT_SHIPPED) and path != Path(BUILD))
    return sorted(shipped, key=Path.as_posix)


def build_crc(folder: Path) -> str:
    """CRC-32 over names and contents of the sources, eight hex digits; line ends count as one newline."""
    crc = 0
    for path in source_files(folder):
        content = (folder / path).read_bytes().replace(b"\r\n", b"\n")
        crc = crc32(b"%s\0%d\0%s" % (path.as_posix().encode(), len(content), content), crc)
    return f"{crc:08x}"


def shipped_build() -> str:
    """The build that `glowtable flash` of this program puts on a Pico."""
    return (firmware_folder() / BUILD).read_text(encoding="ascii").strip()


def main() -> None:
    folder = firmware_folder()
    (folder / BUILD).write_text(build_crc(folder) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
