"""A seat against bots as an environment of Gymnasium: importing this registers glowtable/Punto-v0 and the others.

What is seen are numbers, as the game's `observation` says; `info` has the mask of the legal actions, and so has
`action_masks`, which MaskablePPO asks. Needs the extra `peers`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from glowtable import games
from glowtable.game import Arg, check_seat
from glowtable.lab.environment import LONGEST, NOBODY, Environment
from glowtable.lab.one_match import Bot, Think, make_player
from glowtable.messages import no_peers

try:
    import gymnasium
    import numpy
    from gymnasium.spaces import Box, Discrete
except ImportError:
    raise no_peers() from None

ILLEGAL_REWARD = -1.0


def seen_space(match: Environment) -> Box:
    """What `Environment.tensor` fits in."""
    if match.observation:
        return Box(0, 1, (match.observation.size,), numpy.float32)
    return Box(0, 255, (LONGEST,), numpy.uint8)


def check_number(action: Any, size: int) -> None:
    """AssertionError, as Gymnasium's and PettingZoo's own environments have it, for what is no number of an action."""
    if not (isinstance(action, int | numpy.integer) and 0 <= action < size):
        raise AssertionError(f"action must be 0..{size - 1}, got {action!r}")


class Solo(gymnasium.Env):  # type: ignore[misc]
    """One seat is the program's, in each other one sits this bot or level. What is not legal ends a match with -1.

    UserError for a game, number of seats, bot, option or value that there is not; ValueError for a seat.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int = 0,
        seat: int = 0,
        bot: Bot = "medium",
        render_mode: str | None = None,
        **options: Arg,
    ) -> None:
        self.match, self.seat, self.bot, self.render_mode = Environment(game, seats, 1, options), seat, bot, render_mode
        check_seat(seat, self.match.seats)
        make_player(self.match.game, bot, seat)  # says at once if there is none
        self.observation_space, self.action_space = seen_space(self.match), Discrete(len(self.match.vocabulary))
        self._players: dict[int, Think] = {}
        self._has_begun, self._is_over = False, True

    def __getstate__(self) -> dict[str, Any]:
        """Bots are functions: a copy makes its own."""
        return self.__dict__ | {"_players": {}}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """The next match of the series; with a seed the first of that one."""
        super().reset(seed=seed)
        if seed is None and not self._has_begun:
            seed = int(self.np_random.integers(1 << 32))
        self.match.reset(seed)
        self._has_begun, self._is_over, self._players = True, False, {}
        self._rng = self.match.random_stream("bots")
        self._play_others()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        match = self.match
        check_number(action, len(match.vocabulary))
        if self._is_over:
            raise AssertionError("no match is being played: reset begins the next one")
        if action not in match.legal():
            self._is_over = True
            return self._seen(), ILLEGAL_REWARD, True, False, self._info()
        match.step(int(action))
        self._play_others()
        self._is_over = match.asked == NOBODY
        reward = match.rewards()[self.seat]
        return self._seen(), reward, match.is_ended, self._is_over and not match.is_ended, self._info()

    def action_masks(self) -> Any:
        """Whether each action is legal now."""
        return self._info()["action_mask"].astype(numpy.bool_)

    def render(self) -> str | None:
        return self.match.printed_board() if self.render_mode else None

    def _play_others(self) -> None:
        """Until the own seat is asked, or nobody."""
        match = self.match
        while match.asked not in (self.seat, NOBODY):
            seat, legal = match.asked, match.game.rules.legal(match.state, match.asked)
            if seat not in self._players:
                self._players[seat] = make_player(match.game, self.bot, seat)
            match.act(legal[0] if len(legal) == 1 else self._players[seat](match.state, legal, self._rng))

    def _seen(self) -> Any:
        return numpy.frombuffer(self.match.tensor(self.seat), self.observation_space.dtype)

    def _info(self) -> dict[str, Any]:
        mask = bytearray(len(self.match.vocabulary)) if self._is_over else self.match.mask(self.seat)
        return {"action_mask": numpy.frombuffer(mask, numpy.int8)}


for each in games.names():
    gymnasium.register(
        f"glowtable/{each.title().replace('_', '')}-v0", entry_point=f"{__name__}:Solo", kwargs={"game": each}
    )
