"""`make renew R=measured`: docs/MEASURED.md, made of docs/measured.toml and of the goals that the code has.

A figure is missed if the data says so, or, of the firmware's one file, if its goal is. It does not measure anything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from glowtable import games

from tests.bench.bench import GOALS
from tests.emulated.figures import FIGURES, Figure
from tests.maker.test_zoo import table as zoo_table

HOUSE = Path(__file__).parents[2]
PAGE, DATA = HOUSE / "docs/MEASURED.md", HOUSE / "docs/measured.toml"
HEAD = """# What is measured, and how

Nobody has built a table from these files yet. Everything below is tested, computed, or measured on an emulated Pico: an
RP2040 that boots a real image of MicroPython.

    make test T=list        # all tests and campaigns
    make bench B=list       # all measures of speed and memory
    make renew R=measured   # writes this page, of docs/measured.toml and the goals in the code

A control is what must miss, or be caught, in the same run.

## All results

| what | command | goals met | control |
|---|---|---|---|
"""
END = """
## What nobody has measured

Real LEDs, real tags on real readers, printed parts in the hand, how long the readers' cables may be.
[hardware/BUILD.md](../hardware/BUILD.md) says so where it matters.
"""
BEFORE = "before"  # nothing newer was measured
TABLE = "| figure | goal | reached |\n|---|---|---|\n"


class Row(NamedTuple):
    """A figure as the page shows it; `goal` is `-` for none."""

    figure: str
    goal: str
    reached: str
    missed: bool = False


def read_data() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text("utf-8"))


def page(data: Mapping[str, Any]) -> str:
    """The whole page."""
    groups = [(group, rows_of(group, data)) for group in data["group"]]
    summary = "".join(
        f"| [{group['title']}](#{anchor(group['title'])}) | `{group['command']}` | {met(rows)} | {group['control']} |\n"
        for group, rows in groups
    )
    return HEAD + summary + "".join(chapter(group, rows) for group, rows in groups) + END


def chapter(group: Mapping[str, Any], rows: list[Row]) -> str:
    about = f"{group['about'].strip()}\n\n" if group["about"] else ""
    lines = "".join(f"| {row.figure} | {row.goal} | {row.reached}{', missed' * row.missed} |\n" for row in rows)
    shown = zoo_table() + "\n" if group["title"] == "Tags and readers" else TABLE + lines
    return f"\n## {group['title']}\n\n{about}{shown}"


def anchor(title: str) -> str:
    """The heading's, as links have it."""
    return "".join(letter for letter in title.lower().replace(" ", "-") if letter.isalnum() or letter == "-")


def met(rows: list[Row]) -> str:
    """`4 of 5`; what has no goal is not counted."""
    judged = [row for row in rows if row.goal != "-"]
    return f"{sum(not row.missed for row in judged)} of {len(judged)}" if judged else "-"


def rows_of(group: Mapping[str, Any], data: Mapping[str, Any]) -> list[Row]:
    """The group's own, or those that the code has goals for."""
    if group["title"] in MADE:
        return list(MADE[group["title"]](data))
    missed = group.get("missed", ())
    return [Row(*row, missed=row[0] in missed) for row in group["rows"]]


def firmware_rows(data: Mapping[str, Any]) -> Iterator[Row]:
    for name, figure in FIGURES.items():
        values = data["firmware"].get(name, ())
        yield Row(figure.what, goal_of(figure), reached_by(values), bool(values) and missed_by(figure, values))


def goal_of(figure: Figure) -> str:
    files = f" ({figure.today:g})" if figure.today else ""
    return f"{'≥' if figure.at_least else '≤'} {figure.goal:g}{files} {figure.unit}".strip()


def reached_by(values: list[float]) -> str:
    return "; ".join(f"{value:g}" for value in values) or BEFORE


def missed_by(figure: Figure, values: list[float]) -> bool:
    """The last value is that of the one file, or the only one."""
    return not figure.is_met(values[-1])


def engine_rows(data: Mapping[str, Any]) -> Iterator[Row]:
    for game, found in GOALS.items():
        for beside, times in found.items():
            reached = data["engine"].get(f"{game} {beside}", BEFORE)
            yield Row(f"{games.find(game).title} beside {beside}", f"≥ {times:g} times", reached)


def zoo_rows(data: Mapping[str, Any]) -> Iterator[Row]:
    """One goal for each line of its own table: no wrong card."""
    lines = zoo_table().splitlines()[2:]
    yield from (Row(line, "0", "", missed="| 0 in " not in line) for line in lines)


MADE: dict[str, Callable[[Mapping[str, Any]], Iterator[Row]]] = {
    "The firmware, on an emulated Pico": firmware_rows,
    "The engine beside others": engine_rows,
    "Tags and readers": zoo_rows,
}


if __name__ == "__main__":
    PAGE.write_text(page(read_data()), "utf-8")
