"""What is made of the firmware's sources: the CRC that says which build a table runs, and plain.py.

`python -m glowtable.device.build` writes both, after the version of pyproject.toml where the firmware says its own.
"""

from __future__ import annotations

import re
from binascii import crc32
from pathlib import Path

BUILD, SWIFT, PLAIN = "glowpico/build.txt", "glowpico/swift.py", "glowpico/plain.py"
VERSIONS = {  # where a version stands: of the project first, then where it is repeated on the Pico
    "../pyproject.toml": r'(?<=^version = ")[^"]+',
    "glowpico/wire.py": r'(?<=^VERSION = ")[^"]+',
    "package.json": r'(?<=^  "version": ")[^"]+',
}
FOR_MACHINES = (  # what means something in machine code alone, and what stands there without it
    (r"@micropython\.\w+\n", ""),
    (r"\bptr(?:8|32)\((\w+)\)", r"\1"),
    (r"\bint\((len\(\w+\)|[A-Z]+)\)", r"\1"),
    (r"(\w): int\b", r"\1"),
    (r" -> \w+:", ":"),
    (r"  # (?:type|noqa): .*", ""),
)
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
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    shipped = (path for path in paths if not set(path.parts) & set(NOT_SHIPPED) and path != Path(BUILD))
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


def plain_source(swift: str) -> str:
    """The file plain.py: swift.py without what only a compiler to machine code understands."""
    _, _, code = swift.partition('"""\n\nimport micropython\n\n')
    for pattern, instead in FOR_MACHINES:
        code = re.sub(pattern, instead, code)
    return f'"""What swift.py does, where there is no machine code. Made of it by glowtable.device.build."""\n\n{code}'


def renew_versions(folder: Path) -> None:
    """Write the project's version into each of the firmware's files that say it."""
    project, *others = VERSIONS.items()
    version = re.findall(project[1], (folder / project[0]).read_text("utf-8"), re.MULTILINE)[0]
    for name, pattern in others:
        text = (folder / name).read_text("ascii")
        (folder / name).write_text(re.sub(pattern, version, text, flags=re.MULTILINE), encoding="ascii")


def main() -> None:
    folder = firmware_folder()
    renew_versions(folder)
    swift = (folder / SWIFT).read_text(encoding="ascii")
    (folder / PLAIN).write_text(plain_source(swift), encoding="ascii")
    (folder / BUILD).write_text(build_crc(folder) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
