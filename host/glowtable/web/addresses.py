"""Where the page listens, and by which addresses phones reach this computer now."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple

import psutil
from glowtable.messages import FAILED, UserError, say

PORTS_TRIED, PORTS = 20, 65536
LOOPBACK = ("127.0.0.1", "::1")
NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
IPV6_NETWORK_BITS = 64
# How interfaces of containers, virtual machines and tunnels are called on Linux, macOS and Windows, in small letters
VIRTUAL_PREFIXES = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni", "flannel", "cali", "vethernet",
    "virtualbox", "vmware", "tun", "tap", "utun", "wg", "tailscale", "zt",
)  # fmt: skip


class LanAddress(NamedTuple):
    """An address of this computer, as links have it, and the interface to whose network it belongs."""

    host: str
    interface: str

    @property
    def is_virtual(self) -> bool:
        """Whether there are containers, virtual machines or a tunnel behind it, and probably no phones."""
        return self.interface.lower().startswith(VIRTUAL_PREFIXES)


def listeners_at(port: int, *, lan: bool) -> list[socket.socket]:
    """Sockets at this port or at the next free one: of this computer alone, or of all its networks, IPv6 too."""
    for candidate in range(port, min(port + PORTS_TRIED, PORTS)) if port else (0,):
        sockets: list[socket.socket] = []
        try:
            sockets.append(_listening_socket(socket.AF_INET, "0.0.0.0" if lan else "127.0.0.1", candidate))
            if lan:
                sockets += _ipv6_listeners(sockets[0].getsockname()[1])
        except OSError as error:
            for opened in sockets:
                opened.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
        else:
            return sockets
    raise UserError(
        say("No free port for the page from {port} on. Choose another one with --port-http.", port=port), FAILED
    )


def _ipv6_listeners(port: int) -> list[socket.socket]:
    """A listener for IPv6; an empty list if this computer has no IPv6."""
    try:
        return [_listening_socket(socket.AF_INET6, "::", port)]
    except OSError as error:
        if error.errno not in NO_IPV6:
            raise
        return []


def _listening_socket(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    """A socket that says that it is TCP: only then does asyncio send each frame without waiting for the last one."""
    listener = socket.create_server((address, port), family=family, backlog=128)
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=listener.detach())


def addresses_now() -> tuple[LanAddress, ...]:
    """The addresses at which phones may find this computer now, those of real networks first."""
    states = psutil.net_if_stats()
    interfaces = {name: interface for name, interface in psutil.net_if_addrs().items() if name in states}
    return usable_addresses({name: interface for name, interface in interfaces.items() if states[name].isup})


def usable_addresses(interfaces: Mapping[str, Iterable[Any]]) -> tuple[LanAddress, ...]:
    """Of these interfaces that are up (psutil's own form) each IPv4 address, and IPv6 where there is no IPv4."""
    rows = [
        (address, LanAddress(link_host(str(address)), name))
        for name, entries in interfaces.items()
        for address in _reachable_addresses(entries)
    ]
    # What a computer gave itself for want of a router comes after what a router gave it
    rows.sort(key=lambda row: (row[1].is_virtual, row[0].is_link_local))
    return tuple(address for _, address in rows)


def _reachable_addresses(entries: Iterable[Any]) -> list[IPv4Address | IPv6Address]:
    """All IPv4 addresses but loopback; without any the IPv6 ones, but none local to a link: browsers take no zone."""
    families = (socket.AF_INET, socket.AF_INET6)
    addresses = [ip_address(entry.address) for entry in entries if entry.family in families]
    others = [address for address in addresses if not address.is_loopback]
    return [address for address in others if address.version == 4] or [
        address for address in others if not address.is_link_local
    ]


def one_per_network(addresses: Iterable[LanAddress]) -> tuple[LanAddress, ...]:
    """The first address of each network; of virtual ones only if there are no others."""
    first: dict[str, LanAddress] = {}
    for address in addresses:
        first.setdefault(address.interface, address)
    real = tuple(address for address in first.values() if not address.is_virtual)
    return real or tuple(first.values())


def link_host(address: str) -> str:
    """An address as it stands in a link: IPv6 in brackets, without its zone."""
    bare = address.partition("%")[0]
    return f"[{bare}]" if ":" in bare else bare


def network_of(address: str) -> str:
    """Where a caller is: its IPv4 address; of IPv6 the network, as each device in it takes as many as it likes."""
    bare = address.partition("%")[0]
    return str(IPv6Network((bare, IPV6_NETWORK_BITS), strict=False)) if ":" in bare else bare


def is_neighbour(address: str, own: str) -> bool:
    """Whether a caller is in the network in which it reached us: no router at home keeps the world out of IPv6."""
    return ":" not in address or network_of(address) == network_of(own)
