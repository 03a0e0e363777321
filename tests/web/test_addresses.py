"""Which addresses phones may use, and where the page listens; of interfaces as psutil lists them."""

import socket
from typing import NamedTuple

import pytest
from glowtable.web import addresses
from glowtable.web.addresses import (
    LanAddress,
    is_neighbour,
    listeners_at,
    network_of,
    one_per_network,
    usable_addresses,
)


class Entry(NamedTuple):
    """An address of an interface, as psutil has it."""

    family: int
    address: str


def entries(*texts):
    return [Entry(socket.AF_INET6 if ":" in text else socket.AF_INET, text) for text in texts]


def hosts(interfaces):
    return [address.host for address in usable_addresses(interfaces)]


def test_each_ipv4_address_of_each_interface_is_listed_and_loopback_is_not():
    lo, eth0 = entries("127.0.0.1", "::1"), entries("10.0.0.5", "10.0.0.6")
    found = hosts({"lo": lo, "eth0": eth0, "wlan0": entries("192.168.4.1")})
    assert found == ["10.0.0.5", "10.0.0.6", "192.168.4.1"]


def test_ipv6_is_listed_where_there_is_no_ipv4_and_never_of_a_link_alone():
    eth0, wlan0 = entries("10.0.0.5", "2001:db8::5"), entries("fe80::1%wlan0", "fd00:1::1")
    assert hosts({"eth0": eth0, "wlan0": wlan0, "eth1": entries("fe80::2%eth1")}) == ["10.0.0.5", "[fd00:1::1]"]


@pytest.mark.parametrize("name", ["docker0", "br-5f3a", "veth12", "vEthernet (WSL)", "VirtualBox Host-Only", "utun3"])
def test_virtual_networks_come_last_and_get_no_picture_beside_a_real_one(name):
    listed = usable_addresses({name: entries("172.17.0.1"), "wlan0": entries("192.168.4.1")})
    assert listed == (LanAddress("192.168.4.1", "wlan0"), LanAddress("172.17.0.1", name))
    assert one_per_network(listed) == listed[:1]
    assert one_per_network(listed[1:]) == listed[1:]


def test_an_address_that_no_router_gave_comes_after_others():
    assert hosts({"eth0": entries("169.254.7.7"), "br0": entries("10.0.0.5")}) == ["10.0.0.5", "169.254.7.7"]


def test_a_network_gets_one_picture_though_this_computer_has_two_addresses_in_it():
    listed = usable_addresses({"eth0": entries("10.0.0.5", "10.0.0.6"), "wlan0": entries("192.168.4.1")})
    assert [address.host for address in one_per_network(listed)] == ["10.0.0.5", "192.168.4.1"]


def test_what_is_no_address_of_the_internet_is_left_out():
    assert usable_addresses({"eth0": [Entry(socket.AF_UNIX, "02:42:ac:11:00:02"), *entries("10.0.0.5")]}) == (
        LanAddress("10.0.0.5", "eth0"),
    )


def test_an_interface_that_is_down_or_just_went_is_left_out(monkeypatch):
    class State(NamedTuple):
        isup: bool

    interfaces = {"eth0": entries("10.0.0.5"), "wlan0": entries("192.168.4.1"), "usb0": entries("10.1.1.1")}
    monkeypatch.setattr("psutil.net_if_addrs", lambda: interfaces)
    monkeypatch.setattr("psutil.net_if_stats", lambda: {"eth0": State(False), "wlan0": State(True)})
    assert addresses.addresses_now() == (LanAddress("192.168.4.1", "wlan0"),)


def test_over_ipv6_a_caller_is_its_network_and_from_another_one_nobody_comes():
    assert network_of("10.0.0.5") == "10.0.0.5"
    assert network_of("fd00:1::5") == network_of("fd00:1::6") != network_of("fd00:2::5")
    assert is_neighbour("fd00:1::5", "fd00:1::1") and is_neighbour("::1", "::1")
    assert is_neighbour("fe80::5%wlan0", "fe80::1%wlan0") and is_neighbour("203.0.113.9", "10.0.0.5")
    assert not is_neighbour("2001:db8:9::5", "2001:db8:1::1")


def test_on_the_network_both_families_listen_at_one_port_and_here_alone_loopback():
    both, alone = listeners_at(0, lan=True), listeners_at(0, lan=False)
    try:
        assert [(each.family, each.getsockname()[0]) for each in both] == [
            (socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"),
        ]  # fmt: skip
        assert len({each.getsockname()[1] for each in both}) == 1
        assert [each.getsockname()[0] for each in alone] == ["127.0.0.1"]
    finally:
        for each in (*both, *alone):
            each.close()


def test_a_port_that_is_busy_in_one_family_is_taken_in_neither():
    busy = socket.create_server(("::", 0), family=socket.AF_INET6)
    port = busy.getsockname()[1]
    found = listeners_at(port, lan=True)
    try:
        assert all(port < each.getsockname()[1] < port + addresses.PORTS_TRIED for each in found)
    finally:
        for each in (busy, *found):
            each.close()


def test_without_ipv6_the_page_listens_for_ipv4(monkeypatch):
    real = addresses._listening_socket

    def listener(family, address, port):
        if family == socket.AF_INET6:
            raise OSError(addresses.NO_IPV6[0], "no such family")
        return real(family, address, port)

    monkeypatch.setattr(addresses, "_listening_socket", listener)
    (found,) = listeners_at(0, lan=True)
    found.close()
