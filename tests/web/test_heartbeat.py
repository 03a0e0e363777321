"""Host and page hear each other's beat; a tap is answered to its page alone, and none is done late."""

import json
import socket
import time
from base64 import b64encode

import httpx
import pytest
from glowtable.terminal.translator import Translator
from glowtable.web import followers
from glowtable.web.companion import LATE, STALE
from glowtable.web.followers import ReceivedTap, Snapshot, Tap
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from glowtable.web.text_pages import STATIC
from websockets.exceptions import ConnectionClosed

from tests.support.matches import Match
from tests.support.patience import HANG_S
from tests.web.company import Company
from tests.web.frames import followed, heard, tap_text

TEXT = Translator("en").text
MOST_BETWEEN_S, MOST_SILENCE_S = 3.0, 7.0


@pytest.fixture
def server():
    made = Server(Seats((0,), ("Ann",)), {"en": TEXT}, b"<svg/>")
    made.start(0)
    made.publish_snapshot(Snapshot(7, {}, {}))
    yield made
    made.stop()


class Clock:
    """The host's time, as a test sets it."""

    def __init__(self, monkeypatch) -> None:
        self.now_ms = 100_000
        monkeypatch.setattr(followers, "boot_ms", lambda: self.now_ms)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


# -- beats


@pytest.mark.parametrize("what", ["table", "board", "maker"])
def test_every_page_hears_a_beat_though_nothing_happens(server, monkeypatch, what):
    monkeypatch.setattr("glowtable.web.broadcast.BEAT_S", 0.01)
    with followed(server, what) as page:
        frames = [json.loads(page.recv(HANG_S)) for _ in range(6)]
    assert "n" in frames[0] and [[*frame] for frame in frames[1:]] == [["beat"]] * 5


def test_beats_and_pings_come_often_enough():
    assert followers.BEAT_S <= MOST_BETWEEN_S
    assert followers.PING_S + followers.PONG_S < MOST_SILENCE_S


def test_a_page_that_answers_no_ping_is_closed(monkeypatch):
    """A phone whose network is gone: its connection is there, and it says nothing more."""
    monkeypatch.setattr("glowtable.web.server.PING_S", 0.02)
    monkeypatch.setattr("glowtable.web.server.PONG_S", 2.0)  # the control answers within it
    made = Server(Seats((0,), ("Ann",)), {"en": TEXT}, b"")
    made.start(0)
    with followed(made, "board") as awake:
        raw = silent_page(made.port)
        while raw.recv(65536):
            pass
        until(lambda: len(made.broadcast.followers) == 1)
        made.publish_snapshot(Snapshot(8, {}, {}))  # the control answers pings, and follows still
        while heard(awake)["n"] != 8:
            pass
    raw.close()
    made.stop()


def until(happens):
    for _ in range(100 * HANG_S):
        if happens():
            return
        time.sleep(0.01)
    raise AssertionError("it never happens")


def silent_page(port):
    """A page that follows the board, and answers nothing."""
    host, key = f"127.0.0.1:{port}", b64encode(bytes(16)).decode()
    raw = socket.create_connection(("127.0.0.1", port), HANG_S)
    head = f"GET /follow/board HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    raw.sendall(head.encode())
    return raw


# -- taps at the server


def test_a_tap_is_late_after_two_seconds(clock):
    assert not followers.is_late(clock.now_ms - followers.LATE_MS)
    assert followers.is_late(clock.now_ms - followers.LATE_MS - 1) and followers.is_late(0)


@pytest.mark.parametrize("does", ["press", "choose", "key", "free"])
def test_what_waited_in_the_connection_while_the_host_was_stopped_is_not_done(server, clock, does):
    named = {"key": "undo", "seat": 0} if does == "key" else {"seat": 0}
    code = server.seats.claims[0].code
    server.seats.claim_seat(code)
    with followed(server, "table") as table:
        heard(table)
        table.send(tap_text(does, beat=clock.now_ms - 47_000, tap=4, **named))
        assert heard(table) == {"tap": 4, "note": TEXT(PAGE_WORDS["late"])}
    assert server.taps.empty() and server.seats.claimed == {0}


def test_a_tap_without_a_beat_is_too_late(server):
    with followed(server, "table") as table:
        heard(table)
        table.send('{"does":"why","tap":1}')
        assert heard(table) == {"tap": 1, "note": TEXT(PAGE_WORDS["late"])}
    assert server.taps.empty()


def test_a_tap_grows_old_while_it_waits_for_the_match(server, clock):
    with followed(server, "table") as table:
        heard(table)
        table.send(tap_text("why", beat=clock.now_ms))
        event = server.taps.get(timeout=HANG_S)
        assert not event.is_late()
        clock.now_ms += followers.LATE_MS + 1
        assert event.is_late()


def test_a_tap_is_answered_to_its_page_alone(server):
    with followed(server, "table") as one, followed(server, "table") as other:
        heard(one), heard(other)
        one.send(tap_text("why", tap=9))
        server.taps.get(timeout=HANG_S).confirm()
        assert heard(one) == {"tap": 9}
        server.publish_snapshot(Snapshot(8, {}, {}))
        assert heard(other)["n"] == 8


def test_taps_for_which_there_is_no_room_are_refused(server, monkeypatch):
    monkeypatch.setattr("glowtable.web.broadcast.MOST_TAPS", 1)
    with followed(server, "table") as table:
        heard(table)
        table.send(tap_text("why", tap=1))
        table.send(tap_text("why", tap=2))
        assert heard(table) == {"tap": 2, "note": TEXT(PAGE_WORDS["late"])}
    assert server.taps.qsize() == 1


@pytest.mark.parametrize("field", ["tap", "beat"])
@pytest.mark.parametrize("value", ["1", -1, True, 2**53, None, 1.5])
def test_numbers_of_taps_are_checked(server, field, value):
    with followed(server, "table") as table, pytest.raises(ConnectionClosed):
        heard(table)
        table.send(json.dumps({"does": "why", field: value}))
        heard(table)
    assert server.taps.empty()


# -- taps at the match


class Answers:
    """What a page is told of its taps."""

    def __init__(self) -> None:
        self.told = []

    def tap(self, tap, is_late=False, seat=None):
        return ReceivedTap(tap, seat, self.told.append, lambda: self.told.append("done"), lambda: is_late)


def test_a_tap_is_done_or_stale_or_too_late_and_that_is_said_once_the_page_is_out(tmp_path):
    company, answers = Company(Match(tmp_path, ("Ann", "Ben"), first_player="youngest")), Answers()
    now, shown = company.shown.number, []
    confirm = Tap("key", now, seat=0, key="confirm")
    for event in (answers.tap(confirm, is_late=True), answers.tap(confirm._replace(at=now - 1))):
        company.server.taps.put(event)
        company.wait()
    assert answers.told == [LATE, STALE] and company.shown.number == now
    is_done = answers.tap(Tap("why", now))._replace(confirm=lambda: shown.append(company.shown.number))
    company.server.taps.put(is_done)
    company.wait()
    assert answers.told == [LATE, STALE]
    assert shown and shown[0] > now


# -- installed on a phone


def test_the_manifest_names_what_is_there(server):
    base = f"http://127.0.0.1:{server.port}"
    answer = httpx.get(f"{base}/manifest.webmanifest")
    manifest = answer.json()
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        picture = httpx.get(base + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*size_of(picture.content))
    assert size_of((STATIC / "icon-180.png").read_bytes()) == (180, 180)
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]


def size_of(png: bytes) -> tuple[int, int]:
    assert png[12:16] == b"IHDR"
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@pytest.mark.parametrize("page", sorted(path.name for path in STATIC.glob("*.html")))
def test_every_page_can_be_installed(page):
    text = (STATIC / page).read_text("utf-8")
    for part in ('rel="manifest" href="/manifest.webmanifest"', 'name="theme-color"', 'rel="apple-touch-icon"'):
        assert part in text
