"""Mutation testing: are the tests able to notice a wrong rule?

    python -m tests.mutants [punto alex_and_co ... kit] [--sample 200 | --fresh 60] [--seed 1] [--jobs 1]
                            [--quick | --record]
    python -m tests.mutants --operators

Prints what survived; fails if a survivor is not listed with its reason, if a listed one does not survive any more, or
if fewer than 95 % are killed, which a sample must show beyond doubt. An interrupted run goes on where it was.
`--record` writes down which test killed each, and is tried first next time; `--quick` besides takes the listed
survivors' word for it. `--fresh` tries what nobody has tried before: the id of the commit draws them. Half of all are
never fresh: `--sample 400 --seed practice` draws of them first, to see what kind of test is missing. Needs the extra
`mutants`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from .judging import all_mutants, fresh_of, in_processes, judge_all, sample_of, survivors
from .mutation import Key, Mutant
from .operators import operators
from .recorded import record_killers
from .running import ENDLESS, KILLED, SURVIVED, Verdict
from .subjects import CONTROL, EVERY, HOUSE, Subject, listed_survivors, subject_of

GOAL = 0.95
Z = 1.96  # of a normal distribution: 95 % lie within


class Result(NamedTuple):
    subject: Subject
    all: int
    found: Mapping[Key, Verdict]
    unlisted: Sequence[Mutant]  # survived, and nobody said why
    stale: Sequence[tuple[Key, str]]  # listed, and what is wrong with that

    @property
    def killed(self) -> int:
        return sum(verdict.how in (KILLED, ENDLESS) for verdict in self.found.values())

    @property
    def passed(self) -> bool:
        return not self.unlisted and not self.stale and self.likely[1] >= GOAL

    @property
    def score(self) -> float:
        return self.killed / len(self.found)

    @property
    def likely(self) -> tuple[float, float]:
        """Between what the score of all mutants lies with 95 % confidence (Wilson); itself if all were tried."""
        tried, rate = len(self.found), self.score
        if tried == self.all:
            return rate, rate
        centre, spread = rate + Z * Z / (2 * tried), Z * sqrt(rate * (1 - rate) / tried + Z * Z / (4 * tried * tried))
        low, high = ((centre + sign * spread) / (1 + Z * Z / tried) for sign in (-1, 1))
        return low, high


def main(words: Sequence[str]) -> int:
    arguments = parser().parse_args(words)
    if arguments.operators:
        print("\n".join(operator_lines()))
        return 0
    names = arguments.subjects or EVERY
    try:
        if arguments.jobs > 1 < len(names):
            for name in names:
                all_mutants(subject_of(name))  # made once, for the processes and for what is said of them
            in_processes((partial(try_alone, name, arguments) for name in names), arguments.jobs)
        results = [try_subject(name, arguments) for name in names]
    except ChildProcessError as error:
        print(error, file=sys.stderr)
        return 2
    print()
    for line in table(results):
        print(line)
    if arguments.quick:
        print("listed survivors were not tried")
    return 0 if all(result.passed for result in results) else 1


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.mutants")
    made.add_argument("subjects", nargs="*", choices=[*EVERY, CONTROL, []], help="whose rules; nothing: all")
    made.add_argument("--sample", type=int, default=0, help="so many mutants of each, drawn by the seed; 0: all")
    made.add_argument("--seed", default="", help="of a sample: 1 if nothing is said; of fresh ones: the commit's id")
    made.add_argument("--fresh", type=int, default=0, help="so many that are not for practice, recorded or listed")
    made.add_argument("--operators", action="store_true", help="list what is changed, with an example of each")
    made.add_argument("--record", action="store_true", help="write down which test killed which mutant")
    made.add_argument("--quick", action="store_true", help="do not try listed survivors")
    made.add_argument("--jobs", type=int, default=1, help="processes at a time")
    return made


def operator_lines() -> list[str]:
    """Each operator with its first example; the numbers of a data file are the last."""
    made = [(type(operator).__name__, operator.examples()[0]) for operator in operators()]
    lines = [f"{name}: {' -> '.join(map(shortly, (of.pre_mutation_code, of.post_mutation_code)))}" for name, of in made]
    return [*lines, "constants of cards.toml: copies = 10 -> copies = 11"]


def shortly(code: str) -> str:
    """An example on one line."""
    return "; ".join(line.strip() for line in code.strip().splitlines())


def chosen_mutants(subject: Subject, arguments: argparse.Namespace) -> Sequence[Mutant]:
    """All its mutants, or a sample of them."""
    if arguments.fresh:
        return fresh_of(subject, arguments.fresh, arguments.seed)
    mutants = all_mutants(subject)
    return sample_of(mutants, arguments.sample, arguments.seed or "1") if arguments.sample else mutants


def judged(subject: Subject, arguments: argparse.Namespace, jobs: int) -> dict[Key, Verdict]:
    """What became of the chosen mutants."""
    chosen = chosen_mutants(subject, arguments)
    believed = set(listed_survivors(subject.listed)) if arguments.quick else set()
    found = judge_all(subject, [mutant for mutant in chosen if mutant.key not in believed], jobs, shown)
    return {mutant.key: found.get(mutant.key, Verdict(SURVIVED, "", 0.0)) for mutant in chosen}


def try_subject(name: str, arguments: argparse.Namespace) -> Result:
    """All or a sample of its mutants, and what is said of them."""
    subject = subject_of(name)
    found = judged(subject, arguments, arguments.jobs)
    mutants, listed, lived = all_mutants(subject), listed_survivors(subject.listed), set(survivors(found))
    there = {mutant.key for mutant in mutants}
    if arguments.record:
        record_killers(subject.recorded, found, there)
    stale = [(key, "no such mutant") for key in listed if key not in there]
    stale += [(key, f"killed by {found[key].test}") for key in listed if key in found and key not in lived]
    unlisted = [mutant for mutant in mutants if mutant.key in lived and mutant.key not in listed]
    result = Result(subject, len(mutants), found, unlisted, stale)
    for line in details(result):
        print(line)
    return result


def try_alone(name: str, arguments: argparse.Namespace) -> None:
    """Find out about one of several subjects that are tried at the same time; try_subject will know it."""
    judged(subject_of(name), arguments, 1)


def shown(line: str) -> None:
    print(line, flush=True)


def details(result: Result) -> list[str]:
    """Each survivor that nobody has given a reason for, and each reason without its survivor."""
    lines = []
    for mutant in sorted(result.unlisted, key=lambda mutant: (mutant.key.file, mutant.lines)):
        key = mutant.key
        nth = f"  (nth = {key.nth})" if key.nth > 1 else ""
        lines += [f"survived: {mutant.path.relative_to(HOUSE)}:{mutant.lines[0]} in {key.scope or 'the file'}{nth}"]
        lines += [f"    was {key.was}", f"    now {key.now}"]
    for key, why in result.stale:
        lines.append(f"not a survivor: {result.subject.listed.name} lists {key.file} {key.scope}: {key.now} ({why})")
    return lines


def table(results: Sequence[Result]) -> list[str]:
    lines = [f"{'':18}{'mutants':>8}{'tried':>8}{'killed':>8}{'endless':>8}{'listed':>8}{'not':>6}  score"]
    for result in results:
        count = Counter(verdict.how for verdict in result.found.values())
        tried, unlisted = len(result.found), len(result.unlisted)
        listed = tried - result.killed - unlisted
        figures = (result.all, tried, count[KILLED], count[ENDLESS], listed)
        shown = "".join(f"{figure:8}" for figure in figures)
        lines.append(f"{result.subject.name:18}{shown}{unlisted:6}  {score(result)}")
    return lines


def score(result: Result) -> str:
    """Killed of tried; of a sample also where the score of all is likely to lie."""
    low, high = result.likely
    return f"{result.score:.1%}" + (f" ({low:.1%} to {high:.1%})" if len(result.found) < result.all else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
