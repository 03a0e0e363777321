"""A program that is ended from outside gives the terminal back, names the match, and dies by the signal."""

import os
import pty
import signal
import subprocess
import sys

import pytest
from glowtable.terminal.keyboard import MOUSE_OFF, MOUSE_ON, OWN_SCREEN, SCREEN_BEFORE

from tests.support.at_terminal import AtTerminal
from tests.support.matches import Match
from tests.support.patience import HANG_S

GLOWTABLE = (sys.executable, "-m", "glowtable")
PLAY = (*GLOWTABLE, "play", "punto", "--port", "twin:")
NEW = (*PLAY, "--seats", "Ann,Ben", "--seed", "3", "--option", "first_player=random")
KEPT = "Match 1 is saved. Resume it: glowtable play --resume 1"
BUG = """
import sys
from glowtable.terminal.console import Console
draw = Console.page_lines
def page_lines(console, *given):
    history = console.pump.session.history
    return history["bug"] if history else draw(console, *given)
Console.page_lines = page_lines
from glowtable.__main__ import main
sys.exit(main())
"""

IN_BACKGROUND = """
import os, signal, subprocess, sys
os.setsid()
terminal = os.open(sys.argv[1], os.O_RDWR)  # of this session from now on; its foreground is this program
program = subprocess.Popen(sys.argv[2:], stdin=terminal, stdout=terminal, stderr=terminal, process_group=0)
_, status = os.waitpid(program.pid, os.WUNTRACED)
assert os.WIFSTOPPED(status) and os.WSTOPSIG(status) == signal.SIGTTOU, status
program.send_signal(signal.SIGTERM)
program.send_signal(signal.SIGCONT)
_, status = os.waitpid(program.pid, os.WUNTRACED)
assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGTERM, status
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm")
    return tmp_path


def has_its_terminal_back(person):
    """Echo, lines and screen are as before; the mouse is let go."""
    screen = person.screen
    pairs = ((OWN_SCREEN, SCREEN_BEFORE), (MOUSE_ON, MOUSE_OFF))
    balanced = all(screen.count(on) == screen.count(off) for on, off in pairs)
    in_order = all(screen.rfind(off) >= screen.rfind(on) for on, off in pairs)
    return person.is_as_before and balanced and in_order


def after_the_screen(person):
    """What stands there when the program has given the screen back."""
    return person.screen.rpartition(SCREEN_BEFORE)[2]


def dies_in_order(person, number):
    """It dies by this signal; the terminal is as before, and names the match."""
    assert person.ends() == -number
    assert has_its_terminal_back(person) and KEPT in after_the_screen(person)


def playing():
    """Ann and Ben have begun, and Ann is waited for."""
    person = AtTerminal(NEW)
    person.sees("Press Enter to start")
    person.types("\n")
    person.sees("> Ann: Where does")
    return person


def typing_a_line():
    person = playing()
    person.types("c")
    person.sees("» c")
    return person


def reading_help():
    person = playing()
    person.types("help\n")
    person.sees("Enter: ")
    return person


MOMENTS = {"in the match": playing, "a line half typed": typing_a_line, "help is read": reading_help}


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_sigterm_gives_the_terminal_back_names_the_match_and_is_died_by(moment):
    person = moment()
    assert not person.is_as_before
    person.sends(signal.SIGTERM)
    dies_in_order(person, signal.SIGTERM)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT], ids=lambda number: number.name)
def test_so_do_other_signals_that_end_a_program(number):
    person = playing()
    person.sends(number)
    dies_in_order(person, number)


def test_a_signal_that_comes_twice_as_from_timeout_disturbs_nothing():
    person = playing()
    person.sends(signal.SIGTERM, signal.SIGTERM)
    dies_in_order(person, signal.SIGTERM)


def test_at_the_question_it_dies_at_once(home):
    match = Match(home / "data", names=("Ann", "Ben"))
    match.until(lambda: len(match.session.history) > 20)
    match.journal.close()
    person = AtTerminal(PLAY)
    person.sees("[Y/n]")
    person.sends(signal.SIGTERM)
    assert person.ends() == -signal.SIGTERM and has_its_terminal_back(person)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("learn", "punto"), "Welcome to Punto"),
        (("calibrate", "--port", "twin:"), "buttons or nfc"),
        (("selftest", "--port", "twin:"), "> "),
    ],
)
def test_lessons_and_wizards_do_so_too(command, words):
    person = AtTerminal((*GLOWTABLE, *command))
    person.sees(words)
    assert not person.is_as_before
    person.sends(signal.SIGTERM)
    assert person.ends() == -signal.SIGTERM and has_its_terminal_back(person)


def test_without_a_terminal_of_its_own_screen_the_match_is_named_too():
    person = AtTerminal(NEW, TERM="dumb")
    person.sees("Press Enter to start")
    person.types("\n")
    person.sees("> Ann: Where does")
    person.sends(signal.SIGTERM)
    assert person.ends() == -signal.SIGTERM and KEPT in person.screen and "\x1b" not in person.screen


def test_a_terminal_that_is_closed_ends_the_program_by_sighup():
    person = playing()
    os.close(person.leader)
    person.sends(signal.SIGHUP)
    assert person.program.wait(HANG_S) == -signal.SIGHUP


def test_behind_nohup_sighup_stays_ignored():
    person = AtTerminal(NEW, ignored=[signal.SIGHUP])
    person.sees("Press Enter to start")
    person.sends(signal.SIGHUP)
    person.types("\n")
    person.sees("> Ann: Where does")
    person.leaves()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_behind_nohup_a_terminal_that_is_closed_is_the_end_of_input(term):
    person = AtTerminal(NEW, ignored=[signal.SIGHUP], TERM=term)
    person.sees("Press Enter to start")
    os.close(person.leader)
    assert person.program.wait(HANG_S) == 0


def test_a_program_that_was_stopped_leaves_what_stands_there_since():
    """Ctrl-Z, then `kill %1`: the screen is the shell's, and a change of the terminal would stop the program again."""
    person = playing()
    person.sends(signal.SIGTSTP)
    _, status = os.waitpid(person.program.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    person.sends(signal.SIGTERM, signal.SIGCONT)
    assert person.ends() == -signal.SIGTERM
    assert has_its_terminal_back(person) and person.screen.count(SCREEN_BEFORE) == 1


def test_stopped_in_the_background_it_dies_instead_of_stopping_again():
    """As `timeout 600 glowtable play` in a script of a shell, which does not give it the terminal."""
    leader, follower = pty.openpty()
    launcher = [sys.executable, "-c", IN_BACKGROUND, os.ttyname(follower), *NEW]
    done = subprocess.run(launcher, stderr=subprocess.PIPE, text=True, timeout=HANG_S)
    os.close(follower), os.close(leader)
    assert done.returncode == 0, done.stderr


def test_a_bug_shows_its_traceback_on_the_screen_from_before_and_the_match_is_named():
    person = AtTerminal((sys.executable, "-c", BUG, *NEW[3:]))
    person.sees("Press Enter to start")
    person.types("\n")
    assert person.ends() == 1 and has_its_terminal_back(person)
    assert "TypeError: list indices" in after_the_screen(person) and KEPT in after_the_screen(person)
