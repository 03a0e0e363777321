"""The end of a match as each device shows it: the same truth on table, television and phone, and never a dead end."""

import pytest
from glowtable.grid import TABLE_SEAT
from glowtable.web.outgoing import about_page

from tests.browser.hosted import DESKTOP, PHONE
from tests.support.endings import session_over
from tests.support.patience import HANG_S
from tests.web.served import Served

pytestmark = pytest.mark.web
SEAT = 1
SAID = {  # on table and television, on Ben's phone
    "team": ("Ann and Cleo won together.", "Ann and Cleo won together.", "Ann and Cleo completed a line of 5."),
    "lost together": ("All lost together.", "You lost together.", "A hostage was needed, and none was left."),
}


def opened(browser, served, name, **wishes):
    """One of the pages, at the device of the person in SEAT."""
    page = browser.page(f"{served.origin}/board", PHONE if name == "seat" else DESKTOP, locale="en", **wishes)
    cookie, _, value = served.cookies[SEAT].partition("=")
    page.context.add_cookies([{"name": cookie, "value": value, "url": served.url}])
    page.goto(f"{served.url}{name}{f'?seat={SEAT}' if name == 'seat' else ''}")
    page.wait_for_selector(".result")
    return page


@pytest.fixture(params=SAID)
def ended(request, tmp_path):
    session = session_over(request.param)
    served = Served(tmp_path, session, SEAT)
    served.show(session)
    served.server.about = about_page(session, has_lobby=True)
    yield request.param, served
    served.stop()


def test_every_device_says_how_it_ended_and_why_and_leads_on(browser, ended):
    name, served = ended
    for_all, for_one, why = SAID[name]
    for page_name, said, button in (("", for_all, "#again"), ("board", for_all, ""), ("seat", for_one, "#key-next")):
        page = opened(browser, served, page_name)
        assert (page.text_content(".result .say"), page.text_content(".result .why")) == (said, why)
        assert bool(page.query_selector("#score .points")) is (name == "team")
        assert "Crowbar Twins" in page.text_content("#score") or name == "team"
        assert "press next" not in page.text_content("body").lower()
        if button:
            page.click(button)
            tap = served.server.taps.get(timeout=HANG_S).tap
            assert (tap.does, tap.key, tap.seat) == ("key", "next", TABLE_SEAT)
            page.reload()  # the first tap is answered by nobody here
            page.click("[data-lobby]")
            assert served.server.taps.get(timeout=HANG_S).tap.does == "lobby"


FALLING = """['::before', '::after'].map((side) => getComputedStyle(document.body, side))
    .filter(({ content, display }) => content !== 'none' && display !== 'none')
    .map(({ animationName, animationIterationCount, pointerEvents }) =>
        [animationName, animationIterationCount, pointerEvents].join(' '))"""
STAGE = "getComputedStyle(document.querySelector('.stage')).filter"
ONCE = "fall 1 none"  # and in nobody's way


def test_the_winners_are_celebrated_and_a_loss_turns_grey(browser, ended):
    name, served = ended
    for page_name, falling in (("", [ONCE] * 2), ("board", [ONCE] * 2), ("seat", [])):  # Ben is not in the team
        page = opened(browser, served, page_name, reduced_motion="no-preference")
        assert page.evaluate(FALLING) == (falling if name == "team" else [])
        if page_name != "seat":
            page.wait_for_function(f"() => {STAGE} {'===' if name == 'team' else '!=='} 'none'")
        assert page.evaluate("getComputedStyle(document.querySelector('.signs-of')).animationName") == "arrive"


def test_without_motion_only_the_colours_of_a_scene_change(browser, ended):
    name, served = ended
    for page_name in ("", "board", "seat"):
        page = opened(browser, served, page_name)
        assert page.evaluate(FALLING) == []
        assert page.evaluate("document.getAnimations().length") == 0
        if page_name != "seat":
            assert ("grayscale" in page.evaluate(STAGE)) is (name == "lost together")


@pytest.fixture
def won(tmp_path):
    served = Served(tmp_path, session := session_over("won"), 0)
    served.show(session)
    yield served
    served.stop()


def test_the_winner_s_own_phone_celebrates_and_the_television_shows_who_it_was(browser, won):
    for seat, falling in ((0, [ONCE]), (SEAT, [])):
        page = browser.page(f"{won.origin}/board", PHONE, locale="en", reduced_motion="no-preference")
        cookie, _, value = won.cookies[seat].partition("=")
        page.context.add_cookies([{"name": cookie, "value": value, "url": won.url}])
        page.goto(f"{won.url}seat?seat={seat}")
        page.wait_for_selector(".result")
        assert page.evaluate(FALLING) == falling
    page = opened(browser, won, "board")
    assert page.text_content(".result .signs-of .pawn") == "A"
