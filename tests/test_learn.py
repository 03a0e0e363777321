"""The guided first match: it waits for what it asks, checks what is laid, and is over in some three minutes."""

import os
import pty
import subprocess
import sys

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.commands.learn import lesson_of
from glowtable.match.session import Phase
from glowtable.messages import LANGUAGES, USAGE
from glowtable.terminal.help import hint_of
from glowtable.terminal.layout import Size
from glowtable.terminal.lesson import PATTERNS, WORDS, Guide

from tests.matches import PUNTO, Match

LESSON = PUNTO.read_lesson()
LINE_S = 6  # a person reads what is said, and types a line
LONGEST_S = 180
PACE_MS = 500


@pytest.fixture
def led(tmp_path):
    match = Match(tmp_path, ("Ann", f"bot:{LESSON.bot}"), seed=LESSON.seed, **LESSON.options)
    match.console.guide = Guide(LESSON)
    match.until(lambda: match.session.phase is Phase.SETTING)
    return match


def cell_lit(match, pattern=None):
    """The first cell that is lit like this, or in any other way than the step wants."""
    lights = match.game.surface.paint(match.session.view).cells
    wanted = PATTERNS.get(match.console.guide.step.wants)
    for cell in match.session.lit_cells:
        if lights[cell].pattern == pattern or (pattern is None and lights[cell].pattern != wanted):
            return match.session.course.cell_names[cell]
    return ""


def learner_line(match):
    """What a person types who does what the lesson says, and a bot's hints after that."""
    wants = match.console.guide.step.wants
    if wants in WORDS:
        return "why a1" if wants == "why" else wants
    if match.session.phase is Phase.SETTING or not match.session.lit_cells:
        return ""
    hint = hint_of(match.session, 0, match.console._hints())[0]
    return cell_lit(match, PATTERNS.get(wants)) or dict(hint.fill)["line"]


def is_asked(match):
    session = match.session
    return (
        session.phase is Phase.OVER
        or session.phase is Phase.SETTING
        or (session.is_open and (session.course.waited_for or session.course.to_confirm))
    )


def play_on(match, until):
    """Type for the learner until this happens; how many lines it took."""
    lines = 0
    while not until():
        match.until(lambda: is_asked(match))
        if until():
            break
        match.wait(300)
        match.console.hear_line(learner_line(match))
        match.wait(300)
        lines += 1
        assert lines < 60
    return lines


def test_it_is_played_through_in_some_three_minutes(led):
    seen = set()
    lines = play_on(led, lambda: seen.add(led.console.guide.at) or led.session.phase is Phase.OVER)
    assert seen == set(range(len(LESSON.steps)))
    moves = len([played for played in led.session.history if played.action.seat >= 0])
    assert lines * LINE_S + moves * 2 * PACE_MS / 1000 <= LONGEST_S
    assert led.session.outcome.winners == (0,)  # who does what is said wins


def test_a_step_stands_on_the_page_until_it_is_done(led):
    page = [line.plain for line in led.console.page_lines("", Size(80, 24))]
    assert f"lesson, step 1 of {len(LESSON.steps)}:" in page and any("Welcome to Punto" in line for line in page)


def test_another_move_than_the_step_wants_is_held_back(led):
    play_on(led, lambda: led.console.guide.step.wants == "why" and is_asked(led) and led.session.lit_cells)
    before = led.session.state
    led.types(cell_lit(led))
    assert led.session.state is before and led.console.said[-1] == "first type what the step asks for"
    led.types("why a1")
    play_on(led, lambda: led.console.guide.step.wants == "cover" and cell_lit(led, "c") and cell_lit(led))
    before = led.session.state
    led.types(cell_lit(led))
    assert led.session.state is before and led.console.said[-1].startswith("that is allowed, too; in this step cover")
    led.types(cell_lit(led, "c"))
    assert led.session.state is not before and led.console.guide.step.wants == "hint"


def test_anything_else_may_be_typed_and_who_leaves_leaves(led):
    led.console.hear_line("rules")
    assert led.console.guide.at == 0
    assert not led.console.hear_line("quit")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_is_told_in_each_language(language):
    told = [step.words[language] for step in LESSON.steps]
    assert len(set(told)) == len(told) > 5 and all(map(str.strip, told))


def test_a_game_without_a_lesson_says_which_have_one(capsys):
    assert main(["learn", "alter_ego", "--language", "en"]) == USAGE
    assert "Alter Ego has no lesson yet; learn knows: punto" in capsys.readouterr().err
    assert lesson_of(games.find("punto")) == LESSON


def test_without_a_terminal_it_says_where_to_type_it(capsys):
    assert main(["learn", "punto", "--language", "en"]) == USAGE
    assert "a lesson is for a person at a terminal" in capsys.readouterr().err


def test_it_begins_at_a_terminal_and_leaves_nothing_behind(tmp_path):
    """The command itself, at a terminal of its own: its first step, and away."""
    master, terminal = pty.openpty()
    given = {
        "GLOWTABLE_DATA": str(tmp_path / "data"),
        "GLOWTABLE_CONFIG": str(tmp_path / "config.toml"),
        "TERM": "xterm",
    }
    learning = subprocess.Popen(
        [sys.executable, "-m", "glowtable", "learn", "punto", "--language", "en"], env=os.environ | given,
        stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    shown = ""
    while "Welcome to Punto" not in shown:
        shown += os.read(master, 65536).decode(errors="replace")
    os.write(master, b"quit\r")
    while "glowtable play punto" not in shown:
        shown += os.read(master, 65536).decode(errors="replace")
    assert learning.wait() == 0 and "lesson, step 1 of 8:" in shown
    os.close(master)
    assert not list(tmp_path.rglob("journal.sqlite"))
