"""A host that stands still: its pages notice, refuse taps, and nothing tapped meanwhile is ever done."""

import os
import signal

import pytest

from tests.browser.hosted import PHONE, claim, codes_shown
from tests.browser.test_pages import begin, program
from tests.support.patience import HANG_S

pytestmark = pytest.mark.web
AWAY_MS = 7000
AWAY = "html[data-away=yes]"


def shown(page, selector: str, within_ms: float = HANG_S * 1000) -> None:
    page.wait_for_selector(selector, state="attached", timeout=within_ms)


def test_a_stalled_host_is_away_and_what_was_tapped_meanwhile_is_never_done(browser, tmp_path):
    running, port = program(tmp_path, 0)
    try:
        table = browser.page(f"http://127.0.0.1:{port}/")
        phone = browser.page(f"http://127.0.0.1:{port}/seat", PHONE)
        claim(phone, codes_shown(table)[0])
        begin(table)
        phone.click("#open")
        phone.wait_for_selector("#main [data-choice]")
        asked, choices = table.inner_text("#ask"), phone.inner_text("#choices")
        os.kill(running.pid, signal.SIGSTOP)
        phone.click("#main [data-choice] >> nth=0")
        table.click("#ask .choices button >> nth=0")
        for page in (phone, table):
            shown(page, "[data-tap=pending]", 1500)
        phone.click("#main [data-choice] >> nth=0")  # one tap waits, a second is none
        for page in (phone, table):
            shown(page, "[data-tap=failed]", 3000)
            assert "Look, then tap again" in page.inner_text("#banner")
            assert page.query_selector("[data-tap=pending]") is None
        for page in (phone, table):
            shown(page, AWAY, AWAY_MS)
        assert phone.inner_text("#choices") == choices
        phone.locator("#main [data-choice]").first.dispatch_event("click")  # by keys; fingers reach nothing
        assert "away" in phone.inner_text("#banner") and not phone.query_selector("[data-tap=pending]")
        os.kill(running.pid, signal.SIGCONT)
        for page in (phone, table):
            shown(page, "html:not([data-away=yes])")
        table.wait_for_timeout(1500)
        assert table.inner_text("#ask") == asked and phone.inner_text("#choices") == choices
        phone.click("#main [data-choice] >> nth=0")  # the control: now it is done
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
        phone.click("#open")
        if locks:
            phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            assert phone.evaluate("asked") == ["screen", "screen"] and phone.is_hidden("#banner")
        else:
            assert phone.inner_text("#banner") == "Your screen may sleep."
            phone.wait_for_selector("#banner", state="hidden")
            phone.reload()
            phone.click("#open")
            assert phone.is_hidden("#banner")


LOCKS = """
window.asked = [];
Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: async (kind) => { asked.push(kind); } } });
"""
