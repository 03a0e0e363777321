"""A file of records on the disk: each match is in it as soon as it was played, so that a run can be gone on with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from glowtable.gate import SMALL, read_lines
from glowtable.lab.records import BotMatch, Run, read_records, to_line
from glowtable.lab.simulate import SimulatedMatch
from glowtable.messages import USAGE, Message, UserError, cause_of, say

Keep = Callable[[SimulatedMatch], None]


def read_file(path: Path | str) -> list[BotMatch]:
    """The matches in it. UserError if it cannot be read, or has a line that is none of ours."""
    return read_records(line.decode("utf-8-sig", "replace") for line in read_lines(path, exit_code=USAGE))


@contextmanager
def kept_in(path: str, run: Run, *, is_new: bool) -> Iterator[Keep]:
    """A function that adds a match to the file. UserError if a new one is there already, or it cannot be written."""
    with _new_file(path) if is_new else _old_file(path) as file:

        def keep(match: SimulatedMatch) -> None:
            try:
                file.write(to_line(run, match))
                file.flush()
            except OSError as error:
                with suppress(OSError):
                    file.close()  # what it still holds finds no room either
                raise _cannot_write(path, error) from None

        yield keep


@contextmanager
def new_file(path: str) -> Iterator[TextIO]:
    """To be written: it is there as a whole or not at all. UserError if there is one, or it cannot be written."""
    file = _create_file(path, say("{file} already exists. Name another file.", file=path))
    with ExitStack() as undo:
        undo.callback(Path(path).unlink, missing_ok=True)
        try:
            with file:
                yield file
        except OSError as error:
            raise _cannot_write(path, error) from None
        undo.pop_all()


def _new_file(path: str) -> TextIO:
    return _create_file(path, say("{file} already exists. Continue it with --resume, or name another file.", file=path))


def _create_file(path: str, there: Message) -> TextIO:
    """A text of others may hold what no encoding has; a path that is none is a ValueError."""
    try:
        return open(path, "x", encoding="utf-8", errors="backslashreplace", newline="\n")
    except FileExistsError:
        raise UserError(there, USAGE) from None
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None


def _old_file(path: str) -> TextIO:
    """A last line that was cut short goes."""
    try:
        os.truncate(path, _whole_lines(path))
        return open(path, "a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _cannot_write(path, error) from None


def _whole_lines(path: str) -> int:
    """So many bytes are lines with their ends; none is longer than SMALL."""
    with open(path, "rb") as file:
        begin = max(0, file.seek(0, os.SEEK_END) - SMALL)
        file.seek(begin)
        return begin + file.read().rfind(b"\n") + 1


def _cannot_write(path: str, error: Exception) -> UserError:
    return UserError(say("Can't write {file} ({cause}).", file=path, cause=cause_of(error)))
