"""The television: nothing on it is ever cut or scrolled, cards are large, and the last move is said in one line.

Positions of played matches are handed to one loaded page, in English and in German, with long names.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from glowtable import games
from glowtable.game import CHANCE, PUBLIC, Game, full_options
from glowtable.match.dealer import Dealer
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player, think_with
from glowtable.match.session import Phase, Session
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message
from glowtable.terminal.translator import Translator
from glowtable.web.addresses import LanAddress
from glowtable.web.outgoing import public_page
from glowtable.web.translated import as_text

from tests.browser.hosted import PHONE, claim, codes_shown, keep_picture, violations_on
from tests.games.shipped import SHIPPED
from tests.support.adversary import same_for_all
from tests.support.campaign import IN_CAMPAIGN
from tests.web.served import Served

pytestmark = pytest.mark.web
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4k": (3840, 2160)}
NAMES = (
    "Maximiliane-Josefine", "Bartholomew Williams", "Wilhelmina Hawthorne", "Constantin-Augustine",
    "WWWWWWWWWWWWWWWWWWWW", "Friedrich von Waldorf",
)  # fmt: skip
POSITIONS = 200 if IN_CAMPAIGN else 6  # of each game
OF_A_MATCH = 6
LONGEST = 1500  # actions
LEAST_PX, LEAST_LETTERS_PX = 90, 14  # of a card, of words beside the grid, where the screen has 1080 lines
LAST_SAID = 12
CUT = (Path(__file__).parent / "cut.js").read_text("utf-8")
DRAWN = """async (texts) => {
    const { draw } = await import("/static/board.js"), { about } = await import("/static/page.js");
    const scale = innerHeight / 1080, side = document.getElementById("side"), found = [];
    about.lan = true;
    for (const text of texts) {
        draw({ n: 1, public: JSON.parse(text), claimed: [], hosts: ["127.0.0.1"] });
        const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
        const words = shown("#side *").filter((each) => each instanceof HTMLElement && each.innerText
            && !each.closest(".vh"));
        const line = document.createRange();
        line.selectNodeContents(document.getElementById("caption"));
        found.push({
            cut: cut(),
            cards: Math.min(...shown("#side .card, .lying use, .cell .bin").map(
                (each) => each.getBoundingClientRect().width)) / scale,
            letters: Math.min(...words.map((each) => parseFloat(getComputedStyle(each).fontSize))) / scale,
            captions: new Set([...line.getClientRects()].map(({ top }) => Math.round(top))).size,
            looks: side.style.cssText,
        });
    }
    return found;
}"""


def resized(page, size: str) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))


# -- positions


def played(game: Game, count: int, seed: int) -> list[tuple[Session, Sequence[Message]]]:
    """The positions of a match at which somebody decides, and its end; in every third all is played at random."""
    bots = list(game.bots)
    players = tuple(Player(name, bots[0] if seed % 3 else bots[-1]) for name in NAMES[:count])
    more = {"knowledge": "full"} if game.hidden_information and seed % 2 else {}
    return list(positions_of(game, players, full_options(game, {**game.test_options, **more}), seed))


def positions_of(
    game: Game, players: tuple[Player, ...], options: Any, seed: int
) -> Iterator[tuple[Session, Sequence[Message]]]:
    rules, dealer = game.rules, Dealer(seed, "tv")
    think = think_with(game, players, Dealer(seed, "bots"))
    state, history, said, hands = rules.setup(len(players), options), [], [], None
    for _ in range(LONGEST):
        actors = rules.to_act(state)
        if actors != (CHANCE,):
            session = session_of(game, players, options, state, history)
            hands = session.match_state.face_down = hands or session.match_state.face_down  # followed once
            yield session, tuple(said[-LAST_SAID:])
        if not actors:
            return
        action = dealer.draw_outcome(rules.chance(state)) if actors == (CHANCE,) else think(state, actors[0])
        before, state = state, rules.apply(state, action)
        history.append(PlayedAction(before, action))
        said += game.surface.description(rules.seen(before, action, PUBLIC), before, state)


def session_of(game, players, options, state, history) -> Session:
    people = tuple(Player(player.name) if seat % 3 != 2 else player for seat, player in enumerate(players))
    match_state = MatchState(game, people, options, same_for_all(game))
    match_state.dealt, match_state.state, match_state.history = True, state, list(history)
    return Session(match_state, Phase.PLAYING if game.rules.to_act(state) else Phase.OVER)


def sampled(game: Game, most: int) -> list[tuple[Session, str]]:
    """Positions of matches of any number of players, each with its page, which is in German every second time."""
    rng, found, seed = Random(game.name), [], 0
    counts = sorted(game.seats, reverse=True)
    while len(found) < most:
        match = played(game, counts[seed % len(counts)], seed)
        chosen = sorted(rng.sample(range(len(match) - 1), min(OF_A_MATCH - 1, len(match) - 1)))
        found += [match[at] for at in (*chosen, -1)]
        seed += 1
    return [(session, told(session, said, ("de", "en")[n % 2])) for n, (session, said) in enumerate(found[:most])]


def told(session: Session, said: Sequence[Message], language: str) -> str:
    names = [player.name for player in session.players]
    return as_text(public_page(session, said), Translator(language, names, game=session.game.name).text)


@pytest.fixture
def television(browser, tmp_path):
    """Makes a television on which this position is shown."""
    made = []

    def show(session: Session, **named):
        made.append(Served(tmp_path, session, min(session.people)))
        made[-1].show(session)
        page = browser.page(f"{made[-1].origin}/board", SIZES["1080p"], locale="de", **named)
        page.wait_for_selector("#cell-35")
        page.evaluate(f"window.cut = {CUT}")
        return page

    yield show
    for each in made:
        each.stop()


# -- nothing is cut


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_cut_and_cards_are_large(browser, television, name):
    positions = sampled(games.find(name), POSITIONS)
    page = television(positions[0][0], color_scheme="light" if len(name) % 2 else "dark")
    for size in SIZES:
        resized(page, size)
        found = page.evaluate(DRAWN, [text for _, text in positions])
        assert [each["cut"] for each in found] == [[]] * len(positions), size
        assert min(each["cards"] for each in found) >= LEAST_PX, size
        assert min(each["letters"] for each in found) >= LEAST_LETTERS_PX, size
        assert {each["captions"] for each in found} <= {0, 1}, size
    assert violations_on(page) == [] and browser.complaints == []
    assert not page.query_selector(".pod, .key, .well, .tray, .name, .zone")
    keep_picture(page, f"television-{name}")


SPOILT = {
    "overflows": "document.querySelector('#caption').textContent = 'A long caption. '.repeat(20)",
    "leaves the screen": "document.querySelector('#ask').style.transform = 'translateX(40px)'",
    "covers its neighbour": "document.querySelector('#score').style.marginTop = '-60px'",
    "wider than its frame": "document.querySelector('.badge text').textContent = '10000'",
    "shortened": "document.querySelector('.badge text').textContent = '1…'",
}


@pytest.mark.parametrize("why", SPOILT)
def test_control_what_is_cut_is_found(television, why):
    match = played(games.find("punto"), 4, 1)
    session, said = next(found for found in match[len(match) // 2 :] if found[0].people)
    page = television(session)
    page.evaluate(DRAWN, [told(session, said, "en")])
    assert page.evaluate("cut()") == []
    page.evaluate(SPOILT[why])
    assert any(each.startswith(why) for each in page.evaluate("cut()"))


def test_it_fits_again_on_a_screen_of_another_shape(television):
    session, text = sampled(games.find("spiel_des_jahres"), 4)[3]
    page = television(session)
    page.evaluate(DRAWN, [text])
    for width, height in ((1024, 768), (2560, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
        assert page.evaluate("cut()") == [], width


def test_on_a_phone_the_board_scrolls_down_and_never_sideways(television):
    session, text = sampled(games.find("alex_and_co"), 4)[3]
    page = television(session)
    page.set_viewport_size(dict(zip(("width", "height"), PHONE, strict=True)))
    page.evaluate(DRAWN, [text])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
    keep_picture(page, "television-on-a-phone")


# -- who joins


def test_a_phone_that_did_not_get_its_seat_reads_how_and_leads_there(television):
    session, text = sampled(games.find("punto"), 4)[1]
    page = television(session)
    page.evaluate("""async (text) => {
        const { draw } = await import("/static/board.js");
        draw({ public: JSON.parse(text), missed: "Free your seat at the table." });
    }""", text)  # fmt: skip
    assert page.inner_text("#missed") == "Free your seat at the table."
    assert page.get_attribute("#take", "href") == "/seat"


def test_while_a_seat_is_free_it_says_where_to_join_and_no_code(browser, hosted):
    match = hosted("Ann", "Ben", networks=[LanAddress("192.168.4.1", "wlan0")])
    board, table = browser.page(f"{match.url}board", SIZES["720p"]), browser.table(match)
    codes = codes_shown(table)
    for code in codes:
        board.wait_for_selector(".joining img")
        assert f"192.168.4.1:{match.port}/seat" in board.inner_text(".joining")
        assert not any(each in board.content() or each.replace(" ", "-") in board.content() for each in codes)
        claim(browser.page(f"{match.url}seat", PHONE), code)
    board.wait_for_selector(".joining", state="detached")
