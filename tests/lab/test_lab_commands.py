"""simulate, tournament and report as they are typed: files, a person's own bots, what is refused."""

import json
import os
import shlex
import subprocess
import sys

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.lab import scripts
from glowtable.lab import simulate as engine
from glowtable.lab.saved import Saved
from glowtable.lab.tally import Tally
from glowtable.messages import FAILED, INTERRUPTED, USAGE

SIMULATE = ("simulate", "punto", "--bots", "greedy,random", "--option", "rounds_to_win=1", "--seed", "3", "--json")
TOURNAMENT = ("tournament", "punto", "--bots", "greedy,random", "--option", "rounds_to_win=1", "--language", "en")
BOTS = """
import glowtable as gt

@gt.bot("punto")
def first(view, legal, determinize, rng):
    return legal[0]

@gt.bot("punto")
def fifth(view, legal, determinize, rng):
    rng.counted = getattr(rng, "counted", 0) + 1
    return legal[0] if rng.counted < 5 else "anything"

gt.register(gt.find("punto")._replace(name="tuppo", title="Tuppo"))
"""


@pytest.fixture(autouse=True)
def no_guests(monkeypatch):
    monkeypatch.setattr(games, "_guests", {})
    monkeypatch.setattr(games, "_guest_bots", {})
    scripts.run_scripts.cache_clear()


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "my_bots.py").write_text(BOTS)
    return str(tmp_path / "my_bots.py")


@pytest.fixture
def path(capsys, tmp_path):
    """A file of one match."""
    run(capsys, *SIMULATE, "--games", "1", "--out", str(tmp_path / "matches.jsonl"))
    return tmp_path / "matches.jsonl"


def run(capsys, *arguments):
    """What a command prints that ends well."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys, *arguments):
    """The exit code of a command that fails, and its one sentence."""
    code = main(arguments)
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "Traceback" not in err
    return code, err


def figures(text):
    return {name: value for name, value in json.loads(text).items() if name != "cpu_s"}


def without_times(path):
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [{name: value for name, value in row.items() if name != "ms_per_decision"} for row in rows]


def test_equal_arguments_print_the_same_but_for_the_time(capsys):
    assert figures(run(capsys, *SIMULATE, "--games", "8")) == figures(
        run(capsys, *SIMULATE, "--games", "8", "--jobs", "2")
    )


@pytest.mark.parametrize("cut", [0, 1, 700, 1500, 2600])
def test_a_run_that_was_stopped_anywhere_goes_on_to_the_same_file(capsys, tmp_path, cut):
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    told = figures(run(capsys, *SIMULATE, "--games", "6", "--out", str(whole)))
    part.write_bytes(whole.read_bytes()[:cut])
    assert figures(run(capsys, *SIMULATE, "--games", "6", "--resume", str(part))) == told
    assert without_times(part) == without_times(whole)
    assert part.read_bytes()[:cut].rpartition(b"\n")[0] == whole.read_bytes()[:cut].rpartition(b"\n")[0]


def test_a_tournament_that_was_stopped_goes_on(capsys, tmp_path):
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    run(capsys, *TOURNAMENT, "--deals", "4", "--out", str(whole))
    told = run(capsys, "report", str(whole), "--language", "en")
    part.write_text("".join(whole.read_text().splitlines(keepends=True)[:3]))
    run(capsys, *TOURNAMENT, "--deals", "4", "--resume", str(part))
    assert without_times(part) == without_times(whole)
    lines = told.splitlines()
    assert lines[0] == "Punto: 8 matches, players 2, seed 1" and lines[-1].startswith("greedy scores 1.000 [")


def interrupt_in_fifth(monkeypatch, *named):
    """Ctrl-C in the fifth match of nine."""
    count = Tally.count_match

    def count_four(tally, match):
        if tally.played == 4:
            raise KeyboardInterrupt
        count(tally, match)

    with monkeypatch.context() as patch:
        patch.setattr(Tally, "count_match", count_four)
        assert main((*SIMULATE, "--games", "9", "--language", "en", *named)) == INTERRUPTED


@pytest.mark.parametrize("named", [("--out", "my matches"), ("--out=my matches",), ("--ou", "my matches")])
def test_ctrl_c_says_what_is_saved_and_how_to_continue(capsys, tmp_path, monkeypatch, named):
    monkeypatch.chdir(tmp_path)
    interrupt_in_fifth(monkeypatch, *named)
    out, said = capsys.readouterr()
    told, _, command = said.rstrip("\n").partition(" Continue: glowtable ")
    assert (out, told, command.endswith("my matches'")) == ("", "4 of 9 matches are saved.", True)
    assert figures(run(capsys, *shlex.split(command)))["games"] == 9


def test_ctrl_c_says_how_to_save_what_was_played_for_nothing(capsys, monkeypatch):
    interrupt_in_fifth(monkeypatch)
    assert capsys.readouterr() == ("", "Stopped after 4 of 9 matches. To keep what is done, add --out NAME.\n")


@pytest.mark.slow
def test_a_sequential_test_ends_a_tournament_as_soon_as_it_is_decided(capsys):
    told = run(capsys, *TOURNAMENT, "--deals", "500", "--sprt", "0.5,0.55")
    assert "sequential test of greedy against random says 0.55 rather than 0.5, after " in told
    assert int(told.split(": ")[1].split()[0]) < 300


@pytest.mark.parametrize(("size", "jobs"), [(1, "1"), (7, "1"), (100, "1"), (5, "2")])
def test_a_decided_test_ends_at_the_same_match_however_matches_are_shared_out(
    capsys, tmp_path, monkeypatch, size, jobs
):
    """All are won until the sixth decides; a file in which it is decided is told of, and nothing is played."""
    file = tmp_path / "matches.jsonl"
    typed = (*TOURNAMENT, "--deals", "40", "--sprt", "0.5,0.9")
    monkeypatch.setattr(engine, "_chunk_size", lambda *_: size)
    told = run(capsys, *typed, "--jobs", jobs, "--out", str(file))
    assert told.startswith("Punto: 6 matches") and "0.9 rather than 0.5, after 6 matches" in told
    assert [row["number"] for row in without_times(file)] == [0, 0, 1, 1, 2, 2]
    monkeypatch.setattr(engine, "simulate_match", None)
    assert run(capsys, *typed, "--resume", str(file)) == told


def test_a_report_speaks_the_persons_language(capsys, tmp_path):
    run(capsys, *SIMULATE, "--games", "2", "--out", str(tmp_path / "file"))
    assert "2 Partien" in run(capsys, "report", str(tmp_path / "file"), "--language", "de")
    assert "2 partite" in run(capsys, "report", str(tmp_path / "file"), "--language", "it")


def test_a_report_of_two_says_how_far_they_differ(capsys, tmp_path):
    typed = ("simulate", "punto", "--bots", "random", "--option", "rounds_to_win=1", "--games", "9", "--out")
    one, other, alone = (str(tmp_path / name) for name in ("one", "other", "alone"))
    run(capsys, *typed, one, "--option", "first_cell=centre4")
    run(capsys, *typed, other, "--option", "first_cell=any")
    run(capsys, "simulate", "alter_ego", "--players", "1", "--bots", "random", "--games", "1", "--out", alone)
    lines = run(capsys, "report", one, other, alone, "--language", "en").splitlines()
    assert lines[-2] == "Compared with the first matches, how often the starting player wins:"
    shares = [float(line.split("first player wins ")[1].split("%")[0]) for line in lines if "first player" in line]
    assert any(line.startswith("Starting makes no clear difference: ") for line in lines)
    points = f"{shares[1] - shares[0]:+.1f} [-"
    assert lines[-1].startswith(f"No clear difference, {points}") and "points: “anywhere” – first" in lines[-1]


# -- a person's own bots and games


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_persons_own_bot_plays_in_any_number_of_processes(capsys, mine, jobs):
    typed = ("simulate", "punto", "--with", mine, "--bots", "first,random", "--games", "9", "--json")
    told = figures(run(capsys, *typed, "--jobs", jobs))
    assert told["bots"] == ["first", "random"] and told["finished"] == 9


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_persons_own_game_is_played(capsys, mine, tmp_path, jobs):
    file = str(tmp_path / "matches")
    told = figures(
        run(capsys, "simulate", "tuppo", "--with", mine, "--games", "4", "--jobs", jobs, "--json", "--out", file)
    )
    assert told["game"] == "tuppo" and told["finished"] == 4
    assert run(capsys, "report", file, "--with", mine, "--language", "en").startswith("Tuppo: 4 matches")


def test_a_file_of_bots_finds_the_module_beside_it_in_every_process(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside_my_bots.py").write_text("def choose(legal):\n    return legal[-1]\n")
    beside = "import glowtable as gt\nimport beside_my_bots\n\n\n@gt.bot('punto')\ndef last(view, legal, *_):\n"
    (tmp_path / "mine.py").write_text(beside + "    return beside_my_bots.choose(legal)\n")
    typed = ("--bots", "last,random", "--option", "rounds_to_win=1", "--games", "6", "--json")
    typed = ("simulate", "punto", "--with", str(tmp_path / "mine.py"), *typed)
    digests = {json.loads(run(capsys, *typed, "--jobs", jobs))["digest"] for jobs in "12"}
    assert len(digests) == 1


@pytest.mark.slow
def test_what_was_played_before_a_bot_failed_is_kept_and_gone_on_with(capsys, mine, tmp_path):
    file = tmp_path / "matches.jsonl"
    typed = ("simulate", "punto", "--with", mine, "--bots", "fifth,random", "--option", "rounds_to_win=1")
    typed += ("--games", "40")
    code, said = refused(capsys, *typed, "--out", str(file), "--language", "en")
    assert code == FAILED and "Bot fifth in seat 1 answered anything, which isn't legal" in said
    kept = without_times(file)
    assert all(row["bots"] == ["fifth", "random"] for row in kept)
    (tmp_path / "my_bots.py").write_text(BOTS.replace('"anything"', "legal[0]"))
    scripts.run_scripts.cache_clear()
    run(capsys, *typed, "--resume", str(file))
    assert len(without_times(file)) == 40 and without_times(file)[: len(kept)] == kept


@pytest.mark.parametrize("module", ["batch", "gymnasium_env", "open_spiel_games", "pettingzoo_env"])
def test_without_an_extra_its_modules_say_how_to_get_it(module):
    code = "import sys\nsys.modules.update(dict.fromkeys(('numpy', 'gymnasium', 'pettingzoo', 'pyspiel')))\n"
    code += f"import glowtable.lab.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = done.stderr.splitlines()[-1]
    assert "UserError: Environments and batches need more packages. " in said and "pip install" in said
    assert "peers" in said and "ModuleNotFoundError" not in done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0", "failed: ZeroDivisionError: division by zero"),
        ("def", "failed: SyntaxError: "),
        (None, "Give --with the"),
    ],
)
def test_a_file_of_bots_that_fails_is_one_sentence(capsys, tmp_path, text, words):
    if text:
        (tmp_path / "mine.py").write_text(text)
    code, said = refused(capsys, *SIMULATE, "--with", str(tmp_path / "mine.py"))
    assert words in said and code in (FAILED, USAGE)


# -- what is refused


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--out", "{there}"), "there.jsonl already exists. Continue it with --resume, or name another file."),
        (("--out", "{folder}/no/such/folder"), "(No such file"),
        (("--resume", "{folder}/none"), "/none. Name a file or folder that --out made."),
        (("--resume", "{there}", "--out", "{folder}/new"), "--resume continues one. Give only one of them."),
        (("--resume", "{there}", "--seed", "4"), "The file holds matches of another run (punto, players 2, seed 3,"),
        (("--resume", "{there}", "--bots", "random"), "The file holds matches of another run (punto, greedy, random,"),
        (("--resume", "{folder}"), "/pipe isn't a file of matches. Name a folder that --out made."),
        (("--resume", "{folder}/pipe"), "/pipe (not a file)."),
        (("--with", "{folder}/pipe"), "Can't find"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_and_stays_as_it_was(capsys, tmp_path, arguments, words):
    there = tmp_path / "there.jsonl"
    run(capsys, *SIMULATE, "--games", "2", "--out", str(there))
    before = there.read_bytes()
    os.mkfifo(tmp_path / "pipe")
    given = [each.format(there=there, folder=tmp_path) for each in arguments]
    _, said = refused(capsys, *SIMULATE, "--games", "3", *given, "--language", "en")
    assert words in said and there.read_bytes() == before


def test_a_file_that_may_not_be_written_is_one_sentence(capsys, tmp_path, monkeypatch):
    there = tmp_path / "there.jsonl"
    run(capsys, *SIMULATE, "--games", "2", "--out", str(there))

    def forbid(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.truncate", forbid)
    _, said = refused(capsys, *SIMULATE, "--games", "3", "--resume", str(there), "--language", "en")
    assert "(Permission denied" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--deals", "0"), "Give --deals and --jobs 1 or more."),
        (("--sprt", "0.6,0.5"), "--sprt 0.6,0.5: give two numbers from 0 to 1, lower first"),
        (("--sprt", "half"), "--sprt half: give two numbers from 0 to 1, lower first"),
        (("--bots", "greedy"), "A tournament needs 2 or more bots"),
        (("--bots", "greedy,greedy"), "each named once"),
        (("--bots", "greedy,genius"), "Punto has no bot genius. Choose one of"),
        (("--bots", "a,b,c", "--sprt", "0.5,0.6"), "has no bot a"),
        (("--players", "9"), "Punto needs 2 to 4 players, not 9."),
    ],
)
def test_an_impossible_tournament_is_one_sentence(capsys, arguments, words):
    _, said = refused(capsys, *TOURNAMENT, *arguments)
    assert words in said


def test_a_sequential_test_of_three_is_refused(capsys, mine):
    _, said = refused(capsys, *TOURNAMENT, "--with", mine, "--bots", "greedy,random,first", "--sprt", "0.5,0.6")
    assert "A sequential test compares 2 bots" in said


# -- files that are not ours, and damaged ones


@pytest.mark.parametrize("text", ["my only copy of a poem", '{"a": 1}', '{"format": "poem"'])
def test_a_file_of_others_is_refused_and_stays_as_it_was(capsys, tmp_path, text):
    path = tmp_path / "mine.txt"
    path.write_text(text)
    code, err = refused(capsys, *SIMULATE[:4], "--games", "1", "--resume", str(path))
    assert code == FAILED and "Line 1 isn't a match of" in err
    assert path.read_text() == text


DAMAGED = {
    "players": [0, -3, "2", 7], "bots": [[], ["greedy"], [{}, {}], [1, "a"]], "winners": [["x", 9], [[1]], [-1]],
    "starter": [99, -7, True], "number": [-5], "version": [True], "scores": [["a"], [{}]], "round_ends": [[{}]],
    "options": [{"first_cell": ["any"]}, {"first_cell": None}],
    "actions": [10**400, -1, 1.5], "ms_per_decision": [[], ["a", "b"], [1.0]], "digest": ["zz", "abc", 5],
}  # fmt: skip


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in DAMAGED.items() for value in values])
def test_a_damaged_field_is_one_sentence(capsys, path, field, value):
    damage(path, **{field: value})
    code, err = refused(capsys, "report", str(path))
    assert code == FAILED
    assert "Line 1" in err and ("is missing or damaged" in err or "another version" in err)


def damage(path, **fields):
    """The match in this file, with other fields."""
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}) + "\n")


def test_a_match_of_more_players_than_any_table_seats_is_damaged(capsys, path):
    damage(path, players=7, bots=["greedy"] * 7, ms_per_decision=[1] * 7)
    code, err = refused(capsys, "report", str(path))
    assert code == FAILED and "Line 1: the field players is missing or damaged." in err


def test_what_is_told_of_a_file_has_a_limit(capsys, path):
    damage(path, reason="x" * 100_000)
    assert len(run(capsys, *SIMULATE[:-1], "--games", "2", "--resume", str(path))) < 5000


def test_a_full_disk_is_one_sentence_that_names_the_file(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(Saved, "_file_of", lambda *_: open("/dev/full", "w"))  # noqa: SIM115
    code, err = refused(capsys, *SIMULATE, "--games", "2", "--out", str(tmp_path / "full"), "--language", "en")
    assert code == FAILED and "full (No space left on device)." in err


def test_a_table_that_finds_no_room_leaves_nothing(capsys, path, tmp_path):
    import resource

    table = tmp_path / "table.csv"
    path.write_bytes(path.read_bytes() * 2000)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        code, err = refused(capsys, "report", str(path), "--csv", str(table))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert code == FAILED and "(File too large" in err and not table.exists()


def test_a_name_that_no_encoding_has_is_written_as_it_can_be(capsys, path, tmp_path):
    table = tmp_path / "table.csv"
    damage(path, bots=["\ud800", "random"])
    run(capsys, "report", str(path), "--csv", str(table))
    assert r"\ud800|random" in table.read_text("utf-8")


def test_a_path_that_is_none_is_one_sentence(capsys, path):
    for typed in (("report", str(path), "--csv", "a\0b"), (*SIMULATE, "--games", "1", "--out", "a\0b")):
        code, err = refused(capsys, *typed)
        assert code == FAILED and "(embedded null byte)" in err


def test_of_a_long_file_only_the_last_line_is_looked_at_for_its_end(capsys, path):
    whole = path.read_bytes() * 3000
    path.write_bytes(whole + whole[:100])
    run(capsys, *SIMULATE, "--games", "2", "--resume", str(path))
    assert path.read_bytes()[: len(whole)] == whole and path.read_bytes().count(b"\n") == 3001


def test_matches_that_all_win_together_are_reported_though_no_bot_met_another(capsys, tmp_path):
    path = str(tmp_path / "matches.jsonl")
    run(capsys, "simulate", "alter_ego", "--players", "2", "--games", "1", "--bots", "vigilante,random", "--out", path)
    assert "vigilante takes" in run(capsys, "report", path)
    code, err = refused(
        capsys, "tournament", "alter_ego", "--deals", "1", "--bots", "vigilante,random", "--sprt", ".5,.55"
    )
    assert code == USAGE and "Here all win together" in err


def test_a_file_of_bots_that_ends_the_program_is_one_sentence(capsys, tmp_path):
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(3)\n")
    code, err = refused(capsys, *SIMULATE, "--games", "1", "--with", str(tmp_path / "leaves.py"))
    assert code == FAILED and "leaves.py failed: SystemExit: 3" in err
