"""What people agree on before a match: the game, who plays, the options; and what they set for all matches.

Knows no page, no device and no table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from glowtable.game import STRENGTHS, Arg, Game, Option, check_seats, full_options, named_bot, strengths_of
from glowtable.gate import parse_json
from glowtable.match.dealer import secret_seed
from glowtable.match.header import Header
from glowtable.match.players import BOT, players_of
from glowtable.match.recorder import now_text
from glowtable.match.statistics import Standing
from glowtable.messages import USAGE, Message, UserError, say, say_count

CheckNames = Callable[[Game, Sequence[str]], None]  # UserError if people cannot be called so in this game


class Offer(NamedTuple):
    """A match that can be resumed."""

    match: int
    title: str
    players: tuple[str, ...]
    started: str = ""  # date and time, as headers have it
    moves: int = 0  # that were made so far


class Lobby:
    """`players` are as in a header: a name, or bot:medium; the first sits in seat 0. UserError refuses a change."""

    def __init__(self, games: Sequence[Game], usual: str, check_names: CheckNames) -> None:
        self.games = {game.name: game for game in games}
        self.game = self.games.get(usual) or games[0]
        self.players: tuple[str, ...] = ()
        self.wishes: dict[str, Arg] = {}  # options that differ from the usual
        self.offers: tuple[Offer, ...] = ()
        self.won: tuple[Standing, ...] = ()  # this evening
        self._check_names = check_names

    @property
    def most(self) -> int:
        return max(self.game.seats)

    def people_of(self, players: Sequence[str]) -> list[int]:
        return [seat for seat, player in enumerate(players) if not player.startswith(BOT)]

    def choose_game(self, name: str) -> None:
        """Another game, with its own options; who plays stays."""
        if name not in self.games:
            raise UserError(say("This game isn't there any more."), USAGE)
        if name != self.game.name:
            self.game, self.wishes = self.games[name], {}

    def choose_option(self, name: str, value: str) -> None:
        self.wishes = full_options(self.game, {**self.wishes, name: value})

    def add_person(self, name: str) -> int:
        """The seat that the person of this name gets."""
        return self._add_player(" ".join(name.split()))

    def may_sit(self, name: str) -> bool:
        """Whether a person of this name can sit down."""
        try:
            self._check_players((*self.players, name))
        except UserError:
            return False
        return True

    def add_bot(self, strength: str) -> int:
        if strength not in STRENGTHS:
            raise UserError(say("Choose one of: {words}.", words=", ".join(STRENGTHS)), USAGE)
        return self._add_player(BOT + strength)

    def _add_player(self, player: str) -> int:
        if len(self.players) >= self.most:
            raise UserError(say("All seats are taken."), USAGE)
        self._check_players((*self.players, player))
        self.players = (*self.players, player)
        return len(self.players) - 1

    def leave(self, seat: int) -> dict[int, int]:
        """This seat is free, and those behind it move up: new seat -> the one before."""
        self.players = (*self.players[:seat], *self.players[seat + 1 :])
        return {new: new if new < seat else new + 1 for new in range(len(self.players))}

    def _check_players(self, players: Sequence[str]) -> None:
        self._check_names(self.game, [player.name for player in players_of(players)])

    def obstacle(self) -> Message | None:
        """Why no match can begin now; None if one can."""
        missing = min(self.game.seats) - len(self.players)
        if missing > 0:
            return say_count("{game} needs {n} more player.", "{game} needs {n} more players.",
                             n=missing, game=self.game.title)  # fmt: skip
        if len(self.players) > self.most:
            return say("{game} is for at most {n} players.", game=self.game.title, n=self.most)
        try:
            check_seats(self.game, len(self.players))
            self._check_players(self.players)
            for player in self.seats():
                if player.startswith(BOT):
                    named_bot(self.game, player.removeprefix(BOT))
        except UserError as error:
            return error.message
        return None

    def seats(self) -> tuple[str, ...]:
        """The players; in a game without levels its usual bot takes the place of each."""
        if strengths_of(self.game):
            return self.players
        usual = next(iter(self.game.bots))
        return tuple(BOT + usual if player.startswith(BOT) else player for player in self.players)

    def header(self) -> Header:
        """The match that was agreed on; UserError if none can begin."""
        obstacle = self.obstacle()
        if obstacle:
            raise UserError(obstacle, USAGE)
        return Header(self.game.name, self.seats(), full_options(self.game, self.wishes), secret_seed(), now_text())

    def options(self, is_simulated: bool) -> Mapping[Option, tuple[Arg, ...]]:
        """Each option with the choices that this kind of table has."""
        missing = {option: option.needs_cards if is_simulated else option.off_table for option in self.game.options}
        return {option: tuple(each for each in option.choices if each not in missing[option]) for option in missing}


# Each preference with its values; the first is meant where nothing was set
PREFERENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"brightness": ("100", "75", "50", "25"), "sound": ("on", "off")}
)


class Preferences:
    """A value for each of PREFERENCES: the brightness in percent of what the table's settings allow, and sound."""

    def __init__(self, values: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Ignore what is no value of PREFERENCES."""
        self.values = {
            name: values[name] if values.get(name) in choices else choices[0] for name, choices in PREFERENCES.items()
        }

    @property
    def has_sound(self) -> bool:
        return self.values["sound"] == "on"

    @property
    def brightness_pct(self) -> int:
        return int(self.values["brightness"])

    def as_bytes(self) -> bytes:
        """The content of their file."""
        return json.dumps(self.values).encode()


def read_preferences(raw: bytes) -> Preferences:
    """What this file says; whatever it does not say, or not as it should, is as if never set."""
    try:
        values = parse_json(raw)
    except ValueError:
        values = {}
    return Preferences(values if isinstance(values, dict) else {})
