"""Matches on many machines, through dask.distributed: each has this program, a scheduler hands out the work.

A worker that ends before its time costs nothing but time: what it had is played again elsewhere. Needs the extra
`cluster`. Whoever reaches a scheduler can run any program on its workers: they belong on a network of one's own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import Any, NamedTuple

from glowtable.lab.simulate import Chunk, Map, Task
from glowtable.messages import UserError, say

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
