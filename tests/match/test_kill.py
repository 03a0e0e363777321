"""kill -9 while a match is played: whatever was acknowledged to the table is in the journal, and the match goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from glowtable import games
from glowtable.match.journal import Journal
from glowtable.match.match_record import MatchRecord, match_state_of

from tests.support.campaign import share

CHILD = Path(__file__).parents[1] / "support" / "kill_child.py"
MOST_PLAYED = {"punto": 60, "spiel_des_jahres": 200, "alex_and_co": 200, "alter_ego": 200}  # events between two kills
OF_A_SMALL_GAME = 20


def look(folder: Path, question):
    """What the journal in this folder answers."""
    journal = Journal(folder / "journal.sqlite")
    try:
        return question(journal)
    finally:
        journal.close()


def unfinished(journal: Journal) -> int:
    """The match to go on with; 0 if a new one must begin."""
    found = journal.hold_unfinished()
    return found.id if found else 0


def events(folder: Path, match: int) -> list[str]:
    """The events of a match in the journal; its rows must replay."""
    rows = look(folder, lambda journal: journal.good_rows(match))
    header = look(folder, lambda journal: journal.find_match(match)).header
    match_state_of(games.find(header.game), MatchRecord(header, tuple(rows)))
    return [row.text for row in rows if row.kind == "event"]


def play_and_kill(folder: Path, mode: str, acknowledgements: int, game: str = "punto") -> tuple[list[str], list[str]]:
    """Play until so many events are acknowledged, kill; the acknowledged ones, and what is new in the journal."""
    match = look(folder, unfinished)
    before = len(events(folder, match)) if match else 0
    arguments = ["play", "--port", "twin:", *(["--resume"] if match else [game, "--seed", "5"])]
    environment = {**os.environ, "GLOWTABLE_DATA": str(folder), "GLOWTABLE_CONFIG": str(folder / "none.toml")}
    child = subprocess.Popen(
        [sys.executable, str(CHILD), mode, *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    told: list[str] = []
    for line in child.stdout:
        if line.startswith("ack ") and line.endswith("\n"):
            told.append(line[4:-1])
        if len(told) == acknowledgements:
            child.send_signal(signal.SIGKILL)  # what it wrote until it died is read on
    _, errors = child.communicate()
    assert child.returncode in (0, -signal.SIGKILL), errors
    match = match or look(folder, lambda journal: journal.list_matches()[-1].id)
    return told, events(folder, match)[before:]


@pytest.mark.campaign
@pytest.mark.parametrize("game", games.names())
def test_no_acknowledged_action_is_lost_by_kill_9(tmp_path, record_property, game):
    rng, most = Random(9), MOST_PLAYED.get(game, OF_A_SMALL_GAME)
    kills = [play_and_kill(tmp_path, "play", rng.randrange(1, most), game) for _ in range(share(200))]
    assert [(told, kept) for told, kept in kills if told != kept[: len(told)]] == []
    acknowledged = sum(len(told) for told, _ in kills)
    record_property(f"kill -9, {game}", f"{len(kills)} kills, {acknowledged} acknowledged events, 0 lost")


@pytest.mark.campaign
def test_control_acknowledging_before_the_commit_loses_actions(tmp_path, record_property):
    rng = Random(9)
    lost, kills = 0, 0
    while kills < share(100) or (not lost and kills < 100):  # a kill or two may find nothing to lose
        told, kept = play_and_kill(tmp_path / str(kills), "early", rng.randrange(5, 60))
        kills += 1
        lost += len(told) - len(kept) if told != kept[: len(told)] else 0
    assert lost > 0
    record_property("kill -9, control", f"{kills} kills, {lost} acknowledged events lost")
