"""docs/NEW_GAME.md is true: its tic-tac-toe is made block by block, played, simulated, checked, and thrown away."""

import doctest
import inspect
import re
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

import pytest
from glowtable import games
from glowtable.__main__ import main

from tests.games import golden, golden_presses, test_contract
from tests.support.matches import Match

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "NEW_GAME.md").read_text("utf-8")
NAME = "tic_tac_toe"
MOST_LINES, MOST_FUNCTIONS = 140, 20  # of its Python, tests aside
BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
AS_SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
TOOLS = Path(sys.executable).parent


class Block(NamedTuple):
    """A block of the page: its language, and what follows it: the name of a file, or what is typed at the table."""

    language: str
    name: str
    text: str


BLOCKS = [Block(*found) for found in BLOCK.findall(PAGE)]
FILES = {block.name: block.text for block in BLOCKS if block.language == "python" and block.name}
GAME_FILES = {name: text for name, text in FILES.items() if "/" not in name}


class Reader:
    """Does what the page says, block by block, in a folder of games of its own."""

    def __init__(self, folder, monkeypatch, name=NAME):
        self.folder, self.games, self.name = folder, folder / "games", name
        (self.games / name).mkdir(parents=True)
        monkeypatch.setattr(games, "__path__", [*games.__path__, str(self.games)])
        for name in ("DATA", "CONFIG"):
            monkeypatch.setenv(f"GLOWTABLE_{name}", str(folder / name.lower()))
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        self.typed = {}  # what is known to the Python that is typed into

    def forget_game(self):
        """A file more, and Python begins again."""
        for module in [name for name in sys.modules if f"games.{self.name}" in name]:
            del sys.modules[module]
        invalidate_caches()

    def write(self, block):
        path = self.folder / block.name if "/" in block.name else self.games / self.name / block.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text)
        self.forget_game()
        return path

    def type_in_python(self, block):
        runner, told = doctest.DocTestRunner(optionflags=AS_SHOWN), []
        test = doctest.DocTestParser().get_doctest(block.text, self.typed, "NEW_GAME.md", None, 0)
        runner.run(test, out=told.append, clear_globs=False)
        self.typed = test.globs
        assert runner.failures == 0, "".join(told)

    def type_in_terminal(self, block, capsys):
        for command in block.text.removeprefix("$ ").split("\n$ "):
            line, _, shown = command.partition("\n")
            program, *words = line.replace("Ann,", "bot:careful,").split()  # here nobody can type for Ann
            assert program == "glowtable" and main(words) == 0
            told = capsys.readouterr().out
            assert not shown or doctest.OutputChecker().check_output(shown, told, AS_SHOWN), told

    def play_at_table(self, block):
        match = Match(self.folder, ("Ann", "bot:careful"), game=games.find(NAME)).until_laid_out()
        match.types(*block.name.split())
        assert as_shown(match.page()) == as_shown(block.text), match.page()

    def run_tests(self, block):
        """The tests of a file, each with a folder of its own; how many there are."""
        spec = spec_from_file_location("test_of_the_page", self.write(block))
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        tests = {name: test for name, test in vars(module).items() if name.startswith("test_")}
        for name, test in tests.items():
            (self.folder / name).mkdir()
            test(**{"tmp_path": self.folder / name} if "tmp_path" in inspect.signature(test).parameters else {})
        return len(tests)


def as_shown(page):
    return [line.rstrip() for line in page.strip("\n").splitlines() if line.strip(" »")]


@pytest.fixture
def reader(tmp_path, monkeypatch):
    found = Reader(tmp_path, monkeypatch)
    yield found
    found.forget_game()


@pytest.fixture
def game(reader):
    for block in BLOCKS:
        if block.name in GAME_FILES:
            reader.write(block)
    return games.find(NAME)


def test_every_step_of_the_page_comes_out_as_it_says(reader, capsys):
    tests = 0
    for block in BLOCKS:
        if block.language == "console":
            reader.type_in_terminal(block, capsys)
        elif block.language == "text":
            reader.play_at_table(block)
        elif not block.name:
            reader.type_in_python(block)
        elif block.name.startswith("tests/"):
            tests += reader.run_tests(block)
        else:
            reader.write(block)
    assert tests == 4


def test_it_keeps_the_contract(game):
    for seats, options in test_contract.tables(game):
        test_contract.test_every_state_of_a_match_keeps_the_contract(game, seats, options)
        test_contract.test_a_match_written_as_text_reads_back(game, seats, options)
    test_contract.test_every_match_ends_within_its_bound_and_replays_to_the_same_end(game)
    test_contract.test_every_sentence_of_a_game_can_be_filled(game)


CASES = [
    ({}, "look", {"to_act": [0], "lit": ["c3", "c4", "c5", "d3", "d4", "d5", "e3", "e4", "e5"], "winners": None}),
    ({"pressed": ["c3"]}, {"press": "c3"}, {"refused": "not legal", "to_act": [1]}),
    ({"pressed": ["c3", "d3", "c4", "d4"]}, {"press": "c5"}, {"refused": None, "winners": [0], "scores": [1, 0]}),
]


@pytest.mark.parametrize(("given", "action", "expect"), CASES)
def test_worked_cases_of_presses_need_no_forms_of_the_game(game, given, action, expect):
    case = {"id": "T", "given": given, "action": action, "expect": expect}
    golden.check(case, golden_presses.forms_of(game), ())
    for fact in expect:
        with pytest.raises(AssertionError, match=f"T: {fact}"):
            golden.check({**case, "expect": {**expect, fact: "wrong"}}, golden_presses.forms_of(game), ())


@pytest.mark.parametrize(
    ("given", "action", "words"),
    [
        ({"pressed": ["c3", "c3"]}, "look", "case T: a press on c3 is refused"),
        ({"pressed": ["g9"]}, "look", "case T: a cell must be a1 to f6, got 'g9'"),
        ({}, {"press": "z1"}, "case T: a cell must be a1 to f6, got 'z1'"),
    ],
)
def test_a_case_of_presses_that_cannot_be_is_said(game, given, action, words):
    with pytest.raises(ValueError, match=words):
        case = {"id": "T", "given": given, "action": action, "expect": {"to_act": [0]}}
        golden.check(case, golden_presses.forms_of(game), ())


def test_its_files_are_formatted_linted_and_typed(game, reader):
    written = [reader.write(Block("python", name, text)) for name, text in FILES.items()]
    config = ("--config", HOUSE / "pyproject.toml")
    for command in (("format", "--check"), ("check",)):
        done = subprocess.run(
            [TOOLS / "ruff", *command, *config, *written], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    files = [path for path in written if "tests" not in path.relative_to(reader.folder).parts]
    command = [TOOLS / "mypy", "--config-file", HOUSE / "pyproject.toml", *files]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_the_page_says_otherwise_is_caught(reader, capsys, game):
    """The control: of each kind of block one that is not so."""
    with pytest.raises(AssertionError):
        reader.type_in_python(Block("python", "", ">>> 1 + 1\n3\n"))
    with pytest.raises(AssertionError):
        reader.type_in_terminal(Block("console", "", f"$ glowtable simulate {NAME} --games 1\ngames 2\n"), capsys)
    with pytest.raises(AssertionError):
        reader.play_at_table(Block("text", "ok d4", "nothing\n"))
    with pytest.raises(AssertionError):
        reader.run_tests(Block("python", "tests/test_wrong.py", "def test_wrong():\n    assert False\n"))
