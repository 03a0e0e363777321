"""An evening without a keyboard: four phones, a television and the host's page, from the lobby to a match and back."""

import signal

import pytest

from tests.browser.evening import ELSEWHERE, Evening
from tests.browser.hosted import DESKTOP, PHONE, SEATED, SMALL_PHONE, keep_picture, open_more, violations_on
from tests.support.patience import HANG_S

pytestmark = pytest.mark.web
TELEVISION = (1920, 1080)
MOST_TAPS = 12  # of four people, from the lobby to the first card that lies
NAMES = ("Ann", "Ben", "Cal", "Dot")


def names_on(page) -> list[str]:
    return page.locator(".players b").all_inner_texts()


def is_sound(page, name: str) -> None:
    """Nothing is wrong for people with other eyes and hands, nothing sticks out, and there is a picture of it."""
    assert violations_on(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep_picture(page, name)


def until_names(page, *names: str) -> None:
    from playwright.sync_api import expect

    expect(page.locator(".players b")).to_have_text(list(names), timeout=HANG_S * 1000)


def lose_power(evening: Evening, pages) -> None:
    """The program dies and starts again; every page notices both."""
    evening.stop(signal.SIGKILL)
    for page in pages:
        page.wait_for_selector("html[data-away=yes]", state="attached")
    evening.start()
    for page in pages:
        page.wait_for_selector("html:not([data-away=yes])", state="attached")


def play_first_card(evening: Evening, phones) -> None:
    """Somebody says that Dot is the youngest; she lays the card that is turned over for her."""
    evening.tap(phones[0], "#main [data-choice]:has-text('Dot')")
    phones[3].wait_for_selector("#main [data-pick]")
    evening.tap(phones[3], "#main [data-pick] >> nth=0")
    evening.tap(phones[3], "#foot [data-choice]")
    phones[3].wait_for_function("() => !document.querySelector('#main [data-pick]')")


def let_a_bot_play_on(host, phone) -> None:
    """Cal hands over, undoes it, and hands over again; until then the phone looks on. Whoever comes takes the seat."""
    open_more(phone)
    phone.click("#bots-fold summary")
    is_sound(phone, "seat-more")
    phone.click("#bot-2-easy")  # Cal lets a bot play on, and looks on
    phone.wait_for_selector("#back-2")
    is_sound(phone, "seat-left")
    assert phone.inner_text("#back-2") == "Undo: Cal plays again"
    phone.click("#back-2")
    phone.wait_for_selector(SEATED)
    open_more(phone)
    assert phone.inner_text("#back-2") == "Undo: a bot plays again (easy)"
    is_sound(phone, "seat-back")
    phone.click("#back-2")
    phone.wait_for_selector("#cell-35")
    host.wait_for_selector("#cell-35")
    host.click("#seats-open")
    host.wait_for_selector("#person-2")
    assert host.inner_text("#sheet #back-2") == "Undo: Cal plays again"
    host.set_viewport_size({"width": 360, "height": 640})
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")
    host.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    is_sound(host, "seats-of-a-service")
    host.fill("#person-2", "Cal")
    host.press("#person-2", "Enter")
    host.wait_for_function("() => !document.querySelector('#sheet').open && document.drawn")  # it was loaded again
    host.click("#seats-open")
    host.wait_for_selector("#sheet .code")  # whoever comes claims this seat
    host.click("#close")


def test_four_phones_play_an_evening(evening):
    host, television = evening.page("127.0.0.1", "", DESKTOP), evening.page(ELSEWHERE, "board", TELEVISION)
    sizes = (PHONE, SMALL_PHONE, PHONE, (844, 390))
    looks = ("light", "dark", "light", "dark")
    phones = [
        evening.page(ELSEWHERE, "", size, has_touch=True, color_scheme=look)
        for size, look in zip(sizes, looks, strict=True)
    ]
    is_sound(phones[0], "lobby-guest")
    assert phones[0].is_hidden("#start") and television.is_hidden("#sit") and television.is_hidden("#start")
    for phone, name in zip(phones, NAMES, strict=True):
        evening.sit(phone, name)
    for n, page in enumerate((host, television, *phones)):
        until_names(page, *NAMES)
        is_sound(page, f"lobby-{n}")
    phones[0].evaluate("scrollTo(0, 0)")
    assert phones[0].locator("#players li").last.bounding_box()["y"] < PHONE[1] / 2, "who plays is seen at once"
    evening.tap(phones[0], "#start")
    for phone in phones:
        phone.wait_for_selector(SEATED)
    host.wait_for_selector("#cell-35"), television.wait_for_selector("#cell-35")
    play_first_card(evening, phones)
    assert evening.taps <= MOST_TAPS

    lose_power(evening, (host, *phones))
    for phone, name in zip(phones, NAMES, strict=True):  # the match goes on, each hand in its owner's
        phone.wait_for_function("name => document.querySelector('.top h1')?.innerText === name", arg=name)
    television.wait_for_selector("html:not([data-away=yes])", state="attached")
    assert host.inner_text("#game") == "Punto"

    let_a_bot_play_on(host, phones[2])
    host.click("#lobby-open")
    is_sound(host, "lobby-leave")
    host.click("#leave")
    for page in (host, television, *phones):
        until_names(page, *NAMES)
    phones[2].click("#take-2")
    phones[2].wait_for_selector(".players .me")
    phones[3].click("#leave-3")
    until_names(host, *NAMES[:3])
    phones[1].click("#bot-medium")
    phones[1].wait_for_selector(".players li:nth-child(4)")  # a tap on what has changed meanwhile is refused
    phones[1].click("#choose-alex_and_co")
    phones[1].wait_for_selector("#choose-alex_and_co[aria-checked=true]")
    host.click("#rules summary")
    is_sound(host, "lobby-rules")
    phones[1].click("#start")
    for phone in phones[:3]:
        phone.wait_for_selector(SEATED)
    phones[3].wait_for_selector("#cell-35")  # who has left looks on
    assert "ALEX" in phones[3].inner_text("#game")


def test_the_lobby_can_be_used_by_keys_alone(evening):
    host = evening.page("127.0.0.1", "", DESKTOP)
    host.focus("#name")
    host.keyboard.type("Ann")
    host.keyboard.press("Enter")
    until_names(host, "Ann")
    game = "#choose-spiel_des_jahres"
    keys = {"#bot-easy": ".players #leave-1", game: f"{game}[aria-checked=true]", "#start:enabled": "#cell-35"}
    for selector, then in keys.items():
        host.focus(selector)
        host.keyboard.press("Enter")
        host.wait_for_selector(then)
    host.wait_for_selector("#cell-35")
    assert "Spiel des Jahres" in host.inner_text("#game")


def test_what_is_refused_is_said_where_it_was_tapped(evening):
    host, phone = evening.page("127.0.0.1", "", DESKTOP), evening.page(ELSEWHERE, "", PHONE)
    evening.sit(phone, "Ann")
    until_names(host, "Ann")
    host.fill("#name", "ann")
    host.click("#sit-do")
    host.wait_for_selector("#banner:not([hidden])")
    assert "can't both be" in host.inner_text("#banner") and phone.is_hidden("#banner")
    assert "needs 1 more" in phone.inner_text("#state") and phone.is_disabled("#start")
    host.fill("#name", "<img src=x onerror=alert(1)>"[:24])
    host.click("#sit-do")
    host.wait_for_function("() => !document.querySelector('[data-tap=pending]')")
    assert host.locator("#players img").count() == 0


def test_the_host_looks_after_the_table_and_phones_wait(evening):
    host, phone = evening.page("127.0.0.1", "", DESKTOP), evening.page(ELSEWHERE, "", PHONE)
    assert phone.is_hidden("#care")
    host.click("#care-title")
    host.select_option("#prefer-brightness", "50")
    is_sound(host, "lobby-care")
    with host.expect_download() as backup:
        host.click("#jobs a")
    assert backup.value.suggested_filename == "glowtable-journal.sqlite"
    host.click("#care-selftest")
    host.wait_for_selector("#say-q")  # the maker's page leads through it
    is_sound(host, "care-selftest")
    phone.wait_for_selector("#job:not([hidden])")
    is_sound(phone, "lobby-waits")
    other = evening.page("127.0.0.1", "", DESKTOP)
    assert other.get_attribute("#job a", "href") == "/maker"
    host.click("#say-q")
    host.wait_for_selector(".findings")
    is_sound(host, "care-report")
    host.click("#job a")
    host.wait_for_selector("#games button")
    assert host.input_value("#prefer-brightness") == "50"
    phone.wait_for_selector("#job", state="hidden")
    evening.sit(phone, "Ann")
    until_names(host, "Ann")
