"""A led first match begun in the lobby, on one phone of 360x640 and at the host's own page."""

import pytest

from tests.browser.hosted import DESKTOP, SMALL_PHONE, keep_picture, violations_on
from tests.browser.test_evening import ELSEWHERE, evening  # noqa: F401  a fixture

pytestmark = pytest.mark.web
ON = "#foot .primary"
STEPS = 6  # of Punto


def does_what_is_said(page) -> None:
    """Tap what leads on; where the step insists on another cell, that one."""
    said = page.inner_text(".lesson")
    if page.query_selector("#main .grid36 button"):
        covers = "cover a card" in said
        cells = page.query_selector_all(f"#main .grid36 button{'[data-lies]' if covers else ':not([data-lies])'}")
    else:
        cells = []
    for cell in cells or [None]:
        if cell:
            cell.click()
        page.click(ON)
        page.wait_for_selector(f"{ON}[data-tap=failed], html:not(:has(.lesson p:text-is('{said.splitlines()[0]}')))")
        if page.inner_text(".lesson") != said:
            return
    raise AssertionError(f"nothing does it: {said}")


def test_a_first_match_on_a_small_phone_and_back_in_the_lobby(evening):  # noqa: F811
    phone = evening.page(ELSEWHERE, "", SMALL_PHONE, has_touch=True)
    assert violations_on(phone) == []
    phone.fill("#name", "Zoe")
    phone.click("#first-match")
    for number in range(1, STEPS):
        phone.wait_for_selector(f".lesson p:text-is('Step {number} of {STEPS}')")
        keep_picture(phone, f"first-match-{number}")
        assert violations_on(phone) == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
        does_what_is_said(phone)
    phone.wait_for_selector(f".lesson p:text-is('Step {STEPS} of {STEPS}')")
    phone.click("#more-open")
    phone.click("#lobby-fold summary")
    keep_picture(phone, "first-match-more")
    phone.click("#lobby-leave")
    phone.wait_for_selector("#games button")
    assert phone.query_selector_all(".offer") == []


def test_the_host_s_page_becomes_the_seat_that_it_plays(evening):  # noqa: F811
    page = evening.page("127.0.0.1", "", DESKTOP)
    page.click("#first-match")
    page.wait_for_selector(f".lesson p:text-is('Step 1 of {STEPS}')")
    assert "/seat" in page.url and violations_on(page) == []
