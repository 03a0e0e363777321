"""The lobby at the table itself: keys walk through game and players, lights show what is chosen. Knows no port.

First `next` goes from game to game and any `confirm` takes it. Then `confirm` seats a person more, `pass` a bot, `undo`
takes the last one away, or leads back to the games, and `next` starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from glowtable.game import STRENGTHS, strengths_of
from glowtable.match.lobby import Lobby
from glowtable.match.seat_changes import BOT
from glowtable.match.sounds import ACCEPTED, REFUSED, SILENCE, TICK
from glowtable.messages import Message
from glowtable.table import BLUE, BREATHE, DIM, GREEN, OFF, STEADY, WHITE, Light, Picture
from glowtable.web.incoming import Tap

MOST_NAMES = 20  # that are tried
Do = Callable[[Tap], Message | None]  # do what is tapped, or say why not


class LobbyKeys:
    """What keys mean in one lobby: taps of the host's page."""

    def __init__(self, lobby: Lobby, people: Sequence[str], name_of: Callable[[int], str]) -> None:
        """Who sits down has the next of the names of `people`, then `name_of` a number."""
        self.lobby, self.people, self.name_of = lobby, tuple(people), name_of
        self.is_game_chosen = False

    def press_key(self, key: str, do: Do) -> int:
        """Do what this key means now; the number of its sound."""
        players = self.lobby.players
        if not self.is_game_chosen:
            if key == "next":
                return TICK if do(Tap("game", id=self._next_game())) is None else REFUSED
            self.is_game_chosen = key == "confirm"
            return ACCEPTED if self.is_game_chosen else SILENCE
        if key == "undo" and not players:
            self.is_game_chosen = False
            return ACCEPTED
        taps = {
            "confirm": Tap("sit", id=self._next_name()),
            "pass": Tap("bot", id=self._usual_strength()),
            "undo": Tap("leave", seat=len(players) - 1),
            "next": Tap("start"),
        }
        if key not in taps:
            return SILENCE
        return ACCEPTED if do(taps[key]) is None else REFUSED

    def picture(self, brightness_pct: int) -> Picture:
        """A cell for each game, a seat's light for each player: a bot's is dim, and the next free one breathes."""
        lobby, chosen = self.lobby, Light(WHITE, STEADY if self.is_game_chosen else BREATHE)
        others = OFF if self.is_game_chosen else Light(WHITE, DIM)
        cells = {cell: chosen if name == lobby.game.name else others for cell, name in enumerate(lobby.games)}
        seats = {
            seat: Light(BLUE, DIM) if player.startswith(BOT) else Light(GREEN, STEADY)
            for seat, player in enumerate(lobby.players)
        }
        if self.is_game_chosen and len(lobby.players) < lobby.most:
            seats[len(lobby.players)] = Light(WHITE, BREATHE)
        return Picture.of(cells, seats)._replace(brightness_pct=brightness_pct)

    def _next_game(self) -> str:
        names = list(self.lobby.games)
        return names[(names.index(self.lobby.game.name) + 1) % len(names)]

    def _next_name(self) -> str:
        """The first that can sit down; any if none can, and the lobby says why."""
        names = [*self.people, *map(self.name_of, range(1, MOST_NAMES))]
        return next(filter(self.lobby.may_sit, names), names[-1])

    def _usual_strength(self) -> str:
        strengths = tuple(strengths_of(self.lobby.game)) or STRENGTHS
        return strengths[len(strengths) // 2]
