"""How to play each game, for the companion page: its steps, and the cards in their pictures."""

from __future__ import annotations

from functools import lru_cache

from glowtable import games
from glowtable.game import Game
from glowtable.match.teaching import demo_players, taught_steps
from glowtable.messages import USAGE, UserError
from glowtable.terminal.translator import Translator
from glowtable.web.faces import sprite_of
from glowtable.web.learn import cards_shown, learn_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.translated import as_text


class TaughtGames:
    """The games of the house that have pictures to learn from."""

    def show_steps(self, name: str, language: str) -> str:
        """The steps of a game as JSON; UserError if it has none."""
        return _steps_text(_taught_game(name), language)

    def faces_of(self, name: str) -> bytes:
        """The faces of the cards in its pictures."""
        return _faces(_taught_game(name))


def _taught_game(name: str) -> str:
    if name not in games.names() or games.find(name).read_teaching is None:
        raise UserError(PAGE_WORDS["no_pictures"], USAGE)
    return name


def _taught_games() -> tuple[Game, ...]:
    return tuple(game for game in map(games.find, games.names()) if game.read_teaching)


@lru_cache
def _steps_text(name: str, language: str) -> str:
    """The demonstration is played when somebody first asks."""
    game = games.find(name)
    tell = Translator(language, demo_players(game), game=name).text
    return as_text(learn_page(game, taught_steps(game), _taught_games()), tell)


@lru_cache
def _faces(name: str) -> bytes:
    game = games.find(name)
    return sprite_of(game, cards_shown(taught_steps(game)))
