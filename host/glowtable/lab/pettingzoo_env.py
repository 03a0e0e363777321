"""Any of our games as an environment of PettingZoo: env("punto", seats=3). Needs the extra `peers`.

An observation is the JSON of the seat's view as bytes, filled up with zeros, and a mask of the legal actions, which are
numbered as in `Vocabulary`. Chance is played by the dealer; who of several seats acts next is drawn by lot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy
from glowtable import games
from glowtable.game import CHANCE, PUBLIC, Arg, Game, check_seats, full_options
from glowtable.kit.json_form import to_json
from glowtable.lab.one_match import PATIENCE
from glowtable.lab.vocabulary import Vocabulary, rewards_of
from glowtable.lab.walker import board_text
from glowtable.match.dealer import Dealer, random_stream
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

LONGEST = 1 << 14  # bytes of a view; the longest seen has less than half of it


def env(game: str, seats: int = 0, seed: int = 1, render_mode: str | None = None, **options: Arg) -> Any:
    """An environment that ends a match with a reward of -1 for whoever does what is not legal, as PettingZoo's own do.

    AssertionError, as theirs, for an action that is no number of the action space. UserError for a game, number of
    seats, option or value that there is not.
    """
    bare = GlowtableEnv(games.find(game), seats, seed, render_mode, options)
    return wrappers.OrderEnforcingWrapper(TerminateIllegal(bare, illegal_reward=-1))


class TerminateIllegal(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """Does what PettingZoo's AssertOutOfBoundsWrapper does, too; its sentence names what came and what may be."""

    def step(self, action: int | None) -> None:
        bare = self.env
        agent = bare.agent_selection
        space = bare.action_space(agent)
        if not (bare.terminations[agent] or bare.truncations[agent] or space.contains(action)):
            raise AssertionError(f"action must be 0..{space.n - 1}, got {action!r}")
        super().step(action)


class Seen(dict[str, Any]):
    """An observation: its mask, and bytes that are made when they are first asked for, of the state it is of.

    To all who use it as a dictionary it is one that has both.
    """

    def __init__(self, see: Callable[[], Any], mask: Any) -> None:
        super().__init__(observation=see, action_mask=mask)

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if name == "observation" and callable(value):
            self[name] = value = value()
        return value

    def __iter__(self) -> Iterator[str]:  # so that copies are made by way of __getitem__
        return super().__iter__()

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401

    def values(self) -> Any:
        return dict(self).values()

    def items(self) -> Any:
        return dict(self).items()

    def copy(self) -> dict[str, Any]:
        return dict(self)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


def _bytes_of(view: Any) -> Any:
    seen = json.dumps(to_json(view), separators=(",", ":")).encode()
    observation = numpy.zeros(LONGEST, numpy.uint8)
    observation[: len(seen)] = numpy.frombuffer(seen, numpy.uint8)
    return observation


class GlowtableEnv(AECEnv):  # type: ignore[misc]
    """One match after the other; `reset(seed)` begins a series of matches again."""

    def __init__(self, game: Game, seats: int, seed: int, render_mode: str | None, options: dict[str, Arg]) -> None:
        super().__init__()
        self.game, self.seats = game, seats or min(game.seats)
        check_seats(game, self.seats)
        self.metadata = {"name": f"glowtable_{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.options = full_options(game, {**game.test_options, **options})
        self.vocabulary = Vocabulary(game)
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.seats)]
        size = len(self.vocabulary)
        self._actions = {agent: Discrete(size) for agent in self.possible_agents}
        seen = {"observation": Box(0, 255, (LONGEST,), numpy.uint8), "action_mask": Box(0, 1, (size,), numpy.int8)}
        self._observations = {agent: Dict(seen) for agent in self.possible_agents}
        self._series, self._number = seed, 0

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """The next match of the series; with a seed the first of that one."""
        self._series, self._number = (self._series, self._number + 1) if seed is None else (seed, 0)
        self._dealer = Dealer(self._series, self._number, "dealer")
        self._lots = random_stream(self._series, self._number, "lots")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_ = self.game.rules.setup(self.seats, self.options)
        self._left = PATIENCE * self.game.test_bound
        self._ask_next()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._apply(self.vocabulary.action_of(int(cast(int, action)), self.possible_agents.index(agent)))
        self._ask_next()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        rules, state, seat = self.game.rules, self.state_, self.possible_agents.index(agent)
        mask = numpy.zeros(len(self.vocabulary), numpy.int8)
        if agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent]):
            mask[[self.vocabulary.number_of(action) for action in rules.legal(state, seat)]] = 1
        return Seen(lambda: _bytes_of(rules.view(state, seat)), mask)

    def render(self) -> str | None:
        return board_text(self.game, self.game.rules.view(self.state_, PUBLIC)) if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""

    def _apply(self, action: Any) -> None:
        self.state_ = self.game.rules.apply(self.state_, action)
        self._left -= 1

    def _ask_next(self) -> None:
        """Chance plays; then one of the seats that may act is asked, or the match is over."""
        rules = self.game.rules
        while (actors := rules.to_act(self.state_)) and actors[0] == CHANCE:
            self._apply(self._dealer.draw_outcome(rules.chance(self.state_)))
        if actors and self._left > 0:
            seat = actors[0] if len(actors) == 1 else self._lots.choice(actors)
            self.agent_selection = self.possible_agents[seat]
            return
        ended = rules.outcome(self.state_)
        for agent, reward in zip(self.agents, rewards_of(self.game, self.seats, ended), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = ended is not None, ended is None
