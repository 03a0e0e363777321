"""Every chosen mutant of a subject against the tests that reach it; what was found out is kept in a file."""

import ast
import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from .constants import constants_of
from .mutation import Key, Mutant, Scope, mutants_of, outer_function, scopes_of
from .recorded import recorded_killers
from .running import (
    ENDLESS,
    IMPORTED,
    KILLED,
    SURVIVED,
    Job,
    Reach,
    Verdict,
    WarmProcess,
    file_of,
    files_of,
    judge_imported,
    measure_reach,
    measure_tests,
    reached_by,
)
from .subjects import GLOWTABLE, HOUSE, Subject, listed_survivors

PRACTICE = "practice"  # the seed of the half whose survivors tests may be written for before fresh ones are drawn
LITTLE_S = 2  # of CPU time: what it takes to import everything
KEPT = HOUSE / ".venv" / "mutants"


class Found(NamedTuple):
    """What became of a mutant, and of which state of the files that is true."""

    key: Key
    verdict: Verdict
    house: str
    tests: str


class Judge:
    """Tries mutants of one subject, one after the other."""

    def __init__(self, subject: Subject, reach: Reach, folder: Path):
        self.subject, self.reach, self.folder = subject, reach, folder
        self.scopes = {path.name: scopes_of_file(path) for path in subject.files if path.suffix == ".py"}
        self.killers: dict[str, list[str]] = {}
        self.warm = WarmProcess(folder, subject.tests)

    def try_mutant(self, mutant: Mutant) -> Verdict:
        """The tests that reach it, those that killed its neighbours first, then the quick ones."""
        if mutant.path.suffix == ".toml":
            return self.remembered(mutant, self.try_imported(mutant))
        imported = self.is_imported(mutant)
        tests = self.in_order(mutant, self.reached(mutant))
        if imported:
            tests = self.quickest(tests)  # who dies by them need not be imported
        elif not tests:
            return Verdict(SURVIVED, "", 0.0)
        verdict = self.warm.judge(self.job(mutant, tests)) if tests else Verdict(IMPORTED, "", 0.0)
        if verdict.how == IMPORTED or (imported and verdict.how == SURVIVED):
            verdict = self.try_imported(mutant)
        return self.remembered(mutant, verdict)

    def remembered(self, mutant: Mutant, verdict: Verdict) -> Verdict:
        """The same; what killed it is tried first on its neighbours."""
        if verdict.how == KILLED and verdict.test in self.reach.seconds:
            self.killers.setdefault(mutant.key.file, []).insert(0, verdict.test)
        return verdict

    def try_imported(self, mutant: Mutant) -> Verdict:
        """All the tests, those of the longest file first: to collect them all takes as long as most of them."""
        tests = self.in_order(mutant, self.reach.seconds)
        longest, _ = Counter(map(file_of, tests)).most_common(1)[0]
        first = [test for test in tests if file_of(test) == longest]
        others = [test for test in tests if file_of(test) != longest]
        verdict = judge_imported(self.folder, self.job(mutant, first))
        if others and verdict.how == SURVIVED:
            verdict = judge_imported(self.folder, self.job(mutant, others))
        return verdict

    def job(self, mutant: Mutant, tests: Sequence[str]) -> Job:
        return Job(mutant.path, mutant.source, tests, self.reach.seconds)

    def quickest(self, tests: Sequence[str]) -> list[str]:
        """As many of them, from the first one on, as take little time."""
        spent = accumulate(self.reach.seconds[test] for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds < LITTLE_S]

    def is_imported(self, mutant: Mutant) -> bool:
        """Whether it is run before any test: outside of functions, or in one that is called while importing."""
        body = outer_function(self.scopes[mutant.key.file], mutant.lines[0])
        imported = self.reach.imported[mutant.key.file]
        return body is None or any(line in imported for line in range(body.first, body.last + 1))

    def reached(self, mutant: Mutant) -> set[str]:
        """The tests that run its lines; where a line is not seen alone, those of the function."""
        first, last = mutant.lines
        body = outer_function(self.scopes[mutant.key.file], first)
        tests = reached_by(self.reach, mutant.key.file, range(first, last + 1))
        return tests or reached_by(self.reach, mutant.key.file, range(body.first, body.last + 1) if body else ())

    def in_order(self, mutant: Mutant, tests: Iterable[str]) -> list[str]:
        recent = {test: place for place, test in reversed(list(enumerate(self.killers.get(mutant.key.file, [])[:20])))}
        seconds = self.reach.seconds
        return sorted(tests, key=lambda test: (seconds[test] * (0.1 if test in recent else 1), test))

    def close(self) -> None:
        self.warm.close()


@cache
def scopes_of_file(path: Path) -> list[Scope]:
    return scopes_of(ast.parse(path.read_text("utf-8")))


@cache
def all_mutants(subject: Subject) -> tuple[Mutant, ...]:
    return tuple([mutant for path in subject.files for mutant in made_of(path)])


def made_of(path: Path) -> list[Mutant]:
    return constants_of(path) if path.suffix == ".toml" else mutants_of(path)


def commit_id() -> str:
    """Of the commit that is checked out: the seed of what is fresh with it."""
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=HOUSE, capture_output=True, text=True, check=True).stdout[
        :-1
    ]


def fresh_of(subject: Subject, size: int, seed: str = "") -> list[Mutant]:
    """So many that are not for practice, recorded or listed, drawn by a seed, or else by the id of the commit."""
    mutants, listed = all_mutants(subject), listed_survivors(subject.listed)
    recorded = recorded_killers(subject.recorded, [mutant.key for mutant in mutants])
    seen = {mutant.key for mutant in sample_of(mutants, len(mutants) // 2, PRACTICE)} | {*recorded, *listed}
    return sample_of([mutant for mutant in mutants if mutant.key not in seen], size, seed or commit_id())


def sample_of(mutants: Sequence[Mutant], size: int, seed: str) -> list[Mutant]:
    """So many of them; a change of the others leaves the choice alone."""

    def drawn(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {tuple(mutant.key)}".encode()).digest()

    return sorted(mutants, key=drawn)[:size]


# -- what is kept


def digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(str(path.relative_to(HOUSE)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def house_digest(subject: Subject) -> str:
    """Of all that the mutants are made of, and what it stands on."""
    beside = [path for folder in (GLOWTABLE, GLOWTABLE / "kit", GLOWTABLE / "match") for path in folder.glob("*.py")]
    own = [path for path in subject.files[0].parent.iterdir() if path.suffix in (".py", ".toml")]
    tool = [
        Path(__file__).with_name(name)
        for name in ("operators.py", "mutation.py", "constants.py", "running.py", "subjects.py")
    ]
    return digest_of({*beside, *own, *tool})


def tests_digest() -> str:
    """Of every test and what tests share."""
    folders = (HOUSE / "tests", HOUSE / "tests" / "games", HOUSE / "tests" / "kit", HOUSE / "tests" / "golden")
    return digest_of(path for folder in folders for path in folder.iterdir() if path.suffix in (".py", ".json"))


def state_of(verdict: Verdict, tests: str) -> str:
    """A digest of what a verdict depends on: a killer's file, or all the tests."""
    path = HOUSE / file_of(verdict.test)
    return digest_of([path]) if verdict.test and path.is_file() else tests


class Work(NamedTuple):
    """What is found out about a subject while the house and its tests are in this state."""

    subject: Subject
    house: str
    tests: str

    @property
    def file(self) -> Path:
        return KEPT / self.subject.name / "found.jsonl"

    def known(self) -> dict[Key, Verdict]:
        """What was found out and still holds: a killer that is as it was still kills."""
        found: dict[Key, Verdict] = {}
        for line in self.file.read_text("utf-8").splitlines() if self.file.exists() else ():
            row = json.loads(line)
            entry = Found(Key(*row["key"]), Verdict(*row["verdict"]), row["house"], row["tests"])
            if entry.house == self.house and entry.tests == state_of(entry.verdict, self.tests):
                found[entry.key] = entry.verdict
        return found

    def unknown(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        known = self.known()
        return [mutant for mutant in mutants if mutant.key not in known]

    def keep(self, key: Key, verdict: Verdict) -> None:
        found = Found(key, verdict, self.house, state_of(verdict, self.tests))
        with self.file.open("a", encoding="utf-8") as rows:
            rows.write(json.dumps(found._asdict()) + "\n")


def reach_of_subject(subject: Subject, folder: Path, digest: str) -> Reach:
    """Measured once for each state of the files."""
    file = folder / f"reach-{digest}"
    if not file.exists():
        for old in folder.glob("reach-*"):
            old.unlink()
        file.write_bytes(pickle.dumps(measure_reach(folder, subject.tests, subject.files)))
    return pickle.loads(file.read_bytes())


# -- all together


def judge_all(subject: Subject, mutants: Sequence[Mutant], jobs: int, say: Callable[[str], None]) -> dict[Key, Verdict]:
    """What became of each; what is known from an earlier run is not tried again."""
    KEPT.joinpath(subject.name).mkdir(parents=True, exist_ok=True)
    work = Work(subject, house_digest(subject), tests_digest())
    left = work.unknown(mutants)
    say(f"{subject.name}: {len(mutants)} mutants, {len(mutants) - len(left)} known from before")
    try_again(work, left, jobs, say)
    left = work.unknown(mutants)
    if left:
        reach = reach_of_subject(subject, work.file.parent, work.house + work.tests)
        say(f"{subject.name}: {len(reach.seconds)} tests, {sum(reach.seconds.values()):.0f} s of CPU time")
        in_processes((partial(try_some, work, reach, left[first::jobs]) for first in range(jobs)), jobs)
    if work.unknown(mutants):
        raise ChildProcessError(f"{subject.name}: tests were changed meanwhile, run it again")
    known = work.known()
    return {mutant.key: known[mutant.key] for mutant in mutants}


def try_again(work: Work, mutants: Sequence[Mutant], jobs: int, say: Callable[[str], None]) -> None:
    """Each mutant by the test that is recorded to kill it, once these tests have passed without any."""
    killers = recorded_killers(work.subject.recorded, [mutant.key for mutant in mutants])
    if not killers:
        return
    with work_folder(work.subject.name) as folder:
        seconds = measure_tests(folder, set(killers.values()))
    jobs_left = [
        (mutant, Job(mutant.path, mutant.source, [killers[mutant.key]], seconds))
        for mutant in mutants
        if killers.get(mutant.key) in seconds
    ]
    in_processes((partial(try_recorded, work, jobs_left[first::jobs]) for first in range(jobs)), jobs)
    say(f"{work.subject.name}: {len(mutants) - len(work.unknown(mutants))} killed by the test that is recorded")


def try_recorded(work: Work, jobs: Sequence[tuple[Mutant, Job]]) -> None:
    """Try these, one after the other, and write down which are killed: in a running process, or else imported."""
    with work_folder(work.subject.name) as folder:
        warm = WarmProcess(folder, files_of(test for _, job in jobs for test in job.tests))
        for mutant, job in jobs:
            verdict = warm.judge(job)
            if verdict.how not in (KILLED, ENDLESS):
                verdict = judge_imported(folder, job)
            if verdict.how in (KILLED, ENDLESS):
                work.keep(mutant.key, verdict)
        warm.close()


def try_some(work: Work, reach: Reach, mutants: Sequence[Mutant]) -> None:
    """Try these, one after the other, and write down what is found."""
    with work_folder(work.subject.name) as folder:
        judge = Judge(work.subject, reach, folder)
        for mutant in mutants:
            work.keep(mutant.key, judge.try_mutant(mutant))
        judge.close()


def in_processes(works: Iterable[Callable[[], object]], jobs: int) -> None:
    """Do each in a process of its own, so many at a time. ChildProcessError if one fails, when all have ended."""
    running, failed = 0, False
    for work in works:
        if running == jobs:
            failed |= bool(os.wait()[1])
            running -= 1
        start_process(work)
        running += 1
    for _ in range(running):
        failed |= bool(os.wait()[1])
    if failed:
        raise ChildProcessError(f"not all mutants could be tried; {KEPT} says more")


def start_process(work: Callable[[], object]) -> None:
    sys.stdout.flush()
    if os.fork():
        return
    code = 1
    try:
        work()
        code = 0
    except ChildProcessError as error:
        print(error, file=sys.stderr)
    finally:
        os._exit(code)


class work_folder:
    """A folder of one worker, deleted at its end."""

    def __init__(self, name: str):
        self.path = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=KEPT))

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *failed: object) -> None:
        if not failed[0]:
            shutil.rmtree(self.path)


def survivors(found: Mapping[Key, Verdict]) -> Iterator[Key]:
    return (key for key, verdict in found.items() if verdict.how == SURVIVED)
