"""`play --web --lan` on networks as people have them: a phone asks each address that is printed."""

import re
import shutil
import sys
from threading import Timer
from urllib.parse import urlsplit

import pytest

from tests.support.patience import HANG_S
from tests.web.network_namespaces import PROBE, PROBE_IPV6, NetworkedComputer

pytestmark = pytest.mark.kernel(*PROBE)
PORT = 8470
PLAY = f"play punto --seats Ann,Ben --port twin: --web --lan --port-http {PORT} --language en".split()


@pytest.fixture
def table():
    """The computer of the table, called raspberrypi."""
    if not shutil.which("ip"):
        pytest.skip("no `ip` on PATH: install the package iproute2")
    computer = NetworkedComputer()
    computer.call_itself("raspberrypi")
    yield computer
    computer.close()


@pytest.fixture
def phone(table):
    computer = NetworkedComputer(beside=table)
    yield computer
    computer.close()


@pytest.fixture
def play(table, tmp_path):
    """Starts the program at the table; its lines as they come."""
    running = []

    def start(*options):
        own = {"GLOWTABLE_DATA": str(tmp_path / "data"), "GLOWTABLE_CONFIG": str(tmp_path / "none.toml")}
        program = table.start(sys.executable, "-u", "-m", "glowtable", *PLAY, *options, environment=own)
        hang = Timer(HANG_S, program.kill)
        hang.start()
        running.append((program, hang))
        return program.stdout

    yield start
    for program, hang in running:
        program.terminate()
        program.communicate()
        hang.cancel()


def until(lines, text):
    """The lines as far as the first that has this text."""
    read = []
    for line in lines:
        read.append(line)
        if text in line:
            return read
    raise AssertionError("".join(read))


def hosts_in(line):
    return [urlsplit(address).hostname for address in re.findall(r"http://[^\s,]+", line)]


def pictures_in(lines):
    """The hosts of which there is a picture to scan."""
    return [hosts_in(line)[0] for line in lines if line.strip().endswith("/seat")]


def test_a_hotspot_without_an_uplink_is_open_by_address_and_name_and_by_no_other(table, phone, play):
    table.join(phone, "wlan0", "192.168.4.1/24", "192.168.4.2/24")
    lines = until(play("--host-name", "table.example"), "Everybody on this network")
    assert hosts_in(lines[-1]) == pictures_in(lines) == ["192.168.4.1"]
    own = ("192.168.4.1:8470", "raspberrypi:8470", "raspberrypi.local:8470", "table.example")
    assert [phone.ask("192.168.4.1", PORT, Host=host).status for host in own] == ["200"] * 4
    refused = phone.ask("192.168.4.1", PORT, "/seat", Host="evil.example:8470", Accept_Language="de")
    assert refused.status == "403" and '<a href="http://192.168.4.1:8470/seat">' in refused.body
    assert '<html lang="de">' in refused.body and "raspberrypi" not in refused.body


def test_a_phone_follows_the_match_from_our_page_and_from_no_other(table, phone, play):
    table.join(phone, "wlan0", "192.168.4.1/24", "192.168.4.2/24")
    until(play(), "Everybody on this network")
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    upgrade |= {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Host": "raspberrypi.local:8470"}
    origins = ("http://raspberrypi.local:8470", "http://evil.example:8470")
    statuses = [phone.ask("192.168.4.1", PORT, "/follow/board", Origin=each, **upgrade).status for each in origins]
    assert statuses == ["101", "403"]


def test_of_two_networks_each_has_a_picture_and_an_address_that_answers(table, phone, play):
    table.join(phone, "wlan0", "192.168.4.1/24", "192.168.4.2/24")
    table.join(phone, "eth0", "10.0.0.5/24", "10.0.0.6/24")
    table.run("ip", "route", "add", "default", "via", "10.0.0.6")
    lines = until(play(), "Everybody on this network")
    assert sorted(hosts_in(lines[-1])) == sorted(pictures_in(lines)) == ["10.0.0.5", "192.168.4.1"]
    assert [phone.ask(host, PORT).status for host in hosts_in(lines[-1])] == ["200", "200"]


def test_a_new_address_is_said_and_answers_and_so_does_one_after_none(table, phone, play):
    table.join(phone, "wlan0", "192.168.1.20/24", "192.168.1.2/24")
    lines = play()
    until(lines, "Everybody on this network")
    assert phone.ask("192.168.1.20", PORT).status == "200"
    table.run("ip", "addr", "add", "192.168.1.77/24", "dev", "wlan0")
    table.run("ip", "addr", "del", "192.168.1.20/24", "dev", "wlan0")
    table.run("ip", "addr", "replace", "192.168.1.77/24", "dev", "wlan0")  # it was the second one of its network
    assert phone.ask("192.168.1.77", PORT).status == "200"  # also before it is said
    assert hosts_in(until(lines, "Phones now reach")[-1]) == ["192.168.1.77"]
    table.run("ip", "addr", "flush", "dev", "wlan0")
    until(lines, "on a network")
    table.add_address("wlan0", "192.168.1.78/24")
    assert hosts_in(until(lines, "Phones now reach")[-1]) == ["192.168.1.78"]
    assert phone.ask("192.168.1.78", PORT).status == "200"


@pytest.mark.kernel(*PROBE_IPV6)
def test_a_network_of_ipv6_alone_is_open_to_its_phones_and_not_to_the_world(table, phone, play):
    table.join(phone, "wlan0", "fd00:1::1/64", "fd00:1::2/64")
    phone.add_address("wlan0-there", "2001:db8::2/64")
    table.run("ip", "-6", "route", "add", "2001:db8::/64", "dev", "wlan0")
    (address,) = hosts_in(until(play(), "Everybody on this network")[-1])
    assert address == "fd00:1::1"
    assert phone.ask(address, PORT, source="fd00:1::2").status == "200"
    assert phone.ask(address, PORT, source="2001:db8::2").status == "no answer"
