"""A led first match begun in the lobby, on one phone of 360x640 and at the host's own page."""

import pytest

from tests.browser.evening import ELSEWHERE
from tests.browser.hosted import DESKTOP, SMALL_PHONE, keep_picture, violations_on

pytestmark = pytest.mark.web
ON, CELL = "#foot .primary", "#main .grid36 button"
STEPS = 6  # of Punto


def does_what_is_said(page) -> None:
    """Tap what leads on, and a cell before if there are any: of the kind that the step names, one that it wants."""
    page.wait_for_selector(f"{CELL}, {ON}")
    said = page.inner_text(".lesson")
    kind = "[data-lies]" if "cover a card" in said else ":not([data-lies])"
    for number in range(max(1, page.locator(CELL).count())):
        if page.locator(CELL).count():
            page.locator(CELL + kind).nth(number).click()
        page.click(ON)
        page.wait_for_selector(
            f"{ON}[data-tap=failed], html:not(:has(.lesson small:text-is('{said.splitlines()[0]}')))"
        )
        if page.inner_text(".lesson") != said:
            return
    raise AssertionError(f"nothing does it: {said}")


def test_a_first_match_on_a_small_phone_and_back_in_the_lobby(evening):
    phone = evening.page(ELSEWHERE, "", SMALL_PHONE, has_touch=True)
    assert violations_on(phone) == []
    phone.fill("#name", "Zoe")
    phone.click("#first-match")
    for number in range(1, STEPS):
        phone.wait_for_selector(f".lesson small:text-is('Step {number} of {STEPS}')")
        keep_picture(phone, f"first-match-{number}")
        assert violations_on(phone) == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
        does_what_is_said(phone)
    phone.wait_for_selector(f".lesson small:text-is('Step {STEPS} of {STEPS}')")
    phone.click("#more-open")
    phone.click("#lobby-fold summary")
    keep_picture(phone, "first-match-more")
    phone.click("#lobby-leave")
    phone.wait_for_selector("#games button")
    assert phone.query_selector_all(".offer") == []


def test_a_hand_is_not_covered_where_bots_alone_play_against_the_learner(evening):
    phone = evening.page(ELSEWHERE, "", SMALL_PHONE, has_touch=True)
    evening.sit(phone, "Zoe")
    phone.click("#choose-alex_and_co")
    phone.wait_for_selector("#choose-alex_and_co[aria-checked=true]")
    phone.click("#first-match")
    phone.click(f"{ON}[data-key=confirm]")
    for label, step in (("Zoe", 2), ("Yes", 3), ("Done", 4)):
        phone.wait_for_selector(f".lesson small:has-text('Step {step} of ')")
        phone.click(f"#foot .primary:has-text('{label}')")
    phone.wait_for_selector("#hand")
    phone.click("#choices button:has-text('Reveal')")
    keep_picture(phone, "first-match-hand")
    assert violations_on(phone) == []
    phone.click(ON)
    phone.wait_for_selector(".lesson small:has-text('Step 6 of ')")


def test_the_host_s_page_becomes_the_seat_that_it_plays(evening):
    page = evening.page("127.0.0.1", "", DESKTOP)
    page.click("#first-match")
    page.wait_for_selector(f".lesson small:text-is('Step 1 of {STEPS}')")
    assert "/seat" in page.url and violations_on(page) == []
