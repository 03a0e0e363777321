"""Many matches of bots, in one process or several, or on many machines. Knows no game, no terminal and no files."""

from __future__ import annotations

import logging
import pickle
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from itertools import chain
from math import ceil
from random import Random
from typing import Any, NamedTuple

from glowtable.game import CHANCE, Action, Arg, Game, Outcome
from glowtable.games import find
from glowtable.lab.one_match import Bot, Think, bot_name, make_players, match_steps
from glowtable.lab.scripts import Script, run_scripts
from glowtable.messages import UserError, say

CHUNK_S = 0.25  # a process plays at least so long at a time: less costs on the way; after much more Ctrl-C is slow
MOST_IN_CHUNK = 256
MOST_KILLS = 3  # of a process, in a row: a bot that needs too much memory does so again
TRIALS = 3  # matches that are played first, to find how many that is: the first one alone also imports and prepares


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

    number: int
    bots: tuple[str, ...]  # by seat
    starter: int | None  # the first seat that acts while it alone may; None where several may from the first
    outcome: Outcome | None
    actions: int
    rounds: int
    decisions: int  # of seats that had more than one legal action
    choices: int  # how many actions were legal in all of them
    ms_per_decision: tuple[float, ...]  # by seat: what its bot took, its view included
    digest: bytes


class Task(NamedTuple):
    """A match to be played: its number, from which its random numbers follow, and a bot for each seat."""

    number: int
    bots: tuple[Bot, ...]


class RunSettings(NamedTuple):
    """What all matches of a run have in common. Another process finds the game by its name."""

    game: Game | str
    players: int
    options: dict[str, Arg]
    seed: int
    scripts: tuple[Script, ...] = ()  # files that register bots and games


Chunk = tuple[list[SimulatedMatch], float]
# calls the function with each of these and gives what it returns, in their order, as the builtin `map` does
Map = Callable[[Callable[[list[Task]], Chunk], list[list[Task]]], Iterable[Chunk]]


def simulate_matches(
    game: Game,
    players: int,
    options: Mapping[str, Arg],
    games: int,
    seed: int,
    bots: Sequence[Bot],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    keep: Callable[[SimulatedMatch], None] = lambda match: None,
    known: Sequence[SimulatedMatch] = (),
    map: Map | None = None,
    scripts: Sequence[Script] = (),
) -> SimulationResult:
    """Play `games` matches with a bot per seat. Only times depend on `jobs` and `map`.

    Each match has its own random numbers, derived from the seed and its index. `progress` is called with the number of
    matches done, `keep` with each match as it comes, in order; those `known` are not played again. Other processes run
    the `scripts` first, which register bots and games.
    """
    records = list(known)
    tasks = [Task(index, tuple(bots)) for index in sorted({*range(games)} - {record.number for record in known})]
    cpu_s = 0.0
    for done, used_s in play_tasks(RunSettings(game, players, dict(options), seed, tuple(scripts)), tasks, jobs, map):
        for record in done:
            keep(record)
        records += done
        cpu_s += used_s
        progress(len(records))
    return _sum_up(game, players, options, seed, sorted(records, key=lambda record: record.number), cpu_s)


def play_tasks(terms: RunSettings, tasks: Sequence[Task], jobs: int = 1, map: Map | None = None) -> Iterator[Chunk]:
    """The matches of these tasks in their order, some at a time, in this process, in `jobs` others or through `map`.

    UserError if a bot cannot be sent to another process, or if these are killed time and again.
    """
    spent: list[float] = []
    for task in tasks[:TRIALS]:
        results = _play_chunk(terms, [task])
        yield results
        spent.append(results[1])
        if spent[-1] > CHUNK_S / TRIALS:
            break
    size = _chunk_size(len(tasks), spent, jobs)
    chunks = [list(tasks[begin : begin + size]) for begin in range(len(spent), len(tasks), size)]
    if not chunks or (jobs == 1 and map is None):
        yield from (_play_chunk(terms, chunk) for chunk in chunks)
        return
    play = partial(_play_chunk, _portable_terms(terms, tasks))
    yield from map(play, chunks) if map else _in_processes(play, chunks, jobs)


def _chunk_size(matches: int, spent: Sequence[float], jobs: int) -> int:
    """So many matches take CHUNK_S or more; fewer if there would not be two chunks for each of the jobs."""
    if not spent:
        return 1
    return max(1, min(MOST_IN_CHUNK, ceil(CHUNK_S / max(min(spent), 1e-6)), -(-matches // (2 * jobs))))


def _in_processes(play: Callable[[list[Task]], Chunk], chunks: list[list[Task]], jobs: int) -> Iterator[Chunk]:
    """The results in their order. If a process is killed what has not come yet is played again in new ones.

    UserError if that happens time and again before the next result.
    """
    left, kills = deque(chunks), 0
    while left:
        try:
            for chunk in _in_one_pool(play, list(left), jobs):
                left.popleft()
                kills = 0
                yield chunk
        except BrokenProcessPool:
            kills += 1
            if kills == MOST_KILLS:
                raise UserError(say("A process playing matches was killed, perhaps for lack of memory. Try fewer --jobs.")) from None  # fmt: skip # noqa: E501


def _in_one_pool(play: Callable[[list[Task]], Chunk], chunks: list[list[Task]], jobs: int) -> Iterator[Chunk]:
    # only this process handles an interrupt: the others end with their chunk
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    try:
        yield from pool.map(play, chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _portable_terms(terms: RunSettings, tasks: Sequence[Task]) -> RunSettings:
    """The same as another process can be sent it."""
    try:
        pickle.dumps(tasks)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UserError(
            say("Can't send a bot to another process ({cause}). Define it with def in a module, or use one job.",
                cause=str(error))
        ) from None  # fmt: skip
    return terms._replace(game=terms.game if isinstance(terms.game, str) else find(terms.game.name).name)


def _play_chunk(terms: RunSettings, tasks: list[Task]) -> Chunk:
    """Play these matches; another process may run it, so the game is given by its name."""
    start_s = time.process_time()
    run_scripts(terms.scripts)
    game = find(terms.game) if isinstance(terms.game, str) else terms.game
    records = [simulate_match(game, terms.players, terms.options, terms.seed, *task) for task in tasks]
    return records, time.process_time() - start_s


def simulate_match(
    game: Game, players: int, options: Mapping[str, Arg], seed: int, index: int, bots: Sequence[Bot]
) -> SimulatedMatch:
    """Play one match, bots only; its random numbers follow from the seed and its index."""
    clocks = [Clocked(think) for think in make_players(game, bots)]
    state = game.rules.setup(players, options)
    starter: int | None = CHANCE
    digest, actions, decisions, choices = blake2b(digest_size=16), 0, 0, 0
    for action, after, legal in match_steps(game, state, clocks, seed, index):
        if starter == CHANCE and action.seat != CHANCE:
            starter = action.seat if len(game.rules.to_act(state)) == 1 else None
        digest.update(f"{action}\n".encode())
        actions += 1
        decisions += legal > 1
        choices += legal if legal > 1 else 0
        state = after
    return SimulatedMatch(
        index, tuple(map(bot_name, bots)), None if starter == CHANCE else starter, game.rules.outcome(state),
        actions, game.rules.round_number(state), decisions, choices,
        tuple(clock.ms_per_decision for clock in clocks), digest.digest(),
    )  # fmt: skip


class Clocked:
    """A player, and what it has taken in all."""

    def __init__(self, think: Think) -> None:
        self.think, self.ns, self.decisions = think, 0, 0

    def __call__(self, state: Any, legal: Sequence[Action], rng: Random) -> Action:
        start = time.perf_counter_ns()
        action = self.think(state, legal, rng)
        self.ns += time.perf_counter_ns() - start
        self.decisions += 1
        return action

    @property
    def ms_per_decision(self) -> float:
        return round(self.ns / 1e6 / self.decisions, 4) if self.decisions else 0.0


def _sum_up(
    game: Game, players: int, options: Mapping[str, Arg], seed: int, records: list[SimulatedMatch], cpu_s: float
) -> SimulationResult:
    outcomes = [record.outcome for record in records if record.outcome]
    winners = Counter(chain.from_iterable(outcome.winners for outcome in outcomes))
    return SimulationResult(
        game.name, players, dict(options), len(records), seed, len(outcomes),
        tuple(winners[seat] for seat in range(players)),
        _count_words(outcome.reason for outcome in outcomes),
        _count_words(chain.from_iterable(outcome.rounds for outcome in outcomes)),
        _mean_of([record.actions for record in records]), _mean_of([record.rounds for record in records]),
        round(cpu_s, 3), blake2b(b"".join(record.digest for record in records), digest_size=16).hexdigest(),
    )  # fmt: skip


def _count_words(words: Iterable[str]) -> dict[str, int]:
    return {str(word): count for word, count in Counter(words).most_common()}


def _mean_of(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0


# -- on many machines, through dask.distributed: each has this program, a scheduler hands out the work
#
# A worker that ends before its time costs nothing but time: what it had is played again elsewhere. Needs the extra
# `cluster`. Whoever reaches a scheduler can run any program on its workers: they belong on a network of one's own.


ANSWER_S = 10  # so long a scheduler may take to answer at first
PATIENCE_S = 10.0  # so long nothing may come back before it is asked which workers there are
UNDISTURBED = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"  # Ctrl-C is for who started the workers
ALONE = 3  # times in a row without any it is given up; a new one takes some seconds
LOST = say(
    "The cluster or all its workers are gone. Continue here or there with --resume: finished matches are in the "
    "--out file."
)


class Machines(NamedTuple):
    """A cluster that answers: gt.simulate(..., map=machines.map, jobs=machines.workers)."""

    map: Map
    workers: int  # how many matches are played at once


@contextmanager
def cluster(address: str) -> Iterator[Machines]:
    """The cluster with this address, such as tcp://10.0.0.5:8786. UserError if it is none that can play our matches."""
    client = _client_of(address)
    try:
        yield Machines(lambda play, chunks: _results_in_order(client, play, chunks), _workers_of(client, address))
    finally:
        with suppress(OSError, RuntimeError):
            client.close(timeout=1)


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """A cluster of processes on this machine, for trying; its address."""
    distributed = _import_distributed()
    made = distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, preload=[UNDISTURBED]
    )
    with made:
        yield made.scheduler_address


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UserError(
            say("A cluster needs more packages. In Glowtable's folder: .venv/bin/pip install -e '.[cluster]'")
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is said by us
    return distributed


def _client_of(address: str) -> Any:
    distributed = _import_distributed()
    try:
        distributed.comm.get_address_host(address)  # else the client shows a traceback in the end
        return distributed.Client(address, timeout=ANSWER_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UserError(
            say("No cluster answers at {address} ({cause}). Start one, which says where it is: glowtable "
                "cluster up",
                address=address, cause=str(error)[:100])
        ) from None  # fmt: skip


def _workers_of(client: Any, address: str) -> int:
    """How many there are; UserError if there is none, or one without this version of this program."""
    workers = _worker_threads(client)
    if not workers:
        raise UserError(say("The cluster at {address} has no workers. Start some there.", address=address))
    try:
        answers = client.run(_installed_versions, on_error="return").values()
    except CancelledError:
        raise UserError(LOST) from None
    versions = {str(answer) for answer in answers}
    if any(isinstance(answer, Exception) for answer in answers):
        raise UserError(
            say("A worker of the cluster can't load this program ({cause}). Install glowtable {ours} there.",
                cause=", ".join(sorted(versions - {_installed_versions()}))[:200], ours=_installed_versions())
        )  # fmt: skip
    if versions != {_installed_versions()}:
        raise UserError(
            say("The cluster's workers have glowtable {theirs}, and this is {ours}. Install the same on all.",
                theirs=", ".join(sorted(versions)), ours=_installed_versions())
        )  # fmt: skip
    return workers


def _installed_versions() -> str:
    """Sent to each worker as it is."""
    try:
        return version("glowtable")
    except ImportError:
        return "-"


def _worker_threads(client: Any) -> int:
    return sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())


def _results_in_order(
    client: Any, play: Callable[[list[Task]], Chunk], chunks: Iterable[list[Task]]
) -> Iterator[Chunk]:
    """In their order; a result that was taken is kept nowhere else."""
    futures: Sequence[Any] = client.map(play, list(chunks), pure=False)
    for future in futures:
        yield _result_of(client, future)
        future.release()


def _result_of(client: Any, future: Any) -> Chunk:
    """UserError if the cluster is gone, or has no workers any more."""
    alone = 0
    while alone < ALONE:
        try:
            chunk: Chunk = future.result(timeout=PATIENCE_S)
            return chunk
        except TimeoutError:
            alone = 0 if _worker_threads(client) else alone + 1
        except _lost_errors() as error:
            raise UserError(LOST) from error
    raise UserError(LOST)


def _lost_errors() -> tuple[type[Exception], ...]:
    """What is raised when the scheduler is gone, or when whoever had a chunk was killed time and again."""
    distributed = _import_distributed()
    return CancelledError, OSError, distributed.KilledWorker
