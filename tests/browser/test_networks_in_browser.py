"""What people see of networks: a picture for the phones of each, and where to go from a host that is not ours."""

import pytest
from glowtable.messages import LANGUAGES
from glowtable.terminal.translator import Translator
from glowtable.web.addresses import LanAddress
from glowtable.web.doorkeeper import SENTENCE

from tests.browser.hosted import PHONE, claim, codes_shown, keep_picture, violations_on
from tests.support.patience import HANG_S

pytestmark = pytest.mark.web
TELEVISION = (1920, 1080)
WLAN, CABLE = LanAddress("192.168.4.1", "wlan0"), LanAddress("10.0.0.5", "eth0")


def until_shown(table, *hosts):
    """Each free seat has a picture for each of these hosts, and no other."""
    from playwright.sync_api import expect

    expect(table.locator("#sheet figcaption")).to_have_text(
        [f"{host}/seat" for host in hosts] * 2, timeout=HANG_S * 1000
    )
    table.evaluate("Promise.all([...document.querySelectorAll('#sheet img')].map((image) => image.decode()))")


@pytest.mark.parametrize("size", [PHONE, TELEVISION])
def test_each_network_has_a_picture_and_a_new_address_needs_no_reload(browser, hosted, size):
    networks = [WLAN, CABLE]
    match = hosted("Ann", "Ben", networks=networks)
    table = browser.table(match, size)
    table.click("#seats-open")
    until_shown(table, f"192.168.4.1:{match.port}", f"10.0.0.5:{match.port}")
    assert violations_on(table) == []
    assert table.evaluate(
        "document.querySelector('#sheet').scrollWidth <= document.querySelector('#sheet').clientWidth"
    )
    keep_picture(table, f"networks-{size[0]}")
    networks[:] = [LanAddress("192.168.1.77", "wlan0")]
    until_shown(table, f"192.168.1.77:{match.port}")
    keep_picture(table, f"network-{size[0]}")
    networks.clear()
    table.wait_for_selector("#sheet .mute")
    assert not table.query_selector("#sheet img")
    keep_picture(table, f"no-network-{size[0]}")


@pytest.mark.parametrize(("size", "look"), [(PHONE, "light"), (PHONE, "dark"), (TELEVISION, "light")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_from_a_host_that_is_not_ours_one_touch_leads_to_the_page(browser, hosted, language, size, look):
    match = hosted("Ann", "Ben", networks=[WLAN])
    foreign = match.url.replace("127.0.0.1", "raspberrypi.localhost")  # browsers know that this is loopback
    page = browser.page(f"{foreign}board", size, locale=language, color_scheme=look)
    assert page.inner_text("h1") == Translator(language).text(SENTENCE)
    assert page.evaluate("getComputedStyle(document.querySelector('a')).display") == "block"
    assert violations_on(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep_picture(page, f"refusal-{language}-{size[0]}-{look}")
    page.click("a")
    page.wait_for_selector("#cell-35")
    assert page.url == f"{match.url}board"


def test_at_a_new_address_four_words_of_the_old_page_bring_the_seat_back(browser, hosted):
    match = hosted("Ann", "Ben", networks=[WLAN])
    phone = browser.page(f"{match.url}seat", PHONE)
    gone = []

    def relay(page):
        server = page.connect_to_server()
        page.on_message(lambda text: gone or server.send(text))
        server.on_message(lambda text: gone or page.send(text))

    claim(phone, codes_shown(browser.table(match))[1])
    phone.route_web_socket("**/follow/**", relay)
    phone.reload()
    phone.wait_for_selector("#return summary", state="attached")
    assert phone.is_hidden("#return"), "as long as the host answers"
    gone.append("the address")
    phone.wait_for_selector("#return summary")
    assert phone.is_hidden("#return b"), "whoever looks over a shoulder"
    phone.click("#return summary")
    assert violations_on(phone) == []
    keep_picture(phone, "return")
    claim(
        again := browser.page(f"{match.url.replace('127.0.0.1', 'localhost')}seat", PHONE),
        phone.inner_text("#return b"),
    )
    assert again.inner_text("#name") == "Ben"
    gone.clear()
    phone.wait_for_selector("#claim")
