"""The pictures of the companion page in docs/page: `python -m tests.browser.pictures`. Needs the system's Chromium.

Each shows a position that follows from a seed. A manifest beside them has a digest of what each was made from: the
page's files, and all that was sent to it. So it is found out without a browser whether they are of the present page.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import glowtable.web
from glowtable import games
from glowtable.commands.care import ANYWHERE
from glowtable.device.troubles import explain_trouble
from glowtable.game import CHANCE, PUBLIC, full_options
from glowtable.match.choices import public_choices
from glowtable.match.dealer import Dealer
from glowtable.match.lobby import Lobby, Offer, Preferences
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player, think_with
from glowtable.match.session import Phase, Session
from glowtable.match.statistics import Standing
from glowtable.match.undo import PlayedAction
from glowtable.messages import LANGUAGES, Message
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.web import outgoing
from glowtable.web.addresses import LanAddress
from glowtable.web.faces import lobby_sprite, sprite
from glowtable.web.followers import Snapshot
from glowtable.web.lobby_page import care_page, lobby_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from glowtable.web.translated import as_text

from hardware.made import Made, keep, origin
from tests.browser.hosted import DESKTOP, PHONE, SEATED, Browser, Hosted, play_by_taps
from tests.games.shipped import SHIPPED
from tests.support.adversary import same_for_all
from tests.web.served import Served

FOLDER = Path(__file__).parents[2] / "docs" / "page"
STATIC = Path(glowtable.web.__file__).parent / "static"
TELEVISION = (1920, 1080)
LONGEST = 1500  # actions in which a position is looked for
LAST_SAID = 12  # sentences of news

Wanted = Callable[[Session], bool]


class Shot(NamedTuple):
    """A picture: of which page, of which position of which match, in which light."""

    page: str
    game: str
    seats: Sequence[str]
    seed: int
    wanted: Wanted
    options: Mapping[str, Any] = {}
    first: int = 0  # the position at which the search begins
    size: tuple[int, int] = DESKTOP
    look: str = "dark"
    ails: Sequence[str] = ()  # what the table says of itself
    steps: int = 0  # that the seat has put together
    opens: Sequence[str] = ()  # what is touched before the picture is taken


class Sent(NamedTuple):
    """What the pages get: what all may see, and what the seat of the picture may see besides."""

    session: Session
    public: outgoing.Page
    own: outgoing.Page


# -- positions


def people_act(session: Session) -> bool:
    return CHANCE not in session.game.rules.to_act(session.state)


def own_kinds(session: Session, seat: int) -> list[str]:
    return [action.kind for action in outgoing.offered(session, seat)]


def first_acts(session: Session) -> bool:
    """Seat 0 has cards and a choice."""
    return bool(own_kinds(session, 0)) and bool(outgoing.seat_page(session, 0)["hand"])


def pays(session: Session) -> bool:
    """Seat 0 offers: it has given a card and may add money."""
    return own_kinds(session, 0).count("pay") > 3 and "give" in own_kinds(session, 0)


def asks_much(session: Session) -> bool:
    return people_act(session) and len(public_choices(session)) > 8


def bids(session: Session) -> bool:
    return "raise" in own_kinds(session, 0) and len(own_kinds(session, 0)) > 1


TRIO = ("Ann", "Ben", "Cal")
FULL, TRADES = {"knowledge": "full"}, {"knowledge": "full", "trades": "open"}
YOUNGEST = {"first_player": "youngest"}
OPEN = ("#open",)
SHOTS = {
    "punto": Shot("", "punto", TRIO, 4, people_act, YOUNGEST, first=30),
    "board": Shot("board", "punto", TRIO, 4, people_act, YOUNGEST, first=36, size=TELEVISION),
    "table": Shot("", "alter_ego", ("Ann", "Ben"), 4, asks_much, FULL, first=160),
    "ailing": Shot("", "punto", TRIO, 4, people_act, YOUNGEST, first=30, look="light", ails=("reader.3", "flash-full")),
    "seats": Shot("", "alex_and_co", TRIO, 4, people_act, FULL, first=60, look="light", opens=("#seats-open",)),
    "covered": Shot("seat", "alex_and_co", TRIO, 4, first_acts, FULL, first=80, size=PHONE, look="light"),
    "hand": Shot("seat", "alex_and_co", TRIO, 4, first_acts, FULL, first=80, size=PHONE, look="light", opens=OPEN),
    "offer": Shot("seat", "spiel_des_jahres", TRIO, 3, pays, TRADES, size=PHONE, steps=1, opens=OPEN),
    "auction": Shot("seat", "spiel_des_jahres", TRIO, 3, bids, FULL, size=PHONE, opens=OPEN),
    "auction-table": Shot("", "spiel_des_jahres", TRIO, 3, bids, FULL, look="light"),
}
LIVE = "maker"  # its figures are times
LOBBIES = {"lobby": (DESKTOP, "dark"), "lobby-phone": (PHONE, "light")}
IN_LOBBY = ("Ann", "Ben", "Cal", "bot:medium")


@cache
def sent_for(name: str) -> Sent:
    """What the page of this picture gets: the first position that is wanted in a match of the best bots."""
    shot = SHOTS[name]
    session, said = next(found for found in positions(shot) if shot.wanted(found[0]))
    steps = tuple(a for a in outgoing.offered(session, 0) if a.kind == "give")[: shot.steps]
    public = outgoing.public_page(session, said, tuple(map(explain_trouble, shot.ails)))
    return Sent(session, public, outgoing.seat_page(session, 0, steps))


def positions(shot: Shot) -> Iterator[tuple[Session, tuple[Message, ...]]]:
    game = games.find(shot.game)
    options = full_options(game, {**game.test_options, **shot.options})
    rules, dealer = game.rules, Dealer(shot.seed, "pictures")
    bots = tuple(Player(name, next(iter(game.bots))) for name in shot.seats)
    think = think_with(game, bots, Dealer(shot.seed, "bots"))
    state, history, said = rules.setup(len(bots), options), [], []
    for number in range(LONGEST):
        if not (actors := rules.to_act(state)):
            return
        if number >= shot.first:
            yield session_of(shot, options, state, history), tuple(said[-LAST_SAID:])
        drawn = actors == (CHANCE,)
        action = dealer.draw_outcome(rules.chance(state)) if drawn else think(state, actors[0])
        before, state = state, rules.apply(state, action)
        history.append(PlayedAction(before, action))
        said += game.surface.description(rules.seen(before, action, PUBLIC), before, state)


def session_of(shot: Shot, options, state, history: Sequence[PlayedAction]) -> Session:
    """The match as people play it, in play at this state."""
    game, people = games.find(shot.game), tuple(map(Player, shot.seats))
    session = Session(MatchState(game, people, options, same_for_all(game)), Phase.PLAYING)
    session.match_state.dealt = True
    session.match_state.state, session.match_state.history = state, list(history)
    return session


# -- what a picture was made from


def origin_of(name: str, folder: Path = STATIC) -> str:
    """The page's files; and all that is sent to it, unless it shows times."""
    if name in LOBBIES:
        return origin(files_of_page("lobby", folder), *told_in_lobby())
    page = LIVE if name == LIVE else SHOTS[name].page or "table"
    return origin(files_of_page(page, folder), *(() if name == LIVE else told(name)))


def files_of_page(page: str, folder: Path = STATIC) -> list[Path]:
    """Its HTML, and what that and its scripts fetch."""
    found: dict[str, None] = {}
    waiting = [f"{page}.html"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += re.findall(r'"/static/([\w.]+)"', (folder / name).read_text("utf-8"))
    return [folder / name for name in sorted(found)]


def told(name: str) -> tuple[str, ...]:
    """What leaves for the page, in English, and its cards."""
    sent = sent_for(name)
    game = sent.session.game
    tell = Translator("en", SHOTS[name].seats, game=game.name).text
    about = outgoing.about_page(sent.session)
    return (*(as_text(page, tell) for page in (PAGE_WORDS, about, sent.public, sent.own)), sprite(game).decode())


def told_in_lobby() -> tuple[str, ...]:
    """What leaves for the lobby, in English, and its pictures of games."""
    lobby, seats = agreed_on()
    page = told_of(lobby, seats)
    return (
        *(as_text(sent, Translator("en").text) for sent in (PAGE_WORDS, page)),
        lobby_sprite(lobby.games.values()).decode(),
    )


def told_of(lobby: Lobby, seats: Seats) -> outgoing.Page:
    """What the lobby's pages are told at a simulated table."""
    care = care_page(ANYWHERE, "", Preferences().values)
    return {**lobby_page(lobby, seats.claimed, is_simulated=True, people=()), **care}


def agreed_on() -> tuple[Lobby, Seats]:
    """A lobby in which three people sit with their phones, and a bot."""
    lobby, seats = Lobby([games.find(name) for name in SHIPPED], "punto", check_names), Seats((), ())
    lobby.players, people = IN_LOBBY, (0, 1, 2)
    lobby.won = (Standing("Ann", 2, 3), Standing("Ben", 1, 3), Standing("Cal", 0, 2))
    lobby.offers = (Offer(3, games.find("alter_ego").title, ("Ann", "Ben"), "2026-01-31 20:15:00", 42),)
    seats.rearrange(IN_LOBBY, people, {})
    for seat in people:
        seats.give_seat(seat, seats.device_of(seats.add_guest()))
    return lobby, seats


# -- in a browser


def record(browser: Browser) -> None:
    made = {}
    for name in SHOTS:
        with served(name) as pages:
            made[name] = take(browser, pages, name)
    made |= take_lobbies(browser)
    made[LIVE] = take_maker(browser)
    keep(FOLDER, {f"{name}.png": Made(content, origin_of(name)) for name, content in made.items()})


@contextmanager
def served(name: str) -> Iterator[Served]:
    sent = sent_for(name)
    with TemporaryDirectory() as folder:
        pages = Served(
            Path(folder), sent.session, 0, lambda session: sent.public,
            lambda session, seat: sent.own if seat == 0 else outgoing.seat_page(session, seat),
        )  # fmt: skip
        if SHOTS[name].opens == ("#seats-open",):  # two of them are still free
            for seat in (1, 2):
                pages.server.seats.free_seat(seat)
        pages.show(sent.session)
        yield pages
        pages.stop()


def take(browser: Browser, pages: Served, name: str) -> bytes:
    page = opened(browser, pages, name, SHOTS[name].size)
    page.wait_for_timeout(300)
    content = page.screenshot()
    page.context.close()
    return content


def opened(browser: Browser, pages: Served, name: str, size: tuple[int, int]):
    """The page that a picture shows, at a device of this size, as it is when the picture is taken."""
    shot = SHOTS[name]
    page = browser.page(f"{pages.origin}/board", size, color_scheme=shot.look, locale="en")
    cookie, _, value = pages.cookies[0].partition("=")
    page.context.add_cookies([{"name": cookie, "value": value, "url": pages.url}])
    page.goto(f"{pages.url}{shot.page}{'?seat=0' if shot.page == 'seat' else ''}")
    page.wait_for_selector(SEATED if shot.page == "seat" else "#cell-35")
    for each in shot.opens:
        page.click(each)
    return page


def take_lobbies(browser: Browser) -> dict[str, bytes]:
    lobby, seats = agreed_on()
    told = {language: Translator(language).text for language in LANGUAGES}
    server = Server(seats, told, b"", lan=True, list_addresses=lambda: (LanAddress("192.168.4.1", "wlan0"),))
    server.change_stage(told, lobby_sprite(lobby.games.values()), None)
    server.start(8470)
    server.publish_snapshot(Snapshot(1, told_of(lobby, seats), {}))
    made = {}
    for name, (size, look) in LOBBIES.items():
        page = browser.page(server.addresses[0], size, color_scheme=look, locale="en")
        page.wait_for_selector("#players li")
        page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
        made[name] = page.screenshot()
        page.context.close()
    server.stop()
    return made


def take_maker(browser: Browser) -> bytes:
    """Of a match that is played at that moment."""
    with TemporaryDirectory() as folder:
        hosted = Hosted(Path(folder), TRIO, game=games.find("punto"), seed=4, first_player="youngest")
        table = browser.table(hosted)
        maker = browser.page(f"{hosted.url}maker", color_scheme="dark", locale="en")
        maker.wait_for_selector("#frames code")
        for _ in range(8):
            play_by_taps(hosted, table, (), seed=7, most=4)
            maker.wait_for_timeout(300)
        content = maker.screenshot()
        hosted.stop()
    return content


if __name__ == "__main__":
    people = Browser()
    record(people)
    people.close()
