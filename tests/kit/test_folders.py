"""A game put together from its folder."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from glowtable.game import Kind, LessonStep, Rules, Surface
from glowtable.kit.bots import random_bot
from glowtable.kit.folders import NO_RULE, Sheet, game_in, path_beside, read_toml
from glowtable.kit.text_notation import Lines
from glowtable.messages import UserError, say
from glowtable.terminal.layout import Size

from tests.support.matches import Match

KINDS = {"pass": Kind()}
RULES = Rules()
SURFACE = Surface()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A game's folder with a sheet in it; the name of its package."""
    folder = tmp_path / "games_of_a_test" / "tiny"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "sheet.toml").write_text('T-01 = { en = "may look", de = "darf schauen" }\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    import_module("games_of_a_test.tiny")
    yield "games_of_a_test.tiny"
    for name in ("games_of_a_test.tiny", "games_of_a_test"):
        sys.modules.pop(name, None)


def tiny(package, **facts):
    bots = {"random": random_bot}
    given = {"test_bound": 9, "help": say("type pass"), "legend": say("no lights"), **facts}
    return game_in(package, "Tiny", (2, 3), (), ("Ace",), KINDS, RULES, SURFACE, bots, **given)


def test_a_file_beside_the_modules(package):
    assert read_toml(package, "sheet.toml") == {"T-01": {"en": "may look", "de": "darf schauen"}}


@pytest.mark.parametrize("data", [b"T-01 = ", b"\xff\xfe", b"a = " + b"[" * 100_000, b"#" * (2 << 20), None])
def test_a_damaged_file_beside_the_modules_is_one_sentence(package, data):
    path = Path(sys.modules[package].__file__).parent / "sheet.toml"
    path.unlink() if data is None else path.write_bytes(data)
    with pytest.raises(UserError, match=r"^Can't read .*sheet\.toml \("):
        read_toml(package, "sheet.toml")


def test_a_folder_without_a_sheet_has_none():
    assert Sheet("glowtable.kit") == {}
    import_module("glowtable.games.punto")
    assert "P-14" in Sheet("glowtable.games.punto")


def test_a_game_has_its_folders_name_and_sheet(package):
    game = tiny(package, cooperative=True)
    assert (game.name, game.title, game.seats, game.deck, game.test_bound) == ("tiny", "Tiny", (2, 3), ("Ace",), 9)
    assert game.sheet == {"T-01": {"en": "may look", "de": "darf schauen"}}
    assert game.cooperative and not game.hidden_information
    assert (game.rules, game.surface, game.kinds) == (RULES, SURFACE, KINDS)


def test_its_notation_is_a_line_per_action_unless_it_has_another(package):
    assert isinstance(tiny(package).notation, Lines)
    assert tiny(package).notation.write(2, {}, []) == "Tiny\nplayers 2\n"
    other = object()
    assert tiny(package, notation=other).notation is other


def test_short_rules_and_lesson_are_read_when_somebody_asks(package):
    plain = tiny(package)
    assert len(plain.sheet) == 1 and len(plain.short_rules) == 0 and plain.read_lesson is None
    folder = Path(sys.modules[package].__file__).parent
    (folder / "short_rules.toml").write_text('[[sentence]]\nen = "look"\n\n[[sentence]]\nen = "pass"\n')
    (folder / "lesson.toml").write_text('bot = "random"\nseed = 3\n\n[[step]]\nwants = "confirm"\nen = "press"\n')
    taught = tiny(package)
    assert taught.short_rules[0] == {"en": "look"} and len(taught.short_rules) == 2
    assert [each["en"] for each in taught.short_rules[:1]] == ["look"]
    lesson = taught.read_lesson()
    assert (lesson.bot, lesson.seed, lesson.options) == ("random", 3, {})
    assert lesson.steps == (LessonStep("confirm", {"en": "press"}),)


DAMAGED = {
    "no TOML": "T-01 = {",
    "not UTF-8": b"\xff\xfe",
    "another shape": "T-01 = 3\nsentence = [3]\nstep = [3]\n",
    "no lists": "sentence = 5\nstep = 5\n",
    "half of it": 'sentence = [{}]\nstep = [{ en = "press" }]\nT-01 = {}\n',
    "a number beside words": (
        'sentence = [{ en = "a", de = 3 }]\nstep = [{ en = "a", de = 3 }]\nT-01 = { en = "a", de = 3 }\n'
    ),
    "a number for words": "sentence = [{ en = 3 }]\nstep = [{ en = 3 }]\nT-01 = { en = 3 }\n",
}


def put(package, name, content):
    """Lay this file beside the modules; nothing takes it away."""
    path = path_beside(package, name)
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("content", [*DAMAGED.values(), None], ids=[*DAMAGED, "gone"])
def test_a_file_of_words_that_is_damaged_in_mid_match_is_told_in_their_place(package, content):
    names = ("sheet.toml", "short_rules.toml", "lesson.toml", "teaching.toml")
    for name in names:
        put(package, name, "")
    game = tiny(package)
    sheet, short_rules, lesson, teaching = (put(package, name, content) for name in names)
    assert str(UserError(game.sheet[NO_RULE])).startswith(f"Can't read {sheet} (") and len(game.sheet) == 1
    (told,) = game.short_rules
    assert str(UserError(told)).startswith(f"Can't read {short_rules} (")
    with pytest.raises(UserError, match=re.escape(f"Can't read {lesson} (")):
        game.read_lesson()
    with pytest.raises(UserError, match=re.escape(f"Can't read {teaching} (")):
        game.read_teaching()


def test_a_match_goes_on_without_its_words(package, tmp_path):
    for name in ("sheet.toml", "short_rules.toml"):
        put(package, name, "")
    words = tiny(package)
    match = Match(tmp_path, ("Ann", "Ben"), seed=3).until_laid_out()
    match.session.game = match.session.game._replace(sheet=words.sheet, short_rules=words.short_rules)
    for name in ("sheet.toml", "short_rules.toml"):
        put(package, name, "= damaged")
    for typed in ("rules", "rules all"):
        match.types(typed)
        assert "Can't read" in shown(match)
    assert match.console.complete("rules ") == "rules "
    match.types("", "rules P-14")
    assert match.console.said[-1] == "The rulebook doesn't cover P-14. Type rules all to read everything."
    match.types("why a1", "ok Ann", "ok Ann")
    assert match.session.phase == "playing"


def shown(match):
    lines = map(str, match.console.page_lines("", Size(120, 40)))
    return " ".join(" ".join((*lines, *match.console.said)).split())
