"""The server refuses what it should, sends what it was given and hands out taps; spoken to as a browser would."""

import json
import socket
import threading

import httpx
import pytest
from glowtable.messages import UserError
from glowtable.terminal.translator import Translator
from glowtable.web import server as server_module
from glowtable.web.incoming import Tap
from glowtable.web.seats import Seats
from glowtable.web.server import COOKIE, Server, Snapshot
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

NAMES = ("Ann", "<img src=x onerror=alert(1)>")
TELL = {language: Translator(language, NAMES).text for language in ("en", "de", "it")}
PATIENCE_S = 20


@pytest.fixture
def server():
    made = Server(Seats((0, 1), NAMES), TELL, b"<svg/>")
    made.start(0)
    made.publish_snapshot(Snapshot(7, {"public": "all"}, {0: {"mine": 0}, 1: {"mine": 1}}))
    yield made
    made.stop()


def url(server, path=""):
    return f"http://127.0.0.1:{server.port}/{path}"


def origin(server):
    return {"Origin": f"http://127.0.0.1:{server.port}"}


def followed(server, what, origin=None, cookie="", **named):
    headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    return connect(
        f"ws://127.0.0.1:{server.port}/follow/{what}",
        origin=f"http://127.0.0.1:{server.port}" if origin is None else origin,
        additional_headers=headers, open_timeout=PATIENCE_S, proxy=None, **named,
    )  # fmt: skip


def heard(socket):
    return json.loads(socket.recv(PATIENCE_S))


def claimed(server, secret):
    return httpx.post(url(server, "claim"), content=secret, headers=origin(server))


# -- who may enter


@pytest.mark.parametrize("path", ["", "seat", "board", "words", "faces.svg", "static/page.js", "nothing"])
def test_a_foreign_host_is_refused(server, path):
    answer = httpx.get(url(server, path), headers={"Host": "evil.example"})
    assert (answer.status_code, answer.text) == (403, "refused")


def test_the_names_of_this_computer_are_heard(server):
    for name in ("127.0.0.1", "localhost"):
        assert httpx.get(url(server), headers={"Host": f"{name}:{server.port}"}).status_code == 200


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
        connect(f"ws://127.0.0.1:{server.port}/follow/board", open_timeout=PATIENCE_S, proxy=None)


@pytest.mark.parametrize("path", ["", "seat", "board", "static/page.js", "words", "nothing"])
def test_browsers_are_told_what_they_may_do(server, path):
    headers = httpx.get(url(server, path)).headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("page", ["", "seat", "board"])
def test_pages_have_no_script_or_style_of_their_own_and_fetch_from_here_alone(server, page):
    text = httpx.get(url(server, page)).text
    assert "<style" not in text and " style=" not in text and "://" not in text and " on" not in text.split("<body")[1]
    assert all("src=" in part for part in text.split("<script")[1:])


# -- claiming


def test_a_claim_gives_a_cookie_that_no_script_reads_and_no_other_site_sends(server):
    answer = claimed(server, server.seats.claims[1].token)
    cookie = answer.headers["set-cookie"].lower()
    assert answer.json() == {"seat": 1}
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie


def test_ten_wrong_codes_and_this_address_waits(server):
    answers = [claimed(server, "wrong words for you").status_code for _ in range(12)]
    assert answers == [403] * 10 + [429] * 2
    assert claimed(server, server.seats.claims[0].code).status_code == 429


def test_after_a_minute_codes_are_heard_again(server, monkeypatch):
    for _ in range(11):
        claimed(server, "wrong words for you")
    monkeypatch.setattr(server_module, "MINUTE_S", 0.0)
    assert claimed(server, server.seats.claims[0].code).status_code == 200


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


# -- following


def test_a_board_gets_what_all_may_see(server):
    with followed(server, "board") as board:
        assert heard(board) == {"n": 7, "public": {"public": "all"}, "claimed": []}


def test_a_seat_gets_its_own_page_and_no_other(server):
    cookie = claimed(server, server.seats.claims[1].code).cookies[COOKIE]
    with followed(server, "seat", cookie=cookie) as device:
        assert heard(device) == {"n": 7, "public": {"public": "all"}, "claimed": [1], "own": {"mine": 1}}


@pytest.mark.parametrize("cookie", ["", "0" * 32])
def test_without_its_cookie_nobody_follows_a_seat(server, cookie):
    with followed(server, "seat", cookie=cookie) as device, pytest.raises(ConnectionClosed) as closed:
        device.recv(PATIENCE_S)
    assert closed.value.rcvd.code == server_module.NO_SEAT


def test_the_codes_are_on_the_table_alone(server):
    with followed(server, "table") as table:
        assert heard(table)["claims"] == {str(seat): claim.code for seat, claim in server.seats.claims.items()}


def test_the_table_is_this_computers_others_see_the_board(server, monkeypatch):
    monkeypatch.setattr(server_module, "LOOPBACK", ())
    answer = httpx.get(url(server))
    assert (answer.status_code, answer.headers["location"]) == (303, "/board")
    assert httpx.get(url(server, "qr?seat=0")).status_code == 404
    with followed(server, "table") as table, pytest.raises(ConnectionClosed) as closed:
        table.recv(PATIENCE_S)
    assert closed.value.rcvd.code == server_module.NOT_YOURS


def test_taps_come_out_with_the_seat_they_are_from(server):
    cookie = claimed(server, server.seats.claims[1].code).cookies[COOKIE]
    with followed(server, "seat", cookie=cookie) as device:
        device.send('{"does":"choose","id":"1 ready"}')
        came = server.taps.get(timeout=PATIENCE_S)
        assert (came.tap, came.seat) == (Tap("choose", id="1 ready"), 1)
        came.answer("not now")
        assert {"note": "not now"} in (heard(device), heard(device))


@pytest.mark.parametrize("sent", ["nonsense", '{"does":"press","cell":99}', b"\x00"])
def test_what_is_no_tap_ends_the_connection(server, sent):
    with followed(server, "table") as table:
        heard(table)
        table.send(sent)
        with pytest.raises(ConnectionClosed):
            table.recv(PATIENCE_S)
    assert server.taps.empty()


def test_a_board_can_press_nothing(server):
    with followed(server, "board") as board:
        heard(board)
        board.send('{"does":"press","cell":3}')
        with pytest.raises(ConnectionClosed) as closed:
            board.recv(PATIENCE_S)
    assert closed.value.rcvd.code == 1008 and server.taps.empty()


def test_a_frame_over_4_kB_ends_the_connection_with_1009(server):
    with followed(server, "table") as table:
        heard(table)
        table.send('{"does":"press","id":"' + "x" * 5000 + '"}')
        with pytest.raises(ConnectionClosed) as closed:
            table.recv(PATIENCE_S)
    assert closed.value.rcvd.code == 1009 and server.taps.empty()


def test_a_seat_is_freed_at_the_table_alone(server):
    cookie = claimed(server, server.seats.claims[1].code).cookies[COOKIE]
    with followed(server, "seat", cookie=cookie) as device, followed(server, "table") as table:
        heard(device), heard(table)
        device.send('{"does":"free","seat":1}')
        device.send('{"does":"why"}')
        server.taps.get(timeout=PATIENCE_S)
        assert server.seats.claimed == {1}
        table.send('{"does":"free","seat":1}')
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                device.recv(PATIENCE_S)
    assert closed.value.rcvd.code == server_module.NO_SEAT and not server.seats.claimed


def test_every_device_has_its_language(server):
    assert httpx.get(url(server, "words?lang=de")).json()["words"]["table"] == TELL["de"](
        server_module.PAGE_WORDS["table"]
    )
    assert httpx.get(url(server, "words?lang=xx")).json()["language"] == "en"


def test_a_busy_port_gives_the_next(server):
    other = Server(Seats((0,), NAMES), TELL, b"")
    other.start(server.port)
    assert server.port < other.port < server.port + server_module.PORTS_TRIED
    other.stop()


def test_no_free_port_is_said(server, monkeypatch):
    monkeypatch.setattr(server_module, "PORTS_TRIED", 1)
    with pytest.raises(UserError, match="no free port"):
        Server(Seats((0,), NAMES), TELL, b"").start(server.port)


def test_slow_and_idle_connections_get_the_newest_moment_and_delay_nobody(server):
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
    with followed(server, "board", max_queue=1) as slow, followed(server, "board") as quick:
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
