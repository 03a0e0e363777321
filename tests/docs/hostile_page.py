"""docs/HOSTILE.md: the kinds of hostile files, how the commands that read them end, and what they say.

    make renew R=hostile      # writes it again, in some five minutes: after a change of a sentence, option or command

Every file with every command and its whole sentence goes to dist/hostile.tsv. On the page, details of a sentence are
an ellipsis: what stands in brackets, or behind the words that lead to a name, a number or a cause. Only its first
sentence counts.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.support.hostile import ROLES
from tests.support.hostile_commands import COMMANDS, HOUSE, READERS, Ran, Run, commands_run, files, fresh_home, run_with
from tests.support.hostile_moments import AT_THE_BEGINNING, IN_MID_MATCH

PAGE = HOUSE / "docs" / "HOSTILE.md"
WHOLE = HOUSE / "dist" / "hostile.tsv"
NAMED = 1  # so many files of a row are named; of moments all
WRITERS = ("play", "simulate", "doctor")  # commands whose output is taken away
NOTHING = "nothing"
HEAD = """# Hostile files

Commands never end with a traceback, whatever is in a file they read. They end with a sentence and an
[exit code](play/journal.md#exit-codes). Here is each kind of sentence and how many files get it; `…` stands for a name,
a number or a cause. [TROUBLE.md](TROUBLE.md) says what to do.

    make test T=campaign         # a quarter of the files, with the commands that read them
    make test T=campaign-long    # all files, each also with commands that don't read it
    make renew R=hostile         # writes this page, and each file, command and sentence to dist/hostile.tsv

In a *sealed* journal only the rows are hostile: their hashes are right.
"""
TITLES = {
    "config": "The settings: `config.toml`",
    "tags": "The tags: `tags.csv`",
    "link": "The report of the last link: `link.json`",
    "seats": "Seats taken on phones: `seats.json`",
    "journal": "The journal: `journal.sqlite`",
    "lock": "The file of locks: `playing.lock`",
    "data": "The folder of all data",
    "match": "A match to replay",
    "bundle": "A bundle to replay",
    "backup": "A backup to restore",
    "records": "Matches of bots to report or continue",
    "guest": "A file of your own bots",
    "board": "A file that says how a table is wired",
    "meanwhile": "While a match is played",
    "resumed": "When that match is resumed",
    "output": "Where the output goes",
}
MEANWHILE, RESUMED, OUTPUT = [*TITLES.values()][-3:]
MOMENTS = frozenset((*IN_MID_MATCH, *AT_THE_BEGINNING))
DETAILS = (  # of a sentence -> what is left of them
    (r"(?<=[.?!]) (?=[A-Z0-9]).*", ""),  # the next sentence: what to do
    (r"\(.*\)", "(…)"),
    (
        r"(damaged:|failed:|built:|replayed:|of Punto:|a tag:|format|game called|has no bot|option|port|field) .*",
        r"\1 …",
    ),
    (r"(doesn't know|must be|can be(?! recorded)|player's name:|Type the name|needs) ?.*", r"\1 …"),
    (r"\b[Ll]ine \d+", "line …"),
    (r"^.* (?=can't be a player's name|can be …)|(?<=[l…]: )\w+ (?=must)", "… "),
)


class End(NamedTuple):
    """How a command ends: its exit code, and what it says."""

    code: int
    said: str

    @property
    def kind(self) -> "End":
        """The same without details."""
        said = self.said
        for pattern, left in DETAILS:
            said = re.sub(pattern, left, said)
        return self._replace(said=said)


class Trial(NamedTuple):
    """One file or moment, one command, and how it ended."""

    title: str
    what: str
    command: str
    end: End


def end_of(ran: Ran) -> End:
    """What it says of the file: on standard error, and if it fails the last line of its output."""
    lines = ran.err.splitlines() or (ran.out.splitlines()[-1:] if ran.code else [])
    return End(ran.code, " ".join(re.sub(r"^glowtable [\w-]+: ", "", line) for line in lines if line.strip()))


def trials(run: Run, place: Path) -> Iterator[Trial]:
    """Every file with each command that reads it."""
    for role in ROLES:
        there = [hostile for hostile in files() if hostile.role == role]
        print(f"{TITLES[role]}: {len(there)} files", file=sys.stderr)
        for hostile in there:
            for name in READERS[role]:
                yield Trial(TITLES[role], hostile.name, name, end_of(run_with(run, hostile, name, place)))


def moments(run: Run, place: Path) -> Iterator[Trial]:
    """What happens while a match is played, how it ends and how it resumes; what happens to what a command writes."""
    for moment in IN_MID_MATCH:
        with fresh_home(place) as home:
            ran = run(home, *COMMANDS["play"], moment=moment)
            yield Trial(MEANWHILE, moment, "play", end_of(without_home(ran, home)))
            if (home / "data").is_dir():
                (home / "data").chmod(0o700)  # who resumes may write there again
            ran = run(home, *COMMANDS["play --resume"])
            yield Trial(RESUMED, moment, "play --resume", end_of(without_home(ran, home)))
    for moment in AT_THE_BEGINNING:
        for name in WRITERS:
            with fresh_home(place) as home:
                ran = run(home, *COMMANDS[name], moment=moment)
                yield Trial(OUTPUT, moment, name, end_of(without_home(ran, home)))


def without_home(ran: Ran, home: Path) -> Ran:
    return ran._replace(out=ran.out.replace(f"{home}/", ""), err=ran.err.replace(f"{home}/", ""))


def kinds(made: Iterable[Trial]) -> dict[End, str]:
    """Each kind of end, with how many files or moments end so, and some of them; of moments each."""
    names: dict[End, dict[str, None]] = {}
    for trial in made:
        names.setdefault(trial.end.kind, {})[trial.what] = None
    return {kind: f"{len(found)} | {', '.join([*found][: len(MOMENTS) if MOMENTS.issuperset(found) else NAMED])}"
            for kind, found in names.items()}  # fmt: skip


def page(made: list[Trial]) -> str:
    """A row for each kind of end of a chapter."""
    parts = [HEAD, f"{len(files())} files are tried.\n"]
    for title in TITLES.values():
        rows = kinds(trial for trial in made if trial.title == title).items()
        lines = (f"| {shown(kind.said)} | {kind.code} | {names} |" for kind, names in rows)
        parts.append(
            "\n".join([f"## {title}\n", "| it says | exit | count | example |\n|---|---|---|---|", *lines, ""])
        )
    return "\n".join(parts)


def shown(said: str) -> str:
    return "\\|".join(f"`{said}`".split("|")) if said else NOTHING


def told(title: str) -> dict[End, str]:
    """The same kinds, as that chapter of the page tells them."""
    chapter = PAGE.read_text("utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [line[2:-2].rsplit(" | ", 3) for line in chapter.splitlines() if re.search(r"\| \d+ \|", line)]
    said = {words: "" if words == NOTHING else words.strip("`").replace("\\|", "|") for words, *_ in rows}
    return {End(int(code), said[words]): f"{many} | {names}" for words, code, many, names in rows}


if __name__ == "__main__":
    with commands_run() as run, TemporaryDirectory() as place:
        made = [*trials(run, Path(place)), *moments(run, Path(place))]
    WHOLE.parent.mkdir(exist_ok=True)
    lines = ("\t".join(map(repr, (*trial[:3], *trial.end))) for trial in made)
    WHOLE.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    PAGE.write_text(page(made), "utf-8")
