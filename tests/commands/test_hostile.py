"""Whatever lies where a file of this program is expected: each command ends with a sentence, never with a traceback.

`make test` tries a few of the files that a command reads; a campaign a quarter of them; a long campaign all files with
each command: files of our own lie in their places, others are given to each command that takes a file.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest
from glowtable.command_line import COMMANDS as THERE
from glowtable.commands.past_matches import PastMatches
from glowtable.match.journal import Journal
from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from tests.docs.hostile_page import (
    MEANWHILE,
    OUTPUT,
    PAGE,
    RESUMED,
    TITLES,
    WRITERS,
    Trial,
    end_of,
    kinds,
    told,
    without_home,
)
from tests.support.campaign import IN_CAMPAIGN, LONG
from tests.support.hostile import ROLES, Hostile, corpus
from tests.support.hostile_commands import (
    COMMANDS,
    HOUSE,
    MET_BY,
    READERS,
    Ran,
    commands_run,
    files,
    fresh_home,
    run_with,
)
from tests.support.hostile_moments import AT_THE_BEGINNING, IN_MID_MATCH

SAID_TO_BE_LOST = {
    "a backup is copied over it": "The old one's last changes are in journal.sqlite.former1-wal.",
    "a file takes the place of the data folder": "The saved data couldn't be rescued",
}
EXIT_CODES = range(6)
MOST_SAID = 4000  # letters of errors: one sentence, or two
CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
STEP = 1 if LONG else 4 if IN_CAMPAIGN else 101  # of so many files with a command one


@pytest.fixture(scope="module")
def run():
    with commands_run() as run:
        yield run


def trials(role: str) -> list[tuple[Hostile, str]]:
    """The files of this run, each with a command."""
    there = [hostile for hostile in files() if hostile.role == role]
    return [(hostile, name) for hostile in there for name in (MET_BY if LONG else READERS)[role]][::STEP]


def complaints(ran: Ran) -> list[str]:
    """What is wrong with how a command ended."""
    said = ran.out + ran.err
    wrong = []
    if ran.code not in EXIT_CODES:
        wrong.append(f"exit code {ran.code}")
    if "Traceback" in said:
        wrong.append(said.strip().splitlines()[-1])
    wrong += [f"prints {found!r}" for found in CONTROL.findall(said)[:1]]
    if len(ran.err) > MOST_SAID:
        wrong.append(f"says {len(ran.err)} letters")
    if ran.code and not said:
        wrong.append("fails without a word")
    return wrong


@pytest.mark.campaign
@pytest.mark.parametrize("role", ROLES)
def test_no_hostile_file_makes_a_traceback(run, tmp_path, record_property, role):
    """And docs/HOSTILE.md says how each command ends that reads it: in a long campaign it counts right, too."""
    made, bad = [], []
    for hostile, name in trials(role):
        ran = run_with(run, hostile, name, tmp_path)
        made.append(Trial(TITLES[role], hostile.name, name, end_of(ran)))
        bad += [f"{name}, {hostile.name}: {what}" for what in complaints(ran)]
    assert bad == [] and made
    now = kinds(trial for trial in made if trial.command in READERS[role])
    assert now == told(TITLES[role]) if LONG else set(now) <= set(told(TITLES[role]))
    if IN_CAMPAIGN:
        codes = Counter(trial.end.code for trial in made)
        counted = ", ".join(f"{count} times {code}" for code, count in sorted(codes.items()))
        record_property(f"hostile files: {TITLES[role]}", f"{len(made)} runs, 0 tracebacks; exit {counted}")


@pytest.mark.campaign
def test_no_journal_brings_anything_but_words_to_a_page(tmp_path, record_property):
    """What a browser asks of past matches; who opened the program has opened the journal before."""
    sealed = [hostile for hostile in files() if hostile.role == "journal" and hostile.name.startswith("sealed")]
    asked = 0
    for n, hostile in enumerate(sealed[::STEP]):
        path = tmp_path / str(n) / "journal.sqlite"
        hostile.make(path)
        Journal(path).close()
        for answer in answers_to_page(path):
            asked += 1
            assert not CONTROL.search(answer), hostile.name
    record_property("hostile journals asked by pages", f"{asked} answers, 0 control characters")


def answers_to_page(path: Path) -> Iterator[str]:
    """To each question that a page has about the first match, or the sentence that refuses it."""
    past = PastMatches(path, lambda: 0)
    yield past.list_all("en")
    for ask in (
        lambda: past.show_moment(1, 0, "de"),
        lambda: past.show_moment(1, 1 << 40, "it"),
        lambda: past.faces_of(1).decode(),
        *(partial(past.export_match, 1, form, "en") for form in ("jsonl", "csv", "text")),
    ):
        try:
            yield ask()
        except UserError as error:
            yield Translator("en").text(error.message)


def test_no_row_of_the_page_is_a_traceback_or_of_what_nobody_tries():
    """A page that is written again while something is wrong would hide it from those who read it."""
    text = PAGE.read_text("utf-8")
    rows = [end for title in TITLES.values() for end in told(title)]
    assert len(rows) > 80 and [end for end in rows if "Traceback" in end.said or end.code not in EXIT_CODES] == []
    assert re.findall("^## (.*)", text, re.MULTILINE) == [*TITLES.values()]
    assert f"{len(files())} files are tried." in text


def acknowledged_rows_kept(home: Path) -> int:
    """The most good rows of the match that any journal there has."""
    kept = 0
    for number, path in enumerate(sorted(home.rglob("journal.sqlite*"))):
        if path.name.endswith(("-wal", "-shm")):
            continue
        looked = home / f"looked{number}"
        looked.mkdir()
        for part in ("", "-wal"):
            if path.with_name(path.name + part).exists():
                copyfile(path.with_name(path.name + part), looked / f"journal.sqlite{part}")
        journal = Journal(looked / "journal.sqlite")
        kept = max([kept, *(len(journal.good_rows(saved.id)) for saved in journal.list_matches())])
        journal.close()
    return kept


@pytest.mark.parametrize("moment", IN_MID_MATCH)
def test_nothing_acknowledged_is_lost_silently_whatever_is_done_to_its_files_in_mid_match(run, tmp_path, moment):
    with fresh_home(tmp_path) as home:
        ran = run(home, *COMMANDS["play"], moment=moment)
        assert complaints(ran) == [] and ran.rows >= 20
        assert is_told(MEANWHILE, moment, without_home(ran, home))
        if (home / "data").is_dir():
            (home / "data").chmod(0o700)
        kept = acknowledged_rows_kept(home)
        assert kept >= ran.rows if moment not in SAID_TO_BE_LOST else SAID_TO_BE_LOST[moment] in ran.err
        resumed = run(home, *COMMANDS["play --resume"])
        assert complaints(resumed) == [] and is_told(RESUMED, moment, without_home(resumed, home))


def is_told(title: str, moment: str, ran: Ran) -> bool:
    """Whether that chapter of the page says how a command ends if this happens."""
    return moment in told(title).get(end_of(ran).kind, "").partition(" | ")[2].split(", ")


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("moment", AT_THE_BEGINNING)
def test_output_that_goes_nowhere_is_no_traceback(run, tmp_path, moment, name):
    with fresh_home(tmp_path) as home:
        ran = run(home, *COMMANDS[name], moment=moment)
    assert [wrong for wrong in complaints(ran) if wrong != "fails without a word"] == []
    assert is_told(OUTPUT, moment, without_home(ran, home))


def test_the_corpus_is_large_and_every_command_is_tried():
    assert len(files()) >= 600
    assert {arguments[0] for arguments in COMMANDS.values()} == set(THERE)
    for command in ("matches", "journal", "tags"):
        action = dict(THERE[command].arguments)["action"]
        given = {(*arguments[1:], "")[0] for arguments in COMMANDS.values() if arguments[0] == command}
        assert {word for word in given if word.isalpha()} | {action.get("default")} >= set(action["choices"])
    assert {name for names in READERS.values() for name in names} <= set(COMMANDS)
    assert set(READERS) == set(ROLES)
    assert all(set(READERS[role]) <= set(MET_BY[role]) for role in ROLES)


@pytest.mark.parametrize(
    "ran",
    [
        Ran(99, "", "Traceback (most recent call last):\nRecursionError"),
        Ran(-9, "", ""),
        Ran(1, "", ""),
        Ran(0, "\x1b]0;owned\x07", ""),
        Ran(0, "\u202eneB", ""),
        Ran(1, "", "no " * 3000),
    ],
)
def test_control_what_is_wrong_is_seen(ran):
    assert complaints(ran)


def test_control_a_reader_without_a_gate_is_caught(run, tmp_path, monkeypatch):
    """The same file, read as before there was a gate."""
    deep = next(hostile for hostile in corpus() if (hostile.role, hostile.name) == ("match", "deep objects"))
    deep.make(tmp_path / "deep")
    with pytest.raises(RecursionError):
        json.loads((tmp_path / "deep").read_text())


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", ["matches", "replay nothing", "play punto --port twin: --option rounds_to_win=1"])
def test_closed_streams_are_no_traceback(tmp_path, closed, arguments):
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    home = {"GLOWTABLE_DATA": str(tmp_path), "GLOWTABLE_CONFIG": str(tmp_path / "none"), "PYTHONPATH": path}
    command = f'exec "{sys.executable}" -m glowtable {arguments} {closed}'
    ran = subprocess.run(["sh", "-c", command], env={**os.environ, **home}, capture_output=True, text=True)
    assert ran.returncode == (2 if "nothing" in arguments else 0) and "Traceback" not in ran.stderr


def test_letters_that_a_terminal_has_not_are_shown_plainly(tmp_path):
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    home = {"GLOWTABLE_DATA": str(tmp_path), "GLOWTABLE_CONFIG": str(tmp_path / "none"), "PYTHONPATH": path}
    ran = subprocess.run(
        [sys.executable, "-m", "glowtable", "play", "--options", "--language", "de"],
        env={**os.environ, **home, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0 and "Funferreihen" in ran.stdout


@pytest.mark.slow
def test_nothing_is_imported_from_where_it_is_run(tmp_path):
    """A file of the working directory with a library's name is not run; the controls show that Python would.

    One with our own name is found before any of ours is: there -P helps, or the program `glowtable`.
    """
    ours = ["-m", "glowtable", "matches"]
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    home = {"GLOWTABLE_DATA": str(tmp_path), "GLOWTABLE_CONFIG": str(tmp_path / "none"), "PYTHONPATH": path}
    for names, code, is_planted in (
        (("typing", "json", "argparse", "sqlite3", "serial"), ours, False),
        (("json",), ["-c", "import json"], True),
        (("glowtable",), ["-P", *ours], False),
        (("glowtable",), ours, True),
    ):
        for name in names:
            (tmp_path / f"{name}.py").write_text("raise SystemExit('planted')")
        command = [sys.executable, *code]
        ran = subprocess.run(command, cwd=tmp_path, env={**os.environ, **home}, capture_output=True, text=True)
        assert ("planted" in ran.stderr) == is_planted == bool(ran.returncode)
