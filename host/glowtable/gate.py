"""The gate for everything foreign: what people, other programs, older versions and broken disks hand in.

What comes in is read here: a file only if it is one, never more of it than its limit, and no text that is nested
without end. What goes out to a terminal or a page is escaped here. Knows no format of ours.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from glowtable.messages import FAILED, Message, UserError, cause_of, say

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # a full disk, a quota, the longest file that may be
TINY = 64 << 10  # settings of a person, lines typed beforehand
SMALL = 1 << 20  # tags, reports: ours have a few kilobytes
LARGE = 8 << 20  # exported matches, bundles and firmware: the longest have some hundred kilobytes, or a megabyte
ENDLESS = 1 << 30  # all lines of a long file: a million matches of bots have some 600 MB
SAID = 1000  # so much of one foreign text is shown
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # categories of Unicode that are no sign to be seen
NOT_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # a pipe to which nobody writes must not hold us; Windows has no such
BYTES: int = getattr(os, "O_BINARY", 0)  # Windows else changes the ends of lines
JOINERS = "\u200c\u200d"  # they shape the letters beside them, and hide nothing


def read_file(path: Path, most: int = SMALL, exit_code: int = FAILED) -> bytes:
    """What is in a small file. FileNotFoundError if there is none; UserError if it cannot be read."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not _may_be_read(os.fstat(file.fileno()).st_mode):
                raise _unreadable_error(path, say("not a file"), exit_code)
            data = file.read(most + 1) or b""
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise _unreadable_error(path, cause_of(error), exit_code) from None
    return check_size(data, most, path, exit_code)


def read_lines(path: str | Path, most: int = SMALL, exit_code: int = FAILED) -> Iterator[bytes]:
    """The lines of a long file, with their ends; UserError if it cannot be read or one has more than `most` bytes."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _unreadable_error(path, say("not a file"), exit_code)
            if status.st_size > ENDLESS:
                raise _too_large(path, ENDLESS, exit_code)
            while line := file.readline(most + 1):
                yield check_size(line, most, path, exit_code)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise _unreadable_error(path, cause_of(error), exit_code) from None


def read_stream(file: IO[bytes], name: str | Path, most: int = LARGE) -> bytes:
    """All that comes from a pipe or a file that a person has named; UserError if that is more than any of ours."""
    return check_size(file.read(most + 1), most, name)


def check_size(data: bytes, most: int, name: str | Path, exit_code: int = FAILED) -> bytes:
    """The data, if it is no more than `most` bytes; UserError otherwise."""
    if len(data) > most:
        raise _too_large(name, most, exit_code)
    return data


def _too_large(name: str | Path, most: int, exit_code: int) -> UserError:
    return _unreadable_error(name, say("larger than {n} KB", n=most >> 10), exit_code)


def parse_json(text: str | bytes) -> Any:
    """What the text says; ValueError if it is no JSON."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def parse_toml(text: str) -> dict[str, Any]:
    """What the text says; ValueError if it is no TOML."""
    import tomllib  # a program without a config needs it later, or never

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def printable(text: str) -> str:
    """Foreign text as it may be shown: what could move a cursor or turn a line round is escaped, its end cut off."""
    shown = text if len(text) <= SAID else f"{text[:SAID]}…"
    return shown if shown.isprintable() and shown.isascii() else "".join(map(_escape_sign, shown))


def printable_json(data: Any) -> str:
    """Data as JSON that may be shown: letters of any language as they are, what could move a cursor escaped."""
    text = json.dumps(data, indent=1, ensure_ascii=False)
    return "".join(sign if sign == "\n" or _escape_sign(sign) == sign else json.dumps(sign)[1:-1] for sign in text)


def _escape_sign(sign: str) -> str:
    if sign in JOINERS or unicodedata.category(sign) not in UNSEEN:
        return sign
    return sign.encode("unicode_escape").decode()


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | NOT_WAITING)


def _may_be_read(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISCHR(mode)  # /dev/null is an empty file; what never ends has its limit


def _unreadable_error(path: str | Path, cause: str | Message, exit_code: int) -> UserError:
    return UserError(say("Can't read {path} ({cause}).", path=str(path), cause=cause), exit_code)


# -- what is kept


def write_private(path: Path, data: bytes) -> None:
    """As `write_whole`, for its owner alone, whatever the umask."""
    write_whole(path, data, _open_private)


def write_whole(path: Path, data: bytes, opener: Callable[[str, int], int] | None = None) -> None:
    """Write a file; it has this or what it had before. OSError if it cannot.

    What a link leads to is written; a device or a folder is never replaced by a file.
    """
    if path.exists():
        path = Path(os.path.realpath(path))
        if not path.is_file():
            there = errno.EISDIR if path.is_dir() else errno.EEXIST
            raise OSError(there, os.strerror(there), str(path))
    fresh = path.with_name(f"{path.name}.new")
    with suppress(FileNotFoundError):
        fresh.unlink()  # what an earlier run left may be everybody's
    try:
        with open(fresh, "xb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def save_file(path: Path, data: bytes) -> None:
    """Write a file for its owner alone, in folders that are made where they are missing. UserError if it cannot."""
    try:
        make_folder(path.parent)
        write_private(path, data)
    except OSError as error:
        raise unwritable_error(path, error) from None


def unwritable_error(path: str | Path, error: Exception) -> UserError:
    return UserError(say("Can't write {path} ({cause}).", path=str(path), cause=cause_of(error)))


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def make_folder(path: Path) -> None:
    """Make this folder and those around it where they are missing, for their owner alone, whatever the umask.

    They are on the disk then. OSError if it cannot.
    """
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(0o700, exist_ok=True)
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """What was renamed or made in this folder is on the disk when this returns, where folders can be asked for that."""
    with suppress(OSError):
        folder = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
