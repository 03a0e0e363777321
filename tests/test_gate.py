"""The gate for everything foreign: what is read has limits, what is shown is escaped, what is kept is private."""

import io
import json
import os
import stat
from pathlib import Path

import pytest
from glowtable import games
from glowtable.device.clock import RushedClock
from glowtable.device.link import Link
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import Game
from glowtable.gate import (
    ENDLESS,
    SAID,
    parse_json,
    parse_toml,
    printable,
    printable_json,
    read_file,
    read_lines,
    read_stream,
    sync_folder,
    write_private,
)
from glowtable.maker import backups, bug_report, settings_store
from glowtable.match.journal import Journal
from glowtable.messages import LANGUAGES, USAGE, UserError, say
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.web.seats import Seats

PUNTO: Game = games.find("punto")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë 山本 🦊", "Zoë 山本 🦊"),
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x9b31m\x7f", "\\x9b31m\\x7f"),
        ("\u202eneB\u2066\u200f\ufeff", "\\u202eneB\\u2066\\u200f\\ufeff"),
        ("\u2028\udcff", "\\u2028\\udcff"),
        ("क्\u200dष", "क्\u200dष"),
        ("x" * SAID, "x" * SAID),
        ("x" * (SAID + 1), "x" * SAID + "…"),
    ],
)
def test_foreign_text_is_shown_without_what_moves_a_cursor_or_turns_a_line(text, shown):
    assert printable(text) == shown


@pytest.mark.parametrize(
    "text", ["Zoë 山本 🦊", "a\nb\tc", "\x1b]0;owned\x07\x9b31m\x7f", "\u202eneB\u2066\u200f\ufeff", "\u2028\U000e0041"]
)
def test_foreign_text_in_json_is_the_same_and_moves_no_cursor(text):
    written = printable_json([{text: text}])
    assert json.loads(written) == [{text: text}]
    assert printable(written.replace("\n", "").replace("\\", "")) == written.replace("\n", "").replace("\\", "")


def test_letters_of_any_language_stay_as_they_are_in_json():
    assert printable_json("Zoë 山本 क्\u200dष") == '"Zoë 山本 क्\u200dष"'


@pytest.mark.parametrize("parse", [parse_json, parse_toml])
def test_what_is_nested_without_end_is_a_value_error(parse):
    with pytest.raises(ValueError, match="nested too deep"):
        parse("a=" * (parse is parse_toml) + "[" * 100_000)


def test_a_file_has_a_limit(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 2048)
    assert read_file(tmp_path / "file", 2048) == b"x" * 2048
    with pytest.raises(UserError, match=r"Can't read .*file \(larger than 1 KB\)\."):
        read_file(tmp_path / "file", 2047)
    with pytest.raises(UserError, match="larger"):
        read_stream(io.BytesIO(b"x" * 2048), "given", 2047)


def test_a_file_of_lines_has_a_limit_too(tmp_path):
    (tmp_path / "lines").write_bytes(b"a line\n")
    assert list(read_lines(tmp_path / "lines")) == [b"a line\n"]
    os.truncate(tmp_path / "lines", ENDLESS + 1)
    with pytest.raises(UserError, match="larger than 1048576 KB"):
        next(read_lines(tmp_path / "lines"))


def test_what_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="not a file"):
        read_file(tmp_path / "pipe")
    assert read_file(tmp_path / os.devnull) == b""
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nothing")
    with pytest.raises(UserError, match="null byte"):
        read_file(tmp_path / "a\0b")


@pytest.fixture
def open_umask():
    """Files would be everybody's."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_what_is_kept_is_its_owners_alone_whatever_the_umask(tmp_path, open_umask, monkeypatch):
    control, tmp_path = tmp_path, tmp_path / "made" / "data"
    monkeypatch.setattr(backups, "copy_path", lambda name, board: tmp_path / "settings.json")
    settings_store.PicoSettings("/dev/ttyACM0", RushedClock()).keep_copy(b"{}")
    Journal(tmp_path / "journal.sqlite").close()
    bug_report.save_link(tmp_path / "link.json", Link())
    bug_report.write_bundle(tmp_path / "bundle.zip", {"a.txt": "x"})
    TagRegistry(tmp_path / "tags.csv").enrol_tag("04a1b2c3", PUNTO, "R1a")
    seats = Seats((0,), ["Ann"], tmp_path / "seats.json")
    assert seats.claim_seat(seats.claims[0].token)
    kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert kept.keys() > {"link.json", "bundle.zip", "tags.csv", "settings.json", "seats.json", "journal.sqlite"}
    assert set(kept.values()) == {0o600}
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (tmp_path, tmp_path.parent)} == {0o700}
    (control / "control").write_text("x")
    assert stat.S_IMODE((control / "control").stat().st_mode) == 0o666


def test_what_was_everybodys_becomes_its_owners(tmp_path, open_umask):
    (tmp_path / "file").write_text("old")
    (tmp_path / "file.new").write_text("left behind by an earlier run")
    write_private(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new" and len(list(tmp_path.iterdir())) == 1
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_what_a_link_leads_to_is_written(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write_private(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == b"new"


def test_no_file_takes_the_place_of_a_pipe_or_a_device(tmp_path):
    """Root could: then the computer had no /dev/null any more."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(FileExistsError):
            write_private(tmp_path / name, b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]
    assert stat.S_ISFIFO((tmp_path / "link").stat().st_mode)


def test_no_file_takes_the_place_of_a_folder(tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("folder", ".", "/"):
        with pytest.raises(IsADirectoryError):
            write_private(Path(name), b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


# -- names


@pytest.mark.parametrize(
    "names",
    [
        ["Ann", "Ben"],
        ["Ann Marie", "Ann"],
        ["Zoë", "山本"],
        ["x" * 24, "Greedy"],
        ["R2-D2", "C3PO"],
        ["a7", "b"],
        ["Ben", "Ann Undo"],
        ["Tom Night", "C3 Po"],
        ["Ann", "Ann B"],
        ["می\u200cخواهم", "علی\u200cرضا"],
        ["ශ්\u200dරියා", "क्\u200cष"],
    ],
)
def test_names_that_can_be_told_from_everything_else_are_taken(names):
    check_names(PUNTO, names)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["Ann", "ann"], "Two players can't both be "),
        (["STRASSE", "straße"], "Two players can't both be "),
        (["Ａnn", "Ann"], "Two players can't both be "),
        (["", "Ben"], "each seat needs a name"),
        (["x" * 25, "Ben"], "names can have up to 24 letters"),
        (["\x1b]0;owned\x07", "Ben"], "without invisible characters"),
        (["Ann\u202e", "Ben"], "without invisible characters"),
        (["Ann\u200d", "Ben"], "without invisible characters"),
        (["A\u200cnn", "Ben"], "without invisible characters"),
        (["Ann\u3164", "Ben"], "without invisible characters"),
        (["Ann\ufe0f", "Ben"], "without invisible characters"),
        (["Ann\u034f", "Ben"], "without invisible characters"),
        (["Ann\u2800", "Ben"], "without invisible characters"),
        (["Ann\U000e0041", "Ben"], "without invisible characters"),
        (["Ann  Marie", "Ben"], "1 space between words"),
        (["Ann\u00a0Marie", "Ben"], "1 space between words"),
        (["Ann\u202e\u200b", "Ben"], "Type the name Ann again, without invisible characters."),
        (["Ann\u2003Marie", "Ben"], "1 space between words"),
        (["Card", "Ben"], "a command"),
        (["seat 2", "Ben"], "a command"),
        (["Trophy Tom", "Ben"], "a word of this game"),
        (["1", "Ben"], "names need at least 1 letter"),
        (["?!", "Ben"], "names need at least 1 letter"),
        (["undo", "Ben"], "a command"),
        (["Ann", "Ann Undo"], "Ann Undo can.t be a player.s name: it could mean Ann doing something"),
        (["ann c3", "ANN"], "it could mean ANN doing something"),
        (["Ann", "Ann R1"], "it could mean Ann doing something"),
        (["1 Trophy", "Ben"], "it could mean 1 doing something"),
        (["A1 b2", "Ben"], "a cell"),
        (["علی\u200cرضا", "علیرضا"], "Two players can't both be "),
        (["دا\u200cرا", "Ben"], "without invisible characters"),
        (["\u200cعلی", "Ben"], "without invisible characters"),
        (["علی\u200c", "Ben"], "without invisible characters"),
        (["Why", "Ben"], "a command"),
        (["Mend", "Ben"], "a command"),
        (["C3", "Ben"], "a cell"),
        (["r1A", "Ben"], "a card"),
        (["R1", "Ben"], "a word of this game"),
    ],
)
def test_a_name_that_could_be_something_else_is_refused(names, why):
    with pytest.raises(UserError, match=why) as caught:
        check_names(PUNTO, names)
    assert caught.value.exit_code == USAGE


@pytest.mark.parametrize(
    ("game", "name", "why"),
    [
        ("spiel_des_jahres", "Trade", "a word of this game"),
        ("spiel_des_jahres", "Ask Ann", "a word of this game"),
        ("spiel_des_jahres", "nothing", "a word of this game"),
        ("spiel_des_jahres", "King", "a card"),
        ("alter_ego", "Focus", "a word of this game"),
        ("alter_ego", "Black", "a word of this game"),
        ("alex_and_co", "Go", "a card"),
        ("alex_and_co", "klaus teuber", "a card"),
    ],
)
def test_a_name_that_is_said_in_a_game_is_refused_there(game, name, why):
    with pytest.raises(UserError, match=why):
        check_names(games.find(game), [name, "Ben"])
    check_names(PUNTO, [name, "Ben"])


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("alex_and_co", "Uwe"), ("alex_and_co", "Art"), ("alex_and_co", "Teuber"), ("alter_ego", "Queen"),
        ("alter_ego", "June"), ("alter_ego", "Grandma"), ("alter_ego", "Jack Black"), ("alter_ego", "King"),
        ("spiel_des_jahres", "Bruno"), ("spiel_des_jahres", "Ann King"),
    ],
)  # fmt: skip
def test_who_has_the_name_of_a_part_of_a_card_may_play(game, name):
    check_names(games.find(game), [name, "Ben"])


@pytest.mark.parametrize("game", games.names())
def test_the_names_that_the_program_gives_are_taken_in_every_game(game):
    for language in LANGUAGES:
        check_names(games.find(game), [Translator(language).text(say("Player")), "Ann", "Ben", "Cid", "Greedy 2"])


def test_a_folder_is_synced_where_the_system_has_no_word_for_folders(tmp_path, monkeypatch):
    synced = []
    monkeypatch.delattr(os, "O_DIRECTORY")
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number).st_ino))
    sync_folder(tmp_path)
    assert synced == [tmp_path.stat().st_ino]
