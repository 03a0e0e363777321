"""A bot for every game: it imagines worlds, and plays each out with the game's usual bot, once for each candidate.

It knows nothing but the contract, and of the match nothing but its view and what `determinize` gives. Candidates are
compared in the same worlds with the same random numbers, the worse half is dropped time and again (sequential halving),
and only what is clearly better overrules the usual bot. It stops as soon as that can hardly change.
Source: Z. Karnin, T. Koren, O. Somekh, Almost optimal exploration in multi-armed bandits, ICML (2013)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from glowtable.game import (
    CHANCE,
    HAND_KNOWN,
    Action,
    BotFactory,
    Choose,
    Determinize,
    Game,
    Outcome,
    bot_for_seat,
    look_of,
)
from glowtable.messages import USAGE, Message, UserError, say

NAME = "search"
WRITTEN = say("Write a search as search:200 (200 ms a decision) or search:40p (40 playouts).")
MOST_DIGITS = 7  # of a time or a number of playouts
MOST_CANDIDATES = 8  # of more legal actions some are drawn; the usual bot's choice is always one
FEWEST_WORLDS = 6  # on fewer nothing is overruled
CLEARLY = 2.0  # standard errors by which it must be better: of several candidates one looks better by chance
SETTLED = 8  # worlds after which a candidate that is behind by BEHIND standard errors is given up
BEHIND = 1.0
MARGIN = 0.15  # of a match's worth hangs on points, so that a lost match is not played at random
EVEN = 0.5  # neither ahead nor behind: where there are no points to compare
MOST_ACTIONS = 20_000  # of one playout
MOST_MS = 60_000  # of one decision: nobody waits for longer
ROUNDS_AHEAD = 1  # after so many more a playout ends where the game can say what a match is worth that goes on

Clock = Callable[[], float]  # seconds
CORE: Clock = time.thread_time  # of the own core alone: on a busy machine who searches takes longer, and plays as well


class OutOfTimeError(Exception):
    """The budget was used up in the middle of a playout."""


class Budget:
    """What may be spent on one decision: time by a clock, or a number of playouts."""

    def __init__(self, ms: int, playouts: int, clock: Clock) -> None:
        self.playouts, self.played, self.clock = playouts, 0, clock
        self.start_s, self.budget_s = clock(), ms / 1000

    @property
    def used(self) -> float:
        """The share of it that is gone."""
        return self.played / self.playouts if self.playouts else (self.clock() - self.start_s) / self.budget_s

    def must_go_on(self) -> None:
        """Called at each step of a playout, so that a long one does not outlast the budget."""
        if not self.playouts and self.used >= 1:
            raise OutOfTimeError


class Candidate(NamedTuple):
    """An action that was tried: what its matches were worth on average, from 0 to 1, in how many worlds."""

    action: Action
    worth: float
    worlds: int


class Explanation(NamedTuple):
    """Why an action was chosen: all that were tried, the best first; `usual` is what the game's usual bot does."""

    chosen: Action
    usual: Action
    candidates: tuple[Candidate, ...]

    def __str__(self) -> str:
        why = "as the usual bot does" if self.chosen == self.usual else f"instead of {self.usual}"
        tried = (f"  {each.action}: {each.worth:.3f} in {each.worlds} worlds" for each in self.candidates)
        return "\n".join((f"{self.chosen}, {why}", *tried))


class Search:
    """The bot in one seat of one match; `explanation` is of its last decision between several actions."""

    bot_name = NAME

    def __init__(self, game: Game, seat: int, ms: int, playouts: int = 0, clock: Clock = CORE) -> None:
        self.game, self.seat, self.ms, self.playouts, self.clock = game, seat, ms, playouts, clock
        usual = next(iter(game.bots))
        self.policy = [bot_for_seat(game, usual, each) for each in range(max(game.seats))]
        self.looks = [look_of(game, choose) for choose in self.policy]
        self.explanation: Explanation | None = None

    def __call__(self, view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        if len(legal) == 1 or legal[0].kind == HAND_KNOWN:  # a bot cannot look at paper
            self.explanation = Explanation(legal[0], legal[0], ())
            return legal[0]
        budget = Budget(self.ms, self.playouts, self.clock)
        usual = self.policy[self.seat](view, legal, determinize, rng)
        others = [action for action in rng.sample(list(legal), len(legal)) if action != usual]
        worths = self._halve_candidates([usual, *others[: MOST_CANDIDATES - 1]], determinize, rng, budget)
        tried = [Candidate(action, fmean(each), len(each)) for action, each in worths.items() if each]
        best = max(worths, key=lambda action: (len(worths[action]), fmean(worths[action] or (0.0,))))
        chosen = best if _is_clearly_better(worths[best], worths[usual]) else usual
        ranked = sorted(tried, key=lambda each: (-each.worlds, -each.worth))
        self.explanation = Explanation(chosen, usual, tuple(ranked))
        return chosen

    def own_reason(self) -> Message | None:
        """Why it did not do what the usual bot does; None if it did that."""
        reason = self.explanation
        if reason is None or reason.chosen == reason.usual:
            return None
        by_action = {each.action: each for each in reason.candidates}
        chosen, usual = by_action[reason.chosen], by_action[reason.usual]
        return say(
            "In {n} possible worlds this scored {worth} of 100, the usual move {usual}.",
            n=chosen.worlds, worth=round(100 * chosen.worth), usual=round(100 * usual.worth),
        )  # fmt: skip

    def _halve_candidates(
        self, candidates: list[Action], determinize: Determinize, rng: Random, budget: Budget
    ) -> dict[Action, list[float]]:
        """What each candidate was worth in each world; the usual one, which is the first, stays to the end."""
        worths: dict[Action, list[float]] = {action: [] for action in candidates}
        usual, alive = candidates[0], candidates
        rounds = max(1, ceil(log2(len(candidates))))
        for done in range(1, rounds + 1):
            while len(alive) > 1 and budget.used < done / rounds:
                values = self._in_one_world(alive, determinize(), rng.getrandbits(60), budget)
                if values is None:
                    return worths
                for action, worth in zip(alive, values, strict=True):
                    worths[action].append(worth)
                alive = [usual, *[action for action in alive[1:] if not _is_behind(worths[action], worths[usual])]]
            if len(alive) == 1 or not worths[alive[-1]]:
                break
            best = sorted(alive[1:], key=lambda action: -fmean(worths[action]))
            alive = [usual, *best[: max(1, (len(alive) + 1) // 2 - 1)]]
        return worths

    def _in_one_world(self, alive: Sequence[Action], world: Any, seed: int, budget: Budget) -> list[float] | None:
        """What each of these comes to there; None if the time was over before that of all was known."""
        try:
            return [self._playout_value(world, action, seed, budget) for action in alive]
        except OutOfTimeError:
            return None

    def _playout_value(self, world: Any, action: Action, seed: int, budget: Budget) -> float:
        """What the match that begins with this action comes to, from 0 to 1."""
        rules, cards, rng = self.game.rules, Random(seed), Random(~seed)
        state = rules.apply(world, action)
        last_round = rules.round_number(state) + ROUNDS_AHEAD
        for _ in range(MOST_ACTIONS):
            budget.must_go_on()
            actors = rules.to_act(state)
            if not actors:
                break
            if self.game.worth and rules.round_number(state) > last_round:
                budget.played += 1
                return _of_all(self.game.worth(state, self.seat), EVEN)
            if actors[0] == CHANCE:
                chances = rules.chance(state)
                state = rules.apply(state, cards.choices(chances, [weight for _, weight in chances])[0][0])
            else:
                state = rules.apply(
                    state, self._usual_action(state, actors[0] if len(actors) == 1 else rng.choice(actors), rng)
                )
        budget.played += 1
        ended = rules.outcome(state)
        return worth_of(ended, self.seat, self.game.cooperative) if ended else 0.0

    def _usual_action(self, state: Any, seat: int, rng: Random) -> Action:
        rules = self.game.rules
        legal = rules.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        return self.policy[seat](self.looks[seat](state, seat), legal, lambda: rules.determinize(state, seat, rng), rng)


def worth_of(ended: Outcome, seat: int, cooperative: bool = False) -> float:
    """A match's worth to a seat: mostly its share of the win, a little its points beside those of the best other."""
    won = (seat in ended.winners) / max(1, len(ended.winners)) if len(ended.winners) < len(ended.scores) else 1.0
    if cooperative:  # of one score that all have, none is ahead
        return _of_all(won, EVEN)
    others = [score for other, score in enumerate(ended.scores) if other != seat] or [0]
    ahead = (ended.scores[seat] - max(others)) / max(1, *map(abs, ended.scores))
    return _of_all(won, (1 + max(-1.0, min(1.0, ahead))) / 2)


def _of_all(won: float, ahead: float) -> float:
    """Of how much of the win, or how likely a one, and how far ahead in points, each from 0 to 1."""
    return (1 - MARGIN) * won + MARGIN * ahead


def _is_clearly_better(worths: Sequence[float], usual: Sequence[float]) -> bool:
    """Compared world by world."""
    ahead = [one - other for one, other in zip(worths, usual, strict=False)]
    if len(ahead) < FEWEST_WORLDS:
        return False
    return fmean(ahead) > CLEARLY * stdev(ahead) / sqrt(len(ahead)) > 0 or min(ahead) > 0


def _is_behind(worths: Sequence[float], usual: Sequence[float]) -> bool:
    """Compared world by world: it has lost so much that it can hardly overrule the usual one any more."""
    if len(worths) < SETTLED:
        return False
    ahead = [one - other for one, other in zip(worths, usual, strict=False)]
    return fmean(ahead) <= -BEHIND * stdev(ahead) / sqrt(len(ahead))


def check_time(bot: str, ms: int) -> None:
    """UserError for a time that no decision can have."""
    if not 1 <= ms <= MOST_MS:
        raise UserError(say("{bot} can take 1 to {most} ms a decision, not {ms}.", bot=bot, most=MOST_MS, ms=ms), USAGE)


def search(ms: int = 200, *, playouts: int = 0) -> BotFactory:
    """A bot that searches for so many ms of its core a decision; with `playouts` for so many matches, on any machine.

    Only with `playouts` does the same seed bring the same match. UserError for a budget below 1, and for
    more than a minute.
    """
    if playouts < 0:
        raise UserError(WRITTEN, USAGE)
    if not playouts:
        check_time(NAME, ms)

    def make(game: Game, seat: int, budget_ms: int) -> Choose:
        return Search(game, seat, budget_ms or ms, playouts)

    make.__name__ = f"{NAME}:{playouts}p" if playouts else f"{NAME}:{ms}"
    return BotFactory(make)


def read_search(text: str) -> BotFactory:
    """The search of a name such as search:200 or search:40p; UserError if it is written otherwise."""
    amount = text.removeprefix(f"{NAME}:")
    number = amount.removesuffix("p")
    if not number.isdecimal() or len(number) > MOST_DIGITS or (amount.endswith("p") and not int(number)):
        raise UserError(WRITTEN, USAGE)
    return search(playouts=int(number)) if amount.endswith("p") else search(int(number))
