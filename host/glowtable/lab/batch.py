"""Many matches of Punto at once, as a vector environment of Gymnasium: PuntoBatch(1000). Needs the extra `peers`.

The seats of a match take turns: what is observed, and who is rewarded, is the seat that acts. Matches go on for as many
rounds as the options say, and one that ends begins anew in the same step, with other cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, sizeof
from sys import getrefcount
from typing import Any

from glowtable import games
from glowtable.game import Arg, full_options
from glowtable.games.punto.kernel import Match, Sight, kernel_library
from glowtable.lab.kernel_match import kernel_rules
from glowtable.messages import no_peers

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise no_peers() from None

MAX_MATCHES = 100_000  # of two seats they take 600 MB


def _references(things: Sequence[Any]) -> list[int]:
    return [getrefcount(thing) for thing in things]


UNUSED = _references([object()])[0]  # to what nobody else has; versions of Python count differently


class Buffers:
    """Arrays of one shape, each handed out again once nobody else has it or a view of it: none is copied."""

    def __init__(self, shape: tuple[int, ...], kind: Any) -> None:
        self._made_as = shape, kind
        self._arrays: list[Any] = []

    def take_unused(self) -> Any:
        """One that nobody has; what is in it is left from before."""
        for array, references in zip(self._arrays, _references(self._arrays), strict=True):
            if references == UNUSED:
                return array
        self._arrays.append(np.zeros(*self._made_as))
        return self._arrays[-1]


class PuntoBatch(VectorEnv):  # type: ignore[misc]
    """So many matches with the same seats and options.

    An action is a cell, numbered as by the rules: where the card turned over is laid, or whose card is the trophy.
    `observation` has a row of numbers for each match (`parts_of` tells what they are), `action_mask` its legal cells.
    """

    def __init__(self, n: int, seats: int = 2, seed: int = 1, **options: Arg) -> None:
        """ValueError for a number of matches or a seed that cannot be.

        UserError for seats, an option or a value that cannot.
        """
        _check_seed(seed)
        if not isinstance(n, int | np.integer) or not 1 <= n <= MAX_MATCHES:
            raise ValueError(f"n must be 1..{MAX_MATCHES}, got {n}")
        self.rules, self.num_envs = kernel_rules(seats, options), n
        game = games.find("punto")
        assert game.observation
        self.sight = game.observation(seats, full_options(game, options))
        if kernel_library().punto_sight(byref(self.rules)) != self.sight.size:
            raise AssertionError("batch.h and observation.py say different numbers")
        cells = next(part.size for part in self.sight.parts if part.name == "cells")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_action_space = Discrete(cells)
        seen = {"observation": Box(0, 1, (self.sight.size,), np.float32), "action_mask": Box(0, 1, (cells,), np.int8)}
        self.single_observation_space = Dict(seen)
        self.action_space = batch_space(self.single_action_space, n)
        self.observation_space = batch_space(self.single_observation_space, n)
        self._matches = np.zeros((n, sizeof(Match)), np.uint8)
        self._planes, self._masks = Buffers((n, self.sight.size), np.float32), Buffers((n, cells), np.int8)
        self._last, self._no_mask = np.zeros((n, self.sight.size), np.float32), np.zeros(cells, np.int8)
        self._mask, self._seats, self._all = self._masks.take_unused(), np.zeros(n, np.int64), np.ones(n, np.bool_)
        self._rows = np.arange(n)
        self._series, self._number = seed, -1

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next matches of the series; with a seed the first of that one. `options` is not read."""
        _check_seed(0 if seed is None else seed)
        self._series, self._number = (self._series, self._number + 1) if seed is None else (seed, 0)
        seeds = np.random.SeedSequence([self._series, self._number]).generate_state(self.num_envs, np.uint64)
        seen, sight = self._new_sight()
        kernel_library().punto_begin_all(
            byref(self.rules), _address(self._matches), self.num_envs, _address(seeds), byref(sight)
        )
        return seen, {"seat": self._seats, "_seat": self._all}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action in each match. ValueError, which changes nothing, before reset and for what is not legal.

        A reward is that of the seat that acted. At the end of a match a win is worth 1 less a fair share, shared by all
        who won, and `rewards` of the infos has it for every seat; before it is 0. `seat` says whose turn it is.
        """
        if self._number < 0:
            raise ValueError("no match has begun: reset begins them")
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.num_envs} whole numbers, got {chosen.dtype} {chosen.shape}")
        chosen = chosen.astype(np.int64, copy=False)
        before = self._mask, self._seats
        rewards, ended = np.empty((self.num_envs, self.rules.seats)), np.empty(self.num_envs, np.bool_)
        seen, sight = self._new_sight()
        done = kernel_library().punto_apply_all(
            *(byref(self.rules), _address(self._matches), self.num_envs),
            *map(_address, (chosen, rewards, ended, self._last, self._no_mask)),
            byref(sight),
        )
        if done < self.num_envs:
            self._mask, self._seats = before
            legal = ", ".join(map(str, np.flatnonzero(self._mask[done])))
            raise ValueError(f"action of match {done} must be one of {legal}, got {chosen[done]}")
        infos = {"seat": self._seats, "_seat": self._all, "rewards": rewards, "_rewards": self._all}
        if ended.any():
            infos |= {"final_obs": self._final_observations(ended), "_final_obs": ended}
        return seen, rewards[self._rows, before[1]], ended, np.zeros_like(ended), infos

    def random_actions(self) -> Any:
        """A legal action of each match, drawn by the match's own random numbers."""
        actions = np.empty(self.num_envs, np.int64)
        kernel_library().punto_draw_all(_address(self._matches), self.num_envs, _address(actions))
        return actions

    def parts_of(self, observation: Any) -> dict[str, Any]:
        """Its parts by name, a row for each match: views, no copies. ValueError for what is no observation."""
        return self.sight.split(observation)

    def _new_sight(self) -> tuple[dict[str, Any], Sight]:
        """Arrays for what is seen next, and where they are."""
        self._mask, self._seats, planes = (
            self._masks.take_unused(),
            np.empty(self.num_envs, np.int64),
            self._planes.take_unused(),
        )
        sight = Sight(*map(_address, (planes, self._mask, self._seats)))
        return {"observation": planes, "action_mask": self._mask}, sight

    def _final_observations(self, ended: Any) -> Any:
        final = np.full(self.num_envs, None, object)
        for match in np.flatnonzero(ended):
            final[match] = {"observation": self._last[match].copy(), "action_mask": self._no_mask.copy()}
        return final


def _check_seed(seed: Any) -> None:
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"seed must be a whole number from 0, got {seed}")


def _address(array: Any) -> int:
    return int(array.ctypes.data)
