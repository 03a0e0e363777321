"""A Pico held at its loader: its drive is a folder, and when all of a UF2 is there the Pico starts at a port with it.

`find` stands where the computer lists drives, `ports` where it lists ports: what happened since is done then.
"""

import struct
from pathlib import Path

from glowtable.device.build import shipped_build
from glowtable.maker.uf2_file import read_uf2, with_seal

from tests.micropython.interpreter import Interpreter
from tests.support.fake_pico import FakePico, Make

BLOCK, PAYLOAD = 512, 256
FAMILIES = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}
IDS = {"rp2040": "RPI-RP2", "rp2350": "RP2350"}
START = 0x10000000


def uf2(family: int, content: bytes, flags: int = 0x2000) -> bytes:
    """A UF2 file with this content."""
    pieces = [content[at : at + PAYLOAD].ljust(PAYLOAD, b"\0") for at in range(0, len(content), PAYLOAD)]
    heads = [
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, START + PAYLOAD * n, PAYLOAD, n, len(pieces), family)
        for n in range(len(pieces))
    ]
    return b"".join(
        (head + piece).ljust(BLOCK - 4, b"\0") + struct.pack("<I", 0x0AB16F30)
        for head, piece in zip(heads, pieces, strict=True)
    )


def firmware(chip: str = "rp2040", build: str = "", kilobytes: int = 60) -> bytes:
    """A UF2 file that says it is this build of our firmware, else the one shipped."""
    content = b"\x2a" * 1000 * kilobytes + (build or shipped_build()).encode()
    return with_seal(uf2(FAMILIES[chip], content))


def drive(folder: Path, chip: str = "rp2040") -> Path:
    """The drive of a Pico with this chip."""
    folder.mkdir(parents=True)
    (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v3.0\r\nModel: Raspberry Pi\r\nBoard-ID: {IDS[chip]}\r\n")
    return folder


class Loader:
    """In BOOTSEL from the beginning, or as soon as the Pico at a port is asked for it."""

    def __init__(self, micropython: Interpreter, folder: Path, frozen: Path, pico: FakePico | None = None) -> None:
        self.micropython, self.folder, self.frozen, self.pico = micropython, folder, frozen, pico
        self.place = folder / "media/RPI-RP2"
        self.worn_from: int | None = None  # its flash takes no byte after so many
        if not pico:
            drive(self.place)

    def find(self, pattern: str) -> list[str]:
        """The drives there are, in the first of the places."""
        told = self.folder / "disk.loader"
        if self.pico and told.exists() and told.read_text():
            self._leave_port()
            drive(self.place)
        return [str(path) for path in self.place.parent.glob("*")] if pattern.endswith("media/*") else []

    def ports(self) -> list[str]:
        copied = [path for path in self.place.glob("*.uf2") if path.stat().st_size == len(firmware())]
        if copied:
            (self.folder / "disk.flash").write_bytes(read_uf2(copied[0]).content[: self.worn_from])
            for path in self.place.iterdir():
                path.unlink()
            self.place.rmdir()
            self.pico = FakePico(self.micropython, self.folder, Make(frozen=str(self.frozen)))
        return [self.pico.device] if self.pico else []

    def _leave_port(self) -> None:
        assert self.pico
        self.pico.__exit__()
        self.pico = None
        (self.folder / "disk.loader").unlink()

    def __enter__(self) -> "Loader":
        return self

    def __exit__(self, *error: object) -> None:
        if self.pico:
            self.pico.__exit__()
