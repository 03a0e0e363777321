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
    "team": ("Ann and Cleo won together.", "Ann and Cleo won together.", "Enough rounds were won."),
    "lost together": ("All lost together.", "You lost together.", "A hostage was needed, and none was left."),
}


def opened(browser, served, name):
    """One of the pages, at the device of the person in SEAT."""
    page = browser.page(f"{served.origin}/board", PHONE if name == "seat" else DESKTOP, locale="en")
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
