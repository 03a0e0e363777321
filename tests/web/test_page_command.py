"""`play --web` serves its match as long as it runs, and says where."""

import os
import re
import signal
import subprocess
import sys
from argparse import Namespace

import httpx
import pytest
from glowtable.__main__ import main
from glowtable.commands import play
from glowtable.commands.match_setup import _begin_time, page_of
from glowtable.messages import USAGE
from glowtable.web import requests
from glowtable.web.addresses import LanAddress
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import LATEST

from tests.support.matches import Match
from tests.support.patience import HANG_S


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))


def opened(**wishes):
    return Namespace(
        **{"web": True, "lan": False, "port_http": 0, "open": False, "script": "", "host_names": [], **wishes}
    )


def test_on_a_page_what_people_should_look_at_waits_as_in_a_terminal(monkeypatch):
    played = []
    monkeypatch.setattr(play, "_play_match", lambda args, setup, audience, clock: played.append(setup.options.holds))
    main(["play", "punto", "--port=twin:", "--seats=Ann,bot:easy", "--web"])
    main(["play", "punto", "--port=twin:", "--seats=bot:easy,bot:easy"])
    assert played == [True, False]  # without a page and a keyboard nobody could answer


def test_without_web_there_is_no_page(tmp_path):
    with page_of(opened(web=False), Match(tmp_path).console) as page:
        assert page is None


def test_the_page_is_there_as_long_as_the_match_runs_and_its_address_is_said(tmp_path, capsys):
    match = Match(tmp_path, ("Ann", "Ben"))
    with page_of(opened(), match.console) as page:
        match.step()
        page.sync_followers()
        address = re.search(r"http://127\.0\.0\.1:\d+/", capsys.readouterr().out)[0]
        assert address in match.console.title
        assert [httpx.get(address + path).status_code for path in ("", "matches", "matches/all", "matches/1")] == [
            200
        ] * 4
        assert httpx.get(f"{address}matches/1/jsonl").text.startswith('{"format"')
        assert b"<symbol" in httpx.get(f"{address}matches/1/faces").content
        assert [httpx.get(address + path).status_code for path in ("matches/9", "matches/1/gif")] == [404] * 2
    with pytest.raises(httpx.ConnectError):
        httpx.get(address)


@pytest.mark.parametrize("port", ["70000", "65536", "-5", "x", "9" * 5000])
def test_a_port_that_there_is_not_is_a_mistake_in_the_command(port, capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", "--web", f"--port-http={port}"])
    assert left.value.code == USAGE
    assert f"a port is a number from 0 to 65535, got '{port[:100]}" in capsys.readouterr().err


def test_a_device_is_told_which_match_its_notes_are_of(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"))
    with page_of(opened(), match.console):
        began = _begin_time(match.console)
        assert began == match.pump.recorder.header.started
        match.pump.recorder = match.pump.recorder.next_recorder()
        match.pump.recorder.header = match.pump.recorder.header._replace(started="2100-01-01 12:00:00")
        assert _begin_time(match.console) == "2100-01-01 12:00:00"


def test_on_the_network_it_says_what_that_means(tmp_path, capsys):
    two = (LanAddress("192.168.4.1", "wlan0"), LanAddress("10.0.0.5", "eth0"), LanAddress("172.17.0.1", "docker0"))
    said = said_at_start(tmp_path, capsys, two)
    port = re.search(r"127\.0\.0\.1:(\d+)", said)[1]
    links = [f"http://{address.host}:{port}/" for address in two]
    assert (
        f"Everybody on this network can now open the board and claim a free seat with its code: {', '.join(links)}"
        in (said.splitlines())
    )
    pictures = [line for line in said.splitlines() if line.endswith("/seat")]
    assert "█" in said and pictures == [f"{link}seat" for link in links[:2]]


def test_on_no_network_it_says_so_and_shows_no_picture(tmp_path, capsys):
    said = said_at_start(tmp_path, capsys, ())
    assert PAGE_WORDS["no_network"].text in said and "█" not in said


def said_at_start(tmp_path, capsys, addresses):
    with page_of(opened(lan=True), Match(tmp_path, ("Ann", "Ben")).console, lambda: addresses):
        return capsys.readouterr().out


def test_where_no_terminal_shows_the_match_a_new_address_is_one_line(tmp_path, capsys):
    match = Match(tmp_path, ("Ann", "Ben"))
    with page_of(opened(lan=True), match.console, tuple) as page:
        page.server.lan_addresses = (LanAddress("192.168.1.77", "wlan0"),)
        page.sync_followers()
        line = f"Phones now reach the table here: http://192.168.1.77:{page.server.port}/"
        assert capsys.readouterr().out.splitlines()[-1] == line == match.console.said[-1]
        page.sync_followers()
        assert not capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "http://table.example", "a b", "-x", "table.example/", "x" * 254, "a:123456"])
def test_a_name_that_is_none_is_a_mistake_in_the_command(name, capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", "--web", f"--host-name={name}"])
    assert left.value.code == USAGE and "a name looks like table.example" in capsys.readouterr().err


def test_the_browser_is_opened_if_that_is_wished(tmp_path, monkeypatch):
    opened_at = []
    monkeypatch.setattr("webbrowser.open", opened_at.append)
    with page_of(opened(open=True), Match(tmp_path, ("Ann", "Ben")).console):
        pass
    assert opened_at[0].startswith("http://127.0.0.1:")


def test_the_matches_are_this_computers_alone(tmp_path, capsys, monkeypatch):
    with page_of(opened(), Match(tmp_path, ("Ann", "Ben")).console):
        address = re.search(r"http://127\.0\.0\.1:\d+/", capsys.readouterr().out)[0]
        monkeypatch.setattr(requests, "LOOPBACK", ())
        assert {httpx.get(address + path).status_code for path in ("matches", "matches/all", "matches/1")} == {404}


@pytest.mark.slow
def test_without_a_terminal_people_play_on_the_page_and_ctrl_c_keeps_the_match(tmp_path):
    command = [sys.executable, "-m", "glowtable", "play", "--web", "--port", "twin:", "--port-http", "0"]
    environment = {**os.environ, "GLOWTABLE_CONFIG": str(tmp_path / "none.toml")}
    running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        address = next(re.search(r"http://\S+/", line) for line in running.stdout if "http://" in line)[0]
        assert httpx.get(address).status_code == 200
        running.send_signal(signal.SIGINT)
        assert running.wait(HANG_S) == 130
    finally:
        running.kill()


def test_a_device_that_takes_a_seat_of_a_resumed_match_has_it_in_that_match_alone(tmp_path):
    console = Match(tmp_path, ("Ann", "Ben")).console
    recorder = console.pump.recorder
    for has_rows, last in ((False, LATEST), (True, recorder.match)):
        recorder.has_rows = has_rows
        with page_of(opened(), console) as page:
            assert page.server.seats.span == (recorder.match, last)
