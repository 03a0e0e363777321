"""Matches of a campaign on the disk: in a folder, or in one file.

A folder has SHARD matches a file, by their places: `000007.jsonl` as they come, which is packed into `000007.jsonl.gz`
when it is full. What is damaged is one of these. One file alone, `matches.jsonl`, is for shorter runs.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from glowtable.gate import LARGE, read_lines, unwritable_error, write_whole
from glowtable.gate import read_file as read_bytes
from glowtable.lab.one_match import bot_name
from glowtable.lab.records import BotMatch, DamagedError, read_records, to_line
from glowtable.lab.simulate import Campaign
from glowtable.lab.tally import Run, SimulatedMatch
from glowtable.messages import USAGE, Message, UserError, cause_of, say

SHARD = 1000  # matches in a file of a folder: what one that is damaged costs
ENDING, PACKED = ".jsonl", ".gz"
NAME = re.compile(r"[0-9]{6,9}\.jsonl(\.gz)?")
MOST_UNPACKED = 64 << 20  # bytes of a packed file: ours have about one million


# -- read


def files_of(path: Path) -> list[Path]:
    """Those of a folder in their order, a packed one rather than the one it was packed from; or the file itself.

    Where some are missing, the first of these is among them.
    """
    if not path.is_dir():
        return [path]
    found = {int(file.name.partition(".")[0]): file for file in _listed(path) if NAME.fullmatch(file.name)}
    due = [0, *(place + 1 for place in found if place < max(found))]
    return [found.get(place, path / f"{place:06}{ENDING}{PACKED}") for place in sorted({*found, *due})]


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise UserError(say("Can't read {path} ({cause}).", path=str(folder), cause=cause_of(error)), USAGE) from None


def read_file(path: Path) -> Iterator[BotMatch]:
    """The matches in it. UserError if it cannot be read, or has a line that is none of ours."""
    if not path.exists():
        raise UserError(say("Can't find {file}. Name a file or folder that --out made.", file=str(path)), USAGE)
    lines = _unpacked_lines(path) if path.suffix == PACKED else read_lines(path, exit_code=USAGE)
    try:
        yield from read_records(line.decode("utf-8-sig", "replace") for line in lines)
    except DamagedError:
        if not NAME.fullmatch(path.name):
            raise
        raise _damaged_error(path) from None


def _unpacked_lines(path: Path) -> Sequence[bytes]:
    unpacker, lines = zlib.decompressobj(zlib.MAX_WBITS | 16), []
    with suppress(zlib.error):
        lines = unpacker.decompress(read_bytes(path, LARGE, USAGE), MOST_UNPACKED).splitlines(keepends=True)
    if not unpacker.eof:
        raise _damaged_error(path)
    return lines


def _read_shard(path: Path, number: int | None, *, is_last: bool) -> Sequence[BotMatch]:
    """All matches of a file of a folder, after a match of this number. DamagedError if others belong there."""
    if not path.exists():
        raise DamagedError(say("{file} is missing. Play its matches again with --resume, or leave them out with "
                               "--skip-damaged.", file=str(path)))  # fmt: skip
    matches = list(read_file(path))
    follow = number is None or not matches or matches[0].match.number - number in (0, 1)
    if not follow or (len(matches) < SHARD and (path.suffix == PACKED or not is_last)):
        raise _damaged_error(path)
    return matches


def _damaged_error(path: Path) -> DamagedError:
    return DamagedError(say("{file} is damaged. Play its matches again with --resume, or leave them out with "
                            "--skip-damaged.", file=str(path)))  # fmt: skip


class SavedMatches:
    """The matches of a file or a folder, read anew each time they are asked for. UserError if they are of two runs."""

    def __init__(self, path: Path | str, *, skip_damaged: bool = False) -> None:
        self.path, self.skip_damaged = Path(path), skip_damaged
        self.run: Run | None = None  # the one they are of, when the first is read
        self.damaged: list[Path] = []  # files that were left out

    def __iter__(self) -> Iterator[SimulatedMatch]:
        self.run, self.damaged, first, is_folder = None, [], 0, self.path.is_dir()
        files: Sequence[Path] = files_of(self.path)
        number: int | None = -1  # of the match before; None after some that are left out
        for file in files:
            try:
                is_last = file == files[-1]
                for run, match in _read_shard(file, number, is_last=is_last) if is_folder else read_file(file):
                    if self.run is None:
                        self.run, first = run, match.number
                    elif run is not self.run and run != self.run:
                        raise _two_runs(self.run, first, run, match.number)
                    number = match.number
                    yield match
            except DamagedError:
                if not self.skip_damaged or not is_folder:
                    raise
                self.damaged.append(file)
                number = None


def _two_runs(run: Run, number: int, other: Run, other_number: int) -> UserError:
    return UserError(
        say("Matches {first} and {other} are of two runs: their game, players, options or seed differ. "
            "Keep each run in a file of its own.",
            first=f"{number} ({run.game}, seed {run.seed})", other=f"{other_number} ({other.game}, seed {other.seed})")
    )  # fmt: skip


# -- written, and gone on with


Play = Callable[[Iterator[int]], Iterator[SimulatedMatch]]  # the matches at these places


class Saved:
    """The matches of a campaign in a folder, or all in one file. UserError as of read_file, and for another run's.

    What is damaged in a folder is put aside, told of, and played again.
    """

    def __init__(self, path: Path, campaign: Campaign, tell_damage: Callable[[Message], None]) -> None:
        self.path, self.campaign, self.tell_damage = path, campaign, tell_damage
        self.size = SHARD if path.is_dir() else sys.maxsize
        self._seatings = {tuple(map(bot_name, bots)): number for number, bots in enumerate(campaign.seatings)}
        self._shard = -1
        self._file: TextIO | None = None

    def completed(self, count: int, play: Play) -> Iterator[SimulatedMatch]:
        """The first so many in order: those that are there, and the others as they are played, which are kept."""
        played = play(place for places, there in self._shards(count) for place in places if place not in there)
        for places, there in self._shards(count):
            for place in places:
                match = there.get(place) or next(played)
                if place not in there:
                    self._keep(place, match)
                yield match

    def _shards(self, count: int) -> Iterator[tuple[range, dict[int, SimulatedMatch]]]:
        """The places of each, and which of its matches are there, as long as none of it is kept."""
        for first in range(0, count, self.size):
            yield range(first, min(first + self.size, count)), self._read(first // self.size)

    def _keep(self, place: int, match: SimulatedMatch) -> None:
        try:
            file = self._file_of(place // self.size)
            file.write(to_line(self.campaign.run, match))
            file.flush()
            if place % self.size == self.size - 1:
                file.close()
                packed, plain = self._files_of(self._shard)
                write_whole(packed, gzip.compress(plain.read_bytes(), 6, mtime=0))
                plain.unlink()
        except OSError as error:
            self.close()
            raise unwritable_error(self.path, error) from None

    def close(self) -> None:
        if self._file:
            with suppress(OSError):  # what it still holds finds no room either
                self._file.close()

    def _file_of(self, shard: int) -> TextIO:
        """To be written to; a last line that was cut short goes."""
        if self._file is None or shard != self._shard:
            self.close()
            path = self._files_of(shard)[-1]
            if path.exists():
                os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
            self._shard, self._file = shard, open(path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115
        return self._file

    def _files_of(self, shard: int) -> Sequence[Path]:
        """Packed, and as it comes."""
        name = f"{shard:06}.jsonl"
        return (self.path / (name + PACKED), self.path / name) if self.size == SHARD else (self.path,)

    def _read(self, shard: int) -> dict[int, SimulatedMatch]:
        """Its matches by their places; the same each time until one of them is kept."""
        for file in self._files_of(shard):
            if self.size == SHARD and not file.exists():
                continue
            try:
                there = {self._place_of(*record): record.match for record in read_file(file)}
                is_whole = file.suffix != PACKED or len(there) == SHARD
                if is_whole and all(place // self.size == shard for place in there):
                    return there
            except DamagedError:
                if self.size != SHARD:
                    raise
            file.replace(f"{file}.damaged")
            self.tell_damage(say("{file} is damaged. Its matches are played again.", file=str(file)))
        return {}

    def _place_of(self, run: Run, match: SimulatedMatch) -> int:
        if run != self.campaign.run or match.bots not in self._seatings:
            raise _another_run(run, match.bots if run == self.campaign.run else ())
        return match.number * len(self._seatings) + self._seatings[match.bots]


def _another_run(run: Run, bots: Sequence[str]) -> UserError:
    terms = [run.game, *bots, f"players {run.players}", f"seed {run.seed}"]
    terms += [f"{name} {value}" for name, value in run.options.items()]
    return UserError(
        say("The file holds matches of another run ({run}). Continue with the same game, players, bots, "
            "options and seed.",
            run=", ".join(terms))
    )  # fmt: skip


@contextmanager
def saved_in(path: str, campaign: Campaign, tell_damage: Callable[[Message], None], *, is_new: bool) -> Iterator[Saved]:
    """The matches of this folder, or of this file. UserError if a new one is there already, or it cannot be written."""
    if is_new:
        _make_new(path)
    for file in _listed(Path(path)) if Path(path).is_dir() else ():
        if not NAME.match(file.name):
            told = say("{file} isn't a file of matches. Name a folder that --out made.", file=str(file))
            raise UserError(told, USAGE)
    with closing(Saved(Path(path), campaign, tell_damage)) as saved:
        yield saved


def _make_new(path: str) -> None:
    """A folder, or a file if its name ends like one's."""
    there = say("{file} already exists. Continue it with --resume, or name another file.", file=path)
    try:
        _create_file(path, there).close() if path.endswith(ENDING) else os.mkdir(path)
    except FileExistsError:
        raise UserError(there, USAGE) from None
    except (OSError, ValueError) as error:
        raise unwritable_error(path, error) from None


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
            raise unwritable_error(path, error) from None
        undo.pop_all()


def _create_file(path: str, there: Message) -> TextIO:
    """A text of others may hold what no encoding has; a path that is none is a ValueError."""
    try:
        return open(path, "x", encoding="utf-8", errors="backslashreplace", newline="\n")
    except FileExistsError:
        raise UserError(there, USAGE) from None
    except (OSError, ValueError) as error:
        raise unwritable_error(path, error) from None
