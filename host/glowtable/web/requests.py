"""What is read from a request: its language, its numbers, whether it comes from this computer, and its Host and Origin.

A website that lets its own name mean our address (DNS rebinding) is refused: its Host is that name.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address

from glowtable.messages import LANGUAGES
from glowtable.web.addresses import LOOPBACK, link_host
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

LONGEST_NUMBER = 9  # digits in an address
LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")
HTTP_PORT = 80  # browsers leave it out
PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def number_in(text: str) -> int:
    """A number of an address; -1 for anything else, which is no match and no seat."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else -1


def is_here(connection: HTTPConnection) -> bool:
    """Whether somebody on this computer asks; a proxy here asks for others, by their name for us."""
    is_local = connection.client is not None and connection.client.host in LOOPBACK
    is_proxied = any(name in connection.headers for name in PROXY_HEADERS)
    return is_local and not is_proxied and is_loopback_host(connection.headers.get("host", ""))


def language_of(connection: HTTPConnection) -> str:
    wanted = connection.query_params.get("lang", "")
    return wanted if wanted in LANGUAGES else "en"


def preferred_language(headers: Headers) -> str:
    """The first of a browser's languages that we have."""
    wanted = (part.strip()[:2].lower() for part in headers.get("accept-language", "").split(","))
    return next((language for language in wanted if language in LANGUAGES), "en")


class OwnHosts:
    """The hosts of one server: those of loopback, names that a person gave, and under `lan` where and how we are met.

    Nothing is looked up: an address at which somebody has reached us is ours now, however short a time.
    """

    def __init__(self, port: int, *, lan: bool = False, host_names: Collection[str] = ()) -> None:
        self.port, self.lan = port, lan
        self.given = {name.lower() for name in host_names}
        self.given |= {f"{name}:{port}" for name in self.given if not _port_of(name)}

    def is_own(self, host: str, reached: str) -> bool:
        """Whether a request that came in at the address `reached` calls us by a host of ours."""
        names = {*LOOPBACK_HOSTS, *(machine_names() if self.lan else ()), *((link_host(reached),) if self.lan else ())}
        ours = {f"{name}:{self.port}" for name in names} | (names if self.port == HTTP_PORT else set())
        return host.lower() in ours | self.given

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Whether this page is ours, if `host` is: it is the same. Only a proxy, whose name was given, has https."""
        schemes = ("http", "https") if host.lower() in self.given else ("http",)
        return origin.lower() in [f"{scheme}://{host.lower()}" for scheme in schemes]

    def address_for(self, reached: str) -> str:
        """The link to us for somebody who reached this address: it tells nothing that they do not know."""
        address, host = ip_address(reached), link_host(reached)
        if address.is_loopback:
            host = "127.0.0.1"
        elif address.version == 6 and address.is_link_local:  # no browser takes its zone
            host = machine_names()[-1]
        return f"http://{host}:{self.port}"


def machine_names() -> tuple[str, ...]:
    """What this computer is called now: by itself, and by others on its network (mDNS)."""
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return name, first, f"{first}.local"


def is_loopback_host(host: str) -> bool:
    """Whether this Host says that the browser is on this computer."""
    return host.lower().removesuffix(_port_of(host)) in LOOPBACK_HOSTS


def _port_of(host: str) -> str:
    """`:8470`, or nothing."""
    _, colon, port = host.rpartition(":")
    return f":{port}" if colon and port.isdecimal() else ""
