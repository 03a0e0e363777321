"""In a terminal a game shows only what it has, and who asks again is answered again."""

from argparse import Namespace

import pytest
from glowtable.commands import play
from glowtable.terminal.help import help_messages
from glowtable.terminal.layout import Size

from tests.support.matches import PUNTO, Match
from tests.support.small_game import GAME


@pytest.fixture
def match(tmp_path):
    begun = Match(tmp_path, ("Ann", "bot:random"), game=GAME).until_laid_out()
    begun.types("ok")
    return begun


def shown(match):
    return [line.plain for line in match.console.page_lines(None, Size(80, 24))]


def test_the_legend_explains_the_shapes_that_are_lit(match):
    assert "  ○ free   ● look here" in shown(match)


def help_lines(match):
    return {dict(each.fill).get("line") for each in help_messages(match.session)}


def test_help_offers_no_secret_cards_rules_and_pictures_that_there_are_not(match, tmp_path):
    missing = {"hand", "howto", "rules"}
    assert not help_lines(match) & missing and "status" in help_lines(match)
    assert help_lines(Match(tmp_path / "punto", game=PUNTO)) & missing == {"howto", "rules"}


def test_rules_says_that_there_are_none(match):
    match.console.handle_line("rules")
    assert match.console.said[-1] == "Last has no rules text."


def test_why_answers_again(match):
    match.types("f6")
    assert match.console.said[-1] == "You can't do that now."
    count = match.pump.news.count
    match.console.handle_line("why f6")
    assert match.pump.news.count == count + 1 and match.console.said[-2:] == ["You can't do that now."] * 2


def test_a_match_that_is_over_is_not_to_be_resumed(match, capsys):
    play._say_goodbye(Namespace(guests=[]), match.console, True)
    assert "Resume it: glowtable play --resume" in capsys.readouterr().out
    match.types("a1")
    match.until(lambda: match.session.state.seat == 0)
    match.types("a2", "a3")  # one of them is taken
    assert match.session.outcome
    play._say_goodbye(Namespace(guests=[]), match.console, True)
    assert "Resume it" not in capsys.readouterr().out
