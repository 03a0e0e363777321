"""The command line as its user meets it: what it prints, its exit codes, and one sentence for every bad input."""

import errno
import io
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import tracemalloc
import tty
import zipfile
from contextlib import nullcontext
from random import Random
from typing import NamedTuple

import pytest
from glowpico import wire
from glowtable import games
from glowtable.__main__ import main
from glowtable.commands import command_to_type, doctor
from glowtable.commands import play as play_command
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.device.connection import Connection
from glowtable.device.link import Link, Stats
from glowtable.device.twin import FakePico
from glowtable.game import HIDDEN
from glowtable.maker import bug_report
from glowtable.match.export import from_jsonl
from glowtable.match.journal import BEGIN, Journal
from glowtable.match.journal_database import chain_crc
from glowtable.messages import FAILED, INTERRUPTED, NO_ACCESS, NO_TABLE, USAGE, UserError
from glowtable.table import Row
from glowtable.terminal.progress import ProgressBar, progress_line

from tests.support.command import failing, printed
from tests.support.journals import another_program, change

pytestmark = pytest.mark.usefixtures("home")


SHORT = ("--port", "twin:", "--seed", "3", "--option", "rounds_to_win=1")


def played(capsys, *arguments):
    assert main(["play", *SHORT, *arguments]) == 0
    return capsys.readouterr()


# -- play


def test_play_without_a_terminal_plays_to_the_end_and_prints_the_result(capsys):
    out, err = played(capsys)
    assert out.startswith("Punto · simulated table") and "won Punto!" in out and err == ""


def test_play_on_auto_takes_the_twin_where_no_table_is_and_says_so(capsys):
    assert "simulated table" in printed(capsys, "play", "--seed", "3", "--option", "rounds_to_win=1").splitlines()[0]


def test_a_pico_that_does_not_answer_is_named_in_the_first_line(capsys, monkeypatch):
    monkeypatch.setattr(discovery, "pico_ports", lambda: ["/dev/nothing"])
    assert main(["play", "--seed", "3", "--option", "rounds_to_win=1"]) == 0
    assert "simulated table (no answer at /dev/nothing" in capsys.readouterr().out.splitlines()[0]


def test_an_unfinished_match_is_left_alone_and_named(capsys, home):
    half_a_match(home)
    out, err = played(capsys)
    players = "Lantern (greedy), Moth (greedy)"
    assert f"This is a new match. To continue match 1 ({players}): glowtable play --resume 1" in err
    assert "won Punto!" in out
    first, second = printed(capsys, "matches").splitlines()
    assert "unfinished" in first and "won Punto!" in second


def half_a_match(home):
    from tests.support.matches import Match

    match = Match(home / "data", seed=4)
    match.until(lambda: len(match.session.history) > 20)
    match.journal.close()
    return match


def test_a_seat_called_bot_is_one(capsys, home):
    played(capsys, "--seats", "Bot,bot:random")
    assert '"players": ["bot:greedy", "bot:random"]' in printed(capsys, "export", "1")


@pytest.mark.parametrize(
    ("program", "path", "typed"),
    [
        ("/home/ann/table/.venv/bin/glowtable", "", ".venv/bin/glowtable"),
        ("/home/ann/table/.venv/bin/glowtable", "/somewhere/glowtable", "glowtable"),
        ("/usr/lib/python3/glowtable/__main__.py", "", "glowtable"),
    ],
)
def test_a_command_is_told_as_the_shell_finds_it(monkeypatch, program, path, typed):
    monkeypatch.setattr(sys, "argv", [program])
    monkeypatch.setattr(shutil, "which", lambda name: path or None)
    monkeypatch.setattr(os, "getcwd", lambda: "/home/ann/table")
    assert command_to_type("play", "--seats", "Ann B.") == f"{typed} play --seats 'Ann B.'"


@pytest.mark.slow
def test_a_match_that_is_played_in_another_window_is_not_offered(capsys, home):
    half_a_match(home)
    with another_program(home / "data" / "journal.sqlite", "assert journal.hold_unfinished().id == 1"):
        code, sentence = failing(capsys, "play", "--resume")
    assert code == USAGE and "Match 1 runs in another window. Continue it there." in sentence
    assert main(["play", "--port", "twin:", "--resume"]) == 0


@pytest.mark.slow
def test_a_match_is_resumed_whatever_the_configured_names_are(capsys, home):
    """They are of the next match; that one asks for others."""
    half_a_match(home)
    (home / "config.toml").write_text('seats = ["undo", "bot:greedy"]\n')
    assert main(["play", "--port", "twin:", "--resume"]) == 0
    assert main(["play", "--port", "twin:"]) == USAGE and "undo can't be a player's name" in capsys.readouterr().err


def test_a_journal_deleted_after_the_last_action_is_said(capsys, home, monkeypatch):
    monkeypatch.setattr("glowtable.maker.bug_report.save_link", lambda *_: (home / "data" / "journal.sqlite").unlink())
    code, sentence = failing(capsys, "play", *SHORT)
    assert code == FAILED and "was deleted while in use, but everything saved was written there again" in sentence
    assert main(["export", "1"]) == 0


@pytest.mark.slow
def test_resume_goes_on_where_the_match_stood(capsys, home):
    match = half_a_match(home)
    assert "won Punto!" in printed(capsys, "play", "--port", "twin:", "--resume")
    rows = [json.loads(line) for line in printed(capsys, "export", "1").splitlines()][1:]
    actions = [row["text"] for row in rows if row["kind"] == "action"]
    assert actions[: len(match.session.history)] == [str(step.action) for step in match.session.history]
    assert main(["play", "--resume"]) == USAGE


def rewrite(home, change):
    """Match 1 in the journal has the rows that `change` makes of its rows, and they look undamaged."""
    db = sqlite3.connect(home / "data" / "journal.sqlite")
    rows = change([Row(*row) for row in db.execute("SELECT kind, text FROM rows WHERE match = 1 ORDER BY n")])
    db.execute("DELETE FROM rows WHERE match = 1")
    crc = 0
    for n, row in enumerate(rows, 1):
        crc = chain_crc(crc, *row)
        db.execute("INSERT INTO rows VALUES (1, ?, ?, ?, ?)", (n, *row, crc))
    db.commit()
    db.close()


def change_header(home, **changed):
    rewrite(home, lambda rows: [Row(BEGIN, json.dumps({**json.loads(rows[0].text), **changed})), *rows[1:]])


@pytest.mark.parametrize("port", ["twin:", "/dev/ttyACM0"])
def test_a_match_from_before_an_option_was_there_is_resumed(capsys, home, monkeypatch, port):
    twins(monkeypatch, "/dev/ttyACM0")
    match = half_a_match(home)
    change_header(home, options={name: value for name, value in match.options.items() if name != "frame"})
    if port != "twin:":
        from glowtable.commands import play

        monkeypatch.setattr(play, "play_to_end", lambda *_: True)
    assert main(["play", "--port", port, "--resume"]) == 0
    assert ("won Punto!" if port == "twin:" else "Match 1 is saved.") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {"players": ["bot:genius", "bot:greedy"]},
            "Punto has no bot genius. Choose one of greedy, watchful, kernel, learned, casual, beginner, random, ",
        ),
        ({"players": ["bot:greedy"]}, "it has 1 player"),
        ({"options": {"frame": "round"}}, "frame can be fixed, floating, not round."),
        ({"game": "chess"}, "No game called chess. Choose one of"),
    ],
)
def test_a_match_that_cannot_go_on_any_more_is_one_sentence(capsys, home, changed, words):
    half_a_match(home)
    change_header(home, **changed)
    _, sentence = failing(capsys, "play", "--port", "twin:", "--resume")
    assert words in sentence


def test_a_damaged_end_of_a_match_is_dropped_and_the_rest_goes_on(capsys, home):
    half_a_match(home)
    change(home / "data" / "journal.sqlite", "UPDATE rows SET text = 'press 1' WHERE n = 30")
    assert main(["play", "--port", "twin:", "--resume"]) == 0
    assert "damaged row" in capsys.readouterr().err


def test_the_config_gives_the_defaults(capsys, home):
    (home / "config.toml").write_text(
        'port = "twin:"\nlanguage = "de"\nseats = ["bot:random", "bot:greedy", "bot:random"]\n'
    )
    assert "Ember: " in printed(capsys, "play", "--option", "rounds_to_win=1", "--option", "max_rounds=1")


def test_the_games_options_can_be_listed(capsys):
    out = printed(capsys, "play", "--options")
    assert "frame=fixed*|floating" in out and "P-16" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["play", "chess"], USAGE, f"No game called chess. Choose one of {', '.join(games.names())}."),
        (["play", "--option", "colour=red"], USAGE, "has no option"),
        (["play", "--option", "frame=round"], USAGE, "fixed, floating"),
        (["play", "--option", "rounds_to_win=9"], USAGE, "rounds_to_win can be 1, 2, 3, 4, 5, not 9."),
        (["play", "--option", "frame"], USAGE, "name=value"),
        (["play", "--seats", "Ann"], USAGE, "2 to 4 players"),
        (["play", "--seats", "A,B,C,D,E"], USAGE, "2 to 4 players"),
        (
            ["play", "--seats", "Ann,bot:genius"],
            USAGE,
            "no bot genius. Choose one of greedy, watchful, kernel, learned, casual, beginner, random",
        ),
        (["play", "--seats", "Ann,Ann"], USAGE, "can't both be Ann"),
        (["play", "--seats", "Ann,"], USAGE, "needs a name"),
        (["play", "--option", "teams=yes"], USAGE, "teams"),
        (["play", "--resume"], USAGE, "no unfinished match. Start one"),
        (["play", "--port", "/dev/nothing"], NO_TABLE, "Can't find port"),
        (["play", "--port", "twin:lots=1"], USAGE, "lost, damaged"),
        (["play", "--port", "twin:lost=much"], USAGE, "name=chance"),
        (["play", "--port", "twin:lost=2"], USAGE, "name=chance"),
        (["simulate", "chess"], USAGE, "No game called chess. Choose one of"),
        (["simulate", "punto", "--players", "7"], USAGE, "2 to 4 players"),
        (["simulate", "punto", "--games", "0"], USAGE, "1 or more"),
        (["simulate", "punto", "--bots", "a,b,c"], USAGE, "no bot a"),
        (
            ["simulate", "punto", "--bots", "greedy,random,greedy"],
            USAGE,
            "You named 3 bots for 2 players. Name fewer, or",
        ),
        (["simulate", "punto", "--jobs", "0"], USAGE, "1 or more"),
        (["simulate", "punto", "--bots", "genius"], USAGE, "Punto has no bot genius. Choose one of"),
        (["simulate", "punto", "--bots", "greedy,greedy,greedy"], USAGE, "3 bots"),
        (["simulate", "punto", "--option", "frame=round"], USAGE, "fixed, floating"),
        (["replay", "nowhere.jsonl"], USAGE, "nowhere.jsonl"),
        (["export", "9"], USAGE, "glowtable matches"),
        (["tags", "enrol", "punto", "--card", "ZZ"], USAGE, "no card ZZ"),
        (["tags", "enrol"], NO_TABLE, "No table answers"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, code, words):
    found, sentence = failing(capsys, *arguments)
    assert found == code and words in sentence


@pytest.mark.parametrize(
    "owner, groups, joined, words",
    [
        (20, {"uucp": 14, "dialout": 20}, [100], "usermod -aG dialout $USER"),
        (0, {"root": 0, "dialout": 20}, [100], "usermod -aG dialout $USER"),
        (0, {"root": 0, "uucp": 14}, [100], "usermod -aG uucp $USER"),
        (0, {"root": 0, "uucp": 14}, [14], "See whose it is: ls -l /dev/null"),
        (0, {"root": 0}, [100], "See whose it is: ls -l /dev/null"),
    ],
)
def test_a_port_without_permission_names_a_group_but_never_root(
    capsys, home, monkeypatch, owner, groups, joined, words
):
    import grp

    import serial

    def denied(*arguments, **named):
        raise serial.SerialException(13, "denied")

    everyone = [grp.struct_group((name, "x", gid, [])) for name, gid in groups.items()]
    monkeypatch.setattr(grp, "getgrgid", {group.gr_gid: group for group in everyone}.__getitem__)
    monkeypatch.setattr(grp, "getgrnam", {group.gr_name: group for group in everyone}.__getitem__)
    monkeypatch.setattr(os, "getgroups", lambda: joined)
    port, stat = os.stat_result((0o20660, 0, 0, 1, 0, owner, 0, 0, 0, 0)), os.stat
    monkeypatch.setattr(os, "stat", lambda path, **named: port if path == "/dev/null" else stat(path, **named))
    monkeypatch.setattr(serial, "Serial", denied)
    code, sentence = failing(capsys, "play", "--port", "/dev/null")
    assert code == NO_ACCESS and words in sentence


class Line(NamedTuple):
    """A pseudo-terminal: a port with nobody at its other end."""

    master: int
    slave: int

    @property
    def name(self):
        return os.ttyname(self.slave)


@pytest.fixture
def line():
    line = Line(*pty.openpty())
    yield line
    os.close(line.master)
    os.close(line.slave)


def test_a_busy_port_says_so(capsys, line):
    import fcntl

    fcntl.flock(line.slave, fcntl.LOCK_EX)
    code, sentence = failing(capsys, "play", "--port", line.name)
    assert code == NO_ACCESS and f"{line.name} is in use." in sentence


def test_a_port_that_is_no_table_says_so(capsys, monkeypatch, line):
    monkeypatch.setattr(discovery, "ANSWER_MS", 50)
    code, sentence = failing(capsys, "play", "--port", line.name)
    assert code == NO_TABLE and "glowtable flash" in sentence


def test_a_pico_at_its_prompt_is_told_from_a_table(capsys, monkeypatch, line):
    from glowtable.commands import play

    class UntilItAnswered(RushedClock):
        def nap(self):
            super().nap()
            reading.join()

    monkeypatch.setattr(play, "WallClock", UntilItAnswered)
    tty.setraw(line.slave)
    reading = threading.Thread(target=lambda: os.read(line.master, 1) and os.write(line.master, b"\r\n>>> "))
    reading.start()  # a prompt answers our greeting's newline with itself
    code, sentence = failing(capsys, "play", "--port", line.name)
    reading.join()
    assert code == NO_TABLE and "prompt" in sentence and "Release all keys" in sentence


def test_a_pico_at_its_prompt_is_started_if_a_person_wants_it(monkeypatch):
    """Ctrl-D at the prompt runs the table: here, a twin takes the place of the prompt."""
    clock = RushedClock()
    table = discovery.simulated_table(clock)

    class AtPrompt:
        awake = False

        def read(self, size=1):
            return table.twin.line.read(size) if self.awake else b"\r\n>>> "

        def write(self, data):
            self.awake = self.awake or data == b"\r\x04"
            return table.twin.line.write(data) if self.awake else len(data)

        in_waiting = 1

        def close(self):
            pass

    monkeypatch.setattr(discovery, "open_serial", lambda device: AtPrompt())
    asked = []
    connection = discovery.open_table("/dev/ttyACM0", clock, lambda device: not asked.append(device))
    assert asked == ["/dev/ttyACM0"] and connection.link.hello is not None
    with pytest.raises(UserError, match="prompt"):
        discovery.open_table("/dev/ttyACM0", clock)


def test_tags_are_learnt_card_by_card(capsys, home, monkeypatch):
    """The twin's reader gets a tag whenever the command waits; a tag enrolled before is refused by name."""
    from glowtable.commands import tags

    clock = RushedClock()
    table = discovery.simulated_table(clock)
    uids = iter([f"04a1{n:04x}" for n in (0, 0, *range(1, 72))])

    class Laying:
        naps = 0

        def now_ms(self):
            return clock.now_ms()

        def nap(self):
            clock.nap()
            self.naps += 1
            if self.naps % 100 == 0:
                table.twin.lay(0, next(uids))

    monkeypatch.setattr(tags, "WallClock", Laying)
    monkeypatch.setattr(discovery, "find_table", lambda *_: table)
    assert "All cards of Punto have a tag." in printed(capsys, "tags", "enrol", "punto")
    assert main(["tags", "check"]) == 0
    rows = (home / "data" / "tags.csv").read_text().splitlines()
    assert len(rows) == 73 and rows[1] == "04a10000,punto,R1a"


def twins(monkeypatch, *names):
    """So many tables on USB, each a twin of its own."""
    clock = RushedClock()
    monkeypatch.setattr(discovery, "pico_ports", lambda: list(names))
    monkeypatch.setattr(discovery, "open_serial", lambda name: discovery.simulated_table(clock).twin.line.open())
    monkeypatch.setattr(
        discovery,
        "open_table",
        lambda name, *_: answering(Connection(name, lambda: discovery.open_serial(name)), clock),
    )


def answering(connection, clock):
    assert discovery.await_hello(connection, clock)
    return connection


def test_several_tables_are_listed(capsys, monkeypatch):
    twins(monkeypatch, "/dev/ttyACM0", "/dev/ttyACM1")
    code, sentence = failing(capsys, "play")
    assert code == NO_TABLE and "/dev/ttyACM0, /dev/ttyACM1" in sentence and "--port" in sentence


def test_what_no_real_table_can_do_is_refused_there(capsys, monkeypatch):
    twins(monkeypatch, "/dev/ttyACM0")
    code, sentence = failing(capsys, "play", "--option", "frame=floating")
    assert code == USAGE and "twin:" in sentence


@pytest.mark.parametrize(
    ("answer", "goes_on"), [("", True), ("y", True), ("N", False), ("ja", True), ("Sì", True), ("nein", False)]
)
def test_a_person_is_asked_whether_to_go_on_with_an_unfinished_match(home, monkeypatch, answer, goes_on):
    asked, played = [], []
    a_person(monkeypatch, lambda question: asked.append(question) or answer)
    monkeypatch.setattr(play_command, "play_to_end", lambda console, *_: played.append(console.pump.recorder.match))
    half_a_match(home)
    assert main(["play", "--port", "twin:"]) == 0
    assert asked == ["Resume Punto, match 1 (Lantern (greedy), Moth (greedy))? [Y/n] "]
    assert played == ([1] if goes_on else [2])


def a_person(monkeypatch, answers):
    """A person sits at the terminal and answers questions."""
    monkeypatch.setattr(play_command, "terminal_of_person", lambda *moment: nullcontext())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", answers)


def the_end(question):
    raise EOFError


def test_the_end_of_input_at_a_question_leaves(capsys, home, monkeypatch):
    a_person(monkeypatch, the_end)
    half_a_match(home)
    assert main(["play", "--port", "twin:"]) == INTERRUPTED
    assert "Traceback" not in capsys.readouterr().err
    assert [match.id for match in Journal(home / "data" / "journal.sqlite").list_matches()] == [1]


def test_ctrl_c_ends_with_130(monkeypatch):
    from glowtable.commands import play

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "play_to_end", interrupted)
    assert main(["play", "--port", "twin:"]) == INTERRUPTED


# -- simulate


def test_simulate_prints_a_line_per_figure_or_json(capsys):
    asked = ["simulate", "punto", "--games", "2", "--players", "3", "--bots", "greedy,random"]
    assert main(asked) == 0 and main([*asked, "--json"]) == 0
    *lines, found = capsys.readouterr().out.splitlines()
    fields = "glowtable bots game players options games seed finished wins win_shares reasons round_ends"
    assert list(json.loads(found)) == [*fields.split(), "actions_mean", "rounds_mean", "cpu_s", "digest"]
    assert "digest" in "".join(lines)


def test_a_log_gets_a_line_each_minute(monkeypatch, capsys):
    with ProgressBar(1000) as bar:
        for minute in range(3):
            monkeypatch.setattr(bar._clock, "now_ms", lambda: bar._drawn_ms + 59_999)
            bar.show_done(120 * minute + 119)
            monkeypatch.setattr(bar._clock, "now_ms", lambda: bar._drawn_ms + 60_000)
            bar.show_done(120 * minute + 120)
        monkeypatch.setattr(bar._clock, "now_ms", lambda: bar._drawn_ms + 30_000)
        bar.show_done(1000)
    out, err = capsys.readouterr()
    assert out == "" and [line[23:] for line in err.splitlines()] == [
        "120/1000 2.00/s 0:07:20", "240/1000 2.00/s 0:06:20", "360/1000 2.00/s 0:05:20",
    ]  # fmt: skip


def test_the_bar_shows_the_time_left_to_a_person(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with ProgressBar(10) as bar:
        bar.show_done(5)  # too soon after the first to be drawn
        bar.show_done(10)
    *_, begun, done, wiped, left = capsys.readouterr().err.split("\r")
    assert begun == "[....................] 0/10" and re.fullmatch(r"\[#{20}\] 10/10 [0-9.]+/s 0:00:00", done)
    assert wiped == " " * len(done) and left == ""


@pytest.mark.parametrize(
    ("done", "per_s", "line"),
    [(0, 0.0, "[....................] 0/400"), (100, 5.0, "[#####...............] 100/400 5.00/s 0:01:00"),
     (1, 1 / 9000, "[....................] 1/400 0.00/s 997:30:00"),
     (400, 213.4, "[####################] 400/400 213/s 0:00:00")],
)  # fmt: skip
def test_the_time_left_is_told_by_the_speed(done, per_s, line):
    assert progress_line(done, 400, per_s) == line


def test_what_was_done_before_is_no_measure_of_the_speed(monkeypatch, capsys):
    """900 were in the file; 1 a second are played."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with ProgressBar(1000) as bar:
        monkeypatch.setattr(bar._clock, "now_ms", lambda: bar._drawn_ms + 1000)
        for done in range(900, 960):
            bar.show_done(done)
    assert "959/1000 1.00/s 0:00:41" in capsys.readouterr().err


def test_a_job_of_nothing_has_a_bar_too():
    assert progress_line(0, 0, 0) == "[....................] 0/0"


# -- matches, export, replay


@pytest.fixture(scope="module")
def folder_of_a_match(tmp_path_factory):
    """What a match leaves behind."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GLOWTABLE_DATA", str(folder))
        patch.setenv("GLOWTABLE_CONFIG", str(folder / "config.toml"))
        patch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115
        assert main(["play", *SHORT]) == 0
    return folder


@pytest.fixture
def match(home, folder_of_a_match):
    """The number of a match that was played here."""
    shutil.copytree(folder_of_a_match, home / "data")
    return 1


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_an_exported_match_replays_to_the_same_outcome(capsys, home, match, form):
    main(["export", "1", "--format", form])
    file = home / "match"
    file.write_text(capsys.readouterr().out)
    out = printed(capsys, "replay", str(file))
    main(["matches"])
    winner = out.splitlines()[0]
    assert " won Punto! (" in winner
    assert winner in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_a_text_of_any_game_is_known_by_its_first_line(capsys, home, name):
    assert main(["play", name, "--seed", "1"]) == 0
    capsys.readouterr()
    main(["export", "1", "--format", "text"])
    file = home / "match"
    file.write_text(capsys.readouterr().out)
    assert f" won {games.find(name).title}! (" in printed(capsys, "replay", str(file)).splitlines()[0]


def test_csv_has_a_line_per_point(capsys, match):
    head, *points = printed(capsys, "export", "1", "--format", "csv").splitlines()
    assert head == "players,points,why,rule" and points and "P-" in points[-1]


def test_replay_reads_standard_input(capsys, match, monkeypatch):
    text = printed(capsys, "export", "1")
    done = subprocess.run(
        [sys.executable, "-m", "glowtable", "replay", "-"], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "won Punto!" in done.stdout


def test_an_unfinished_match_replays_as_far_as_it_goes(capsys, home):
    half_a_match(home)
    (home / "half").write_text(printed(capsys, "export", "1"))
    assert "actions so far. The match isn't over." in printed(capsys, "replay", str(home / "half"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "This isn't a match to replay."),
        ("hello\n", "This isn't a match to replay."),
        ("match,number,time,seat,name,action\n", "to replay. Export one with --format jsonl or --format text."),
        ("{}\n", "This isn't an exported match."),
        ('{"format": "glowtable-match", "version": 9}\n', "newer glowtable (format 9, "),
        ('{"format": "glowtable-match", "version": 1, "game": "punto"}\n', "players must be a list"),
        ("{\n", "Line 1 must be a JSON object."),
        (
            '{"format": "glowtable-match", "version": 1, "game": "punto", "players": [1, 2], "options": {}, "seed": 1, '
            '"started": ""}\n',
            "players must be",
        ),
        ('{HEAD}\n{"kind": 3}\n', "Line 2 must have kind and text."),
        ('{HEAD}\n{"kind": "action", "text": "0 place 3"}\n', "row 1"),
        ("Punto rubbish\n", "This isn't a match of Punto: line 1"),
    ],
)
def test_a_wrong_file_to_replay_is_one_sentence(capsys, home, content, words):
    head = {
        "format": "glowtable-match",
        "version": 1,
        "game": "punto",
        "players": ["A", "B"],
        "options": {},
        "seed": 1,
        "started": "",
    }
    (home / "match").write_text(content.replace("{HEAD}", json.dumps(head)))
    code, sentence = failing(capsys, "replay", str(home / "match"))
    assert code in (FAILED, USAGE) and words in sentence


@pytest.mark.parametrize(
    "line",
    ["export 1", "--help", "--version", "play --help", "simulate --help", "games", "bots", "matches", "play --options"],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_standard_output_is_one_sentence(match, monkeypatch, line, unbuffered):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "glowtable", *line.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == FAILED and done.stderr.count("\n") == 1
    command = line.partition(" ")[0] if not line.endswith(("help", "version")) else ""
    assert done.stderr == f"glowtable {command}".rstrip() + ": Can't write the output: the disk is full.\n"


@pytest.mark.parametrize("line", ["--help", "--version", "play --help", "games"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_nobody_who_reads_the_output_is_no_traceback(home, monkeypatch, line, unbuffered):
    """As `glowtable --help | head -0`: the reading end of the pipe is closed before anything is written."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "glowtable", *line.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (FAILED, "")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_whatever_limits_the_output_is_one_sentence(capsys, match, monkeypatch, number):
    class Full(io.StringIO):
        def write(self, text):
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(sys, "stdout", Full())
    code, sentence = failing(capsys, "export", "1")
    assert code == FAILED and "Can't write the output: the disk is full." in sentence


@pytest.mark.parametrize("typed", ["--\x1b]0;owned\x07", "--\u202eneB", "--seed=" + "9x" * 50_000])
def test_what_is_typed_wrong_moves_no_cursor_and_has_an_end(capsys, typed):
    with pytest.raises(SystemExit) as left:
        main(["play", "punto", typed])
    said = capsys.readouterr().err
    assert left.value.code == USAGE and len(said) < 3000 and said.replace("\n", "").isprintable()


# -- doctor


def test_doctor_tells_versions_ports_and_the_last_link(capsys, match):
    out = printed(capsys, "doctor")
    for words in ("glowtable", "firmware", "No Pico is plugged in", "the link when last closed"):
        assert words in out
    assert out.startswith("No Pico is plugged in") and "last sent" not in out and "ID_MM" not in out
    assert "last sent" in printed(capsys, "doctor", "--frames")


def test_doctor_offers_a_rule_only_where_it_helps(capsys, home, monkeypatch):
    monkeypatch.setattr(doctor, "modem_manager_runs", lambda: True)
    assert ("ID_MM" in printed(capsys, "doctor", "--port", "twin:")) == (sys.platform == "linux")
    assert "ID_MM" not in printed(capsys, "doctor")


def test_doctor_examines_a_table(capsys):
    out = printed(capsys, "doctor", "--port", "twin:")
    assert "hello: protocol=1" in out and "snapshot: cells=000000000" in out and "stats: free=" in out
    assert "last start: power switched on" in out and "longest tick: " in out


def test_doctor_says_in_words_what_is_wrong_with_a_table(capsys, home, monkeypatch):
    monkeypatch.setattr(FakePico, "trouble", ("no-settings", "reader.3"))
    monkeypatch.setattr(FakePico, "readers", 0x77)
    monkeypatch.setattr(FakePico, "reset_cause", 3)
    monkeypatch.setattr(FakePico, "free", lambda pico: 123456)
    monkeypatch.setattr(doctor, "read_copy", lambda device: b'{"pixels_per_cell": 1, "pixels_per_seat": 1}')
    out = printed(capsys, "doctor", "--port", "twin:")
    assert out.startswith("Problems: The table drives 168 LEDs")
    for words in (
        "its watchdog because it hung",
        "The table has no settings yet.",
        "Reader 4 stopped working.",
        "The table drives 168 LEDs. Its settings saved here say 42. Run glowtable calibrate.",
        "The table's settings.json differs from the copy saved here",
        "free memory: 123456 bytes",
    ):
        assert words in out
    assert "Reader 4 doesn't answer" not in out


def test_doctor_knows_modem_commands_at_a_table(capsys, home):
    (home / "data").mkdir()
    report = bug_report.link_report(Link()) | {"received": ["<beef - beat 0 12345678", "AT+GCAP"]}
    (home / "data" / "link.json").write_text(json.dumps(report))
    out = printed(capsys, "doctor")
    assert "Another program sends it modem commands (AT)" in out and ("ID_MM" in out) == (sys.platform == "linux")


@pytest.mark.parametrize("runs", [True, False])
def test_doctor_knows_a_modem_manager_that_runs(capsys, home, monkeypatch, runs):
    (home / "71").mkdir()
    (home / "71" / "comm").write_text("ModemManager\n" if runs else "bash\n")
    (home / "72" / "comm").mkdir(parents=True)  # a process that ended while we looked
    assert doctor.modem_manager_runs(home) == runs
    monkeypatch.setattr(doctor, "modem_manager_runs", lambda: runs)
    assert ("ModemManager runs on this computer" in printed(capsys, "doctor")) == runs


def test_doctor_masks_tag_uids(capsys, match):
    out = printed(capsys, "doctor", "--frames")
    assert " tag 0 ********" in out or " tag 1 ********" in out
    assert not any(
        word.startswith("000000") and len(word) == 8
        for line in out.splitlines()
        if " tag " in line
        for word in line.split()
    )


@pytest.mark.parametrize(
    "line", ["<ab12 7 tagX0 04A1b2c3 0123abcd", "04a1b2c3d4e5f6", "seek 04a1b2c3 00000000f deadbeef"]
)
def test_of_a_damaged_line_everything_like_a_uid_is_masked(line):
    assert "04a1" not in bug_report.mask_uids(line).lower() and "********" in bug_report.mask_uids(line)


def test_of_a_frame_only_a_uid_is_masked():
    line = wire.encode(wire.TABLE, "ab12", None, "snapshot", "00000000f", "000000", "00", 1, 0).decode().rstrip()
    assert bug_report.mask_uids(line) == line
    tag = wire.encode(wire.TABLE, "ab12", 7, "tag", 0, "04a1b2c3").decode().rstrip()
    assert bug_report.mask_uids(tag) == "<ab12 7 tag 0 ******** ********"


def test_doctor_tells_what_is_wrong_with_a_port(capsys, monkeypatch):
    monkeypatch.setattr(discovery, "pico_ports", lambda: ["/dev/nothing"])
    assert main(["doctor"]) == FAILED
    assert capsys.readouterr().out.startswith("Problems: Can't find port /dev/nothing")
    assert main(["doctor", "--port", "/dev/nowhere"]) == FAILED


def test_a_bundle_replays_its_match_anywhere(capsys, home, match):
    bundle = home / "bug.zip"
    assert main(["doctor", "--bundle", str(bundle)]) == 0
    capsys.readouterr()
    assert "won Punto!" in printed(capsys, "replay", str(bundle))


def test_a_bundle_without_a_match_says_so(capsys, home):
    bundle = home / "bug.zip"
    main(["doctor", "--bundle", str(bundle)])
    capsys.readouterr()
    code, sentence = failing(capsys, "replay", str(bundle))
    assert code == FAILED and "holds no match" in sentence


def test_a_bundle_that_cannot_be_written_is_one_sentence(capsys, home):
    assert main(["doctor", "--bundle", str(home / "no" / "where.zip")]) == FAILED
    assert "Can't write " in capsys.readouterr().err


def damaged_bundles(whole):
    """The bundle with damage in what is packed, in its lists and in how it is packed, and some by chance."""
    packed = whole.index(b"match.jsonl") + len(b"match.jsonl")
    yield whole[: packed + 9] + b"\xff" * 9 + whole[packed + 18 :]
    yield whole.replace(b"PK\x01\x02", b"PK\x01\x09")
    for method in (9, 12, 14, 99):  # isn't packed as ours are
        yield whole.replace(b"\x08\x00", bytes([method, 0]))
    rng = Random(1)
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(rng.randrange(1, 40)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        yield bytes(damaged)


def test_a_damaged_bundle_is_one_sentence(capsys, home):
    bundle = home / "bug.zip"
    bug_report.write_bundle(bundle, {bug_report.MATCH: "one row after the other " * 99, bug_report.LINK: "{}"})
    sentences = []
    for damaged in damaged_bundles(bundle.read_bytes()):
        try:
            bug_report.match_in_bundle(damaged)
        except UserError as error:
            sentences.append(str(error))
    assert sum(sentence.startswith("This bundle is damaged (") for sentence in sentences) > 100
    bundle.write_bytes(next(damaged_bundles(bundle.read_bytes())))
    code, sentence = failing(capsys, "replay", str(bundle))
    assert code == FAILED and "This bundle is damaged (" in sentence


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bundle_that_unpacks_all_at_once_is_refused_before_it_does(capsys, home, method):
    """The control: the library takes room for all of it, however little is asked for."""
    bomb, asked = home / "bomb.zip", 1000
    with zipfile.ZipFile(bomb, "w", method) as archive:
        archive.writestr(bug_report.MATCH, bytes(8 << 20))
    code, sentence = failing(capsys, "replay", str(bomb))
    assert code == FAILED and "isn't packed as ours are" in sentence
    tracemalloc.start()
    try:
        with zipfile.ZipFile(bomb) as archive, archive.open(bug_report.MATCH) as member:
            assert len(member.read(asked)) == asked
        assert tracemalloc.get_traced_memory()[1] > 4 << 20
    finally:
        tracemalloc.stop()


IMPOSSIBLE = [
    Row("action", "0 place 99"),
    Row("action", "rubbish"),
    Row("action", "0 trophy 71"),
    Row("undo", "999"),
    Row("swap", "chance turn 99"),
]


@pytest.mark.parametrize("row", IMPOSSIBLE, ids=lambda row: row.text)
@pytest.mark.parametrize("at", [1, 30])
def test_a_match_that_cannot_be_replayed_is_bundled_as_far_as_it_can_be(capsys, home, at, row):
    """Who saw what is not known from there on: of the rows that follow only the kind is told."""
    half_a_match(home)
    kept = []

    def change(rows):
        kept[:] = [*rows[1:at], row, *rows[at:]]
        return [rows[0], *kept]

    rewrite(home, change)
    assert main(["doctor", "--bundle", str(home / "bug.zip")]) == 0
    told = from_jsonl(bug_report.match_in_bundle((home / "bug.zip").read_bytes()))
    assert [each.kind for each in told.rows] == [each.kind for each in kept] and told.header.seed == 0
    before = [each for each in kept[: max(0, at - 2)] if each.kind == "action"]
    assert [each for each in told.rows[: max(0, at - 2)] if each.kind == "action"] == before
    after = [each.text for each in told.rows[at:] if each.kind in ("action", "event")]
    assert after and all(text.split()[-1] == HIDDEN for text in after)
    capsys.readouterr()
    code, sentence = failing(capsys, "export", "1")
    assert code == FAILED and "The match can't be replayed: row " in sentence


def test_a_match_of_a_game_that_is_no_more_is_left_out_of_the_bundle(capsys, home):
    half_a_match(home)
    change_header(home, game="chess")
    assert main(["doctor", "--bundle", str(home / "bug.zip")]) == 0
    assert "The bundle has no match. No game called chess." in capsys.readouterr().out
    code, sentence = failing(capsys, "replay", str(home / "bug.zip"))
    assert code == FAILED and "holds no match" in sentence


@pytest.mark.parametrize(
    ("report", "is_one"),
    [
        ("{", False),
        ("[]", False),
        ("{}", False),
        (json.dumps({"counts": {}, "sent": [], "received": []}), False),
        (json.dumps(bug_report.link_report(Link())), True),
        (json.dumps(bug_report.link_report(Link()) | {"hello": {"version": "9"}}), False),
        (json.dumps(bug_report.link_report(Link()) | {"stats": dict.fromkeys(Stats._fields, "many")}), False),
        (json.dumps(bug_report.link_report(Link()) | {"stats": dict.fromkeys(Stats._fields, 1)}), True),
        (json.dumps(bug_report.link_report(Link()) | {"counts": {"resent": "3"}}), False),
        (json.dumps(bug_report.link_report(Link()) | {"counts": []}), False),
        (json.dumps(bug_report.link_report(Link()) | {"sent": [3]}), False),
        (json.dumps(bug_report.link_report(Link()) | {"received": None}), False),
    ],
)
def test_only_what_is_a_report_of_the_link_is_read(capsys, home, report, is_one):
    (home / "data").mkdir()
    (home / "data" / "link.json").write_text(report)
    assert ("last closed" in printed(capsys, "doctor")) == is_one


def test_a_report_that_cannot_be_saved_changes_nothing(home):
    """Neither where a file is in the way of the folder, nor where a folder is in the way of the file."""
    (home / "notes").write_text("x")
    bug_report.save_link(home / "notes" / "link.json", Link())
    (home / "link.json.new").mkdir()
    bug_report.save_link(home / "link.json", Link())
    assert not (home / "link.json").exists()


# -- tags


def test_tags_check_names_the_cards_without_a_tag(capsys, home):
    (home / "data").mkdir()
    (home / "data" / "tags.csv").write_text("uid,game,card\n04a1b2c3,punto,R1a\n")
    assert main(["tags", "check"]) == FAILED
    out = capsys.readouterr().out
    assert "1 of 72" in out and "R1b" in out and "R1a" not in out
    assert printed(capsys, "tags", "list") == "04a1b2c3,punto,R1a\n"


def test_an_empty_list_of_tags_says_how_one_is_added(capsys, home):
    assert main(["tags", "list", "alex_and_co"]) == 0
    printed = capsys.readouterr()
    assert (
        printed.out == "" and printed.err == "ALEX & CO has no tags yet. Add them: glowtable tags enrol alex_and_co\n"
    )


# -- the whole


def test_help_reads_well(capsys):
    for arguments in (["--help"], ["play", "--help"], ["simulate", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
    out = capsys.readouterr().out
    assert "play a match at the table" in out and "Exit codes" in out and "--option NAME=VALUE" in out


@pytest.mark.parametrize("arguments", [["dance"], ["play", "--seed", "many"], ["export", "one"]])
def test_a_wrong_command_line_is_a_usage_error(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == USAGE


def test_a_number_that_is_none_is_told_what_one_is(capsys):
    with pytest.raises(SystemExit):
        main(["simulate", "punto", "--games", "1e7", "--language", "en"])
    assert "error: argument --games: give a whole number such as 1000, not '1e7'\n" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "simulate", "report"])
def test_an_option_that_there_is_not_shows_how_its_command_is_typed(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, *{"play": [], "simulate": ["punto"], "report": ["x"]}[command], "--dance", "--language", "en"])
    first, *_, last = capsys.readouterr().err.splitlines()
    assert ended.value.code == USAGE and first.startswith(f"usage: glowtable {command} ")
    assert last == f"glowtable {command}: error: unrecognized arguments: --dance"


def test_help_imports_nothing_heavy():
    code = "import sys\nfrom glowtable.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "print(sorted({'rich', 'serial', 'sqlite3', 'asyncio', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_of_a_match_with_secrets_a_report_tells_no_press():
    """A secret choice is a press."""
    link = Link()
    frames = enumerate((("press", 6), ("key", 5), ("tag", 0, "04a1b2c3")), 1)
    link.received += [wire.encode(wire.TABLE, "beef", number, *frame).decode().strip() for number, frame in frames]
    received = bug_report.link_report(link, has_secrets=True)["received"]
    assert received == ["<beef 1 press ********", "<beef 2 key ********", "<beef 3 tag 0 ******** ********"]
    assert "press 6 " in bug_report.link_report(link)["received"][0]
