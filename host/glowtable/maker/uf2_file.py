"""A .uf2 file: for which chip it is, what it puts into that chip's flash, and the drive onto which it is copied.

A Pico shows the drive while BOOTSEL is held at power-on. What is written there goes straight into the flash; after the
last block the Pico restarts, and the drive is gone.
Source: https://github.com/microsoft/uf2, "File format".
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Collection, Iterator
from contextlib import suppress
from glob import iglob
from hashlib import sha256
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from glowtable.device.build import shipped_build, uf2_folder, uf2_name
from glowtable.gate import LARGE, TINY, read_file
from glowtable.messages import FAILED, MISMATCH, NO_ACCESS, NO_TABLE, Message, UserError, cause_of, say
from glowtable.table import Clock

BLOCK = 512
HEADER = struct.Struct("<8I")  # two magic numbers, flags, address, size, number, total, family
ENDS = struct.Struct("<I")
MAGIC = (0x0A324655, 0x9E5D5157)
LAST_MAGIC = 0x0AB16F30
FAMILY_SAID = 0x2000  # in the flags
TOTAL_AT = 24  # of the header
BLOCK_CONTENT_BYTES = BLOCK - HEADER.size - ENDS.size  # bytes of content in a block
ANY_CHIP = 0xE48BFF57  # a block that only works around a fault of the RP2350 (its erratum E10)
SEAL = b"glowtable sha256 "  # our last block begins so, with the digest of all bytes before that block
CHIPS = {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350"}  # by their families


class Uf2(NamedTuple):
    """A whole file for one chip: its bytes, and what it puts into the flash from this address on."""

    path: Path
    chip: str
    data: bytes
    address: int
    content: bytes


class Block(NamedTuple):
    number: int
    total: int
    family: int
    address: int
    content: bytes


def wanted_uf2(named: str | None, chip: str) -> Uf2:
    """The file named, or the one that `make uf2` built for this chip. UserError unless it has our firmware for it."""
    path = Path(named) if named else uf2_folder() / uf2_name(chip)
    if not named and not path.is_file():
        raise UserError(
            say("This glowtable came without {file}. Build it with make uf2, or name one with --uf2.", file=path.name),
            FAILED,
        )
    uf2 = read_uf2(path)
    check_chip(uf2, chip)
    if shipped_build().encode() not in uf2.content:
        raise UserError(
            say("{file} isn't the firmware of this glowtable, build {ours}. Build it with make uf2, or name "
                "another with --uf2.", file=path.name, ours=shipped_build()), MISMATCH)  # fmt: skip
    if len(uf2.data) <= BLOCK or sealed(uf2.data[:-BLOCK]) != uf2.data:
        raise UserError(
            say("{file} is damaged. Build it again with make uf2, or name another with --uf2.", file=path.name), FAILED
        )
    return uf2


def sealed(data: bytes) -> bytes:
    """The file with its last block, which the blocks before it count: their digest."""
    *head, address, size, number, total, family = HEADER.unpack_from(data, len(data) - BLOCK)
    seal = HEADER.pack(*head, address + size, size, number + 1, total, family) + SEAL + sha256(data).digest()
    return data + seal.ljust(BLOCK - ENDS.size, b"\0") + ENDS.pack(LAST_MAGIC)


def with_seal(data: bytes) -> bytes:
    """A whole file with one block more, for its digest."""
    blocks = [bytearray(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK)]
    counted = [block for block in blocks if HEADER.unpack_from(block)[-1] != ANY_CHIP]
    for block in counted:
        struct.pack_into("<I", block, TOTAL_AT, len(counted) + 1)
    return sealed(b"".join(blocks))


def check_chip(uf2: Uf2, chip: str) -> None:
    """UserError unless the file is for this chip."""
    if uf2.chip != chip:
        raise UserError(
            say("{file} is for the {theirs}, this Pico has the {ours}. Name the file for that chip with --uf2.",
                file=uf2.path.name, theirs=uf2.chip.upper(), ours=chip.upper()), MISMATCH)  # fmt: skip


def read_uf2(path: Path) -> Uf2:
    """UserError unless it is a whole UF2 file for an RP2040 or an RP2350."""
    try:
        data = read_file(path, LARGE)
    except FileNotFoundError as error:
        sentence = say("Can't read {path} ({cause}). Check its name, or leave out --uf2.",
                       path=str(path), cause=cause_of(error))  # fmt: skip
        raise UserError(sentence, FAILED) from None
    blocks = _whole_blocks(data)
    if not blocks:
        raise UserError(
            say("{file} isn't a UF2 file, or isn't whole. Copy it again, or build it with make uf2.", file=path.name),
            FAILED,
        )
    chips = {CHIPS.get(block.family) for block in blocks}
    chip = chips.pop()
    if chips or chip is None:
        raise UserError(say("{file} is for neither an RP2040 nor an RP2350.", file=path.name), MISMATCH)
    return Uf2(path, chip, data, blocks[0].address, b"".join(block.content for block in blocks))


def _whole_blocks(data: bytes) -> list[Block]:
    """The blocks for one chip, in their order; none if one is missing, damaged or not right behind another."""
    every = (_block_of(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))  # None for what is none
    blocks = [block for block in every if block is None or block.family != ANY_CHIP]
    whole = [block for block in blocks if block]
    address = whole[0].address if whole else 0
    for n, block in enumerate(whole):
        if (block.number, block.total, block.address) != (n, len(blocks), address):
            return []
        address += len(block.content)
    return whole if len(whole) == len(blocks) else []


def _block_of(raw: bytes) -> Block | None:
    if len(raw) != BLOCK:
        return None
    first, second, flags, address, size, number, total, family = HEADER.unpack_from(raw)
    (last,) = ENDS.unpack_from(raw, BLOCK - ENDS.size)
    if (first, second) != MAGIC or last != LAST_MAGIC or size > BLOCK_CONTENT_BYTES:
        return None
    return Block(number, total, family if flags & FAMILY_SAID else 0, address, raw[HEADER.size : HEADER.size + size])


# -- the drive


INFO = "INFO_UF2.TXT"
BOARD_ID = "Board-ID:"
BOARD_CHIPS = {"RPI-RP2": "rp2040", "RP2350": "rp2350"}  # by what INFO says
# Where drives are mounted: Linux (by hand, Debian and Ubuntu, others), macOS, Windows
PLACES = (
    *("/mnt", "/mnt/*", "/media/*", "/media/*/*", "/run/media/*/*", "/Volumes/*"),
    *(f"{letter}:\\" for letter in ascii_uppercase[3:]),
)
SYSTEM_USB = Path("/sys/bus/usb/devices")  # Linux: every device that is plugged in
LOADERS = ("2e8a:0003", "2e8a:000f")  # vendor and product of the chips' own loader: RP2040, RP2350
MOUNT_MS = 10_000  # a desktop mounts a new drive within a few seconds
CHUNK = 16 * 1024  # bytes between two waits until they are in the flash
AGAIN = say("Hold BOOTSEL while you plug in the Pico. Then try again.")
REFUSED = (errno.EROFS, errno.EACCES, errno.EPERM)


class BootDrive(NamedTuple):
    folder: Path
    chip: str


def found_drives() -> list[BootDrive]:
    """The drives of all Picos in BOOTSEL that are mounted."""
    folders = sorted({Path(name) for place in PLACES for name in iglob(place)})
    named = [(folder, _chip_of(folder)) for folder in folders]
    return [BootDrive(folder, chip) for folder, chip in named if chip]


def _chip_of(folder: Path) -> str | None:
    """None if it is no Pico's drive, or gone again."""
    try:
        lines = read_file(folder / INFO, TINY).decode("ascii", "replace").splitlines()
    except (OSError, UserError):
        return None
    ids = [line.removeprefix(BOARD_ID).strip() for line in lines if line.startswith(BOARD_ID)]
    return BOARD_CHIPS.get(ids[0]) if ids else None


def boot_drive(clock: Clock) -> BootDrive | None:
    """The drive of the one Pico in BOOTSEL, None if there is no such Pico.

    UserError if several show a drive, or the one has none that is mounted.
    """
    drives = found_drives()
    if not drives and _count_in_bootsel():
        return await_drive(clock)
    return _the_one(drives) if drives else None


def await_drive(clock: Clock, others: Collection[BootDrive] = ()) -> BootDrive:
    """The drive that is none of these others, as soon as it is mounted; UserError if it never is."""
    until_ms = clock.now_ms() + MOUNT_MS
    while not (drives := [drive for drive in found_drives() if drive not in others]):
        if clock.now_ms() >= until_ms:
            raise UserError(
                say("The Pico is ready for its file, but its drive isn't mounted. Open it in your file "
                    "manager or mount it, and try again."), NO_TABLE)  # fmt: skip
        clock.nap()
    return _the_one(drives)


def _the_one(drives: list[BootDrive]) -> BootDrive:
    if len(drives) > 1:
        names = ", ".join(str(drive.folder) for drive in drives)
        raise UserError(say("Several Picos show their drives: {drives}. Unplug all but one.", drives=names), NO_TABLE)
    return drives[0]


def others_drives() -> list[BootDrive]:
    """The drives there are before a Pico is sent to its loader; UserError if one more may come: which is which then?"""
    drives = found_drives()
    if _count_in_bootsel() > len(drives):
        sentence = say(
            "Another Pico waits in BOOTSEL. Unplug it so that its drive isn't taken for this one's, and try again."
        )
        raise UserError(sentence, NO_TABLE)
    return drives


def _count_in_bootsel() -> int:
    """How many Picos show themselves as a drive, mounted or not? Only Linux tells."""
    return sum(_usb_id(device) in LOADERS for device in SYSTEM_USB.glob("*"))


def _usb_id(device: Path) -> str:
    """Vendor and product; empty for what has none, or was unplugged this moment."""
    try:
        return ":".join((device / f"id{part}").read_text().strip() for part in ("Vendor", "Product"))
    except OSError:
        return ""


def copy_uf2(uf2: Uf2, drive: BootDrive) -> Iterator[int]:
    """Copy it; yields how many bytes are in the flash. UserError if it breaks off before the last of them.

    With the last block the Pico restarts, often without an answer: what fails then is told by the silence after it.
    """
    path, done = drive.folder / uf2.path.name, 0
    last = (len(uf2.data) - 1) // CHUNK * CHUNK
    try:
        with path.open("wb", buffering=0) as file:
            while done < len(uf2.data):
                written = file.write(uf2.data[done : done + CHUNK])
                os.fsync(file.fileno())
                done += written
                yield done
    except OSError as error:
        if done < last or error.errno in (*REFUSED, errno.ENOSPC):
            _remove_file(path)
            raise UserError(*_failure_of(drive, error)) from None
        yield len(uf2.data)
    except (GeneratorExit, KeyboardInterrupt):
        _remove_file(path)
        raise


def _remove_file(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _failure_of(drive: BootDrive, error: OSError) -> tuple[Message, int]:
    """The sentence and the exit code."""
    name = str(drive.folder)
    if error.errno in REFUSED:
        return say("Can't write to the Pico's drive at {drive}. Mount it so that you may.", drive=name), NO_ACCESS
    if error.errno == errno.ENOSPC:
        return say("The Pico's drive at {drive} is full. {again}", drive=name, again=AGAIN), FAILED
    return say("The Pico's drive at {drive} went away before the end of the copy. {again}",
               drive=name, again=AGAIN), FAILED  # fmt: skip
