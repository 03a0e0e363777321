"""One file that replays a bug anywhere: the match, the last frames, the counters, the versions."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

from glowtable.gate import read_stream, unwritable_error, write_private
from glowtable.messages import UserError, say

MATCH, LINK, VERSIONS, SETTINGS = "match.jsonl", "link.json", "versions.json", "settings.json"
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of the other ways zipfile unpacks all at once, whatever its size
# what zipfile raises of bytes that are damaged, encrypted or packed in another way
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError)


def write_bundle(path: Path, parts: dict[str, str]) -> None:
    """Write the bundle; `parts` are file names and texts. UserError if it cannot be written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    try:
        write_private(path, packed.getvalue())
    except OSError as error:
        raise unwritable_error(path, error) from None


def match_in_bundle(data: bytes) -> str:
    """The match inside a bundle; empty if these bytes are no bundle. UserError if it holds no match."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if MATCH not in archive.namelist():
                raise UserError(say("This bundle holds no match."))
            if archive.getinfo(MATCH).compress_type not in PACKED:
                raise UserError(
                    say("This bundle isn't packed as ours are. Unpack it and replay its {file}.", file=MATCH)
                )
            with archive.open(MATCH) as member:
                return read_stream(member, MATCH).decode("utf-8", "replace")
    except UNREADABLE as error:
        raise UserError(say("This bundle is damaged ({cause}).", cause=str(error) or type(error).__name__)) from None
