"""What people hear when the journal's file fails: each a cause and the next step."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from glowtable.messages import NO_ACCESS, Message, UserError, cause_of, say

# What SQLite says (its primary code) -> the next step
ADVICE = {
    sqlite3.SQLITE_FULL: say("make room"),
    sqlite3.SQLITE_BUSY: say("close the other program that uses it"),
    sqlite3.SQLITE_LOCKED: say("close the other program that uses it"),
    sqlite3.SQLITE_READONLY: say("see who may write there"),
    sqlite3.SQLITE_PERM: say("see who may write there"),
    sqlite3.SQLITE_CORRUPT: say("mend it with glowtable journal check"),
    sqlite3.SQLITE_NOTADB: say("mend it with glowtable journal check"),
}
OTHERWISE = say("look at the disk")


class UnwritableError(UserError):
    """The journal cannot be opened, at least not to write in it."""


def _advice_for(error: Exception) -> Message:
    """The next step after this error."""
    if isinstance(error, UnicodeDecodeError):  # it could not even name the damage
        return ADVICE[sqlite3.SQLITE_CORRUPT]
    return ADVICE.get(getattr(error, "sqlite_errorcode", -1) & 0xFF, OTHERWISE)  # above: the extended code


def _cause_of(error: Exception) -> Message | str:
    """`playing.lock: Is a directory`, or what SQLite says."""
    file, cause = getattr(error, "filename", None), cause_of(error)
    if not isinstance(file, str):
        return cause
    return say("{file}: {cause}", file=Path(file).name or file, cause=cause)


def cannot_write(path: Path, error: Exception) -> UserError:
    return UserError(
        say("the journal {path} cannot be written ({cause}): the match stands at its last saved action; {advice}, then "
            "go on with: glowtable play --resume",
            path=str(path), cause=_cause_of(error), advice=_advice_for(error)))  # fmt: skip


def cannot_write_copy(path: Path, error: Exception) -> UserError:
    return UserError(say("{path} cannot be written ({cause})", path=str(path), cause=_cause_of(error)))


def cannot_read(path: Path, error: Exception) -> UserError:
    return UserError(
        say("the journal {path} cannot be read ({cause}): {advice}",
            path=str(path), cause=str(error), advice=_advice_for(error)))  # fmt: skip


def cannot_mend(path: Path, error: Exception) -> UserError:
    return UserError(
        say("the journal {path} cannot be mended ({cause}): it is as it was; {advice}",
            path=str(path), cause=_cause_of(error), advice=_advice_for(error)))  # fmt: skip


def in_use(path: Path) -> UserError:
    return UserError(say("the journal {path} is in use: close the other program", path=str(path)), NO_ACCESS)


def cannot_keep(path: Path, error: Exception) -> UserError:
    return UserError(
        say("the journal {path} was deleted or replaced while it was used, and what was saved cannot be kept ({cause})",
            path=str(path), cause=_cause_of(error)))  # fmt: skip


def told_again(path: Path) -> Message:
    return say(
        "the journal {path} was deleted while it was used: all that was saved is written there again; go on with: "
        "glowtable play --resume", path=str(path))  # fmt: skip


def told_kept(path: Path, kept: Path) -> Message:
    return say(
        "the journal {path} was replaced while it was used: all that was saved is in {kept}; bring it back with "
        "glowtable journal restore {kept}, then go on with: glowtable play --resume",
        path=str(path), kept=str(kept))  # fmt: skip


def no_journal(path: Path) -> UserError:
    return UserError(say("the file {path} is no journal of glowtable: move it away", path=str(path)))


def cannot_open(path: Path, error: Exception) -> UnwritableError:
    return UnwritableError(say("the journal {path} cannot be opened ({cause})", path=str(path), cause=_cause_of(error)))
