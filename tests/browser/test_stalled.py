"""A host that stands still: its pages notice, refuse taps, and nothing tapped meanwhile is ever done."""

import os
import signal

import pytest
from glowtable.web.followers import LATE_MS

from tests.browser.hosted import PHONE, claim, codes_shown
from tests.browser.test_pages import begin, program

pytestmark = pytest.mark.web
PENDING_S, FAILED_S, AWAY_S = 0.5, 3, 7  # at most, by the page's own clock
AWAY = "html[data-away=yes]"


def stand_still(page) -> None:
    """Stop the page's clock a moment ahead: a busy machine may need longer than it to get there."""
    from playwright.sync_api import Error

    for ahead_ms in (1, 50, 200, 1000):
        try:
            page.clock.pause_at((page.evaluate("Date.now()") + ahead_ms) / 1000)  # in seconds
            return
        except Error as error:
            if "to the past" not in str(error) or ahead_ms == 1000:
                raise


def test_a_stalled_host_is_away_and_what_was_tapped_meanwhile_is_never_done(browser, tmp_path):
    running, port = program(tmp_path, 0)
    try:
        table = browser.page(f"http://127.0.0.1:{port}/", with_clock=True)
        phone = browser.page(f"http://127.0.0.1:{port}/seat", PHONE, with_clock=True)
        claim(phone, codes_shown(table)[0])
        begin(table)
        phone.wait_for_selector("#foot [data-choice]")
        asked, choices = table.inner_text("#ask"), phone.inner_text("#foot")
        pages = phone, table
        for page in pages:
            stand_still(page)
        os.kill(running.pid, signal.SIGSTOP)
        phone.click("#foot [data-choice] >> nth=0")
        table.click("#ask .choices button >> nth=0")
        for page in pages:
            page.clock.run_for(PENDING_S * 1000)
            assert page.query_selector("[data-tap=pending]")
        phone.click("#foot [data-choice] >> nth=0")  # one tap waits, a second is none
        for page in pages:
            page.clock.run_for((FAILED_S - PENDING_S) * 1000)
            assert page.query_selector("[data-tap=failed]")
            assert "Look, then tap again" in page.inner_text("#banner")
            assert page.query_selector("[data-tap=pending]") is None
        for page in pages:
            page.clock.run_for((AWAY_S - FAILED_S) * 1000)
            assert page.query_selector(AWAY)
        assert phone.inner_text("#foot") == choices
        phone.locator("#foot [data-choice]").first.dispatch_event("click")  # by keys; fingers reach nothing
        assert "Connection lost" in phone.inner_text("#banner") and not phone.query_selector("[data-tap=pending]")
        table.wait_for_timeout(LATE_MS)  # by the host's time too late
        os.kill(running.pid, signal.SIGCONT)
        for page in pages:
            page.clock.resume()
            page.wait_for_selector("html:not([data-away=yes])", state="attached")
        table.wait_for_timeout(1500)
        assert table.inner_text("#ask") == asked and phone.inner_text("#foot") == choices
        phone.click("#foot [data-choice] >> nth=0")  # the control: now it is done
        table.wait_for_function("asked => document.querySelector('#ask').innerText !== asked", arg=asked)
    finally:
        running.kill()


def test_the_screen_stays_on_where_it_may_and_elsewhere_it_is_said_once(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    table = browser.table(match)
    code, other = codes_shown(table)
    for locks, wanted in ((True, code), (False, other)):
        phone = browser.page(f"{match.url}seat", PHONE)
        phone.add_init_script(
            LOCKS if locks else "Object.defineProperty(Navigator.prototype, 'wakeLock', { value: null })"
        )
        claim(phone, wanted)
        phone.evaluate("window.asked = window.asked || []")
        assert phone.evaluate("asked") == [] and phone.is_hidden("#banner")
        phone.click("#more-open")
        if locks:
            phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            assert phone.evaluate("asked") == ["screen", "screen"] and phone.is_hidden("#banner")
        else:
            assert phone.inner_text("#banner") == "Your screen may turn off while you wait. Nothing is lost."
            phone.wait_for_selector("#banner", state="hidden")
            phone.reload()
            phone.click("#more-open")
            assert phone.is_hidden("#banner")


LOCKS = """
window.asked = [];
Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: async (kind) => { asked.push(kind); } } });
"""
