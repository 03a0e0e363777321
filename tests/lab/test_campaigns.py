"""Campaigns: a folder of shards is gone on with whatever happened to it, and a long run keeps no more than a short."""

import gzip
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tracemalloc
from hashlib import blake2b
from random import Random

import glowtable as gt
import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.game import Outcome
from glowtable.lab import figures, saved
from glowtable.lab import simulate as engine
from glowtable.lab.figures import DealSums, ratings
from glowtable.lab.saved import saved_in
from glowtable.lab.study import tournament_seatings
from glowtable.lab.tally import Run, SimulatedMatch, Tally
from glowtable.match.dealer import random_stream
from glowtable.messages import FAILED, USAGE, UserError

from tests.docs.pages import HOUSE
from tests.support.patience import wait_until

SHORT = ("--option", "rounds_to_win=1", "--option", "max_rounds=1")
SIMULATE = ("simulate", "punto", "--bots", "greedy,random", *SHORT, "--language", "en", "--json")
GAMES = ("--games", "10")


@pytest.fixture
def small(monkeypatch):
    """Four matches a file."""
    monkeypatch.setattr(saved, "SHARD", 4)


@pytest.fixture
def folder(capsys, tmp_path, small):
    """Ten matches: two full files and an open one."""
    told(capsys, *SIMULATE, *GAMES, "--out", str(tmp_path / "campaign"))
    return tmp_path / "campaign"


def told(capsys, *typed):
    assert main(typed) == 0
    return capsys.readouterr().out


def refused(capsys, *typed):
    code = main(typed)
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "Traceback" not in err
    return code, err


def digest(capsys, *typed):
    return json.loads(told(capsys, *SIMULATE, *typed))["digest"]


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def unpacked(file):
    return gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()


def numbers(folder):
    return [json.loads(line)["number"] for file in saved.files_of(folder) for line in unpacked(file).splitlines()]


def test_a_folder_has_each_match_once_in_order_and_full_files_are_packed(folder):
    assert sorted(contents(folder)) == ["000000.jsonl.gz", "000001.jsonl.gz", "000002.jsonl"]
    assert numbers(folder) == list(range(10))


def test_the_digest_is_that_of_all_digests_in_order(folder):
    matches = list(gt.load_study(folder).matches)
    whole = blake2b(b"".join(match.digest for match in matches), digest_size=16).hexdigest()
    assert gt.load_study(folder).digest == whole
    again = gt.simulate("punto", ["greedy", "random"], games=10, rounds_to_win=1, max_rounds=1)
    assert [match.digest for match in matches] == [match.digest for match in again.matches]


def harm(folder, how):
    packed, plain = folder / "000001.jsonl.gz", folder / "000002.jsonl"
    whole = packed.read_bytes()
    if how == "packed file cut":
        packed.write_bytes(whole[:60])
    elif how == "a bit of it changed":
        packed.write_bytes(whole[:50] + bytes([whole[50] ^ 4]) + whole[51:])
    elif how == "nothing in it":
        packed.write_bytes(b"")
    elif how == "fewer matches":
        packed.write_bytes(gzip.compress(b"".join(unpacked(packed).splitlines(keepends=True)[:3])))
    elif how == "of another place":
        packed.write_bytes((folder / "000000.jsonl.gz").read_bytes())
    elif how == "packed file lost":
        packed.unlink()
    elif how == "open file cut":
        plain.write_bytes(plain.read_bytes()[:-100])
    elif how == "zeros in it":
        plain.write_bytes(plain.read_bytes() + bytes(700) + b"\n")
    elif how == "packed, but not yet put away":
        (folder / "000001.jsonl").write_bytes(unpacked(packed))
    elif how == "put away as cut":
        (folder / "000001.jsonl").write_bytes(unpacked(packed))
        packed.write_bytes(whole[:60])
    return how in ("packed file lost", "open file cut", "packed, but not yet put away")


HARMS = (
    *("packed file cut", "a bit of it changed", "nothing in it", "fewer matches", "of another place"),
    *("packed file lost", "open file cut", "zeros in it", "packed, but not yet put away", "put away as cut"),
)


@pytest.mark.parametrize("how", HARMS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_whatever_happened_to_a_file_its_matches_are_played_again(capsys, folder, how, jobs):
    wanted = digest(capsys, "--games", "13")
    quiet = harm(folder, how)
    first = (folder / "000000.jsonl.gz").read_bytes()
    assert main([*SIMULATE, "--games", "13", "--resume", str(folder), "--jobs", jobs]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["digest"] == wanted and numbers(folder) == list(range(13))
    assert err.count("is damaged. Its matches are played again.") == (not quiet)
    assert (folder / "000000.jsonl.gz").read_bytes() == first
    assert digest(capsys, "--games", "13", "--resume", str(folder)) == wanted


def test_a_report_names_a_damaged_file_and_leaves_it_out_if_asked(capsys, folder):
    harm(folder, "packed file cut")
    code, err = refused(capsys, "report", str(folder), "--language", "en")
    assert code == FAILED and "000001.jsonl.gz is damaged. Play its matches again with --resume, or leave" in err
    assert main(["report", str(folder), "--skip-damaged", "--language", "en"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Punto: 6 matches") and "000001.jsonl.gz is damaged or missing, and left out." in err


@pytest.mark.parametrize(
    ("how", "says"),
    [("fewer matches", "damaged"), ("of another place", "damaged"), ("of a later place", "damaged"),
     ("packed file lost", "missing"), ("cut while it was played again", "damaged")],
)  # fmt: skip
def test_a_report_counts_no_match_twice_and_misses_none_unsaid(capsys, folder, how, says):
    harm(folder, how)
    if how == "of a later place":
        (folder / "000001.jsonl.gz").write_bytes(gzip.compress((folder / "000002.jsonl").read_bytes() * 2))
    elif how.startswith("cut"):
        (folder / "000001.jsonl").write_bytes(unpacked(folder / "000001.jsonl.gz").splitlines(keepends=True)[0])
        (folder / "000001.jsonl.gz").unlink()
    code, err = refused(capsys, "report", str(folder), "--language", "en")
    assert code == FAILED and f"is {says}. Play its matches again with --resume" in err and "000001.jsonl" in err
    assert main(["report", str(folder), "--skip-damaged", "--language", "en"]) == 0
    assert capsys.readouterr().out.startswith("Punto: 6 matches")


def test_a_sum_looks_for_its_game_as_often_for_ten_matches_as_for_five(folder, monkeypatch):
    study, sought = gt.load_study(folder), []
    matches, find = list(study.matches), games.find
    monkeypatch.setattr(games, "find", lambda name: sought.append(name) or find(name))
    for counted in (matches[:5], matches):
        sums = Tally(study.run)
        for match in counted:
            sums.count_match(match)
    assert len(sought) == 2


@pytest.mark.parametrize("other", [("--seed", "2"), ("--bots", "random"), ("--option", "frame=floating")])
def test_the_folder_of_another_campaign_is_refused_and_stays_as_it_was(capsys, folder, other):
    before = contents(folder)
    code, err = refused(capsys, *SIMULATE, *GAMES, *other, "--resume", str(folder))
    assert code == FAILED and "The file holds matches of another run (punto," in err and contents(folder) == before


def test_a_folder_of_other_things_is_refused(capsys, folder):
    (folder / "poem.txt").touch()
    code, err = refused(capsys, *SIMULATE, "--resume", str(folder))
    assert code == USAGE and "poem.txt isn't a file of matches. Name a folder that --out made." in err
    code, err = refused(capsys, *SIMULATE, "--out", str(folder))
    assert code == USAGE and "already exists. Continue it with --resume" in err


def test_a_disk_that_is_full_when_a_file_is_packed_costs_nothing(capsys, folder, monkeypatch):
    def full(path, data):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(saved, "write_whole", full)
        code, err = refused(capsys, *SIMULATE, "--games", "13", "--resume", str(folder))
    assert code == FAILED and "(No space left on device)" in err
    assert digest(capsys, "--games", "13", "--resume", str(folder)) == digest(capsys, "--games", "13")


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_files_of_matches_are_for_those_whom_the_umask_lets(capsys, tmp_path, small, mask):
    before = os.umask(mask)
    try:
        told(capsys, *SIMULATE, *GAMES, "--out", str(tmp_path / "campaign"))
    finally:
        os.umask(before)
    modes = {path.suffix: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "campaign").iterdir()}
    assert modes == {".gz": 0o666 & ~mask, ".jsonl": 0o666 & ~mask}


def test_a_tournament_is_kept_and_gone_on_with_in_a_folder(capsys, tmp_path, small):
    typed = ("tournament", "punto", "--bots", "greedy,random", *SHORT, "--language", "en", "--deals")
    whole, part = tmp_path / "whole", tmp_path / "part"
    told(capsys, *typed, "7", "--out", str(whole))
    told(capsys, *typed, "3", "--out", str(part))
    told(capsys, *typed, "7", "--resume", str(part))
    assert gt.load_study(part).digest == gt.load_study(whole).digest
    assert gt.load_study(part).played == 14 and len(contents(part)) == 4


@pytest.mark.slow
def test_a_program_that_is_killed_takes_its_processes_along_and_is_gone_on_with(capsys, tmp_path):
    folder, games = tmp_path / "campaign", ("--games", "2600")
    typed = [sys.executable, "-m", "glowtable", *SIMULATE, *games, "--jobs", "2", "--out", str(folder)]
    with subprocess.Popen(typed, stdout=subprocess.DEVNULL) as program:
        wait_until((folder / "000000.jsonl.gz").exists)
        with open(f"/proc/{program.pid}/task/{program.pid}/children") as file:
            children = file.read().split()
        program.send_signal(signal.SIGKILL)
    assert len(children) == 2
    wait_until(lambda: not any(os.path.exists(f"/proc/{child}") for child in children))
    assert not any(os.path.exists(f"/proc/{child}") for child in children)
    assert digest(capsys, *games, "--resume", str(folder), "--jobs", "2") == digest(capsys, *games)


# -- what is kept


def made(game, players, options, seed, number, bots):
    """A match that is not played."""
    rng = Random(number)
    outcome = Outcome("end", (rng.randrange(players),), (1, 0), (), ("line",))
    digest = rng.randbytes(16)
    return SimulatedMatch(number, tuple(bots), 0, outcome, rng.randrange(9, 40), 1, 7, 70, (0.5, 0.5), digest)


def peak(monkeypatch, folder, games):
    """The most bytes that were kept at a time."""
    monkeypatch.setattr(engine, "simulate_match", made)
    campaign = engine.Campaign(gt.find("punto"), Run("punto", 2, {}, 1), (("greedy", "random"),))
    folder.mkdir()
    tracemalloc.start()
    with saved_in(str(folder), campaign, print, is_new=False) as keeping:
        tally = Tally(campaign.run)
        for match in keeping.completed(games, lambda places: engine.play_matches(campaign, games, missing=places)):
            tally.count_match(match)
        kept = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert tally.played == games
    return kept


def test_a_run_ten_times_as_long_keeps_no_more(monkeypatch, tmp_path):
    peak(monkeypatch, tmp_path / "warm", 1200)
    few, many = (peak(monkeypatch, tmp_path / str(games), games) for games in (1200, 12_000))
    assert many < 1.2 * few


def kept_of_a_tournament(deals):
    """The most bytes that a tournament of eight bots kept at a time."""
    run, seatings = Run("punto", 2, {}, 1), tournament_seatings(gt.find("punto"), list("abcdefgh"), 2)
    tally = Tally(run)
    tracemalloc.start()
    for place in range(deals * len(seatings)):
        number, seating = divmod(place, len(seatings))
        tally.count_match(made("punto", 2, {}, 1, number, seatings[seating])._replace(outcome=outcome_at(place)))
    kept = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert tally.pair_score("a", "b").n == deals
    return kept


def outcome_at(place):
    return Outcome("end", (Random(f"winner {place}").randrange(2),), (1, 0), (), ("line",))


@pytest.mark.parametrize("most", [8, 10**6])  # the second is the control: each deal that differs is kept
def test_a_tournament_of_many_bots_ten_times_as_long_keeps_no_more(monkeypatch, most):
    monkeypatch.setattr(figures, "MOST_KEPT", most)
    kept_of_a_tournament(20)
    few, many = kept_of_a_tournament(20), kept_of_a_tournament(200)
    assert (many < 1.2 * few) == (most == 8)


def test_blocks_of_deals_are_as_sure_as_the_deals(monkeypatch):
    rng = random_stream(7)
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    sums, each = DealSums(), []
    monkeypatch.setattr(figures, "MOST_KEPT", 60)
    for _ in range(3001):
        wins = [rng.random() + (rng.random() < 0.6) for _ in pairs]
        each.append(
            dict(zip(pairs, wins, strict=True)) | {p[::-1]: 2 - won for p, won in zip(pairs, wins, strict=True)}
        )
        sums.add_deal(each[-1])
    parts, counts = sums.drawn_parts()
    assert 60 <= len(parts) <= 120 and sums.n == 3001
    blocks, single = ratings(parts, random_stream(1), counts=counts, n=sums.n), ratings(each, random_stream(1))
    for bot, rating in single.items():
        assert blocks[bot].value == pytest.approx(rating.value) and blocks[bot].n == rating.n == 3001
        assert blocks[bot].high - blocks[bot].low == pytest.approx(rating.high - rating.low, rel=0.3)


def test_a_tournament_from_python_is_kept_in_a_folder_if_asked(tmp_path):
    terms = {"deals": 3, "rounds_to_win": 1, "max_rounds": 1}
    kept = gt.tournament("punto", ["greedy", "random"], out=tmp_path / "kept", **terms)
    here = gt.tournament("punto", ["greedy", "random"], **terms)
    assert kept.digest == here.digest == gt.load_study(tmp_path / "kept").digest
    assert [match.digest for match in kept.matches] == [match.digest for match in here.matches]
    with pytest.raises(UserError, match="already exists"):
        gt.tournament("punto", ["greedy", "random"], out=tmp_path / "kept", **terms)


def test_no_more_chunks_are_on_their_way_than_are_played_soon():
    out, most = [], 0

    def submit(chunk):
        nonlocal most
        out.append(chunk)
        most = max(most, len(out))
        return chunk

    def take(chunk):
        out.remove(chunk)
        return chunk

    chunks = [[number] for number in range(100)]
    assert list(engine.in_order(submit, take, iter(chunks), 8)) == chunks and most == 8


def test_of_many_deals_ratings_are_as_sure_as_if_all_were_drawn():
    won, lost = {("a", "b"): 1.0, ("b", "a"): 0.0}, {("a", "b"): 0.0, ("b", "a"): 1.0}
    few = ratings([won, lost], random_stream(1), counts=[5400, 3600])["a"]
    many = ratings([won, lost], random_stream(1), counts=[54 * 4000, 36 * 4000])["a"]
    assert many.value == pytest.approx(few.value, rel=0.01) and many.n == 360_000
    assert (many.high - many.low) / (few.high - few.low) == pytest.approx((9000 / 360_000) ** 0.5, rel=0.25)


@pytest.mark.slow
def test_a_thousand_matches_are_as_long_as_the_page_says(tmp_path):
    page = (HOUSE / "docs/SIMULATE.md").read_text("utf-8")
    least, most = map(int, re.search(r"(\d+) to (\d+) bytes a match", page).groups())
    for game, seats in (("punto", 2), ("alex_and_co", 6)):
        gt.simulate(game, ["random"], seats=seats, games=1000, out=tmp_path / game)
        (file,) = (tmp_path / game).iterdir()
        assert file.suffix == ".gz" and 1000 * least <= file.stat().st_size <= 1000 * most
