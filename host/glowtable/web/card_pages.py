"""What is on a card, in words, for everybody: from a game's catalogue alone, so that it tells nothing of any match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from glowtable.messages import UserError
from glowtable.web.requests import language_of
from glowtable.web.translated import Tell
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


class Cards(Protocol):
    """The cards of all games, as text to send; UserError if there is none of this name."""

    def show_card(self, game: str, card: str, language: str) -> str: ...


class CardPages:
    """One address: a card of a game in somebody's language."""

    def __init__(self, cards: Cards | None, tell: Mapping[str, Tell]) -> None:
        self.cards, self.tell = cards, tell

    @property
    def routes(self) -> list[Route]:
        return [Route("/card", self._card)]

    async def _card(self, request: Request) -> Response:
        language, asked = language_of(request), request.query_params
        if self.cards is None:
            return Response(status_code=404)
        try:
            text = self.cards.show_card(asked.get("game", ""), asked.get("card", ""), language)
        except UserError as error:
            return PlainTextResponse(self.tell[language](error.message), 404)
        return Response(text, media_type="application/json")
