"""A .uf2 file: for which chip it is, and what it puts into that chip's flash. Knows no drive.

Source: https://github.com/microsoft/uf2, "File format".
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from glowtable.device.build import shipped_build, uf2_folder, uf2_name
from glowtable.gate import LARGE, read_file
from glowtable.messages import FAILED, MISMATCH, UserError, cause_of, say

BLOCK = 512
HEADER = struct.Struct("<8I")  # two magic numbers, flags, address, size, number, total, family
ENDS = struct.Struct("<I")
MAGIC = (0x0A324655, 0x9E5D5157)
LAST_MAGIC = 0x0AB16F30
FAMILY_SAID = 0x2000  # in the flags
BLOCK_CONTENT_BYTES = BLOCK - HEADER.size - ENDS.size  # bytes of content in a block
ANY_CHIP = 0xE48BFF57  # a block that only works around a fault of the RP2350 (its erratum E10)
CHIPS = {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350"}  # by their families


class Uf2(NamedTuple):
    """A whole file for one chip: its bytes, and the content of its blocks one after the other."""

    path: Path
    chip: str
    data: bytes
    content: bytes


class Block(NamedTuple):
    number: int
    total: int
    family: int
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
    return uf2


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
        raise UserError(say("Can't read {path} ({cause}).", path=str(path), cause=cause_of(error)), FAILED) from None
    blocks = _whole_blocks(data)
    if not blocks:
        raise UserError(say("{file} isn't a UF2 file, or isn't whole.", file=path.name), FAILED)
    chips = {CHIPS.get(block.family) for block in blocks}
    chip = chips.pop()
    if chips or chip is None:
        raise UserError(say("{file} is for neither an RP2040 nor an RP2350.", file=path.name), MISMATCH)
    return Uf2(path, chip, data, b"".join(block.content for block in blocks))


def _whole_blocks(data: bytes) -> list[Block]:
    """The blocks for one chip, in their order; none if one is missing or damaged."""
    blocks = [block for block in _blocks(data) if block is None or block.family != ANY_CHIP]
    whole = [block for block in blocks if block]
    is_whole = [(block.number, block.total) for block in whole] == [(n, len(blocks)) for n in range(len(blocks))]
    return whole if is_whole else []


def _blocks(data: bytes) -> Iterator[Block | None]:
    """Each block, None for what is none."""
    for at in range(0, len(data), BLOCK):
        yield _block_of(data[at : at + BLOCK])


def _block_of(raw: bytes) -> Block | None:
    if len(raw) != BLOCK:
        return None
    first, second, flags, _, size, number, total, family = HEADER.unpack_from(raw)
    (last,) = ENDS.unpack_from(raw, BLOCK - ENDS.size)
    if (first, second) != MAGIC or last != LAST_MAGIC or size > BLOCK_CONTENT_BYTES:
        return None
    return Block(number, total, family if flags & FAMILY_SAID else 0, raw[HEADER.size : HEADER.size + size])
