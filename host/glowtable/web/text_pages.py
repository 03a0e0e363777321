"""The addresses of what is handed in as text: cards in words, how to play, and the journal's matches.

Cards and how to play are for everybody: they come from a game's catalogue and a demonstration alone, and tell nothing
of any match. The journal is for this computer alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from glowtable.messages import UserError
from glowtable.web.requests import is_here, language_of, number_in
from glowtable.web.translated import Tell
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC = Path(__file__).parent / "static"
JSON, HTML, TEXT, SVG = "application/json", "text/html", "text/plain", "image/svg+xml"
SQLITE = "application/vnd.sqlite3"
FORMS = ("jsonl", "csv", "actions", "text")  # of an export


class Cards(Protocol):
    """The cards of all games, as text to send; UserError if there is none of this name."""

    def show_card(self, game: str, card: str, language: str) -> str: ...


class Taught(Protocol):
    """The games that can be learnt, as text to send; UserError if there is none of this name."""

    def show_steps(self, game: str, language: str) -> str: ...
    def faces_of(self, game: str) -> bytes: ...


class Past(Protocol):
    """The matches of the journal, as text to send; UserError if there is none of this number."""

    def list_all(self, language: str) -> str: ...
    def show_statistics(self, language: str) -> str: ...
    def show_moment(self, match: int, at: int, language: str) -> str: ...
    def show_decided(self, language: str) -> str: ...
    def export_match(self, match: int, form: str, language: str) -> str: ...
    def back_up(self) -> bytes: ...
    def faces_of(self, match: int) -> bytes: ...


class TextPage(NamedTuple):
    """What is sent at an address: from which of the three, how it is asked for, and as what."""

    source: str  # cards, taught or past
    ask: Callable[[Any, Request], str | bytes | None]
    media_type: str = JSON
    is_for_all: bool = True


def _card_text(cards: Cards, request: Request) -> str:
    asked = request.query_params
    return cards.show_card(asked.get("game", ""), asked.get("card", ""), language_of(request))


def _match_in(request: Request) -> int:
    return number_in(request.path_params["match"])


def _moment_text(past: Past, request: Request) -> str:
    at = max(number_in(request.query_params.get("at", "")), 0)
    return past.show_moment(_match_in(request), at, language_of(request))


def _export_text(past: Past, request: Request) -> str | None:
    form = request.path_params["form"]
    return past.export_match(_match_in(request), form, language_of(request)) if form in FORMS else None


def _of_past(ask: Callable[[Past, Request], str | bytes | None], media_type: str = JSON) -> TextPage:
    return TextPage("past", ask, media_type, is_for_all=False)


PAGES: Mapping[str, TextPage] = {
    "/card": TextPage("cards", _card_text),
    "/learn/{game}": TextPage("taught", lambda taught, r: taught.show_steps(r.path_params["game"], language_of(r))),
    "/learn/{game}/faces": TextPage("taught", lambda taught, r: taught.faces_of(r.path_params["game"]), SVG),
    "/matches": _of_past(lambda past, r: (STATIC / "matches.html").read_text("utf-8"), HTML),
    "/matches/all": _of_past(lambda past, r: past.list_all(language_of(r))),
    "/matches/statistics": _of_past(lambda past, r: past.show_statistics(language_of(r))),
    "/matches/{match}": _of_past(_moment_text),
    # All who may see the board may see how its match was decided
    "/decided": TextPage("past", lambda past, r: past.show_decided(language_of(r))),
    "/backup": _of_past(lambda past, r: past.back_up(), SQLITE),
    "/matches/{match}/faces": _of_past(lambda past, r: past.faces_of(_match_in(r)), SVG),
    "/matches/{match}/{form}": _of_past(_export_text, TEXT),
}


class TextPages:
    """A source that is None has no pages. `tell` says a sentence in each language."""

    def __init__(self, cards: Cards | None, taught: Taught | None, past: Past | None, tell: Mapping[str, Tell]) -> None:
        self.sources: dict[str, object] = {"cards": cards, "taught": taught, "past": past}
        self.tell = tell

    @property
    def routes(self) -> list[Route]:
        return [Route(path, partial(self._answer_page, page)) for path, page in PAGES.items()]

    async def _answer_page(self, page: TextPage, request: Request) -> Response:
        """Made in a thread beside: neither pages nor match wait for it."""
        source = self.sources[page.source]
        if source is None or not (page.is_for_all or is_here(request)):
            return Response(status_code=404)
        try:
            content = await run_in_threadpool(page.ask, source, request)
        except UserError as error:  # only who asks for a card reads why there is none
            why = self.tell[language_of(request)](error.message) if page.source == "cards" else None
            return Response(why, 404, media_type=TEXT if why else None)
        if content is None:
            return Response(status_code=404)
        # To compress the backup would keep all pages waiting
        headers = {"Content-Encoding": "identity"} if page.media_type == SQLITE else None
        return Response(content, headers=headers, media_type=page.media_type)
