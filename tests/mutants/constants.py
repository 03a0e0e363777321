"""The mutants of a table of data, such as cards.toml: each number one more and one less."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .mutation import Key, Mutant

NUMBER = re.compile(r"(?<![\w.#\"'-])-?\d+(?![\w.\"'])")
TABLE = re.compile(r"^\[+([\w.]+)\]+")
LEFT_OUT = re.compile(r"^schema\b|\byear = \Z")  # what no rule reads
TEXT = re.compile(r'"[^"\n]*"')


def constants_of(path: Path) -> list[Mutant]:
    """Every number of the file, changed by one, in the order of its lines."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    count: Counter[tuple[str, ...]] = Counter()
    found, table = [], ""
    for at, line in enumerate(lines):
        table = match[1] if (match := TABLE.match(line)) else table
        for now in changed(line):
            name = (path.name, table, line.strip(), now.strip())
            count[name] += 1
            source = "".join([*lines[:at], now, *lines[at + 1 :]])
            found.append(Mutant(Key(*name, count[name]), path, (at + 1, at + 1), source))
    return found


def changed(line: str) -> Iterator[str]:
    """The line with one of its numbers changed; what is quoted or a comment stays."""
    code = TEXT.sub(lambda text: "_" * len(text[0]), line).partition("#")[0]
    for number in NUMBER.finditer(code):
        if not LEFT_OUT.search(code[: number.start()]):
            for step in (1, -1):
                yield f"{line[: number.start()]}{int(number[0]) + step}{line[number.end() :]}"
