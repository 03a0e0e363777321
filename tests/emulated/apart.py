"""A function in a copy of this process: what it does to a booted Pico is undone when it returns.

So a table is booted once and its moment used again and again: by tests, and by sweeps over many moments.
"""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pytest

AT_ONCE = os.cpu_count() or 1


class Fork:
    """`function` at work in a fork; what it returns must be picklable."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.function = function
        self.reading, writing = os.pipe()
        self.child = os.fork()
        if not self.child:
            try:
                with os.fdopen(writing, "wb") as pipe:
                    pipe.write(pickle.dumps(outcome(function, arguments)))
            finally:
                os._exit(0)  # whatever happened: nothing of the parent's may go on here
        os.close(writing)

    def result(self) -> Any:
        """What it returned, or its error."""
        with os.fdopen(self.reading, "rb") as pipe:
            sent = pipe.read()
        os.waitpid(self.child, 0)
        if not sent:
            raise ChildProcessError(f"{self.function} told nothing from its fork")
        value, error = pickle.loads(sent)
        if error is not None:
            raise error
        return value


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, BaseException | None]:
    """What it returns, or what it raises: that is raised again where the fork was made."""
    call = pytest.CallInfo.from_call(partial(function, *arguments), "call")
    return (None, call.excinfo.value) if call.excinfo else (call.result, None)


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """What `function` returns, worked out in a fork."""
    return Fork(function, *arguments).result()


def side_by_side(calls: Iterable[Callable[[], Any]]) -> Iterator[Any]:
    """The results of these calls in their order, each in a fork, as many at once as there are processors.

    A call is made from the state of the moment at which `calls` yields it.
    """
    waiting: list[Fork] = []
    for call in calls:
        waiting.append(Fork(call))
        if len(waiting) >= AT_ONCE:
            yield waiting.pop(0).result()
    for fork in waiting:
        yield fork.result()
