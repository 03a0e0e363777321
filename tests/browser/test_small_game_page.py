"""The page of a game that has little: no heading without anything below it, nobody asked who is not there."""

import pytest

from tests.browser.hosted import DESKTOP
from tests.support.small_game import GAME

pytestmark = pytest.mark.web


@pytest.mark.parametrize(("seats", "is_asked"), [(("Ann", "bot:random"), False), (("Ann", "Ben"), True)])
def test_undo_asks_others_only_where_there_are_people(browser, hosted, seats, is_asked):
    table = browser.page(hosted(*seats, game=GAME).url, DESKTOP)
    table.click("#answer-0")
    table.click(".cell.lit")
    table.wait_for_selector("#undo:enabled")
    assert ("Others must agree." in table.inner_text("#undo")) is is_asked


def test_no_heading_stands_alone(browser, hosted):
    table = browser.page(hosted("Ann", "bot:random", game=GAME).url, DESKTOP)
    table.wait_for_selector("#news-title", state="hidden")
    table.click("#rules-open")
    table.wait_for_selector("#sheet h3")
    headings = table.eval_on_selector_all("#sheet h3", "them => them.map(each => each.nextElementSibling?.tagName)")
    assert len(headings) == 1 and headings[0] == "P"
