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
from glowtable.commands.page import _began, page_of
from glowtable.messages import USAGE
from glowtable.web import requests
from glowtable.web import server as server_module

from tests.matches import Match
from tests.patience import HANG_S


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))


def opened(**wishes):
    return Namespace(**{"web": True, "lan": False, "port_http": 0, "open": False, **wishes})


def test_without_web_there_is_no_page(tmp_path):
    with page_of(opened(web=False), Match(tmp_path).console) as page:
        assert page is None


def test_the_page_is_there_as_long_as_the_match_runs_and_its_address_is_said(tmp_path, capsys):
    match = Match(tmp_path, ("Ann", "Ben"))
    with page_of(opened(), match.console) as page:
        match.step()
        page.keep_up()
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
        began = _began(match.console)
        assert began == match.pump.recorder.header.started
        match.pump.recorder = match.pump.recorder.next_recorder()
        match.pump.recorder.header = match.pump.recorder.header._replace(started="2100-01-01 12:00:00")
        assert _began(match.console) == "2100-01-01 12:00:00"


def test_on_the_network_it_says_what_that_means(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(server_module, "lan_address", lambda: "127.0.0.1")
    with page_of(opened(lan=True), Match(tmp_path, ("Ann", "Ben")).console):
        said = capsys.readouterr().out
    assert "everybody on this network" in said and "█" in said


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
