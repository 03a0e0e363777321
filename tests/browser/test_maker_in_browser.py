"""A maker at a browser: the line of a table in a match, and a whole self-test by clicks alone."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.hosted import DESKTOP, PHONE, SMALL_PHONE, keep_picture, violations_on
from tests.support.patience import HANG_S

pytestmark = pytest.mark.web
HOUSE = Path(__file__).parents[2]
CHANGED = "asked => document.getElementById('job').innerText !== asked"


@contextmanager
def program(folder, *arguments):
    """`glowtable` with these arguments, and the address of its page."""
    environment = {**os.environ, "GLOWTABLE_DATA": str(folder), "GLOWTABLE_CONFIG": str(folder / "none.toml")}
    running = subprocess.Popen(
        [sys.executable, "-m", "glowtable", *arguments, "--web", "--port", "twin:", "--port-http", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=HOUSE,
        env={**environment, "LANGUAGE": "en"},
    )  # fmt: skip
    try:
        found = next(filter(None, (re.search(r"http://127\.0\.0\.1:\d+/", line) for line in running.stdout)))
        yield running, found[0]
    finally:
        running.kill()
        running.wait()


def do_until(page, is_there):
    """Do what is asked, one step after the other."""
    while not is_there():
        do_step(page)


def do_step(page):
    """Tap what is asked, and see what comes of it."""
    asked = page.inner_text("#job")
    page.locator("#job .primary").dispatch_event("click")
    page.wait_for_function(CHANGED, arg=asked)


def test_in_a_match_the_maker_sees_the_line_and_how_long_a_light_takes(browser, tmp_path):
    with program(tmp_path, "play", "punto", "--seats", "Ann,Ben", "--option", "first_player=youngest") as (_, address):
        table = browser.page(address)
        pages = [browser.page(f"{address}maker", size) for size in (DESKTOP, PHONE, SMALL_PHONE)]
        table.wait_for_selector("#answer-0")
        table.click("#answer-0")
        table.wait_for_function("() => !document.querySelector('#answer-0')")
        table.click("#ask .choices button")
        while not pages[0].query_selector("#times figure"):  # lights may change before the key is down
            table.press(".cell.lit", "Enter")
            table.wait_for_timeout(500)
        for page in pages:
            page.wait_for_selector("#times figure")
            page.wait_for_selector("#frames code")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert violations_on(page) == []
        assert int(pages[0].inner_text("#counts dd >> nth=0")) > 3
        assert "press" in pages[0].inner_text("#times-title").lower()
        keep_picture(pages[0], "maker")


def test_a_selftest_by_clicks_alone(browser, tmp_path):
    with program(tmp_path, "selftest") as (running, address):
        page, beside = (browser.page(f"{address}maker", color_scheme=look) for look in ("light", "dark"))
        for each in (page, beside):
            each.wait_for_selector("#job [data-say]")
            assert violations_on(each) == []
        do_until(page, lambda: page.query_selector("#job .findings"))
        assert "all 36 answer" in page.inner_text("#job")
        assert running.wait(HANG_S) == 0
        assert page.is_hidden("#banner")  # a job that is done has ended its program
        assert violations_on(page) == []
        keep_picture(page, "selftest")


def test_a_cell_of_the_simulated_table_is_pressed_on_the_page(browser, tmp_path):
    with program(tmp_path, "selftest") as (_, address):
        page = browser.page(f"{address}maker")
        page.wait_for_selector("#job [data-say]")
        do_until(page, lambda: "1 of 36" in page.inner_text("#job"))
        page.focus("[data-cell='0']")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.getElementById('job').innerText.includes('2 of 36')")
        page.click("#say-q")
        page.wait_for_selector("html[data-away=yes]", state="attached")
