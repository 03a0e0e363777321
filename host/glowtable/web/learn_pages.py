"""The addresses of how to play, for everybody: a page, and for each game its steps and the cards in their pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from glowtable.messages import UserError
from glowtable.web.requests import language_of
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

PAGE = Path(__file__).parent / "static" / "learn.html"


class Taught(Protocol):
    """The games that can be learnt, as text to send; UserError if there is none of this name."""

    def show_steps(self, game: str, language: str) -> str: ...
    def faces_of(self, game: str) -> bytes: ...


class LearnPages:
    """They show a demonstration and nothing of any match."""

    def __init__(self, taught: Taught | None) -> None:
        self.taught = taught

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/learn", self._page),
            Route("/learn/{game}", self._steps),
            Route("/learn/{game}/faces", self._faces),
        ]

    async def _page(self, request: Request) -> Response:
        return FileResponse(PAGE)

    async def _steps(self, request: Request) -> Response:
        language = language_of(request)
        return await self._of_taught(request, lambda taught, game: taught.show_steps(game, language))

    async def _faces(self, request: Request) -> Response:
        return await self._of_taught(request, lambda taught, game: taught.faces_of(game), "image/svg+xml")

    async def _of_taught(
        self, request: Request, asked: Callable[[Taught, str], str | bytes], media_type: str = "application/json"
    ) -> Response:
        """Made in a thread beside: no match waits for it."""
        if self.taught is None:
            return Response(status_code=404)
        try:
            content = await run_in_threadpool(asked, self.taught, request.path_params["game"])
        except UserError:
            return Response(status_code=404)
        return Response(content, media_type=media_type)
