"""Many matches of bots, in one process or several, or on many machines. Knows no game, no terminal and no files."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from math import ceil
from random import Random
from typing import Any, NamedTuple, TypeVar

from glowtable.game import CHANCE, Action, Arg, Game
from glowtable.games import find
from glowtable.lab.one_match import Bot, Think, bot_name, make_players, match_steps
from glowtable.lab.scripts import Script, check_code, code_of, run_scripts
from glowtable.lab.tally import Run, SimulatedMatch, Tally
from glowtable.messages import Message, UserError, say, say_install

CHUNK_S = 0.25  # a process plays at least so long at a time: less costs on the way; after much more Ctrl-C is slow
MOST_IN_CHUNK = 256
AHEAD = 4  # chunks for each process that are on their way, or back before their turn
MOST_KILLS = 3  # of a process, in a row: a bot that needs too much memory does so again
TRIALS = 3  # matches that are played first, to find how many that is: the first one alone also imports and prepares


class Campaign(NamedTuple):
    """Matches that are played: what they have in common, and by whom. Another process finds the game by its name.

    Each number, from which a match's random numbers follow, is played in every seating: so each has its place.
    """

    game: Game | str
    run: Run
    seatings: tuple[tuple[Bot, ...], ...]
    scripts: tuple[Script, ...] = ()  # files that register bots and games
    code: str = ""  # of those who send it to others: code_of

    def match_at(self, place: int) -> tuple[int, tuple[Bot, ...]]:
        """Its number, and a bot for each seat."""
        number, seating = divmod(place, len(self.seatings))
        return number, self.seatings[seating]


Chunk = tuple[list[SimulatedMatch], float]
Play = Callable[[list[int]], Chunk]
# calls the function with each of these and gives what it returns, in their order, as the builtin `map` does
Map = Callable[[Play, Iterable[list[int]]], Iterable[Chunk]]


def simulate_matches(
    game: Game,
    players: int,
    options: Mapping[str, Arg],
    games: int,
    seed: int,
    bots: Sequence[Bot],
    jobs: int = 1,
    map: Map | None = None,
) -> Tally:
    """Play `games` matches with a bot per seat. Only times depend on `jobs` and `map`.

    Each match has its own random numbers, derived from the seed and its index.
    """
    campaign = Campaign(game, Run(game.name, players, dict(options), seed), (tuple(bots),))
    tally = Tally(campaign.run)
    for match in play_matches(campaign, games, jobs, map, tally):
        tally.count_match(match)
    return tally


def play_matches(
    campaign: Campaign,
    count: int,
    jobs: int = 1,
    map: Map | None = None,
    tally: Tally | None = None,
    missing: Iterable[int] | None = None,
    tell: Callable[[Message], None] | None = None,
) -> Iterator[SimulatedMatch]:
    """The first so many matches in order, or those at the missing places; the tally is told what playing them takes.

    They are played in this process, in `jobs` others or through `map`. `tell` is told when one of the others has ended
    before its time; else standard error is. UserError if a bot cannot be sent to another
    process, or if these are killed time and again.
    """
    places = iter(range(count) if missing is None else missing)
    for matches, used_s in _play_chunks(campaign, places, count, jobs, map, tell or _tell_in_english):
        if tally:
            tally.cpu_s += used_s
        yield from matches


def _play_chunks(
    campaign: Campaign,
    places: Iterator[int],
    count: int,
    jobs: int,
    map: Map | None,
    tell: Callable[[Message], None],
) -> Generator[Chunk, None, None]:
    spent = []
    for place in islice(places, TRIALS):
        chunk = _play_chunk(campaign, [place])
        yield chunk
        spent.append(chunk[1])
        if spent[-1] > CHUNK_S / TRIALS:
            break
    size = _chunk_size(count, spent, jobs)
    chunks = iter(lambda: list(islice(places, size)), [])
    if jobs == 1 and map is None:
        yield from (_play_chunk(campaign, chunk) for chunk in chunks)
    else:
        play = partial(_play_chunk, _portable(campaign))
        yield from map(play, chunks) if map else _in_processes(play, chunks, jobs, tell)


def _chunk_size(matches: int, spent: Sequence[float], jobs: int) -> int:
    """So many matches take CHUNK_S or more; fewer if there would not be two chunks for each of the jobs."""
    if not spent:
        return 1
    return max(1, min(MOST_IN_CHUNK, ceil(CHUNK_S / max(min(spent), 1e-6)), -(-matches // (2 * jobs))))


def _tell_in_english(message: Message) -> None:
    print(UserError(message), file=sys.stderr)


def _in_processes(
    play: Play, chunks: Iterable[list[int]], jobs: int, tell: Callable[[Message], None]
) -> Iterator[Chunk]:
    """The results in their order. What a process had that was killed is played again, in new ones.

    UserError if that happens time and again.
    """
    pool = ProcessPoolExecutor(jobs, initializer=_begin_worker)

    def submit(chunk: list[int]) -> tuple[list[int], Future[Chunk]]:
        nonlocal pool
        with suppress(BrokenProcessPool):
            return chunk, pool.submit(play, chunk)
        tell(say("A worker ended. Its matches are played again."))
        pool.shutdown()
        pool = ProcessPoolExecutor(jobs, initializer=_begin_worker)
        return chunk, pool.submit(play, chunk)

    def take(given: tuple[list[int], Future[Chunk]]) -> Chunk:
        for _ in range(MOST_KILLS):
            with suppress(BrokenProcessPool):
                return given[1].result()
            given = submit(given[0])
        raise UserError(say("A process playing matches was killed, perhaps for lack of memory. Try fewer --jobs."))

    try:
        yield from in_order(submit, take, chunks, AHEAD * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


Given = TypeVar("Given")


def in_order(
    submit: Callable[[list[int]], Given], take: Callable[[Given], Chunk], chunks: Iterable[list[int]], most: int
) -> Iterator[Chunk]:
    """The results in the order of the chunks, of which no more than `most` are on their way."""
    waiting: deque[Given] = deque()
    for chunk in chunks:
        waiting.append(submit(chunk))
        if len(waiting) == most:
            yield take(waiting.popleft())
    while waiting:
        yield take(waiting.popleft())


def _begin_worker() -> None:
    """Only the process that began this one handles an interrupt; when that one is gone, so is this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=lambda: parent.join() or os._exit(1), daemon=True).start()  # type: ignore[func-returns-value]


def _portable(campaign: Campaign) -> Campaign:
    """The same as another process can be sent it, and must play it."""
    try:
        pickle.dumps(campaign.seatings)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UserError(
            say("Can't send a bot to another process ({cause}). Define it with def in a module, or use one job.",
                cause=str(error))
        ) from None  # fmt: skip
    game = campaign.game if isinstance(campaign.game, str) else find(campaign.game.name).name
    return campaign._replace(game=game, code=code_of(chain(*campaign.seatings)))


def _play_chunk(campaign: Campaign, places: list[int]) -> Chunk:
    """Play these matches; another process may run it, so the game is given by its name."""
    start_s = time.process_time()
    run_scripts(campaign.scripts)
    if campaign.code:
        check_code({code_of(chain(*campaign.seatings))}, campaign.code)
    game, run = find(campaign.game) if isinstance(campaign.game, str) else campaign.game, campaign.run
    matches = [simulate_match(game, run.players, run.options, run.seed, *campaign.match_at(place)) for place in places]
    return matches, time.process_time() - start_s


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
        workers = _workers_of(client, address)

        def there(play: Play, chunks: Iterable[list[int]]) -> Iterator[Chunk]:
            submit = partial(client.submit, play, pure=False)  # a result that was taken is kept nowhere else
            return in_order(submit, partial(_result_of, client), chunks, AHEAD * workers)

        yield Machines(there, workers)
    finally:
        with suppress(OSError, RuntimeError):
            client.close(timeout=1)


@contextmanager
def local_cluster(workers: int, port: int = 0) -> Iterator[str]:
    """A cluster of processes on this machine, for trying; its address. UserError if that port is taken."""
    distributed = _import_distributed()
    try:
        made = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, host="127.0.0.1", scheduler_port=port, dashboard_address=":0",
            preload=[UNDISTURBED],
        )  # fmt: skip
    except (RuntimeError, OSError):
        raise UserError(
            say("No cluster can start at port {port}. Perhaps one is running there. Name another with --port.",
                port=port)
        ) from None  # fmt: skip
    with made:
        yield made.scheduler_address


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UserError(say("A cluster needs more packages. {install}", install=say_install("cluster"))) from None
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
    """How many there are; UserError if there is none, or one without the code of this program."""
    workers = _worker_threads(client)
    if not workers:
        raise UserError(say("The cluster at {address} has no workers. Start some there.", address=address))
    try:
        answers = client.run(code_of, on_error="return").values()
    except CancelledError:
        raise UserError(LOST) from None
    check_code({f"none ({each})" if isinstance(each, Exception) else each for each in answers}, code_of())
    return workers


def _worker_threads(client: Any) -> int:
    return sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())


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
