"""Which test killed each mutant of a sample, kept in a file beside the known survivors.

Each of them dies again by that one test, which takes a fraction of a second; whether it does is tried each time.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from .mutation import Key
from .running import ENDLESS, KILLED, Verdict, file_of
from .subjects import HOUSE

DIGITS = 12  # of a digest: enough to tell some thousand mutants apart


def digest_of_key(key: Key) -> str:
    """A short name of a mutant."""
    return hashlib.sha256(str(tuple(key)).encode()).hexdigest()[:DIGITS]


def recorded_killers(file: Path, keys: Iterable[Key]) -> dict[Key, str]:
    """Of those of these mutants that are in the file: the test that killed it, where its file is still there."""
    tests = json.loads(file.read_text("utf-8")) if file.exists() else {}
    killers = {digest: test for test, digests in tests.items() for digest in digests}
    names = ((key, killers.get(digest_of_key(key), "")) for key in keys)
    return {key: test for key, test in names if test and (HOUSE / file_of(test)).is_file()}


def record_killers(file: Path, found: Mapping[Key, Verdict], others: Iterable[Key] = ()) -> None:
    """Write down which test killed each of these mutants; what is written of the others stays."""
    tests: dict[str, list[str]] = {}
    for key, test in recorded_killers(file, set(others) - set(found)).items():
        tests.setdefault(test, []).append(digest_of_key(key))
    for key, verdict in found.items():
        if verdict.how in (KILLED, ENDLESS) and "::" in verdict.test:
            tests.setdefault(verdict.test, []).append(digest_of_key(key))
    lines = [f"{json.dumps(test)}: {json.dumps(sorted(digests))}" for test, digests in sorted(tests.items())]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
