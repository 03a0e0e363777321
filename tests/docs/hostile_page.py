"""docs/HOSTILE.md: every hostile file, each command that reads it, how the command ends and what it says.

    make renew R=hostile      # writes it again, in some five minutes: after a change of a sentence, option or command

What a sentence says in brackets, or after `damaged:` or `failed:`, are words of the system and of libraries: they are
shown as they were, and do not count when the page is compared with what is so.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.support.hostile import ROLES, Hostile
from tests.support.hostile_commands import COMMANDS, HOUSE, READERS, Ran, Run, commands_run, files, fresh_home, run_with
from tests.support.hostile_moments import AT_THE_BEGINNING, IN_MID_MATCH

PAGE = HOUSE / "docs" / "HOSTILE.md"
NAMED = 6  # so many files of a row are named, the others counted
MOST = 220  # letters of a sentence
WRITERS = ("play", "simulate", "doctor")  # commands whose output is taken away
NOTHING = "(nothing to say)"
HEAD = """# Hostile files

In Glowtable's folder, after `source .venv/bin/activate`.

What people, other programs, older versions and broken disks leave where Glowtable expects a file of its own, and how
each command ends that reads it: with a sentence and an exit code, never with a traceback. `make test T=campaign` tries
a quarter of the files with those commands. `make test T=campaign-long` tries all, and more: what lies in a place of
ours with every command, and what a person names with every command that takes a file. Files of the same end share a
row. In a journal that is called sealed all hashes are right, and only what its rows say is hostile. This page is
written by `python -m tests.docs.hostile_page`; tests compare it with what is so.

Exit codes: 0 the command goes on or is done, 1 failed, 2 usage, 3 no table found, 4 no permission or busy.
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
    "records": "Matches of bots to report or go on with",
    "guest": "A file of a person's own bots",
    "board": "A file that says how a table is wired",
}
MEANWHILE, OUTPUT = "While a match is played", "Where its output goes"


class End(NamedTuple):
    """How a command ends: its exit code, and what it says."""

    code: int
    said: str

    @property
    def counted(self) -> "End":
        """The same without the words of others."""
        return self._replace(said=re.sub(r"\(.*\)|(?<=damaged: ).*|(?<=failed: ).*", "…", self.said))


def end_of(ran: Ran) -> End:
    """What it says of the file: on standard error, and if it fails the last line of its output."""
    lines = ran.err.splitlines() or (ran.out.splitlines()[-1:] if ran.code else [])
    said = " ".join(re.sub(r"^glowtable [\w-]+: ", "", line) for line in lines if line.strip())
    return End(ran.code, said if len(said) <= MOST else f"{said[:MOST]}…")


def row(end: End, commands: str, what: str) -> str:
    said = "\\|".join(f"`{end.said}`".split("|")) if end.said else NOTHING
    return f"| {what} | {commands} | {end.code} | {said} |"


def table_of(ends: dict[tuple[Hostile, str], End]) -> Iterator[str]:
    """A row for the files of one role that end alike with the same commands."""
    alike: dict[tuple[str, End], list[str]] = defaultdict(list)
    shown: dict[End, End] = {}
    for (hostile, command), end in ends.items():
        alike[command, end.counted].append(hostile.name)
        shown.setdefault(end.counted, end)
    commands: dict[tuple[End, tuple[str, ...]], list[str]] = defaultdict(list)
    for (command, end), names in alike.items():
        commands[end, tuple(names)].append(command)
    yield "| what lies there | command | exit | it says |\n|---|---|---|---|"
    for (end, names), who in commands.items():
        yield row(shown[end], ", ".join(f"`{command}`" for command in who), names_of(names))


def names_of(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def moments(run: Run, place: Path) -> Iterator[str]:
    """What happens while a match is played, how it ends, and how it goes on."""
    yield f"## {MEANWHILE}\n"
    yield "After twenty actions; then `glowtable play --resume`. What was acknowledged is in a journal, or it says that"
    yield "it is not.\n"
    yield "| what happens | command | exit | it says |\n|---|---|---|---|"
    for moment in IN_MID_MATCH:
        with fresh_home(place) as home:
            for name in ("play", "play --resume"):
                if (home / "data").is_dir():
                    (home / "data").chmod(0o700)  # whoever goes on may write there again
                ran = run(home, *COMMANDS[name], moment=moment if name == "play" else "")
                yield row(end_of(without_home(ran, home)), f"`{name}`", moment)


def outputs(run: Run, place: Path) -> Iterator[str]:
    """What happens to what a command writes."""
    yield f"## {OUTPUT}\n"
    yield "| what happens | command | exit | it says |\n|---|---|---|---|"
    for moment in AT_THE_BEGINNING:
        ends: dict[End, list[str]] = defaultdict(list)
        for name in WRITERS:
            with fresh_home(place) as home:
                ends[end_of(without_home(run(home, *COMMANDS[name], moment=moment), home))].append(f"`{name}`")
        yield from (row(end, ", ".join(names), moment) for end, names in ends.items())


def without_home(ran: Ran, home: Path) -> Ran:
    return ran._replace(out=ran.out.replace(f"{home}/", ""), err=ran.err.replace(f"{home}/", ""))


def page(run: Run, place: Path) -> str:
    """All of it."""
    parts = [HEAD, f"There are {len(files())} files in this list.\n"]
    for role in ROLES:
        there = [hostile for hostile in files() if hostile.role == role]
        print(f"{TITLES[role]}: {len(there)} files", file=sys.stderr)
        ends = {(hostile, name): end_of(run_with(run, hostile, name, place))
                for hostile in there for name in READERS[role]}  # fmt: skip
        parts.append("\n".join([f"## {TITLES[role]}\n", *table_of(ends), ""]))
    return "\n".join([*parts, *moments(run, place), "", *outputs(run, place), ""])


def counted_rows(text: str) -> list[str]:
    """The rows of the page without the words of others."""
    return [re.sub(r"`[^`]*`(?= \|$)", lambda said: End(0, said[0][1:-1]).counted.said, line)
            for line in text.splitlines() if line.startswith("| ")]  # fmt: skip


def rows_of(text: str, command: str) -> set[tuple[str, str]]:
    """What the rows of this command say: what lies there or happens, and the end of the command."""
    cells = [line.split(" | ", 2) for line in counted_rows(text)]
    return {(what, end) for what, commands, end in cells if f"`{command}`" in commands}


def section(title: str) -> str:
    """That part of the page."""
    return PAGE.read_text().split(f"## {title}\n")[1].split("\n## ")[0]


if __name__ == "__main__":
    with commands_run() as run, TemporaryDirectory() as place:
        PAGE.write_text(page(run, Path(place)))
