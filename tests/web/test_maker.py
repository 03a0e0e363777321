"""The maker's page: what the line shows of a table, and the wizard led in a browser; for this computer alone."""

import json
import re
import threading
from argparse import Namespace

import httpx
import pytest
from glowpico import wire
from glowtable import games
from glowtable.commands import care
from glowtable.commands.care import served_page
from glowtable.device.line_watch import LineWatch
from glowtable.device.link import Link
from glowtable.maker.selftest import PASS, Finding
from glowtable.maker.wizard import Wait
from glowtable.messages import say
from glowtable.table import Key
from glowtable.terminal.translator import Translator
from glowtable.web import followers, requests
from glowtable.web.maker_page import hidden_words, maker_page
from glowtable.web.translated import as_text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.matches import Match
from tests.support.patience import HANG_S
from tests.web.company import Company
from tests.web.frames import followed, heard, tap_text, url


class Clock:
    """Microseconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def watch(clock):
    return LineWatch(clock)


def from_table(watch, number, word, *fields):
    watch.take_received(wire.encode(wire.TABLE, "beef", number, word, *fields))


def to_table(watch, number, word, *fields):
    watch.take_sent(wire.encode(wire.HOST, "beef", number, word, *fields))


def lights(watch, number, colour="o"):
    to_table(watch, number, "lights", colour * 42, "b" * 42, 80)


# -- what the line shows


def test_what_is_pressed_lies_on_a_reader_and_shines_is_read_off_the_line(watch):
    for number, (word, field) in enumerate([("press", 3), ("press", 4), ("release", 3), ("key", 8)], 1):
        from_table(watch, number, word, field)
    from_table(watch, 5, "tag", 2, "04a1b2c3")
    lights(watch, 1)
    assert (watch.down, watch.last_key, watch.readers) == ({4}, Key(2, "pass"), {2})
    assert watch.lights == ("o" * 42, "b" * 42, 80)
    from_table(watch, 6, "untag", 2)
    assert watch.readers == set() and watch.counts == {"in": 6, "out": 1}


def test_a_press_is_measured_to_the_picture_and_to_the_table_that_has_it(watch, clock):
    from_table(watch, 1, "press", 3)
    clock.now += 700
    lights(watch, 7)
    clock.now += 1300
    lights(watch, 8)  # the next picture is of something else
    from_table(watch, None, "ack", 6)
    from_table(watch, None, "ack", 7)
    from_table(watch, None, "ack", 8)
    assert [tuple(each) for each in watch.times] == [(700, 2000)]


def test_a_simulated_table_tells_when_a_finger_came_down(watch, clock):
    for contact in (3, 36 + 8):
        watch.take_finger(contact)
    clock.now += 400
    from_table(watch, 1, "press", 3)
    clock.now += 500
    from_table(watch, 2, "key", 8)
    from_table(watch, 3, "press", 3)  # no finger is known of this one
    assert list(watch.lines_us) == [400, 900]
    assert maker_page(watch, Link(), "twin:")["touched"]["median"] == 0.4


def test_fingers_at_the_simulated_table_are_measured_to_their_lines(tmp_path, clock):
    match = Match(tmp_path, ("Ann", "Ben"), game=games.find("punto"))
    watch = LineWatch(clock)
    match.pump.connection.look_on(watch)
    for _ in range(200):
        clock.now += 5000
        match.step()
    match.simulated_players.twin.tap_key(0)
    match.simulated_players.twin.tap(14)
    for _ in range(20):
        clock.now += 5000
        match.step()
    assert len(watch.lines_us) == 2 and set(watch.lines_us) <= {5000, 10_000, 15_000}


def test_a_press_that_comes_again_is_measured_once(watch, clock):
    for _ in range(2):
        from_table(watch, 1, "press", 3)
        clock.now += 500
    lights(watch, 1)
    from_table(watch, None, "beat", 1)
    assert [each.sent_us for each in watch.times] == [1000]


def test_a_press_that_lights_nothing_is_not_measured_by_a_later_light(watch):
    from_table(watch, 1, "press", 3)
    to_table(watch, None, "ack", 0)  # it is not dealt with yet
    to_table(watch, None, "ack", 1)
    lights(watch, 1)
    from_table(watch, None, "ack", 1)
    assert not watch.times


def test_a_picture_that_has_to_wait_for_the_last_one_is_measured(watch):
    lights(watch, 1)
    from_table(watch, 1, "press", 3)
    to_table(watch, None, "ack", 1)
    from_table(watch, None, "ack", 1)
    lights(watch, 2)
    from_table(watch, None, "ack", 2)
    assert len(watch.times) == 1


def test_a_table_that_restarts_counts_from_the_beginning(watch):
    from_table(watch, 9, "press", 3)
    from_table(watch, None, "hello", 1, "0.1.0", "00000000", "buttons", "3f", 168, "00000000", 0, "-")
    from_table(watch, 1, "press", 5)
    assert watch.down == {5}


def test_noise_and_damaged_lines_are_no_frames(watch):
    watch.take_received(b"hello\n" + wire.encode(wire.TABLE, "beef", 1, "press", 3).replace(b"press 3", b"press 4"))
    watch.take_sent(b"\r\nnothing\n")
    assert (watch.changes, list(watch.frames)) == (0, [])


def test_the_last_frames_are_kept(watch):
    for number in range(1, 100):
        from_table(watch, number, "press", 3)
    assert len(watch.frames) == 60 and " 99 press 3" in watch.frames[-1].text


# -- what is sent of it


def test_while_a_match_is_played_no_frame_tells_a_card(watch):
    from_table(watch, 1, "tag", 2, "04a1b2c3")
    from_table(watch, 2, "found", 3, "04a1b2c3")
    to_table(watch, 1, "seek", "04a1b2c3", "000000001")
    crc = watch.frames[0].text.split()[-1]
    text = as_text(maker_page(watch, Link(), "twin:", hidden_words(games.find("punto"))), Translator("en").text)
    assert "04a1b2c3" not in text and crc not in text and text.count("········") == 3
    open_text = as_text(maker_page(watch, Link(), "twin:"), Translator("en").text)
    assert open_text.count("04a1b2c3") == 3  # control: at the bench a maker sees everything


@pytest.mark.parametrize("name", games.names())
def test_where_something_is_hidden_no_frame_tells_a_choice(watch, name):
    """A seal is a press on the row of its seat: exchanged with another one it must look the same."""
    game = games.find(name)
    other = LineWatch(watch.now_us)
    for each, cell in ((watch, 6), (other, 12)):
        from_table(each, 1, "press", cell)
        from_table(each, 2, "key", cell)
    same = maker_page(watch, Link(), "twin:", hidden_words(game)) == maker_page(
        other, Link(), "twin:", hidden_words(game)
    )
    assert same is game.hidden_information


def test_times_are_counted_in_bars(watch, clock):
    for number, took in enumerate((500, 900, 1500, 100_000), 1):
        from_table(watch, number, "press", 3)
        lights(watch, number)
        clock.now += took
        from_table(watch, None, "ack", number)
    taken = maker_page(watch, Link(), "twin:")["taken"]
    assert taken["bars"][:2] == (2, 1) and taken["bars"][-1] == 1
    assert (taken["median"], taken["p95"]) == (0.9, 1.5)


def test_a_match_shows_its_maker_the_line_a_few_times_a_second(tmp_path, clock):
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=games.find("punto")))
    shown = []
    company.server.publish_maker = shown.append
    company.match.pump.connection.look_on(LineWatch(clock))
    company.wait(2000)
    assert shown == []  # nobody looks
    company.server.is_maker_there = True
    clock.now += 1_000_000
    company.wait(2000)
    assert len(shown) == 1 and shown[0]["counts"]["in"]
    clock.now += 1_000_000
    company.wait(2000)
    assert len(shown) == 2


# -- the wizard at a browser


@pytest.fixture
def served():
    with served_page(Namespace(web=True, port_http=0), Translator("en")) as made:
        yield made


def next_moment(page):
    """The maker's next moment; answers to taps come before."""
    while "maker" not in (frame := heard(page)):
        pass
    return frame["maker"]


def test_without_web_there_is_no_desk():
    with served_page(Namespace(web=False), Translator("en")) as served:
        assert served is None


def test_the_makers_page_is_this_computers_alone(served, monkeypatch):
    assert httpx.get(url(served.server, "maker")).status_code == 200
    assert httpx.get(url(served.server)).headers["location"] == "/maker"  # there is no match
    monkeypatch.setattr(requests, "LOOPBACK", ())
    assert httpx.get(url(served.server, "maker")).status_code == 404
    with followed(served.server, "maker") as elsewhere, pytest.raises(ConnectionClosed):
        heard(elsewhere)


class AtDesk:
    """What a page needs of a wizard."""

    def __init__(self, connection, wait) -> None:
        self.connection, self.wait, self.is_away = connection, wait, False


def test_a_step_is_shown_and_what_is_tapped_comes_back_as_typed(served, tmp_path):
    wizard = AtDesk(Match(tmp_path).pump.connection, Wait(say("yes"), is_question=True))
    with followed(served.server, "maker") as page:
        heard(page)
        served.show_wait(wizard, wizard.wait.message, say("no"), is_twin=True)
        assert heard(page)["maker"]["wizard"] == {
            "message": "yes", "said": None, "title": "no", "is_question": True, "is_twin": True,
        }  # fmt: skip
        page.send(tap_text("say", beat=0, id="late"))
        page.send(tap_text("say", id="yes"))
        page.send(tap_text("press", cell=14))
        lines = []
        while len(lines) < 2:
            lines += served.finished_lines()
        assert lines == ["yes", "c3"]
        served.show_wait(wizard, wizard.wait.message, say("no"), is_twin=True)  # nothing has changed: nothing is sent
        served.show_report([Finding(say("cells"), PASS, say("pass"))])
        assert next_moment(page)["report"] == [{"part": "cells", "verdict": "pass", "text": "pass"}]
        served.show_done(say("yes"))
        assert next_moment(page)["report"][0]["text"] == "yes"


@pytest.mark.parametrize("tap", [{"does": "choose", "id": "x"}, {"does": "free", "seat": 0}])
def test_at_the_makers_page_nothing_of_a_match_can_be_done(served, tap):
    with followed(served.server, "maker") as page, pytest.raises(ConnectionClosed) as closed:
        heard(page)
        page.send(json.dumps(tap))
        heard(page)
    assert closed.value.rcvd.code == 1008


class TapsEverything:
    """A person at the browser who does what is asked until the report is there."""

    def __init__(self, address: str) -> None:
        self.report: list[dict[str, str]] = []
        self._thread = threading.Thread(target=self._follow, args=(address,), daemon=True)
        self._thread.start()

    def _follow(self, address: str) -> None:
        host = address.removeprefix("http://").split("/")[0]
        with connect(f"ws://{host}/follow/maker", origin=f"http://{host}", open_timeout=HANG_S, proxy=None) as page:
            while not self.report:
                shown = next_moment(page)
                self.report = shown.get("report", [])
                if shown.get("wizard"):
                    page.send(tap_text("say", id="yes" if shown["wizard"]["is_question"] else ""))

    def done(self) -> list[dict[str, str]]:
        self._thread.join(HANG_S)
        return self.report


@pytest.mark.slow
def test_a_whole_selftest_is_led_in_a_browser_by_the_same_steps(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    people, print_it = [], print

    def announced(*words):
        print_it(*words)
        people.extend(TapsEverything(found[0]) for found in [re.findall(r"http://\S+/maker", str(words))] if found)

    monkeypatch.setattr(care, "print", announced, raising=False)
    monkeypatch.setattr(followers, "TAPS_A_SECOND", 10**6)
    arguments = Namespace(web=True, port_http=0, port="twin:", no_hands=False, json=False, only=[], language="en")
    assert care.selftest(arguments) == 0
    (person,) = people
    parts = {line["part"]: line["verdict"] for line in person.done()}
    assert parts["cells"] == parts["keys"] == parts["cards"] == "pass"
    assert "all 36 answer" in capsys.readouterr().out
