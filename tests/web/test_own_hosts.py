"""Which Host and Origin are ours: never a name that a website could give itself."""

import pytest
from glowtable.web.requests import OwnHosts, is_loopback_host


@pytest.fixture(autouse=True)
def name_of_this_computer(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "RaspberryPi.fritz.box")


LAN = OwnHosts(8470, lan=True, host_names=("Table.example", "other.example:8080"))
FOREIGN = (
    "evil.example:8470", "evil.example", "192.168.4.9:8470", "0.0.0.0:8470", "192.168.4.1:80", "192.168.4.1",
    "raspberrypi.local.evil.example:8470", "raspberrypi.local", "other.example:8470", "", "[fd00::1]:8470",
)  # fmt: skip


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8470", "localhost:8470", "[::1]:8470", "192.168.4.1:8470", "raspberrypi:8470", "RaspberryPi.local:8470",
     "raspberrypi.fritz.box:8470", "table.example", "table.example:8470", "other.example:8080"],
)  # fmt: skip
def test_on_the_network_these_are_ours(host):
    assert LAN.is_own(host, "192.168.4.1")


@pytest.mark.parametrize("host", FOREIGN)
def test_all_others_are_foreign(host):
    assert not LAN.is_own(host, "192.168.4.1")


def test_an_ipv6_address_is_ours_where_it_was_reached():
    assert LAN.is_own("[fd00::1]:8470", "fd00::1") and not LAN.is_own("[fd00::1]:8470", "fd00::2")


def test_for_this_computer_alone_only_loopback_is_ours_and_what_a_person_gave():
    alone = OwnHosts(8470, host_names=("table.example",))
    ours = ("localhost:8470", "table.example")
    assert [alone.is_own(host, "127.0.0.1") for host in ours] == [True, True]
    foreign = ("raspberrypi.local:8470", "raspberrypi:8470", "192.168.4.1:8470")
    assert not any(alone.is_own(host, "192.168.4.1") for host in foreign)


def test_browsers_leave_port_80_out():
    ours = OwnHosts(80, lan=True)
    assert ours.is_own("192.168.4.1", "192.168.4.1") and ours.is_own("127.0.0.1:80", "127.0.0.1")
    assert ours.is_own_origin("http://127.0.0.1", "127.0.0.1") and not LAN.is_own("127.0.0.1", "127.0.0.1")


@pytest.mark.parametrize(
    ("origin", "host", "is_ours"),
    [
        ("http://192.168.4.1:8470", "192.168.4.1:8470", True),
        ("https://192.168.4.1:8470", "192.168.4.1:8470", False),
        ("http://192.168.4.1:8471", "192.168.4.1:8470", False),
        ("http://evil.example", "192.168.4.1:8470", False),
        ("null", "192.168.4.1:8470", False),
        ("https://table.example", "table.example", True),
        ("https://table.example", "127.0.0.1:8470", False),
    ],
)
def test_a_page_is_ours_if_it_came_from_the_host_that_it_asks(origin, host, is_ours):
    assert LAN.is_own_origin(origin, host) == is_ours


@pytest.mark.parametrize(
    ("reached", "address"),
    [("192.168.4.1", "http://192.168.4.1:8470"), ("fd00::1", "http://[fd00::1]:8470"), ("::1", "http://127.0.0.1:8470"),
     ("fe80::1%wlan0", "http://raspberrypi.local:8470")],
)  # fmt: skip
def test_who_asks_by_a_foreign_host_is_told_what_they_reached(reached, address):
    assert LAN.address_for(reached) == address


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("127.0.0.1:8470", True), ("localhost", True), ("[::1]:8470", True), ("LOCALHOST:1", True),
     ("192.168.4.1:8470", False), ("localhost.example", False), ("", False)],
)  # fmt: skip
def test_a_host_says_whether_the_browser_is_here(host, is_loopback):
    assert is_loopback_host(host) == is_loopback
