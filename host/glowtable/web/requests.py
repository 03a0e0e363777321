"""What is read from a request: its language, its numbers, and whether it comes from this computer."""

from __future__ import annotations

from glowtable.messages import LANGUAGES
from glowtable.web.callers import LOOPBACK
from glowtable.web.own_hosts import is_loopback_host
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

LONGEST_NUMBER = 9  # digits in an address
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
