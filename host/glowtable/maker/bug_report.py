"""What goes with the report of a bug: what the line carried, without what is hidden, and the bundle that replays it."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from glowpico import wire
from glowtable.device.link import Board, Link
from glowtable.gate import parse_json, read_file, read_stream, unwritable_error, write_private
from glowtable.messages import UserError, say

# -- what a link has counted and carried, kept for doctor when it is closed


UID = r"\b(tag \d|found \d+|seek) [0-9a-f]{8,20}\b"
CHOICES = ("press", "release", "key", "snapshot")  # words that tell what people press
HEX = r"[0-9A-Fa-f]{8,}"
SAID = ("board", "hello", "snapshot", "stats")  # the words of the table that a report holds


def mask_uids(frame: str) -> str:
    """The frame with its tag uid replaced by stars; its CRC, too, from which a uid could be worked out.

    In a line that is no valid frame, because of damage, everything that may be a uid.
    """
    if not wire.decode(frame[:1], frame.encode()):
        return re.sub(HEX, "********", frame)
    starred, count = re.subn(UID, r"\1 ********", frame)
    return starred.rsplit(" ", 1)[0] + " ********" if count else starred


def link_report(link: Link, has_secrets: bool = False) -> dict[str, Any]:
    """Counters, what the table said about itself, and the last frames each way.

    If the match that was played `has_secrets`, not what was pressed: a secret choice is a press.
    """
    return {
        "counts": dict(link.counts),
        "board": link.board._asdict(),
        "hello": link.hello._asdict() if link.hello else None,
        "snapshot": link.snapshot._asdict() if link.snapshot and not has_secrets else None,
        "stats": link.stats._asdict() if link.stats else None,
        "sent": [mask_uids(frame) for frame in link.sent],
        "received": [_mask_choice(frame) if has_secrets else mask_uids(frame) for frame in link.received],
    }


def _mask_choice(frame: str) -> str:
    """The frame without what was pressed."""
    decoded = wire.decode(frame[:1], frame.encode())
    if decoded and decoded[2] not in CHOICES:
        return mask_uids(frame)
    return f"{' '.join(frame.split()[:3])} ********" if decoded else "********"


def save_link(path: Path, link: Link, has_secrets: bool = False) -> None:
    """Save the report of the link that was just closed, for `glowtable doctor`."""
    with suppress(OSError):  # a full disk must not hide how the match ended; doctor then shows an older report
        write_private(path, json.dumps(link_report(link, has_secrets)).encode())


def load_link(path: Path) -> dict[str, Any] | None:
    """The report saved last; None if there is none that can be read."""
    try:
        report = parse_json(read_file(path))
    except (FileNotFoundError, UserError, ValueError):
        return None
    if isinstance(report, dict):
        report.setdefault("board", Board()._asdict())  # of a program that knew only one
    return report if _is_report(report) else None


def _is_report(report: Any) -> bool:
    """Is this what `link_report` makes today?"""
    return (
        isinstance(report, dict)
        and report.keys() == link_report(Link()).keys()
        and isinstance(report["counts"], dict)
        and all(type(count) is int for count in report["counts"].values())
        and all(isinstance(report[way], list) for way in ("sent", "received"))
        and all(isinstance(frame, str) for frame in (*report["sent"], *report["received"]))
        and all(report[word] is None or _is_said(word, report[word]) for word in SAID)
    )


def _is_said(word: str, values: Any) -> bool:
    """Are these the fields of something that a table may say?"""
    if not isinstance(values, dict) or list(values) != [name for name, _ in wire.WORDS[wire.TABLE, word][1]]:
        return False
    try:
        wire.encode(wire.TABLE, "beef", None, word, *values.values())
    except ValueError:
        return False
    return True


# -- a file that replays a bug anywhere: the match, the last frames, the counters, the versions


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
