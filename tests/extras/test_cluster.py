"""Matches on a cluster: whatever happens to its workers, the digest is that of one process; without any, a sentence."""

import importlib
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, nullcontext, suppress

import glowtable as gt
import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.lab import scripts
from glowtable.lab import simulate as rooms
from glowtable.lab.simulate import simulate_matches
from glowtable.lab.tally import Run, Tally
from glowtable.messages import FAILED, LANGUAGES, USAGE, UserError

from tests.support.patience import HANG_S

pytestmark = pytest.mark.extras
SHORT = {"rounds_to_win": 1, "max_rounds": 1}
GAMES = 160
SIMULATE = ("simulate", "punto", "--bots", "greedy", "--games", str(GAMES), "--option", "rounds_to_win=1",
            "--option", "max_rounds=1", "--json", "--language", "en")  # fmt: skip


@contextmanager
def cluster_up(workers):
    """A cluster of another program, by the command: that program, and its address."""
    command = [sys.executable, "-m", "glowtable", "cluster", "up", "--workers", str(workers), "--port", "0"]
    command += ["--language", "en"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        try:
            yield program, re.search(r"--cluster (\S+)\n", program.stdout.readline())[1]
        finally:
            kill(program)


def kill(program):
    """It and its workers, if they are still there."""
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)


def whole(games=GAMES, **how):
    """The figures of all matches, played so."""
    tally = simulate_matches(gt.find("punto"), 2, options(), games, 3, ["greedy", "random"], **how)
    return {**tally.figures(), "cpu_s": 0}


def options():
    return gt.simulate("punto", games=1, **SHORT).run.options


@pytest.fixture(scope="module")
def alone():
    return whole()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_gives_the_digest_of_one_process(alone, workers):
    with rooms.local_cluster(workers) as address, gt.cluster(address) as machines:
        assert machines.workers == workers
        assert whole(map=machines.map, jobs=8) == alone


class Killer:
    """A map that kills a worker as soon as the first chunk has come back."""

    def __init__(self, map, pids):
        self.map, self.pids = map, pids

    def __call__(self, play, chunks):
        for number, found in enumerate(self.map(play, chunks)):
            if not number:
                os.kill(self.pids()[0], signal.SIGKILL)
            yield found


def test_a_worker_that_is_killed_changes_nothing(alone):
    import distributed

    with (
        rooms.local_cluster(2) as address,
        gt.cluster(address) as machines,
        distributed.Client(address, set_as_default=False) as client,
    ):
        killer = Killer(machines.map, lambda: list(client.run(os.getpid).values()))
        assert whole(map=killer, jobs=8) == alone


def test_the_same_kill_changes_nothing_for_a_pool_of_processes_either():
    """Far more matches than are played before the kill."""
    pids = []

    def kill_one(done):
        if done == GAMES:
            pids.extend(child.pid for child in multiprocessing.active_children())
            os.kill(pids[0], signal.SIGKILL)

    campaign = rooms.Campaign(gt.find("punto"), Run("punto", 2, options(), 3), (("greedy", "random"),))
    tally = Tally(campaign.run)
    for match in rooms.play_matches(campaign, 20 * GAMES, jobs=2, tally=tally):
        tally.count_match(match)
        kill_one(tally.played)
    assert {**tally.figures(), "cpu_s": 0} == whole(games=20 * GAMES) and len(pids) == 2


def said(capsys, code, *typed):
    """The one sentence of a command that fails."""
    assert main(typed) == code
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "Traceback" not in err
    return err


def test_a_cluster_that_vanishes_is_one_sentence_and_the_run_is_gone_on_with(capsys, tmp_path, monkeypatch):
    file = tmp_path / "matches.jsonl"
    before = rooms._result_of

    def vanishing(client, future):
        if file.read_text().count("\n") > 20:
            kill(program)
        return before(client, future)

    monkeypatch.setattr(rooms, "_result_of", vanishing)
    with cluster_up(1) as (program, address):
        told = said(capsys, FAILED, *SIMULATE, "--out", str(file), "--cluster", address)
        assert "The cluster or all its workers are gone" in told
    assert 20 < file.read_text().count("\n") < GAMES
    main([*SIMULATE, "--resume", str(file)])
    resumed = json.loads(capsys.readouterr().out)
    main(SIMULATE)
    assert resumed["digest"] == json.loads(capsys.readouterr().out)["digest"]


def test_a_tournament_is_played_on_a_cluster(capsys):
    typed = ("tournament", "punto", "--bots", "greedy,random", "--deals", "6", "--option", "rounds_to_win=1")
    assert main([*typed, "--language", "en"]) == 0
    alone = capsys.readouterr().out
    with rooms.local_cluster(1) as address:
        assert main([*typed, "--language", "en", "--cluster", address]) == 0
    assert without_times(capsys.readouterr().out) == without_times(alone)


def without_times(text):
    return [line for line in text.splitlines() if " takes " not in line]


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        (("--cluster", "tcp://127.0.0.1:9"), FAILED, "No cluster answers at tcp://127.0.0.1:9"),
        (("--cluster", "nonsense"), FAILED, "No cluster answers at nonsense (missing port number"),
        (("--cluster", "tcp://127.0.0.1:9", "--jobs", "2"), USAGE, "not both"),
    ],
)
def test_what_is_no_cluster_is_one_sentence(capsys, monkeypatch, typed, code, words):
    monkeypatch.setattr(rooms, "ANSWER_S", 1)
    assert words in said(capsys, code, *SIMULATE, *typed)


def test_workers_of_another_version_are_refused(monkeypatch):
    with rooms.local_cluster(1) as address:
        monkeypatch.setattr(scripts, "_digest_of", lambda modules: "0.0.7 (0)")
        with pytest.raises(UserError, match=r"have glowtable \S+ \S+, and this is 0\.0\.7 \("), gt.cluster(address):
            pass


def test_a_cluster_without_workers_is_refused_and_one_that_loses_all_is_given_up(monkeypatch):
    monkeypatch.setattr(rooms, "PATIENCE_S", 0.2)
    with rooms.local_cluster(0) as address:
        with pytest.raises(UserError, match="has no workers"), gt.cluster(address):
            pass
        client = rooms._client_of(address)
        with pytest.raises(UserError, match="The cluster or all its workers are gone"):
            rooms._result_of(client, client.submit(time.sleep, 0))
        client.close()


def test_without_the_extra_it_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install -e '.[cluster]'" in said(capsys, FAILED, *SIMULATE, "--cluster", "tcp://127.0.0.1:9")
    assert "pip install -e '.[cluster]'" in said(capsys, FAILED, "cluster", "up", "--language", "en")
    assert "Give --workers 1 or more." in said(capsys, USAGE, "cluster", "up", "--workers", "0", "--language", "en")


def test_ctrl_c_ends_the_command_and_its_workers_say_nothing():
    """A terminal interrupts the whole group."""
    with cluster_up(2) as (program, address):
        with gt.cluster(address) as machines:
            assert machines.workers == 2
        os.killpg(program.pid, signal.SIGINT)
        assert program.wait(HANG_S) == 130
        assert program.stderr.read() == ""


def test_a_port_that_is_taken_is_one_sentence(capsys):
    with rooms.local_cluster(0) as address:
        port = address.rpartition(":")[2]
        told = said(capsys, FAILED, "cluster", "up", "--workers", "1", "--port", port, "--language", "en")
        assert f"No cluster can start at port {port}." in told
    assert "give a number up to 65535" in said(capsys, USAGE, "cluster", "up", "--port", "70000", "--language", "en")


def test_a_worker_with_another_version_of_a_bot_is_refused(tmp_path, monkeypatch):
    """It is a function of a module, which the worker has read before it was changed."""
    module = tmp_path / "bot_of_mine.py"
    module.write_text("def mine(view, legal, determinize, rng):\n    return legal[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    bots = [importlib.import_module("bot_of_mine").mine, "random"]
    with rooms.local_cluster(1) as address, gt.cluster(address) as machines:
        wanted = gt.simulate("punto", bots, games=8, **SHORT).digest
        assert gt.simulate("punto", bots, games=8, map=machines.map, **SHORT).digest == wanted
        module.write_text(module.read_text() + "# changed\n")
        scripts._digest_of.cache_clear()
        with pytest.raises(UserError, match=r"The cluster's workers have glowtable \S+ \(\w+\), and this is"):
            gt.simulate("punto", bots, games=8, map=machines.map, **SHORT)


BOT = """
import glowtable as gt

@gt.bot("punto")
def mine(view, legal, determinize, rng):
    return legal[%s]
"""


def test_a_file_of_bots_that_was_changed_is_run_as_it_is_now(capsys, tmp_path, monkeypatch):
    """The workers are those of the first run, and in another folder."""
    monkeypatch.setattr(games, "_guest_bots", {})
    monkeypatch.chdir(tmp_path)
    typed = (*SIMULATE[:2], "--with", "mine.py", "--bots", "mine,random", *SIMULATE[4:])
    with monkeypatch.context() as elsewhere:
        (tmp_path / "empty").mkdir()
        elsewhere.chdir(tmp_path / "empty")
        up = rooms.local_cluster(2)
        address = up.__enter__()
    try:
        for chosen in ("0", "-1", "0"):
            (tmp_path / "mine.py").write_text(BOT % chosen)
            digests = [digest(capsys, *typed, *where) for where in ((), ("--cluster", address))]
            assert digests[0] == digests[1]
    finally:
        up.__exit__(None, None, None)


def digest(capsys, *typed):
    assert main(typed) == 0
    return json.loads(capsys.readouterr().out)["digest"]


def test_a_start_that_fails_leaves_no_file(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "ANSWER_S", 1)
    file = tmp_path / "matches.jsonl"
    tournament = ("tournament", "punto", "--bots", "greedy,random", "--deals", "1", "--language", "en")
    for typed in (SIMULATE, tournament):
        said(capsys, FAILED, *typed, "--out", str(file), "--cluster", "tcp://127.0.0.1:9")
        assert not file.exists()


def test_workers_without_this_program_are_refused(tmp_path):
    import distributed

    (tmp_path / "glowtable").mkdir()
    (tmp_path / "glowtable" / "__init__.py").touch()
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny", "--no-dashboard"]
    with (
        rooms.local_cluster(0) as address,
        subprocess.Popen([*command, address], env={**os.environ, "PYTHONPATH": str(tmp_path)},
                         stderr=subprocess.DEVNULL, start_new_session=True) as worker,
        distributed.Client(address, set_as_default=False) as client,
    ):  # fmt: skip
        try:
            client.wait_for_workers(1, HANG_S)
            with pytest.raises(UserError, match=r"have glowtable none \(.*No module named 'glowtable.lab'"):
                rooms._workers_of(client, address)
        finally:
            kill(worker)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:38215.", "nonsense://x", "tcp://127.0.0.1:9"])
def test_a_wrong_address_is_one_sentence_and_no_traceback_of_dask(address):
    """Of the whole program, to its end: dask's own came then."""
    command = [sys.executable, "-m", "glowtable", *SIMULATE, "--cluster", address]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=HANG_S)
    assert ended.returncode == FAILED and ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"glowtable simulate: No cluster answers at {address} (")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_address_of_a_cluster_can_be_copied(language, monkeypatch, capsys):
    monkeypatch.setattr(rooms, "local_cluster", lambda workers, port: nullcontext(f"tcp://127.0.0.1:{port}"))
    monkeypatch.setattr("threading.Event.wait", lambda event: None)
    assert main(["cluster", "up", "--language", language]) == 0
    assert capsys.readouterr().out.endswith("glowtable simulate punto --cluster tcp://127.0.0.1:8786\n")
