"""Nothing hidden is in a browser: in two worlds that a viewer cannot tell apart all elements of a page are the same."""

from itertools import islice

import pytest
from glowtable import games
from glowtable.web.outgoing import public_page

from tests.browser.hosted import PHONE, SEATED, Browser, open_more
from tests.support.adversary import NAMES
from tests.support.campaign import IN_CAMPAIGN, long_share
from tests.support.matches import Match
from tests.web.served import CONTROLS, Served, first_matches, of_each_viewer, position_told_by

pytestmark = pytest.mark.web
GAMES = [games.find(name) for name in games.names()]
SECRET = [game for game in GAMES if game.hidden_information]
MATCHES = long_share(10)
IN_PART, MOST = (None, None) if IN_CAMPAIGN else (2, 2)  # positions of each viewer, and of a match, that are looked at
ALL = "document.documentElement.outerHTML"


class Looking:
    """A viewer's pages: the table's, the board, the own device with its hand open, and all matches."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.served = served
        name, _, value = served.cookies[served.viewer].partition("=")
        self.matches = browser.page(served.origin + "/board")
        own = browser.page(served.origin + "/board", PHONE)
        own.context.add_cookies([{"name": name, "value": value, "url": served.url}])
        own.goto(f"{served.url}seat?seat={served.viewer}")
        own.wait_for_selector(SEATED)
        if own.query_selector("#open"):
            own.click("#open")
        open_more(own)
        self.pages = {"table": browser.page(served.url), "board": browser.page(served.origin + "/board"), "seat": own}

    def everything(self, session) -> dict[str, str]:
        """All elements of all pages at this position, after another that all of them have shown."""
        self.served.keep_journal(session)
        for number in (2, 1):
            self.served.show(session, number)
            for page in self.pages.values():
                page.wait_for_selector(f"html[data-moment='{number}']", state="attached")
        return {**{name: page.evaluate(ALL) for name, page in self.pages.items()}, "matches": self._match()}

    def _match(self) -> str:
        self.matches.goto(f"{self.served.url}matches")
        self.matches.dispatch_event("#match-1", "click")  # no mouse stays over a card
        self.matches.wait_for_selector("#cell-35")
        return self.matches.evaluate(ALL)


@pytest.fixture
def look_at(browser, tmp_path):
    """At a position with the pages of its viewer: on which of them could both worlds be told apart?"""
    looking = {}

    def differences(position, match=0, **pages):
        who = (match, position.viewer)
        if who not in looking:
            served = Served(tmp_path / f"{match} {position.viewer}", position.sessions[0], position.viewer, **pages)
            served.show(position.sessions[0])
            looking[who] = Looking(browser, served)
        one, two = map(looking[who].everything, position.sessions)
        return [name for name in one if one[name] != two[name]]

    yield differences
    browser.leave()
    for each in looking.values():
        each.served.stop()


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_two_worlds_look_alike_in_every_element(game, look_at):
    compared = 0
    for seed in first_matches(game, MATCHES):
        for position in islice(of_each_viewer(game, seed, IN_PART), MOST):
            assert look_at(position, seed) == [], f"{game.name} {seed}, {NAMES[position.viewer]} at {position.at}"
            compared += 1
    assert compared


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_will_be_drawn_is_in_no_element(game, browser, tmp_path):
    """Two matches of which only the seed differs: until the first card comes every seat's pages are the same."""
    people = NAMES[: max(2, min(game.seats))]
    one, two = (undealt(game, tmp_path / str(seed), people, seed) for seed in (1, 2))
    for viewer in range(len(people)):
        served = Served(tmp_path / f"of {viewer}", one, viewer)
        served.show(one)
        looking = Looking(browser, served)
        assert looking.everything(one) == looking.everything(two), people[viewer]
        browser.leave()
        served.stop()


def test_control_a_page_that_tells_the_seed_is_caught(browser, tmp_path):
    game = games.find("punto")
    one, two = (undealt(game, tmp_path / str(seed), NAMES[:2], seed) for seed in (1, 2))
    told = {id(one): "1", id(two): "2"}

    def telling(session):
        page = public_page(session)
        return {**page, "lines": (*page["lines"], told[id(session)])}

    served = Served(tmp_path / "told", one, 0, telling)
    served.show(one)
    looking = Looking(browser, served)
    first, second = looking.everything(one), looking.everything(two)
    assert [name for name in first if first[name] != second[name]] == ["table", "board", "seat"]
    served.stop()


def undealt(game, folder, people, seed):
    """A match in which nothing has been drawn yet."""
    folder.mkdir(parents=True)
    quiet = {"first_player": "youngest"} if game.name == "punto" else {}
    match = Match(folder, people, seed, game=game, **quiet)
    match.until(lambda: match.session.is_open or match.session.phase == "setting")
    assert not match.session.history
    return match.session


def test_control_pages_that_tell_are_caught(look_at):
    """The table and the board draw the true state, the device the hands of all."""
    position = position_told_by(SECRET[0], **CONTROLS["other seats"])
    assert look_at(position, **CONTROLS["other seats"], **CONTROLS["the true state"]) == ["table", "board", "seat"]
