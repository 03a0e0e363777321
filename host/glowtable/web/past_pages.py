"""The addresses of the journal's matches, for this computer alone. What they say is handed in as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from glowtable.messages import UserError
from glowtable.web.requests import is_here, language_of, number_in
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PAGE = Path(__file__).parent / "static" / "matches.html"
FORMS = ("jsonl", "csv", "actions", "text")  # of an export


class Past(Protocol):
    """The matches of the journal, as text to send; UserError if there is none of this number."""

    def list_all(self, language: str) -> str: ...
    def show_statistics(self, language: str) -> str: ...
    def show_moment(self, match: int, at: int, language: str) -> str: ...
    def show_decided(self, language: str) -> str: ...
    def export_match(self, match: int, form: str, language: str) -> str: ...
    def back_up(self) -> bytes: ...
    def faces_of(self, match: int) -> bytes: ...


class PastPages:
    """The list of all matches, their statistics, the moments of one, its cards and its exports."""

    def __init__(self, past: Past | None) -> None:
        self.past = past

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/matches", self._matches),
            Route("/matches/all", self._all_matches),
            Route("/matches/statistics", self._statistics),
            Route("/matches/{match}", self._moment),
            Route("/decided", self._decided),
            Route("/backup", self._backup),
            Route("/matches/{match}/faces", self._faces_of),
            Route("/matches/{match}/{form}", self._export),
        ]

    async def _matches(self, request: Request) -> Response:
        return await self._of_past(request, lambda past: PAGE.read_text("utf-8"), "text/html")

    async def _all_matches(self, request: Request) -> Response:
        return await self._of_past(request, lambda past: past.list_all(language_of(request)))

    async def _statistics(self, request: Request) -> Response:
        return await self._of_past(request, lambda past: past.show_statistics(language_of(request)))

    async def _decided(self, request: Request) -> Response:
        """All who may see the board may see how its match was decided."""
        return await self._of_past(request, lambda past: past.show_decided(language_of(request)), is_for_all=True)

    async def _backup(self, request: Request) -> Response:
        response = await self._of_past(request, lambda past: past.back_up(), "application/vnd.sqlite3")
        response.headers["Content-Encoding"] = "identity"  # to compress it would keep all pages waiting
        return response

    async def _moment(self, request: Request) -> Response:
        match, at = number_in(request.path_params["match"]), max(number_in(request.query_params.get("at", "")), 0)
        return await self._of_past(request, lambda past: past.show_moment(match, at, language_of(request)))

    async def _faces_of(self, request: Request) -> Response:
        match = number_in(request.path_params["match"])
        return await self._of_past(request, lambda past: past.faces_of(match), "image/svg+xml")

    async def _export(self, request: Request) -> Response:
        match, form = number_in(request.path_params["match"]), request.path_params["form"]
        if form not in FORMS:
            return Response(status_code=404)
        return await self._of_past(
            request, lambda past: past.export_match(match, form, language_of(request)), "text/plain"
        )

    async def _of_past(
        self, request: Request, asked: Callable[[Past], str | bytes], media_type: str = "application/json",
        *, is_for_all: bool = False,
    ) -> Response:  # fmt: skip
        """What the journal says, read in a thread beside: neither pages nor match wait for it."""
        if self.past is None or not (is_for_all or is_here(request)):
            return Response(status_code=404)
        try:
            return Response(await run_in_threadpool(asked, self.past), media_type=media_type)
        except UserError:
            return Response(status_code=404)
