"""People's matches are people's: nobody plays for them, and what they ask for is not swallowed."""

import subprocess
import sys
from contextlib import nullcontext

import pytest
from glowtable.__main__ import main
from glowtable.commands import play as play_command
from glowtable.match.journal import OVER, RUNNING, Journal
from glowtable.messages import USAGE
from glowtable.terminal.question import is_agreed
from glowtable.terminal.translator import Translator

from tests.support.at_terminal import AtTerminal
from tests.support.command import printed
from tests.support.matches import Match

pytestmark = pytest.mark.usefixtures("home")

PUNTO = ("play", "punto", "--port", "twin:", "--option", "rounds_to_win=1")
RESUME = ("play", "--port", "twin:", "--resume")
HOLD = """
import sys
from pathlib import Path
from glowtable.match.journal import Journal
print(Journal(Path(sys.argv[1])).hold_match(1), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def unfinished(home):
    """Ann and Ben have left match 1 in its middle."""
    match = Match(home / "data", seed=4, names=("Ann", "Ben"))
    match.until(lambda: len(match.session.history) > 20)
    match.journal.close()
    return home / "data" / "journal.sqlite"


def saved(path):
    """State and length of each match."""
    journal = Journal(path)
    try:
        return {match.id: (match.state, match.rows) for match in journal.list_matches()}
    finally:
        journal.close()


# -- nobody plays for a person


@pytest.mark.parametrize("seats", ["Ann,Ben", "Ann,bot:greedy", "bot:greedy,Ben"])
def test_without_a_terminal_no_bot_plays_for_people(home, capsys, seats):
    assert main([*PUNTO, "--seats", seats]) == USAGE
    people = ", ".join(seat for seat in seats.split(",") if "bot:" not in seat)
    assert capsys.readouterr().err == (
        f"glowtable play: Nobody can type for {people} here. Play at a terminal, or in a browser: glowtable play punto "
        f"--port twin: --option rounds_to_win=1 --seats {seats} --web\n"
    )
    assert saved(home / "data" / "journal.sqlite") == {}


def test_nor_for_people_of_the_settings(home, capsys):
    (home / "config.toml").write_text('seats = ["Ann", "bot:greedy"]\n')
    assert main(PUNTO) == USAGE
    assert "Nobody can type for Ann here." in capsys.readouterr().err


@pytest.mark.parametrize("more", [(), ("1",)])
def test_nor_in_a_match_that_is_resumed(unfinished, capsys, more):
    before = saved(unfinished)
    assert main([*RESUME, *more]) == USAGE
    said = capsys.readouterr().err
    assert "Nobody can type for Ann, Ben here." in said and said.endswith(
        "glowtable " + " ".join((*RESUME, *more, "--web\n"))
    )
    assert saved(unfinished) == before and before[1][0] == RUNNING


def test_a_name_in_the_command_to_use_is_quoted(home, capsys):
    assert main([*PUNTO, "--seats", "Ann Marie,bot:greedy"]) == USAGE
    assert "--seats 'Ann Marie,bot:greedy' --web" in capsys.readouterr().err


def test_without_seats_bots_play_that_are_called_bots(home, capsys):
    assert "Moth won Punto! (" in printed(capsys, *PUNTO, "--seed", "3")
    journal = Journal(home / "data" / "journal.sqlite")
    (match,) = journal.list_matches()
    assert match.state == OVER and match.header.players == ("bot:greedy", "bot:greedy")
    assert '"players": ["bot:greedy", "bot:greedy"]' in printed(capsys, "export", "1").splitlines()[0]
    assert "Moth won Punto! (" in printed(capsys, "matches")


def test_what_is_typed_into_a_pipe_is_played_by_the_person(home):
    """`glowtable play | tee log`: plain lines, and the program waits for the person."""
    seats = ("--seats", "Ann,Ben", "--seed", "3", "--option", "first_player=random")
    person = AtTerminal((sys.executable, "-m", "glowtable", *PUNTO, *seats), stdout=subprocess.PIPE)
    for words, line in (("Press Enter to start", ""), ("Ann turns over", "quit")):
        person.sees(words)
        person.types(f"{line}\n")
    assert person.ends() == 0 and "\x1b" not in person.screen
    assert "Match 1 is saved. Resume it: glowtable play --resume 1" in person.screen


def test_who_cannot_see_what_is_written_is_not_waited_for(home):
    command = (sys.executable, "-m", "glowtable", *PUNTO, "--seats", "Ann,Ben")
    with open(home / "log", "w") as log:
        person = AtTerminal(command, stdout=log)
        assert person.ends() == USAGE
    assert "Nobody can type for Ann, Ben here." in person.screen


# -- a new match is a new match


@pytest.fixture
def a_person(monkeypatch):
    """A person sits at the terminal: answers to give, questions that were asked, consoles that were played."""
    answers, asked, played = [], [], []

    def answer(question):
        asked.append(question)
        return answers.pop(0)

    monkeypatch.setattr(play_command, "terminal_of_person", lambda *moment: nullcontext())
    monkeypatch.setattr(play_command, "play_to_end", lambda console, *_: played.append(console))
    monkeypatch.setattr(play_command, "can_person_play", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    return answers, asked, played


@pytest.mark.parametrize(
    "wish", [("--seats", "Zoe,Max"), ("--seed", "9"), ("--seed", "0"), ("--cards", "dealt"), ("--option", "teams=no")]
)
def test_who_says_how_a_match_is_played_gets_a_new_one_and_is_told(unfinished, a_person, capsys, wish):
    _, asked, (*played,) = a_person
    assert main(["play", "punto", "--port", "twin:", *wish]) == 0
    (console,) = a_person[2]
    assert (asked, played, console.pump.recorder.match) == ([], [], 2)
    note = "This is a new match. To continue match 1 (Ann, Ben): glowtable play --resume 1"
    assert console.said == [note] and capsys.readouterr().err == note + "\n"


@pytest.mark.parametrize(("answer", "match"), [("", 1), ("y", 1), ("n", 2)])
def test_who_says_nothing_is_asked(unfinished, a_person, answer, match):
    answers, asked, played = a_person
    answers.append(answer)
    assert main(["play", "punto", "--port", "twin:"]) == 0
    assert len(asked) == 1 and played[0].pump.recorder.match == match


@pytest.mark.parametrize(
    "wish", [("--seats", "Zoe,Max"), ("--seed", "9"), ("--cards", "dealt"), ("--option", "teams=no")]
)
def test_what_only_a_new_match_can_have_is_refused_where_one_is_resumed(unfinished, capsys, wish):
    assert main([*RESUME, *wish]) == USAGE
    sentence = f"A resumed match keeps what it was started with. Leave out --resume or {wish[0]}."
    assert sentence in capsys.readouterr().err and saved(unfinished)[1][0] == RUNNING


@pytest.mark.parametrize(
    ("language", "words", "no"),
    [
        ("en", "Type y for yes or n for no.", "NO"),
        ("de", "Tippe j für ja oder n für nein.", "Nein"),
        ("it", "Scrivi s per sì o n per no.", "n"),
    ],
)
@pytest.mark.parametrize("if_empty", [True, False])
def test_what_is_neither_yes_nor_no_is_asked_again(a_person, capsys, language, words, no, if_empty):
    answers, asked, _ = a_person
    question = play_command.say("The Pico at {port} is at a MicroPython prompt. Start its table? [Y/n] ", port="COM3")
    answers += ["what", "yess", no]
    assert is_agreed(Translator(language), question, if_empty) is False
    assert capsys.readouterr().out.splitlines() == [words, words] and len(set(asked)) == 1 and len(asked) == 3
    answers += ["vielleicht", ""]
    assert is_agreed(Translator(language), question, if_empty) is if_empty


def in_another_window(path):
    """Another program, which tries to lock match 1 and holds it; whether it could."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return other, other.stdout.readline().strip()


@pytest.mark.parametrize("named", [(), ("1",)])
def test_a_match_that_runs_in_another_window_says_so(unfinished, capsys, named):
    other, could = in_another_window(unfinished)
    with other:
        assert could == "True" and main([*RESUME, *named]) == USAGE
    assert capsys.readouterr().err == "glowtable play: Match 1 runs in another window. Continue it there.\n"


def test_what_is_not_resumed_here_can_be_resumed_in_another_window(unfinished, a_person, monkeypatch):
    could = []

    def meanwhile(console, *_):
        other, answer = in_another_window(unfinished)
        other.communicate("")
        could.append(answer)

    monkeypatch.setattr(play_command, "play_to_end", meanwhile)
    assert main(["play", "punto", "--port", "twin:", "--seed", "9"]) == 0
    assert could == ["True"]
