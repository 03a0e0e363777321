"""Many matches of bots, in one process or several. Knows no game, no terminal and no files."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

from glowtable.game import Arg, Game, Outcome, bot_for_seat
from glowtable.games import find
from glowtable.lab.one_match import match_steps

CHUNK = 8  # matches a process plays at a time: less than a second, so progress is seen and Ctrl-C is quick


class SimulationResult(NamedTuple):
    """The figures of all matches. A shared match counts for each winner, a team's match for both partners."""

    game: str
    players: int
    options: dict[str, Arg]
    games: int
    seed: int
    finished: int
    wins: tuple[int, ...]  # by seat
    reasons: dict[str, int]  # why matches ended
    round_ends: dict[str, int]  # how rounds ended
    actions_mean: float
    rounds_mean: float
    cpu_s: float
    digest: str  # of every action of every match, in order


class SimulatedMatch(NamedTuple):
    """One match: `outcome` is None if it was given up."""

    outcome: Outcome | None
    actions: int
    rounds: int
    digest: bytes


def simulate_matches(
    game: Game,
    players: int,
    options: Mapping[str, Arg],
    games: int,
    seed: int,
    bots: Sequence[str],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> SimulationResult:
    """Play `games` matches with a bot of the game per seat. Only `cpu_s` depends on `jobs`.

    Each match has its own random numbers, derived from the seed and its index; `progress` is called with the number
    of matches done.
    """
    play = partial(_play_chunk, game.name, players, dict(options), seed, tuple(bots))
    records: list[SimulatedMatch] = []
    cpu_s = 0.0
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    for done, used_s in _run_chunks(play, chunks, jobs):
        records += done
        cpu_s += used_s
        progress(len(records))
    return _sum_up(game, players, options, seed, records, cpu_s)


Chunk = tuple[list[SimulatedMatch], float]


def _run_chunks(play: Callable[[range], Chunk], chunks: list[range], jobs: int) -> Iterator[Chunk]:
    """The chunks in order, in this process or in others."""
    if jobs == 1:
        yield from map(play, chunks)
        return
    # only this process handles an interrupt: the others end with their chunk
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield from pool.map(play, chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _play_chunk(
    name: str, players: int, options: dict[str, Arg], seed: int, bots: tuple[str, ...], indexes: range
) -> Chunk:
    """Play the matches of these indexes; another process may run it, so the game is given by its name."""
    start_s = time.process_time()
    game = find(name)
    records = [simulate_match(game, players, options, seed, index, bots) for index in indexes]
    return records, time.process_time() - start_s


def simulate_match(
    game: Game, players: int, options: Mapping[str, Arg], seed: int, index: int, bots: Sequence[str]
) -> SimulatedMatch:
    """Play one match, bots only; its random numbers follow from the seed and its index."""
    choosers = [bot_for_seat(game, bot, seat) for seat, bot in enumerate(bots)]
    digest, actions, state = blake2b(digest_size=16), 0, game.rules.setup(players, options)
    for action, after in match_steps(game, state, choosers, seed, index):
        digest.update(f"{action}\n".encode())
        actions += 1
        state = after
    return SimulatedMatch(game.rules.outcome(state), actions, game.rules.round_number(state), digest.digest())


def _sum_up(
    game: Game, players: int, options: Mapping[str, Arg], seed: int, records: list[SimulatedMatch], cpu_s: float
) -> SimulationResult:
    outcomes = [record.outcome for record in records if record.outcome]
    winners = Counter(chain.from_iterable(outcome.winners for outcome in outcomes))
    return SimulationResult(
        game.name,
        players,
        dict(options),
        len(records),
        seed,
        len(outcomes),
        tuple(winners[seat] for seat in range(players)),
        _count_words(outcome.reason for outcome in outcomes),
        _count_words(chain.from_iterable(outcome.rounds for outcome in outcomes)),
        _mean([record.actions for record in records]),
        _mean([record.rounds for record in records]),
        round(cpu_s, 3),
        blake2b(b"".join(record.digest for record in records), digest_size=16).hexdigest(),
    )


def _count_words(words: Iterable[str]) -> dict[str, int]:
    return {str(word): count for word, count in Counter(words).most_common()}


def _mean(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0
