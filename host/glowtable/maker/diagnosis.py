"""What a table reports about itself, as sentences: how it started, its troubles, whether its settings are ours.

Each trouble comes with the next step. Knows no port; `doctor` and `selftest` both use it, so they say the same.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from binascii import crc32
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from glowpico import wire
from glowpico.settings import DEFAULTS, read
from glowtable.device.link import Hello, Link
from glowtable.device.troubles import key_of, name_part
from glowtable.gate import parse_json, read_file, read_stream, unwritable_error, write_private
from glowtable.grid import CELLS, SEATS, seat_name
from glowtable.messages import Message, UserError, say, say_count
from glowtable.table import Event, Press

NO_BUILD = "00000000"  # the table has no build.txt: it is written last
SEATED = 7  # readers every table has: six seats and the dealer

RESET_CAUSES = {1: say("power switched on"), 3: say("restarted by a program, or by its watchdog because it hung")}


def start_cause(hello: Hello) -> Message:
    """Why the table last started."""
    return RESET_CAUSES.get(hello.reset_cause) or say("cause {n}", n=hello.reset_cause)


def wrong_build(hello: Hello, shipped: str) -> Message | None:
    """None if the table runs this program's firmware."""
    if hello.build == NO_BUILD:
        return say("The table's firmware is incomplete. Run glowtable flash.")
    if hello.build != shipped:
        return say(
            "The table's firmware is build {theirs}, this program's is {ours}. Run glowtable flash.",
            theirs=hello.build,
            ours=shipped,
        )
    return None


def wrong_settings(hello: Hello, kept: bytes | None) -> Iterator[Message]:
    """What differs from the settings.json this computer keeps for the table, if it keeps one."""
    if kept is None:
        return
    wanted = led_count(read(kept)[0])
    if hello.pixels != wanted:
        yield say_count(
            "The table drives {n} LED. Its settings saved here say {wanted}. Run glowtable calibrate.",
            "The table drives {n} LEDs. Its settings saved here say {wanted}. Run glowtable calibrate.",
            n=hello.pixels,
            wanted=wanted,
        )
    if hello.settings != f"{crc32(kept):08x}":
        yield say("The table's settings.json differs from the copy saved here. Run glowtable calibrate.")


def led_count(settings: Mapping[str, Any]) -> int:
    """How many LEDs a table with these settings has."""
    chosen = {**DEFAULTS, **settings}
    return int(CELLS * chosen["pixels_per_cell"] + SEATS * chosen["pixels_per_seat"])


def no_reader(reader: int) -> Message:
    return say(
        "Reader {reader} doesn't answer. Check its plug, and turn the table off and on.", reader=seat_name(reader)
    )


def silent_readers(hello: Hello) -> list[Message]:
    """The readers of seats and dealer that failed their self-check, unless a word of trouble already names them."""
    named = re.findall(r"reader\.(\d)", hello.trouble)
    silent = [n for n in range(SEATED) if not int(hello.readers, 16) >> n & 1 and str(n) not in named]
    return [] if "miso-" in hello.trouble else [no_reader(n) for n in silent]


def stuck_parts(cells: str, keys: str) -> list[Message]:
    """The cells and keys that a snapshot reports as down."""
    down: list[Event] = [Press(cell) for cell in range(CELLS) if int(cells, 16) >> cell & 1]
    down += [key_of(code) for code in range(wire.KEYS) if int(keys, 16) >> code & 1]
    return [
        say("Held down or stuck: {what}. Release it, or repair its switch.", what=name_part(event)) for event in down
    ]


# -- what a link has counted and carried, kept for doctor when it is closed


UID = r"\b(tag \d|found \d+|seek) [0-9a-f]{8,20}\b"
CHOICES = ("press", "release", "key", "snapshot")  # words that tell what people press
HEX = r"[0-9A-Fa-f]{8,}"
SAID = ("hello", "snapshot", "stats")  # the words of the table that a report holds


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
