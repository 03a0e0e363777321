"""People play at browsers alone: a table, a board, phones of two sizes. In Chromium: `make test T=web`."""

import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from glowtable import games
from glowtable.game import Outcome
from glowtable.match.dealer import random_stream
from glowtable.match.header import Header
from glowtable.match.journal import OVER, Journal
from glowtable.match.outcome_rows import outcome_row
from glowtable.messages import LANGUAGES
from glowtable.table import Row
from glowtable.terminal.translator import Translator
from glowtable.web.page_words import PAGE_WORDS

from tests.browser.hosted import (
    DESKTOP,
    PHONE,
    SEATED,
    SMALL_PHONE,
    keep_picture,
    open_more,
    play_by_taps,
    tapped,
    violations_on,
)
from tests.browser.pictures import opened, sent_for, served
from tests.support.patience import HANG_S

pytestmark = pytest.mark.web
HOUSE = Path(__file__).parents[2]
WHOLE = {  # a short match of each game: its seats and options, and how many taps are enough for its end
    "punto": (("Ann", "Ben", "Cal", "Dot"), {"max_rounds": 1}, 400),
    "alex_and_co": (("Ann", "Ben", "Cal", "Dot"), {}, 6000),
    "spiel_des_jahres": (("Ann", "Ben", "Cal"), {}, 6000),
    "alter_ego": (("Ann", "Ben"), {}, 6000),
}
FACE = "card => '#' + [...document.querySelectorAll('symbol')].find((each) => each.dataset.card === card).id"
HOSTILE = "<img src=x onerror=alert(1)>"


def begin(table):
    """The cards are laid: the match begins."""
    table.click("#answer-0")
    table.wait_for_function("() => !document.querySelector('#answer-0')")


def turn_up_first_card(table):
    """The match begins, and its first card is turned up: now it can be laid."""
    begin(table)
    table.click("#ask .choices button")
    table.wait_for_selector(".cell.lit")


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_match_by_taps_alone(browser, hosted, name):
    seats, options, most = WHOLE[name]
    game = games.find(name)
    match = hosted(*seats, game=game, **{**game.test_options, **options})
    table, board = browser.table(match), browser.page(f"{match.url}board")
    phones = browser.phones(match, table)
    taps = play_by_taps(match, table, phones, seed=1, most=most)
    assert match.is_over.is_set(), f"{taps} taps"
    board.wait_for_selector(".result .why")
    table.click("#decided")  # move by move, and the moves that ended a round
    table.click("#ends button >> nth=-1")
    table.wait_for_selector("#ends [aria-pressed=true]")
    table.go_back()
    table.wait_for_selector("#again")
    assert bool(board.query_selector("#score .points")) is not game.cooperative
    keep_picture(table, f"{name}-over")
    assert browser.complaints == []


def test_a_choice_survives_a_reload_and_the_hand_is_covered_again(browser, hosted):
    game = games.find("spiel_des_jahres")
    match = hosted("Ann", "Ben", game=game, knowledge="full")
    table = browser.table(match)
    phones = browser.phones(match, table)
    play_by_taps(match, table, phones, seed=2, most=12)
    phone = phones[0]
    assert phone.query_selector("#hand, #choices, .notes")
    phone.reload()
    phone.wait_for_selector(SEATED)
    assert phone.query_selector("#hand") is None and phone.inner_text("#name") == "Ann"


def test_a_covered_hand_is_not_in_the_page(browser, hosted):
    game = games.find("alex_and_co")
    match = hosted("Ann", "Ben", "Cal", game=game, knowledge="full")
    table = browser.table(match)
    phones = browser.phones(match, table)
    play_by_taps(match, table, phones, seed=2, most=6)
    phones[0].wait_for_selector("#hand .card", timeout=HANG_S * 1000)
    shown = phones[0].get_attribute("#hand .card >> nth=0", "aria-label") or ""
    open_more(phones[0])
    phones[0].click("#cover")
    assert phones[0].query_selector("#hand") is None
    assert shown == "" or shown not in phones[0].inner_html("#main")


def test_a_game_is_put_together_read_and_published_at_once(browser, hosted):
    ideas_for_ann = {"seed": 1, "knowledge": "full"}  # she is dealt two
    match = hosted("Ann", "Ben", game=games.find("spiel_des_jahres"), **ideas_for_ann)
    table = browser.table(match)
    (phone, _) = browser.phones(match, table)
    phone.click("#open")
    begin(table)
    for _ in range(2):
        count = phone.locator("#hand .in").count()
        phone.locator("#hand .can[data-step]:not(.in)").first.click()
        phone.wait_for_function("n => document.querySelectorAll('#hand .in').length > n", arg=count)
    assert re.search(r"€\d+k?\n+a month\n", phone.inner_text(".stack-of"))
    assert phone.locator(".stack-of .card").count() == 2
    keep_picture(phone, "form")
    assert violations_on(phone) == []
    phone.click("#foot .primary")
    phone.wait_for_function("() => !document.querySelector('.stack-of')")
    table.wait_for_selector(".cell .badge, .cell use", state="attached")


def test_one_browser_keeps_several_hands_apart(browser, hosted):
    table = browser.table(hosted("Ann", "Ben"))
    hands = []
    for name in ("Ann", "Ben"):
        table.click("#seats-open")
        with table.context.expect_page() as opened:
            table.click("#sheet li a")  # of the first seat that is free
        hands.append((opened.value, name))
        opened.value.wait_for_selector(SEATED)
        table.click("#close")
    for hand, name in hands:
        hand.reload()
        hand.wait_for_selector(SEATED)
        assert hand.inner_text("#name") == name


def test_notes_are_of_one_match_and_one_seat(browser, hosted):
    match = hosted("Ann", "Ben")
    table = browser.table(match)
    phone, _ = browser.phones(match, table)
    for name in ("notes yesterday 0", "notes today 0", "notes today 1", "look"):
        phone.evaluate("(name) => localStorage.setItem(name, 'day')", name)
    phone.reload()
    phone.wait_for_selector(SEATED)
    assert kept_names(phone) == ["look", "notes today 0", "notes today 1"]
    table.click("#seats-open")
    table.click("#free-0")
    phone.wait_for_selector("#code")
    assert phone.inner_text("#claim-where").endswith("No code there? Tap Free this seat.")
    assert kept_names(phone) == ["look", "notes today 1"]


def kept_names(page) -> list[str]:
    return page.evaluate("Object.keys(localStorage).filter((name) => !name.startsWith('language')).sort()")


def test_a_name_is_never_markup(browser, hosted):
    match = hosted(HOSTILE, "Ben")
    table = browser.table(match)
    phones = browser.phones(match, table)
    begin(table)
    assert HOSTILE in phones[0].inner_text("#name")
    assert "onerror" in table.inner_text("#ask") and table.query_selector("img[src=x]") is None


def test_keys_alone_lay_a_card(browser, hosted):
    match = hosted("Ann", "bot:greedy", first_player="youngest")
    table = browser.table(match)
    turn_up_first_card(table)
    table.focus(".cell[tabindex='0']")
    table.keyboard.press("ArrowRight")
    table.keyboard.press("ArrowLeft")
    lit = table.get_attribute(".cell.lit", "data-cell")
    table.focus(f"#cell-{lit}")
    table.keyboard.press("Enter")
    table.wait_for_function(
        "cell => document.getElementById(`cell-${cell}`).querySelector('use')", arg=int(lit), timeout=HANG_S * 1000
    )


def test_only_what_has_changed_is_drawn_again(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    table = browser.table(match)
    turn_up_first_card(table)
    table.evaluate("document.querySelectorAll('.cell').forEach((cell) => { cell.isOld = true; })")
    cell = table.get_attribute(".cell.lit", "id")
    tapped(table, f"#{cell}", random_stream(1))
    table.wait_for_selector(f"#{cell} use", state="attached")
    fresh = table.evaluate(
        "[...document.querySelectorAll('.cell')].filter((cell) => !cell.isOld).map((cell) => cell.id)"
    )
    assert cell in fresh and len(fresh) < 36


def test_nothing_on_the_board_can_be_pressed(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    turn_up_first_card(browser.table(match))
    board = browser.page(f"{match.url}board")
    board.wait_for_selector(".cell.lit")
    assert board.query_selector("button, [role=button], a") is None


def test_what_a_press_would_do_is_said_and_why_not(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    table = browser.table(match)
    ann, _ = browser.phones(match, table)
    turn_up_first_card(table)
    assert re.match(r"[a-f][1-6]: .*Put .+ on [a-f][1-6]\.", table.get_attribute(".cell.lit", "aria-label"))
    table.click(".cell:not(.lit)", button="right")
    table.wait_for_selector("#news li")
    table.click(".cell:not(.lit)")
    table.wait_for_selector(".cell.refused .cross", state="attached")
    ann.tap(".grid36 > [data-why] >> nth=0")
    ann.wait_for_selector("#banner:not([hidden])")
    assert ann.inner_text("#banner").endswith("Choose a lit cell.")


IS_PAUSED = "() => document.querySelector('#key-pause').innerText.includes('Continue')"
IS_NIGHT = "() => document.querySelector('#key-night').getAttribute('aria-pressed') === 'true'"


@pytest.mark.parametrize(
    ("held", "meanwhile", "happens", "happens_meanwhile"),
    [("#key-pause", "#key-night", IS_PAUSED, IS_NIGHT), ("#key-night", "#key-pause", IS_NIGHT, IS_PAUSED)],
)
def test_what_is_drawn_again_under_a_finger_is_pressed_all_the_same(
    browser, hosted, held, meanwhile, happens, happens_meanwhile
):
    """What a finger is on stays the same node while keys before and behind it change, and keeps the focus."""
    match = hosted("Ann", "Ben", first_player="youngest")
    begin(browser.table(match))
    table, other = browser.table(match), browser.table(match)
    table.locator(held).hover()
    table.mouse.down()
    other.click(meanwhile)
    table.wait_for_function(happens_meanwhile)
    table.mouse.up()
    table.wait_for_function(happens)
    assert table.evaluate("document.activeElement.id") == held.removeprefix("#")


def test_no_page_scrolls_sideways_and_the_table_scrolls_not_at_all(browser, hosted):
    match = hosted("Ann", "Ben")
    for path in ("", "board", "seat"):
        for size in (DESKTOP, PHONE, SMALL_PHONE):
            page = browser.page(match.url + path, size)
            page.wait_for_selector("#cell-35, #code", state="attached")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, size)
            if path != "seat" and size == DESKTOP:
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_more_choices_than_fit_are_a_touch_away(browser):
    with served("table") as pages:
        table = browser.page(pages.url)
        table.click("#all-choices")
        count = len(sent_for("table").public["choices"])
        assert table.locator("#sheet .choices button").count() == count > table.locator("#ask .choices button").count()
        assert violations_on(table) == []
        table.locator("#sheet .choices button").last.click()
        assert pages.server.taps.get(timeout=HANG_S).tap.does == "choose"


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_however_many_keys_a_phone_offers_none_is_cut_off(browser, size):
    """Asked to agree, one is offered four: at 360 px the third stood in the column of the bell."""
    with served("hand") as pages:
        phone = opened(browser, pages, "hand", size)
        for _ in range(3):
            phone.evaluate("more => more.before(more.cloneNode(true))", phone.wait_for_selector("#more-open"))
            ends = phone.evaluate(
                "[...document.querySelectorAll('#foot span:not(.vh)')].map(each => each.getBoundingClientRect().right)"
            )
            assert max(ends) <= size[0], ends


AXED = [  # each game once, and the others in a long campaign
    ("alex_and_co", "dark"), ("alter_ego", "dark"), ("punto", "light"), ("spiel_des_jahres", "light"),
    *(pytest.param(*more, marks=pytest.mark.campaign)
      for more in (("punto", "dark"), ("spiel_des_jahres", "dark"), ("alex_and_co", "light"), ("alter_ego", "light"))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "look"), AXED)
def test_axe_finds_nothing_on_any_page(browser, hosted, name, look):
    """Of pages that are light only what colours decide: the rest is as on those that are dark."""
    game = games.find(name)
    rules = ("color-contrast",) if look == "light" else ()
    options = {"knowledge": "full"} if game.hidden_information else {}
    match = hosted("Ann", "Ben", "Cal", game=game, **options)
    table = browser.table(match, color_scheme=look)
    phones = browser.phones(match, table, (PHONE, SMALL_PHONE, DESKTOP), color_scheme=look)
    small = browser.table(match, SMALL_PHONE, color_scheme=look)
    pages = [table, small, *(browser.page(match.url + path, color_scheme=look) for path in ("board", "seat"))]
    play_by_taps(match, table, phones, seed=3, most=10)
    for page in (*pages, *phones):
        assert violations_on(page, *rules) == [], page.url
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    for button in ("#seats-open", "#rules-open"):
        table.click(button)
        assert violations_on(table, *rules) == [], button
        table.click("#close")


def add_won_match(path):
    """A finished match in the journal: the page has statistics then."""
    with closing(Journal(path)) as journal:
        number = journal.begin_match(Header("punto", ("Ann", "Ben", "bot:easy"), {}, 1, "yesterday"))
        journal.append_rows(number, [Row(OVER, "won by Ann"), outcome_row(Outcome("", (0,), (), ()), 60)])


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_on_the_page_of_all_matches(browser, hosted, look):
    match = hosted("Ann", "Ben")
    begin(browser.table(match))
    add_won_match(match.folder / "journal.sqlite")
    page = browser.page(f"{match.url}matches", color_scheme=look)
    page.wait_for_selector("#match-1")
    page.wait_for_selector("#statistics .figure")
    assert violations_on(page) == []
    page.click("#match-1")
    page.wait_for_selector("#cell-35")
    assert violations_on(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def step_shown(page):
    return page.text_content("#said h2")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("game", ["alex_and_co", "alter_ego", "punto", "spiel_des_jahres"])
def test_axe_finds_nothing_on_the_steps_of_how_to_play(browser, hosted, game, look):
    match = hosted("Ann", "Ben")
    page = browser.page(f"{match.url}learn?game={game}", SMALL_PHONE, color_scheme=look)
    page.wait_for_selector("#close svg")
    for step in games.find(game).read_teaching().steps:
        assert step_shown(page) == step.head["en"] and violations_on(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if page.is_visible("#on"):
            page.click("#on")
    assert page.is_visible("#play")


def test_how_to_play_is_reached_and_leafed_through_by_keys(browser, hosted):
    match = hosted("Ann", "Ben")
    table = browser.table(match)
    table.focus("#rules-open")
    table.keyboard.press("Enter")
    table.focus("#sheet a[href^='/learn']")
    table.keyboard.press("Enter")
    table.wait_for_selector("#close svg")
    heads = [step.head["en"] for step in games.find("punto").read_teaching().steps]
    assert step_shown(table) == heads[0]
    table.keyboard.press("ArrowRight")
    assert step_shown(table) == heads[1]
    table.keyboard.press("ArrowLeft")
    table.focus("#on")
    table.keyboard.press("Enter")
    assert step_shown(table) == heads[1]
    table.select_option("#game", "alter_ego")
    table.wait_for_selector("#said h2:has-text('Save the city together')")
    assert table.url.endswith("?game=alter_ego")


def test_reduced_motion_stands_still(browser, hosted):
    match = hosted("Ann", "Ben")
    still, moving = (browser.table(match, reduced_motion=wish) for wish in ("reduce", "no-preference"))
    begin(still)
    moving.wait_for_function("document.getAnimations().length")
    assert still.evaluate("document.getAnimations().length") == 0


def test_a_card_travels_to_its_cell_which_stays_marked(browser, hosted):
    """But where motion is unwanted: there only the mark says it."""
    match = hosted("Ann", "Ben", first_player="youngest")
    still, moving = (browser.table(match, reduced_motion=wish) for wish in ("reduce", "no-preference"))
    for page in (still, moving):
        page.evaluate(COUNT_FLIGHTS)
    turn_up_first_card(still)
    cell = still.get_attribute(".cell.lit", "id")
    still.click(f"#{cell}")
    for page in (still, moving):
        page.wait_for_selector(f"#{cell} .mark", state="attached")
        assert page.locator(".mark").count() == 1
    moving.wait_for_function("() => document.flights === 1 && !document.querySelector('.flight')")
    assert still.evaluate("document.flights") == 0
    still.click("#undo")
    still.click("#answer-0")
    moving.wait_for_function("() => !document.querySelector('.mark')")


MARKED = """async ([cards, from = ""]) => {
    const { markedCells } = await import("/static/motion.js?again");
    const moves = [{ number: 1, cards: [{ card: "", from, to: "cell 3" }] }];
    return markedCells({ moves, cells: cards.map((lying) => ({ cards: lying })) });
}"""


def test_a_cell_that_has_been_cleared_keeps_no_mark(browser, hosted):
    page = browser.table(hosted("Ann", "Ben"))
    assert page.evaluate(MARKED, [[[], [], [], [""]]]) == [3]
    assert page.evaluate(MARKED, [[[""], [""], [""], []]]) == []
    assert page.evaluate(MARKED, [[[], [], [], [""]], "cell 3"]) == [], "it was only turned face down"


COUNT_FLIGHTS = """() => {
    document.flights = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
            for (const node of addedNodes) document.flights += node.classList?.contains('flight') ? 1 : 0;
        }
    }).observe(document.body, { childList: true });
}"""


def test_pages_are_told_in_the_language_of_each_device(browser, hosted):
    match = hosted("Ann", "Ben")
    titles = set()
    for language in LANGUAGES:
        page = browser.table(match, locale=f"{language}-{language.upper()}")
        assert page.evaluate("document.documentElement.lang") == language
        titles.add(page.text_content("#news-title"))
        assert page.text_content("#news-title") == Translator(language).text(PAGE_WORDS["news"])
    assert len(titles) == len(LANGUAGES)


def test_who_wants_to_undo_sees_what_is_asked_and_the_others_are_pointed_at(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    table = browser.table(match)
    ann, ben = browser.phones(match, table)
    turn_up_first_card(table)
    table.click(".cell.lit")
    open_more(ann)
    ann.click("#key-undo:not(:disabled)")
    ben.wait_for_selector("#key-pass")
    assert ben.inner_text(".asked").split("\n\n") == ["Ann wants to undo.", "Do you agree?"]
    assert not ann.is_visible("#sheet")
    board = browser.page(f"{match.url}board")
    board.wait_for_selector(".seated .acts")
    assert board.inner_text(".seated .acts b").startswith("Ben")


def test_a_language_is_chosen_during_a_match_on_every_page(browser, hosted):
    match = hosted("Ann", "Ben")
    table = browser.table(match)
    phone, _ = browser.phones(match, table)
    open_more(phone)
    board = browser.page(f"{match.url}board")
    for page, place in ((phone, "#sheet"), (table, ".bar"), (board, ".bar")):
        page.select_option(f"{place} #language", "de")
        page.wait_for_selector("html[lang=de]")
    phone.wait_for_selector(SEATED)


LISTEN = """
window.calls = [];
Navigator.prototype.vibrate = () => window.calls.push("vibrates");
const Quiet = window.AudioContext;
window.AudioContext = class extends Quiet { constructor() { super(); window.calls.push("sounds"); } };
"""


def test_a_phone_is_quiet_until_it_is_asked_to_sound_and_vibrate(browser, hosted):
    match = hosted("Ann", "Ben", first_player="youngest")
    table = browser.table(match)
    quiet, loud = phones = browser.phones(match, table)
    open_more(loud)
    loud.click("#sound")
    for phone in phones:
        phone.add_init_script(LISTEN)
        phone.reload()
        phone.wait_for_selector(SEATED)
        open_more(phone)
    assert [phone.get_attribute("#sound", "aria-pressed") for phone in phones] == ["false", "true"]
    for phone in phones:
        phone.wait_for_selector("#players.yours")  # the match is to begin
    assert quiet.evaluate("calls") == [] and loud.evaluate("calls") == ["vibrates", "sounds"]


# -- the real program, killed and back


def program(folder, port, *more):
    """The program and its port: a match that is resumed, or a new one of Ann and Ben."""
    new = () if "--resume" in more else ("--seats", "Ann,Ben", "--option", "first_player=youngest")
    environment = {**os.environ, "GLOWTABLE_DATA": str(folder), "GLOWTABLE_CONFIG": str(folder / "none.toml")}
    command = [sys.executable, "-m", "glowtable", "play", "punto", "--web", "--port", "twin:", "--language", "en"]
    running = subprocess.Popen(
        [*command, *new, "--port-http", str(port), *more],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
        cwd=HOUSE,
    )  # fmt: skip
    for line in running.stdout:
        if "http://127.0.0.1" in line:
            return running, int(re.search(r":(\d+)/", line)[1])
    raise AssertionError("the program has ended")


def test_own_cards_are_named_on_the_page(browser, tmp_path):
    """Cards and phones, no table and no terminal: of the card that was turned up only its name is told."""
    running, port = program(tmp_path, 0, "--cards", "real")
    try:
        table = browser.page(f"http://127.0.0.1:{port}/")
        table.wait_for_selector("#answer-0")
        begin(table)
        table.click("#ask .choices button")  # the youngest begins
        name = table.get_attribute("#ask [data-show] >> nth=0", "data-show")
        table.click("#ask [data-show] >> nth=0")
        table.wait_for_selector(".cell.lit")
        cell = table.get_attribute(".cell.lit", "data-cell")
        tapped(table, f"#cell-{cell}", random_stream(1))
        table.wait_for_selector(f"#cell-{cell} use[href='{table.evaluate(FACE, name)}']", state="attached")
        table.wait_for_selector("#ask [data-show]")  # now the next card is asked for
    finally:
        running.kill()


def test_an_open_card_is_dragged_to_a_reader_or_put_there_by_keys(browser, hosted):
    match = hosted("Ann", "Ben", game=games.find("alter_ego"), seed=5, knowledge="full")
    table = browser.table(match)
    phones = browser.phones(match, table)
    for way in (drag_to_reader, carry_by_keys):
        for _ in range(GRASPS):
            play_by_taps(match, table, phones, seed=4, most=300, until=lambda: table.query_selector(CARRIED))
            before = len(match.history)
            if way(table):
                break
            table.wait_for_timeout(LANDS_MS)
        else:
            pytest.fail(f"no card can be picked up: {table.evaluate(LIES_OVER, CARRIED)}")
        table.wait_for_function("() => !document.body.classList.contains('carrying')")
        table.click("#ask button:has-text('agree')")  # whose reader it is
        wait_until(table, lambda before=before: len(match.history) > before)
    assert browser.complaints == []


GRASPS = 100
LANDS_MS = 100  # cards travel and pages are drawn again: then a grasp may miss
LIES_OVER = """wanted => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.outerHTML.slice(0, 300);
}"""
GRASP = """wanted => {
    const card = document.querySelector(wanted);
    const reader = card && card.dataset.readers.split(" ")[0];
    const to = card && document.querySelector(`[data-reader='${reader}']`);
    if (!to) return null;
    card.focus();
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    return [reader, middle(card.getBoundingClientRect()), middle(to.getBoundingClientRect())];
}"""
CARRIED = "#table [data-card][data-does=''], .thing[data-card]"  # a card that a press would pick up


def wait_until(page, is_so):
    for _ in range(HANG_S * 50):
        if is_so():
            return
        page.wait_for_timeout(20)
    pytest.fail("nothing happens")


def drag_to_reader(table):
    """False if the card was gone before the finger came down: what was done last may still be on its way."""
    if not (grasped := table.evaluate(GRASP, CARRIED)):
        return False
    _, card, to = grasped
    table.mouse.move(*card)
    table.mouse.down()
    table.mouse.move(*to, steps=5)
    is_carried = table.is_visible("#ghost")
    keep_picture(table, "drag")
    table.mouse.up()
    return is_carried


def carry_by_keys(table):
    """False if the card was gone, as above."""
    grasped = table.evaluate(GRASP, CARRIED)
    table.keyboard.press("Enter")
    if not (grasped and table.evaluate("document.body.classList.contains('carrying')")):
        return False
    table.focus(f"[data-reader='{grasped[0]}'].open")
    table.keyboard.press("Enter")
    return True
