"""The end of a match and of an evening: what decided it, how the evening stands, and the statistics, on any screen."""

from contextlib import closing

import pytest
from glowtable import games
from glowtable.game import Outcome
from glowtable.match.header import Header
from glowtable.match.journal import OVER, Journal
from glowtable.match.lobby import Offer
from glowtable.match.outcome_rows import outcome_row
from glowtable.messages import LANGUAGES
from glowtable.table import Row
from glowtable.terminal.translator import Translator
from glowtable.web.faces import lobby_sprite
from glowtable.web.followers import Snapshot
from glowtable.web.server import Server

from tests.browser.hosted import PHONE, SMALL_PHONE, keep_picture, play_by_taps, violations_on
from tests.browser.pictures import agreed_on, told_of

pytestmark = pytest.mark.web
SCREENS = {"small": SMALL_PHONE, "phone": PHONE, "desktop": (1280, 720)}


def add_evening(match):
    """Two matches of these people that ended before: Ann won one, nobody the other."""
    with closing(Journal(match.folder / "journal.sqlite")) as journal:
        for game, winners, minutes in (("punto", (0,), 12), ("alter_ego", (), 47)):
            header = Header(game, ("Ann", "Ben"), {}, 1, "2026-01-31 19:00:00")
            number = journal.begin_match(header)
            journal.append_rows(
                number, [Row(OVER, "it is over"), outcome_row(Outcome("", winners, (), ()), 60, (), minutes)]
            )


def is_sound(page, name):
    """Nothing is wrong for people with other eyes, nothing sticks out, nothing is cut; there is a picture of it."""
    assert violations_on(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    keep_picture(page, name)


CUT = """within => [...document.querySelectorAll(within + " *")]
    .filter((each) => getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)"""


def cut_texts(page, within):
    """The texts that are wider than where they stand."""
    return page.evaluate(CUT, within)


def test_the_end_says_what_decided_it_and_how_the_evening_stands(browser, hosted):
    game = games.find("punto")
    match = hosted("Ann", "Ben", game=game, max_rounds=1)
    table, board = browser.table(match), browser.page(f"{match.url}board")
    phones = browser.phones(match, table)
    play_by_taps(match, table, phones, seed=1, most=400)
    assert match.is_over.is_set()
    for page, name in ((table, "end-table"), (board, "end-board"), *((phone, "end-seat") for phone in phones)):
        page.wait_for_selector(".result .evening")
        assert "won this evening: " in page.inner_text(".evening").lower() and " of 1" in page.inner_text(".evening")
        assert page.inner_text(".result .why") not in ("", "Enough rounds were won.")
        for screen, size in SCREENS.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            is_sound(page, f"{name}-{screen}")
    phone = phones[0]
    phone.click("#decided summary")
    phone.wait_for_selector("#decided .grid36 .card")
    assert phone.inner_text("#decided .decided p")
    is_sound(phone, "end-decided")
    assert browser.complaints == []


@pytest.mark.parametrize("screen", SCREENS)
def test_statistics_are_read_on_any_screen(browser, hosted, screen):
    match = hosted("Ann", "Ben")
    add_evening(match)
    page = browser.page(f"{match.url}matches", SCREENS[screen], locale="en")
    page.wait_for_selector("#statistics .figure")
    said = page.inner_text("#statistics")
    assert "Ann" in said and "50 %" in said and "30" in said and "minutes in a match" in said.lower()
    assert cut_texts(page, "#statistics") == []
    is_sound(page, f"statistics-{screen}")
    page.click("[data-match]")
    page.wait_for_selector("#exports a")
    texts = page.locator("#exports a").all_inner_texts()
    assert texts == [
        "Points for a spreadsheet (CSV)",
        "Moves for a spreadsheet (CSV)",
        "For programs (JSONL)",
        "To read (text)",
    ]
    is_sound(page, f"past-{screen}")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_lobby_tells_unfinished_matches_apart_and_how_the_evening_stands(browser, screen):
    lobby, seats = agreed_on()
    punto = Offer(5, "Punto", ("Ann", "Ben", "bot:hard"), "2026-01-31 19:05:00", 1)
    lobby.offers = (punto, punto._replace(match=4, started="2026-01-30 22:40:00", moves=31))
    told = {language: Translator(language).text for language in LANGUAGES}
    server = Server(seats, told, b"")
    server.change_stage(told, lobby_sprite(lobby.games.values()), None)
    server.start(0)
    server.publish_snapshot(Snapshot(1, told_of(lobby, seats), {}))
    page = browser.page(server.addresses[0], SCREENS[screen], locale="en")
    page.wait_for_selector("#players li")
    one, other = page.locator(".offer small").all_inner_texts()
    assert one.endswith("PM · Ann, Ben, bot (hard) · 1 move") and other.endswith(" · 31 moves") and "Jan 30" in other
    assert page.inner_text("#won").strip() == "Won this evening: Ann 2 of 3 · Ben 1 of 3 · Cal 0 of 2"
    facts = page.locator(".tile small").all_inner_texts()
    assert not [text for text in facts if text.strip(" ") != text.strip(" ·") or "·  ·" in text]
    is_sound(page, f"lobby-offers-{screen}")
    server.stop()
