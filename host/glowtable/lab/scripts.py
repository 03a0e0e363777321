"""A person's own file of bots and games: run once in each process, so that what it registers is found there, too."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, TracebackType
from typing import NamedTuple

from glowtable.messages import USAGE, UserError, say

MODULE = (
    "glowtable_guest"  # what the file is called while it runs: not __main__, so that it may play matches of its own
)


class Script(NamedTuple):
    """A file as it was when it was read: another process runs the same bytes, whatever the file has become."""

    path: str
    source: bytes


def load_scripts(paths: Sequence[str]) -> tuple[Script, ...]:
    """Read these files and run them for what they register. UserError if one is not there, or fails."""
    scripts = tuple(map(_read_script, paths))
    run_scripts(scripts)
    return scripts


@lru_cache(maxsize=1)  # what others register in between under the same names is replaced
def run_scripts(scripts: tuple[Script, ...]) -> None:
    """Run them unless they are what was run last in this process. UserError if one fails.

    What is beside a file is found first, as when Python runs it.
    """
    for script in scripts:
        folder = str(Path(script.path).parent)
        if folder not in sys.path and Path(folder).is_dir():  # on another machine it may not be there
            sys.path.insert(0, folder)
        with _Failing(script.path):
            module = sys.modules[MODULE] = ModuleType(MODULE)
            module.__file__ = script.path
            exec(compile(script.source, script.path, "exec", dont_inherit=True), module.__dict__)


def _read_script(path: str) -> Script:
    if not Path(path).is_file():
        raise UserError(say("Can't find {file}. Give --with the path of your file.", file=path), USAGE)
    with _Failing(path):
        return Script(str(Path(path).absolute()), Path(path).read_bytes())


def code_of(bots: Iterable[object] = ()) -> str:
    """The version of this program, with a digest of its code and of the modules of bots that are functions."""
    modules = {getattr(getattr(bot, "make", bot), "__module__", "") for bot in bots}
    return _digest_of(frozenset(modules - {"__main__", MODULE}))  # those two are sent as they are


@lru_cache
def _digest_of(modules: frozenset[str]) -> str:
    files = [getattr(sys.modules.get(name), "__file__", None) for name in sorted(modules)]
    digest = blake2b(digest_size=4)
    for path in (*sorted(Path(__file__).parents[1].rglob("*.py")), *(Path(file) for file in files if file)):
        digest.update(path.read_bytes())
    return f"{version('glowtable')} ({digest.hexdigest()})"


def check_code(theirs: set[str], ours: str) -> None:
    """UserError if others play with other code."""
    if theirs != {ours}:
        raise UserError(
            say("The cluster's workers have glowtable {theirs}, and this is {ours}. Install the same on all.",
                theirs=", ".join(sorted(theirs))[:200], ours=ours)
        )  # fmt: skip


class _Failing:
    """What a script raises becomes one sentence; its own traceback is the cause."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        """Nothing is needed before."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, UserError):
            cause = f"{type(error).__name__}: {error}"[:200]
            raise UserError(say("{file} failed: {cause}", file=self.path, cause=cause)) from error
