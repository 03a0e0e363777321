"""`glowtable` alone asks what is played, by whom and how well; near misses of names; how many play."""

import io
import json
import sys

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.command_line import COMMANDS, GROUPS
from glowtable.commands import start
from glowtable.game import STRENGTHS, Level, named_bot, strengths_of
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.messages import USAGE, UserError
from glowtable.table import Row

from tests.games.shipped import SHIPPED
from tests.support.command import printed


@pytest.fixture(autouse=True)
def no_screen(home, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def answered(monkeypatch, capsys):
    """The command that follows from these answers, and what was printed; all of them must be asked for."""

    monkeypatch.setattr(start, "can_person_play", lambda: True)

    def answer(*lines, language="en"):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        words = start.ask_for_match(language)
        assert not sys.stdin.read()
        return words, capsys.readouterr().out

    return answer


def test_enter_alone_is_a_match_of_punto_against_a_medium_bot(answered):
    words, out = answered("", "", "", "")
    assert words == ["play", "punto", "--seats", "Player,bot:medium"]
    assert out.endswith("glowtable play punto --seats Player,bot:medium\n")
    assert "2 to 4 players" in out


def test_each_answer_counts(answered):
    number = str(games.names().index("alex_and_co") + 1)
    assert answered(number, "Ann, Ben", "2", "hard")[0][-1] == "Ann,Ben,bot:hard,bot:hard"
    assert answered("alex", "Ann,Ben,Cleo", "0")[0] == ["play", "alex_and_co", "--seats", "Ann,Ben,Cleo"]


def test_nobody_is_asked_where_there_is_no_choice(answered):
    assert answered("punto", "Ann,Ben,Cleo,Dan")[0][-1] == "Ann,Ben,Cleo,Dan"


def test_what_means_nothing_is_said_and_asked_again(answered):
    words, out = answered("chess", "99", "punto", "c3", "3c", "rot 5", "Ann,Ann", "Ann", "7", "x", "1", "best", "easy")
    assert words[-1] == "Ann,bot:easy"
    for sentence in (
        "No game called chess.",
        "No game called 99.",
        "c3 can't be a player's name",
        "3c can't be a player's name",
        "rot 5 can't be a player's name",
        "can't both be Ann",
        "number from 1 to 3",
        "one of:",
    ):
        assert sentence in out, sentence


def test_it_asks_in_the_language_of_the_person(answered):
    words, out = answered("", "", "", "mit", language="de")
    assert words[-1] == "Spieler,bot:medium" and "Welches Spiel?" in out


def test_settings_are_the_usual_answers(answered, home):
    (home / "config.toml").write_text('game = "alter_ego"\nseats = ["Ann", "Ben", "bot:random"]\n')
    assert answered("", "", "")[0] == ["play", "alter_ego", "--seats", "Ann,Ben"]


def test_an_unfinished_match_comes_first(answered, home):
    (home / "data").mkdir()
    header = Header("punto", ("Ann", "bot:greedy"), {}, 3, "2026-01-01T00:00:00+00:00", cards="dealt")
    journal = Journal(home / "data" / "journal.sqlite")
    match = journal.begin_match(header)
    journal.append_rows(match, [Row("action", "0 begin")])
    journal.close()
    words, out = answered("")
    assert words == ["play", "--resume", str(match)] and "Resume Punto, match 1 (Ann, Moth (greedy))? [Y/n]" in out
    assert answered("n", "", "", "", "")[0][:2] == ["play", "punto"]


def test_the_end_of_input_leaves(monkeypatch):
    monkeypatch.setattr(start, "can_person_play", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(KeyboardInterrupt):
        start.ask_for_match("en")


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_where_there_is_a_screen_the_lobby_is_opened_in_a_browser(monkeypatch, name):
    monkeypatch.setattr(start, "can_person_play", lambda: True)
    monkeypatch.setenv(name, ":0")
    assert start.ask_for_match("en") == ["serve", "--open"]
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 5000 192.0.2.2 22")
    assert not start.has_screen()


def test_where_nobody_can_answer_help_is_printed(capsys, monkeypatch):
    monkeypatch.setattr(start, "can_person_play", lambda: False)
    with pytest.raises(SystemExit) as end:
        main([])
    out = capsys.readouterr().out
    assert end.value.code == 0 and "Examples:" in out and "Look after a table:" in out
    for name in COMMANDS:
        assert f"\n  {name} " in out, name


def test_each_command_has_one_heading():
    assert sorted(name for _, names in GROUPS for name in names) == sorted(COMMANDS)


# -- which game is meant


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("punto", "punto"), ("Punto", "punto"), ("pinto", "punto"), ("PUNTOO", "punto"), ("pun", "punto"),
        ("alex", "alex_and_co"), ("ALEX & CO", "alex_and_co"), ("alex and co", "alex_and_co"),
        ("Alter Ego", "alter_ego"), ("alterego", "alter_ego"), ("Spiel des Jahres", "spiel_des_jahres"),
        ("spiel", "spiel_des_jahres"), ("spieldesjares", "spiel_des_jahres"),
    ],
)  # fmt: skip
def test_near_misses_are_understood(text, name):
    assert games.find_typed(text).name == name


@pytest.mark.parametrize("text", ["", "al", "chess", "&", "p\x1bunto\x1b[2J", "x" * 5000])
def test_what_could_be_several_games_or_none_is_a_sentence(text):
    with pytest.raises(UserError) as error:
        games.find_typed(text)
    assert error.value.exit_code == USAGE


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(monkeypatch):
    load = games.import_module

    def broken(name):
        if name.endswith("alter_ego"):
            raise SyntaxError("half written")
        return load(name)

    monkeypatch.setattr(games, "import_module", broken)
    assert games.find_typed("pinto").name == "punto"


# -- how good a bot is


@pytest.mark.parametrize("name", SHIPPED)
def test_easy_medium_and_hard_are_three_levels(name):
    game = games.find(name)
    levels = [named_bot(game, strength) for strength in STRENGTHS]
    places = [[level.bot for level in game.levels].index(bot) for bot in levels]
    assert places == sorted(set(places)) and len(places) == 3


def test_a_level_may_say_which_strength_it_is():
    game = games.find("punto")
    assert [named_bot(game, strength) for strength in STRENGTHS] == ["beginner", "casual", "watchful"]
    first = game._replace(levels=tuple(level._replace(strength="") for level in game.levels))
    assert [named_bot(first, strength) for strength in STRENGTHS] == ["random", "beginner", "casual"]


def test_a_game_with_fewer_levels_has_strengths_and_one_without_has_none():
    game = games.find("punto")
    one = game._replace(levels=(Level("greedy", game.title),))
    assert strengths_of(one) == dict.fromkeys(STRENGTHS, "level1")
    assert strengths_of(game._replace(levels=())) == {}


def test_a_bot_of_that_name_is_meant_first():
    game = games.find("punto")
    named = game._replace(bots={**game.bots, "hard": game.bots["random"]})
    assert named_bot(named, "hard") == "hard"


def test_a_house_rule_is_listed_as_one(capsys, monkeypatch):
    game = games.find("punto")
    ours = game._replace(options=(game.options[0]._replace(words=""),))
    monkeypatch.setattr(games, "find", lambda name: ours)
    assert f"{ours.options[0].rule}: house rule, not in the rulebook" in printed(capsys, "play", "punto", "--options")


# -- how many play


def seats_of(capsys, *arguments, match="1"):
    """Who sat in the match that these words play to its end."""
    assert main(["play", "punto", "--port", "twin:", "--seed", "1", "--option", "rounds_to_win=1", *arguments]) == 0
    capsys.readouterr()
    return json.loads(printed(capsys, "export", match).splitlines()[0])["players"]


def test_bots_take_the_seats_without_a_name(capsys):
    assert seats_of(capsys, "--players", "3") == ["bot:greedy"] * 3
    assert seats_of(capsys, "--seats", "bot:random", "--players", "2", match="2") == ["bot:random", "bot:greedy"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--players", "0"), "Punto needs 2 to 4 players, not 0."),
        (("--players", "9"), "Punto needs 2 to 4 players, not 9."),
        (("--players", "-3"), "Punto needs 2 to 4 players, not -3."),
        (
            ("--seats", "bot:greedy,bot:greedy,bot:random", "--players", "2"),
            "--seats names 3 seats, but --players says 2.",
        ),
    ],
)
def test_how_many_play_is_checked(capsys, arguments, sentence):
    assert main(["play", "punto", *arguments]) == USAGE
    assert sentence in capsys.readouterr().err


def test_settings_of_more_seats_give_way(capsys, home):
    (home / "config.toml").write_text('seats = ["bot:greedy", "bot:greedy", "bot:random"]\n')
    assert seats_of(capsys, "--players", "2") == ["bot:greedy"] * 2
