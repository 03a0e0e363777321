"""The cards of every game in words, for the companion page."""

from __future__ import annotations

from glowtable import games
from glowtable.match.copies import kinds_of
from glowtable.messages import USAGE, UserError, say
from glowtable.terminal.printed_words import face_in
from glowtable.terminal.translator import Translator
from glowtable.web.card_page import card_page
from glowtable.web.translated import as_text


class ShownCards:
    """They know the catalogues of games and nothing of any match."""

    def show_card(self, name: str, card: str, language: str) -> str:
        """What is on a card, as JSON; UserError if the game has none of this name."""
        game = games.find(name) if name in games.names() else None
        if game is None or card not in kinds_of(game):
            raise UserError(say("Glowtable doesn't know this card."), USAGE)
        face = face_in(game.card_face(kinds_of(game)[card]), game, language)
        return as_text(card_page(game, face), Translator(language, game=name).text)
