"""Tests in a forked process: the house as it is, or with one mutant in it.

A mutant in a function is tried in a fork of a process that has everything imported and all tests collected: there the
function's code is exchanged. What is run while importing (tables, defaults, what they call) is tried in a fork of
this process, which has imported pytest but nothing of the house.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import pickle
import re
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import hypothesis
import pytest
from coverage import Coverage

from .subjects import HOUSE

# What became of a mutant
SURVIVED, KILLED, ENDLESS, IMPORTED = "survived", "killed", "endless", "imported"
CODES = {0: SURVIVED, 1: KILLED, 2: IMPORTED}
LONGER, EXTRA_S = 5, 3  # a test is endless after so many times its CPU time, and so many seconds more
NEVER_S = 900  # wall time after which a process waits for something that never comes
MEMORY = 4 << 30
NUMBER = re.compile(r"\d+\]$")
LONG_ROW, SEEDS = 16, 4
ROOTS = ("host", "")  # below which modules are named
QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:xdist", "--hypothesis-seed=0")


EndProcess = Callable[[int, bytes], None]
Tell = Callable[[str], None]
Contexts = Mapping[str, Mapping[int, Sequence[str]]]  # file -> line -> the tests that run it


class Reach(NamedTuple):
    """What a run without a mutant tells."""

    seconds: Mapping[str, float]  # each test's CPU time
    tests: Contexts
    imported: Mapping[str, frozenset[int]]  # file -> the lines that are run before any test


class Verdict(NamedTuple):
    how: str
    test: str  # which killed it, or never ended
    seconds: float  # CPU time


class Job(NamedTuple):
    path: Path
    source: str
    tests: Sequence[str]
    seconds: Mapping[str, float]


class Run:
    """A pytest plugin: collects, hands the tests to `then`, and calls `failed` when one fails."""

    def __init__(self, then: Callable[[list[pytest.Item]], None], failed: Callable[[str, str], None]):
        self.then, self.failed = then, failed

    def pytest_configure(self) -> None:
        """Examples that repeat, and none made smaller: one failure is enough."""
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        patient = hypothesis.settings.get_profile("patient")
        hypothesis.settings.register_profile("mutants", patient, phases=phases, derandomize=True, database=None)
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = few_seeds(items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.then(session.items)
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of which not even the tests are found has failed as a test does."""
        if report.failed:
            self.failed(report.nodeid, report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed(report.nodeid, report.longreprtext)


def few_seeds(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Of a test with a long row of numbers the first few: who survives those is not killed but by luck."""
    rows = Counter(NUMBER.sub("", item.nodeid) for item in items)
    seen: Counter[str] = Counter()
    kept = []
    for item in items:
        row = NUMBER.sub("", item.nodeid)
        seen[row] += 1
        if rows[row] < LONG_ROW or seen[row] <= SEEDS:
            kept.append(item)
    return kept


def run_items(items: Sequence[pytest.Item], before: Callable[[str], None]) -> None:
    """Run tests in this order, after `before` of each one's name."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        before(item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


# -- processes


def fork(work: Callable[[EndProcess, Tell], None]) -> tuple[int, bytes, float]:
    """Work in a process that ends by calling what it is given: exit code or minus the signal, message, CPU time.

    Before it may tell what it is at, a line each: they stand before the message.
    """
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        end_process = partial(_end, writer)
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(NEVER_S)
        try:
            work(end_process, lambda line: _write(writer, f"{line}\n".encode()))
        finally:
            end_process(3, b"")  # an error of our own; pytest has written it down
    os.close(writer)
    with open(reader, "rb") as pipe:
        message = pipe.read()
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), message, usage.ru_utime + usage.ru_stime


def _end(writer: int, code: int, message: bytes) -> None:
    _write(writer, message)
    os._exit(code)


def _write(writer: int, message: bytes) -> None:
    with open(writer, "wb", closefd=False) as pipe:
        pipe.write(message)


def verdict(ended: tuple[int, bytes, float]) -> Verdict:
    """What the end of a process says of its mutant. ChildProcessError if it says nothing."""
    code, message, seconds = ended
    *begun, last = message.decode().split("\n")
    if code in (-signal.SIGXCPU, -signal.SIGALRM):
        return Verdict(ENDLESS, begun[-1] if begun else "", seconds)
    if code < 0 and code != -signal.SIGKILL:
        return Verdict(KILLED, begun[-1] if begun else "crash", seconds)
    if code not in CODES:
        raise ChildProcessError(f"a process ended with {code} {last}")
    return Verdict(CODES[code], last, seconds)


def limit_cpu(seconds: float) -> None:
    """From now on this process may take so much CPU time more."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + seconds) + 1, hard))


def limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, resource.RLIM_INFINITY))


def to_log(log: Path) -> None:
    """What pytest writes goes into a file."""
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(target, stream)


def pytest_in(folder: Path, tests: Sequence[str], plugin: object) -> int:
    arguments = [*QUIET, f"--rootdir={HOUSE}", f"--basetemp={folder / 'tmp'}", *tests]
    return int(pytest.main(arguments, plugins=[plugin]))


# -- without a mutant


def measure_reach(folder: Path, tests: Sequence[str], files: Sequence[Path]) -> Reach:
    """Run all the tests without a mutant. ChildProcessError naming one that fails."""

    def work(end_process: EndProcess, tell: Tell) -> None:
        coverage = Coverage(data_file=None, config_file=False, include=[str(path) for path in files])
        run = Run(lambda items: measure_all(items), lambda name, why: end_process(1, why.encode()))

        def measure_all(items: list[pytest.Item]) -> None:
            lines = contexts(coverage, files)
            imported = {name: frozenset(line for line in at if "" in at[line]) for name, at in lines.items()}
            gc.freeze()
            by_file = [list(some) for _, some in groupby(items, key=lambda item: item.path)]
            end_process(0, pickle.dumps((imported, [measure(some, run, coverage, files) for some in by_file])))

        to_log(folder / "log")
        coverage.start()
        pytest_in(folder, tests, run)
        end_process(1, b"nothing was collected")

    code, message, _ = fork(work)
    if code:
        raise ChildProcessError(f"without any mutant: {message.decode() or 'an error'}\n{folder / 'log'} says more")
    imported, measured = pickle.loads(message)
    seconds: dict[str, float] = {}
    reached: dict[str, dict[int, list[str]]] = {path.name: {} for path in files}
    for took, found in measured:
        seconds |= took
        for file, lines in found.items():
            for line, names in lines.items():
                reached[file].setdefault(line, []).extend(name for name in names if name)
    return Reach(seconds, reached, imported)


def measure_tests(folder: Path, tests: Collection[str]) -> dict[str, float]:
    """The CPU time of each of these tests that there is, without a mutant. ChildProcessError naming one that fails."""

    def work(end_process: EndProcess, tell: Tell) -> None:
        def run_chosen(items: list[pytest.Item]) -> None:
            chosen = [item for item in items if item.nodeid in tests]
            began: list[tuple[str, float]] = []
            run_items(chosen, lambda name: began.append((name, sum(os.times()[:2]))))
            end_process(0, pickle.dumps(seconds_of([*began, ("", sum(os.times()[:2]))])))

        to_log(folder / "log")
        pytest_in(folder, files_of(tests), Run(run_chosen, lambda name, why: end_process(1, f"{name}: {why}".encode())))
        end_process(1, b"nothing was collected")

    code, message, _ = fork(work)
    if code:
        raise ChildProcessError(f"without any mutant: {message.decode() or 'an error'}\n{folder / 'log'} says more")
    return dict(pickle.loads(message))


def seconds_of(began: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Of each test from when it began until the next one did."""
    return {name: after - before for (name, before), (_, after) in pairwise(began)}


def files_of(tests: Iterable[str]) -> list[str]:
    """The files of these tests that there are, each once."""
    return [file for file in dict.fromkeys(map(file_of, tests)) if (HOUSE / file).is_file()]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def measure(
    items: Sequence[pytest.Item], run: Run, coverage: Coverage, files: Sequence[Path]
) -> tuple[dict[str, float], Contexts]:
    """The CPU time of each test of a file and the lines that it runs, with nothing in any cache from other files."""

    def work(end_process: EndProcess, tell: Tell) -> None:
        run.failed = lambda name, why: end_process(1, f"{name}: {why}".encode())
        began: list[tuple[str, float]] = []

        def before(name: str) -> None:
            coverage.switch_context(name)
            began.append((name, sum(os.times()[:2])))

        run_items(items, before)
        before("")
        end_process(0, pickle.dumps((seconds_of(began), contexts(coverage, files))))

    code, message, _ = fork(work)
    if code:
        run.failed(items[0].nodeid, message.decode() or f"{items[0].nodeid} or one after it: ended with {code}")
    return pickle.loads(message)


def contexts(coverage: Coverage, files: Sequence[Path]) -> Contexts:
    """Of each file by line the tests that run it, and the empty text if it is run before any."""
    data = coverage.get_data()
    return {path.name: data.contexts_by_lineno(str(path)) for path in files}


# -- a mutant in a process that has imported everything


class WarmProcess:
    """Collects the tests once; each mutant is tried in a fork of it."""

    def __init__(self, folder: Path, tests: Sequence[str]):
        self.ours, theirs = Pipe()
        self.process = os.fork()
        if not self.process:
            self.ours.close()
            try:
                to_log(folder / "log")
                run = Run(lambda items: serve(theirs, items, run), lambda name, why: None)
                pytest_in(folder, tests, run)
            finally:
                os._exit(3)
        theirs.close()

    def judge(self, job: Job) -> Verdict:
        """IMPORTED if the mutant is not inside functions alone."""
        self.ours.send(job)
        answer = self.ours.recv()
        return verdict(answer)

    def close(self) -> None:
        self.ours.close()
        os.waitpid(self.process, 0)


def serve(theirs: Connection, items: Sequence[pytest.Item], run: Run) -> None:
    """Answer each job until there is none."""
    named = {item.nodeid: item for item in items}
    gc.collect()
    functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
    gc.freeze()
    while True:
        try:
            job = theirs.recv()
        except EOFError:
            os._exit(0)
        theirs.send(fork(partial(try_warm, job, run, named, functions)))


def try_warm(
    job: Job,
    run: Run,
    named: Mapping[str, pytest.Item],
    functions: Sequence[FunctionType],
    end_process: EndProcess,
    tell: Tell,
) -> None:
    if not exchange(job, functions):
        end_process(2, b"")
    run.failed = lambda name, why: end_process(1, name.encode())
    limit_memory()
    run_items([named[name] for name in job.tests], partial(begin_test, job, tell))
    end_process(0, b"")


def begin_test(job: Job, tell: Tell, name: str) -> None:
    """It may take some times as long as without a mutant."""
    tell(name)
    limit_cpu(EXTRA_S + LONGER * job.seconds[name])


def exchange(job: Job, functions: Sequence[FunctionType]) -> bool:
    """Put the mutated code into the functions that live; False if it is not inside functions alone."""
    if job.path.suffix != ".py":
        return False
    old = compile(job.path.read_text("utf-8"), str(job.path), "exec", dont_inherit=True)
    new = compile(job.source, str(job.path), "exec", dont_inherit=True)
    pairs = changed_functions(old, new)
    if not pairs:
        return False
    for was, now in pairs:
        alive = [each for each in functions if same_place(each.__code__, was)]
        for function in alive:
            function.__code__ = now
        if not alive:
            return False
    return True


def changed_functions(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The functions and lambdas outside of others whose code differs; None if anything else does."""
    if is_function(old):
        return [] if same(old, new) else [(old, new)]
    if facts(old) != facts(new):
        return None
    pairs = []
    for was, now in zip(inner_codes(old), inner_codes(new), strict=True):
        found = changed_functions(was, now)
        if found is None:
            return None
        pairs += found
    return pairs


def is_function(code: CodeType) -> bool:
    """A def or a lambda: not a module, a class or a comprehension."""
    return (
        bool(code.co_flags & inspect.CO_OPTIMIZED)
        and not code.co_name.endswith("comp>")
        and code.co_name != "<genexpr>"
    )


def same(old: CodeType, new: CodeType) -> bool:
    inner = (inner_codes(old), inner_codes(new))
    return facts(old) == facts(new) and all(same(was, now) for was, now in zip(*inner, strict=True))


def facts(code: CodeType) -> tuple[object, ...]:
    """What a code does by itself, the codes in it aside."""
    constants = [repr(each) if not isinstance(each, CodeType) else "code" for each in code.co_consts]
    names = (code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, constants, names, code.co_exceptiontable, code.co_flags, code.co_argcount)


def inner_codes(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def same_place(code: CodeType, other: CodeType) -> bool:
    if code.co_firstlineno != other.co_firstlineno or code.co_filename != other.co_filename:
        return False
    return code.co_qualname == other.co_qualname and list(code.co_positions()) == list(other.co_positions())


# -- a mutant that is imported


class MutantFinder(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Finds one module, and compiles it from another source."""

    def __init__(self, path: Path, source: str):
        super().__init__(module_name(path), str(path))
        self.source = source

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> Any:
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


def import_mutant(job: Job) -> None:
    """From now on the house is imported with it: a module by another source, data by what the program reads."""
    if job.path.suffix == ".py":
        sys.meta_path.insert(0, MutantFinder(job.path, job.source))
        return
    from glowtable import gate  # of this process: nothing else of the house is there yet

    read_file, read_text = gate.read_file, Path.read_text
    gate.read_file = lambda path, *args: job.source.encode() if path == job.path else read_file(path, *args)
    # by a test; pytest reads its settings so, too
    Path.read_text = lambda path, *args, **named: job.source if path == job.path else read_text(path, *args, **named)


def module_name(path: Path) -> str:
    """As the tests import it."""
    root = next(HOUSE / root for root in ROOTS if path.is_relative_to(HOUSE / root))
    return ".".join(path.relative_to(root).with_suffix("").parts)


def judge_imported(folder: Path, job: Job) -> Verdict:
    """Try a mutant in a process that imports the house with it."""

    def work(end_process: EndProcess, tell: Tell) -> None:
        def run_chosen(items: list[pytest.Item]) -> None:
            named = {item.nodeid: item for item in items}
            missing = [name for name in job.tests if name not in named]
            if missing:
                end_process(1, missing[0].encode())  # the mutant changes which tests there are
            run_items([named[name] for name in job.tests], partial(begin_test, job, tell))
            end_process(0, b"")

        def failed(name: str, why: str) -> None:
            end_process(1, next((test for test in job.tests if file_of(test) == name), name).encode())

        to_log(folder / "log")
        limit_memory()
        limit_cpu(EXTRA_S * LONGER)
        import_mutant(job)
        tell(job.tests[0])
        pytest_in(folder, files_of(job.tests), Run(run_chosen, failed))
        failed(file_of(job.tests[0]), "")

    return verdict(fork(work))


def reached_by(reach: Reach, file: str, lines: Iterable[int]) -> set[str]:
    """The tests that run one of these lines."""
    return {test for line in lines for test in reach.tests[file].get(line, ())}
