"""The lobby on pages: who may do what, whose phone sits where, and how pages find from lobby to match and back."""

import json

import httpx
import pytest
from glowtable import games
from glowtable.device.clock import boot_ms
from glowtable.match.lobby import Lobby, Offer, Preferences
from glowtable.messages import say
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.web import broadcast
from glowtable.web.addresses import LanAddress
from glowtable.web.broadcast import NO_SEAT, OTHER_STAGE
from glowtable.web.followers import Follower, ReceivedTap, Snapshot, Tap
from glowtable.web.lobby_page import LobbyPage
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import MOST_GUESTS, Seats
from glowtable.web.server import Server
from websockets.exceptions import ConnectionClosed

from tests.games.shipped import SHIPPED
from tests.support.patience import HANG_S
from tests.web.company import ServerWithoutNetwork
from tests.web.frames import followed, heard, url

TELL = {language: Translator(language).text for language in ("en", "de", "it")}
STALE, SIT_FIRST = PAGE_WORDS["stale"], PAGE_WORDS["sit_first"]


class Evening:
    """A lobby without a network; `told` is what the last tap was answered."""

    def __init__(self) -> None:
        self.seats = Seats((), ())
        self.server = ServerWithoutNetwork(self.seats)
        self.lobby = Lobby([games.find(name) for name in SHIPPED], "punto", check_names)
        self.set_to = Preferences()
        self.page = LobbyPage(
            self.lobby, self.server, is_simulated=True, people=("Ann", "Zoe"), jobs=("selftest",),
            prefer=self.set_to.values.__setitem__, preferences=lambda: self.set_to.values,
        )  # fmt: skip
        self.page.sync_followers()

    @property
    def shown(self):
        return self.server.snapshots[-1].public

    def phone(self) -> str:
        return self.seats.device_of(self.seats.add_guest())

    def tap(self, device: str, does: str, at=None, is_late=False, **fields):
        told = []
        tap = Tap(does, self.page.number if at is None else at, **fields)
        event = ReceivedTap(tap, None, told.append, lambda: told.append("done"), lambda: is_late, device)
        self.server.taps.put(event)
        self.page.sync_followers()
        return told[0] if told else None


HOST = ""


@pytest.fixture
def evening():
    return Evening()


# -- who may do what


def test_only_the_hosts_page_looks_after_the_table(evening):
    ann = evening.phone()
    evening.tap(ann, "sit", id="Ann")
    assert evening.tap(ann, "care", id="selftest") == STALE == evening.tap(ann, "prefer", id="sound=off")
    assert evening.shown["job"] == "" and evening.set_to.has_sound
    assert evening.tap(HOST, "care", id="update") == STALE, "it is not among the jobs of this table"
    assert evening.tap(HOST, "prefer", id="sound=off") == "done"
    assert [(each["name"], each["value"]) for each in evening.shown["preferences"]] == [
        ("brightness", "100"), ("sound", "off"),
    ]  # fmt: skip
    for wrong in ("", "sound", "sound=", "sound=loud", "brightness=0", "x=on"):
        assert evening.tap(HOST, "prefer", id=wrong) == STALE and not evening.set_to.has_sound
    assert evening.tap(HOST, "care", id="selftest") == "done"
    assert evening.page.job == evening.shown["job"] == "selftest"
    assert evening.tap(ann, "game", id="alter_ego") is None, "what is tapped meanwhile waits for the job"
    evening.page.job = ""
    evening.page.sync_followers()
    assert evening.shown["job"] == ""


def test_four_people_sit_down_and_one_of_them_starts(evening):
    phones = [evening.phone() for _ in range(4)]
    for name, phone in zip(("Ann", "Ben", "Cal", "Dot"), phones, strict=True):
        assert evening.tap(phone, "sit", id=name) == "done"
    assert [player["name"] for player in evening.shown["players"]] == ["Ann", "Ben", "Cal", "Dot"]
    assert all(player["device"] for player in evening.shown["players"])
    assert [evening.seats.seat_of_device(phone) for phone in phones] == [0, 1, 2, 3]
    evening.tap(phones[2], "start")
    assert evening.page.is_started and evening.page.is_decided


@pytest.mark.parametrize(
    "tap", [("game", "alter_ego"), ("bot", "easy"), ("start", ""), ("option", "teams=no"), ("resume", "7")]
)
def test_who_has_no_seat_may_only_take_one(evening, tap):
    does, text = tap
    evening.lobby.offers = (Offer(7, "Punto", ("Ann",)),)
    evening.tap(HOST, "sit", id="Ben"), evening.tap(HOST, "bot", id="easy")
    before = evening.shown
    assert evening.tap(evening.phone(), does, id=text) == SIT_FIRST
    assert evening.shown == before and not evening.page.is_decided
    assert evening.tap(evening.phone(), "leave", seat=0) == SIT_FIRST


def test_a_phone_without_a_seat_takes_that_of_a_person_who_is_there_and_no_other(evening):
    one, other = evening.phone(), evening.phone()
    evening.tap(HOST, "sit", id="Ann"), evening.tap(HOST, "bot", id="easy")
    assert evening.tap(one, "take", seat=1) == STALE  # a bot
    assert evening.tap(one, "take", seat=5) == STALE
    assert evening.tap(one, "take", seat=0) == "done" and evening.seats.claimed == {0}
    assert evening.tap(other, "take", seat=0) == STALE and evening.seats.seat_of_device(one) == 0
    assert evening.tap(HOST, "take", seat=0) == STALE
    evening.server.away = {one}  # as after the address of the host has changed
    evening.page.sync_followers()
    assert evening.tap(other, "take", seat=0) == "done" and evening.seats.seat_of_device(other) == 0
    assert evening.seats.seat_of_device(one) is None
    evening.server.away = {other}
    evening.page.sync_followers()
    assert evening.tap(one, "take", seat=0) == "done", "who was away is a guest"


def test_a_device_is_away_when_it_has_had_no_page_for_long(monkeypatch):
    now_ms = [100]
    monkeypatch.setattr(broadcast, "boot_ms", lambda: now_ms[0])
    pages = broadcast.Broadcast(Seats((), ()), {}, str, tuple)
    phone = Follower(None, False, "en", device="a phone")
    assert not pages.is_away("a phone"), "the service has only begun"
    now_ms[0] += broadcast.AWAY_MS + 1
    assert pages.is_away("a phone")
    pages.followers.add(phone)
    assert not pages.is_away("a phone") and pages.is_away("another")
    pages.lose_follower(phone)
    assert not pages.is_away("a phone"), "its page is loaded again"
    now_ms[0] += broadcast.AWAY_MS + 1
    assert pages.is_away("a phone")


def test_a_phone_adds_a_person_who_has_none(evening):
    phone = evening.phone()
    evening.tap(phone, "sit", id="Ann"), evening.tap(phone, "sit", id="Ben")
    assert [(player["name"], player["device"]) for player in evening.shown["players"]] == [
        ("Ann", True),
        ("Ben", False),
    ]
    assert evening.seats.seat_of_device(phone) == 0


def test_who_leaves_is_a_guest_again_and_the_others_keep_their_phones(evening):
    ann, ben, cal = (evening.phone() for _ in range(3))
    for name, phone in (("Ann", ann), ("Ben", ben), ("Cal", cal)):
        evening.tap(phone, "sit", id=name)
    assert evening.tap(ben, "leave", seat=0) == "done"
    assert [evening.seats.seat_of_device(phone) for phone in (ann, ben, cal)] == [None, 0, 1]
    assert evening.tap(ann, "bot", id="easy") == SIT_FIRST
    assert evening.tap(ann, "sit", id="Ann") == "done" and evening.seats.seat_of_device(ann) == 2


def test_what_changed_meanwhile_is_not_started_and_nobody_else_is_put_out(evening):
    evening.tap(HOST, "sit", id="Ann"), evening.tap(HOST, "sit", id="Ben")
    before = evening.page.number
    evening.tap(HOST, "game", id="alter_ego")
    assert evening.tap(HOST, "start", at=before) == STALE
    assert evening.tap(HOST, "leave", at=before, seat=0) == STALE
    assert not evening.page.is_decided and len(evening.shown["players"]) == 2
    assert evening.tap(HOST, "start", is_late=True) == PAGE_WORDS["late"]


def test_of_two_games_started_at_once_the_first_begins(evening):
    evening.tap(HOST, "sit", id="Ann"), evening.tap(HOST, "bot", id="easy")
    told = []
    for does in ("start", "game"):
        tap = Tap(does, evening.page.number, id="alter_ego")
        evening.server.taps.put(ReceivedTap(tap, None, told.append))
    evening.page.sync_followers()
    assert evening.page.is_started and evening.lobby.game.name == "punto" and evening.server.taps.qsize() == 1


@pytest.mark.parametrize("name", ["", "Ann", "x" * 200, "<img src=x onerror=alert(1)>" * 2, "undo"])
def test_a_name_that_nobody_can_have_is_refused_with_the_reason(evening, name):
    evening.tap(HOST, "sit", id="Ann")
    told = evening.tap(evening.phone(), "sit", id=name)
    assert told not in ("done", None) and len(evening.shown["players"]) == 1
    assert "{" not in TELL["en"](told)


def test_a_match_that_cannot_begin_is_refused_to_who_started_it(evening):
    evening.tap(HOST, "sit", id="Ann"), evening.tap(HOST, "bot", id="easy")
    assert evening.tap(HOST, "start") is None  # answered when the match has begun
    told = []
    evening.page._starter = evening.page._starter._replace(refuse=told.append)
    evening.page.refuse_start(say("no table"))
    assert told == [say("no table")] and not evening.page.is_decided


def test_options_are_shown_with_the_words_of_the_rulebook(evening):
    options = {option["name"]: option for option in evening.shown["options"]}
    assert options["rounds_to_win"]["words"] and len(options["rounds_to_win"]["choices"]) > 1
    assert evening.shown["as_printed"] is True
    evening.tap(HOST, "option", id="rounds_to_win=3")
    assert evening.shown["as_printed"] is False
    assert evening.tap(HOST, "option", id="rounds_to_win=99") not in ("done", None)
    assert evening.tap(HOST, "option", id="nonsense") not in ("done", None)


def test_a_tile_says_of_each_game_what_its_box_says(evening):
    tiles = evening.shown["games"]
    said = {game["name"]: (game["least"], game["most"], game["age"], game["minutes"]) for game in tiles}
    assert said["alex_and_co"] == (3, 6, 10, "30–50") and said["punto"] == (2, 4, 7, "")
    assert [game["name"] for game in tiles if game["cooperative"]] == ["alter_ego"]


def test_two_unfinished_matches_of_one_game_differ_in_the_list(evening):
    evening.lobby.offers = (
        Offer(7, "Punto", ("Ann", "Ben"), "2026-01-31 20:15:00", 12), Offer(8, "Punto", ("Ann\u202e",), "", 1),
    )  # fmt: skip
    evening.page.sync_followers()
    one, other = evening.shown["offers"]
    assert (one["started"], TELL["en"](one["moves"]), TELL["en"](other["moves"])) == (
        "2026-01-31 20:15:00", "12 moves", "1 move",
    )  # fmt: skip
    assert other["players"] == ("Ann\\u202e",)


def test_invisible_characters_are_refused_with_one_clear_sentence(evening):
    told = evening.tap(HOST, "sit", id="\u2066A\u200bnn\u2069")
    assert TELL["en"](told) == "Type the name Ann again, without invisible characters."
    assert not evening.shown["players"]


def test_names_are_offered_that_are_not_there_yet(evening):
    evening.tap(HOST, "sit", id="Ann")
    assert evening.shown["people"] == ("Zoe",)


def test_only_so_many_guests_are_known():
    seats = Seats((), ())
    first = seats.add_guest()
    others = [seats.add_guest() for _ in range(MOST_GUESTS)]
    assert not seats.device_of(first) and all(map(seats.device_of, others))


# -- at the server


@pytest.fixture
def server():
    made = Server(Seats((), ()), TELL, b"<svg/>")
    made.change_stage(TELL, b"<svg/>", None)
    made.start(0)
    made.publish_snapshot(Snapshot(1, {"players": []}, {}))
    yield made
    made.stop()


@pytest.fixture
def elsewhere(monkeypatch):
    """All who ask are at devices of their own, as on a network."""
    for module in ("server", "claim_pages", "broadcast"):
        monkeypatch.setattr(f"glowtable.web.{module}.is_here", lambda connection: False)


def guest_cookie(server):
    return httpx.get(url(server)).headers["set-cookie"].partition(";")[0]


def send(page, does, **fields):
    page.send(json.dumps({"does": does, "beat": boot_ms(), "tap": 1, **fields}))


@pytest.mark.parametrize("path", ["", "seat", "board"])
def test_without_a_match_every_page_is_the_lobby(server, path):
    assert "lobby.js" in httpx.get(url(server, path)).text


def test_a_phone_that_opens_the_address_may_sit_down(server, elsewhere):
    with followed(server, "lobby", cookie=guest_cookie(server)) as page:
        assert heard(page) == {
            "n": 1, "you": None, "host": False, "may": True, "hosts": ["127.0.0.1"], "public": {"players": []}
        }  # fmt: skip
        send(page, "sit", id="Ann")
        event = server.taps.get(timeout=HANG_S)
    assert (event.tap.id, event.seat) == ("Ann", None) and server.seats.device_of(token_of(server)) != event.device
    assert event.device


def token_of(server):
    return guest_cookie(server).partition("=")[2]


def test_a_device_keeps_the_seat_that_it_was_given(server, elsewhere):
    cookie = guest_cookie(server)
    device = server.seats.device_of(cookie.partition("=")[2])
    server.seats.rearrange(["Ann"], [0], {})
    server.seats.give_seat(0, device)
    with followed(server, "lobby", cookie=cookie) as page:
        assert heard(page)["you"] == 0
    assert "set-cookie" not in httpx.get(url(server), headers={"Cookie": cookie}).headers


def taps_in_vain(server, does, **more):
    """The first moment that the lobby shows; the tap after it closes the page."""
    with followed(server, "lobby") as page:
        moment = heard(page)
        send(page, does, **more)
        with pytest.raises(ConnectionClosed) as closed:
            heard(page)
    assert closed.value.rcvd.code == 1008 and server.taps.empty()
    return moment


def test_who_has_no_cookie_may_look_on(server, elsewhere):
    assert taps_in_vain(server, "sit", id="Ann")["may"] is False


def test_the_host_may_do_all_and_gets_no_seat_by_looking(server):
    assert "set-cookie" not in httpx.get(url(server)).headers
    with followed(server, "lobby") as page:
        moment = heard(page)
    assert (moment["host"], moment["may"], moment["you"]) == (True, True, None)


@pytest.mark.parametrize("does", ["choose", "press", "free", "lobby"])
def test_in_the_lobby_nothing_of_a_match_can_be_tapped(server, does):
    taps_in_vain(server, does)


def test_when_a_match_begins_all_pages_load_themselves_again(server):
    with followed(server, "lobby") as page, followed(server, "maker") as maker:
        heard(page), heard(maker)
        send(page, "start")
        while server.taps.empty():
            pass
        server.change_stage(TELL, b"", {"title": "Punto"})
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                assert heard(page) == {"tap": 1, "note": TELL["en"](STALE)}
        server.publish_maker({"still": "here"})
        assert heard(maker)["maker"] == {"still": "here"}
    assert closed.value.rcvd.code == OTHER_STAGE and server.taps.empty()


@pytest.mark.parametrize(("is_lobby", "what"), [(True, "table"), (True, "board"), (True, "seat"), (False, "lobby")])
def test_a_page_of_the_other_stage_is_told_to_load_again(server, is_lobby, what):
    server.change_stage(TELL, b"", None if is_lobby else {"title": "Punto"})
    with followed(server, what) as page, pytest.raises(ConnectionClosed) as closed:
        heard(page)
    assert closed.value.rcvd.code == OTHER_STAGE


def test_a_page_that_was_loaded_before_is_told_to_load_again(server):
    server.change_stage(TELL, b"", {"title": "Punto"})
    for stage, code in (("old", OTHER_STAGE), (server.broadcast.stage.name, NO_SEAT)):
        with followed(server, f"seat?stage={stage}") as page, pytest.raises(ConnectionClosed) as closed:
            heard(page)
        assert closed.value.rcvd.code == code


def test_nothing_is_shown_before_the_first_moment_of_a_match(server):
    server.change_stage(TELL, b"", {"title": "Punto"})
    with followed(server, "board") as page:
        assert "beat" in json.loads(page.recv(HANG_S))
        server.publish_snapshot(Snapshot(1, {"moment": "first"}, {}))
        assert heard(page)["public"] == {"moment": "first"}


def test_in_a_match_a_phone_with_a_seat_finds_its_hand_and_another_the_board(server, elsewhere):
    cookie = guest_cookie(server)
    server.seats.rearrange(["Ann"], [0], {})
    server.seats.give_seat(0, server.seats.device_of(cookie.partition("=")[2]))
    server.change_stage(TELL, b"", {"title": "Punto"})
    seated, stranger = httpx.get(url(server), headers={"Cookie": cookie}), httpx.get(url(server))
    assert (seated.status_code, seated.headers["location"]) == (303, "/seat")
    assert stranger.status_code == 200 and "board.js" in stranger.text
    assert "set-cookie" not in seated.headers and "set-cookie" not in stranger.headers


def test_every_lobby_shows_where_phones_find_it_also_at_another_address(monkeypatch):
    monkeypatch.setattr("glowtable.web.server.ADDRESSES_AGAIN_S", 0.01)
    networks = []
    made = Server(Seats((), ()), TELL, b"", lan=True, list_addresses=lambda: tuple(networks))
    made.change_stage(TELL, b"", None)
    made.start(0)
    made.publish_snapshot(Snapshot(1, {}, {}))
    with followed(made, "lobby") as page:
        assert heard(page)["hosts"] == [] and httpx.get(url(made, "join.svg")).status_code == 404
        networks.append(LanAddress("192.168.4.1", "wlan0"))
        assert heard(page)["hosts"] == ["192.168.4.1"]
        assert httpx.get(url(made, "join.svg?host=192.168.4.1")).status_code == 200
    made.stop()


def test_the_picture_for_phones_is_of_an_address_of_ours(server):
    assert httpx.get(url(server, "join.svg")).headers["content-type"].startswith("image/svg")
    assert httpx.get(url(server, "join.svg?host=evil.example")).status_code == 404
