"""The server refuses what it should, sends what it was given and hands out taps; spoken to as a browser would."""

import asyncio
import json
import logging
import socket
import threading
import time
from base64 import b64encode
from hashlib import sha256
from html import escape

import httpx
import pytest
import uvicorn
from glowtable.messages import UserError
from glowtable.terminal.translator import Translator
from glowtable.web import addresses, claim_pages, doorkeeper, followers, page_words, requests, translated
from glowtable.web import broadcast as broadcast_module
from glowtable.web import server as server_module
from glowtable.web.addresses import LanAddress
from glowtable.web.claim_pages import cookie_name, qr_picture
from glowtable.web.followers import Follower, Snapshot, Tap
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from starlette.websockets import WebSocketDisconnect
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.support.patience import HANG_S, is_readable
from tests.web.frames import followed, heard, tap_text, url

NAMES = ("Ann", "<img src=x onerror=alert(1)>")
TELL = {language: Translator(language, NAMES).text for language in ("en", "de", "it")}


@pytest.fixture
def server():
    made = Server(Seats((0, 1), NAMES), TELL, b"<svg/>", began=lambda: "today")
    made.about = {"title": "a game"}
    made.start(0)
    made.publish_snapshot(Snapshot(7, {"public": "all"}, {0: {"mine": 0}, 1: {"mine": 1}}))
    yield made
    made.stop()


def origin(server):
    return {"Origin": f"http://127.0.0.1:{server.port}"}


def claimed(server, secret):
    return httpx.post(url(server, "claim"), content=secret, headers=origin(server))


def cookie_of(server, seat):
    """The cookie of a device that claims this seat, as it sends it."""
    answer = claimed(server, server.seats.claims[seat].code)
    return answer.headers["set-cookie"].partition(";")[0]


# -- who may enter


@pytest.mark.parametrize("path", ["", "seat", "board", "words", "card", "faces.svg", "static/page.js", "nothing"])
def test_a_foreign_host_is_refused(server, path):
    answer = httpx.get(url(server, path), headers={"Host": "evil.example"})
    link = f"http://127.0.0.1:{server.port}/{path}"
    assert answer.status_code == 403 and f'<a href="{link}">{link}</a>' in answer.text


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("de-CH,de;q=0.9,en;q=0.8", "de"), ("it", "it"), ("fr-FR, IT;q=0.5", "it"), ("fr", "en"), ("", "en")],
)
def test_a_refusal_says_in_the_browsers_language_which_address_to_use(server, wanted, language):
    answer = httpx.get(url(server), headers={"Host": "evil.example", "Accept-Language": wanted})
    assert f'<html lang="{language}">' in answer.text and answer.headers["content-type"].startswith("text/html")
    assert escape(TELL[language](doorkeeper.SENTENCE)) in answer.text


def test_a_refusal_tells_nothing_of_the_match_and_runs_nothing(server):
    answer = httpx.get(url(server, "seat%22%3E%3Cscript%3E?x=<script>"), headers={"Host": "evil.example"})
    secrets = ("a game", *NAMES, *(claim.code for claim in server.seats.claims.values()))
    assert not any(escape(secret) in answer.text for secret in secrets)
    policy = answer.headers["content-security-policy"]
    assert "<script" not in answer.text and "script-src" not in policy and "default-src 'none'" in policy
    style = answer.text.partition("<style>")[2].partition("</style>")[0]
    assert f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" in policy


@pytest.mark.parametrize("sent", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_a_claim_from_a_foreign_page_or_from_none_is_refused(server, sent):
    code = server.seats.claims[0].code
    assert httpx.post(url(server, "claim"), content=code, headers=sent).status_code == 403
    assert not server.seats.claimed


def test_a_page_elsewhere_may_not_even_read(server):
    assert httpx.get(url(server, "words"), headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.parametrize("sent", ["http://evil.example", "https://127.0.0.1", "null"])
def test_a_connection_from_a_foreign_page_is_refused(server, sent):
    with pytest.raises(InvalidStatus):
        followed(server, "board", sent)


def test_a_connection_without_an_origin_is_refused(server):
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{server.port}/follow/board", open_timeout=HANG_S, proxy=None)


@pytest.mark.parametrize("path", ["", "seat", "board", "maker", "static/page.js", "words", "card", "nothing"])
def test_browsers_are_told_what_they_may_do(server, path):
    headers = httpx.get(url(server, path)).headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("page", ["", "seat", "board", "maker"])
def test_pages_have_no_script_or_style_of_their_own_and_fetch_from_here_alone(server, page):
    text = httpx.get(url(server, page)).text
    assert "<style" not in text and " style=" not in text and "://" not in text and " on" not in text.split("<body")[1]
    assert all("src=" in part for part in text.split("<script")[1:])


# -- on networks


WLAN, CABLE = LanAddress("192.168.4.1", "wlan0"), LanAddress("10.0.0.5", "eth0")


@pytest.fixture
def networks():
    """The addresses of this computer, which a test changes."""
    return [WLAN, CABLE]


@pytest.fixture
def lan_server(networks, monkeypatch):
    monkeypatch.setattr(server_module, "ADDRESSES_AGAIN_S", 0.01)
    made = Server(
        Seats((0, 1), NAMES), TELL, b"<svg/>", lan=True, host_names=("table.example",),
        list_addresses=lambda: tuple(networks),
    )  # fmt: skip
    made.start(0)
    yield made
    made.stop()


def answered(server, host, **headers):
    return httpx.get(url(server, "words"), headers={"Host": host, **headers}).status_code


def test_on_the_network_this_computers_name_is_heard(lan_server):
    name = socket.gethostname().partition(".")[0]
    port = lan_server.port
    hosts = (f"127.0.0.1:{port}", f"{name}:{port}", f"{name}.local:{port}", "table.example", f"table.example:{port}")
    assert [answered(lan_server, host) for host in hosts] == [200] * 5
    assert answered(lan_server, f"evil.example:{port}") == answered(lan_server, f"192.168.4.1:{port}") == 403


def test_a_website_whose_name_means_our_address_learns_no_other_address(lan_server):
    answer = httpx.get(url(lan_server), headers={"Host": "evil.example"})
    assert f"http://127.0.0.1:{lan_server.port}/" in answer.text
    others = (WLAN.host, CABLE.host, f"{socket.gethostname()}.local", "table.example")
    assert answer.status_code == 403 and not any(other in answer.text for other in others)


def test_each_network_has_a_picture_and_only_these_hosts_have(lan_server):
    assert lan_server.addresses[1:] == tuple(f"http://{each.host}:{lan_server.port}/" for each in (WLAN, CABLE))
    bodies = [httpx.get(url(lan_server, f"qr?seat=0&host={each.host}")).content for each in (WLAN, CABLE)]
    assert bodies[0] != bodies[1] and all(body.startswith(b"<?xml") for body in bodies)
    assert httpx.get(url(lan_server, "qr?seat=0")).content == bodies[0]
    assert httpx.get(url(lan_server, "qr?seat=0&host=evil.example")).status_code == 404


def test_the_table_shows_a_new_address_without_a_new_start(lan_server, networks):
    with followed(lan_server, "table") as table:
        assert heard(table)["phone_hosts"] == ["192.168.4.1", "10.0.0.5"]
        networks[:] = [LanAddress("192.168.1.77", "wlan0")]
        assert heard(table)["phone_hosts"] == ["192.168.1.77"]
        networks.clear()
        assert heard(table)["phone_hosts"] == []
    assert httpx.get(url(lan_server, "qr?seat=0&host=192.168.4.1")).status_code == 404


def test_other_addresses_wake_the_match(lan_server, networks):
    lan_server.wakeup.clear_wakeup()
    networks.pop()
    assert is_readable(lan_server.wakeup.file, most_s=HANG_S) and lan_server.lan_addresses == (WLAN,)


def test_who_looks_on_learns_where_a_free_seat_is_claimed_and_no_code(lan_server):
    with followed(lan_server, "board") as board:
        for seat in (0, 1):
            found = heard(board)
            assert found["hosts"] == ["192.168.4.1", "10.0.0.5"] and not found.keys() & {"claims", "phone_hosts"}
            cookie_of(lan_server, seat)
        assert "hosts" not in heard(board)


def test_in_a_match_phones_are_led_to_where_seats_are_claimed(lan_server):
    picture = httpx.get(url(lan_server, "join.svg")).content
    assert picture == bytes(qr_picture(lan_server.link_to("192.168.4.1", "seat")).body)
    lan_server.change_stage(TELL, b"<svg/>", None)
    picture = httpx.get(url(lan_server, "join.svg")).content
    assert picture == bytes(qr_picture(lan_server.link_to("192.168.4.1")).body)


@pytest.mark.parametrize("sent", [{"Host": "table.example"}, {"X-Forwarded-For": "192.168.4.9"}, {"Via": "1.1 proxy"}])
def test_what_a_proxy_on_this_computer_asks_is_asked_from_elsewhere(lan_server, sent):
    answer = httpx.get(url(lan_server), headers=sent)
    assert answer.status_code == 200 and "board.js" in answer.text
    assert httpx.get(url(lan_server, "qr?seat=0"), headers=sent).status_code == 404
    assert httpx.get(url(lan_server, "maker"), headers=sent).status_code == 404


def test_over_ipv6_this_computer_is_heard(lan_server):
    assert httpx.get(f"http://[::1]:{lan_server.port}/words").status_code == 200


class FakeTransport(asyncio.Transport):
    """A connection that this caller made to this address of ours."""

    def __init__(self, caller: str, reached: str) -> None:
        super().__init__({"peername": (caller, 50000), "sockname": (reached, 8470)})
        self.is_closed = False

    def is_closing(self):
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize(
    ("caller", "reached", "is_heard"),
    [
        ("2001:db8:1::5", "2001:db8:1::1", True),
        ("2001:db8:9::5", "2001:db8:1::1", False),
        ("10.9.9.9", "10.0.0.1", True),
    ],
)
def test_over_ipv6_only_neighbours_are_heard(caller, reached, is_heard):
    transport, loop = FakeTransport(caller, reached), asyncio.new_event_loop()
    config = uvicorn.Config(lambda: None, log_config=None)
    doorkeeper.HttpConnection(config, ServerState(), {}, loop).connection_made(transport)
    loop.close()
    assert transport.is_closed != is_heard


# -- claiming


def test_a_claim_gives_a_cookie_that_no_script_reads_and_no_other_site_sends(server):
    answer = claimed(server, server.seats.claims[1].token)
    cookie = answer.headers["set-cookie"].lower()
    assert answer.json() == {"seat": 1}
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie


@pytest.mark.slow
def test_ten_wrong_codes_and_this_address_waits(server):
    answers = [claimed(server, "wrong words for you").status_code for _ in range(12)]
    assert answers == [403] * 10 + [429] * 2
    assert claimed(server, server.seats.claims[0].code).status_code == 429


def test_after_a_minute_codes_are_heard_again(server, monkeypatch):
    for _ in range(11):
        claimed(server, "wrong words for you")
    monkeypatch.setattr(claim_pages, "MINUTE_S", 0.0)
    assert claimed(server, server.seats.claims[0].code).status_code == 200


def test_at_a_new_address_a_phone_has_its_seat_again_with_the_code_of_its_page(server):
    cookies = [cookie_of(server, seat) for seat in (0, 1)]
    with (
        followed(server, "seat", cookie=cookies[0]) as other,
        followed(server, "seat", cookie=cookies[1]) as before,
        followed(server, "board") as board,
        followed(server, "table") as table,
    ):
        code = heard(before)["return_code"]
        others = [heard(page) for page in (other, board, table)]
        assert code and not any(code in json.dumps(each) for each in others)
        answer = claimed(server, code)
        assert answer.json() == {"seat": 1}
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(9):
                before.recv(HANG_S)
        assert closed.value.rcvd and closed.value.rcvd.code == broadcast_module.NO_SEAT
    with followed(server, "seat", cookie=answer.headers["set-cookie"].partition(";")[0]) as after:
        mine = heard(after)
        assert mine["own"] == {"mine": 1} and mine["return_code"] not in ("", code)
    assert claimed(server, code).status_code == 403


def test_boards_say_where_phones_join_while_none_that_has_a_seat_is_there(lan_server, monkeypatch):
    now_ms = [100]
    monkeypatch.setattr(broadcast_module, "boot_ms", lambda: now_ms[0])
    monkeypatch.setattr(broadcast_module, "BEAT_S", 0.05)
    lan_server.change_stage(TELL, b"<svg/>", {"title": "a game"})
    lan_server.publish_snapshot(Snapshot(7, {"public": "all"}, {0: {"mine": 0}, 1: {"mine": 1}}))
    cookies = [cookie_of(lan_server, seat) for seat in (0, 1)]
    with followed(lan_server, "board") as board:
        with followed(lan_server, "seat", cookie=cookies[0]) as phone:
            heard(phone)  # its page is followed
            now_ms[0] += broadcast_module.AWAY_MS + 1
            assert "hosts" not in heard(board), "the other one may sleep"
            lan_server.publish_snapshot(Snapshot(8, {"public": "all"}, {}))
            lan_server.broadcast.look_for_phones()
            assert "hosts" not in heard(board)
        now_ms[0] += broadcast_module.AWAY_MS + 1
        assert heard(board)["hosts"] == ["192.168.4.1", "10.0.0.5"]
        with followed(lan_server, "seat", cookie=cookies[1]):
            assert "hosts" not in heard(board)


def test_of_two_devices_one_gets_the_seat(server):
    code = server.seats.claims[0].code
    answers = []
    devices = [threading.Thread(target=lambda: answers.append(claimed(server, code).status_code)) for _ in range(2)]
    for device in devices:
        device.start()
    for device in devices:
        device.join()
    assert sorted(answers) == [200, 403]


def test_the_picture_of_a_link_is_for_a_free_seat(server):
    assert httpx.get(url(server, "qr?seat=0")).headers["content-type"] == "image/svg+xml"
    claimed(server, server.seats.claims[0].code)
    assert [httpx.get(url(server, f"qr?seat={seat}")).status_code for seat in ("0", "9", "x", "")] == [404] * 4


def asking(server, head, host="127.0.0.1"):
    """A connection that has sent this and nothing after it."""
    raw = socket.create_connection((host, server.port), HANG_S)
    raw.sendall(head)
    return raw


def claim_head(server, length):
    name = f"127.0.0.1:{server.port}"
    return f"POST /claim HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nContent-Length: {length}\r\n\r\n".encode()


def ended(raw):
    """All that still comes until the server ends the connection."""
    with raw:
        try:
            return b"".join(iter(lambda: raw.recv(65536), b""))
        except ConnectionResetError:
            return b""


def until_nothing_is_asked(server):
    for _ in range(100 * HANG_S):
        if not server._server.server_state.tasks:
            return
        time.sleep(0.01)
    raise AssertionError("something is asked for ever")


def test_codes_guessed_side_by_side_are_counted_like_others(server):
    guesses = [asking(server, claim_head(server, 5)) for _ in range(25)]
    claimed(server, "wrong")  # by now all the others are waited for
    for guess in guesses:
        guess.sendall(b"wrong")
    answers = [guess.recv(65536).split()[1] for guess in guesses]
    for guess in guesses:
        guess.close()
    assert sorted(answers) == [b"403"] * 9 + [b"429"] * 16


def test_a_code_without_end_is_refused_before_it_is_here(server):
    with asking(server, claim_head(server, 400_000_000)) as raw:
        raw.sendall(b"x" * 5000)
        assert raw.recv(65536).split()[1] == b"413"
    assert not server.seats.claimed


def test_a_seat_that_cannot_be_written_down_stays_free_and_that_is_said(server, monkeypatch):
    cookie = cookie_of(server, 1)
    code = server.seats.claims[0].code
    monkeypatch.setattr(server.seats, "_keep_digests", no_space)
    answer = claimed(server, code)
    assert (answer.status_code, answer.json()) == (507, {"wrong": "unkept"})
    with followed(server, "seat", cookie=cookie) as device, followed(server, "table") as table:
        heard(device), heard(table)
        table.send(tap_text("free", seat=1, tap=3))
        assert heard(table) == {"tap": 3, "note": TELL["en"](page_words.PAGE_WORDS["unkept"])}
    monkeypatch.undo()
    assert claimed(server, code).status_code == 200 and server.seats.claimed == {0, 1}


def no_space(*_):
    raise OSError(28, "No space left on device")


def test_one_browser_may_have_several_hands(server):
    both = f"{cookie_of(server, 0)}; {cookie_of(server, 1)}"
    for asked, mine in (("seat?seat=0", 0), ("seat?seat=1", 1), ("seat", 0)):
        with followed(server, asked, cookie=both) as page:
            assert heard(page)["own"] == {"mine": mine}
    with followed(server, "seat?seat=7", cookie=both) as page, pytest.raises(ConnectionClosed) as closed:
        heard(page)
    assert closed.value.rcvd.code == broadcast_module.NO_SEAT


def test_a_hand_is_that_of_its_token_whatever_its_cookie_is_called(server):
    cookie = cookie_of(server, 0)
    claimed(server, server.seats.claims[1].code)
    other = cookie.replace(cookie_name(server.port, 0), cookie_name(server.port, 1))
    with followed(server, "seat", cookie=other) as page:
        assert heard(page)["own"] == {"mine": 0}


# -- strangers


def test_a_page_that_is_followed_is_not_the_one_that_makes_room(server, monkeypatch):
    monkeypatch.setattr(doorkeeper, "MOST_CALLERS", 4)
    with followed(server, "board") as board:
        silent = [asking(server, b"") for _ in range(6)]
        assert [ended(each) for each in silent[:3]] == [b""] * 3
        assert heard(board)["n"] == 7
    for each in silent:
        each.close()


@pytest.mark.parametrize("limit", ["MOST_FROM_ELSEWHERE", "MOST_OF_ONE_ADDRESS", "MOST_CALLERS"])
@pytest.mark.parametrize("head", [b"", b"GET /words HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_who_asks_nothing_more_makes_room_for_who_does(server, monkeypatch, limit, head):
    monkeypatch.setattr(doorkeeper, "LOOPBACK", requests.LOOPBACK if limit == "MOST_CALLERS" else ())
    monkeypatch.setattr(doorkeeper, limit, 2)
    idle = [asking(server, head) for _ in range(2)]
    for each in idle if head else ():
        assert each.recv(1)  # it is answered, and stays
    assert [httpx.get(url(server)).status_code for _ in range(5)] == [200] * 5
    for each in idle:
        each.close()


def callers_of(monkeypatch):
    """All connections that are made from now on."""
    made, wait = [], doorkeeper.HttpConnection._wait_for_more
    monkeypatch.setattr(doorkeeper.HttpConnection, "_wait_for_more", lambda caller: (made.append(caller), wait(caller)))
    return made


@pytest.mark.parametrize(
    "head", [b"", b"GET / HTTP/1.1\r\nHost:", b"claim", b"GET /words HTTP/1.1\r\nHost: x\r\n\r\nGET"]
)
def test_who_asks_nothing_is_not_waited_for(server, monkeypatch, head):
    made = callers_of(monkeypatch)
    with followed(server, "board") as board:
        heard(board)
        server._loop.call_soon_threadsafe(made[0]._close_if_silent, None)  # its time is over, as if it asked nothing
        monkeypatch.setattr(doorkeeper, "PATIENCE_S", 0.05)
        ended(asking(server, claim_head(server, 30) if head == b"claim" else head))
        server.publish_snapshot(Snapshot(8, {}, {}))
        assert heard(board)["n"] == 8  # a page that only looks on is none of them


@pytest.fixture
def answering():
    """A server that is answering a first request, and goes on with it until the test is over."""
    has_begun, is_over = threading.Event(), threading.Event()

    class SlowPast:
        def list_all(self, language):
            has_begun.set()
            return str(is_over.wait(HANG_S))

    made = Server(Seats((0,), NAMES), TELL, b"", SlowPast())
    made.start(0)
    answers = []
    asker = threading.Thread(target=lambda: answers.append(httpx.get(url(made, "matches/all"), timeout=HANG_S)))
    asker.start()
    assert has_begun.wait(HANG_S)
    yield made
    is_over.set()
    asker.join()
    made.stop()
    assert answers[0].text == "True"


def test_who_is_still_answered_is_waited_for(answering, monkeypatch):
    monkeypatch.setattr(doorkeeper, "PATIENCE_S", 0.02)
    for _ in range(3):
        ended(asking(answering, b""))


@pytest.mark.parametrize("limit", ["MOST_FROM_ELSEWHERE", "MOST_OF_ONE_ADDRESS"])
def test_if_all_are_being_answered_the_new_one_is_closed_unless_it_is_of_this_computer(answering, monkeypatch, limit):
    monkeypatch.setattr(doorkeeper, "LOOPBACK", ())
    monkeypatch.setattr(doorkeeper, limit, 1)
    assert ended(asking(answering, b"")) == b""
    monkeypatch.setattr(doorkeeper, "LOOPBACK", requests.LOOPBACK)
    assert httpx.get(url(answering, "words")).status_code == 200


LONG = "9" * 5000


@pytest.mark.parametrize("path", [f"qr?seat={LONG}", f"matches/{LONG}", f"matches/{LONG}/faces", f"matches/{LONG}/csv"])
def test_a_number_without_end_is_none(server, path, caplog):
    server.text_pages.sources["past"] = NoMatch()
    assert httpx.get(url(server, path)).status_code == 404 and not caplog.records


def test_a_moment_without_end_is_the_first(server):
    server.text_pages.sources["past"] = NoMatch()
    assert [httpx.get(url(server, f"matches/1?at={at}")).text for at in ("7", "x", LONG)] == ["7", "0", "0"]


class NoMatch:
    """A journal with match 1 alone, which says what it was asked for."""

    def show_moment(self, match, at, language):
        if match != 1:
            raise UserError("no such match")
        return str(at)

    def faces_of(self, match):
        raise UserError("no such match")

    def export_match(self, match, form, language):
        raise UserError("no such match")


@pytest.fixture
def printed():
    """What loggers hand on to be printed."""
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logging.getLogger().addHandler(handler)
    yield records
    logging.getLogger().removeHandler(handler)


def test_nothing_that_strangers_do_is_printed_where_a_match_is_played(server, printed):
    ended(asking(server, b"\x16\x03\x01 no page at all\r\n\r\n"))
    asking(server, claim_head(server, 30)).close()
    asking(server, b"GET / HT").close()
    server.tell = {}
    assert httpx.get(url(server, "words")).status_code == 500
    until_nothing_is_asked(server)
    server._loop.call_soon_threadsafe(lambda: server._loop.call_exception_handler({"message": "no more files"}))
    assert httpx.get(url(server)).status_code == 200
    assert not printed
    logging.getLogger("glowtable").warning("the control")
    assert len(printed) == 1


def test_a_claim_that_is_broken_off_is_no_error(server, caplog):
    asking(server, claim_head(server, 30)).close()
    claimed(server, "wrong")
    until_nothing_is_asked(server)
    assert not caplog.records


# -- following


def test_a_board_gets_what_all_may_see(server):
    with followed(server, "board") as board:
        assert heard(board) == {"n": 7, "public": {"public": "all"}, "claimed": [], "hosts": ["127.0.0.1"]}


def test_who_has_tapped_last_is_told_first(monkeypatch):
    told = []
    made = Server(Seats((0,), NAMES), TELL, b"")
    for now_s in (None, 2.0, 5.0, 3.0):
        follower = Follower(None, True, "en")
        if now_s is not None:
            follower.is_too_fast(now_s)
        monkeypatch.setattr(follower.news, "set", lambda now_s=now_s: told.append(now_s))
        made.broadcast.followers.add(follower)
    made.broadcast.take_snapshot(Snapshot(1, {}, {}))
    assert told == [5.0, 3.0, 2.0, None]


def test_what_all_may_see_is_told_once_in_each_language(server, monkeypatch):
    found = []
    monkeypatch.setattr(
        broadcast_module, "as_text", lambda page, tell: found.append(page) or translated.as_text(page, tell)
    )
    with followed(server, "board") as board, followed(server, "table") as table, followed(server, "board") as other:
        for each in (board, table, other):
            heard(each)
        found.clear()
        server.publish_snapshot(Snapshot(8, {"cells": 36}, {}))
        assert [heard(each)["public"] for each in (board, table, other)] == [{"cells": 36}] * 3
    assert found.count({"cells": 36}) == 1 and len(found) == 3


def test_a_seat_gets_its_own_page_and_no_other(server):
    cookie = cookie_of(server, 1)
    with followed(server, "seat", cookie=cookie) as device:
        assert heard(device) == {
            "n": 7,
            "public": {"public": "all"},
            "claimed": [1],
            "own": {"mine": 1},
            "began": "today",
            "return_code": server.seats.return_code_of(cookie.partition("=")[2]),
        }


@pytest.mark.parametrize("cookie", ["", "glowtable_seat_1_0=" + "0" * 32])
def test_without_its_cookie_nobody_follows_a_seat(server, cookie):
    with followed(server, "seat", cookie=cookie) as device, pytest.raises(ConnectionClosed) as closed:
        heard(device)
    assert closed.value.rcvd.code == broadcast_module.NO_SEAT


def test_the_codes_are_on_the_table_alone(server):
    with followed(server, "table") as table:
        assert heard(table)["claims"] == {str(seat): claim.code for seat, claim in server.seats.claims.items()}


def test_the_table_is_this_computers_others_see_the_board(server, monkeypatch):
    monkeypatch.setattr(requests, "LOOPBACK", ())
    answer = httpx.get(url(server))
    assert answer.status_code == 200 and "board.js" in answer.text
    assert httpx.get(url(server, "qr?seat=0")).status_code == 404
    with followed(server, "table") as table, pytest.raises(ConnectionClosed) as closed:
        heard(table)
    assert closed.value.rcvd.code == broadcast_module.NOT_YOURS


def test_taps_come_out_with_the_seat_they_are_from(server):
    cookie = cookie_of(server, 1)
    with followed(server, "seat", cookie=cookie) as device:
        heard(device)
        device.send(tap_text("choose", id="1 ready", tap=5))
        came = server.taps.get(timeout=HANG_S)
        assert (came.tap._replace(beat=0), came.seat) == (Tap("choose", id="1 ready", tap=5), 1)
        came.refuse("not now")
        assert heard(device) == {"tap": 5, "note": "not now"}


@pytest.mark.parametrize(
    ("what", "sent", "code"),
    [
        ("table", "nonsense", 1008),
        ("table", '{"does":"press","cell":99}', 1008),
        ("table", b"\x00", None),
        ("board", '{"does":"press","cell":3}', 1008),
        ("table", '{"does":"press","id":"' + "x" * 5000 + '"}', 1009),
    ],
    ids=["nonsense", "no cell", "bytes", "at a board", "over 4 kB"],
)
def test_what_is_no_tap_ends_the_connection(server, what, sent, code):
    with followed(server, what) as page:
        heard(page)
        page.send(sent)
        with pytest.raises(ConnectionClosed) as closed:
            heard(page)
    received = closed.value.rcvd
    assert (received and received.code) == code and server.taps.empty()


@pytest.mark.parametrize(("between_s", "is_heard"), [(0.04, True), (0.015, False)])
def test_hasty_hands_are_heard_and_a_flood_is_not(between_s, is_heard):
    follower = Follower(None, True, "en")
    assert all(not follower.is_too_fast(number * between_s) for number in range(200)) == is_heard


def test_a_page_that_taps_faster_than_a_finger_is_closed(server, monkeypatch):
    now_s = [1000.0]
    monkeypatch.setattr(broadcast_module, "_now_s", lambda: now_s[0])
    with followed(server, "table") as table:
        heard(table)
        for _ in range(followers.TAPS_A_SECOND):
            table.send(tap_text("why"))
            server.taps.get(timeout=HANG_S)
        now_s[0] += 1.0
        table.send(tap_text("why"))
        server.taps.get(timeout=HANG_S)
        now_s[0] += 0.9
        for _ in range(followers.TAPS_A_SECOND):
            table.send(tap_text("why"))
        with pytest.raises(ConnectionClosed) as closed:
            heard(table)
    assert closed.value.rcvd.code == 1008 and server.taps.qsize() == followers.TAPS_A_SECOND - 1


def test_a_seat_is_freed_at_the_table_alone(server):
    cookie = cookie_of(server, 1)
    with followed(server, "seat", cookie=cookie) as device, followed(server, "table") as table:
        heard(device), heard(table)
        device.send(tap_text("free", seat=1))
        device.send(tap_text("why"))
        server.taps.get(timeout=HANG_S)
        assert server.seats.claimed == {1}
        table.send(tap_text("free", seat=1))
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                heard(device)
    assert closed.value.rcvd.code == broadcast_module.NO_SEAT and not server.seats.claimed


class SlowSocket:
    """A device that reads when it likes to; before, its seat was freed."""

    def __init__(self, follower):
        self.follower, self.sent, self.closed = follower, [], None
        self.patience = 1000  # taps, then it gives up: a page that is never closed fails the test

    async def send_text(self, text):
        self.sent.append(text)
        self.follower.send_away(broadcast_module.NO_SEAT)

    async def receive_text(self):
        self.patience -= 1
        if not self.patience or (self.follower.is_dismissed and self.closed):
            raise WebSocketDisconnect
        await asyncio.sleep(0)
        return tap_text("why") if self.follower.is_dismissed else tap_text("choose", id="x")

    async def close(self, code):
        self.closed = code


def test_a_slow_device_whose_seat_was_freed_gets_and_does_nothing_more(server):
    async def followed_slowly():
        follower = Follower(0, is_table=False, language="en")
        follower._add_note({"note": "one"}), follower._add_note({"note": "two"})
        slow = SlowSocket(follower)
        made = broadcast_module.Connections(server.broadcast, server.claim_pages, server.taps, server.wakeup)
        await made._serve_follower(slow, follower)
        return slow

    slow = asyncio.run(followed_slowly())
    assert [json.loads(text) for text in slow.sent] == [{"note": "one"}] and slow.closed == broadcast_module.NO_SEAT
    taken = [server.taps.get().tap.does for _ in range(server.taps.qsize())]
    assert "why" not in taken


def test_every_device_has_its_language(server):
    assert httpx.get(url(server, "words?lang=de")).json()["words"]["table"] == TELL["de"](
        page_words.PAGE_WORDS["table"]
    )
    assert httpx.get(url(server, "words?lang=xx")).json()["language"] == "en"


def test_a_busy_port_gives_the_next(server):
    other = Server(Seats((0,), NAMES), TELL, b"")
    other.start(server.port)
    assert server.port < other.port < server.port + addresses.PORTS_TRIED
    other.stop()


def test_a_frame_is_not_held_back_until_the_last_one_is_acknowledged(server):
    with followed(server, "board") as board:
        heard(board)
        (connection,) = server._server.server_state.connections
        sent_by = connection.transport.get_extra_info("socket")
        assert sent_by.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_no_free_port_is_said(server, monkeypatch):
    monkeypatch.setattr(addresses, "PORTS_TRIED", 1)
    with pytest.raises(UserError, match="No free port for the page from"):
        Server(Seats((0,), NAMES), TELL, b"").start(server.port)


def test_after_the_last_port_there_is_none():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 65535))
        busy.listen()
        with pytest.raises(UserError, match="No free port for the page from"):
            Server(Seats((0,), NAMES), TELL, b"").start(65535)


def test_slow_and_idle_connections_get_the_newest_moment_and_delay_nobody(server):
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    with followed(server, "board", max_queue=1, close_timeout=0.1) as slow, followed(server, "board") as quick:
        heard(quick)
        big = {"text": "x" * 200_000}
        for number in range(8, 80):
            server.publish_snapshot(Snapshot(number, big, {}))
        numbers = []
        while not numbers or numbers[-1] < 79:
            numbers.append(heard(quick)["n"])
        assert numbers == sorted(numbers)
        last = 0
        while last < 79:
            last = heard(slow)["n"]
    for each in idle:
        each.close()


def test_what_is_published_last_is_seen_though_the_server_stops_at_once(server, monkeypatch):
    async def send_late(*arguments):
        await asyncio.sleep(0.3)  # longer than the server takes to notice that it shall stop
        await send(*arguments)

    send = broadcast_module.Connections._send_news
    monkeypatch.setattr(broadcast_module.Connections, "_send_news", send_late)
    with followed(server, "maker") as page:
        assert heard(page)["maker"] == {}
        server.publish_maker({"report": "all is well"})
        server.stop()
        assert heard(page)["maker"] == {"report": "all is well"}


def test_a_page_that_stops_reading_does_not_keep_the_server(server, monkeypatch):
    async def send_never(*arguments):
        await asyncio.Event().wait()

    monkeypatch.setattr(server_module, "GOING_AWAY_S", 0.5)
    with followed(server, "board") as page:
        heard(page)
        monkeypatch.setattr(broadcast_module.Connections, "_send_news", send_never)
        server.publish_snapshot(Snapshot(8, {}, {}))
        server.stop()
        assert not server._thread.is_alive()


def test_a_server_that_has_stopped_keeps_no_file_open():
    made = Server(Seats((0,), NAMES), TELL, b"")
    made.start(0)
    made.stop()
    made.wakeup.ring()  # of the last who leaves; it is not heard
    assert made.wakeup.file == -1
