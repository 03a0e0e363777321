"""`glowtable new-game` writes a game that plays at once and keeps every rule of the house."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.commands import new_game
from glowtable.messages import LANGUAGES, USAGE

from tests.docs.test_hidden_hands_page import BLOCKS
from tests.docs.test_hidden_hands_page import NAME as HIDDEN_HANDS
from tests.games.shipped import SHIPPED
from tests.house import CHECKS, File
from tests.test_house import missing_from_game, module_name

HOUSE = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".[!c]*", "node_modules", "dist", "site", "mpytypings")
NAME = "trial_with_the_longest_name_30"  # no line gets too long; and nobody has such a game
TITLE = NAME.replace("_", " ").capitalize()
TOOLS = Path(sys.executable).parent
OF_THIS_RUN = ("GLOWTABLE_", "MAKE", "MFLAGS", "PYTEST_")  # how these tests were called
# Tests that walk all games, but have not the name of each in their own
OF_ALL_GAMES = (
    "test_house", "commands/test_commands", "commands/test_locale", "docs/test_code_walk", "docs/test_docs",
    "docs/test_picture", "docs/test_rules_docs", "docs/test_voice", "match/test_traces", "hardware/test_boards",
    "hardware/test_build_guide", "hardware/test_cards", "hardware/test_order", "lab/test_probes",
    "web/test_lobby_keys", "web/test_lobby_page", "games/test_games", "games/test_golden", "games/test_levels",
    "games/test_termination",
)  # fmt: skip


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the sources, in which `glowtable new-game` was typed; thrown away with the rest."""
    root = tmp_path_factory.mktemp("checkout") / "glowtable"
    shutil.copytree(HOUSE, root, ignore=LEFT_OUT)
    lend_packages(root / ".venv")
    assert ran(root, sys.executable, "-c", "import glowtable; print(glowtable.__file__)").startswith(str(root))
    told = typed(root, "new-game", NAME)
    (root / "told").write_text(told)
    return root


def lend_packages(folder):
    """A .venv of the packages that are installed here; its stamp is new, so that make installs none."""
    folder.mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (folder / name).symlink_to(Path(sys.prefix) / name)
    (folder / "dev.stamp").touch()


def typed(root, *words):
    """What `glowtable` prints in this checkout."""
    return ran(root, sys.executable, "-m", "glowtable", *words)


def ran(root, *command):
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(OF_THIS_RUN)},
        "PYTHONPATH": os.pathsep.join((str(root / "host"), str(root / "firmware"))),
        "GLOWTABLE_DATA": str(root / "data"),
        "GLOWTABLE_CONFIG": str(root / "config.toml"),
        "LC_ALL": "C.UTF-8",
        "PIP_NO_INDEX": "1",
    }
    done = subprocess.run(
        command, cwd=root, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def written(root):
    """The files that are in this checkout and not in ours, what tests and tools leave aside."""
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    ignored = re.compile(r"__pycache__|^told$|^data/|^\.|_cache/")
    return sorted(name for name in files if not ignored.search(name) and not (HOUSE / name).exists())


@pytest.mark.slow
def test_it_writes_what_a_game_has_and_says_so(checkout):
    files = written(checkout)
    told = (checkout / "told").read_text()
    assert len(files) == sum(path.suffix != ".pyc" for path in new_game.TEMPLATE.rglob("*") if path.is_file())
    for part, _ in new_game.PARTS:
        assert any(name.startswith(part.format(name=NAME)) for name in files) and part.format(name=NAME) in told
    assert f"glowtable play {NAME}" in told
    assert re.search(r"numbered [B-OQ-Z]-01", told)  # P is taken by Punto


def test_it_plays_at_once(checkout):
    out = typed(checkout, "play", NAME, "--seed", "1")
    assert f"Lantern won {TITLE}!" in out and "can't put a stone anywhere" in out
    simulated = json.loads(typed(checkout, "simulate", NAME, "--games", "20", "--bots", "greedy,random", "--json"))
    assert simulated["finished"] == 20 and simulated["wins"][0] > 15
    assert "touch=others*|own" in typed(checkout, "play", NAME, "--options")


@pytest.mark.slow
def test_the_command_that_it_prints_runs_its_tests_and_they_pass(checkout):
    (command,) = re.findall(r"^  (make test .*?)  ", (checkout / "told").read_text(), re.MULTILINE)
    assert passed(ran(checkout, "sh", "-c", command)) >= 80


@pytest.mark.slow
def test_what_is_asked_of_all_games_at_once_is_true_with_it_and_with_a_game_of_hidden_hands(checkout):
    """That game has cards, and no lesson, trace, card sheets or faces."""
    folder = checkout / "host/glowtable/games" / HIDDEN_HANDS
    folder.mkdir()
    for block in BLOCKS:
        if block.language == "python":
            (folder / block.name).write_text(block.text)
    files = [f"tests/{name}.py" for name in (*OF_ALL_GAMES, "web/test_leaks")]
    try:
        assert (
            passed(ran(checkout, sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow and not hardware", *files))
            >= 500
        )
    finally:
        shutil.rmtree(folder)


def passed(out):
    """How many tests; none may be skipped."""
    assert "skipped" not in out and "did not run" not in out, out
    return int(re.search(r"(\d+) passed", out)[1])


@pytest.mark.slow
def test_its_match_is_recorded_again(checkout):
    """As docs/NEW_GAME.md says: the same players, options and seed give the same match."""
    trace = checkout / "tests/traces" / f"{NAME}_2p.jsonl"
    header, _, rows = trace.read_text().partition("\n")
    assert rows
    recorded = []
    for _ in range(2):
        trace.write_text(header)
        ran(checkout, sys.executable, "-m", "tests.support.record_traces", "--play", f"{NAME}_2p")
        recorded.append(trace.read_text())
    assert recorded[0] == recorded[1] and recorded[0].startswith(header) and recorded[0].count("\n") > 20
    assert "4 passed" in ran(checkout, sys.executable, "-m", "pytest", "-k", NAME, "tests/match/test_traces.py")


def test_it_keeps_the_rules_of_the_house(checkout):
    host = checkout / "host"
    modules = frozenset(module_name(path, host) for path in host.rglob("*.py"))
    paths = (host / "glowtable/games" / NAME).glob("*.py")
    files = [File(module_name(path, host), ast.parse(path.read_text()), modules) for path in paths]
    assert len(files) == 5
    assert [complaint for check in CHECKS for file in files for complaint in check(file)] == []
    assert missing_from_game(host / "glowtable/games" / NAME, checkout / "tests") == []


@pytest.mark.slow
def test_it_is_formatted_linted_and_typed(checkout):
    python = [name for name in written(checkout) if name.endswith(".py")]
    ran(checkout, TOOLS / "ruff", "format", "--check", *python)
    ran(checkout, TOOLS / "ruff", "check", *python)
    ran(checkout, TOOLS / "mypy", f"host/glowtable/games/{NAME}")


# -- elsewhere, and what is refused


def test_it_is_written_elsewhere_if_asked(tmp_path, capsys):
    assert main(["new-game", "snort", "--into", str(tmp_path), "--language", "en"]) == 0
    assert (tmp_path / "host/glowtable/games/snort/rules.py").is_file()
    assert "Copy it into the sources of Glowtable. Games are found there by their folder." in capsys.readouterr().out


def test_in_sources_that_are_not_installed_the_next_step_installs_them(tmp_path, capsys, monkeypatch):
    sources = tmp_path / new_game.SOURCES
    sources.parent.mkdir(parents=True)
    sources.touch()
    assert (HOUSE / new_game.SOURCES).is_file()
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "snort", "--into", ".", "--language", "en"]) == 0
    told = capsys.readouterr().out
    assert f"Next: in {tmp_path}, pip install -e . Then glowtable there finds the game." in told and "Copy" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(tmp_path, capsys, language):
    main(["new-game", "snort", "--into", str(tmp_path), "--language", language])
    said = capsys.readouterr().out
    assert ("You can play it at once" in said) is (language == "en")


def failing(capsys, *words):
    code = main(["new-game", *words, "--language", "en"])
    sentence = capsys.readouterr().err
    assert sentence.count("\n") == 1
    return code, sentence


@pytest.mark.parametrize("name", ["Chess", "3d", "four-in-a-row", "class", "tic tac", "x" * 31, "", "../up", "ümlaut"])
def test_a_name_that_is_none_is_refused(tmp_path, capsys, name):
    code, sentence = failing(capsys, name, "--into", str(tmp_path))
    assert code == USAGE and f"such as my_game, not {name}" in sentence and not list(tmp_path.iterdir())


def test_a_game_that_there_is_is_refused(tmp_path, capsys):
    code, sentence = failing(capsys, "punto", "--into", str(tmp_path))
    assert code == USAGE and "There's already a game called punto." in sentence


def test_what_is_there_is_not_written_over(tmp_path, capsys):
    (tmp_path / "tests/games").mkdir(parents=True)
    (tmp_path / "tests/games/test_snort.py").write_text("mine")
    code, sentence = failing(capsys, "snort", "--into", str(tmp_path))
    assert code == USAGE and "test_snort.py already exists." in sentence
    assert [path.read_text() for path in tmp_path.rglob("*.py")] == ["mine"]


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path, capsys):
    (tmp_path / "docs").write_text("no folder")
    code, sentence = failing(capsys, "snort", "--into", str(tmp_path))
    assert code == 1 and "Can't write " in sentence


def test_without_sources_it_asks_where_they_are(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(new_game, "CHECKOUT", tmp_path)
    code, sentence = failing(capsys, "snort")
    assert code == USAGE and "--into FOLDER" in sentence


def test_the_letter_of_its_rules_is_one_that_no_other_game_has(monkeypatch):
    monkeypatch.setattr(games, "names", lambda: SHIPPED)
    assert new_game._free_letter("pebbles") == "B"  # P and E are taken
    assert new_game._free_letter("alp") == "L"
    assert new_game._free_letter("sea_3") == "B"
