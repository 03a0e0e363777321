"""A bot for every game: it imagines worlds, and plays each out with the game's best bot, once for each candidate.

It knows nothing but the contract. Candidates are compared in the same worlds with the same random numbers, the worse
half is dropped time and again (sequential halving), and only what is clearly better overrules the best bot's choice.
Source: Z. Karnin, T. Koren, O. Somekh, Almost optimal exploration in multi-armed bandits, ICML (2013)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from glowtable.game import CHANCE, Action, BotFactory, Choose, Determinize, Game, Outcome, bot_for_seat
from glowtable.match.dealer import Dealer, random_stream
from glowtable.messages import USAGE, UserError, say

NAME = "search"
MOST_CANDIDATES = 12  # of more legal actions some are drawn; the best bot's choice is always one
FEWEST_WORLDS = 4  # on fewer nothing is overruled
CLEARLY = 1.0  # standard errors by which it must be better
MARGIN = 0.15  # of a match's worth hangs on points, so that a lost match is not played at random
MOST_ACTIONS = 20_000  # of one playout

Spent = Callable[[int], float]  # the share of the budget that is used after so many playouts


class Candidate(NamedTuple):
    """An action that was tried: what its matches were worth on average, from 0 to 1, in how many worlds."""

    action: Action
    worth: float
    worlds: int


class Explanation(NamedTuple):
    """Why an action was chosen: all that were tried, the best first; `usual` is what the game's best bot does."""

    chosen: Action
    usual: Action
    candidates: tuple[Candidate, ...]

    def __str__(self) -> str:
        why = "as the best bot does" if self.chosen == self.usual else f"instead of {self.usual}"
        tried = (f"  {each.action}: {each.worth:.3f} in {each.worlds} worlds" for each in self.candidates)
        return "\n".join((f"{self.chosen}, {why}", *tried))


class Search:
    """The bot in one seat of one match; `explanation` is of its last decision between several actions."""

    bot_name = NAME

    def __init__(self, game: Game, seat: int, ms: int, playouts: int) -> None:
        self.game, self.seat, self.ms, self.playouts = game, seat, ms, playouts
        best = next(iter(game.bots))
        self.policy = [bot_for_seat(game, best, each) for each in range(max(game.seats))]
        self.explanation: Explanation | None = None

    def __call__(self, view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        spent = self._spent()
        usual = self.policy[self.seat](view, legal, determinize, rng)
        others = [action for action in rng.sample(list(legal), len(legal)) if action != usual]
        worths = self._halved([usual, *others[: MOST_CANDIDATES - 1]], determinize, rng, spent)
        tried = tuple(Candidate(action, fmean(each), len(each)) for action, each in worths.items() if each)
        best = max(worths, key=lambda action: (len(worths[action]), fmean(worths[action] or (0.0,))))
        chosen = best if _is_clearly_better(worths[best], worths[usual]) else usual
        self.explanation = Explanation(
            chosen, usual, tuple(sorted(tried, key=lambda each: (-each.worlds, -each.worth)))
        )
        return chosen

    def _spent(self) -> Spent:
        if self.playouts:
            return lambda playouts: playouts / self.playouts
        start_ns, budget_ns = time.perf_counter_ns(), self.ms * 1_000_000
        return lambda playouts: (time.perf_counter_ns() - start_ns) / budget_ns

    def _halved(
        self, candidates: list[Action], determinize: Determinize, rng: Random, spent: Spent
    ) -> dict[Action, list[float]]:
        """What each candidate was worth in each world; the usual one, which is the first, stays to the end."""
        worths: dict[Action, list[float]] = {action: [] for action in candidates}
        usual, alive, playouts = candidates[0], candidates, 0
        rounds = max(1, ceil(log2(len(candidates))))
        for done in range(1, rounds + 1):
            while spent(playouts) < done / rounds:
                world, seed = determinize(), rng.getrandbits(60)
                for action in alive:
                    worths[action].append(self._worth(world, action, seed))
                playouts += len(alive)
            if not worths[alive[-1]]:
                break
            best = sorted(alive, key=lambda action: -fmean(worths[action]))[: max(2, (len(alive) + 1) // 2)]
            alive = best if usual in best else [*best[:-1], usual]
        return worths

    def _worth(self, world: Any, action: Action, seed: int) -> float:
        """What the match that begins with this action comes to, from 0 to 1."""
        ended = self._played_out(self.game.rules.apply(world, action), seed)
        return worth_of(ended, self.seat) if ended else 0.0

    def _played_out(self, state: Any, seed: int) -> Outcome | None:
        rules, dealer, rng = self.game.rules, Dealer(seed, "dealer"), random_stream(seed, "bots")
        for _ in range(MOST_ACTIONS):
            actors = rules.to_act(state)
            if not actors:
                break
            if actors[0] == CHANCE:
                action = dealer.draw_outcome(rules.chance(state))
            else:
                action = self._usual(state, actors[0] if len(actors) == 1 else rng.choice(actors), rng)
            state = rules.apply(state, action)
        return rules.outcome(state)

    def _usual(self, state: Any, seat: int, rng: Random) -> Action:
        rules = self.game.rules
        legal = rules.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        return self.policy[seat](rules.look(state, seat), legal, lambda: rules.determinize(state, seat, rng), rng)


def worth_of(ended: Outcome, seat: int) -> float:
    """A match's worth to a seat: mostly its share of the win, a little its points beside those of the best other."""
    won = (seat in ended.winners) / max(1, len(ended.winners)) if len(ended.winners) < len(ended.scores) else 1.0
    others = [score for other, score in enumerate(ended.scores) if other != seat] or [0]
    ahead = (ended.scores[seat] - max(others)) / max(1, *map(abs, ended.scores))
    return (1 - MARGIN) * won + MARGIN * (1 + max(-1.0, min(1.0, ahead))) / 2


def _is_clearly_better(worths: Sequence[float], usual: Sequence[float]) -> bool:
    """Compared world by world."""
    ahead = [one - other for one, other in zip(worths, usual, strict=False)]
    if len(ahead) < FEWEST_WORLDS:
        return False
    return fmean(ahead) > CLEARLY * stdev(ahead) / sqrt(len(ahead)) > 0 or min(ahead) > 0


def search(ms: int = 200, *, playouts: int = 0) -> BotFactory:
    """A bot that searches for so many milliseconds a decision; with `playouts` for so many matches, on any machine.

    Only with `playouts` does the same seed bring the same match. UserError for a budget below 1.
    """
    if ms < 1 or playouts < 0:
        raise UserError(
            say("a search is written search:200 for 200 ms a decision, or search:40p for 40 playouts"), USAGE
        )

    def make(game: Game, seat: int, budget_ms: int) -> Choose:
        return Search(game, seat, budget_ms or ms, playouts)

    make.__name__ = f"{NAME}:{playouts}p" if playouts else f"{NAME}:{ms}"
    return BotFactory(make)


def read_search(text: str) -> BotFactory:
    """The search of a name such as search:200 or search:40p; UserError if it is written otherwise."""
    amount = text.removeprefix(f"{NAME}:")
    number = amount.removesuffix("p")
    budget = int(number) if number.isdecimal() and len(number) < 8 else 0
    return search(budget, playouts=budget if amount.endswith("p") else 0)
