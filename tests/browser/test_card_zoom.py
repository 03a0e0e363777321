"""A card can be read on every page: large, with its words and its rule; and reading it plays nothing."""

import json

import pytest
from glowtable import games

from tests.browser.hosted import keep_picture, violations_on
from tests.browser.test_pages import turn_up_first_card
from tests.browser.test_phone import pages_of, phone  # noqa: F401 - a fixture

pytestmark = pytest.mark.web
HELD_MS = 700
PRESS = """([selector, ms, kind]) => new Promise((done) => {
    const card = document.querySelector(selector), box = card.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, pointerType: kind, clientX: box.x + box.width / 2,
        clientY: box.y + box.height / 2 };
    const fire = (Kind, name) => card.dispatchEvent(new Kind(name, at));
    card.scrollIntoView({ block: "center" });
    fire(PointerEvent, "pointerover");
    fire(PointerEvent, "pointerdown");
    setTimeout(() => {
        fire(PointerEvent, "pointerup");
        fire(PointerEvent, "click");
        done();
    }, ms);
})"""
LISTEN = """() => {
    const { send } = WebSocket.prototype;
    window.sent = [];
    WebSocket.prototype.send = function (text) {
        sent.push(text);
        send.call(this, text);
    };
}"""


def press(page, selector, held_ms=HELD_MS, kind="touch"):
    page.evaluate(PRESS, [selector, held_ms, kind])


def shown(page) -> str:
    page.wait_for_selector("#zoom .rule")
    return page.inner_text("#zoom-title")


def is_shown(page) -> bool:
    return page.query_selector("#zoom") is not None


def is_gone(page) -> bool:
    """It was closed; the browser tells the page so a moment later."""
    page.wait_for_selector("#zoom", state="detached")
    return True


def position_with(name, wanted):
    """The first position of the game of which this holds."""
    return next((session, seat) for session, seat, text in pages_of(games.find(name), 60) if wanted(text))


@pytest.fixture
def hand(phone):  # noqa: F811
    """A phone whose hand has cards that can be played."""
    session, seat = position_with(
        "spiel_des_jahres", lambda text: '"kind":"publish"' in text or '"is_step":true' in text
    )
    page = phone(session, seat, "small")
    if page.query_selector("#open"):
        page.click("#open")
    page.wait_for_selector("#hand button [data-face]")
    page.evaluate(LISTEN)
    return page


def test_a_long_press_shows_a_card_and_plays_nothing(hand, browser):
    card = "#hand button [data-face]"
    press(hand, card)
    assert shown(hand) and hand.get_attribute("#zoom .card use", "href") == hand.get_attribute(f"{card} use", "href")
    assert hand.evaluate("sent") == []
    box = hand.locator("#zoom .card").bounding_box()
    assert box["width"] >= 260 and hand.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations_on(hand) == []
    keep_picture(hand, "zoom-phone")
    hand.keyboard.press("Escape")
    assert is_gone(hand)
    press(hand, card, 60)  # a tap is what it was
    assert len(hand.evaluate("sent")) == 1 and not is_shown(hand) and browser.complaints == []


def test_a_slow_click_of_a_mouse_is_a_click(hand):
    """A mouse has another button, and rests: where a computer is busy no click becomes a long press."""
    hand.evaluate("() => import('/static/zoom.js')")
    hand.locator("#hand button [data-face]").first.click(delay=HELD_MS)
    hand.wait_for_function("() => sent.length === 1")
    assert not is_shown(hand) or hand.get_attribute("#zoom", "class") == "peek"


def test_a_finger_that_moves_scrolls(hand):
    hand.evaluate("() => import('/static/zoom.js')")
    hand.evaluate(
        """async () => {
            const card = document.querySelector("#hand [data-face]"), at = { bubbles: true, pointerType: "touch" };
            for (const [name, clientY] of [["pointerover", 300], ["pointerdown", 300], ["pointermove", 330]]) {
                card.dispatchEvent(new PointerEvent(name, { ...at, clientX: 100, clientY }));
                await new Promise((done) => setTimeout(done, 50));
            }
        }"""
    )
    hand.wait_for_timeout(HELD_MS)
    assert not is_shown(hand)


def test_who_covers_the_hand_covers_its_card(hand):
    press(hand, "#hand [data-face]")
    assert shown(hand)
    hand.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    hand.wait_for_selector("#open")
    assert not is_shown(hand)


@pytest.fixture
def table(phone):  # noqa: F811
    """The table's own page, with a card on a cell."""
    session, seat = position_with("punto", lambda text: '"cards":["' in text)
    page = phone(session, seat, color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(page.url.partition("seat")[0])
    page.wait_for_selector("#grid [data-face]")
    page.evaluate(LISTEN)
    return page


def test_the_other_button_and_a_key_show_a_card_and_press_nothing(table):
    card = table.locator("#grid [data-face]").first
    card.click(button="right")
    assert shown(table) and violations_on(table) == []
    keep_picture(table, "zoom-table")
    table.click("#zoom-close")
    cell = table.locator("#grid .cell:has([data-face])").first
    cell.evaluate("(cell) => cell.focus()")
    table.keyboard.press("i")
    assert shown(table)
    table.keyboard.press("Escape")
    assert is_gone(table) and cell.evaluate("(cell) => cell === document.activeElement")
    assert table.evaluate("sent") == []
    card.click()  # a tap is a press there
    assert '"does":"press"' in table.evaluate("sent")[0] and not is_shown(table)


def test_a_cell_without_a_card_shows_nothing(table):
    table.locator("#grid .cell:not(:has([data-face]))").first.click(button="right")
    table.locator("#grid .cell:not(:has([data-face]))").first.evaluate("(cell) => cell.focus()")
    table.keyboard.press("i")
    assert '"does":"why"' in table.evaluate("sent")[0] and not is_shown(table)


def test_a_mouse_that_rests_on_a_card_shows_it_until_it_moves(table):
    table.locator("#grid [data-face]").first.hover()
    table.mouse.move(*table.evaluate(MIDDLE))
    assert shown(table)
    assert table.evaluate("document.activeElement === document.body") and violations_on(table) == []
    keep_picture(table, "zoom-peek")
    table.mouse.move(3, 3)
    table.wait_for_selector("#zoom", state="detached")


MIDDLE = """() => {
    const box = document.querySelector("#grid [data-face]").getBoundingClientRect();
    return [box.x + box.width / 2 + 3, box.y + box.height / 2 + 3];
}"""


def is_open_card_there(text):
    page = json.loads(text)["public"]
    things = [thing["card"] for zone in page["zones"] for thing in zone["things"]]
    return any([*things, *(cell["cards"] and cell["cards"][-1] for cell in page["cells"])])


@pytest.mark.parametrize("name", ["punto", "spiel_des_jahres", "alex_and_co", "alter_ego"])
def test_on_a_board_a_tap_shows_a_card_and_a_back_shows_nothing(phone, name):  # noqa: F811
    session, seat = position_with(name, is_open_card_there)
    page = phone(session, seat)
    page.goto(f"{page.url.partition('/seat')[0]}/board")
    page.wait_for_selector("#cell-35")
    page.locator("[data-face]:visible").first.click()
    assert shown(page) and page.inner_text("#zoom .rule q")
    assert violations_on(page) == []
    page.mouse.click(2, 2)  # outside
    page.wait_for_selector("#zoom", state="detached")
    backs = page.query_selector_all(".tray, #grid .lying:not([data-face])")
    for back in backs[:3]:
        back.click(force=True)
        back.click(button="right", force=True)
    page.wait_for_timeout(100)
    assert not is_shown(page)


@pytest.mark.parametrize("name", games.names())
def test_a_card_can_be_read_in_how_to_play(browser, hosted, name):
    page = browser.page(f"{hosted('Ann', 'Ben').url}learn?game={name}")
    page.wait_for_selector("[data-face]:visible")
    page.locator("[data-face]:visible").first.click()
    assert shown(page) and page.inner_text("#zoom .rule q")
    page.keyboard.press("Escape")
    assert is_gone(page) and browser.complaints == []


def test_a_card_can_be_read_in_a_match_that_is_looked_at_again(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    table = browser.table(match)
    turn_up_first_card(table)
    table.locator(".cell.lit").first.click()
    table.wait_for_selector("#grid .lying [data-face], #grid .lying[data-face]")
    page = browser.page(f"{match.url}matches#latest")
    page.wait_for_selector("#grid [data-face]")
    page.locator("#grid [data-face]").first.click()
    assert shown(page) and violations_on(page) == []
    page.click("#zoom-close")
    assert page.text_content("#count").startswith("Move") and is_gone(page)
