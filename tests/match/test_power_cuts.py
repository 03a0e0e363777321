"""The power is cut at any moment: what was acknowledged is in the journal, whatever the disk made of the rest.

A disk keeps what it was asked to keep. Of what was written since, it has kept each sector, or not, or torn it: its
beginning is new and its end old, or it is rubbish.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest
from glowtable.match.journal import Journal
from glowtable.messages import UserError

from tests.support import disk_recorder
from tests.support.campaign import share
from tests.support.disk_recorder import Acknowledged, Delete, Sync, Truncate, Write, rows_of

SECTOR = 512
MATCHES, ROWS = 4, 120
HOUSE = Path(__file__).parents[2]

Files = dict[str, bytearray]


class Disk:
    """The files as they surely are, and what may or may not be in them, too."""

    def __init__(self) -> None:
        self.sure: Files = {}
        self.pending: dict[str, list[Write | Truncate]] = {}
        self.acknowledged: dict[int, int] = {}

    def hear(self, entry) -> None:
        """What the program does next."""
        match entry:
            case Write(path) | Truncate(path):
                self.sure.setdefault(path, bytearray())
                self.pending.setdefault(path, []).append(entry)
            case Sync(path):
                for change in self.pending.pop(path, []):
                    apply(self.sure[path], change)
            case Delete(path):
                self.sure.pop(path, None)
                self.pending.pop(path, None)
            case Acknowledged(match, rows):
                self.acknowledged[match] = rows

    def after_cut(self, rng: Random) -> Files:
        """What may be on it if the power is cut now."""
        files = {path: bytearray(data) for path, data in self.sure.items()}
        for path, changes in self.pending.items():
            for change in changes:
                for part in torn(change, files[path], rng):
                    apply(files[path], part)
        return files


def apply(data: bytearray, change: Write | Truncate) -> None:
    if isinstance(change, Truncate):
        del data[change.size :]
        data.extend(bytes(change.size - len(data)))
        return
    end = change.at + len(change.data)
    data.extend(bytes(max(0, end - len(data))))
    data[change.at : end] = change.data


def torn(change: Write | Truncate, data: bytearray, rng: Random) -> Iterator[Write | Truncate]:
    """Those sectors of a change that a disk has made, in whole or in part."""
    if isinstance(change, Truncate):
        yield from [change] * rng.randrange(2)
        return
    at, left = change.at, change.data
    while left:
        size = SECTOR - at % SECTOR
        sector, left = left[:size], left[size:]
        fate = rng.randrange(4)
        if fate == 0:  # torn
            sector = sector[: rng.randrange(len(sector) + 1)]
        elif fate == 1:  # rubbish
            sector = rng.randbytes(len(sector))
        if fate < 3:
            yield Write(change.path, at, sector)
        at += size


def recorded(folder: Path, *synchronous: str) -> list:
    """What a program did to its disk that wrote a journal."""
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    command = [sys.executable, disk_recorder.__file__, folder / "data", folder / "log", MATCHES, ROWS, *synchronous]
    subprocess.run(list(map(str, command)), env={**os.environ, "PYTHONPATH": path}, check=True)
    kinds = {kind.__name__: kind for kind in (Write, Truncate, Sync, Delete, Acknowledged)}
    return [kinds[name](*fields) for name, *fields in pickle.loads((folder / "log").read_bytes())]


def lost_by_cuts(log: list, folder: Path, cuts: int, seed: int) -> tuple[int, int]:
    """How many cuts lost what was acknowledged, and how many rows; each at a moment of its own."""
    rng, disk = Random(seed), Disk()
    moments = sorted(rng.choices(range(len(log)), k=cuts))
    bad = lost = 0
    for n, entry in enumerate(log):
        disk.hear(entry)
        while moments and moments[0] == n:
            moments.pop(0)
            missing = lost_in(disk.after_cut(rng), disk.acknowledged, folder)
            bad, lost = bad + bool(missing), lost + missing
    return bad, lost


def lost_in(files: Files, acknowledged: dict[int, int], folder: Path) -> int:
    """How many acknowledged rows a journal of these files has not; what it has is as it was written."""
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        journal = Journal(folder / "journal.sqlite")
    except UserError:
        return sum(acknowledged.values())
    try:
        missing = 0
        for match, count in acknowledged.items():
            rows = journal.good_rows(match)
            assert rows == rows_of(match, ROWS)[: len(rows)], "never anything else than was written"
            missing += max(0, count - len(rows))
        return missing
    finally:
        journal.close()


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("recorded"))


@pytest.mark.campaign
def test_no_power_cut_loses_what_was_acknowledged(log, tmp_path, record_property):
    cuts = share(2000)
    assert lost_by_cuts(log, tmp_path / "after", cuts, seed=1) == (0, 0)
    record_property("power cuts, torn sectors", f"{cuts} cuts in {len(log)} calls: 0 acknowledged rows lost")


@pytest.mark.campaign
def test_control_without_asking_the_disk_rows_are_lost(tmp_path, record_property):
    log, cuts = recorded(tmp_path, "off"), max(10, share(200))
    bad, lost = lost_by_cuts(log, tmp_path / "after", cuts, seed=1)
    assert bad > cuts // 4
    record_property("power cuts, control: synchronous off", f"{cuts} cuts: {bad} lost {lost} acknowledged rows")


def test_the_log_is_what_is_on_the_disk(log, tmp_path_factory):
    """A program that ends cleanly has asked for all of it; and the log has checkpoints among what can be cut."""
    disk = Disk()
    for entry in log:
        disk.hear(entry)
    assert disk.acknowledged == dict.fromkeys(range(1, MATCHES + 1), ROWS)
    assert lost_in(disk.sure, disk.acknowledged, tmp_path_factory.mktemp("after") / "all") == 0
    carried = [entry for entry in log if isinstance(entry, Write) and entry.path == "journal.sqlite"]
    assert len(carried) > disk_recorder.CHECKPOINT_PAGES


def test_of_a_torn_write_each_sector_has_its_own_fate():
    data = bytearray(b"o" * 4 * SECTOR)
    fates = set()
    for seed in range(50):
        after = bytearray(data)
        for part in torn(Write("f", 0, b"n" * 4 * SECTOR), after, Random(seed)):
            apply(after, part)
        fates |= {bytes(after[at : at + SECTOR])[:: SECTOR - 1] for at in range(0, len(after), SECTOR)}
    assert {b"nn", b"oo", b"no"} < fates
