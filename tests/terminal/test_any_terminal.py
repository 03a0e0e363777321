"""Any locale and any terminal: signs that can be shown, plain lines, scripts, Ctrl-Z, a person's own words."""

import io
import os
import pty
import re
import signal
import subprocess
import sys

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.messages import LANGUAGES, USAGE
from glowtable.terminal.console import COMMAND_WORDS, LONGEST_LINE
from glowtable.terminal.help import GENERAL_EXAMPLES as HELP_WORDS
from glowtable.terminal.keyboard import OWN_SCREEN, SCREEN_BEFORE, scripted_lines
from glowtable.terminal.lights import DARK_FRAME, FRAMES
from glowtable.terminal.localized_commands import (
    COMMAND_MESSAGES,
    bare,
    localize_command,
    localized_commands,
    parse_localized_command,
)
from glowtable.terminal.signs import plain_sign, show_any_sign
from glowtable.terminal.translator import Translator

from tests.support.at_terminal import AtTerminal
from tests.support.campaign import slow
from tests.support.patience import HANG_S

PLAY = (sys.executable, "-m", "glowtable", "play", "--port", "twin:", "--seed", "3", "--option", "rounds_to_win=1")
SCRIPT = "# a remark\n\n\nzurück\nwarum a1\nshow c3\nende\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Programs started here keep their files here; their terminal says nothing about itself."""
    for name in ("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


def scripted(home, script=SCRIPT, *arguments, encoding="utf-8", **environment):
    """What `play --script -` writes, as bytes; nothing on stderr."""
    done = subprocess.run(
        [*PLAY, "--script", "-", *arguments], input=script.encode(), capture_output=True, timeout=HANG_S,
        env={**os.environ, "PYTHONIOENCODING": encoding, **environment},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


# -- signs


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", slow("cp437"), slow("utf-8")])
@pytest.mark.parametrize("language", ["en", "de", slow("it")])
def test_any_encoding_gets_signs_it_has(home, encoding, language):
    text = scripted(home, SCRIPT, "--language", language, "--seats", "Rüdiger,bot:greedy", encoding=encoding)
    shown = text.decode(encoding)
    assert "\\x" not in shown and "? " not in shown.partition("»")[0].partition(">")[0]
    assert ("Rüdiger" in shown) == (encoding != "ascii") and ("Rudiger" in shown) == (encoding == "ascii")


def test_lights_stay_different_in_ascii():
    shapes = [shape for shape, _ in (*FRAMES.values(), DARK_FRAME)]
    assert len({plain_sign(shape) for shape in shapes}) == len(shapes)
    assert all(len(plain_sign(shape)) == 1 and plain_sign(shape) != "?" for shape in shapes)


def test_a_sign_like_no_other_is_a_question_mark_and_nothing_moves():
    assert plain_sign("鼠") == "?" and plain_sign("ö") == "o" and plain_sign("…") == "~"


class Tty(io.TextIOWrapper):
    def isatty(self):
        return True


def test_control_a_terminal_in_another_locale_keeps_its_signs():
    written = io.BytesIO()
    show_any_sign([stream := Tty(written, "utf-8")], {"LANG": "de_DE.UTF-8"})
    print("ö…", file=stream, flush=True)
    assert written.getvalue().decode() == "ö…\n"


@pytest.mark.parametrize(
    ("environment", "shown"), [({"LANG": "C"}, "o"), ({"LC_ALL": "POSIX"}, "o"), ({"LC_ALL": "C.UTF-8"}, "ö")]
)
def test_a_terminal_in_the_locale_c_gets_ascii(home, environment, shown):
    code = "import sys; from glowtable.terminal.signs import show_any_sign; show_any_sign([sys.stdout]); print('ö')"
    leader, follower = pty.openpty()
    env = {"PATH": os.environ["PATH"], **environment}
    subprocess.run([sys.executable, "-c", code], stdout=follower, env=env, check=True)
    assert os.read(leader, 100).decode().strip() == shown
    os.close(leader), os.close(follower)


# -- scripts


def test_a_script_plays_for_a_person_and_the_match_is_kept(home, capsys):
    shown = scripted(home, SCRIPT.replace("ende", "\n\nende"), "--language", "de").decode()
    for line in ("» zurück", "Zurückgenommen: Spieler beginnt Durchgang 1.", "» warum a1", "Partie 1 ist gesichert"):
        assert line in shown
    assert "remark" not in shown and "\x1b" not in shown
    main(["matches"])
    assert "unfinished" in capsys.readouterr().out


@pytest.mark.slow
def test_a_whole_match_is_a_script(home):
    """Every cell is tried again and again: what is refused is said, and the match ends."""
    cells = "".join(f"{row}{column}\n" for row in "cdbeaf" for column in (3, 4, 2, 5, 1, 6))
    shown = scripted(home, "\n" + (cells + "\n") * 5).decode()
    assert " won Punto!" in shown and "Traceback" not in shown


def test_a_script_waits_until_somebody_is_waited_for():
    awaited = iter([False, True, False, True, True])
    lines = scripted_lines(["c3", "# no line", "ok"], lambda: next(awaited))
    assert [lines() for _ in range(5)] == [[], ["c3"], [], ["ok"], ["\x04"]]


def test_a_line_without_end_is_answered_at_once(home, monkeypatch):
    """Never looked through further than a wish can be long."""
    looked = []
    monkeypatch.setattr("glowtable.terminal.typed_line.normalize", lambda form, text: looked.append(len(text)) or text)
    (home / "long.txt").write_text("x" * 50_000 + "\nquit\n")
    assert main([*PLAY[3:], "--script", str(home / "long.txt")]) == 0
    assert max(looked) == LONGEST_LINE


def test_a_script_of_a_million_lines_is_refused(home, capsys):
    (home / "long.txt").write_text("c3\n" * 1_000_000)
    assert main([*PLAY[3:], "--script", str(home / "long.txt")]) == USAGE
    assert "larger than 64 KB" in capsys.readouterr().err


def test_a_script_that_is_not_there_is_one_sentence(home, capsys):
    assert main(["play", "--script", str(home / "none.txt")]) == USAGE
    assert re.search("Can't read .*none.txt", capsys.readouterr().err)


@pytest.mark.slow
@pytest.mark.parametrize("lines", ["\0\x1b[2J\n", "ÿ" * 10_000 + "\n", "\u202eok\n", "quit\n", ""])
def test_a_strange_script_ends_in_words(home, lines):
    shown = scripted(home, lines).decode()
    assert not {"\0", "\x1b", "\u202e"} & set(shown)


# -- terminals


def test_a_dumb_terminal_gets_plain_lines(home):
    person = AtTerminal(PLAY, TERM="dumb")
    before = person.sees("Press Enter to start")
    assert "find the table" not in before, "the simulated one is there"
    person.types("\n")
    before += person.sees("You go first. Press Enter.")
    person.types("why a1\n")
    before += person.sees("First say who is youngest.")
    assert "\x1b" not in before
    person.leaves()


def test_a_wizard_writes_plain_lines_too(home):
    person = AtTerminal((sys.executable, "-m", "glowtable", "calibrate", "--port", "twin:"), TERM="dumb")
    before = person.sees("buttons or nfc")
    person.types("\n")
    before += person.sees("How many LEDs per cell")
    person.types("quit\n")
    assert "\x1b" not in before + person.sees("settings are unchanged")
    person.program.wait(HANG_S)
    os.close(person.leader)


def test_ctrl_z_gives_the_screen_back_and_fg_takes_it_again(home):
    person = AtTerminal(PLAY, TERM="xterm")
    person.sees(OWN_SCREEN)
    person.sees("Press Enter to start")
    os.kill(person.program.pid, signal.SIGTSTP)
    person.sees(SCREEN_BEFORE)
    _, status = os.waitpid(person.program.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    os.kill(person.program.pid, signal.SIGCONT)
    person.sees(OWN_SCREEN)
    person.sees("Press Enter to start")
    person.leaves()


# -- own words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_may_be_typed_has_own_words(language):
    words = localized_commands(Translator(language))
    assert set(words.values()) == set(COMMAND_MESSAGES)
    if language != "en":
        assert len([own for own, word in words.items() if own != word]) >= len(COMMAND_MESSAGES) - 2


def test_no_word_of_the_program_means_another_one():
    program = {*COMMAND_WORDS, *COMMAND_MESSAGES}
    for language in LANGUAGES:
        assert {
            own: word
            for own, word in localized_commands(Translator(language)).items()
            if own in program and own != word
        } == {}


def test_no_own_word_is_a_card_or_a_word_of_a_game():
    for game in map(games.find, games.names()):
        taken = {bare(word) for word in (*game.kinds, *game.deck)}
        for language in LANGUAGES:
            own = localized_commands(Translator(language, game=game.name), {**COMMAND_MESSAGES, **game.words})
            assert {word: own[word] for word in taken & set(own) if own[word] != word} == {}


@pytest.mark.parametrize(
    ("game", "language", "line", "meant"),
    [
        ("spiel_des_jahres", "de", "1 handeln 2", "1 trade 2"),
        ("spiel_des_jahres", "it", "Ann paga 10", "Ann pay 10"),
        ("spiel_des_jahres", "de", "zahlen 10", "pay 10"),
        ("alter_ego", "de", "1 kämpfen", "1 fight"),
        ("alter_ego", "it", "1 chiedi 2", "1 ask 2"),
    ],
)
def test_words_of_a_game_are_typed_in_ones_own(game, language, line, meant):
    translator, words = Translator(language, game=game), {**COMMAND_MESSAGES, **games.find(game).words}
    assert parse_localized_command(line, translator, ("Ann",), words) == meant
    assert localize_command(meant, translator, words) == line or line.startswith("Ann")


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_of_a_game_what_can_be_typed(language):
    """No sentence of a game's help names a word of the program that has another one in this language."""
    for game in map(games.find, games.names()):
        translator = Translator(language, game=game.name)
        told = set(re.findall(r"\w+", translator.text(game.help)))
        foreign = {word for word in game.words if translator.words(game.words[word])[0] != word}
        assert not told & foreign, (game.name, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_help_tells_can_be_typed(language):
    translator = Translator(language)
    for example in HELP_WORDS:
        for line in example.line.split(", "):
            told = localize_command(line, translator)
            assert parse_localized_command(told, translator) == line, told


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("de", "ok Ben", "ja Ben"),
        ("de", "pause, night", "pause, nacht"),
        ("de", "Catan", "Catan"),
        ("it", "why c3", "perché c3"),
        ("en", "undo", "undo"),
    ],
)
def test_a_line_is_told_in_own_words(language, line, told):
    assert localize_command(line, Translator(language)) == told


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("de", "zurück", "undo"),
        ("de", "ZURUCK", "undo"),
        ("de", "Ann zurück", "Ann undo"),
        ("de", "undo", "undo"),
        ("it", "perché a1", "why a1"),
        ("it", "indietro", "undo"),
        ("en", "back", "back"),  # a word of a game
        ("de", "Stand", "Stand"),  # a player is called so
        ("de", "c3", "c3"),
        ("de", "", ""),
    ],
)
def test_an_own_word_is_the_programs(language, line, meant):
    assert parse_localized_command(line, Translator(language), ("Ann", "Stand")) == meant
