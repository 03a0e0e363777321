"""What is read from a request: its language, its numbers, and whether it comes from this computer."""

from __future__ import annotations

from glowtable.messages import LANGUAGES
from glowtable.web.callers import LOOPBACK
from starlette.requests import HTTPConnection

LONGEST_NUMBER = 9  # digits in an address


def number_in(text: str) -> int:
    """A number of an address; -1 for anything else, which is no match and no seat."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else -1


def is_here(connection: HTTPConnection) -> bool:
    return connection.client is not None and connection.client.host in LOOPBACK


def language_of(connection: HTTPConnection) -> str:
    wanted = connection.query_params.get("lang", "")
    return wanted if wanted in LANGUAGES else "en"
