"""The lobby at the table itself: what keys choose, and what shines; and the whole way over a table's line."""

import argparse

import pytest
from glowtable.commands import serve, service_table
from glowtable.commands.care import ANYWHERE, JOBS
from glowtable.commands.serve import OPTIONS_OF_PLAY
from glowtable.commands.service_table import LobbyTable
from glowtable.config import Config
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.device.discovery import simulated_table
from glowtable.device.link import key_code
from glowtable.grid import TABLE_SEAT
from glowtable.match.journal import Journal
from glowtable.match.lobby import Preferences
from glowtable.match.signals import ACCEPTED, REFUSED, SILENCE, TICK
from glowtable.messages import UserError, say
from glowtable.table import Key
from glowtable.web.lobby_page import LobbyKeys

from tests.web.test_lobby_page import Evening


class AtTable:
    """A lobby and its keys."""

    def __init__(self, people=("Zoe",)) -> None:
        self.evening = Evening()
        self.lobby = self.evening.lobby
        self.keys = LobbyKeys(self.lobby, people, lambda n: f"Player {n}")

    def press(self, *keys: str) -> list[int]:
        return [self.keys.press_key(key, self.evening.page.do_at_table) for key in keys]

    @property
    def shown(self) -> tuple[str, str]:
        """Colour and pattern of the first four cells, and of the seats."""
        picture = self.keys.picture(100)
        assert all(light.colour == "-" for light in picture.cells[4:])
        return tuple(" ".join("".join(light) for light in lights) for lights in (picture.cells[:4], picture.seats))


@pytest.fixture
def table():
    return AtTable()


def test_next_goes_from_game_to_game_and_confirm_takes_one(table):
    names = list(table.lobby.games)
    at = names.index("punto")
    assert table.shown == (" ".join("wb" if n == at else "wd" for n in range(4)), "-s -s -s -s -s -s")
    assert table.press(*["next"] * 4) == [TICK] * 4 and table.lobby.game.name == "punto"
    table.press("next")
    assert table.lobby.game.name == names[(at + 1) % 4] == table.evening.shown["game"], "phones see it, too"
    assert table.press("pass", "undo", "night") == [SILENCE] * 3
    assert table.press("confirm") == [ACCEPTED]
    assert table.shown[0].split().count("-s") == 3


def test_people_and_bots_sit_down_in_turn_and_next_starts(table):
    table.press("confirm")
    assert table.shown[1] == "wb -s -s -s -s -s"
    assert table.press("next") == [REFUSED] and not table.evening.page.is_started
    assert table.press("confirm", "confirm", "pass") == [ACCEPTED] * 3
    assert table.lobby.players == ("Zoe", "Player 1", "bot:medium")
    assert table.shown[1] == "gs gs yd wb -s -s".replace("yd", "bd")
    assert table.press("pass", "pass") == [ACCEPTED, REFUSED], "Punto is for four"
    assert table.press("undo") == [ACCEPTED] and len(table.lobby.players) == 3
    assert table.press("next") == [ACCEPTED] and table.evening.page.is_started


def test_undo_leads_back_to_the_games(table):
    table.press("confirm", "confirm")
    assert table.press("undo", "undo") == [ACCEPTED] * 2 and not table.keys.is_game_chosen
    assert table.lobby.players == ()


def test_who_sits_there_by_a_phone_keeps_the_seat(table):
    phone = table.evening.phone()
    table.evening.tap(phone, "sit", id="Ann")
    table.press("confirm", "confirm")
    assert table.lobby.players == ("Ann", "Zoe") and table.evening.seats.seat_of_device(phone) == 0
    table.press("undo")
    assert table.lobby.players == ("Ann",) and table.evening.seats.seat_of_device(phone) == 0


# -- over the line


class Pressing(RushedClock):
    """Time in which somebody presses these keys of a table, one after the other."""

    def __init__(self, *keys: Key) -> None:
        super().__init__()
        self.keys, self.naps = list(keys), 0
        self.table = simulated_table(self)

    def nap(self) -> None:
        super().nap()
        self.naps += 1
        if self.naps % 100 == 0 and self.keys:
            self.table.twin.tap_key(key_code(self.keys.pop(0)))


NEXT, CONFIRM, PASS = Key(TABLE_SEAT, "next"), Key(3, "confirm"), Key(0, "pass")


def test_keys_go_over_the_line_and_lights_come_back(table):
    clock = Pressing(CONFIRM, CONFIRM, PASS, NEXT)
    at_table = LobbyTable(clock.table.connection, table.keys, Preferences({"brightness": "50"}))
    while not table.evening.page.is_started:
        at_table.step(clock.now_ms(), table.evening.page.do_at_table)
        clock.nap()
    colours, _, brightness = clock.table.twin.picture_letters
    assert colours[36:] == "gbw---" and brightness == 50
    assert clock.table.twin.pico.sounds[-2:] == [ACCEPTED, ACCEPTED]


def test_a_table_that_was_unplugged_shows_all_again(table):
    clock = Pressing()
    at_table = LobbyTable(clock.table.connection, table.keys, Preferences())
    for happens in (None, clock.table.twin.line.unplug, clock.table.twin.line.replug, clock.table.twin.restart):
        if happens:
            happens()
        for _ in range(1000):
            at_table.step(clock.now_ms(), table.evening.page.do_at_table)
            clock.nap()
    assert clock.table.twin.picture_letters[0][:4].count("w") == 4


def test_a_key_pressed_while_the_table_was_away_seats_nobody(table):
    clock = Pressing()
    at_table = LobbyTable(clock.table.connection, table.keys, Preferences())

    def steps(n=1000):
        for _ in range(n):
            at_table.step(clock.now_ms(), table.evening.page.do_at_table)
            clock.nap()

    steps()
    clock.table.twin.line.unplug()
    steps(100)
    clock.table.twin.tap_key(key_code(CONFIRM))
    clock.table.twin.advance(200)
    clock.table.twin.line.replug()
    steps()
    assert not table.keys.is_game_chosen
    clock.table.twin.tap_key(key_code(CONFIRM))
    steps(100)
    assert table.keys.is_game_chosen


def test_a_name_that_the_game_refuses_is_passed_over():
    table = AtTable(people=("undo", "Zoe"))
    table.press("confirm", "confirm")
    assert table.lobby.players == ("Zoe",)


def test_no_key_counts_after_a_match_was_agreed_on(table):
    clock = Pressing(CONFIRM, CONFIRM, PASS, NEXT, PASS, PASS)
    at_table, page = LobbyTable(clock.table.connection, table.keys, Preferences()), table.evening.page
    for _ in range(1000):
        at_table.step(clock.now_ms(), page.do_at_table)
        clock.nap()
    assert page.is_started and table.lobby.players == ("Zoe", "bot:medium")


def test_a_match_is_begun_at_the_table_alone(tmp_path, monkeypatch):
    """Four keys, and no page at all."""
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    clock = Pressing(CONFIRM, CONFIRM, PASS, NEXT)
    monkeypatch.setattr(discovery, "find_table", lambda *given: clock.table._replace(twin=None))
    monkeypatch.setattr(serve, "WallClock", lambda: clock)
    args = argparse.Namespace(language="en", lan=False, host_names=(), port="", pace=0, **OPTIONS_OF_PLAY)
    service = serve.Service(args, Config(), Journal(tmp_path / "journal.sqlite"))
    begun = []
    monkeypatch.setattr(service.matches, "begin_match", lambda: begun.append(service.lobby.players) or "the match")
    monkeypatch.setattr(service, "_play_match", begun.append)
    service._play_from_lobby()
    assert begun == [("Player 1", "bot:medium"), "the match"]
    assert not clock.table.twin.line.is_open, "the match opens it again"


def test_a_table_that_is_plugged_in_while_the_lobby_is_open_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    clock, ports = Pressing(), []
    monkeypatch.setattr(serve, "WallClock", lambda: clock)
    monkeypatch.setattr(service_table, "pico_ports", lambda: list(ports))
    monkeypatch.setattr(
        discovery, "find_table", lambda *given: clock.table._replace(twin=None) if ports else simulated_table(clock)
    )
    args = argparse.Namespace(language="en", lan=False, host_names=(), port="", pace=0, **OPTIONS_OF_PLAY)
    service = serve.Service(args, Config(), Journal(tmp_path / "journal.sqlite"))
    page, keys = Evening().page, LobbyKeys(service.lobby, (), str)
    naps = clock.nap

    def plugged_in() -> None:
        naps()
        if clock.naps == 500:
            ports.append("/dev/ttyACM0")

    clock.nap = plugged_in
    service._wait_in_lobby(page, keys)
    assert page.jobs == ANYWHERE and clock.naps > 500
    clock.nap = naps
    page.job = "selftest"
    service._wait_in_lobby(page, keys)
    assert page.jobs == tuple(JOBS) and not service.table.is_simulated


def test_what_is_no_table_of_this_program_is_let_go(table, monkeypatch):
    def other(*_):
        raise UserError(say("another protocol"))

    clock = Pressing()
    monkeypatch.setattr("glowtable.commands.service_table.check_hello", other)
    at_table = LobbyTable(clock.table.connection, table.keys, Preferences())
    with pytest.raises(UserError, match="another"):
        for _ in range(1000):
            at_table.step(clock.now_ms(), table.evening.page.do_at_table)
            clock.nap()
