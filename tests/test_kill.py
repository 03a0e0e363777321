"""kill -9 while a match is played: whatever was acknowledged to the table is in the journal, and the match goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from glowtable.journal import Journal

from tests.campaign import share

CHILD = Path(__file__).with_name("kill_child.py")


def events(folder: Path, match: int) -> int:
    journal = Journal(folder / "journal.sqlite")
    try:
        return sum(row.kind == "event" for row in journal.rows(match))
    finally:
        journal.close()


def unfinished(folder: Path) -> int:
    """The match to go on with; 0 if a new one must begin."""
    journal = Journal(folder / "journal.sqlite")
    try:
        found = journal.unfinished()
        return found.id if found else 0
    finally:
        journal.close()


def latest(folder: Path) -> int:
    journal = Journal(folder / "journal.sqlite")
    try:
        return journal.matches()[-1].id
    finally:
        journal.close()


def play_and_kill(folder: Path, mode: str, acknowledgements: int) -> tuple[int, int]:
    """Play until so many edges are acknowledged, kill, and tell (acknowledged, of those in the journal)."""
    match = unfinished(folder)
    before = events(folder, match) if match else 0
    arguments = ["play", "--port", "twin:", *(["--resume"] if match else ["--seed", "5"])]
    environment = {**os.environ, "GLOWTABLE_DATA": str(folder), "GLOWTABLE_CONFIG": str(folder / "none.toml")}
    child = subprocess.Popen(
        [sys.executable, str(CHILD), mode, *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
    )  # fmt: skip
    assert child.stdout is not None
    told = 0
    for line in child.stdout:
        told = int(line) if line.strip().isdigit() else told
        if told == acknowledgements:
            child.send_signal(signal.SIGKILL)  # what it wrote until it died is read on
    _, errors = child.communicate()
    assert child.returncode in (0, -signal.SIGKILL), errors.decode()
    return told, events(folder, match or latest(folder)) - before


@pytest.mark.campaign
def test_no_acknowledged_action_is_lost_by_kill_9(tmp_path, record_property):
    rng = Random(9)
    kills = [play_and_kill(tmp_path, "play", rng.randrange(1, 60)) for _ in range(share(200))]
    assert [(told, kept) for told, kept in kills if told > kept] == []
    acknowledged = sum(told for told, _ in kills)
    record_property("kill -9", f"{len(kills)} kills, {acknowledged} acknowledged events, 0 lost")


@pytest.mark.campaign
def test_control_acknowledging_before_the_commit_loses_actions(tmp_path, record_property):
    rng = Random(9)
    kills = [play_and_kill(tmp_path / str(n), "early", rng.randrange(5, 60)) for n in range(share(100))]
    lost = sum(max(0, told - kept) for told, kept in kills)
    assert lost > 0
    record_property("kill -9, control", f"{len(kills)} kills, {lost} acknowledged events lost")
