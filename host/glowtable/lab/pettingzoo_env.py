"""Any of our games as an environment of PettingZoo: env("punto", seats=3). Needs the extra `peers`.

What an agent observes are numbers, as the game's `observation` says, and a mask of the legal actions, which are
numbered as in `Vocabulary`; with raw=True the JSON of its view as bytes.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, cast

from glowtable.game import Arg
from glowtable.lab.environment import Environment
from glowtable.lab.gymnasium_env import ILLEGAL_REWARD, check_number, seen_space
from glowtable.messages import no_peers

try:
    import numpy
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    raise no_peers() from None


def env(
    game: str, seats: int = 0, seed: int = 1, render_mode: str | None = None, *, raw: bool = False, **options: Arg
) -> Any:
    """An environment that ends a match with a reward of -1 for whoever does what is not legal, as PettingZoo's own do.

    AssertionError, as theirs, for an action that is no number of the action space. UserError for a game, number of
    seats, option or value that there is not.
    """
    return Ordered(GlowtableEnv(Environment(game, seats, seed, options, raw=raw), render_mode))


class Ordered(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's own; what loops ask at every turn it asks the environment at once, in a tenth of the time.

    Before the first match the environment does not have it: Python then asks __getattr__, which says so.
    """

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))
    terminations = property(attrgetter("env.terminations"))
    truncations = property(attrgetter("env.truncations"))

    def last(self, observe: bool = True) -> Any:
        return self.env.last(observe) if self._has_reset else super().last(observe)


class GlowtableEnv(AECEnv):  # type: ignore[misc]
    """One match after the other; `reset(seed)` begins a series of matches again."""

    def __init__(self, match: Environment, render_mode: str | None) -> None:
        super().__init__()
        self.match = match
        self.metadata = {
            "name": f"glowtable_{match.game.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(match.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = len(match.vocabulary)
        self._space = seen_space(match)
        seen = {"observation": self._space, "action_mask": Box(0, 1, (size,), numpy.int8)}
        self._actions = {agent: Discrete(size) for agent in self.possible_agents}
        self._observations = {agent: Dict(seen) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """The next match of the series; with a seed the first of that one."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.match.reset(seed)
        self._select_next()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        check_number(action, len(self.match.vocabulary))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action in self.match.legal():
            self.match.step(int(cast(int, action)))
            self._select_next()
        else:
            EnvLogger.warn_on_illegal_move()
            self._end(terminated=True, truncated=True)
            self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat_of[agent]
        over = self.terminations.get(agent, True) or self.truncations[agent]  # PettingZoo forgets who has left
        mask = bytearray(len(self.match.vocabulary)) if over else self.match.mask(seat)
        return {
            "observation": numpy.frombuffer(self.match.tensor(seat), self._space.dtype),
            "action_mask": numpy.frombuffer(mask, numpy.int8),
        }

    def last(self, observe: bool = True) -> Any:
        """AssertionError once all agents have left."""
        if not self.agents:
            raise AssertionError("the match is over: reset begins the next one")
        return super().last(observe)

    def render(self) -> str | None:
        return self.match.printed_board() if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""

    def _select_next(self) -> None:
        """The agent that is asked is selected; if there is none the match is over, and everybody hears of it."""
        match = self.match
        if match.asked >= 0:
            self.agent_selection = self.possible_agents[match.asked]
            return
        self.rewards = dict(zip(self.agents, match.rewards(), strict=True))
        self._end(terminated=match.is_ended, truncated=not match.is_ended)

    def _end(self, *, terminated: bool, truncated: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._deads_step_first()
